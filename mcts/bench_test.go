package mcts

import (
	"context"
	"fmt"
	"testing"

	"github.com/tengen-go/tengen/ruleset"
)

func BenchmarkRun(b *testing.B) {
	for _, n := range []int{9, 13, 19} {
		b.Run(fmt.Sprintf("size=%d", n), func(b *testing.B) {
			rules, _ := ruleset.ParseRules("chinese")
			g, _ := ruleset.NewGame(rules, ruleset.Square(n), ruleset.Setup{})
			s, err := New(DefaultConfig())
			if err != nil {
				b.Fatal(err)
			}
			done := 0
			for b.Loop() {
				s.Reset()
				r, err := s.Run(context.Background(), g, Budget{Playouts: 20000}, 1)
				if err != nil {
					b.Fatal(err)
				}
				done += r.Playouts
			}
			b.ReportMetric(float64(done)/b.Elapsed().Seconds(), "sims/s")
		})
	}
}
