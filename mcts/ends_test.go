package mcts

import (
	"context"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/ruleset"
)

// Most simulations end in the tree here, after two passes. A white stone is in
// atari; if White passes, Black takes it and wins everything. The results of the
// few simulations that are played out must not wait until the budget is used up,
// for until then they count as lost, and the pass seems to be safe.
func TestPlayoutsAreNotHeldUpByEndsInTheTree(t *testing.T) {
	rules, err := ruleset.ParseRules("chinese,komi=1,max-moves=60")
	if err != nil {
		t.Fatal(err)
	}
	g, err := ruleset.NewGame(rules, ruleset.Square(4), ruleset.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	for _, vertex := range strings.Fields("C2 B3 C3 B2 B1 C4 B4 A4 D3 C1 D1 A2 D4") {
		p, err := ruleset.ParsePoint(vertex)
		if err == nil {
			err = g.Play(p)
		}
		if err != nil {
			t.Fatal(vertex, err)
		}
	}
	s, err := New(DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	report, err := s.Run(context.Background(), g, Budget{Playouts: 20_000}, 7)
	if err != nil {
		t.Fatal(err)
	}
	for _, child := range report.Children {
		if child.Point == ruleset.Pass && child.Value > 0.1 {
			t.Errorf("a pass has the value %.3f after %d visits; it loses everything", child.Value, child.Visits)
		}
	}
	if report.Best.String() != "B4" {
		t.Errorf("the move is %v, want B4", report.Best)
	}
}
