package experiments

import (
	"testing"

	"github.com/tengen-go/tengen/experiments/lifedeath"
	"github.com/tengen-go/tengen/ruleset"
)

// passedOut is a game under Japanese rules in which both pass on a board.
func passedOut(t *testing.T, board string) *ruleset.Game {
	t.Helper()
	position, err := ruleset.ParseBoard(board)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := ruleset.ParseRules("japanese")
	if err != nil {
		t.Fatal(err)
	}
	game, err := ruleset.NewGame(rules, position.Size(), ruleset.SetupOf(&position, ruleset.Black))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := game.Play(ruleset.Pass); err != nil {
			t.Fatal(err)
		}
	}
	return game
}

func TestCleanup(t *testing.T) {
	for _, c := range []struct {
		name    string
		board   string
		resumed bool
		atLeast int // for Black, before komi
		atMost  int
	}{
		{"nothing to do", `
			. X O . .
			. X O . .
			. X O . .
			. X O . .
			. X O . .`, false, -5, -5},
		{"dead stones are taken off where they are", `
			. . O . . O .
			. O . O O . O
			O O O O O O O
			X X X X X X X
			X . . . . . X
			X . . O . X .
			. X X . X . X`, false, 6, 6},
		{"an open border is closed", `
			. X O . .
			. X O . .
			. . . . .
			. X O . .
			. X O . .`, true, -7, 0},
	} {
		game := passedOut(t, c.board)
		notes := newNotes(tinyPlan(t, 1), game)
		if err := cleanup(game, 1, notes); err != nil {
			t.Fatal(err)
		}
		count := game.Count()
		margin := int((count.Black - count.White).Points())
		if resumed := game.Ply() > 2; resumed != c.resumed || margin < c.atLeast || margin > c.atMost {
			t.Errorf("%s: %d plies, margin %d, want %d to %d\n%v", c.name, game.Ply(), margin, c.atLeast, c.atMost, game.Position())
		}
		if game.Result().Ending != ruleset.ByScore || game.PassesInRow() != 2 && c.resumed {
			t.Errorf("%s: ended by %v", c.name, game.Result().Ending)
		}
		row := notes.Row()
		again, err := Replay(&row)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		} else if other := again.Count(); other.Margin != count.Margin || row.ScoringMethod != ruleset.PlayedOut.String() {
			t.Errorf("%s: replayed %v (%s), counted %v", c.name, other.Margin, row.ScoringMethod, count.Margin)
		}
	}
}

// What is missing closes the border, and no more is taken over than that.
func TestMissingMoves(t *testing.T) {
	game := passedOut(t, `
		. X O . .
		. X O . .
		. . . . .
		. X O . .
		. X O . .`)
	for seed := range uint64(20) {
		end, err := lifedeath.PlayOut(game, seed)
		if err != nil {
			t.Fatal(err)
		}
		owners := areaOf(end)
		moves := missing(game, end)
		if len(moves) < 3 {
			t.Errorf("seed %d: moves %v", seed, moves)
		}
		resumed := game.Clone()
		for i, p := range moves {
			if resumed.Over() {
				if err := resumed.Resume(); err != nil {
					t.Fatal(err)
				}
			}
			if i < len(moves)-2 && p != end.Moves[i].Point {
				t.Errorf("seed %d: %v is not of the cleanup", seed, p)
			}
			if err := resumed.Play(p); err != nil {
				t.Fatal(err)
			}
		}
		if n := leaks(resumed, end, &owners); n != 0 || !resumed.Over() {
			t.Errorf("seed %d: %d points are left open", seed, n)
		}
	}
}
