package playout

import (
	"testing"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/ruleset"
)

// Suicides are among the moves of Uniform where they are asked for, those of
// one stone and own eyes are not, and the referee agrees with every move.
func TestUniformWithSuicide(t *testing.T) {
	policy, err := ParsePolicy("uniform:suicide=true")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := ruleset.ParseRules("tromp-taylor,ko=simple,cycle=none")
	if err != nil {
		t.Fatal(err)
	}
	suicides := 0
	for seed := range uint64(200) {
		rng := NewRNG(seed)
		var board fastboard.Board
		board.Reset(ruleset.Square(5))
		var moves []fastboard.Point
		again := board
		outcome := (&Runner{Policy: policy}).Run(&board, &rng, nil)
		game, err := ruleset.NewGame(rules, ruleset.Square(5), ruleset.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		rng = NewRNG(seed)
		for range outcome.Moves {
			p := policy.Move(&again, &rng)
			moves = append(moves, p)
			if n := again.Suicide(p); p != fastboard.Pass && n > 0 {
				if suicides++; n == 1 {
					t.Fatalf("seed %d: %v is the suicide of one stone", seed, p)
				}
				again.PlaySuicide(p)
			} else {
				again.Play(p)
			}
			if err := game.Play(p.Ruleset()); err != nil {
				t.Fatalf("seed %d, %v: %v", seed, moves, err)
			}
		}
		if board.Hash() != again.Hash() {
			t.Fatalf("seed %d: the runner and the policy play different games", seed)
		}
		count := rules.Count(game.Position(), ruleset.Facts{})
		if got := int32((count.Black - count.White).Points()); got != outcome.Margin {
			t.Fatalf("seed %d: margin %d, the referee counts %d", seed, outcome.Margin, got)
		}
	}
	if suicides == 0 {
		t.Error("no suicide in 200 playouts")
	}
	for _, text := range []string{"uniform:suicid=true", "uniform:suicide", "uniform:suicide=2"} {
		if _, err := ParsePolicy(text); err == nil {
			t.Errorf("%q is read", text)
		}
	}
	if plain, err := ParsePolicy("uniform:suicide=false"); err != nil || plain != (Uniform{}) {
		t.Errorf("uniform:suicide=false: %v, %v", plain, err)
	}
}
