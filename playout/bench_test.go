package playout_test

import (
	"fmt"
	"testing"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/playout"
	"github.com/tengen-go/tengen/ruleset"
)

// BenchmarkPlayout plays from the empty board, the copy of the board and the
// count of the score included.
func BenchmarkPlayout(b *testing.B) {
	for _, bench := range []struct {
		name   string
		policy playout.Policy
	}{
		{"uniform", playout.Uniform{}},
		{"tactical", playout.DefaultTactical()},
		{"interface", slowly{playout.Uniform{}}},
	} {
		for _, side := range []int{9, 13, 19} {
			b.Run(fmt.Sprintf("%s/%d", bench.name, side), func(b *testing.B) {
				b.ReportAllocs()
				start := fastboard.New(ruleset.Square(side))
				board := new(fastboard.Board)
				runner := playout.Runner{Policy: bench.policy}
				rng := playout.NewRNG(1)
				moves := 0
				for b.Loop() {
					board.CopyFrom(start)
					moves += int(runner.Run(board, &rng, nil).Moves)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(moves), "ns/move")
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "playouts/s")
			})
		}
	}
}

func BenchmarkTrace(b *testing.B) {
	b.ReportAllocs()
	start := fastboard.New(ruleset.Square(9))
	board := new(fastboard.Board)
	var trace playout.Trace
	var runner playout.Runner
	rng := playout.NewRNG(1)
	moves := 0
	for b.Loop() {
		board.CopyFrom(start)
		trace.Reset()
		moves += int(runner.Run(board, &rng, &trace).Moves)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(moves), "ns/move")
}

func BenchmarkOwnership(b *testing.B) {
	b.ReportAllocs()
	board := fastboard.New(ruleset.Square(9))
	var owners playout.Ownership
	var runner playout.Runner
	rng := playout.NewRNG(1)
	runner.Run(board, &rng, nil)
	for b.Loop() {
		owners.Add(board)
	}
}

func BenchmarkRNG(b *testing.B) {
	rng := playout.NewRNG(1)
	sum := uint32(0)
	for b.Loop() {
		sum += rng.Intn(81)
	}
	_ = sum
}
