package fastboard

import "github.com/tengen-go/tengen/ruleset"

// zobrist holds the referee's random numbers in this package's numbering, so
// that both give the same position the same hash.
var zobrist = func() (table [2][NumPoints]uint64) {
	for row := 1; row <= MaxSide; row++ {
		for col := 1; col <= MaxSide; col++ {
			p := At(col, row)
			table[0][p] = ruleset.Zobrist(ruleset.Black, p.Ruleset())
			table[1][p] = ruleset.Zobrist(ruleset.White, p.Ruleset())
		}
	}
	return table
}()

// HashAfter returns the hash of the position after a legal move p of the
// player to move, without playing it: what a superko check needs.
func (b *Board) HashAfter(p Point) uint64 {
	if p == Pass {
		return b.hash
	}
	w := b.window(p)
	us := indexOf(b.toPlay)
	them := us ^ 1
	h := b.hash ^ zobrist[us][p&mask]
	d := w[here].open
	for _, head := range distinct(w[down].chain[them], w[left].chain[them], w[right].chain[them], w[up].chain[them]) {
		if head != 0 && onlyLibertyIs(b.info[head&mask], d) {
			h ^= b.chainHash(head, b.toPlay.Opponent())
		}
	}
	return h
}

// chainHash is the XOR of the random numbers of the chain of c that p belongs
// to.
func (b *Board) chainHash(p Point, c ruleset.Color) uint64 {
	stone := &zobrist[indexOf(c)]
	h := uint64(0)
	for q := p; ; {
		h ^= stone[q&mask]
		if q = b.next[q&mask]; q == p {
			return h
		}
	}
}
