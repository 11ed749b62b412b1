package ruleset

import "fmt"

// FixedHandicap returns the points of n handicap stones, 2 to 9, as GTP
// version 2 fixes them (section 4.1.1): on the third line of boards from 7 to
// 12 points wide, on the fourth line of larger ones. Boards of even size and
// 7x7 offer at most four, boards below 7x7 none.
func FixedHandicap(size Size, n int) ([]Point, error) {
	most := MaxFixedHandicap(size)
	if n < 2 || n > most {
		if most == 0 {
			return nil, fmt.Errorf("fixed handicap: board %v offers none: both sides must be 7 or more", size)
		}
		return nil, fmt.Errorf("fixed handicap of %d: board %v offers 2 to %d", n, size, most)
	}
	left, low := starLine(size.W), starLine(size.H)
	right, high := size.W+1-left, size.H+1-low
	midCol, midRow := (size.W+1)/2, (size.H+1)/2
	points := []Point{
		At(left, low), At(right, high), At(left, high), At(right, low),
		At(left, midRow), At(right, midRow), At(midCol, low), At(midCol, high),
	}
	center := At(midCol, midRow)
	if n == 5 || n == 7 || n == 9 {
		return append(points[:n-1], center), nil
	}
	return points[:n], nil
}

// MaxFixedHandicap returns the largest handicap that FixedHandicap offers, 0
// for none.
func MaxFixedHandicap(size Size) int {
	switch {
	case size.Validate() != nil || size.W < 7 || size.H < 7:
		return 0
	case size.W == 7 || size.H == 7 || size.W%2 == 0 || size.H%2 == 0:
		return 4
	}
	return 9
}

// HandicapSetup returns the start of a game in which Black has the given
// stones and White moves first. FixedHandicap has the customary points.
func HandicapSetup(size Size, stones []Point) (Setup, error) {
	setup := Setup{Black: stones, ToPlay: White, Handicap: len(stones)}
	if len(stones) < 2 || len(stones) >= size.Area() {
		return Setup{}, fmt.Errorf("handicap of %d stones on board %v: give at least 2 and leave a point empty", len(stones), size)
	}
	_, err := setup.Position(size)
	return setup, err
}

// Handicap returns the start of a game with n handicap stones under these
// rules: on the chosen points where Black may choose, else, or if none are
// chosen, on those of FixedHandicap.
func (r Rules) Handicap(size Size, n int, chosen []Point) (Setup, error) {
	if len(chosen) == 0 {
		points, err := FixedHandicap(size, n)
		if err != nil {
			return Setup{}, err
		}
		return HandicapSetup(size, points)
	}
	if r.Placement == PlacementFixed {
		return Setup{}, fmt.Errorf("handicap: the rules fix the points of handicap stones: choose none, or placement=free")
	}
	if len(chosen) != n {
		return Setup{}, fmt.Errorf("handicap of %d stones: %d points are chosen", n, len(chosen))
	}
	return HandicapSetup(size, chosen)
}
