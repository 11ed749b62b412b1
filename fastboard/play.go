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
	return r.around&aroundAnyEmpty != 0 || b.mayEnter(p, false)
}

// Playable reports whether a playout may play p: a legal move that does not
// fill an own eye, as in EyeLike. p must be an empty point.
//
// It is written so that it can be inlined, which at(p) would prevent.
func (b *Board) Playable(p Point) bool {
	return b.records[uint(p)&mask+here].around&aroundAnyEmpty != 0 || b.mayEnter(p, true)
}

// mayEnter reports whether the player to move may play the empty point p, which
// has no empty neighbors. If sparing, an own eye is refused too.
//
// A stone with no empty neighbor has a liberty if it touches an own chain that
// has a liberty elsewhere, or an enemy chain that has none elsewhere. Border
// neighbors belong to chain 0, which passes for an own chain with liberties
// elsewhere, so they are counted off in the end: four look-ups without a branch.
func (b *Board) mayEnter(p Point, sparing bool) bool {
	us := indexOf(b.toPlay)
	them := us ^ 1
	w := b.window(p)
	if sparing && w[here].around>>(4*us)&4 != 0 && hasEyeDiagonals(w, them) {
		return false
	}
	if p == b.ko {
		return false
	}
	d := w[here].open
	saved := b.saves(w[down].chain[us], w[down].chain[them], d) +
		b.saves(w[left].chain[us], w[left].chain[them], d) +
		b.saves(w[right].chain[us], w[right].chain[them], d) +
		b.saves(w[up].chain[us], w[up].chain[them], d)
	return saved > w[here].around>>aroundBorder
}

// saves returns 1 if a neighbor of the given chains, of which at least one is
// 0, gives a liberty to a stone played at the point that d is the delta of.
func (b *Board) saves(friend, enemy Point, d uint64) uint32 {
	return b2u(onlyLibertyIs(b.at(friend|enemy).info, d) == (enemy != 0))
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
	us, them := sides[S]()
	w := b.window(p)
	b.startTurn(p)
	b.passes = 0

	// Put the stone on its point.
	b.removeEmpty(w[here].slot)
	b.hash ^= zobrist[us][p&mask]
	d := w[here].open
	w[here].open = 0
	w[here].color = colorOf(us)
	in := countIn(us)
	w[down].around += in
	w[left].around += in
	w[right].around += in
	w[up].around += in

	// Take a liberty from the enemy chains. One that touches p twice loses two
	// pseudo-liberties, one per stone, and so reaches zero just when its last
	// liberty is filled.
	enemyDown, enemyLeft := b.at(w[down].chain[them]), b.at(w[left].chain[them])
	enemyRight, enemyUp := b.at(w[right].chain[them]), b.at(w[up].chain[them])
	enemyDown.info -= d
	enemyLeft.info -= d
	enemyRight.info -= d
	enemyUp.info -= d

	// Join the chains of S.
	liberties := w[down].open + w[left].open + w[right].open + w[up].open
	around := w[here].around
	if friends := around>>(4*us)&0xf - around>>aroundBorder; friends > 1 {
		join[S](b, w, p, liberties)
	} else {
		// With no friend p is its own head; its info is still delta(p), which
		// goes off. A single friend's chain loses the liberty p.
		head := w[down].chain[us] | w[left].chain[us] | w[right].chain[us] | w[up].chain[us]
		if head == 0 {
			head = p
		}
		w[here].chain[us] = head
		h := b.at(head)
		h.info += liberties - d
		w[here].next = h.next
		h.next = p
	}

	// Take off what has no liberty left.
	if enemyDown.info == 0 || enemyLeft.info == 0 || enemyRight.info == 0 || enemyUp.info == 0 {
		capture[S](b, w, p)
	}
}

// capture takes off the enemy chains without liberties around the new stone of
// S at p, in the middle of w, and sees whether that makes a ko.
func capture[S side](b *Board, w *window, p Point) {
	first := b.empties
	captureAt[S](b, &w[down])
	captureAt[S](b, &w[left])
	captureAt[S](b, &w[right])
	captureAt[S](b, &w[up])
	b.at(0).info = noChain

	// One stone took one stone and stands in atari where that stone was.
	alone := w[here].next == p
	if b.empties == first+1 && alone && w[here].info&infoCount == 1 {
		b.ko = b.empty[first&mask]
	}
}

// captureAt takes off the chain of S's enemy that r is a stone of, if there is
// one and it has no liberty.
func captureAt[S side](b *Board, r *record) {
	us, them := sides[S]()
	head := r.chain[them]
	if b.at(head).info != 0 {
		return
	}
	if us == 0 {
		remove[white](b, head)
	} else {
		remove[black](b, head)
	}
}
