package fastboard

import "github.com/tengen-go/tengen/ruleset"

// Legal reports whether the player to move may play p: an empty point, not
// barred by ko, where the stone or its chain has a liberty after captures. A
// pass is always legal.
func (b *Board) Legal(p Point) bool {
	r := b.at(p)
	if r.open == 0 {
		return p == Pass
	}
	// A stone with an empty neighbor is no suicide, and a ko point has none.
	return r.around&aroundAnyEmpty != 0 || b.legalEnclosed(p)
}

// legalEnclosed is Legal for an empty point without empty neighbors.
func (b *Board) legalEnclosed(p Point) bool {
	if b.toPlay == ruleset.Black {
		return p != b.ko && !isSuicide[black](b, b.window(p))
	}
	return p != b.ko && !isSuicide[white](b, b.window(p))
}

// Playable reports whether a playout may play p: a legal move that does not
// fill an own eye. p must be an empty point.
func (b *Board) Playable(p Point) bool {
	return b.at(p).around&aroundAnyEmpty != 0 || b.playableEnclosed(p)
}

// playableEnclosed is Playable for an empty point without empty neighbors.
func (b *Board) playableEnclosed(p Point) bool {
	if b.toPlay == ruleset.Black {
		return playable[black](b, p)
	}
	return playable[white](b, p)
}

func playable[S side](b *Board, p Point) bool {
	w := b.window(p)
	return !isEye[S](w) && p != b.ko && !isSuicide[S](b, w)
}

// isSuicide reports whether a stone of S in the middle of w, an empty point
// without empty neighbors, would have no liberty.
//
// It has one if it touches an own chain that has a liberty elsewhere, or an
// enemy chain that has none elsewhere. Border neighbors belong to chain 0, which
// passes for an own chain with liberties elsewhere, so they are counted off in
// the end: four look-ups without a branch.
func isSuicide[S side](b *Board, w *window) bool {
	d := w[here].open
	saved := saves[S](b, &w[down], d) + saves[S](b, &w[left], d) +
		saves[S](b, &w[right], d) + saves[S](b, &w[up], d)
	return saved <= w[here].around>>aroundBorder
}

// saves returns 1 if the neighbor r gives a liberty to a stone of S played at
// the point that d is the delta of, else 0.
func saves[S side](b *Board, r *record, d uint64) uint32 {
	enemy := r.chain[us[S]()^1]
	head := r.chain[us[S]()] | enemy
	return b2u(onlyLibertyIs(b.at(head).info, d) == (enemy != 0))
}

// b2u is compiled to a SETcc instruction, without a branch.
func b2u(x bool) uint32 {
	if x {
		return 1
	}
	return 0
}

// Play plays p, a legal move or Pass, for the player to move.
func (b *Board) Play(p Point) {
	if checking && !b.Legal(p) {
		b.panicIllegal("Play", p)
	}
	switch {
	case p == Pass:
		b.pass()
	case b.toPlay == ruleset.Black:
		play[black](b, p)
	default:
		play[white](b, p)
	}
}

func (b *Board) pass() {
	b.startTurn(Pass)
	if b.passes < 255 {
		b.passes++
	}
}

// startTurn notes the move and hands the turn to the opponent.
func (b *Board) startTurn(p Point) {
	b.toPlay = b.toPlay.Opponent()
	b.ko = NoPoint
	b.last = p
	b.moves++
}

// play is a move of S at p, which must be legal.
func play[S side](b *Board, p Point) {
	w := b.window(p)
	around := w[here].around
	b.startTurn(p)
	b.passes = 0
	place[S](b, p)
	if !anyCaptured[S](b, w) {
		return
	}
	first := b.empties
	captureAround[S](b, w)
	// A stone alone that took one stone, all its neighbors enemies, has its
	// only liberty where that stone stood: a ko.
	if b.empties == first+1 && enclosedByEnemies[S](around) {
		b.ko = b.empty[first&mask]
	}
}

// enclosedByEnemies reports whether the neighbors counted in around are all
// enemies of S or border.
func enclosedByEnemies[S side](around uint32) bool {
	const all = 4
	if us[S]() == 0 {
		return around>>aroundWhite&all != 0
	}
	return around>>aroundBlack&all != 0
}

// countIn is what a stone of S adds to the around of its neighbors, one more
// of its color and one less empty.
func countIn[S side]() uint32 { return 1<<(4*us[S]()) - 1<<aroundEmpty }

// place puts a stone of S on the empty point p, takes a liberty from the
// chains around it and joins those of its color. It leaves captured chains on
// the board, with an info of 0.
func place[S side](b *Board, p Point) {
	w := b.window(p)
	b.removeEmpty(w[here].slot)
	b.hash ^= zobrist[us[S]()][p&mask]

	in := countIn[S]()
	w[down].around += in
	w[left].around += in
	w[right].around += in
	w[up].around += in

	d := w[here].open
	liberties := w[down].open + w[left].open + w[right].open + w[up].open
	w[here].open = 0
	w[here].color = ruleset.Black + ruleset.Color(us[S]())

	// An enemy chain that touches p twice loses two pseudo-liberties, one per
	// stone, and so reaches zero just when its last liberty is filled.
	them := us[S]() ^ 1
	b.at(w[down].chain[them]).info -= d
	b.at(w[left].chain[them]).info -= d
	b.at(w[right].chain[them]).info -= d
	b.at(w[up].chain[them]).info -= d

	friends := w[here].around>>(4*us[S]())&0xf - w[here].around>>aroundBorder
	if friends > 1 {
		join[S](b, w, p, liberties)
		return
	}
	// No chain next to p: p is its own head and its info still delta(p), which
	// goes off. One chain: that chain loses the liberty p.
	head := w[down].chain[us[S]()] | w[left].chain[us[S]()] | w[right].chain[us[S]()] | w[up].chain[us[S]()]
	if head == 0 {
		head = p
	}
	w[here].chain[us[S]()] = head
	h := b.at(head)
	h.info += liberties - d
	w[here].next = h.next
	h.next = p
}

// anyCaptured reports whether a chain around the stone of S in the middle of w
// has lost its last liberty.
func anyCaptured[S side](b *Board, w *window) bool {
	them := us[S]() ^ 1
	return b.at(w[down].chain[them]).info == 0 || b.at(w[left].chain[them]).info == 0 ||
		b.at(w[right].chain[them]).info == 0 || b.at(w[up].chain[them]).info == 0
}

// captureAround takes off the chains of S's enemy around w that have no
// liberty.
func captureAround[S side](b *Board, w *window) {
	captureAt[S](b, &w[down])
	captureAt[S](b, &w[left])
	captureAt[S](b, &w[right])
	captureAt[S](b, &w[up])
	b.at(0).info = noChain
}

// captureAt takes off the chain that r is a stone of, if it has no liberty.
func captureAt[S side](b *Board, r *record) {
	if head := r.chain[us[S]()^1]; b.at(head).info == 0 {
		if us[S]() == 0 {
			remove[white](b, head)
		} else {
			remove[black](b, head)
		}
	}
}
