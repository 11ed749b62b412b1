package lanes

import (
	"flag"
	"slices"
	"testing"
)

var (
	manyGames = flag.Int("games", 0, "follow so many games on 9x9 with the referee, a tenth on 13x13 and rectangles, a fiftieth on 19x19")
	onlySide  = flag.Int("side", 0, "with -games, only the board of this size")
)

// fewGames reports whether the tests are to be quick.
func fewGames() bool { return testing.Short() || raceEnabled }

// board is a size and how many games of it a test plays.
type board struct{ cols, rows, games int }

// boards returns the sizes that the checks go through: every kernel at its full
// size, and boards and rectangles inside them down to a single point.
func boards(t *testing.T) []board {
	if *manyGames > 0 {
		n := *manyGames
		all := []board{
			{9, 9, n}, {13, 13, n / 10}, {19, 19, n / 50}, {7, 7, n},
			{5, 6, n / 10}, {9, 3, n / 10}, {2, 2, n / 10}, {1, 9, n / 10}, {12, 10, n / 10}, {18, 15, n / 50},
		}
		return slices.DeleteFunc(all, func(b board) bool { return *onlySide != 0 && *onlySide != b.cols })
	}
	all := []board{
		{7, 7, 8}, {9, 9, 8}, {13, 13, 2}, {19, 19, 1},
		{1, 1, 4}, {2, 1, 10}, {1, 9, 6}, {2, 2, 10}, {3, 3, 10}, {5, 5, 8}, {7, 4, 6},
		{8, 5, 4}, {9, 3, 4}, {10, 13, 2}, {13, 2, 4}, {19, 3, 2}, {14, 16, 1},
	}
	if fewGames() {
		for i := range all {
			all[i].games = (all[i].games + 3) / 4
			if all[i].cols*all[i].rows > 100 {
				all[i].games = 0
			}
		}
	}
	return all
}
