package fastboard

// Pattern3x3 returns the colors of the eight points around p as a code of 16
// bits: two bits each, a ruleset.Color, in the order of the points' numbers,
// the lower left one in the lowest bits. The content of p is not part of it.
func (b *Board) Pattern3x3(p Point) uint16 {
	w := b.window(p)
	return uint16(w[downLeft].color()) | uint16(w[down].color())<<2 | uint16(w[downRight].color())<<4 |
		uint16(w[left].color())<<6 | uint16(w[right].color())<<8 |
		uint16(w[upLeft].color())<<10 | uint16(w[up].color())<<12 | uint16(w[upRight].color())<<14
}
