package datasets

import (
	"fmt"

	"github.com/tengen-go/tengen/ruleset"
)

// PointNumbers converts points of a board to the numbers of the columns moves,
// setup_black and the like.
func PointNumbers(size ruleset.Size, points []ruleset.Point) []int16 {
	numbers := make([]int16, len(points))
	for i, p := range points {
		numbers[i] = int16(size.Index(p))
	}
	return numbers
}

// PointsOf is the inverse of PointNumbers. A number that is no point of the
// board is an error.
func PointsOf(size ruleset.Size, numbers []int16) ([]ruleset.Point, error) {
	points := make([]ruleset.Point, len(numbers))
	for i, n := range numbers {
		points[i] = size.PointAt(int(n))
		if points[i] == ruleset.NoPoint {
			return nil, fmt.Errorf("point number %d at place %d: a board of %v has 0 to %d", n, i, size, size.Area())
		}
	}
	return points, nil
}
