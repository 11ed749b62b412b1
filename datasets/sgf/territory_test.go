package sgf

import (
	"slices"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/ruleset"
)

// Dead stones survive a round trip, also one whose point becomes nobody's.
func TestTerritoryMarks(t *testing.T) {
	position, err := ruleset.ParseBoard(`
		. X . O .
		. X O O .
		O X X O X
		. X . O .
		. X X O .`)
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
	dead := []ruleset.Point{ruleset.At(1, 3), ruleset.At(5, 3), ruleset.At(4, 1), ruleset.At(4, 2), ruleset.At(4, 3), ruleset.At(4, 4), ruleset.At(4, 5), ruleset.At(3, 4)}
	for _, list := range [][]ruleset.Point{nil, dead[:1], dead[:2], dead} {
		slices.Sort(list)
		if err := game.Settle(list, ruleset.Agreed); err != nil {
			t.Fatal(err)
		}
		tree, err := NewRecord(game).Tree()
		if err != nil {
			t.Fatal(err)
		}
		tree.End().SetTerritory(game)
		again, _, err := tree.ToGame(GameOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if got := again.Facts().Dead; !slices.Equal(got, list) || again.Count().Margin != game.Count().Margin {
			t.Errorf("dead are %v, margin %v; want %v and %v", got, again.Count().Margin, list, game.Count().Margin)
		}
	}
}

// Marks on a game that nobody ended by passes, or that cannot be read, are no
// reason to refuse it.
func TestTerritoryMarksOfOthers(t *testing.T) {
	for text, want := range map[string]int{
		"(;SZ[5]RU[Japanese];B[cc];W[bb];B[];W[]TB[aa:ee])":  1,
		"(;SZ[5]RU[Japanese];B[cc];W[bb];B[];W[]TB[zz][bb])": 1,
		"(;SZ[5]RU[Japanese];B[cc];W[bb]TB[aa:ee])":          0,
		"(;SZ[5]RU[Japanese];B[cc];W[bb];B[];W[]TB[])":       0,
	} {
		collection, err := Parse([]byte(text), Options{})
		if err != nil {
			t.Fatal(err)
		}
		game, _, err := collection.Games[0].ToGame(GameOptions{})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := len(game.Facts().Dead); got != want {
			t.Errorf("%s: %d dead stones, want %d", strings.TrimSpace(text), got, want)
		}
	}
}
