package playout_test

import (
	"flag"
	"math"
	"testing"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/playout"
	"github.com/tengen-go/tengen/ruleset"
)

// playouts is for the thorough run: go test ./playout -run Published -playouts 1000000
var playouts = flag.Int("playouts", 0, "playouts for the published reference, 0 for the usual number")

// TestPublishedReference compares uniform playouts from the empty 9x9 board
// with the figures that authors of Go programs agreed on, each with a board of
// his own, on the computer-go mailing list in October 2008: 111.06 moves on
// average, and Black ahead in a share of 0.525, 0.447 and 0.422 of the games
// with a komi of 0, 6.5 and 7.5.
//
// The figures hold for these rules, and each of them matters: a uniform choice
// among the legal moves that fill no eye as in Board.EyeLike; simple ko and no
// suicide; two passes end a playout and are among its moves (without them the
// mean would be 109.06); all stones left on the board are alive.
func TestPublishedReference(t *testing.T) {
	n := 200_000
	if testing.Short() || raced {
		n = 20_000
	}
	if *playouts > 0 {
		n = *playouts
	}
	start := fastboard.New(ruleset.Square(9))
	t.Run("one game at a time", func(t *testing.T) {
		var board fastboard.Board
		var runner playout.Runner
		rng := playout.NewRNG(9)
		outcomes := make([]playout.Outcome, n)
		for i := range outcomes {
			board.CopyFrom(start)
			outcomes[i] = runner.Run(&board, &rng, nil)
		}
		compareWithPublished(t, outcomes)
	})
	t.Run("in lanes", func(t *testing.T) {
		batch, err := playout.NewBatch(start.Size(), playout.BatchOptions{})
		if err != nil {
			t.Fatal(err)
		}
		outcomes := make([]playout.Outcome, n)
		batch.Play(start, 9<<32, outcomes)
		t.Logf("kernel: %v", batch)
		compareWithPublished(t, outcomes)
	})
}

func compareWithPublished(t *testing.T, outcomes []playout.Outcome) {
	const published = 111.06
	shares := []struct {
		komi  ruleset.HalfPoints
		share float64
	}{{0, 0.525}, {13, 0.447}, {15, 0.422}}
	var moves, squares float64
	ahead := make([]int, len(shares))
	for _, outcome := range outcomes {
		if outcome.Capped {
			t.Fatalf("a playout was capped after %d moves", outcome.Moves)
		}
		moves += float64(outcome.Moves)
		squares += float64(outcome.Moves) * float64(outcome.Moves)
		for i, s := range shares {
			if ruleset.WholePoints(int(outcome.Margin)) > s.komi {
				ahead[i]++
			}
		}
	}

	// Four standard errors, and half a unit of the last published digit.
	games := float64(len(outcomes))
	mean := moves / games
	deviation := math.Sqrt(squares/games - mean*mean)
	if tolerance := 4*deviation/math.Sqrt(games) + 0.005; math.Abs(mean-published) > tolerance {
		t.Errorf("%.3f moves on average, published are %.2f, the tolerance is %.3f", mean, published, tolerance)
	}
	for i, s := range shares {
		got := float64(ahead[i]) / games
		tolerance := 4*math.Sqrt(s.share*(1-s.share)/games) + 0.0005
		if math.Abs(got-s.share) > tolerance {
			t.Errorf("komi %v: Black is ahead in %.4f, published is %.3f, the tolerance is %.4f", s.komi, got, s.share, tolerance)
		}
		t.Logf("komi %v: Black is ahead in %.4f (published %.3f)", s.komi, got, s.share)
	}
	t.Logf("%d playouts of %.3f moves on average (published %.2f), standard deviation %.2f", len(outcomes), mean, published, deviation)
}
