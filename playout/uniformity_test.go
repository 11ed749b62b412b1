package playout

import (
	"fmt"
	"math"
	"testing"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/ruleset"
)

// Two moves in a row, from positions late in a game where many points are eyes or
// suicide, come as often as two uniform choices among the playable points give:
// chi squared over all pairs. (Package lanes has the same test of its own.)
func TestPairsOfMovesAreUniform(t *testing.T) {
	draws := 200
	if testing.Short() {
		draws = 40
	}
	for _, side := range []int{5, 9, 13, 19} {
		start := lateGame(side)
		expected := pairsOfMoves(start)
		n := draws * len(expected)
		t.Run(fmt.Sprint(side), func(t *testing.T) {
			seen := map[uint64]int{}
			rng := NewRNG(uint64(side))
			runner := Runner{MaxMoves: 2}
			for range n {
				board := *start
				runner.Run(&board, &rng, nil)
				seen[board.Hash()]++
			}
			comparePairs(t, expected, seen, n)
		})
	}
}

// lateGame plays at random until few points are left to choose from.
func lateGame(side int) *fastboard.Board {
	for seed := uint64(0); ; seed++ {
		board, rng := fastboard.New(ruleset.Square(side)), NewRNG(seed)
		for board.Passes() < 2 {
			if n := len(playable(board)); n >= 4 && n <= 12 && board.EmptyCount() >= n+4 {
				return board
			}
			board.Play(Uniform{}.Move(board, &rng))
		}
	}
}

// playable lists the playable points by the slow way: every empty point is asked.
func playable(board *fastboard.Board) (points []fastboard.Point) {
	for i := range board.EmptyCount() {
		if p := board.EmptyAt(i); board.Legal(p) && !board.EyeLike(p, board.ToPlay()) {
			points = append(points, p)
		}
	}
	return points
}

// pairsOfMoves returns the probability of each position two moves later.
func pairsOfMoves(start *fastboard.Board) map[uint64]float64 {
	probability := map[uint64]float64{}
	first := playable(start)
	for _, p := range first {
		after := *start
		after.Play(p)
		second := playable(&after)
		for _, q := range second {
			end := after
			end.Play(q)
			probability[end.Hash()] += 1 / float64(len(first)*len(second))
		}
		if len(second) == 0 {
			probability[after.Hash()] += 1 / float64(len(first))
		}
	}
	return probability
}

func comparePairs(t *testing.T, expected map[uint64]float64, seen map[uint64]int, n int) {
	t.Helper()
	sum := 0.0
	for hash, probability := range expected {
		want := probability * float64(n)
		sum += (float64(seen[hash]) - want) * (float64(seen[hash]) - want) / want
		delete(seen, hash)
	}
	if len(seen) > 0 {
		t.Errorf("%d positions came that two moves cannot lead to", len(seen))
	}
	free := float64(len(expected) - 1)
	off := (sum - free) / math.Sqrt(2*free)
	t.Logf("%d pairs, %d draws: chi squared is %.1f standard deviations off", len(expected), n, off)
	if math.Abs(off) > 5 {
		t.Errorf("chi squared is %.1f standard deviations off", off)
	}
}
