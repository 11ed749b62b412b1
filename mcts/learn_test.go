package mcts

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/ruleset"
)

// TestShapeClasses turns and mirrors random boards: the shape around a point
// keeps its class, and exchanging the colors too if the other player looks.
func TestShapeClasses(t *testing.T) {
	if shapeClassCount > maxShapes {
		t.Fatalf("%d classes of shapes", shapeClassCount)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	size := ruleset.Square(5)
	class := func(position *ruleset.Position, c ruleset.Color, p ruleset.Point) uint16 {
		var b fastboard.Board
		if err := b.Load(position, c, ruleset.NoPoint, 0); err != nil {
			t.Fatal(err)
		}
		return shapeClasses[seenBy(c, b.Pattern3x3(fastboard.FromRuleset(p)))]
	}
	seen := map[uint16]bool{}
	for range 300 {
		position, turned, mirrored, exchanged := ruleset.NewPosition(size), ruleset.NewPosition(size), ruleset.NewPosition(size), ruleset.NewPosition(size)
		for _, p := range size.Points() {
			if (p.Col()+p.Row())%3 == 0 { // leaves everybody a liberty
				continue
			}
			if c := ruleset.Color(rng.IntN(3)); c != ruleset.Empty {
				position.Set(p, c)
				turned.Set(ruleset.At(p.Row(), 6-p.Col()), c)
				mirrored.Set(ruleset.At(6-p.Col(), p.Row()), c)
				exchanged.Set(p, c.Opponent())
			}
		}
		for _, p := range size.Points() {
			want := class(&position, ruleset.Black, p)
			seen[want] = true
			if got := class(&turned, ruleset.Black, ruleset.At(p.Row(), 6-p.Col())); got != want || want == 0 {
				t.Fatalf("%v: class %d, turned %d\n%v", p, want, got, position.String())
			}
			if got := class(&mirrored, ruleset.Black, ruleset.At(6-p.Col(), p.Row())); got != want {
				t.Fatalf("%v: class %d, mirrored %d\n%v", p, want, got, position.String())
			}
			if got := class(&exchanged, ruleset.White, p); got != want {
				t.Fatalf("%v: class %d, with colors exchanged %d\n%v", p, want, got, position.String())
			}
		}
	}
	if len(seen) < 100 {
		t.Errorf("%d classes seen", len(seen))
	}
}

// TestLearner learns from games of a player who captures whenever he can, and
// expects weights that say so, in a file that can be read back.
func TestLearner(t *testing.T) {
	var l Learner
	rng := rand.New(rand.NewPCG(3, 3))
	for range 60 {
		g := newGame(t, "chinese", ruleset.Square(5))
		start := g.Clone()
		for !g.Over() && g.Ply() < 40 {
			var b fastboard.Board
			if err := b.LoadGame(g); err != nil {
				t.Fatal(err)
			}
			choice, captures := ruleset.Pass, false
			for _, i := range rng.Perm(b.EmptyCount()) {
				p := b.EmptyAt(i)
				if takes := b.Captures(p, b.ToPlay()); b.Playable(p) && g.Legal(p.Ruleset()) == nil && (choice == ruleset.Pass || takes && !captures) {
					choice, captures = p.Ruleset(), takes
				}
			}
			if err := g.Play(choice); err != nil {
				t.Fatal(err)
			}
		}
		if err := l.AddGame(start, g.Moves()); err != nil {
			t.Fatal(err)
		}
	}
	fit := l.Fit(4, 1)
	if fit.Positions == 0 || l.Positions() < 1000 || fit.First <= 0.05 || fit.FirstFive <= fit.First || fit.Loss <= 0 {
		t.Errorf("%d positions, %+v", l.Positions(), fit)
	}
	data, err := l.File("a test")
	if err != nil {
		t.Fatal(err)
	}
	again, err := l.File("a test")
	if err != nil || !bytes.Equal(data, again) {
		t.Error("the same learner writes two files")
	}
	var w weights
	if err := readWeights(data, &w); err != nil {
		t.Fatal(err)
	}
	if w[tacticFeature+captureOne] < weightUnit || w[tacticFeature+captureMany] < weightUnit {
		t.Errorf("captures weigh %d and %d", w[tacticFeature+captureOne], w[tacticFeature+captureMany])
	}
	if err := readWeights([]byte(`{"shapes":[1,2]}`), &w); err == nil {
		t.Error("a file without most weights was read")
	}
}
