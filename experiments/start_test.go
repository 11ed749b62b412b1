package experiments

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/ruleset"
)

// games plays a plan, verifies it and returns its rows.
func games(t *testing.T, plan *Plan) []datasets.GameRow {
	t.Helper()
	if err := plan.Validate(); err != nil {
		t.Fatal(err)
	}
	dir := play(t, plan, Options{})
	v, err := Verify(context.Background(), dir, VerifyOptions{Regenerate: 1})
	if err != nil {
		t.Fatal(err)
	}
	if !v.Complete || v.Failures != 0 || v.Replayed != plan.Games {
		t.Errorf("verification: %+v", v)
	}
	var rows []datasets.GameRow
	for row, err := range plan.games(dir) {
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	return rows
}

func TestStarts(t *testing.T) {
	for _, test := range []struct {
		name, plan   string
		size         string
		black, white int
		toPlay       string
		handicap     int16
	}{
		{"even", `{}`, "7", 0, 0, "B", 0},
		{"handicap, White moves first", `{"handicap": 3}`, "7", 3, 0, "W", 3},
		{"handicap under rules that fix the points", `{"handicap": 2, "rules": "japanese"}`, "7", 2, 0, "W", 2},
		{"handicap on a rectangle", `{"handicap": 4}`, "8x7", 4, 0, "W", 4},
		{"the old Chinese start", `{"rules": "chinese-ancient"}`, "7", 2, 2, "W", 0},
		{"handicap instead of the old start", `{"rules": "chinese-ancient", "handicap": 2}`, "7", 2, 0, "W", 2},
		{"a drawn position", `{"setup": {"rows": ["X..O", "....", ".X.."], "to_play": "W"}}`, "4x3", 2, 1, "W", 0},
		{"points", `{"setup": {"black": ["A1"], "white": ["C3", "B3"]}}`, "5", 1, 2, "B", 0},
		{"free handicap as a setup", `{"setup": {"black": ["B2", "C3"]}, "handicap": 2}`, "5", 2, 0, "W", 2},
		{"a prefix after handicap", `{"handicap": 2, "opening": {"prefix": ["D4"]}}`, "7", 2, 0, "W", 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			plan := tinyPlan(t, 2)
			plan.Black = player(t, "uniform")
			plan.White = plan.Black
			if err := plan.Size.UnmarshalText([]byte(test.size)); err != nil {
				t.Fatal(err)
			}
			if err := plan.ParsePlan([]byte(test.plan)); err != nil {
				t.Fatal(err)
			}
			for _, row := range games(t, plan) {
				if len(row.SetupBlack) != test.black || len(row.SetupWhite) != test.white || row.SetupToPlay != test.toPlay || row.Handicap != test.handicap {
					t.Errorf("setup %v and %v, %s to play, handicap %d", row.SetupBlack, row.SetupWhite, row.SetupToPlay, row.Handicap)
				}
			}
		})
	}
}

// White gets a point for each stone under Chinese rules, and komi besides.
func TestHandicapIsCompensated(t *testing.T) {
	plan := tinyPlan(t, 4)
	plan.Size = BoardSize{ruleset.Square(7)}
	plan.Black = player(t, "uniform")
	plan.White, plan.Handicap, plan.Rules.Komi = plan.Black, 4, 1
	for _, row := range games(t, plan) {
		if row.EndReason != datasets.EndScore {
			continue
		}
		game, err := Replay(&row)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := game.Result().Margin.Points(), *row.BlackMargin-4-0.5; got != want {
			t.Errorf("margin %v, want %v", got, want)
		}
	}
}

// Plans as they were before they could have a start keep their bytes.
func TestStartIsLeftOutOfOtherPlans(t *testing.T) {
	if text := string(tinyPlan(t, 4).Canonical()); strings.Contains(text, "handicap\"") || strings.Contains(text, "\"setup") {
		t.Errorf("the plan %s has fields that it does not use", text)
	}
}

