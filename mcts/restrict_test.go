package mcts

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/tengen-go/tengen/ruleset"
)

// TestRestrict bars moves at the root and below it.
func TestRestrict(t *testing.T) {
	g := newGame(t, "chinese", ruleset.Square(5))
	s := newSearch(t, nil)
	c3, d3 := ruleset.At(3, 3), ruleset.At(4, 3)
	s.Restrict(func(depth int, m ruleset.Move) bool {
		if m.Color == ruleset.Black {
			return m.Point != c3 || depth >= 1 // Black may not begin with C3
		}
		return m.Point == d3 || m.Point == c3 || depth >= 4 // White answers at C3 or D3
	})
	r := run(t, s, g, 600, 1)
	checkReport(t, r, g)
	for _, c := range r.Children {
		if c.Point == c3 {
			t.Error("a barred move is a child")
		}
		if line, _ := s.Line(c.Point); len(line) > 1 && line[1] != d3 && line[1] != c3 {
			t.Errorf("White answers %v with %v", c.Point, line[1])
		}
	}

	only := func(p ruleset.Point) func(int, ruleset.Move) bool {
		return func(depth int, m ruleset.Move) bool { return depth > 0 || m.Point == p }
	}
	s.Restrict(only(d3))
	if r := run(t, s, g, 50, 1); r.Best != d3 || len(r.Children) != 1 {
		t.Errorf("with D3 alone allowed: %v, %d children", r.Best, len(r.Children))
	}
	if err := g.Play(d3); err != nil {
		t.Fatal(err)
	}
	if r := run(t, s, g, 50, 1); r.Best != ruleset.Pass || r.Reused > 0 {
		t.Errorf("with no point allowed: %v, %d visits of another position", r.Best, r.Reused)
	}
	s.Restrict(nil)
	looked := func(c Child) bool { return c.Point == c3 }
	if r := run(t, s, g, 600, 1); len(r.Children) < 10 || !slices.ContainsFunc(r.Children, looked) {
		t.Errorf("without bars: %v, %d children", r.Best, len(r.Children))
	}
}

// TestRestrictedPass: a pass that ends and wins the game is not made if it is
// barred, under either way of scoring.
func TestRestrictedPass(t *testing.T) {
	for _, rules := range []string{"chinese", "japanese"} {
		g := newGame(t, rules+",komi=0", ruleset.Square(5))
		for _, p := range []ruleset.Point{ruleset.At(3, 3), ruleset.Pass} {
			if err := g.Play(p); err != nil {
				t.Fatal(err)
			}
		}
		s := newSearch(t, nil)
		s.Restrict(func(depth int, m ruleset.Move) bool { return depth > 0 || m.Point != ruleset.Pass })
		if r := run(t, s, g, 200, 1); r.Best == ruleset.Pass {
			t.Errorf("%s: passes", rules)
		}
	}
}

// TestScoreStdev compares with the scores of single playouts.
func TestScoreStdev(t *testing.T) {
	g := newGame(t, "chinese", ruleset.Square(5))
	s := newSearch(t, func(c *Config) { c.Reuse = false })
	var sum, squares float64
	const n = 40
	for seed := range uint64(n) {
		r, err := s.Run(context.Background(), g, Budget{Playouts: 1}, seed)
		if err != nil {
			t.Fatal(err)
		}
		if r.ScoreStdev != 0 {
			t.Errorf("one playout deviates by %v", r.ScoreStdev)
		}
		sum += r.BlackScore
		squares += r.BlackScore * r.BlackScore
	}
	single := math.Sqrt(squares/n - sum/n*sum/n)
	r := run(t, s, g, 400, 1)
	if r.ScoreStdev < single/2 || r.ScoreStdev > single*2 {
		t.Errorf("deviation %v, of single playouts %v", r.ScoreStdev, single)
	}
	first := r.Children[0]
	if first.ScoreStdev <= 0 || first.ScoreStdev > 25 {
		t.Errorf("deviation of %v: %v", first.Point, first.ScoreStdev)
	}
}
