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

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/experiments/match"
)

// tinyMatch are the flags of a match that takes no time.
func tinyMatch(out string, more ...string) []string {
	return append([]string{"match", "--player", "light:playouts=20", "--player", "weak=light:playouts=4", "--size", "5", "--seed", "3", "--opening-plies", "3", "--games", "6", "--out", out}, more...)
}

func TestMatch(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "match")
	code, stdout, stderr := tengen(t, tinyMatch(dir)...)
	if code != exitOK {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	for _, want := range []string{"6 of 6", "light:playouts=20 – weak", "pairs", "Elo", "95 % interval", "superiority", "as Black"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("the report does not say %q:\n%s", want, stdout)
		}
	}
	code, status, _ := tengen(t, "status", dir)
	if code != exitOK || status != stdout {
		t.Errorf("status says otherwise:\n%s", status)
	}
	code, stdout, stderr = tengen(t, "status", dir, "--json")
	var report match.Report
	if err := json.Unmarshal([]byte(stdout), &report); code != exitOK || err != nil || report.Games != 6 || report.Pairings[0].Pairs.N() != 3 {
		t.Errorf("%v: %s%s", err, stdout, stderr)
	}
	if code, stdout, stderr = tengen(t, "verify", dir, "--regenerate", "2"); code != exitOK || !strings.Contains(stdout, "2 played again") {
		t.Errorf("verify: %s%s", stdout, stderr)
	}
	if code, stdout, stderr = tengen(t, "resume", dir); code != exitOK || !strings.Contains(stdout, "complete") {
		t.Errorf("resume: %s%s", stdout, stderr)
	}
	for _, args := range [][]string{{"data", "info", dir}, {"data", "head", dir}, {"export", dir, "--game", "3"}} {
		if code, _, stderr := tengen(t, args...); code != exitOK {
			t.Errorf("%v: %s", args, stderr)
		}
	}
	again := filepath.Join(t.TempDir(), "again")
	if code, _, stderr := tengen(t, "match", "--config", filepath.Join(dir, "match.json"), "--out", again); code != exitOK {
		t.Errorf("--config: %s", stderr)
	}
	samePart(t, dir, again, "games")
}

func samePart(t *testing.T, one, other, table string) {
	t.Helper()
	parts, err := datasets.Parts(one, table)
	if err != nil || len(parts) == 0 {
		t.Fatal(table, err)
	}
	for _, path := range parts {
		a, errA := os.ReadFile(path)
		b, errB := os.ReadFile(filepath.Join(other, strings.TrimPrefix(path, one)))
		if err := errors.Join(errA, errB); err != nil || !bytes.Equal(a, b) {
			t.Errorf("%s is not the same in %s (%v)", path, other, err)
		}
	}
}

func TestMatchCrossTable(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "match")
	code, stdout, stderr := tengen(t, tinyMatch(dir, "--player", "tactical", "--kind", "gauntlet", "--games", "2")...)
	if code != exitOK {
		t.Fatal(stderr)
	}
	for _, want := range []string{"Points out of games", "Rating", "light:playouts=20 – tactical"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("the report does not say %q:\n%s", want, stdout)
		}
	}
	if strings.Contains(stdout, "weak – tactical") {
		t.Errorf("a gauntlet is not a round robin:\n%s", stdout)
	}
}

// Wrong matches are refused with a remedy before anything is begun.
func TestWrongMatches(t *testing.T) {
	for _, test := range []struct {
		args []string
		want string
		code int
	}{
		{[]string{"--player", "tactical"}, "two or more", exitUsage},
		{[]string{"--player", "tactical", "--player", "unifrom"}, "uniform", exitUsage},
		{[]string{"--player", "tactical", "--player", "uniform", "--games", "3"}, "even number", exitUsage},
		{[]string{"--player", "tactical", "--player", "uniform", "--sprt", "elo=3"}, "elo0", exitUsage},
		{[]string{"--player", "tactical", "--player", "uniform", "--on-crash", "ignore"}, "forfeit or void", exitUsage},
		{[]string{"--player", "tactical", "--player", "uniform", "--illegal", "lax"}, "strict", exitUsage},
		{[]string{"--player", "tactical", "--player", "uniform", "--clock", "fast"}, "clock", exitUsage},
		{[]string{"--player", "tactical", "--player", "x=no-such-engine --gtp"}, "install no-such-engine", exitFailure},
	} {
		dir := filepath.Join(t.TempDir(), "match")
		code, _, stderr := tengen(t, append([]string{"match", "--out", dir}, test.args...)...)
		if code != test.code || !strings.Contains(stderr, test.want) {
			t.Errorf("%v: exit code %d: %s", test.args, code, stderr)
		}
		if _, err := os.Stat(dir); err == nil {
			t.Errorf("%v: the folder was made", test.args)
		}
	}
	if code, _, stderr := tengen(t, "match", "--player", "tactical", "--player", "uniform"); code != exitUsage || !strings.Contains(stderr, "--out") {
		t.Errorf("without --out: %s", stderr)
	}
}

