package ruleset

// zobristSeed starts the generator of the Zobrist table: the first digits of
// pi in hexadecimal. The table never changes, so that hashes can be stored.
const zobristSeed = 0x243f6a8885a308d3

// sideKey tells White to play from Black to play in the keys of superko.
var sideKey uint64

// zobrist holds one number per stone, for Black and then for White.
var zobrist [2][NumPoints]uint64

func init() {
	random := splitMix64(zobristSeed)
	sideKey = random.next()
	for color := range zobrist {
		for p := range zobrist[color] {
			zobrist[color][p] = random.next()
		}
	}
}

// Zobrist returns the number of a stone of color c at p. A Point means the
// same on every board size, and so does its number. Anything but a stone has
// the number 0.
func Zobrist(c Color, p Point) uint64 {
	if !c.IsPlayer() || int(p) >= NumPoints {
		return 0
	}
	return zobrist[c-Black][p]
}

// splitMix64 is the generator of Steele, Lea and Flood, "Fast splittable
// pseudorandom number generators" (OOPSLA 2014).
type splitMix64 uint64

func (s *splitMix64) next() uint64 {
	*s += 0x9e3779b97f4a7c15
	return mix64(uint64(*s))
}

// mix64 spreads every bit of x over the whole word.
func mix64(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
