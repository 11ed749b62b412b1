package experiments

import "testing"

func TestSymmetryKey(t *testing.T) {
	game := []int16{2, 12, 7, 25, 25} // 5x5, two passes at the end
	key := symmetryKey(5, 5, game)
	seen := map[uint64]bool{}
	for s := range 8 {
		image := make([]int16, len(game))
		raw := uint64(0)
		for i, move := range game {
			image[i] = int16(reflected(s, 5, 5, int(move)))
			raw = raw*31 + uint64(image[i])
		}
		seen[raw] = true
		if symmetryKey(5, 5, image) != key {
			t.Errorf("symmetry %d has another key", s)
		}
	}
	if len(seen) != 4 {
		// The game's first stone stands on an axis of the board, its third too: half of
		// the eight images coincide.
		t.Errorf("%d distinct images, want 4", len(seen))
	}
	if symmetryKey(5, 5, []int16{2, 12, 7, 25}) == key || symmetryKey(5, 5, []int16{2, 12, 8, 25, 25}) == key {
		t.Error("another game has the same key")
	}
	if symmetryKey(3, 2, []int16{0, 1}) != symmetryKey(3, 2, []int16{5, 4}) || symmetryKey(3, 2, []int16{0, 1}) == symmetryKey(3, 2, []int16{0, 3}) {
		t.Error("a rectangle has four symmetries, none of which swaps columns and rows")
	}
}
