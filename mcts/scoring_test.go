package mcts

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/playout"
	"github.com/tengen-go/tengen/ruleset"
)

// TestTerritoryScore plays games by the referee, the last part of them along a
// path of the tree and in a playout, and compares the score of the simulation
// with the referee's count of the end: the same, if the passes of the playout
// hand over stones. Games begin with setups, handicap stones and prisoners.
func TestTerritoryScore(t *testing.T) {
	games := 300
	if testing.Short() {
		games = 30
	}
	rng := rand.New(rand.NewPCG(3, 4))
	equalPasses := 0
	for i := range games {
		text := "japanese,seki=counts,passes=4,ko=none,cycle=none"
		if i%3 == 0 {
			text += ",pass-stones=true"
		}
		size := ruleset.Size{W: 3 + rng.IntN(5), H: 3 + rng.IntN(5)}
		setup := ruleset.Setup{Captures: [2]int{rng.IntN(4), rng.IntN(4)}}
		for _, p := range size.Points() {
			switch rng.IntN(8) {
			case 0:
				setup.Black = append(setup.Black, p)
			case 1:
				setup.White = append(setup.White, p)
			}
		}
		if i%4 == 0 {
			setup.Handicap = len(setup.Black)
		}
		setup.ToPlay = ruleset.Black
		if rng.IntN(2) == 0 {
			setup.ToPlay = ruleset.White
		}
		rules := parseRules(t, text)
		rules.MaxMoves = ruleset.NoMoveLimit
		g, err := ruleset.NewGame(rules, size, setup)
		if err != nil {
			continue // a chain of the setup has no liberty
		}
		var b fastboard.Board
		source := playout.NewRNG(rng.Uint64())
		move := func() fastboard.Point {
			if err := b.LoadGame(g); err != nil {
				t.Fatal(err)
			}
			p := playout.Uniform{}.Move(&b, &source)
			if rng.IntN(5) == 0 && g.PassesInRow() == 0 {
				p = fastboard.Pass
			}
			if err := g.Play(p.Ruleset()); err != nil {
				t.Fatal(err)
			}
			return p
		}
		for n := rng.IntN(size.Area()); n > 0 && !g.Over(); n-- {
			move()
		}
		count := g.Score(nil)
		c := newScoring(g, &count, 0)
		var p path
		for n := rng.IntN(6); n > 0 && !g.Over(); n-- {
			p.moves[p.depth] = move()
			p.depth++
		}
		// The playout, move by move.
		if err := b.LoadGame(g); err != nil {
			t.Fatal(err)
		}
		b.Resume()
		before := [2]int{g.Passes(ruleset.Black), g.Passes(ruleset.White)}
		plays := g.Clone()
		record := &recorder{}
		runner := playout.Runner{Policy: record, MaxMoves: 1000}
		outcome := runner.Run(&b, &source, nil)
		if outcome.Capped {
			continue
		}
		for _, q := range record.moves {
			if err = plays.Play(q.Ruleset()); err != nil {
				break
			}
		}
		if errors.Is(err, ruleset.ErrGameOver) {
			continue // by four passes in a row
		} else if err != nil {
			t.Fatalf("%v\n%v", err, plays.Position())
		}
		end := plays.Score(nil)
		want := end.Black - end.White
		passes := plays.Passes(ruleset.White) - before[1] - plays.Passes(ruleset.Black) + before[0]
		if !rules.PassStones {
			want += ruleset.WholePoints(passes)
		}
		if passes == 0 {
			equalPasses++
		}
		if got := ruleset.WholePoints(c.score(&p, outcome)); got != want {
			t.Fatalf("score %v, by the referee %v, %d passes more by White\n%v%v", got, want, passes, plays.Position(), plays.Moves())
		}
	}
	if equalPasses == 0 {
		t.Error("no playout had as many passes by either side")
	}
}

// recorder plays uniformly and remembers its moves.
type recorder struct{ moves []fastboard.Point }

func (r *recorder) Move(b *fastboard.Board, rng *playout.RNG) fastboard.Point {
	p := playout.Uniform{}.Move(b, rng)
	r.moves = append(r.moves, p)
	return p
}

func (*recorder) String() string { return "recorder" }

func TestResultByFirstPass(t *testing.T) {
	const pass = fastboard.Pass
	play := fastboard.At(3, 3)
	g := newGame(t, "wmsg", ruleset.Square(5)) // 7.5 points, 6.5 if Black passes first
	for _, c := range []struct {
		moves []fastboard.Point
		want  uint32
	}{
		{nil, 0},
		{[]fastboard.Point{play}, 0},
		{[]fastboard.Point{pass}, 2},
		{[]fastboard.Point{pass, pass}, 2},
		{[]fastboard.Point{play, pass}, 0},
		{[]fastboard.Point{play, play, pass, pass}, 2},
		{[]fastboard.Point{play, pass, pass}, 0},
	} {
		count := g.Score(nil)
		s := newScoring(g, &count, 0)
		p := path{depth: len(c.moves)}
		copy(p.moves[:], c.moves)
		if got := s.result(s.lead(&p, 7)); got != c.want {
			t.Errorf("7 points after %v: %d half wins of Black, want %d", c.moves, got, c.want)
		}
	}
	even := newGame(t, "ing,komi=8", ruleset.Square(5))
	count := even.Score(nil)
	s := newScoring(even, &count, 0)
	if got := s.result(s.lead(&path{}, 8)); got != 2 {
		t.Errorf("an even score under ing: %d half wins of Black", got)
	}
}
