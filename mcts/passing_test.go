package mcts

import (
	"slices"
	"testing"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/ruleset"
)

// The boards of TestPassing.
const (
	// finishedBoard has nothing left to play: 20 points of Black's, 10 of
	// White's.
	finishedBoard = `
		. O . O .
		O O O O O
		X X X X X
		X X X X X
		. X . X .
		X X X X X`

	// dividedBoard leaves territory that could be filled, 28 points of
	// Black's, 21 of White's.
	dividedBoard = `
		. . O . . . .
		. O O . O O .
		O O O O O O O
		X X X X X X X
		X X X X X X X
		X . . X . . X
		. . X . X . .`

	// deadStoneBoard has a stone of White's at E4 that is dead. Black has 7
	// points with it and 10 without, White 16 or 15.
	deadStoneBoard = `
		O . O X .
		O O O X O
		. O O X .
		O O O X X
		O O O X .`

	// neutralBoard has neutral points on the column D.
	neutralBoard = `
		. O O . X X .
		O . O . X . X
		O O O . X X X
		. O O . X X .
		O . O . X . X`

	// twoPointEyeBoard has a group of White's with one eye of two points. It
	// is dead, but Black must play into the eye to take it.
	twoPointEyeBoard = `
		. X . X X . X
		X X X X X X X
		. X X X X X X
		X X X X O O O
		X X X O O O O
		X X X O O O O
		. X X X O . .`

	// sekiBoard has a seki at the bottom: whoever plays A1 or E1 loses his
	// stones there.
	sekiBoard = `
		. O . O X X . X .
		O O O O X X X X X
		X X X X X X X X X
		O O O O O O X X X
		. X X X . O X . X`
)

func TestPassing(t *testing.T) {
	const anyPlay = "any play"
	for _, c := range []struct {
		name   string
		rules  string
		board  string
		toPlay ruleset.Color
		passed bool     // by the opponent
		want   []string // one of these
	}{
		{"nothing but own eyes is left", "chinese", finishedBoard, ruleset.White, false, []string{"pass"}},
		{"nothing but own eyes is left, and the game is lost", "chinese,komi=0", finishedBoard, ruleset.White, true, []string{"pass"}},
		{"the winner passes first rather than fill territory", "chinese,komi=0.5", dividedBoard, ruleset.Black, false, []string{"pass"}},
		{"the winner passes after a pass", "chinese,komi=7.5", dividedBoard, ruleset.White, true, []string{"pass"}},
		{"the loser plays on", "chinese,komi=0.5", dividedBoard, ruleset.White, false, []string{anyPlay}},
		{"the loser plays on after a pass", "chinese,komi=0.5", dividedBoard, ruleset.White, true, []string{anyPlay}},
		{"a neutral point is taken", "chinese,komi=0.5", neutralBoard, ruleset.White, false, []string{"D1", "D2", "D3", "D4", "D5"}},
		{"a neutral point is taken after a pass", "chinese,komi=0.5", neutralBoard, ruleset.White, true, []string{"D1", "D2", "D3", "D4", "D5"}},
		{"passing would lose by the count", "chinese,komi=-7", deadStoneBoard, ruleset.Black, true, []string{"E3", "E5"}},
		{"dead stones are taken though the count is won with them", "chinese,komi=-20", deadStoneBoard, ruleset.Black, true, []string{"E3", "E5"}},
		{"dead stones are taken before passing first", "chinese,komi=-20", deadStoneBoard, ruleset.Black, false, []string{"E3", "E5"}},
		{"a dead group is taken from the inside", "chinese,komi=0", twoPointEyeBoard, ruleset.Black, true, []string{"F1", "G1"}},
		{"a dead group is taken before passing first", "chinese,komi=0", twoPointEyeBoard, ruleset.Black, false, []string{"F1", "G1"}},
		{"dead stones under Tromp-Taylor", "tromp-taylor,komi=-20", deadStoneBoard, ruleset.Black, true, []string{"E3", "E5"}},
		{"the winner leaves a seki alone", "chinese,komi=0", sekiBoard, ruleset.Black, false, []string{"pass"}},
		{"the loser leaves a seki alone", "chinese,komi=0", sekiBoard, ruleset.White, false, []string{"pass"}},
		{"an even count is no reason to pass while a point can be won", "chinese,komi=0", neutralBoard, ruleset.Black, true, []string{"D1", "D2", "D3", "D4", "D5"}},
	} {
		g := drawnGame(t, c.rules, c.board, c.toPlay)
		if c.passed {
			g = drawnGame(t, c.rules, c.board, c.toPlay.Opponent())
			play(t, g, "pass")
		}
		for seed := range uint64(3) {
			r := run(t, newSearch(t, nil), g, 500, seed)
			good := slices.Contains(c.want, r.Best.String()) || c.want[0] == anyPlay && r.Best != ruleset.Pass
			if !good {
				t.Errorf("%s: %v at %.3f, should be one of %v", c.name, r.Best, r.Value, c.want)
			}
		}
	}
}

// TestNeverPassesWhileLosing plays games in which one side is hopeless, and
// checks the promises about passing at every move.
func TestNeverPassesWhileLosing(t *testing.T) {
	skipRaced(t)
	for _, rules := range []string{"chinese,komi=0", "tromp-taylor,komi=30"} {
		s := newSearch(t, nil)
		g := newGame(t, rules, ruleset.Square(6))
		for !g.Over() {
			r := run(t, s, g, 200, uint64(g.Ply()))
			if count := g.Score(nil); r.Best == ruleset.Pass && count.Result().Winner == g.ToPlay().Opponent() {
				var b fastboard.Board
				if err := b.LoadGame(g); err != nil {
					t.Fatal(err)
				}
				for i := range b.EmptyCount() {
					if p := b.EmptyAt(i); b.Playable(p) && !b.SelfAtari(p) && g.Legal(p.Ruleset()) == nil {
						t.Fatalf("%s: %v passes, behind by %v, with %v left to play\n%v",
							rules, g.ToPlay(), count.Margin, p, g.Position())
					}
				}
			}
			if err := g.Play(r.Best); err != nil {
				t.Fatal(err)
			}
		}
		if g.Result().Ending != ruleset.ByScore {
			t.Errorf("%s: the game ended by %v", rules, g.Result().Ending)
		}
	}
}

// TestCenterOf5x5 checks a fact of the field: on 5x5 Black takes the whole
// board from the center (first solved by Erik van der Werf, 2002). With a komi
// of 24 he wins by that only.
func TestCenterOf5x5(t *testing.T) {
	skipRaced(t)
	if testing.Short() {
		t.Skip("a game with 20,000 playouts a move")
	}
	s := newSearch(t, func(c *Config) { c.Policy = "uniform" })
	g := newGame(t, "chinese,komi=24", ruleset.Square(5))
	for !g.Over() {
		r := run(t, s, g, 20000, uint64(g.Ply()))
		if g.Ply() == 0 && r.Best != ruleset.At(3, 3) {
			t.Errorf("Black begins at %v", r.Best)
		}
		if err := g.Play(r.Best); err != nil {
			t.Fatal(err)
		}
	}
	if got := g.Score(nil); got.Black != ruleset.WholePoints(25) {
		t.Errorf("Black has %v points\n%v%v", got.Black, g.Position(), g.Moves())
	}
}
