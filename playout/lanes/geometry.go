package lanes

import (
	"fmt"
	"math/bits"
)

// MaxSide is the longest side of a board that fits a Plane.
const MaxSide = 19

// MaxWords is the length of a Plane.
const MaxWords = 6

// Plane is a set of points of one board, one bit each. Which bit a point has
// depends on the Geometry; words beyond Geometry.Words are zero, and so are
// all bits that are no point of the board.
type Plane [MaxWords]uint64

// Spot is the number of a point's bit in a Plane. Bit 0 is never a point, so
// that the zero Spot can mean "none" and, as a move, a pass.
type Spot uint16

// NoSpot is no point; as a move it is a pass.
const NoSpot Spot = 0

// Geometry says how the points of a board of one size lie in a Plane.
//
// The points lie row after row from A1, each row followed by one bit that is
// never a point. Hence a neighbor is a shift by one or by the stride, and what
// is shifted over the edge of the board falls on a bit that the mask removes.
// The stride belongs to the kernel, which is the smallest of 7, 9, 13 and 19
// that holds the board: a 5x9 board is played by the 9x9 kernel under a mask
// of 45 points.
type Geometry struct {
	cols, rows int
	kernel     int  // side of the kernel: 7, 9, 13 or 19
	stride     uint // distance to the point above
	words      int
	mask, edge Plane  // the points; those with fewer than four neighbors
	steps      [8]int // to the eight neighbors, from the lower left along the rows
}

// firstSpot is the bit of A1.
const firstSpot = 1

// kernelSides are the boards for which there is a kernel.
var kernelSides = [...]int{7, 9, 13, 19}

// NewGeometry returns the geometry of a board with the given number of columns
// and rows, each 1 to MaxSide.
func NewGeometry(cols, rows int) (*Geometry, error) {
	longer := max(cols, rows)
	if min(cols, rows) < 1 || longer > MaxSide {
		return nil, fmt.Errorf("lanes: a board of %dx%d cannot be played in lanes: each side must be 1 to %d", cols, rows, MaxSide)
	}
	for _, side := range kernelSides {
		if longer <= side {
			return newGeometry(cols, rows, side), nil
		}
	}
	panic("unreachable: the last kernel holds every board")
}

// newGeometry places a board in the kernel of the given side.
func newGeometry(cols, rows, kernel int) *Geometry {
	g := &Geometry{cols: cols, rows: rows, kernel: kernel, stride: uint(kernel + 1)}
	n := kernel + 1
	g.steps = [8]int{-n - 1, -n, -n + 1, -1, 1, n - 1, n, n + 1}
	g.words = (firstSpot + kernel*int(g.stride) + 63) / 64
	for row := 1; row <= rows; row++ {
		for col := 1; col <= cols; col++ {
			s := g.Spot(col, row)
			g.mask.Add(s)
			if col == 1 || row == 1 || col == cols || row == rows {
				g.edge.Add(s)
			}
		}
	}
	return g
}

// Cols returns the number of columns.
func (g *Geometry) Cols() int { return g.cols }

// Rows returns the number of rows.
func (g *Geometry) Rows() int { return g.rows }

// Area returns the number of points.
func (g *Geometry) Area() int { return g.cols * g.rows }

// Words returns the number of words of a Plane that are in use.
func (g *Geometry) Words() int { return g.words }

// Mask returns the plane of all points.
func (g *Geometry) Mask() Plane { return g.mask }

// Spot returns the bit of the point in the given column and row, both counted
// from 1, from the lower left.
func (g *Geometry) Spot(col, row int) Spot {
	return Spot(firstSpot + (row-1)*int(g.stride) + col - 1)
}

// ColRow is the inverse of Spot.
func (g *Geometry) ColRow(s Spot) (col, row int) {
	n := int(s) - firstSpot
	return n%int(g.stride) + 1, n/int(g.stride) + 1
}

// Contains reports whether s is a point of the board.
func (g *Geometry) Contains(s Spot) bool { return g.mask.Has(s) }

// Has reports whether s is in the set.
func (p *Plane) Has(s Spot) bool {
	return s < 64*MaxWords && p[s/64]>>(s%64)&1 != 0
}

// Add puts s into the set.
func (p *Plane) Add(s Spot) { p[s/64] |= 1 << (s % 64) }

