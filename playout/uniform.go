package playout

import "github.com/tengen-go/tengen/fastboard"

// Uniform plays every legal move that does not fill an own eye with the same
// probability, and passes when there is none.
type Uniform struct{}

// Move draws from the empty points without replacement until one is playable.
// Most draws succeed at once; to list the playable points first would cost a
// look at every empty point.
func (Uniform) Move(b *fastboard.Board, rng *RNG) fastboard.Point {
	for n := b.EmptyCount(); n > 0; n-- {
		i := int(rng.Intn(uint32(n)))
		if p := b.EmptyAt(i); b.Playable(p) {
			return p
		}
		b.SwapEmpty(i, n-1)
	}
	return fastboard.Pass
}

// String returns "uniform", which ParsePolicy reads back.
func (Uniform) String() string { return "uniform" }
