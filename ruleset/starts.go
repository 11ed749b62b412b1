package ruleset

import "fmt"

// starLine returns the distance of the corner star points from the edge: 4
// on boards of 13 and more, 3 on smaller ones.
func starLine(side int) int {
	if side >= 13 {
		return 4
	}
	return 3
}

// DiagonalStart returns the old Chinese start: on the corner star points, two
// stones of each color on diagonally opposite corners, and White to move.
func DiagonalStart(size Size) (Setup, error) {
	const least = 7
	if size.W < least || size.H < least {
		return Setup{}, fmt.Errorf("diagonal start: board %v is too small for four corner star points: both sides must be %d or more; smaller boards need start=empty", size, least)
	}
	left, low := starLine(size.W), starLine(size.H)
	right, high := size.W+1-left, size.H+1-low
	return Setup{
		Black:  []Point{At(left, low), At(right, high)},
		White:  []Point{At(left, high), At(right, low)},
		ToPlay: White,
	}, nil
}
