package komi

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/experiments/journal"
)

// interrupted is a study that was stopped after some games.
func interrupted(t *testing.T, plan *Plan, games int) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "study")
	drain := make(chan struct{})
	played := 0
	_, err := Run(context.Background(), dir, plan, Options{Workers: 1, Drain: drain, Progress: func(string, Round, experiments.Progress) {
		if played++; played == games {
			close(drain)
		}
	}})
	if !errors.Is(err, experiments.ErrInterrupted) {
		t.Fatalf("%v after %d games", err, played)
	}
	return dir
}

func readStatus(t *testing.T, dir string) *Status {
	t.Helper()
	s, err := ReadStatus(dir)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestStatusOfAStudyFromItsPlanToItsResult(t *testing.T) {
	plan := tinyPlan(t)
	plan.Precision = 0.5 // more than the games will give
	dir := filepath.Join(t.TempDir(), "study")
	if err := Claim(dir, &plan); err != nil {
		t.Fatal(err)
	}
	s := readStatus(t, dir)
	if one := s.Settings[0]; s.Complete || s.Games != 0 || s.MaxGames != plan.MaxGames || one.FairKomi != nil || one.Round.Stage != Pilot {
		t.Errorf("before the first game: %+v", s)
	}
	if text := s.Text(); !strings.Contains(text, "not begun") || !strings.Contains(text, "tengen resume "+dir) {
		t.Error(text)
	}

	// Games of a part that is not written yet count, but say nothing of komi.
	dir = interrupted(t, &plan, 32)
	s = readStatus(t, dir)
	if one := s.Settings[0]; one.Games < 32 || one.Games <= one.Used || one.Used == 0 || one.Complete || one.FairKomi == nil || one.Interval != Ordinary {
		t.Errorf("after 32 games: %+v", one)
	}

	result, err := Run(context.Background(), dir, &plan, Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, cell := readStatus(t, dir), result.Cells[0]
	if one := s.Settings[0]; !s.Complete || one.Games != cell.Games || *one.FairKomi != *cell.FairKomi || *one.Lo != *cell.Lo || *one.Hi != *cell.Hi || one.Interval != Final || one.Ended != cell.Stopped {
		t.Errorf("done: %+v, but the result is %v in %v … %v", one, *cell.FairKomi, *cell.Lo, *cell.Hi)
	}

	// Killed before the result was written.
	if err := os.Remove(filepath.Join(dir, ResultFile)); err != nil {
		t.Fatal(err)
	}
	if s = readStatus(t, dir); s.Complete || !s.Settings[0].Complete {
		t.Errorf("without a result: %+v", s)
	}
}

// On the way a study may be looked at whenever one likes: what is shown are repeated
// intervals as soon as there is a curve.
func TestStatusOnTheWayGivesRepeatedIntervals(t *testing.T) {
	plan := tinyPlan(t)
	plan.Precision, plan.MaxGames = 0.2, 280
	plan.Confidence = 0.9
	dir := interrupted(t, &plan, 220)
	s := readStatus(t, dir)
	one := s.Settings[0]
	if one.Interval != Repeated || one.Round == nil || one.Round.Stage != Separate {
		t.Fatalf("%+v", one)
	}
	cell, err := plan.settle(plan.Settings()[0], one.Name, newReader(dir, &plan).read)
	if err != nil {
		t.Fatal(err)
	}
	if cell.Repeated == nil || *one.Lo != cell.Repeated.Lo || *one.Hi != cell.Repeated.Hi || !(cell.Repeated.Hi-cell.Repeated.Lo > *cell.Hi-*cell.Lo) {
		t.Errorf("%v … %v, but a study that ends here has %v … %v, and %v if it goes on", *one.Lo, *one.Hi, *cell.Lo, *cell.Hi, cell.Repeated)
	}
	if text := s.Text(); !strings.Contains(text, "repeated: holds") {
		t.Error(text)
	}
}

func TestStatusSaysWhoIsAtWork(t *testing.T) {
	plan := tinyPlan(t)
	dir := filepath.Join(t.TempDir(), "study")
	if err := Claim(dir, &plan); err != nil {
		t.Fatal(err)
	}
	unlock, err := journal.Lock(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	if s := readStatus(t, dir); !s.Running {
		t.Error("the study is said to rest")
	}
	_, err = Run(context.Background(), dir, &plan, Options{})
	if !errors.Is(err, journal.ErrLocked) {
		t.Errorf("two processes at one study: %v", err)
	}
}
