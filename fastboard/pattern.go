package fastboard

// Pattern3x3 returns the colors of the eight points around p as a code of 16
// bits: two bits each, a ruleset.Color, in the order of the points' numbers,
// the lower left one in the lowest bits. The content of p is not part of it.
func (b *Board) Pattern3x3(p Point) uint16 {
	w := b.window(p)
	// 4*x + y is one instruction.
	code := w[upRight].around >> aroundColor
	code = 4*code + w[up].around>>aroundColor
	code = 4*code + w[upLeft].around>>aroundColor
	code = 4*code + w[right].around>>aroundColor
	code = 4*code + w[left].around>>aroundColor
	code = 4*code + w[downRight].around>>aroundColor
	code = 4*code + w[down].around>>aroundColor
	code = 4*code + w[downLeft].around>>aroundColor
	return uint16(code)
}
