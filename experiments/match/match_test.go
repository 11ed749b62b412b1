package match

import (
	"context"
	"crypto/sha256"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/experiments/clock"
	"github.com/tengen-go/tengen/ruleset"
)

// tiny is a match on a small board that takes no time.
func tiny(t *testing.T, games int, players ...string) *Plan {
	t.Helper()
	plan := DefaultPlan()
	plan.Size.Size = ruleset.Square(5)
	plan.Games = games
	plan.Opening.Sampled = 3
	for _, text := range players {
		player, err := ParsePlayer(text)
		if err != nil {
			t.Fatal(err)
		}
		plan.Players = append(plan.Players, player)
	}
	return &plan
}

// play plays a match to its end.
func play(t *testing.T, plan *Plan, options Options) (dir string, report *Report) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "match")
	report, err := Play(context.Background(), dir, plan, options)
	if err != nil {
		t.Fatal(err)
	}
	if !report.Complete {
		t.Error("the match is not complete")
	}
	checkMatch(t, dir)
	return dir, report
}

// checkMatch verifies the folder of a match.
func checkMatch(t *testing.T, dir string) *experiments.Verification {
	t.Helper()
	v, err := Verify(context.Background(), dir, experiments.VerifyOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, problem := range v.Problems {
		t.Error(problem)
	}
	return v
}

// contents maps the files that a match gives, but for timings, to their hashes.
func contents(t *testing.T, dir string) map[string][32]byte {
	t.Helper()
	files := map[string][32]byte{}
	for _, folder := range []string{"games", "rulings", "sgf"} {
		err := filepath.WalkDir(filepath.Join(dir, folder), func(path string, entry os.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			data, err := os.ReadFile(path)
			files[strings.TrimPrefix(path, dir)] = sha256.Sum256(data)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return files
}

func TestSameMatchWhateverTheWorkers(t *testing.T) {
	plan := tiny(t, 8, "light:playouts=20", "tactical", "uniform")
	one, _ := play(t, plan, Options{Workers: 1})
	want := contents(t, one)
	if len(want) != 2+plan.Total() {
		t.Fatalf("%d files for %d games", len(want), plan.Total())
	}
	five, _ := play(t, plan, Options{Workers: 5})
	if !maps.Equal(contents(t, five), want) {
		t.Error("five workers write other files than one")
	}
	v, err := Verify(context.Background(), one, experiments.VerifyOptions{Regenerate: 3})
	if err != nil || v.Regenerated != 3 || v.Failures > 0 {
		t.Errorf("played again: %+v, %v", v, err)
	}
}

// A match that is stopped after every few games ends as one that was not.
func TestResumedMatchIsTheSame(t *testing.T) {
	plan := tiny(t, 20, "light:playouts=20", "tactical")
	whole, _ := play(t, plan, Options{})
	dir := filepath.Join(t.TempDir(), "match")
	stops := 0
	for {
		drain, games := make(chan struct{}), 0
		report, err := Play(context.Background(), dir, plan, Options{Workers: 2, Drain: drain, Progress: func(Progress) {
			if games++; games == 3 {
				close(drain)
			}
		}})
		if err == nil {
			break
		}
		if !errors.Is(err, experiments.ErrInterrupted) {
			t.Fatal(err)
		}
		if stops++; report.Complete || report.Games < 3*stops {
			t.Fatalf("after %d stops %d games are there", stops, report.Games)
		}
		checkMatch(t, dir)
	}
	if stops < 3 {
		t.Errorf("stopped %d times only", stops)
	}
	if !maps.Equal(contents(t, dir), contents(t, whole)) {
		t.Error("the match that was stopped has other files")
	}
}

// What happens to the SGF files is seen, and missing ones are written again.
func TestDamagedSGF(t *testing.T) {
	plan := tiny(t, 4, "light:playouts=20", "tactical")
	dir, _ := play(t, plan, Options{})
	want := contents(t, dir)
	files, err := filepath.Glob(filepath.Join(dir, "sgf", "*.sgf"))
	if err != nil || len(files) != 4 {
		t.Fatal(files, err)
	}
	edited, err := os.ReadFile(files[1])
	if err == nil {
		err = errors.Join(os.WriteFile(files[1], append(edited, '\n'), 0o666), os.Remove(files[2]))
	}
	if err != nil {
		t.Fatal(err)
	}
	v, err := Verify(context.Background(), dir, experiments.VerifyOptions{})
	if err != nil || v.Failures != 2 || !strings.Contains(v.Problems[0], "is not as it was written") || !strings.Contains(v.Problems[1], "is missing") {
		t.Errorf("%+v, %v", v, err)
	}
	// Another version, with another name and without this program's properties.
	older := regexp.MustCompile(`AP\[[^]]*\]|TENGENGM\[(\\.|[^]\\])*\]`).ReplaceAllStringFunc(string(edited), func(p string) string {
		return map[bool]string{true: "AP[tengen:0.0.1]"}[p[:2] == "AP"]
	})
	if older == string(edited) || !strings.Contains(older, "AP[tengen:0.0.1]") {
		t.Fatal(older)
	}
	if err := os.WriteFile(files[1], []byte(older), 0o666); err != nil {
		t.Fatal(err)
	}
	v, err = Verify(context.Background(), dir, experiments.VerifyOptions{})
	if err != nil || v.Failures != 1 || !strings.Contains(v.Problems[0], "is missing") {
		t.Errorf("after another version: %+v, %v", v, err)
	}
	if err := os.Remove(files[1]); err != nil {
		t.Fatal(err)
	}
	if _, err := Play(context.Background(), dir, plan, Options{}); err != nil {
		t.Fatal(err)
	}
	checkMatch(t, dir)
	if !maps.Equal(contents(t, dir), want) {
		t.Error("other files were written again")
	}
}

// A clock that limits single moves forgives a small delay unless it says
// otherwise.
func TestMargins(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"move:2s": DefaultMargin, "byoyomi:0+3x5s": DefaultMargin, "move:2s,margin=5s": 5 * time.Second, "move:2s,margin=1ms": time.Millisecond,
		"absolute:1m": 0, "fischer:30s+1s,margin=200ms": 200 * time.Millisecond, "canadian:20s+10/20s": 0, "none": 0,
	} {
		settings, err := clock.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, plan := range []*Plan{{Players: []Player{{Clock: &settings}}}, {Players: []Player{{}}, Clock: settings}} {
			if got := clockOf(plan, &plan.Players[0]).Margin; got != want {
				t.Errorf("%s: margin %v, want %v", text, got, want)
			}
			if note := crowded(plan, 3, 2); (note != "") != (text != "none") {
				t.Errorf("%s: three games on two processors: %q", text, note)
			}
			if note := crowded(plan, 2, 2); note != "" {
				t.Errorf("%s: two games on two processors: %q", text, note)
			}
		}
	}
}
