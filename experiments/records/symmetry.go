package records

import (
	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/ruleset"
)

// Key returns a number that is the same for a game and its mirror
// images and rotations, whoever played it and however it ended, and differs
// between others but by a chance of 2^-64; 0 for a game without moves, which is
// no copy of another.
func (m Mirrors) Key(row *datasets.GameRow) uint64 {
	if len(row.Moves) == 0 {
		return 0
	}
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

// Mirrors are the symmetries of the boards that were seen so far, as tables of
// point numbers.
type Mirrors map[ruleset.Size][][]int16

func (m Mirrors) of(size ruleset.Size) [][]int16 {
	if m[size] == nil {
		for s := range size.Symmetries() {
			table := make([]int16, size.Area()+1)
			for i := range table {
				table[i] = int16(size.Reflect(s, i))
			}
			m[size] = append(m[size], table)
		}
	}
	return m[size]
}
