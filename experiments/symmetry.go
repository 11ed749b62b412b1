package experiments

import "github.com/tengen-go/tengen/datasets"

// A board has eight symmetries, a rectangle four: two games that differ only
// by one of them are the same game.

// symmetryKey returns a number that is the same for a game and for each of its
// mirror images and rotations, and differs between other games but by a chance
// of about 2^-64. It takes the first plies moves into account, and the stones that
// stood on the board before.
func symmetryKey(row *datasets.GameRow, plies int) uint64 {
	w, h := int(row.BoardW), int(row.BoardH)
	count := 8
	if w != h {
		count = 4
	}
	var least uint64
	for s := range count {
		key := uint64(w)<<8 | uint64(h)
		for color, stones := range [][]int16{row.SetupBlack, row.SetupWhite} {
			for _, p := range stones { // a sum, since their order means nothing
				key += finalize(uint64(reflected(s, w, h, int(p)))<<8 | uint64(color+1)<<1 | 1)
			}
		}
		for _, move := range row.Moves[:plies] {
			key = finalize(key*0x9e3779b97f4a7c15 + uint64(reflected(s, w, h, int(move))) + 1)
		}
		if s == 0 || key < least {
			least = key
		}
	}
	return least
}

// reflected applies symmetry s to the index of a point: bit 0 mirrors the
// columns, bit 1 the rows, bit 2 swaps the two.
func reflected(s, w, h, index int) int {
	if index == w*h {
		return index
	}
	x, y := index%w, index/w
	if s&1 != 0 {
		x = w - 1 - x
	}
	if s&2 != 0 {
		y = h - 1 - y
	}
	if s&4 != 0 {
		x, y = y, x
	}
	return y*w + x
}
