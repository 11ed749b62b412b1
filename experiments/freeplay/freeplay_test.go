package freeplay

import (
	"errors"
	"testing"

	"github.com/tengen-go/tengen/ruleset"
)

func game(t *testing.T, rules, board string, toPlay ruleset.Color) *ruleset.Game {
	t.Helper()
	r, err := ruleset.ParseRules(rules)
	if err != nil {
		t.Fatal(err)
	}
	position, err := ruleset.ParseBoard(board)
	if err != nil {
		t.Fatal(err)
	}
	g, err := ruleset.NewGame(Rules(r), position.Size(), ruleset.SetupOf(&position, toPlay))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func move(t *testing.T, c ruleset.Color, vertex string) ruleset.Move {
	t.Helper()
	p, err := ruleset.ParsePoint(vertex)
	if err != nil {
		t.Fatal(err)
	}
	return ruleset.Move{Color: c, Point: p}
}

const koBoard = `
	. X O .
	X O . O
	. X O .
	. . . .`

// TestForceRetakesAKo: the referee refuses, a record may hold it all the same.
func TestForceRetakesAKo(t *testing.T) {
	g := game(t, "japanese", koBoard, ruleset.Black)
	if err := Play(g, move(t, ruleset.Black, "C3")); err != nil {
		t.Fatal(err)
	}
	back := move(t, ruleset.White, "B3")
	if err := Play(g, back); !errors.Is(err, ruleset.ErrKo) {
		t.Fatalf("the ko is retaken: %v", err)
	}
	forced, err := Force(g, back)
	if err != nil {
		t.Fatal(err)
	}
	if forced.Captures(ruleset.Black) != 1 || forced.Captures(ruleset.White) != 1 || forced.ToPlay() != ruleset.Black ||
		forced.Position().At(back.Point) != ruleset.White || g.Position().At(back.Point) != ruleset.Empty {
		t.Errorf("after the forced move:\n%v", forced.Position())
	}
	for _, illegal := range []string{"A3", "Z9"} { // a stone of Black's there; off the board
		if _, err := Force(g, move(t, ruleset.White, illegal)); err == nil {
			t.Errorf("%s is forced", illegal)
		}
	}
}

func TestForceSuicide(t *testing.T) {
	g := game(t, "chinese", `
		. O X
		. X X
		X X .`, ruleset.White)
	forced, err := Force(g, move(t, ruleset.White, "A3"))
	if err != nil || forced.Position().Count(ruleset.White) != 2 {
		t.Fatalf("%v: A3 has a liberty", err)
	}
	if forced, err = Force(forced, move(t, ruleset.White, "A2")); err != nil {
		t.Fatal(err)
	}
	if forced.Position().Count(ruleset.White) != 0 || forced.Captures(ruleset.Black) != 3 {
		t.Errorf("after the suicide of three:\n%v, captures %d", forced.Position(), forced.Captures(ruleset.Black))
	}
	if _, err := Force(forced, move(t, ruleset.White, "C1")); !errors.Is(err, ruleset.ErrSuicide) {
		t.Errorf("a single stone kills itself: %v", err)
	}
}

// TestGameGoesOn after two passes and after a resignation, for either color.
func TestGameGoesOn(t *testing.T) {
	g := game(t, "chinese", koBoard, ruleset.Black)
	for _, c := range []ruleset.Color{ruleset.Black, ruleset.White} {
		if err := Play(g, ruleset.Move{Color: c, Point: ruleset.Pass}); err != nil {
			t.Fatal(err)
		}
	}
	if !g.Over() {
		t.Fatal("two passes do not end the game")
	}
	view, err := View(g, ruleset.White)
	if err != nil || view.Over() || view.ToPlay() != ruleset.White {
		t.Errorf("the view: %v, over %v", err, view.Over())
	}
	if err := Play(g, move(t, ruleset.White, "D1")); err != nil || g.Over() {
		t.Errorf("the game does not go on: %v", err)
	}
	if err := g.Resign(ruleset.Black); err != nil {
		t.Fatal(err)
	}
	if err := Play(g, move(t, ruleset.Black, "D1")); !errors.Is(err, ruleset.ErrOccupied) || !g.Over() {
		t.Errorf("an illegal move reopened the game: %v", err)
	}
	if err := Play(g, move(t, ruleset.Black, "A1")); err != nil || g.Over() {
		t.Errorf("the game does not go on: %v", err)
	}
}
