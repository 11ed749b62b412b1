package ruleset

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// HalfPoints is a komi, a score or a margin, in half points, so that 7½ is
// exact. Half a point is also a quarter zi of Chinese counting.
type HalfPoints int32

// WholePoints converts points to HalfPoints.
func WholePoints(n int) HalfPoints { return HalfPoints(2 * n) }

// Points returns the value in points; every HalfPoints has an exact float64.
func (h HalfPoints) Points() float64 { return float64(h) / 2 }

// String returns the value in points: "7.5", "-3", "0".
func (h HalfPoints) String() string { return strconv.FormatFloat(h.Points(), 'f', -1, 64) }

// ParseHalfPoints reads points written as "7.5", "-3" or "0.5".
func ParseHalfPoints(s string) (HalfPoints, error) {
	points, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	if err != nil || math.IsNaN(points) || math.Abs(points) > 1e6 {
		return 0, fmt.Errorf("%q is no number of points: write for example 7.5", s)
	}
	halves := points * 2
	if halves != math.Trunc(halves) {
		return 0, fmt.Errorf("%s points cannot be kept: komi and scores are multiples of half a point, so write %v or %v",
			strings.TrimSpace(s), math.Floor(halves)/2, math.Ceil(halves)/2)
	}
	return HalfPoints(halves), nil
}
