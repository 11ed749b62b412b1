package ruleset

// Symmetries is the number of rotations and reflections that map the board to
// itself: eight, or four if it is not square.
func (s Size) Symmetries() int {
	if s.W != s.H {
		return 4
	}
	return 8
}

// Reflect returns where a symmetry takes the point with the given Index, a
// pass to itself. Symmetries are numbered from 0, the identity: bit 0 mirrors
// the columns, bit 1 the rows, bit 2 swaps the two.
func (s Size) Reflect(symmetry, index int) int {
	if index == s.Area() {
		return index
	}
	x, y := index%s.W, index/s.W
	if symmetry&1 != 0 {
		x = s.W - 1 - x
	}
	if symmetry&2 != 0 {
		y = s.H - 1 - y
	}
	if symmetry&4 != 0 {
		x, y = y, x
	}
	return y*s.W + x
}
