package mcts

import (
	"context"
	"fmt"
	"testing"

	"github.com/tengen-go/tengen/ruleset"
)

// BenchmarkRun searches from the empty board with a fresh tree.
func BenchmarkRun(b *testing.B) {
	for _, policy := range []string{"uniform", "tactical"} {
		for _, size := range []int{9, 13, 19} {
			b.Run(fmt.Sprintf("policy=%s/size=%d", policy, size), func(b *testing.B) {
				s := newSearch(b, func(c *Config) { c.Policy = policy })
				g := newGame(b, "chinese", ruleset.Square(size))
				const playouts = 2000
				done, nodes := 0, 0
				b.ReportAllocs()
				for b.Loop() {
					s.Reset()
					r, err := s.Run(context.Background(), g, Budget{Playouts: playouts}, 1)
					if err != nil {
						b.Fatal(err)
					}
					done += r.Playouts
					nodes += r.Nodes
				}
				b.ReportMetric(float64(done)/b.Elapsed().Seconds(), "sims/s")
				b.ReportMetric(float64(done)/float64(nodes), "sims/node")
			})
		}
	}
}

// BenchmarkChoose times the selection among the moves of an empty board.
func BenchmarkChoose(b *testing.B) {
	for _, size := range []int{9, 13, 19} {
		b.Run(fmt.Sprintf("size=%d", size), func(b *testing.B) {
			s := newSearch(b, func(c *Config) { c.Symmetry = false }) // as a node further down
			run(b, s, newGame(b, "chinese", ruleset.Square(size)), 200, 1)
			n := s.arena.node(s.root)
			i, scan := uint64(0), new(scan)
			for b.Loop() {
				i++
				s.selector.choose(scan, n.visits, n.rave, uint64(s.arena.total(s.arena.words(s.root))), i)
			}
		})
	}
}

// BenchmarkPriors times the making of a node.
func BenchmarkPriors(b *testing.B) {
	for _, size := range []int{9, 13, 19} {
		b.Run(fmt.Sprintf("size=%d", size), func(b *testing.B) {
			s := newSearch(b, func(c *Config) { c.Reuse = false })
			g := newGame(b, "chinese", ruleset.Square(size))
			for g.Ply() < size*size/3 {
				r := run(b, s, g, 20, uint64(g.Ply()))
				if err := g.Play(r.Best); err != nil {
					b.Fatal(err)
				}
			}
			run(b, s, g, 1, 1)
			w := s.workers[0]
			w.replay(&path{})
			position := w.queue.PositionOf(&w.board)
			for b.Loop() {
				w.list(&position, &path{})
			}
		})
	}
}
