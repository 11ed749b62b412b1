package ruleset

import (
	"fmt"
	"strconv"
	"strings"
)

// Limits of the boards that can be recorded, refereed and counted.
const (
	MinSide = 1
	MaxSide = 25
)

// Stride is the distance from a point to the one above it, the same on every
// board size, so that a Point has one meaning whatever the board. The column
// after the 25th is the border of one row and of the next.
const Stride = MaxSide + 1

// NumPoints bounds every Point, border included: an array of this length can
// be indexed by any Point and by its four neighbors.
const NumPoints = (MaxSide+2)*Stride + 1

// Point is an intersection: At(1, 1) is A1, the lower left corner. Points of
// column 0, of row 0 and beyond the board's width and height are border.
type Point uint16

// Two border points with a meaning of their own. The zero value is "no
// point", never a pass.
const (
	NoPoint Point = 0
	Pass    Point = 1
)

// At returns the point in the given column and row, both counted from 1, from
// the lower left.
func At(col, row int) Point { return Point(row*Stride + col) }

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

// columns are the letters of GTP vertices: I is left out.
const columns = "ABCDEFGHJKLMNOPQRSTUVWXYZ"

// String returns the GTP vertex, such as "D4" or "pass"; "none" for NoPoint.
func (p Point) String() string {
	col, row := p.Col(), p.Row()
	switch {
	case p == NoPoint:
		return "none"
	case p == Pass:
		return "pass"
	case col < 1 || col > MaxSide || row < 1 || row > MaxSide:
		return fmt.Sprintf("border(%d)", uint16(p))
	}
	return columns[col-1:col] + strconv.Itoa(row)
}

// ParsePoint reads a GTP vertex in any case. It does not know the size of the
// board: see Size.Contains.
func ParsePoint(s string) (Point, error) {
	if strings.EqualFold(s, "pass") {
		return Pass, nil
	}
	if len(s) < 2 || len(s) > 3 {
		return NoPoint, fmt.Errorf("%q is no point: write a letter (A to Z without I) and a row, such as D4, or pass", s)
	}
	col := strings.IndexByte(columns, upper(s[0])) + 1
	row, err := strconv.Atoi(s[1:])
	if col == 0 || err != nil || s[1] == '+' || row < 1 || row > MaxSide {
		return NoPoint, fmt.Errorf("%q is no point: write a letter (A to Z without I) and a row, such as D4, or pass", s)
	}
	return At(col, row), nil
}

func upper(b byte) byte {
	if 'a' <= b && b <= 'z' {
		return b - 'a' + 'A'
	}
	return b
}

// Move is a play or a pass by one player; setup stones and handicap games
// need the color.
type Move struct {
	Color Color
	Point Point
}

// String returns the move as "B D4".
func (m Move) String() string { return m.Color.String() + " " + m.Point.String() }
