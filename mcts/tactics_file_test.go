package mcts

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/ruleset"
)

// A tactic is a position in which the right move decides the game. They stand in
// testdata/tactics, a file for each category:
//
//	= what the position is
//	play: black
//	rules: chinese,komi=8.5
//	answer: D3 E4     (the right moves)
//	avoid: A1         (instead: all others are right)
//	read: yes         (a reader finds just these moves to win)
//	why: what makes them right
//	source: where the position comes from
//	. X O
//	. . .
type tactic struct {
	category, name     string
	play               ruleset.Color
	rules, why, source string
	answer, avoid      []string
	read               bool
	board              string
}

// id names the position.
func (c *tactic) id() string { return c.category + ": " + c.name }

// solved reports whether a move is right.
func (c *tactic) solved(p ruleset.Point) bool {
	if len(c.avoid) > 0 {
		return !slices.Contains(c.avoid, p.String())
	}
	return slices.Contains(c.answer, p.String())
}

func (c *tactic) game(t testing.TB) *ruleset.Game {
	t.Helper()
	return drawnGame(t, c.rules, c.board, c.play)
}

// tactics reads all positions.
func tactics(t testing.TB) []*tactic {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("testdata", "tactics", "*.txt"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no positions: %v", err)
	}
	var all []*tactic
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		list, err := parseTactics(strings.TrimSuffix(filepath.Base(path), ".txt"), string(text))
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		all = append(all, list...)
	}
	known := map[string]bool{}
	for _, c := range all {
		switch {
		case known[c.id()]:
			t.Fatalf("%s: there are two of this name", c.id())
		case (len(c.answer) == 0) == (len(c.avoid) == 0):
			t.Fatalf("%s: give either answers or moves to avoid", c.id())
		case c.why == "" || c.source == "":
			t.Fatalf("%s: say why that is right, and where it comes from", c.id())
		}
		known[c.id()] = true
	}
	return all
}

// parseTactics reads the positions of a file.
func parseTactics(category, text string) ([]*tactic, error) {
	var list []*tactic
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		switch {
		case line == "":
			continue
		case strings.HasPrefix(line, "="):
			list = append(list, &tactic{category: category, name: strings.TrimSpace(line[1:])})
			continue
		case len(list) == 0:
			return nil, fmt.Errorf("line %d: a position begins with \"= name\"", i+1)
		}
		c := list[len(list)-1]
		key, value, isProperty := strings.Cut(line, ":")
		if !isProperty {
			c.board += line + "\n"
			continue
		}
		value = strings.TrimSpace(value)
		var err error
		switch key {
		case "play":
			c.play, err = ruleset.ParseColor(value)
		case "rules":
			c.rules = value
		case "answer":
			c.answer = strings.Fields(value)
		case "avoid":
			c.avoid = strings.Fields(value)
		case "read":
			c.read = value == "yes"
		case "why":
			c.why = value
		case "source":
			c.source = value
		default:
			err = fmt.Errorf("unknown property %q", key)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	return list, nil
}
