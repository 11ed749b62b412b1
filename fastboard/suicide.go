package fastboard

import "github.com/tengen-go/tengen/ruleset"

// Suicide returns how many own stones the player to move would take off by
// playing p, the new one included: 0 if the stone would have a liberty or p is
// not empty. Play does not accept such a move; where the rules of the game do,
// PlaySuicide plays it.
func (b *Board) Suicide(p Point) int {
	w := b.window(p)
	if w[here].open == 0 || w[here].around&aroundAnyEmpty != 0 || p == b.ko || b.mayEnter(p, false) {
		return 0
	}
	stones := 1
	for _, head := range b.ownHeads(w) {
		if head != 0 {
			stones += b.ChainSize(head)
		}
	}
	return stones
}

// PlaySuicide plays p for the player to move and takes its chain off the
// board. Suicide(p) must not be 0.
func (b *Board) PlaySuicide(p Point) {
	if checking && b.Suicide(p) == 0 {
		b.panicIllegal("PlaySuicide", p)
	}
	mover := b.toPlay
	if mover == ruleset.Black {
		play[black](b, p)
		remove[black](b, b.head(p))
	} else {
		play[white](b, p)
		remove[white](b, b.head(p))
	}
	b.info[0] = noChain
}

// HashAfterSuicide is HashAfter for a move of PlaySuicide.
func (b *Board) HashAfterSuicide(p Point) uint64 {
	h := b.hash
	for _, head := range b.ownHeads(b.window(p)) {
		if head != 0 {
			h ^= b.chainHash(head, b.toPlay)
		}
	}
	return h
}

// ownHeads returns the heads of the chains of the player to move around w,
// each once, and otherwise zeros.
func (b *Board) ownHeads(w *window) [4]Point {
	us := indexOf(b.toPlay)
	return distinct(w[down].chain[us], w[left].chain[us], w[right].chain[us], w[up].chain[us])
}

// distinct returns its arguments with all repetitions replaced by 0.
func distinct(p, q, r, s Point) [4]Point {
	if q == p {
		q = 0
	}
	if r == p || r == q {
		r = 0
	}
	if s == p || s == q || s == r {
		s = 0
	}
	return [4]Point{p, q, r, s}
}
