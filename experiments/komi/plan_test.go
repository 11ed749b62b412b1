package komi

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/ruleset"
)

func TestPlanRefuses(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(*Plan)
		want   string
	}{
		{"the games of another version", func(p *Plan) { p.Engine-- }, "use the version that began the study"},
		{"no precision", func(p *Plan) { p.Precision = 0 }, "precision is 0"},
		{"a confidence of 95 rather than 0.95", func(p *Plan) { p.Confidence = 95 }, "such as 0.95"},
		{"a balance of nothing", func(p *Plan) { p.Within = 0 }, "within is 0"},
		{"hardly any games", func(p *Plan) { p.MaxGames = 3 }, "games is 3"},
		{"no rules", func(p *Plan) { p.Rules = nil }, "rules is empty"},
		{"a komi larger than the board", func(p *Plan) { p.Komi = []ruleset.HalfPoints{0, 33} }, "komi 16.5 is out of range: the board has 16 points"},
		{"rules twice", func(p *Plan) { p.Rules = append(p.Rules, rules(t, "chinese,komi=0")) }, "the same setting twice"},
		{"handicap on a board without star points", func(p *Plan) { p.Handicaps = []int{2} }, "handicap"},
		{"corner stones on a small board", func(p *Plan) { p.Rules = []ruleset.Rules{rules(t, "ancient")} }, "--rules ancient,start=empty"},
		{"a board too large to play on", func(p *Plan) { p.Sizes = []experiments.BoardSize{{Size: ruleset.Square(25)}} }, "up to 19x19"},
		{"a flat temperature", func(p *Plan) { p.Opening.Temperature = 0 }, "temperature"},
	} {
		t.Run(test.name, func(t *testing.T) {
			plan := tinyPlan(t)
			test.change(&plan)
			wantError(t, plan.Validate(), test.want)
		})
	}
}

func TestStoredPlanIsReadStrictly(t *testing.T) {
	plan := tinyPlan(t)
	text := string(plan.Canonical())
	for _, test := range []struct{ name, stored, want string }{
		{"a key that is there twice", strings.Replace(text, `"within"`, `"max_games": 500, "within"`, 1), `"max_games" is there twice`},
		{"an unknown key", strings.Replace(text, `"within"`, `"widthin": 1, "within"`, 1), "did you mean within?"},
		{"a second value", text + "{}", "more than one JSON value"},
		{"other bytes", strings.Replace(text, "{\n", "{ \n", 1), "not as it was written"},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, PlanFile), []byte(test.stored), 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := LoadPlan(dir)
		t.Run(test.name, func(t *testing.T) { wantError(t, err, test.want, PlanFile) })
	}
	_, err := LoadPlan(t.TempDir())
	wantError(t, err, "is no study", "--out")
}

func TestParseList(t *testing.T) {
	got, err := ParseList([]string{"4:5:0.5", "7.5", "3.75zi", "-1"})
	want := []ruleset.HalfPoints{8, 9, 10, 15, 15, -2}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v", got, err)
	}
	for _, bad := range []string{"x", "8:4:1", "4:8:0", "1:2:3:4", "0.25", "0:1e9:0.5"} {
		if _, err := ParseList([]string{bad}); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}

func TestNamesOfSettingsAreUnique(t *testing.T) {
	plan := tinyPlan(t)
	plan.Rules = []ruleset.Rules{rules(t, "chinese"), rules(t, "chinese,ko=situational")}
	plan.Players = []experiments.PlayerSpec{player(t, "default"), player(t, "uniform")}
	got := strings.Join(names(plan.Settings()), " ")
	if want := "chinese-4x4-default-1000 chinese-4x4-uniform chinese-4x4-default-1000-2 chinese-4x4-uniform-2"; got != want {
		t.Errorf("%s", got)
	}
}
