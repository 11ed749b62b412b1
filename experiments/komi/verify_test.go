package komi

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/experiments"
)

func verify(t *testing.T, dir string) *experiments.Verification {
	t.Helper()
	v, err := Verify(context.Background(), dir, experiments.VerifyOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestVerifyOfAStudy(t *testing.T) {
	if testing.Short() {
		t.Skip("checks a study a dozen times; left out with -short")
	}
	plan := tinyPlan(t)
	plan.Rules = append(plan.Rules, rules(t, "japanese"))
	plan.MaxGames = 40
	dir, result := study1(t, plan, Options{})
	games := result.Cells[0].Games + result.Cells[1].Games
	if v := verify(t, dir); !v.Complete || v.Failures > 0 || v.Games != games || v.Planned != games || v.Replayed != games || len(v.Notes) > 0 {
		t.Fatalf("a study as it was written: %+v", v)
	}

	number := regexp.MustCompile(`("fair_komi": )-?[0-9.]+`)
	round := roundFolder(dir, result.Cells[0].Name, result.Cells[0].Rounds[0])
	part, err := filepath.Glob(filepath.Join(round, "games", "*", "*", "*.parquet"))
	if err != nil || len(part) == 0 {
		t.Fatal(part, err)
	}
	for _, test := range []struct {
		name, file string
		change     func(data []byte) []byte // nil to remove the file
		want       []string
	}{
		{"another fair komi", ResultFile, func(data []byte) []byte { return number.ReplaceAll(data, []byte("${1}99")) }, []string{"result.json: cells[0].fair_komi is 99, but the games give", "writes it anew"}},
		{"no object", ResultFile, func([]byte) []byte { return []byte("[") }, []string{"result.json: "}},
		{"a changed table", TableCSV, func(data []byte) []byte { return []byte(strings.Replace(string(data), ",played,", ",shifted,", 1)) }, []string{`komi_cells.csv: rows[0].origin is "shifted", but the games give "played"`}},
		{"a row less", TableJSON, func([]byte) []byte { return []byte("[]") }, []string{"komi_cells.json: rows has 0 entries, but the games give"}},
		{"a cut table", TableParquet, func(data []byte) []byte { return data[:len(data)/2] }, []string{"komi_cells.parquet: "}},
		{"an edited report", ReportFile, func(data []byte) []byte { return []byte(strings.Replace(string(data), "Seed 5", "Seed 6", 1)) }, []string{"report.md: lines["}},
		{"a figure that is lost", result.Cells[1].Name + "-margins.svg", nil, []string{"margins.svg is missing"}},
		{"games cut off", strings.TrimPrefix(part[0], dir), func(data []byte) []byte { return data[:len(data)/2] }, []string{round + ": ", "compared when its games are sound"}},
		{"games of another version", strings.TrimPrefix(filepath.Join(round, experiments.PlanFile), dir), func(data []byte) []byte { return append(data, ' ') }, []string{"is not the round that follows"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(dir, test.file)
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			defer func() {
				if err := os.WriteFile(path, data, 0o644); err != nil {
					t.Fatal(err)
				}
			}()
			if test.change == nil {
				err = os.Remove(path)
			} else {
				err = os.WriteFile(path, test.change(data), 0o644)
			}
			if err != nil {
				t.Fatal(err)
			}
			v := verify(t, dir)
			said := strings.Join(append(slices.Clone(v.Problems), v.Notes...), "\n")
			for _, want := range test.want {
				if v.Failures == 0 || !strings.Contains(said, want) {
					t.Errorf("%d failures, and %q does not say %q", v.Failures, said, want)
				}
			}
		})
	}

	// A round that is gone leaves those after it, and the result, without ground.
	if err := os.RemoveAll(round); err != nil {
		t.Fatal(err)
	}
	v := verify(t, dir)
	said := strings.Join(v.Problems, "\n")
	if !strings.Contains(said, "games of rounds before it are missing") || !strings.Contains(said, "result.json: cells[0].") || v.Complete {
		t.Errorf("without a round: %s", said)
	}
}

func TestVerifyOfAStudyOnTheWay(t *testing.T) {
	plan := tinyPlan(t)
	plan.Precision = 0.2 // more than the games will give
	dir := interrupted(t, &plan, 40)
	if v := verify(t, dir); v.Complete || v.Failures > 0 || v.Games == 0 || v.Planned != plan.MaxGames {
		t.Errorf("a study that was stopped: %+v", v)
	}

	// What was written at the end of a time is not held against the games since.
	if _, err := Run(context.Background(), dir, &plan, Options{Time: 1}); err != nil {
		t.Fatal(err)
	}
	if v := verify(t, dir); v.Complete || v.Failures > 0 || len(v.Notes) > 0 {
		t.Errorf("at the end of the time: %+v", v)
	}
	drain := make(chan struct{})
	played := 0
	_, err := Run(context.Background(), dir, &plan, Options{Drain: drain, Progress: func(string, Round, experiments.Progress) {
		if played++; played == 60 {
			close(drain)
		}
	}})
	if !errors.Is(err, experiments.ErrInterrupted) {
		t.Fatal(err)
	}
	if v := verify(t, dir); v.Complete || v.Failures > 0 || len(v.Notes) != 1 || !strings.Contains(v.Notes[0], "fewer games") {
		t.Errorf("games after the end of the time: %+v", v)
	}
}
