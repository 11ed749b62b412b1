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

// PlayableByBlack is Playable for loops that know that Black is to move. Code of
// its own for each player is what makes a playout fast: the processor learns to
// guess the branches of each apart.
func (b *Board) PlayableByBlack(p Point) bool {
	return b.records[uint(p)&mask+here].around&aroundAnyEmpty != 0 || mayEnter[black](b, p, true)
}

// PlayableByWhite is Playable for loops that know that White is to move.
func (b *Board) PlayableByWhite(p Point) bool {
	return b.records[uint(p)&mask+here].around&aroundAnyEmpty != 0 || mayEnter[white](b, p, true)
}

// mayEnter reports whether the player to move may play the empty point p, which
// has no empty neighbors. If sparing, an own eye is refused too.
func (b *Board) mayEnter(p Point, sparing bool) bool {
	if b.toPlay == ruleset.Black {
		return mayEnter[black](b, p, sparing)
	}
	return mayEnter[white](b, p, sparing)
}

// mayEnter is Board.mayEnter for a player known. It counts the neighbors that
// give the stone no liberty: the border, own chains without a liberty elsewhere,
// enemy chains with one. An own eye counts as all four of them. The diagonals are
// looked at even where the point is not enclosed: the processor would guess that
// branch wrong half of the time, which costs 4 to 8 % of a playout.
func mayEnter[S side](b *Board, p Point, sparing bool) bool {
	us, them := sides[S]()
	if p == b.ko {
		return false
	}
	w := b.window(p)
	around, d := w[here].around, w[here].open
	useless := around >> aroundBorder
	if sparing { // 4 if all neighbors are own or border
		useless += around >> (4 * us) & 4 * b2u(enemyDiagonals(w, them)+atEdge(w) < 2)
	}
	useless += b.useless(w[down].chain[us], w[down].chain[them], d) +
		b.useless(w[left].chain[us], w[left].chain[them], d) +
		b.useless(w[right].chain[us], w[right].chain[them], d) +
		b.useless(w[up].chain[us], w[up].chain[them], d)
	return useless < 4
}

// useless returns 1 if a neighbor of the given chains, of which at least one is
// 0, gives no liberty to a stone played at the point that d is the delta of. It
// returns 0 for the border, whose chains are both 0: that is no chain in atari.
func (b *Board) useless(friend, enemy Point, d uint64) uint32 {
	return b2u(onlyLibertyIs(b.info[(friend|enemy)&mask], d)) ^ isChain(enemy)
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

// PlayBlack plays p, a legal move of Black, who is to move, and no pass.
func (b *Board) PlayBlack(p Point) {
	if checking && (b.toPlay != ruleset.Black || p == Pass || !b.Legal(p)) {
		b.panicIllegal("PlayBlack", p)
	}
	play[black](b, p)
}

// PlayWhite plays p, a legal move of White, who is to move, and no pass.
func (b *Board) PlayWhite(p Point) {
	if checking && (b.toPlay != ruleset.White || p == Pass || !b.Legal(p)) {
		b.panicIllegal("PlayWhite", p)
	}
	play[white](b, p)
}

func (b *Board) pass() {
	b.toPlay = b.toPlay.Opponent()
	b.ko, b.last = NoPoint, Pass
	b.moves++
	if b.passes < 255 {
		b.passes++
	}
}

// play is a move of S at p, which must be legal.
func play[S side](b *Board, p Point) {
	us, them := sides[S]()
	w := b.window(p)
	b.toPlay = colorOf(them)
	b.ko, b.last, b.passes = NoPoint, p, 0
	b.moves++

	// Put the stone on its point.
	b.removeEmpty(b.slot[p&mask])
	b.hash ^= zobrist[us][p&mask]
	b.balance += balanceOf(us)
	d := w[here].open
	around := w[here].around
	w[here].open = 0
	w[here].around = around + colorIn(us)
	in := countIn(us)
	w[down].around += in
	w[left].around += in
	w[right].around += in
	w[up].around += in

	// Take a liberty from the enemy chains. One that touches p twice loses two
	// pseudo-liberties, one per stone, and so reaches zero just when its last
	// liberty is filled.
	enemyDown, enemyLeft := &b.info[w[down].chain[them]&mask], &b.info[w[left].chain[them]&mask]
	enemyRight, enemyUp := &b.info[w[right].chain[them]&mask], &b.info[w[up].chain[them]&mask]
	*enemyDown -= d
	*enemyLeft -= d
	*enemyRight -= d
	*enemyUp -= d

	// Join the chains of S. Mostly there is one, or none: the heads of the friends
	// are alike then, and add up to as many times one of them. The chain loses
	// the liberty p once for each friend; with no friend p is a head of its own,
	// whose info is still delta(p) and loses that. No branch here: half of the
	// guesses would be wrong.
	liberties := w[down].open + w[left].open + w[right].open + w[up].open
	friends := around>>(4*us)&0xf - around>>aroundBorder
	downHead, leftHead, rightHead, upHead := w[down].chain[us], w[left].chain[us], w[right].chain[us], w[up].chain[us]
	head := downHead | leftHead | rightHead | upHead
	if uint32(downHead)+uint32(leftHead)+uint32(rightHead)+uint32(upHead) == friends*uint32(head) {
		alone := b2u(friends == 0)
		head |= p & -Point(alone)
		w[here].chain[us] = head
		b.addStone(head, p, liberties-uint64(friends+alone)*d)
	} else {
		join[S](b, w, p, friends, liberties, d)
	}

	// Take off what has no liberty left.
	if *enemyDown == 0 || *enemyLeft == 0 || *enemyRight == 0 || *enemyUp == 0 {
		capture[S](b, w, p)
	}
}

// capture takes off the enemy chains without liberties around the new stone of
// S at p, in the middle of w, and sees whether that makes a ko.
func capture[S side](b *Board, w *window, p Point) {
	_, them := sides[S]()
	first := b.empties
	captureAt[S](b, w[down].chain[them])
	captureAt[S](b, w[left].chain[them])
	captureAt[S](b, w[right].chain[them])
	captureAt[S](b, w[up].chain[them])
	b.info[0] = noChain

	// One stone took one stone and stands in atari where that stone was.
	alone := b.next[p&mask] == p
	if b.empties == first+1 && alone && b.info[p&mask]&infoCount == 1 {
		b.ko = b.empty[first&mask]
	}
}

// captureAt takes the chain of S's enemy with the given head off the board if it
// has no liberty. Chain 0, which is none, always has some.
func captureAt[S side](b *Board, head Point) {
	if b.info[head&mask] != 0 {
		return
	}
	if us, _ := sides[S](); us == 0 {
		remove[white](b, head)
	} else {
		remove[black](b, head)
	}
}
