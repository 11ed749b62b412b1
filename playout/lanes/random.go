package lanes

// random is the random state of one playout: a multiply-with-carry generator
// of 64 bits of state (D. B. Thomas, "The MWC64X Random Number Generator"),
// chosen because one step is a multiplication of 32-bit numbers and an
// addition, which every vector unit has. It takes one step per attempt at a
// move and nowhere else, so a playout depends on its seed and on nothing that
// runs beside it.
type random uint64

const (
	mwcMultiplier  = 4294883355
	gateMultiplier = 0x9e3779b97f4a7c15
)

// newRandom spreads a seed over the state (the finalizer of splitmix64), so
// that seeds 1, 2, 3 give unrelated playouts.
func newRandom(seed uint64) random {
	z := seed + 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	z ^= z >> 31
	if z == 0 || z == (mwcMultiplier-1)<<32|0xffffffff {
		z = 1 // the two states that never change
	}
	return random(z)
}

// next takes one step. pick is the 32-bit output; dice are eight bytes, most
// of them independent of pick, that decide whether the rules of the heavy
// policy take effect.
func (r *random) next() (pick uint32, dice uint64) {
	low, high := uint64(*r)&0xffffffff, uint64(*r)>>32
	*r = random(low*mwcMultiplier + high)
	return uint32(low ^ high), high * gateMultiplier
}

// below scales pick to 0..n-1.
func below(pick uint32, n int) int { return int(uint64(pick) * uint64(n) >> 32) }
