package fastboard

import "math/bits"

// PointSet is a set of points, a bit for each. The zero value is empty.
type PointSet [NumPoints / 64]uint64

// Add puts p into the set.
func (s *PointSet) Add(p Point) { s[p&mask/64] |= 1 << (p % 64) }

// Remove takes p out of the set.
func (s *PointSet) Remove(p Point) { s[p&mask/64] &^= 1 << (p % 64) }

// Has reports whether p is in the set.
func (s *PointSet) Has(p Point) bool { return s[p&mask/64]>>(p%64)&1 != 0 }

// Len returns the number of points in the set.
func (s *PointSet) Len() int {
	n := 0
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

// Nth returns the point of the set that has n smaller ones in it, NoPoint if
// there are not so many.
func (s *PointSet) Nth(n int) Point {
	for i, word := range s {
		if c := bits.OnesCount64(word); n >= c {
			n -= c
			continue
		}
		for ; n > 0; n-- {
			word &= word - 1
		}
		return Point(64*i + bits.TrailingZeros64(word))
	}
	return NoPoint
}