// Remove takes s out of the set.
func (p *Plane) Remove(s Spot) { p[s/64] &^= 1 << (s % 64) }

// Len returns the number of points in the set.
func (p *Plane) Len() int {
	n := 0
	for _, word := range p {
		n += bits.OnesCount64(word)
	}
	return n
}

// IsEmpty reports whether the set has no point.
func (p *Plane) IsEmpty() bool { return *p == Plane{} }

// Nth returns the point with exactly n points of the set before it, in the
// order of the bits: along the rows, from A1. There is none if n is too large;
// then Nth returns NoSpot.
func (p *Plane) Nth(n int) Spot {
	for i, word := range p {
		count := bits.OnesCount64(word)
		if n >= count {
			n -= count
			continue
		}
		for range n {
			word &= word - 1
		}
		return Spot(64*i + bits.TrailingZeros64(word))
	}
	return NoSpot
}

// Spots calls yield for the points of the set in the order of the bits.
func (p *Plane) Spots(yield func(Spot) bool) {
	for i, word := range p {
		for ; word != 0; word &= word - 1 {
			if !yield(Spot(64*i + bits.TrailingZeros64(word))) {
				return
			}
		}
	}
}

// up returns word i of the plane with every point moved k bits up: by 1 to
// the right-hand neighbor, by the stride to the one above.
func (p *Plane) up(i int, k uint) uint64 {
	word := p[i] << (k & 63)
	if i > 0 {
		word |= p[i-1] >> (-k & 63)
	}
	return word
}

// down returns word i of the plane with every point moved k bits down.
func (p *Plane) down(i int, k uint) uint64 {
	word := p[i] >> (k & 63)
	if i < MaxWords-1 {
		word |= p[i+1] << (-k & 63)
	}
	return word
}

// around returns word i of the set of all bits next to the points of p,
// including bits that are no points.
func (g *Geometry) around(p *Plane, i int) uint64 {
	return p.up(i, 1) | p.down(i, 1) | p.up(i, g.stride) | p.down(i, g.stride)
}

// neighbors returns the points next to the points of p.
func (g *Geometry) neighbors(p *Plane) (next Plane) {
	for i := range g.words {
		next[i] = g.around(p, i) & g.mask[i]
	}
	return next
}

// flood returns the points of within that are connected to the points of
// seed through points of within. Points of seed outside within are dropped.
func (g *Geometry) flood(seed, within *Plane) Plane {
	filled := intersection(seed, within)
	for grown := true; grown; {
		grown = false
		for i := range g.words {
			word := filled[i] | g.around(&filled, i)&within[i]
			if word != filled[i] {
				filled[i], grown = word, true
			}
		}
	}
	return filled
}

// reach floods the chain of the stone at s among stones until it has found two
// of its liberties or all there are. It returns how many it found, the last
// one, and the stones it came across: the whole chain if there are fewer than
// two liberties.
func (g *Geometry) reach(s Spot, stones, empty *Plane) (liberties int, last Spot, chain Plane) {
	chain.Add(s)
	low, high := int(s/64), int(s/64) // the words that hold the chain
	for grown := true; grown; {
		grown, liberties = false, 0
		from, to := max(low-1, 0), min(high+1, g.words-1)
		for i := from; i <= to; i++ {
			near := g.around(&chain, i)
			if free := near & empty[i]; free != 0 {
				liberties += bits.OnesCount64(free)
				last = Spot(64*i + bits.TrailingZeros64(free))
			}
			if more := near & stones[i] &^ chain[i]; more != 0 {
				chain[i] |= more
				low, high = min(low, i), max(high, i)
				grown = true
			}
		}
		if liberties > 1 {
			break
		}
	}
	return liberties, last, chain
}

// intersection returns the points that are in both sets.
func intersection(a, b *Plane) (both Plane) {
	for i := range both {
		both[i] = a[i] & b[i]
	}
	return both
}

// union returns the points that are in either set.
func union(a, b *Plane) (either Plane) {
	for i := range either {
		either[i] = a[i] | b[i]
	}
	return either
}

// difference returns the points of a that are not in b.
func difference(a, b *Plane) (rest Plane) {
	for i := range rest {
		rest[i] = a[i] &^ b[i]
	}
	return rest
}
