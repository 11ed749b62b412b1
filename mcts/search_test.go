package mcts

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/playout"
	"github.com/tengen-go/tengen/ruleset"
)

func parseRules(t testing.TB, text string) ruleset.Rules {
	t.Helper()
	rules, err := ruleset.ParseRules(text)
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

func newGame(t testing.TB, rules string, size ruleset.Size) *ruleset.Game {
	t.Helper()
	g, err := ruleset.NewGame(parseRules(t, rules), size, ruleset.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// drawnGame starts a game from a drawn board.
func drawnGame(t testing.TB, rules, board string, toPlay ruleset.Color) *ruleset.Game {
	t.Helper()
	position, err := ruleset.ParseBoard(board)
	if err != nil {
		t.Fatal(err)
	}
	g, err := ruleset.NewGame(parseRules(t, rules), position.Size(), ruleset.SetupOf(&position, toPlay))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func newSearch(t testing.TB, change func(*Config)) *Search {
	t.Helper()
	config := DefaultConfig()
	config.MemoryMiB = 32
	if change != nil {
		change(&config)
	}
	s, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func run(t testing.TB, s *Search, g *ruleset.Game, playouts int, seed uint64) *Report {
	t.Helper()
	r, err := s.Run(context.Background(), g, Budget{Playouts: playouts}, seed)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func play(t testing.TB, g *ruleset.Game, moves ...string) {
	t.Helper()
	for _, m := range moves {
		p, err := ruleset.ParsePoint(m)
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Play(p); err != nil {
			t.Fatal(err)
		}
	}
}

func point(t testing.TB, vertex string) ruleset.Point {
	t.Helper()
	p, err := ruleset.ParsePoint(vertex)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// checkTree checks that the visits and wins of the tree add up at every node.
func checkTree(t *testing.T, s *Search) {
	t.Helper()
	var check func(r ref, into tally)
	check = func(r ref, into tally) {
		n := s.arena.node(r)
		sum := tally(0)
		for slot := range n.links {
			v := makeTally(n.visit(slot).count(), n.visit(slot).units()) // nothing of proofs
			sum += v
			if v.units() > winUnits*v.count() {
				t.Errorf("node %d: %v units in %v visits", r, v.units(), v.count())
			}
			if m := n.raveTally(slot); m.units() > winUnits*m.count() {
				t.Errorf("node %d: RAVE %v units in %v simulations", r, m.units(), m.count())
			}
			if child := n.link(slot).child(); child > expanding {
				if child <= r {
					t.Errorf("node %d has the child %d, which does not lie behind it", r, child)
				}
				check(child, v)
			}
		}
		if total := s.arena.total(s.arena.words(r)); total != sum.count() {
			t.Errorf("node %d: a total of %d, but children have %d visits", r, total, sum.count())
		}
		if r == s.root {
			return
		}
		// What came in and did not go on was spent on the leaf, before it
		// had a node; and what is a win here is a loss to the opponent.
		if sum.count() > into.count() {
			t.Errorf("node %d: %d visits to children, of %d to the node", r, sum.count(), into.count())
			return
		}
		leaf := int64(into.count() - sum.count())
		wins := int64(winUnits*into.count()-into.units()) - int64(sum.units())
		if wins < 0 || wins > winUnits*leaf {
			t.Errorf("node %d: %d units in the %d visits before it had children", r, wins, leaf)
		}
	}
	check(s.root, 0)
}

// fewer returns n, or a tenth of it under the race detector.
func fewer(n int) int {
	if raced {
		return n / 10
	}
	return n
}

// skipRaced skips a test that has only one goroutine and takes long.
func skipRaced(t *testing.T) {
	t.Helper()
	if raced {
		t.Skip("one goroutine, and slow")
	}
}

func TestBudgetIsExact(t *testing.T) {
	for _, playouts := range []int{1, 2, 7, 8, 9, 100, 1001} {
		for _, lanes := range []int{1, 8, 64} {
			s := newSearch(t, func(c *Config) { c.Lanes = lanes })
			g := newGame(t, "chinese", ruleset.Square(7))
			r := run(t, s, g, playouts, 3)
			if r.Playouts != playouts || r.Reused != 0 {
				t.Errorf("budget %d, %d lanes: %d playouts, %d reused", playouts, lanes, r.Playouts, r.Reused)
			}
			visits := 0
			for _, c := range r.Children {
				visits += c.Visits
			}
			if visits != playouts {
				t.Errorf("budget %d: the children have %d visits", playouts, visits)
			}
			checkTree(t, s)
		}
	}
}

func TestConfigBudget(t *testing.T) {
	s := newSearch(t, func(c *Config) { c.Playouts = 50 })
	g := newGame(t, "chinese", ruleset.Square(5))
	r, err := s.Run(context.Background(), g, Budget{}, 1)
	if err != nil || r.Playouts != 50 {
		t.Errorf("playouts of the configuration: %v, %v", r, err)
	}
	s = newSearch(t, func(c *Config) { c.Playouts = 0 })
	if _, err := s.Run(context.Background(), g, Budget{}, 1); err == nil || !strings.Contains(err.Error(), "no budget") {
		t.Errorf("without a budget: %v", err)
	}
	if _, err := s.Run(context.Background(), g, Budget{Playouts: -1}, 1); err == nil {
		t.Error("a negative budget was accepted")
	}
	r, err = s.Run(context.Background(), g, Budget{Time: 20 * time.Millisecond}, 1)
	if err != nil || r.Playouts == 0 {
		t.Errorf("a budget of time: %v, %v", r, err)
	}
}

func TestRunIsRepeatable(t *testing.T) {
	search := func() []*Report {
		s := newSearch(t, func(c *Config) { c.Ownership = true; c.Policy = "tactical" })
		g := newGame(t, "chinese", ruleset.Size{W: 7, H: 6})
		var reports []*Report
		for ply := range uint64(6) {
			r := run(t, s, g, 300, 100+ply)
			r.Elapsed, r.MemoryBytes = 0, 0
			reports = append(reports, r)
			if err := g.Play(r.Best); err != nil {
				t.Fatal(err)
			}
		}
		return reports
	}
	if a, b := search(), search(); !reflect.DeepEqual(a, b) {
		t.Errorf("the same searches gave different reports:\n%+v\n%+v", a, b)
	}
	a := run(t, newSearch(t, nil), newGame(t, "chinese", ruleset.Square(9)), 300, 1)
	b := run(t, newSearch(t, nil), newGame(t, "chinese", ruleset.Square(9)), 300, 2)
	if reflect.DeepEqual(a.Children, b.Children) {
		t.Error("two seeds gave the same search")
	}
}

func TestResetForgets(t *testing.T) {
	s := newSearch(t, nil)
	g := newGame(t, "chinese", ruleset.Square(9))
	first := run(t, s, g, 500, 1)
	s.Reset()
	again := run(t, s, g, 500, 1)
	if again.Reused != 0 || !reflect.DeepEqual(first.Children, again.Children) {
		t.Error("a search after Reset differs from the first")
	}
}

func TestReuse(t *testing.T) {
	s := newSearch(t, nil)
	g := newGame(t, "chinese", ruleset.Square(7))
	r := run(t, s, g, 3000, 1)
	visits := r.Children[0].Visits
	if err := g.Play(r.Best); err != nil {
		t.Fatal(err)
	}
	reply := r.PV[1]
	if err := g.Play(reply); err != nil {
		t.Fatal(err)
	}
	r = run(t, s, g, 400, 2)
	checkTree(t, s)
	if r.Playouts != 400 || r.Reused == 0 || r.Reused > visits {
		t.Errorf("%d playouts, %d reused of %d visits of the move", r.Playouts, r.Reused, visits)
	}
	total := 0
	for _, c := range r.Children {
		total += c.Visits
	}
	if total != r.Playouts+r.Reused {
		t.Errorf("the children have %d visits, not %d + %d", total, r.Playouts, r.Reused)
	}
	r = run(t, s, g, 100, 3)
	if r.Reused != total {
		t.Errorf("searching on at the same position: %d reused, not %d", r.Reused, total)
	}

	t.Run("another game", func(t *testing.T) {
		other := newGame(t, "chinese", ruleset.Square(7))
		play(t, other, "A1", "B2")
		if r := run(t, s, other, 100, 1); r.Reused != 0 {
			t.Errorf("%d reused", r.Reused)
		}
	})
	t.Run("other rules", func(t *testing.T) {
		a := newGame(t, "chinese", ruleset.Square(7))
		run(t, s, a, 100, 1)
		if r := run(t, s, newGame(t, "chinese,komi=1.5", ruleset.Square(7)), 100, 1); r.Reused != 0 {
			t.Errorf("%d reused", r.Reused)
		}
	})
	t.Run("a move taken back", func(t *testing.T) {
		g := newGame(t, "chinese", ruleset.Square(7))
		play(t, g, "D4")
		run(t, s, g, 100, 1)
		if err := g.Undo(); err != nil {
			t.Fatal(err)
		}
		if r := run(t, s, g, 100, 1); r.Reused != 0 {
			t.Errorf("%d reused", r.Reused)
		}
	})
	t.Run("switched off", func(t *testing.T) {
		s := newSearch(t, func(c *Config) { c.Reuse = false })
		g := newGame(t, "chinese", ruleset.Square(7))
		run(t, s, g, 100, 1)
		if r := run(t, s, g, 100, 1); r.Reused != 0 {
			t.Errorf("%d reused", r.Reused)
		}
	})
}

// TestReuseThroughGame plays whole games with one tree and checks it at every
// move.
func TestReuseThroughGame(t *testing.T) {
	for _, rules := range []string{"chinese", "new-zealand", "japanese", "chinese,ko=natural-situational"} {
		s := newSearch(t, nil)
		g := newGame(t, rules, ruleset.Size{W: 5, H: 4})
		for !g.Over() {
			r := run(t, s, g, fewer(300), uint64(g.Ply()))
			checkTree(t, s)
			if err := g.Play(r.Best); err != nil {
				t.Fatalf("%s: %v", rules, err)
			}
		}
		if g.Result().Ending != ruleset.ByScore {
			t.Errorf("%s: the game ended by %v", rules, g.Result().Ending)
		}
	}
}

func TestMemoryLimit(t *testing.T) {
	// Fewer playouts would not fill the tree, so cheap ones save the time.
	const mib, playouts = 1, 10000
	s := newSearch(t, func(c *Config) { c.MemoryMiB, c.Expand, c.Policy = mib, 1, "uniform" })
	g := newGame(t, "chinese", ruleset.Square(9))
	r := run(t, s, g, playouts, 1)
	checkTree(t, s)
	if !r.TreeFull {
		t.Error("the tree did not fill up")
	}
	if r.Playouts != playouts {
		t.Errorf("%d playouts", r.Playouts)
	}
	if limit := mib << 20; r.MemoryBytes > limit*105/100 {
		t.Errorf("%d bytes, the limit is %d", r.MemoryBytes, limit)
	}
	free := newSearch(t, func(c *Config) { c.MemoryMiB, c.Expand, c.Policy = 100, 1, "uniform" })
	all := run(t, free, g, playouts, 1)
	if all.TreeFull {
		t.Error("a tree of 100 MiB filled up")
	}
	if d := r.Value - all.Value; d < -0.1 || d > 0.1 {
		t.Errorf("value %.3f in little memory, %.3f in plenty", r.Value, all.Value)
	}
}

func TestCancel(t *testing.T) {
	s := newSearch(t, nil)
	g := newGame(t, "chinese", ruleset.Square(19))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r, err := s.Run(ctx, g, Budget{Playouts: 1000000}, 1)
	if !errors.Is(err, context.Canceled) || r == nil || r.Playouts != 0 {
		t.Fatalf("canceled before: %+v, %v", r, err)
	}
	if err := g.Legal(r.Best); err != nil {
		t.Error(err)
	}
	ctx, cancel = context.WithTimeout(context.Background(), 30*time.Millisecond)
	defer cancel()
	r, err = s.Run(ctx, g, Budget{Playouts: 100000000}, 1)
	if !errors.Is(err, context.DeadlineExceeded) || r.Playouts == 0 {
		t.Errorf("canceled while searching: %v", err)
	}
	if r.Elapsed > 2*time.Second {
		t.Errorf("it took %v to stop", r.Elapsed)
	}
	checkTree(t, s) // what was in flight has been taken back
}

func TestWorkers(t *testing.T) {
	s := newSearch(t, func(c *Config) { c.Workers, c.MemoryMiB, c.Expand = 4, 1, 1 })
	g := newGame(t, "chinese", ruleset.Square(9))
	for range 2 {
		r := run(t, s, g, 2000, 1)
		checkTree(t, s)
		if r.Playouts != 2000 {
			t.Errorf("%d playouts", r.Playouts)
		}
		if err := g.Play(r.Best); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if _, err := s.Run(ctx, g, Budget{Playouts: 100000000}, 1); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	checkTree(t, s)
}

func TestBadInput(t *testing.T) {
	s := newSearch(t, nil)
	if _, err := s.Run(context.Background(), nil, Budget{}, 1); err == nil {
		t.Error("no game was accepted")
	}
	g := newGame(t, "chinese", ruleset.Square(9))
	play(t, g, "pass", "pass")
	if _, err := s.Run(context.Background(), g, Budget{}, 1); !errors.Is(err, ruleset.ErrGameOver) {
		t.Errorf("a game that is over: %v", err)
	}
	if _, err := s.Run(context.Background(), newGame(t, "chinese", ruleset.Square(21)), Budget{}, 1); err == nil {
		t.Error("a board of 21x21 was accepted")
	}
}

func TestValidate(t *testing.T) {
	if err := DefaultConfig().Validate(); err != nil {
		t.Error(err)
	}
	bad := Config{Playouts: -1, Time: -1, Lanes: -1, Expand: -1, Policy: "tactcal", Exploration: -1, RAVE: -1, Priors: -1, ScoreWeight: 0.6, ResignBelow: 2}
	err := bad.Validate()
	if err == nil {
		t.Fatal("accepted")
	}
	for _, field := range []string{"playouts", "time", "workers", "lanes", "memory", "policy", "expand", "exploration", "rave", "priors", "score-weight", "resign"} {
		if !strings.Contains(err.Error(), field) {
			t.Errorf("%s is not reported in:\n%v", field, err)
		}
	}
	if _, err := New(bad); err == nil {
		t.Error("New accepted it")
	}
}

// TestSmallBoards searches boards on which there is little or nothing to do.
func TestSmallBoards(t *testing.T) {
	skipRaced(t)
	for _, size := range []ruleset.Size{{W: 1, H: 1}, {W: 2, H: 1}, {W: 1, H: 3}, {W: 2, H: 2}, {W: 3, H: 2}, {W: 19, H: 1}, {W: 2, H: 19}} {
		for _, rules := range []string{"chinese,komi=0", "tromp-taylor", "japanese"} {
			s := newSearch(t, nil)
			g := newGame(t, rules+",max-moves=1000", size)
			for !g.Over() {
				r := run(t, s, g, 50, uint64(g.Ply()))
				if err := g.Play(r.Best); err != nil {
					t.Fatalf("%v %s: %v", size, rules, err)
				}
			}
			// Without superko, cycles are part of the game.
			if e := g.Result().Ending; e != ruleset.ByScore && g.Rules().Ko.Superko() {
				t.Errorf("%v %s: the game ended by %v after %d moves", size, rules, e, g.Ply())
			}
		}
	}
	g := newGame(t, "chinese", ruleset.Square(1))
	if r := run(t, newSearch(t, nil), g, 10, 1); r.Best != ruleset.Pass || r.Value != 0 {
		t.Errorf("on 1x1 Black plays %v at a value of %v", r.Best, r.Value)
	}
}

// TestSuperkoInTree checks that no line in the tree repeats a position.
func TestSuperkoInTree(t *testing.T) {
	for _, ko := range []string{"positional", "situational", "natural-situational"} {
		s := newSearch(t, func(c *Config) { c.Expand = 1 })
		g := newGame(t, "chinese,max-moves=1000,ko="+ko, ruleset.Size{W: 3, H: 2})
		for range 4 {
			r := run(t, s, g, fewer(2000), uint64(g.Ply()))
			checkLines(t, s, g)
			if g.Play(r.Best) != nil || g.Over() {
				break
			}
		}
	}
}

// checkLines plays every line of the tree with the referee.
func checkLines(t *testing.T, s *Search, g *ruleset.Game) {
	t.Helper()
	var walk func(r ref)
	walk = func(r ref) {
		n := s.arena.node(r)
		for slot := range n.links {
			p := n.link(slot).move().Ruleset()
			if err := g.Play(p); err != nil {
				t.Fatalf("after %v: %v", g.Moves(), err)
			}
			if child := n.link(slot).child(); child > expanding {
				walk(child)
			}
			if err := g.Undo(); err != nil {
				t.Fatal(err)
			}
		}
	}
	walk(s.root)
}

func TestNoAllocations(t *testing.T) {
	skipRaced(t)
	s := newSearch(t, nil)
	g := newGame(t, "chinese", ruleset.Square(9))
	perRun := func(playouts int) float64 {
		return testing.AllocsPerRun(3, func() {
			s.Reset()
			run(t, s, g, playouts, 1)
		})
	}
	few, many := perRun(10), perRun(2010)
	if many > few {
		t.Errorf("%v allocations in a search of 10 playouts, %v in one of 2010", few, many)
	}
}

func TestEarlyStop(t *testing.T) {
	s := newSearch(t, func(c *Config) { c.EarlyStop = true })
	g := drawnGame(t, "chinese", `
		. . X . .
		X X X X X
		O X O O O
		. O O . .
		. O . . .`, ruleset.Black)
	skipRaced(t)
	full := run(t, newSearch(t, nil), g, 4000, 1)
	r := run(t, s, g, 4000, 1)
	if r.Playouts >= 4000 {
		t.Error("the search was not stopped")
	}
	if r.Children[0].Point != full.Children[0].Point {
		t.Errorf("most visited is %v, of all playouts %v", r.Children[0].Point, full.Children[0].Point)
	}
}

func TestSample(t *testing.T) {
	r := &Report{
		Best: ruleset.At(1, 1),
		Children: []Child{
			{Point: ruleset.At(1, 1), Visits: 60},
			{Point: ruleset.Pass, Visits: 50},
			{Point: ruleset.At(2, 1), Visits: 30},
			{Point: ruleset.At(3, 1), Visits: 10},
			{Point: ruleset.At(4, 1)},
		},
	}
	rng := rand.New(rand.NewPCG(1, 2))
	counts := map[ruleset.Point]int{}
	for range 10000 {
		counts[r.Sample(rng, 1)]++
	}
	for i, want := range map[int]float64{0: 0.6, 2: 0.3, 3: 0.1} {
		if share := float64(counts[r.Children[i].Point]) / 10000; share < want-0.02 || share > want+0.02 {
			t.Errorf("%v was drawn with frequency %.3f, not %.1f", r.Children[i].Point, share, want)
		}
	}
	if counts[ruleset.Pass] != 0 || counts[ruleset.At(4, 1)] != 0 {
		t.Error("a pass or a move without visits was drawn")
	}
	for range 100 {
		if p := r.Sample(rng, 0); p != r.Best {
			t.Fatalf("at temperature 0 %v was drawn", p)
		}
		if p := r.Sample(rng, 1e-3); p != r.Best {
			t.Fatalf("at temperature 0.001 %v was drawn", p)
		}
	}
	r.Best = ruleset.Pass
	if r.Sample(rng, 1) != ruleset.Pass {
		t.Error("a play was drawn where the pass is best")
	}
}

func TestOwnershipAndScore(t *testing.T) {
	s := newSearch(t, func(c *Config) { c.Ownership = true })
	g := drawnGame(t, "chinese,komi=0", `
		. O . O .
		O O O O O
		X X X X X
		X X X X X
		. X . X .`, ruleset.Black)
	r := run(t, s, g, 200, 1)
	if r.BlackScore != 5 {
		t.Errorf("mean score %v, should be 5", r.BlackScore)
	}
	for i, owner := range r.Ownership {
		want := 1.0
		if i < 10 {
			want = -1
		}
		if owner != want {
			t.Errorf("point %v: ownership %v", g.Size().PointAt(i), owner)
		}
	}
	if r.Resign(0.1) {
		t.Error("Black resigns a game that is won")
	}
	if r.Best != ruleset.Pass || r.Value != 1 {
		t.Errorf("with nothing left to play Black plays %v at %v", r.Best, r.Value)
	}
}

// TestDraws checks that a draw counts half.
func TestDraws(t *testing.T) {
	g := drawnGame(t, "chinese,komi=5", `
		. O . O .
		O O O O O
		X X X X X
		X X X X X
		. X . X .`, ruleset.Black)
	if r := run(t, newSearch(t, nil), g, 100, 1); r.Value != 0.5 {
		t.Errorf("value %v of a sure draw", r.Value)
	}
	for rules, want := range map[string]float64{"chinese,komi=5,tie=black": 1, "chinese,komi=5,tie=white": 0} {
		position := *g.Position()
		g, err := ruleset.NewGame(parseRules(t, rules), position.Size(), ruleset.SetupOf(&position, ruleset.Black))
		if err != nil {
			t.Fatal(err)
		}
		if r := run(t, newSearch(t, nil), g, 100, 1); r.Value != want {
			t.Errorf("%s: value %v of an even score", rules, r.Value)
		}
	}
}

// TestHandicapCompensation checks that White's compensation counts.
func TestHandicapCompensation(t *testing.T) {
	position, err := ruleset.ParseBoard(`
		. O . O .
		O O O O O
		X X X X X
		X X X X X
		. X . X .`)
	if err != nil {
		t.Fatal(err)
	}
	setup := ruleset.SetupOf(&position, ruleset.Black)
	setup.Handicap = 6
	g, err := ruleset.NewGame(parseRules(t, "chinese,komi=0"), position.Size(), setup)
	if err != nil {
		t.Fatal(err)
	}
	if r := run(t, newSearch(t, nil), g, 100, 1); r.Value != 0 {
		t.Errorf("value %v: Black leads by 5 and gives 6", r.Value)
	}
}

// TestSameOnEveryKernel searches with the vector kernels and with plain golang,
// alone and in a Pool of other width: all reports must be the same.
func TestSameOnEveryKernel(t *testing.T) {
	defer func() {
		if err := playout.UseKernel(playout.KernelAuto); err != nil {
			t.Fatal(err)
		}
	}()
	for _, policy := range []string{"uniform", "tactical"} {
		for _, rules := range []string{"chinese", "japanese"} {
			for _, size := range []ruleset.Size{ruleset.Square(9), {W: 7, H: 13}, ruleset.Square(5)} {
				var first *Report
				for _, kernel := range []string{playout.KernelAuto, playout.KernelPortable} {
					if err := playout.UseKernel(kernel); err != nil {
						t.Fatal(err)
					}
					for _, pool := range []*playout.Pool{nil, playout.NewPool(3), playout.NewPool(24)} {
						config := DefaultConfig()
						config.MemoryMiB, config.Policy, config.Ownership = 32, policy, true
						if policy == "uniform" {
							config.Solver, config.ScoreWeight = true, 0.1
						}
						s, err := NewIn(config, pool)
						if err != nil {
							t.Fatal(err)
						}
						r := run(t, s, newGame(t, rules, size), fewer(401), 5)
						checkTree(t, s)
						if r.Playouts != fewer(401) || len(r.Ownership) != size.Area() {
							t.Errorf("%s %v: %d playouts", policy, size, r.Playouts)
						}
						r.Elapsed = 0
						if first == nil {
							first = r
						}
						if !reflect.DeepEqual(r, first) {
							t.Errorf("%s, %s, %v, %s: the same searches gave different reports", policy, rules, size, kernel)
						}
					}
				}
			}
		}
	}
}

// TestInFlight: how many simulations are in flight, and how soon a move gets a
// node, follows from the budget, where it is left open.
func TestInFlight(t *testing.T) {
	for _, c := range []struct {
		lanes  int
		budget Budget
		want   int
	}{
		{0, Budget{Playouts: 1}, 8}, {0, Budget{Playouts: 400}, 8}, {0, Budget{Playouts: 2000}, 16},
		{0, Budget{Playouts: 1 << 20}, 80}, {0, Budget{Time: time.Second}, 80}, {5, Budget{Playouts: 1 << 20}, 5},
	} {
		config := DefaultConfig()
		config.Lanes = c.lanes
		if got := config.inFlight(c.budget); got != c.want || got > config.mostInFlight() {
			t.Errorf("lanes=%d, %+v: %d in flight, want %d", c.lanes, c.budget, got, c.want)
		}
	}
	config := DefaultConfig()
	short, long, timed := config.expandAfter(Budget{Playouts: 400}), config.expandAfter(Budget{Playouts: 1 << 20}), config.expandAfter(Budget{Time: 1})
	if config.Expand = 3; short != 2 || long != 8 || timed != 8 || config.expandAfter(Budget{Playouts: 400}) != 3 {
		t.Errorf("nodes after %d, %d, %d visits", short, long, timed)
	}
}

func TestVirtualLossSpreadsLanes(t *testing.T) {
	// With as many lanes as playouts, nothing is known when the last one is
	// chosen; virtual losses alone must send them to different moves.
	s := newSearch(t, func(c *Config) { c.Lanes, c.Priors, c.Symmetry = 64, 0, false })
	r := run(t, s, newGame(t, "chinese", ruleset.Square(9)), 64, 1)
	if most := r.Children[0].Visits; most > 4 {
		t.Errorf("%d of 64 playouts in flight are of one move", most)
	}
}

func ExampleSearch_Run() {
	rules, _ := ruleset.ParseRules("chinese")
	board, _ := ruleset.ParseBoard(`
		. . . . .
		. . X X .
		. X O O X
		. X O . .
		. . X . .`)
	game, _ := ruleset.NewGame(rules, board.Size(), ruleset.SetupOf(&board, ruleset.Black))

	config := DefaultConfig()
	search, err := New(config)
	if err != nil {
		fmt.Println(err)
		return
	}
	report, err := search.Run(context.Background(), game, Budget{Playouts: 1000}, 42)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(report.Best, "after", report.Playouts, "playouts")
	// Output: D2 after 1000 playouts
}

var _ = fastboard.Pass
