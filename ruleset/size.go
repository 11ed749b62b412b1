package ruleset

import (
	"fmt"
	"strconv"
	"strings"
)

// Size is the number of columns and rows of a board.
type Size struct{ W, H int }

// Square returns the size n x n.
func Square(n int) Size { return Size{n, n} }

// Area is the number of points on the board.
func (s Size) Area() int { return s.W * s.H }

// Contains reports whether p is a point of a board of this size; a pass is
// not.
func (s Size) Contains(p Point) bool {
	col, row := p.Col(), p.Row()
	return col >= 1 && col <= s.W && row >= 1 && row <= s.H
}

// Points returns the board's points from A1 along each row, bottom row first.
func (s Size) Points() []Point {
	points := make([]Point, 0, s.Area())
	for row := 1; row <= s.H; row++ {
		for col := 1; col <= s.W; col++ {
			points = append(points, At(col, row))
		}
	}
	return points
}

// Index numbers the points of the board from 0 at the upper left, along the
// rows: the order of data sets and of policy vectors. A pass is Area().
func (s Size) Index(p Point) int {
	if p == Pass {
		return s.Area()
	}
	return (s.H-p.Row())*s.W + p.Col() - 1
}

// PointAt is the inverse of Index; it returns NoPoint where there is none.
func (s Size) PointAt(index int) Point {
	switch {
	case index == s.Area():
		return Pass
	case index < 0 || index > s.Area():
		return NoPoint
	}
	return At(index%s.W+1, s.H-index/s.W)
}

// Validate reports a size that no record may have.
func (s Size) Validate() error {
	if s.W < MinSide || s.W > MaxSide || s.H < MinSide || s.H > MaxSide {
		return fmt.Errorf("board size %v: each side must be %d to %d", s, MinSide, MaxSide)
	}
	return nil
}

// String returns "9x9", columns first.
func (s Size) String() string { return strconv.Itoa(s.W) + "x" + strconv.Itoa(s.H) }

// ParseSize reads "9", "9x13" or "9:13", columns first.
func ParseSize(text string) (Size, error) {
	w, h, two := strings.Cut(strings.ToLower(text), "x")
	if !two {
		w, h, two = strings.Cut(text, ":")
	}
	if !two {
		h = w
	}
	width, errW := strconv.Atoi(w)
	height, errH := strconv.Atoi(h)
	if errW != nil || errH != nil {
		return Size{}, fmt.Errorf("board size %q: write a number such as 9, or columns x rows such as 9x13", text)
	}
	size := Size{width, height}
	return size, size.Validate()
}
