package opinion

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/tengen-go/tengen/mcts"
	"github.com/tengen-go/tengen/ruleset"
)

func newGame(t *testing.T, rules string, side int) *ruleset.Game {
	t.Helper()
	r, err := ruleset.ParseRules(rules)
	if err != nil {
		t.Fatal(err)
	}
	g, err := ruleset.NewGame(r, ruleset.Square(side), ruleset.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestSlicesAreAveraged: visits known before say nothing about scores.
func TestSlicesAreAveraged(t *testing.T) {
	g := newGame(t, "chinese", 9)
	if err := g.Play(ruleset.Pass); err != nil {
		t.Fatal(err)
	}
	o := New(g) // White to move, komi 7.5
	own := func(x float64) []float64 {
		owned := make([]float64, 81)
		owned[0] = x
		return owned
	}
	child := func(visits int, score float64) []mcts.Child {
		return []mcts.Child{{Point: ruleset.At(1, 1), Visits: visits, Score: score}}
	}
	o.Add(&mcts.Report{Playouts: 100, Reused: 100, BlackScore: 4, Ownership: own(1), Children: child(200, 10)})
	o.Add(&mcts.Report{Playouts: 300, Reused: 200, BlackScore: 8, Ownership: own(-1), Children: child(500, 20)})
	o.Add(&mcts.Report{Reused: 500, Children: child(500, 0)}) // interrupted at once
	if s := o.Score(); s.Lead != 0.5 || math.Abs(s.Stdev-math.Sqrt(3)) > 1e-9 {
		t.Errorf("White leads by %v ± %v, want 0.5 ± 1.73", s.Lead, s.Stdev)
	}
	if m := o.Moves(nil, 0); len(m) != 1 || m[0].Score.Lead != -10 {
		t.Errorf("the move: %+v, want a lead of 7.5 - 17.5", m)
	}
	if o.Ownership[0] != -0.5 || o.Mine()[0] != 0.5 || o.Playouts != 400 || o.Visits() != 500 {
		t.Errorf("ownership %v, %d playouts, %d visits", o.Ownership[0], o.Playouts, o.Visits())
	}
}

func TestMovesInOrder(t *testing.T) {
	o := New(newGame(t, "chinese", 9))
	a, b, c := ruleset.At(1, 1), ruleset.At(2, 1), ruleset.At(3, 1)
	o.Add(&mcts.Report{Best: ruleset.Pass, Value: 1, Playouts: 5, Children: []mcts.Child{
		{Point: a, Visits: 4, Value: 0.75}, {Point: b, Visits: 1, Value: 0}, {Point: c, PriorVisits: 4, PriorValue: 0.25}, {Point: ruleset.Pass, Value: 1, Score: 10},
	}})
	points := func(moves []Move) (list []ruleset.Point) {
		for i, m := range moves {
			if m.Order != i || m.LCB > m.Winrate || m.LCB < 0 {
				t.Errorf("move %d: %+v", i, m)
			}
			list = append(list, m.Point)
		}
		return list
	}
	all := o.Moves(nil, 9)
	if got := points(all); len(got) != 4 || got[0] != ruleset.Pass || got[1] != a || got[3] != c {
		t.Errorf("got %v", got)
	}
	if all[0].Score.Lead != 2.5 || !all[0].Score.Known || all[0].Winrate != 1 || all[3].Winrate != 0.25 || all[3].Prior != 0.4 {
		t.Errorf("got %+v", all)
	}
	if got := points(o.Moves(func(p ruleset.Point) bool { return p != ruleset.Pass }, 0)); len(got) != 2 || got[0] != a {
		t.Errorf("without the pass: %v", got)
	}
	if o.MeanWinrate() != 0.6 || o.Winrate() != 1 {
		t.Errorf("winrates %v and %v", o.MeanWinrate(), o.Winrate())
	}
	if priors := o.Priors(); len(priors) != 82 || priors[81] != 0.2 || priors[o.Game.Size().Index(c)] != 0.4 || priors[0] != 0 {
		t.Errorf("priors %v", priors)
	}
}

// TestWatched searches in slices, up to the budget, until the watch has enough,
// and until the context ends.
func TestWatched(t *testing.T) {
	s, err := mcts.New(mcts.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	g := newGame(t, "chinese", 9)
	seen := 0
	task := Task{Game: g, Budget: mcts.Budget{Playouts: 3000}, Interval: 5 * time.Millisecond, Show: func(o *Opinion) bool { seen++; return true }}
	o, err := Search(context.Background(), s, task)
	if err != nil || o.Playouts != 3000 || seen < 2 {
		t.Errorf("%v: %d playouts, seen %d times", err, o.Playouts, seen)
	}
	task.Budget, task.Show = mcts.Budget{}, func(o *Opinion) bool { return o.Visits() <= 3000 }
	if o, err = Search(context.Background(), s, task); err != nil || o.Visits() <= 3000 {
		t.Errorf("%v: %d visits", err, o.Visits())
	}
	if line, visits := o.Line(o.Best()); len(line) < 2 || len(visits) != len(line) {
		t.Errorf("variation %v, visits %v", line, visits)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	task.Show = func(o *Opinion) bool { return true }
	if _, err = Search(ctx, s, task); err != nil {
		t.Error(err)
	}
	seen = 0
	task.First, task.Interval, task.Budget = time.Millisecond, time.Hour, mcts.Budget{Playouts: 500}
	s.Reset()
	task.Show = func(o *Opinion) bool { seen++; return true }
	if o, err = Search(context.Background(), s, task); err != nil || o.Playouts != 500 || seen < 1 {
		t.Errorf("%v: %d playouts, seen %d times", err, o.Playouts, seen)
	}
}
