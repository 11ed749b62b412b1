package komi

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/ruleset"
)

func TestStudyIsAFunctionOfItsPlan(t *testing.T) {
	plan := tinyPlan(t)
	one, result := study1(t, plan, Options{Workers: 1})
	two, _ := study1(t, plan, Options{Workers: 2})
	want := files(t, one)
	if got := files(t, two); !maps.Equal(got, want) {
		t.Error("two workers made other files than one")
	}

	// Stopped again and again after a few games, then finished.
	stopped := filepath.Join(t.TempDir(), "study")
	stops := 0
	for {
		drain := make(chan struct{})
		played := 0
		_, err := Run(context.Background(), stopped, &plan, Options{Workers: 2, Drain: drain, Progress: func(string, Round, experiments.Progress) {
			if played++; played == 25 {
				close(drain)
			}
		}})
		if err == nil {
			break
		}
		if !errors.Is(err, experiments.ErrInterrupted) {
			t.Fatal(err)
		}
		stops++
	}
	if stops < 2 {
		t.Fatalf("the study was stopped %d times only", stops)
	}
	got := files(t, stopped)
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("interrupted and resumed the study has another %s (%q, %q)", name, got[name], want[name])
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d files instead of %d", len(got), len(want))
	}

	cell := result.Cells[0]
	if cell.FairKomi == nil || *cell.Lo > *cell.FairKomi || *cell.FairKomi > *cell.Hi {
		t.Fatalf("fair komi %v in %v … %v", cell.FairKomi, cell.Lo, cell.Hi)
	}
	if cell.Shift == nil || cell.Separate == nil || cell.Discrepancy == nil {
		t.Error("an estimator is missing")
	}
	for _, name := range []string{TableParquet, TableCSV, TableJSON, ResultFile, ReportFile, cell.Name + "-winrate.png", cell.Name + "-margins.svg"} {
		if want["/"+name] == "" {
			t.Errorf("there is no %s", name)
		}
	}
	for row, err := range datasets.Rows[datasets.KomiCellRow](filepath.Join(one, TableParquet)) {
		if err == nil {
			err = row.Validate()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestGamesOfASettingDoNotDependOnTheOthers(t *testing.T) {
	plan := tinyPlan(t)
	plan.MaxGames = 48
	_, alone := study1(t, plan, Options{})
	plan.Rules = append(plan.Rules, rules(t, "japanese"))
	plan.Handicaps = []int{0}
	_, both := study1(t, plan, Options{})
	if len(both.Cells) != 2 || *both.Cells[0].FairKomi != *alone.Cells[0].FairKomi || both.Cells[0].Name != alone.Cells[0].Name {
		t.Errorf("with other rules in the study the fair komi is %v instead of %v", *both.Cells[0].FairKomi, *alone.Cells[0].FairKomi)
	}
	if both.Cells[1].Usual.Holm < both.Cells[1].Usual.P {
		t.Error("an adjusted p-value is smaller than the plain one")
	}
}

func TestStudyEndsWithItsTime(t *testing.T) {
	plan := tinyPlan(t)
	plan.Precision, plan.MaxGames = 0.01, 1_000_000
	dir, result := study1(t, plan, Options{Time: 2e9})
	cell := result.Cells[0]
	if cell.Reached != nil && *cell.Reached || cell.Stopped != "the time is spent" && cell.Games > 0 {
		t.Errorf("ended with %q after %d games", cell.Stopped, cell.Games)
	}
	again, err := Run(context.Background(), dir, &plan, Options{Time: 2e9})
	if err != nil {
		t.Fatal(err)
	}
	if again.Cells[0].Games < cell.Games {
		t.Errorf("continued, the study has %d games after %d", again.Cells[0].Games, cell.Games)
	}
}

func TestListedKomiAreAllPlayed(t *testing.T) {
	plan := tinyPlan(t)
	var err error
	if plan.Komi, err = ParseList([]string{"-1:1:1", "0"}); err != nil { // one of them twice
		t.Fatal(err)
	}
	plan.MaxGames = 96
	_, result := study1(t, plan, Options{})
	for i, want := range []float64{-1, 0, 1} {
		if points := result.Cells[0].Komi; len(points) != 3 || points[i].Komi != want || points[i].Results.Games()+points[i].NoResult != 32 {
			t.Errorf("komi played: %+v", points)
		}
	}
}

func TestOneKomiGivesTheScoreShift(t *testing.T) {
	plan := tinyPlan(t)
	plan.Komi = []ruleset.HalfPoints{4, 4}
	_, result := study1(t, plan, Options{})
	cell := result.Cells[0]
	if cell.Method != "score shift" || cell.Separate != nil || len(cell.Komi) != 1 || cell.Komi[0].Komi != 2 {
		t.Errorf("%s of games at %+v", cell.Method, cell.Komi)
	}
	if cell.Games < plan.MaxGames && !*cell.Reached {
		t.Errorf("ended after %d games (%s) with %v … %v", cell.Games, cell.Stopped, *cell.Lo, *cell.Hi)
	}
	if text := result.Text(); !strings.Contains(text, "all games are at komi 2:") {
		t.Errorf("no word about what one komi cannot tell:\n%s", text)
	}
	plan.MaxGames, plan.Precision = 100, 0.01
	if _, result = study1(t, plan, Options{}); result.Cells[0].Games != 100 || *result.Cells[0].Reached {
		t.Errorf("%d games, %s", result.Cells[0].Games, result.Cells[0].Stopped)
	}
}

func TestFoldersOfOthersAreLeftAlone(t *testing.T) {
	plan := tinyPlan(t)
	plan.MaxGames = 40
	dir, _ := study1(t, plan, Options{})
	before := files(t, dir)
	other := plan
	other.Precision = 3
	_, err := Run(context.Background(), dir, &other, Options{})
	wantError(t, err, "another study", "--out")
	if !maps.Equal(files(t, dir), before) {
		t.Error("a refused study changed files")
	}
	foreign := t.TempDir()
	if err := os.WriteFile(filepath.Join(foreign, "thesis.tex"), []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err = Run(context.Background(), foreign, &plan, Options{})
	wantError(t, err, "not empty", "thesis.tex")
	loaded, err := LoadPlan(dir)
	if err != nil {
		t.Fatal(err)
	}
	if string(loaded.Canonical()) != string(plan.Canonical()) {
		t.Error("the stored plan reads back as another one")
	}
}
