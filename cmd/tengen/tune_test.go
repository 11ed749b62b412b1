package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/experiments/tune"
)

func TestTune(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "tuning")
	args := []string{"tune", "--player", "light:playouts=5", "--param", "rave=100:3000:log", "--games", "20", "--pairs", "1",
		"--validation", "2", "--size", "3", "--opening-plies", "1", "--seed", "2", "--out", dir}
	code, stdout, stderr := tengen(t, args...)
	if code != exitOK || !strings.Contains(stderr, "round 10 of 10") {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	for _, want := range []string{"SPSA, 10 iterations", "rave=100:3000:log", "--player light:playouts=5", "Conclusion"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("the report does not say %q:\n%s", want, stdout)
		}
	}
	for _, again := range [][]string{{"status", dir, "--json"}, {"resume", dir, "--json", "--quiet"}, append(args, "--json")} {
		code, stdout, stderr := tengen(t, again...)
		var report struct {
			Complete bool
			Found    string
			Games    int
		}
		if code != exitOK {
			t.Fatalf("%v: exit code %d: %s", again, code, stderr)
		}
		if err := json.Unmarshal([]byte(stdout), &report); err != nil || !report.Complete || report.Games != 20 || report.Found == "" {
			t.Errorf("%v: %v, %+v", again, err, report)
		}
	}
	if code, stdout, stderr := tengen(t, "verify", dir); code != exitOK || !strings.Contains(stdout, "as it should be") {
		t.Errorf("exit code %d: %s%s", code, stdout, stderr)
	}
	if err := os.Rename(filepath.Join(dir, "rounds", "0001"), filepath.Join(dir, "rounds", "0002x")); err != nil {
		t.Fatal(err)
	}
	if code, stdout, _ := tengen(t, "verify", dir); code == exitOK {
		t.Errorf("a round is missing: %s", stdout)
	}
}

// What is wrong is said with a remedy before anything is begun.
func TestWrongTunings(t *testing.T) {
	for _, test := range []struct {
		args []string
		want string
	}{
		{nil, "--param"},
		{[]string{"--param", "rvae=1:2"}, "did you mean rave?"},
		{[]string{"--param", "rave=1"}, "one value"},
		{[]string{"--param", "rave=300:3000", "--method", "halvign"}, "did you mean halving?"},
		{[]string{"--param", "rave=300:3000", "--games", "10"}, "games is 10"},
		{[]string{"--param", "rave=300:3000", "--player", "defualt"}, "did you mean default?"},
		{[]string{"--param", "priors=60:20000"}, "from 0 to 10000"},
	} {
		dir := filepath.Join(t.TempDir(), "tuning")
		code, _, stderr := tengen(t, append([]string{"tune", "--out", dir}, test.args...)...)
		if code != exitUsage || !strings.Contains(stderr, test.want) {
			t.Errorf("%v: exit code %d: %s", test.args, code, stderr)
		}
		if _, err := os.Stat(dir); err == nil {
			t.Errorf("%v: the folder was made", test.args)
		}
	}
	if code, _, stderr := tengen(t, "tune", "--param", "rave=300:3000"); code != exitUsage || !strings.Contains(stderr, "--out") {
		t.Errorf("without --out: %s", stderr)
	}
}

// A tuning that is killed at any moments and resumed ends with the same report
// as one that was left alone.
func TestKilledTuningComesToTheSameEnd(t *testing.T) {
	if testing.Short() {
		t.Skip("plays the same tuning twice; left out with -short")
	}
	args := func(out string) []string {
		return []string{"tune", "--player", "light:playouts=20", "--param", "rave=100:3000:log", "--param", "expand=0:4", "--games", "120", "--pairs", "3",
			"--validation", "10", "--size", "4", "--opening-plies", "2", "--seed", "5", "--out", out}
	}
	whole, killed := filepath.Join(t.TempDir(), "whole"), filepath.Join(t.TempDir(), "killed")
	begun := time.Now()
	if output, err := program(t, args(whole)...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	alone := time.Since(begun)
	rng := rand.New(rand.NewPCG(5, 6))
	kills := 0
	for range *killTimes {
		if killAt(t, program(t, args(killed)...), time.Duration(rng.Float64()*float64(alone)*1.2/float64(*killTimes))) {
			kills++
		}
	}
	if kills == 0 {
		t.Fatal("the tuning ended before it could be killed")
	}
	if output, err := program(t, args(killed)...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	for _, name := range []string{tune.MarkdownFile, "rave.svg", "expand.svg"} {
		a, errA := os.ReadFile(filepath.Join(whole, name))
		b, errB := os.ReadFile(filepath.Join(killed, name))
		if err := errors.Join(errA, errB); err != nil || !bytes.Equal(a, b) {
			t.Errorf("%s is not as in the tuning that was left alone (%v)", name, err)
		}
	}
	if code, stdout, stderr := tengen(t, "verify", killed); code != exitOK {
		t.Errorf("verify: %s%s", stdout, stderr)
	}
}
