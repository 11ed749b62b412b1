package fastboard

import "github.com/tengen-go/tengen/ruleset"

// join lets the new stone of S at p, in the middle of w, become one chain with
// two, three or four stones of its color beside it. liberties is the info of
// the stone alone.
func join[S side](b *Board, w *window, p Point, liberties uint64) {
	us, _ := sides[S]()
	d := delta(p)
	b.at(w[down].chain[us]).info -= d
	b.at(w[left].chain[us]).info -= d
	b.at(w[right].chain[us]).info -= d
	b.at(w[up].chain[us]).info -= d

	// The stone joins the first of the chains. With two friends or more, one
	// of them is below, to the left or to the right.
	head := w[down].chain[us]
	if head == 0 {
		head = w[left].chain[us]
	}
	if head == 0 {
		head = w[right].chain[us]
	}
	w[here].chain[us] = head
	h := b.at(head)
	h.info += liberties
	w[here].next = h.next
	h.next = p

	// Then the other chains do. Each look at a neighbor comes after the merge
	// before it, which may have given that neighbor a new head.
	if other := w[left].chain[us]; other != 0 && other != head {
		head = merge[S](b, head, other)
	}
	if other := w[right].chain[us]; other != 0 && other != head {
		head = merge[S](b, head, other)
	}
	if other := w[up].chain[us]; other != 0 && other != head {
		merge[S](b, head, other)
	}
}

// merge makes one chain of two and returns its head. The stones of the chain
// with the smaller info, most often the smaller chain, are given a new head.
func merge[S side](b *Board, x, y Point) Point {
	us, _ := sides[S]()
	if b.at(x).info < b.at(y).info {
		x, y = y, x
	}
	keep, give := b.at(x), b.at(y)
	keep.info += give.info
	for p := y; ; {
		r := b.at(p)
		r.chain[us] = x
		p = r.next
		if p == y {
			break
		}
	}
	// Exchanging two successors turns two circles into one.
	keep.next, give.next = give.next, keep.next
	return x
}

// remove takes the chain of S with the given head off the board and gives its
// points as liberties to the enemy chains around them.
func remove[S side](b *Board, head Point) {
	us, them := sides[S]()
	out := -countIn(us)
	for p := head; ; {
		w := b.window(p)
		w[down].around += out
		w[left].around += out
		w[right].around += out
		w[up].around += out
		d := delta(p)
		b.at(w[down].chain[them]).info += d
		b.at(w[left].chain[them]).info += d
		b.at(w[right].chain[them]).info += d
		b.at(w[up].chain[them]).info += d
		b.hash ^= zobrist[us][p&mask]
		b.addEmpty(p)
		following := w[here].next
		w[here].info, w[here].open = d, d
		w[here].chain[us] = 0
		w[here].next = p
		w[here].color = ruleset.Empty
		if p = following; p == head {
			return
		}
	}
}

// head returns the head of the chain at p, 0 if there is no stone.
func (b *Board) head(p Point) Point {
	r := b.at(p)
	return r.chain[0] | r.chain[1]
}

// Liberties returns the number of liberties of the chain at p, 0 where there
// is no stone. It walks over the chain: for "exactly one" InAtari is faster.
func (b *Board) Liberties(p Point) int {
	head := b.head(p)
	if head == 0 {
		return 0
	}
	var seen PointSet
	for q := head; ; {
		w := b.window(q)
		if w[here].around&aroundAnyEmpty != 0 {
			for _, n := range [4]int{down, left, right, up} {
				if w[n].open != 0 {
					seen.Add(q + Point(n) - here)
				}
			}
		}
		if q = w[here].next; q == head {
			return seen.Len()
		}
	}
}

// ChainSize returns the number of stones of the chain at p, 0 where there is
// no stone.
func (b *Board) ChainSize(p Point) int {
	if b.head(p) == 0 {
		return 0
	}
	n := 1
	for q := b.NextInChain(p); q != p; q = b.NextInChain(q) {
		n++
	}
	return n
}

// NextInChain returns the stone that follows the one at p in its chain. The
// stones of a chain form a circle, so that a walk ends when it is back at p.
func (b *Board) NextInChain(p Point) Point { return b.at(p).next }

// SameChain reports whether p and q are stones of one chain.
func (b *Board) SameChain(p, q Point) bool { return b.head(p) == b.head(q) && b.head(p) != 0 }
