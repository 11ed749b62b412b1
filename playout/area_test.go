package playout

import (
	"fmt"
	"math"
	"testing"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/ruleset"
)

// What a playout in lanes counts is the area of its final board, also where
// regions of several empty points are left: where it was cut short, and where the
// policy gives moves up.
func TestLanesCountArea(t *testing.T) {
	for _, size := range []ruleset.Size{{W: 2, H: 2}, {W: 1, H: 19}, {W: 5, H: 4}, {W: 9, H: 9}, {W: 17, H: 2}} {
		for _, tactical := range []Tactical{{}, DefaultTactical(), {SelfAtari: Always, SelfAtariStone: Always}} {
			for _, portable := range []bool{false, true} {
				options := BatchOptions{Heavy: tactical != Tactical{}, Tactical: tactical, Portable: portable}
				t.Run(fmt.Sprintf("%v/%v/portable=%v", size, tactical, portable), func(t *testing.T) { checkArea(t, size, options) })
			}
		}
	}
}

func checkArea(t *testing.T, size ruleset.Size, options BatchOptions) {
	batch, err := NewBatch(size, options)
	if err != nil {
		t.Fatal(err)
	}
	start := fastboard.New(size)
	for lane := range batch.Lanes() {
		batch.Load(lane, start, uint64(lane))
	}
	for left := batch.Lanes(); left > 0; {
		for _, lane := range batch.Step(nil) {
			left--
			final := batch.Final(lane)
			var board fastboard.Board
			if err := board.Load(&final, ruleset.Black, ruleset.NoPoint, 0); err != nil {
				t.Fatal(err)
			}
			if got, want := batch.Outcome(lane), board.AreaScore(); int(got.Margin) != want {
				t.Fatalf("%+v, but the area is %d:\n%v", got, want, &board)
			}
		}
	}
}

// On 2x2 with nothing but the rules of self-atari most playouts end early. Lanes and
// a board of its own must have the same mean there.
func TestLanesAndBoardEndAlike(t *testing.T) {
	const n = 100_000
	size, policy := ruleset.Square(2), Tactical{SelfAtari: 240, SelfAtariStone: 128}
	batch, err := NewBatch(size, BatchOptions{Heavy: true, Tactical: policy})
	if err != nil {
		t.Fatal(err)
	}
	start := fastboard.New(size)
	outcomes := make([]Outcome, n)
	batch.Play(start, 1<<32, outcomes)
	runner, rng, board := Runner{Policy: policy}, NewRNG(1), fastboard.New(size)
	var means [2]float64
	squares := 0.0
	for _, o := range outcomes {
		board.CopyFrom(start)
		one := runner.Run(board, &rng, nil)
		means[0] += float64(o.Margin) / n
		means[1] += float64(one.Margin) / n
		squares += float64(o.Margin*o.Margin+one.Margin*one.Margin) / (2 * n)
	}
	if z := (means[0] - means[1]) / math.Sqrt(2*squares/n); math.Abs(z) > 4 {
		t.Errorf("mean score %.4f in lanes, %.4f on a board of its own: %.1f standard errors apart", means[0], means[1], z)
	}
}
