package ruleset

import "fmt"

// Setup is what stands on the board before the first move. The zero value is
// the start that the rules prescribe.
type Setup struct {
	// Black and White are the stones. Without any, and without handicap, the
	// board starts as Rules.Start says.
	Black, White []Point

	// ToPlay is the player to move; Empty means White in a handicap game, and
	// Rules.FirstPlayer otherwise.
	ToPlay Color

	// Handicap is the number of stones for which the rules may compensate
	// White. Setup stones alone make no handicap game.
	Handicap int

	// Captures are stones already captured, by Black and by White.
	Captures [2]int
}

// empty reports whether the setup leaves the board to the rules.
func (s Setup) empty() bool {
	return len(s.Black) == 0 && len(s.White) == 0 && s.Handicap == 0
}

// Position returns the board of the given size with the setup's stones. A
// point that is off the board or named twice and a chain without liberties
// are errors that name the point.
func (s Setup) Position(size Size) (Position, error) {
	if err := size.Validate(); err != nil {
		return Position{}, err
	}
	position := NewPosition(size)
	for _, side := range []struct {
		color  Color
		points []Point
	}{{Black, s.Black}, {White, s.White}} {
		for _, p := range side.points {
			if !size.Contains(p) {
				return Position{}, fmt.Errorf("setup: %v: %w", Move{side.color, p}, ErrOffBoard)
			}
			if position.At(p) != Empty {
				return Position{}, fmt.Errorf("setup: %v: %w", Move{side.color, p}, ErrOccupied)
			}
			position.Set(p, side.color)
		}
	}
	if p := position.NoLiberty(); p != NoPoint {
		return Position{}, fmt.Errorf("setup: the chain at %v has no liberty: leave one of its neighbors empty", p)
	}
	return position, nil
}

// SetupOf returns the setup of the stones on a board.
func SetupOf(position *Position, toPlay Color) Setup {
	setup := Setup{ToPlay: toPlay}
	for _, p := range position.Size().Points() {
		switch position.At(p) {
		case Black:
			setup.Black = append(setup.Black, p)
		case White:
			setup.White = append(setup.White, p)
		}
	}
	return setup
}
