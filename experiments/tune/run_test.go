package tune

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/ruleset"
)

// tiny is a tuning on a small board that takes little time.
func tiny(t *testing.T, method Method, params ...string) *Plan {
	t.Helper()
	plan := small(t, params...)
	player, err := experiments.ParsePlayer("light:playouts=5,rave=300")
	if err != nil {
		t.Fatal(err)
	}
	plan.Player, plan.Method = player, method
	plan.Size.Size = ruleset.Square(4)
	plan.Opening.Sampled = 1
	plan.Games, plan.Validation, plan.SPSA.Pairs, plan.Halving.Candidates = 20, 4, 1, 4
	return plan
}

// results are the files that a tuning gives and that do not depend on the
// clock.
func results(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		name := strings.TrimPrefix(path, dir)
		if err != nil || entry.IsDir() || !strings.HasSuffix(name, ".sgf") && !strings.HasPrefix(filepath.Base(name), "part-") && filepath.Dir(name) != "/" {
			return err
		}
		if strings.Contains(name, "timings") {
			return nil
		}
		data, err := os.ReadFile(path)
		files[name] = strings.ReplaceAll(string(data), dir, "")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// A tuning that is stopped again and again, with any number of workers, ends
// with the same files as one that was left alone.
func TestStoppedTuningsComeToTheSameEnd(t *testing.T) {
	if testing.Short() {
		t.Skip("plays tunings twice; left out with -short")
	}
	for _, plan := range []*Plan{tiny(t, SPSA), tiny(t, Halving, "rave=100:3000:log", "expand=1:4", "reuse=true,false")} {
		if plan.Method == Halving {
			plan.Player.Search.Expand = 2
		}
		whole, stopped := filepath.Join(t.TempDir(), "whole"), filepath.Join(t.TempDir(), "stopped")
		report, err := Run(context.Background(), whole, plan, Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		if !report.Complete || report.Rounds != report.PlannedRounds || report.Games != report.PlannedGames || report.Validation == nil && report.Found != report.Start {
			t.Errorf("%v: %+v", plan.Method, report)
		}
		runs := 0
		for err = experiments.ErrInterrupted; errors.Is(err, experiments.ErrInterrupted); runs++ {
			ctx, cancel := context.WithCancel(context.Background())
			games := 0
			var so *Report
			so, err = Run(ctx, stopped, plan, Options{Workers: 2, Progress: func(experiments.Progress) {
				if games++; games == 5 {
					cancel()
				}
			}})
			cancel()
			if so == nil {
				t.Fatal(err)
			}
			if status, statusErr := Read(stopped); statusErr != nil || status.Rounds != so.Rounds || status.Complete != (err == nil) {
				t.Errorf("%v: status %+v, %v", plan.Method, status, statusErr)
			}
		}
		if err != nil || runs < 3 {
			t.Fatalf("%v: %d runs, %v", plan.Method, runs, err)
		}
		a, b := results(t, whole), results(t, stopped)
		if len(a) < 20 || len(a) != len(b) {
			t.Errorf("%v: %d files and %d", plan.Method, len(a), len(b))
		}
		for name, data := range a {
			if b[name] != data {
				t.Errorf("%v: %s differs", plan.Method, name)
			}
		}
		for _, want := range []string{report.Found, "Conclusion", plan.Params[0].Text()} {
			if !strings.Contains(report.Text(), want) {
				t.Errorf("%v: %q is not in the report:\n%s", plan.Method, want, report.Text())
			}
		}
		for _, file := range []string{PlanFile, ReportFile, MarkdownFile, "rave.png", "rave.svg"} {
			if _, err := os.Stat(filepath.Join(whole, file)); err != nil {
				t.Error(err)
			}
		}
	}
}

// A folder that holds something else is refused and left alone.
func TestFolders(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "thesis.tex"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	plan := tiny(t, SPSA)
	if _, err := Run(context.Background(), dir, plan, Options{}); err == nil || !strings.Contains(err.Error(), "thesis.tex") {
		t.Error(err)
	}
	if _, err := Load(dir); err == nil || !strings.Contains(err.Error(), "no tuning") {
		t.Error(err)
	}
	dir = t.TempDir()
	unlock, err := claim(dir, plan)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Run(context.Background(), dir, plan, Options{}); err == nil {
		t.Error("two processes in one folder")
	}
	if err := unlock(); err != nil {
		t.Fatal(err)
	}
	other := tiny(t, SPSA)
	other.Seed++
	if _, err := Run(context.Background(), dir, other, Options{}); err == nil || !strings.Contains(err.Error(), "tengen resume") {
		t.Error(err)
	}
	stored, err := Load(dir)
	if err != nil || !slices.EqualFunc(stored.Params, plan.Params, func(a, b Param) bool { return a.Text() == b.Text() }) {
		t.Errorf("%+v, %v", stored, err)
	}
}
