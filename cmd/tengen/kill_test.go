package main

import (
	"bytes"
	"errors"
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/datasets"
)

var (
	killGames = flag.Int("kill.games", 120, "games of the run that is killed")
	killTimes = flag.Int("kill.times", 4, "how often it is killed")
)

// A run that is killed at any moments and resumed ends with the same parts as
// one that was left alone, and at no moment does a part exist that cannot be
// read.
func TestKilledRunResumesToTheSameParts(t *testing.T) {
	if testing.Short() {
		t.Skip("plays the same run twice; left out with -short")
	}
	args := func(out string) []string {
		return []string{"selfplay", "--games", strconv.Itoa(*killGames), "--size", "5", "--playouts", "20", "--seed", "9",
			"--shard-games", "20", "--positions", "--out", out}
	}
	whole, killed := filepath.Join(t.TempDir(), "whole"), filepath.Join(t.TempDir(), "killed")
	begun := time.Now()
	if output, err := program(t, args(whole)...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	alone := time.Since(begun)
	rng := rand.New(rand.NewPCG(1, 2))
	kills := 0
	for range *killTimes {
		if killAt(t, program(t, args(killed)...), time.Duration(rng.Float64()*float64(alone)*1.2/float64(*killTimes))) {
			kills++
		}
		readable(t, killed)
	}
	if kills == 0 {
		t.Fatal("the run ended before it could be killed")
	}
	if output, err := program(t, "resume", killed).CombinedOutput(); err != nil {
		if _, statErr := os.Stat(killed); statErr == nil {
			t.Fatalf("resume: %v: %s", err, output)
		}
		if output, err := program(t, args(killed)...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, output)
		}
	}
	t.Logf("%d kills of a run of %v", kills, alone)
	for _, table := range []string{"games", "positions"} {
		want, err := datasets.Parts(whole, table)
		if err != nil || len(want) == 0 {
			t.Fatal(table, err)
		}
		for _, path := range want {
			other := filepath.Join(killed, strings.TrimPrefix(path, whole))
			a, errA := os.ReadFile(path)
			b, errB := os.ReadFile(other)
			if err := errors.Join(errA, errB); err != nil || !bytes.Equal(a, b) {
				t.Errorf("%s is not as in the run that was left alone (%v)", other, err)
			}
		}
	}
	if code, stdout, stderr := tengen(t, "verify", killed, "--sample", "50"); code != exitOK {
		t.Errorf("verify: %s %s", stdout, stderr)
	}
}

// killAt kills a process after a time and reports whether it was still running.
func killAt(t *testing.T, command *exec.Cmd, after time.Duration) bool {
	t.Helper()
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(after)
	_ = command.Process.Kill() // it may have ended
	var exit *exec.ExitError
	return errors.As(command.Wait(), &exit)
}

// readable checks that every part can be read.
func readable(t *testing.T, dir string) {
	t.Helper()
	for _, table := range []string{"games", "positions", "timings"} {
		parts, err := datasets.Parts(dir, table)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		for _, path := range parts {
			if err := datasets.Verify(path); err != nil {
				t.Errorf("after a kill: %v", err)
			}
		}
	}
}

func TestInterruptFinishesGamesAndSaysHowToResume(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for a process; left out with -short")
	}
	for _, test := range []struct {
		interrupts int
		code       int
	}{{1, exitIncomplete}, {2, exitInterrupt}} {
		dir := filepath.Join(t.TempDir(), "run")
		command := program(t, "selfplay", "--games", "100000", "--size", "5", "--playouts", "50", "--seed", "1", "--out", dir)
		var stderr bytes.Buffer
		command.Stderr = &stderr
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		waitForGames(t, dir)
		for range test.interrupts {
			if err := command.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Millisecond)
		}
		var exit *exec.ExitError
		err := command.Wait()
		if !errors.As(err, &exit) || exit.ExitCode() != test.code && exit.ExitCode() != exitIncomplete {
			t.Errorf("%d interrupts: %v, want exit code %d: %s", test.interrupts, err, test.code, &stderr)
		}
		for _, want := range []string{"resume " + dir, "of 100000 games"} {
			if !strings.Contains(stderr.String(), want) {
				t.Errorf("%d interrupts: %q does not say %q", test.interrupts, &stderr, want)
			}
		}
	}
}

// waitForGames waits until the run has finished a few games.
func waitForGames(t *testing.T, dir string) {
	t.Helper()
	for range 500 {
		if info, err := os.Stat(filepath.Join(dir, "_journal", "shard-00000.jsonl")); err == nil && info.Size() > 2000 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("no game after five seconds")
}
