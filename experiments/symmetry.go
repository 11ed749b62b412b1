package experiments

import "github.com/tengen-go/tengen/datasets"

// A board has eight symmetries, a rectangle four: two games that differ only
// by one of them are the same game.

// SymmetryKey returns a number that is the same for a game and for each of its
// mirror images and rotations, and differs between other games but by a chance
// of about 2^-64. It takes the first plies moves into account, and the stones that
// stood on the board before.
func SymmetryKey(row *datasets.GameRow, plies int) uint64 {
	w, h := int(row.BoardW), int(row.BoardH)
	size := row.Size()
	var least uint64
	for s := range size.Symmetries() {
		key := uint64(w)<<8 | uint64(h)
		for color, stones := range [][]int16{row.SetupBlack, row.SetupWhite} {
			for _, p := range stones { // a sum, since their order means nothing
				key += finalize(uint64(size.Reflect(s, int(p)))<<8 | uint64(color+1)<<1 | 1)
			}
		}
		for _, move := range row.Moves[:plies] {
			key = finalize(key*0x9e3779b97f4a7c15 + uint64(size.Reflect(s, int(move))) + 1)
		}
		if s == 0 || key < least {
			least = key
		}
	}
	return least
}
