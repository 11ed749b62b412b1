package fastboard_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/ruleset"
)

var sides = []int{9, 13, 19}

// record returns the moves of a random game that spares eyes.
func record(side int) (moves []fastboard.Point) {
	b := fastboard.New(ruleset.Square(side))
	rng := rand.New(rand.NewPCG(1, uint64(side)))
	for b.Passes() < 2 && b.Moves() < 3*side*side {
		p := fastboard.Pass
		for n := b.EmptyCount(); n > 0; n-- {
			i := rng.IntN(n)
			if q := b.EmptyAt(i); b.Playable(q) {
				p = q
				break
			}
			b.SwapEmpty(i, n-1)
		}
		moves = append(moves, p)
		b.Play(p)
	}
	return moves
}

// BenchmarkPlay replays one game, so that the processor learns its branches:
// the least a move can cost.
func BenchmarkPlay(b *testing.B) {
	for _, side := range sides {
		b.Run(fmt.Sprint(side), func(b *testing.B) {
			b.ReportAllocs()
			moves := record(side)
			start := fastboard.New(ruleset.Square(side))
			board := new(fastboard.Board)
			for b.Loop() {
				board.CopyFrom(start)
				for _, p := range moves {
					board.Play(p)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(moves)), "ns/move")
		})
	}
}

func BenchmarkCopyFrom(b *testing.B) {
	for _, side := range sides {
		b.Run(fmt.Sprint(side), func(b *testing.B) {
			b.ReportAllocs()
			src, dst := fastboard.New(ruleset.Square(side)), new(fastboard.Board)
			for b.Loop() {
				dst.CopyFrom(src)
			}
		})
	}
}

// assigned keeps the copy of BenchmarkAssign from being optimized away.
var assigned fastboard.Board

func BenchmarkAssign(b *testing.B) {
	b.ReportAllocs()
	src := fastboard.New(ruleset.Square(19))
	for b.Loop() {
		assigned = *src
	}
}

func BenchmarkQueries(b *testing.B) {
	board := fastboard.New(ruleset.Square(9))
	moves := record(9)
	for _, p := range moves[:len(moves)/2] {
		board.Play(p)
	}
	points := ruleset.Square(9).Points()
	sum := 0
	for name, query := range map[string]func(p fastboard.Point){
		"Legal": func(p fastboard.Point) {
			if board.Legal(p) {
				sum++
			}
		},
		"HashAfter": func(p fastboard.Point) { sum += int(board.HashAfter(p)) },
		"InAtari": func(p fastboard.Point) {
			if _, ok := board.InAtari(p); ok {
				sum++
			}
		},
		"Liberties":  func(p fastboard.Point) { sum += board.Liberties(p) },
		"Pattern3x3": func(p fastboard.Point) { sum += int(board.Pattern3x3(p)) },
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				for _, p := range points {
					query(fastboard.FromRuleset(p))
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(points)), "ns/point")
		})
	}
}

func BenchmarkAreaScore(b *testing.B) {
	for _, side := range sides {
		b.Run(fmt.Sprint(side), func(b *testing.B) {
			b.ReportAllocs()
			board := fastboard.New(ruleset.Square(side))
			for _, p := range record(side) {
				board.Play(p)
			}
			for b.Loop() {
				board.AreaScore()
			}
		})
	}
}
