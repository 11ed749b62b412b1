package records

import (
	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/ruleset"
)

// symmetryKey returns a number that is the same for a game and its mirror
// images and rotations, whoever played it and however it ended, and differs
// between others but by a chance of 2^-64.
func (m mirrors) symmetryKey(row *datasets.GameRow) uint64 {
	w, h := int(row.BoardW), int(row.BoardH)
	var least uint64
	for s, mirror := range m.of(row.Size()) {
		key := uint64(w)<<8 | uint64(h)
		for color, stones := range [...][]int16{row.SetupBlack, row.SetupWhite} {
			for _, p := range stones { // a sum, since their order means nothing
				key += mix(uint64(mirror[p])<<2 | uint64(color+1))
			}
		}
		key = mix(key ^ uint64(row.SetupToPlay[0])<<32)
		for _, p := range row.Moves {
			key = mix(key + uint64(mirror[p])*0x9e3779b97f4a7c15)
		}
		if s == 0 || key < least {
			least = key
		}
	}
	return max(least, 1)
}

// mix spreads the bits of x: the last step of splitmix64.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// mirrors are the symmetries of the boards that were seen so far, as tables of
// point numbers.
type mirrors map[ruleset.Size][][]int16

func (m mirrors) of(size ruleset.Size) [][]int16 {
	if m[size] == nil {
		symmetries := 8
		if size.W != size.H {
			symmetries = 4
		}
		for s := range symmetries {
			m[size] = append(m[size], reflection(s, size.W, size.H))
		}
	}
	return m[size]
}

// reflection is a symmetry of the board: bit 0 of s mirrors the columns, bit 1
// the rows, bit 2 swaps the two.
func reflection(s, w, h int) []int16 {
	table := make([]int16, w*h+1)
	table[w*h] = int16(w * h) // a pass
	for y := range h {
		for x := range w {
			i, j := x, y
			if s&1 != 0 {
				i = w - 1 - i
			}
			if s&2 != 0 {
				j = h - 1 - j
			}
			if s&4 != 0 {
				i, j = j, i
			}
			table[y*w+x] = int16(j*w + i)
		}
	}
	return table
}
