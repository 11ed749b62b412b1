package fastboard

import "github.com/tengen-go/tengen/ruleset"

// MaxSide is the longest side of a Board. The referee goes further, to 25.
const MaxSide = 19

// Stride is the distance from a point to the one above it, the same on every
// board size. The column after the 19th is the border of one row and of the
// next.
const Stride = MaxSide + 1

// NumPoints bounds every Point, border included, and is a power of two, so
// that an index masked with NumPoints-1 needs no bounds check.
const NumPoints = 512

// Point is an intersection in this package's own numbering: At(1, 1) is A1,
// the lower left corner.
type Point uint16

// Two border points with a meaning of their own, as in package ruleset.
const (
	NoPoint Point = 0
	Pass    Point = 1
)

// At returns the point in the given column and row, both counted from 1, from
// the lower left.
func At(col, row int) Point { return Point(row*Stride + col) }

// FromRuleset converts a point of a board that is at most 19 wide and high;
// NoPoint and Pass stay what they are.
func FromRuleset(p ruleset.Point) Point { return At(p.Col(), p.Row()) }

// Ruleset converts p to the referee's numbering.
func (p Point) Ruleset() ruleset.Point { return ruleset.At(p.Col(), p.Row()) }

// Col returns the column of p, from 1.
func (p Point) Col() int { return int(p) % Stride }

// Row returns the row of p, from 1.
func (p Point) Row() int { return int(p) / Stride }

// Neighbors returns the four points next to p, border points included.
func (p Point) Neighbors() [4]Point {
	return [4]Point{p - Stride, p - 1, p + 1, p + Stride}
}

// Diagonals returns the four points diagonally next to p, border points
// included.
func (p Point) Diagonals() [4]Point {
	return [4]Point{p - Stride - 1, p - Stride + 1, p + Stride - 1, p + Stride + 1}
}

// String returns the GTP vertex, such as "D4" or "pass"; "none" for NoPoint.
func (p Point) String() string { return p.Ruleset().String() }