// A match that is killed at any moments and resumed loses no finished game and
// ends with the same files as one that was left alone.
func TestKilledMatchLosesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("plays the same match twice; left out with -short")
	}
	args := func(out string) []string { return tinyMatch(out, "--games", "120") }
	whole, killed := filepath.Join(t.TempDir(), "whole"), filepath.Join(t.TempDir(), "killed")
	begun := time.Now()
	if output, err := program(t, args(whole)...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	alone := time.Since(begun)
	rng := rand.New(rand.NewPCG(3, 4))
	kills, finished := 0, 0
	for range *killTimes {
		if killAt(t, program(t, args(killed)...), time.Duration(rng.Float64()*float64(alone)*1.2/float64(*killTimes))) {
			kills++
		}
		if !match.Is(killed) {
			continue // killed before it began
		}
		report, err := match.Read(killed)
		if err != nil {
			t.Fatal(err)
		}
		if report.Games < finished {
			t.Errorf("%d games were finished, and %d are left", finished, report.Games)
		}
		finished = report.Games
	}
	if kills == 0 {
		t.Fatal("the match ended before it could be killed")
	}
	t.Logf("%d kills, %d games before the last resume", kills, finished)
	output, err := program(t, args(killed)...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	samePart(t, whole, killed, "games")
	files := func(dir string) int {
		names, err := filepath.Glob(filepath.Join(dir, "sgf", "*.sgf"))
		if err != nil {
			t.Fatal(err)
		}
		return len(names)
	}
	if files(whole) != 120 || files(killed) != 120 {
		t.Errorf("%d and %d SGF files", files(whole), files(killed))
	}
	if code, stdout, stderr := tengen(t, "verify", killed); code != exitOK {
		t.Errorf("verify: %s%s", stdout, stderr)
	}
}

// crashing is a player that ends when it has to move.
func crashing(t *testing.T) string {
	t.Helper()
	script := filepath.Join(t.TempDir(), "engine.sh")
	text := `while read id command rest; do
  case $command in
    genmove) echo no idea >&2; exit 3 ;;
    protocol_version) printf '=%s 2\n\n' "$id" ;;
    list_commands) printf '=%s boardsize\nclear_board\nkomi\nplay\ngenmove\nquit\n\n' "$id" ;;
    *) printf '=%s\n\n' "$id" ;;
  esac
done
`
	if err := os.WriteFile(script, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return "crashing=sh " + script
}

// A match that a program halts can be looked into before it is finished.
func TestHaltedMatchIsReadable(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "match")
	code, _, stderr := tengen(t, "match", "--player", "tactical", "--player", crashing(t), "--size", "5", "--games", "10", "--halt-after", "2", "--workers", "1", "--opening-plies", "2", "--out", dir)
	if code != exitFailure || !strings.Contains(stderr, "2 games in a row") {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	code, games, stderr := tengen(t, "export", dir)
	if code != exitOK || strings.Count(games, "(;") != 2 || strings.Count(games, "no idea") != 2 {
		t.Errorf("export: exit code %d: %s%s", code, games, stderr)
	}
	if code, one, stderr := tengen(t, "export", dir, "--game", "1"); code != exitOK || strings.Count(one, "(;") != 1 {
		t.Errorf("export --game 1: exit code %d: %s%s", code, one, stderr)
	}
	for _, args := range [][]string{{"data", "info", dir}, {"data", "head", dir}, {"stats", dir}} {
		code, _, stderr := tengen(t, args...)
		if code != exitFailure || !strings.Contains(stderr, "unfinished") || !strings.Contains(stderr, "resume "+dir) || !strings.Contains(stderr, filepath.Join(dir, "sgf")) {
			t.Errorf("%v: exit code %d: %s", args, code, stderr)
		}
	}
	if code, stdout, stderr := tengen(t, "verify", dir); code != exitOK {
		t.Errorf("verify: %s%s", stdout, stderr)
	}
}

// A match of which no game counts is no success, and its export tells why.
func TestMatchOfVoidGamesFails(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "match")
	args := []string{"match", "--player", "tactical", "--player", crashing(t), "--size", "5", "--games", "2", "--on-crash", "void", "--opening-plies", "2", "--out", dir}
	code, _, stderr := tengen(t, args...)
	if code != exitFailure || !strings.Contains(stderr, "none of the 2 games counts") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	code, games, stderr := tengen(t, "export", dir)
	if code != exitOK || strings.Count(games, "no idea") != 2 {
		t.Errorf("export: exit code %d: %s%s", code, games, stderr)
	}
	files, err := filepath.Glob(filepath.Join(dir, "sgf", "*.sgf"))
	if err != nil || len(files) != 2 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		if record, err := os.ReadFile(file); err != nil || !strings.Contains(games, string(record)) {
			t.Errorf("the export lacks %s (%v)", file, err)
		}
	}
}