func TestBadStarts(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       []string
	}{
		{"one stone", `{"handicap": 1}`, []string{"handicap of 1", "2 to 9", "0 is an even game"}},
		{"more than the board offers", `{"size": "8", "handicap": 5}`, []string{"handicap of 5", "8x8", "2 to 4"}},
		{"a board without star points", `{"size": "5", "handicap": 2}`, []string{"5x5", "7 or more"}},
		{"another size", `{"setup": {"rows": ["X.", ".."]}}`, []string{"2x2", "9x9"}},
		{"a point off the board", `{"setup": {"black": ["K10"]}}`, []string{"B K10", "not on the board"}},
		{"a point twice", `{"setup": {"black": ["A1"], "white": ["A1"]}}`, []string{"W A1", "occupied"}},
		{"no point", `{"setup": {"white": ["Z"]}}`, []string{"setup.white", "Z"}},
		{"no liberty", `{"size": "2", "setup": {"rows": ["XO", "OX"]}}`, []string{"no liberty"}},
		{"no player", `{"setup": {"to_play": "X"}}`, []string{"setup.to_play", "X"}},
		{"more handicap than stones", `{"setup": {"black": ["A1"]}, "handicap": 2}`, []string{"handicap is 2", "1 black stone"}},
		{"an opening on a handicap stone", `{"handicap": 2, "opening": {"prefix": ["C3"]}}`, []string{"opening move 1", "C3", "occupied"}},
		{"an unknown field", `{"setup": {"blak": ["A1"]}}`, []string{"blak"}},
	} {
		plan := DefaultPlan()
		err := plan.ParsePlan([]byte(test.text))
		if err == nil {
			err = plan.Validate()
		}
		t.Run(test.name, func(t *testing.T) { wantError(t, err, test.want...) })
	}
}

func TestVerifyComparesStarts(t *testing.T) {
	plan := tinyPlan(t, 4)
	plan.Setup = &Start{Black: []string{"A1"}}
	for name, change := range map[string]func(*datasets.GameRow){
		"a stone":  func(row *datasets.GameRow) { row.SetupBlack = []int16{0} },
		"a player": func(row *datasets.GameRow) { row.SetupToPlay = "W" },
		"handicap": func(row *datasets.GameRow) { row.Handicap = 2 },
	} {
		dir := play(t, plan, Options{})
		rewrite(t, plan, dir, change)
		v, err := Verify(context.Background(), dir, VerifyOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(strings.Join(v.Problems, "\n"), "its start is not that of the plan") {
			t.Errorf("%s: problems %q", name, v.Problems)
		}
	}
}

func TestReadStart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "start")
	for _, test := range []struct{ content, rows, toPlay, size string }{
		{"X . O\n. . .", "X.O/...", "", "3x2"},
		{"(;SZ[3]AB[aa]AW[ca]PL[W])", "X.O/.../...", "W", "3x3"},
		{"(;SZ[3]AB[aa]AW[ca];W[bb];B[cc])", "X.O/.../...", "W", "3x3"},
		{"(;SZ[7]HA[3])", "", "", "7x7"},
	} {
		write(t, path, test.content)
		start, size, handicap, err := ReadStart(path)
		if err != nil {
			t.Fatal(err)
		}
		if start == nil {
			if handicap != 3 || test.rows != "" {
				t.Errorf("%s: no start, handicap %d", test.content, handicap)
			}
			continue
		}
		if strings.Join(start.Rows, "/") != test.rows || start.ToPlay != test.toPlay || size.String() != test.size {
			t.Errorf("%s: %+v on %v", test.content, start, size)
		}
	}
	for content, want := range map[string]string{"nothing": "neither SGF", "(;SZ[5];B[cc])": "sets no stones", "(;SZ[5]AB[gg])": "put the stones", "(;SZ[2]AB[aa][bb]AW[ab][ba])": "liberty"} {
		write(t, path, content)
		_, _, _, err := ReadStart(path)
		wantError(t, err, path, want)
	}
	_, _, _, err := ReadStart(path + ".none")
	wantError(t, err, "no such file")
}
