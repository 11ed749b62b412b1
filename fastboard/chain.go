package fastboard

import "slices"

// join lets the new stone of S at p, in the middle of w, become one chain with
// the two or more chains of its color beside it, which have as many stones
// there as friends says. liberties is the info of the stone alone, d the delta
// of p.
//
// Nearly always there are two chains. Which neighbors they are is as good as
// random, so it is found without branches.
func join[S side](b *Board, w *window, p Point, friends uint32, liberties, d uint64) {
	us, _ := sides[S]()
	downHead, leftHead, rightHead, upHead := w[down].chain[us], w[left].chain[us], w[right].chain[us], w[up].chain[us]

	// The stone joins the first of the chains. With two or more, one of them is
	// below, to the left or to the right.
	head := downHead
	head |= leftHead & when(head == 0)
	head |= rightHead & when(head == 0)
	w[here].chain[us] = head

	// Whatever is not head is the head of the other chain, if there is but one.
	other := leftHead&when(leftHead != head) | rightHead&when(rightHead != head) | upHead&when(upHead != head)
	ofHead := b2u(downHead == head) + b2u(leftHead == head) + b2u(rightHead == head) + b2u(upHead == head)
	ofOther := b2u(leftHead == other) + b2u(rightHead == other) + b2u(upHead == other)
	if ofHead+ofOther == friends {
		b.addStone(head, p, liberties-uint64(ofHead)*d)
		b.info[other&mask] -= uint64(ofOther) * d
		merge[S](b, head, other)
		return
	}
	b.addStone(head, p, liberties)
	joinMany[S](b, w, head, d)
}

// joinMany is the end of join where there are three or four chains, of which
// the new stone has become part of the one with the given head.
func joinMany[S side](b *Board, w *window, head Point, d uint64) {
	us, _ := sides[S]()
	b.info[w[down].chain[us]&mask] -= d
	b.info[w[left].chain[us]&mask] -= d
	b.info[w[right].chain[us]&mask] -= d
	b.info[w[up].chain[us]&mask] -= d

	// Each look at a neighbor comes after the merge before it, which may have
	// given that neighbor a new head.
	for _, n := range [3]int{left, right, up} {
		if other := w[n].chain[us]; other != 0 && other != head {
			head = merge[S](b, head, other)
		}
	}
}

// addStone adds the stone at p to the circle of the chain with the given head,
// and what changes to its info.
func (b *Board) addStone(head, p Point, change uint64) {
	b.info[head&mask] += change
	b.next[p&mask], b.next[head&mask] = b.next[head&mask], p
}

// merge makes one chain of two and returns its head. The stones of the chain
// with the smaller info, most often the smaller chain, are given a new head.
func merge[S side](b *Board, x, y Point) Point {
	us, _ := sides[S]()
	swap := (x ^ y) & when(b.info[x&mask] < b.info[y&mask])
	x ^= swap
	y ^= swap
	b.info[x&mask] += b.info[y&mask]

	// Four stones at a time, and one branch for them: to go round a circle of fewer
	// more than once does no harm, and most circles are such, so that the processor
	// seldom guesses the end wrong. That is worth 4 % of a playout.
	for p := y; ; {
		q := b.next[p&mask]
		r := b.next[q&mask]
		s := b.next[r&mask]
		b.at(p).chain[us] = x
		b.at(q).chain[us] = x
		b.at(r).chain[us] = x
		b.at(s).chain[us] = x
		p = b.next[s&mask]
		if b2u(p == y)|b2u(q == y)|b2u(r == y)|b2u(s == y) != 0 {
			break
		}
	}
	// Exchanging two successors turns two circles into one.
	b.next[x&mask], b.next[y&mask] = b.next[y&mask], b.next[x&mask]
	return x
}

// remove takes the chain of S with the given head off the board and gives its
// points as liberties to the enemy chains around them.
func remove[S side](b *Board, head Point) {
	us, them := sides[S]()
	out := -countIn(us)
	before, hash := b.empties, b.hash
	for p := head; ; {
		w := b.window(p)
		w[down].around += out
		w[left].around += out
		w[right].around += out
		w[up].around += out
		d := delta(p)
		b.info[w[down].chain[them]&mask] += d
		b.info[w[left].chain[them]&mask] += d
		b.info[w[right].chain[them]&mask] += d
		b.info[w[up].chain[them]&mask] += d
		hash ^= zobrist[us][p&mask]
		b.addEmpty(p)
		w[here].open = d
		w[here].chain[us] = 0
		w[here].around -= colorIn(us)
		b.info[p&mask] = d
		following := b.next[p&mask]
		b.next[p&mask] = p
		if p = following; p == head {
			break
		}
	}
	b.hash = hash
	b.balance -= balanceOf(us) * int32(b.empties-before)
}

// Head returns the point that stands for the chain at p, the same for all of its
// stones until the next move; NoPoint where there is no stone.
func (b *Board) Head(p Point) Point { return b.head(p) }

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
		if q = b.next[q&mask]; q == head {
			return seen.Len()
		}
	}
}

// FirstLiberties finds liberties of the chain at p, as many as there is room for
// in found, which holds a few, and returns their number. Which comes first depends
// on p: they are found stone by stone from there.
func (b *Board) FirstLiberties(p Point, found []Point) (n int) {
	if b.head(p) == 0 {
		return 0
	}
	for q := p; ; {
		w := b.window(q)
		if w[here].around&aroundAnyEmpty != 0 {
			for _, at := range [4]int{down, left, right, up} {
				r := q + Point(at) - here
				if w[at].open == 0 || slices.Contains(found[:n], r) {
					continue
				}
				found[n] = r
				if n++; n == len(found) {
					return n
				}
			}
		}
		if q = b.next[q&mask]; q == p {
			return n
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
func (b *Board) NextInChain(p Point) Point { return b.next[p&mask] }

// SameChain reports whether p and q are stones of one chain.
func (b *Board) SameChain(p, q Point) bool { return b.head(p) == b.head(q) && b.head(p) != 0 }
