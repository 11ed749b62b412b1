package experiments

import (
	"testing"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/ruleset"
)

// keyOf is the key of moves on a board of w x h.
func keyOf(w, h int16, moves []int16) uint64 {
	return SymmetryKey(&datasets.GameRow{BoardW: w, BoardH: h, Moves: moves}, len(moves))
}

func TestSymmetryKey(t *testing.T) {
	game := []int16{2, 12, 7, 25, 25} // 5x5, two passes at the end
	key := keyOf(5, 5, game)
	seen := map[uint64]bool{}
	for s := range 8 {
		image := make([]int16, len(game))
		raw := uint64(0)
		for i, move := range game {
			image[i] = int16(ruleset.Square(5).Reflect(s, int(move)))
			raw = raw*31 + uint64(image[i])
		}
		seen[raw] = true
		if keyOf(5, 5, image) != key {
			t.Errorf("symmetry %d has another key", s)
		}
	}
	if len(seen) != 4 {
		// The game's first stone stands on an axis of the board, its third too: half of
		// the eight images coincide.
		t.Errorf("%d distinct images, want 4", len(seen))
	}
	if keyOf(5, 5, []int16{2, 12, 7, 25}) == key || keyOf(5, 5, []int16{2, 12, 8, 25, 25}) == key {
		t.Error("another game has the same key")
	}
	if keyOf(3, 2, []int16{0, 1}) != keyOf(3, 2, []int16{5, 4}) || keyOf(3, 2, []int16{0, 1}) == keyOf(3, 2, []int16{0, 3}) {
		t.Error("a rectangle has four symmetries, none of which swaps columns and rows")
	}
}

func TestSymmetryKeyKnowsTheSetup(t *testing.T) {
	game := func(stone int16, moves ...int16) uint64 {
		return SymmetryKey(&datasets.GameRow{BoardW: 5, BoardH: 5, SetupBlack: []int16{stone}, Moves: moves}, len(moves))
	}
	if game(0, 1) == game(0, 15) || game(0, 1) == game(1, 1) {
		t.Error("games that differ in the stones set up have one key")
	}
	if game(0, 1) != game(4, 3) || game(0, 1) != game(24, 23) || game(0, 1) != game(0, 5) {
		t.Error("images of a game have different keys")
	}
}
