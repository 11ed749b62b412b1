package gtp

import (
	"context"
	"slices"
	"testing"

	"github.com/tengen-go/tengen/experiments/clock"
	"github.com/tengen-go/tengen/mcts"
	"github.com/tengen-go/tengen/ruleset"
)

// scripted is a Searcher without search. It likes the points of its list, then
// those of the board in their order, and believes that every stone lives. With
// an unlimited budget it finds something once, and then waits to be stopped.
type scripted struct {
	likes   []ruleset.Point
	pass    bool    // likes nothing
	value   float64 // of the best move; 0 means 0.6
	fail    error
	budgets []mcts.Budget // as asked for
	seeds   []uint64
	resets  int
	source  *clock.Fake // is moved by the time of the budget

	last     *ruleset.Game
	lastPly  int
	lastTurn ruleset.Color
}

func (s *scripted) Reset() { s.resets++; s.last = nil }

func (s *scripted) Run(ctx context.Context, g *ruleset.Game, budget mcts.Budget, seed uint64) (*mcts.Report, error) {
	s.budgets = append(s.budgets, budget)
	s.seeds = append(s.seeds, seed)
	if s.fail != nil {
		return nil, s.fail
	}
	if s.source != nil {
		s.source.Advance(budget.Time)
	}
	again := s.last == g && s.lastPly == g.Ply() && s.lastTurn == g.ToPlay()
	s.last, s.lastPly, s.lastTurn = g, g.Ply(), g.ToPlay()
	r := s.report(g)
	if again && budget.Playouts == 0 {
		<-ctx.Done()
		r.Playouts, r.Reused = 0, r.Playouts
	}
	return r, ctx.Err()
}

func (s *scripted) report(g *ruleset.Game) *mcts.Report {
	value := s.value
	if value == 0 {
		value = 0.6
	}
	r := &mcts.Report{Best: ruleset.Pass, Value: value, BlackScore: 10, ScoreStdev: 4, Ownership: make([]float64, g.Size().Area())}
	visits := 64
	for _, p := range slices.Concat(s.likes, g.Size().Points()) {
		if s.pass || len(r.Children) == 3 {
			break
		}
		known := slices.ContainsFunc(r.Children, func(c mcts.Child) bool { return c.Point == p })
		if known || g.Legal(p) != nil {
			continue
		}
		r.Children = append(r.Children, mcts.Child{Point: p, Visits: visits, Value: value, Score: 10, ScoreStdev: 4, PriorVisits: 2, PriorValue: 0.5})
		r.Playouts += visits
		visits /= 4
		value -= 0.125
	}
	r.Children = append(r.Children, mcts.Child{Point: ruleset.Pass})
	r.Best = r.Children[0].Point
	r.PV = []ruleset.Point{r.Best}
	if len(r.Children) > 2 {
		r.PV = append(r.PV, r.Children[1].Point)
	}
	for _, p := range g.Size().Points() {
		owner := g.Position().At(p)
		switch owner {
		case ruleset.Black:
			r.Ownership[g.Size().Index(p)] = 0.75
		case ruleset.White:
			r.Ownership[g.Size().Index(p)] = -0.75
		}
	}
	return r
}

// withLines is a scripted searcher that knows the line of every move.
type withLines struct{ *scripted }

func (withLines) Line(first ruleset.Point) ([]ruleset.Point, []int) {
	return []ruleset.Point{first, ruleset.Pass}, []int{5, 2}
}

func points(t *testing.T, texts ...string) []ruleset.Point {
	t.Helper()
	var list []ruleset.Point
	for _, text := range texts {
		p, err := ruleset.ParsePoint(text)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	return list
}

func newEngine(t testing.TB, change func(c *Config)) *Engine {
	t.Helper()
	rules, err := ruleset.ParseRules("chinese")
	if err != nil {
		t.Fatal(err)
	}
	config := Config{Rules: rules, Size: ruleset.Square(9), Searcher: &scripted{}, Budget: mcts.Budget{Playouts: 84}}
	if change != nil {
		change(&config)
	}
	e, err := NewEngine(config)
	if err != nil {
		t.Fatal(err)
	}
	return e
}
