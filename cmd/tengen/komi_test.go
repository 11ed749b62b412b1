package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// tinyStudy are the flags of a study that takes no time.
func tinyStudy(out string, more ...string) []string {
	return append([]string{"komi", "--size", "3", "--playouts", "200", "--precision", "1", "--games", "200", "--seed", "3", "--out", out}, more...)
}

func TestKomiStudy(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "study")
	code, stdout, stderr := tengen(t, tinyStudy(dir)...)
	if code != exitOK {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	for _, want := range []string{"Fair komi", "chinese", "3x3", "interval", "most draws at", "Score shift", "first move", "Re-scored by territory, not played for it"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("the table does not say %q:\n%s", want, stdout)
		}
	}
	for _, name := range []string{"komi_cells.parquet", "komi_cells.csv", "komi_cells.json", "report.md", "result.json",
		"chinese-3x3-default-200-winrate.png", "chinese-3x3-default-200-winrate.svg", "chinese-3x3-default-200-margins.png"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}

	// The same command without a seed continues the study, and finds all there.
	args := tinyStudy(dir, "--json", "--quiet")
	args = append(args[:9:9], args[11:]...)
	code, stdout, stderr = tengen(t, args...)
	var result struct {
		Cells []struct {
			FairKomi float64 `json:"fair_komi"`
			Lo       float64 `json:"lo"`
			Hi       float64 `json:"hi"`
			Method   string  `json:"method"`
			Reached  bool    `json:"precision_reached"`
		} `json:"cells"`
	}
	if code != exitOK {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	if err := json.Unmarshal([]byte(stdout), &result); err != nil {
		t.Fatalf("%v in %s", err, stdout)
	}
	// The truth on 3x3 is 9, all points for Black.
	if c := result.Cells; len(c) != 1 || c[0].Lo > 9 || c[0].Hi < 9 || c[0].Hi-c[0].Lo > 2 || c[0].Method == "" || !c[0].Reached {
		t.Errorf("%+v", result)
	}
	if code, _, stderr := tengen(t, "resume", dir); code != exitOK {
		t.Errorf("resume: %s", stderr)
	}
	if code, stdout, stderr := tengen(t, "data", "head", "--table", "komi_cells", filepath.Join(dir, "komi_cells.parquet")); code != exitOK || !strings.Contains(stdout, "played") {
		t.Errorf("data head: %s %s", stdout, stderr)
	}
	if code, stdout, stderr := tengen(t, "komi", "plan", "--from", dir); code != exitOK || !strings.Contains(stdout, "one worker") {
		t.Errorf("plan: %s %s", stdout, stderr)
	}
}

// A study that is killed at any moments and resumed, with another number of workers,
// ends with the files of one that was left alone.
// Where all games at the komi asked for end alike there is no curve to draw, and the fair komi
// is far from what was played.
func TestKomiFarFromTheFairOneHasAResult(t *testing.T) {
	for _, komi := range []string{"5", "5,5"} {
		dir := filepath.Join(t.TempDir(), "study")
		code, _, stderr := tengen(t, "komi", "--size", "3", "--playouts", "50", "--komi", komi, "--games", "40", "--seed", "3", "--out", dir)
		if code != exitOK {
			t.Errorf("--komi %s: exit code %d: %s", komi, code, stderr)
		}
		for _, name := range []string{"result.json", "report.md", "chinese-3x3-default-50-winrate.png"} {
			if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestKilledStudyResumesToTheSameFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("plays the same study twice; left out with -short")
	}
	args := func(out, workers string) []string {
		return []string{"komi", "--size", "4", "--player", "light:memory_mib=1", "--playouts", "24", "--precision", "1.5", "--games", "300", "--seed", "3",
			"--workers", workers, "--out", out}
	}
	whole, killed := filepath.Join(t.TempDir(), "whole"), filepath.Join(t.TempDir(), "killed")
	begun := time.Now()
	if output, err := program(t, args(whole, "1")...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	alone := time.Since(begun)
	rng := rand.New(rand.NewPCG(1, 3))
	kills := 0
	for n := range *killTimes {
		if killAt(t, program(t, args(killed, strconv.Itoa(1+n%2))...), time.Duration((0.3+rng.Float64())*float64(alone)/float64(*killTimes))) {
			kills++
		}
	}
	if kills == 0 {
		t.Fatal("the study ended before it could be killed")
	}
	for _, command := range []string{"status", "verify"} {
		if code, stdout, stderr := tengen(t, command, killed); code != exitOK {
			t.Errorf("%s after a kill: %s%s", command, stdout, stderr)
		}
	}
	if output, err := program(t, args(killed, "2")...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	t.Logf("%d kills of a study of %v", kills, alone)
	compared := 0
	err := filepath.WalkDir(whole, func(path string, entry os.DirEntry, err error) error {
		name := filepath.ToSlash(strings.TrimPrefix(path, whole))
		if err != nil || entry.IsDir() || strings.Contains(name, "/timings/") ||
			strings.HasSuffix(name, "/manifest.json") || strings.Contains(name, "/settings/") && strings.HasSuffix(name, "/README.md") {
			return err // clock times, and sizes and checksums of them
		}
		a, errA := os.ReadFile(path)
		b, errB := os.ReadFile(filepath.Join(killed, name))
		if err := errors.Join(errA, errB); err != nil || !bytes.Equal(a, b) {
			t.Errorf("%s is not as in the study that was left alone (%v)", name, err)
		}
		compared++
		return nil
	})
	if err != nil || compared < 15 {
		t.Errorf("%d files compared, %v", compared, err)
	}
}

// A folder that cannot be taken is refused before anything is announced.
func TestKomiRefusesAFolderFirst(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "letter.txt"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	code, _, stderr := tengen(t, tinyStudy(dir)...)
	if code == exitOK || strings.Contains(stderr, "Study of") || !strings.Contains(stderr, "letter.txt") {
		t.Errorf("%d: %s", code, stderr)
	}
	if code, stdout, _ := tengen(t, "komi", "--help"); code != exitOK || !strings.Contains(stdout, "40 at least") {
		t.Errorf("the help does not name the least number of games: %s", stdout)
	}
}

func TestKomiTables(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "study")
	code, stdout, stderr := tengen(t, "komi", "--size", "3,2x3", "--rules", "chinese,ko=situational,japanese", "--player", "light:memory_mib=1", "--playouts", "4,8",
		"--games", "40", "--seed", "1", "--json", "--out", dir)
	if code != exitOK {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	if got := strings.Count(stdout, `"fair_komi_se"`); got != 8 {
		t.Errorf("%d cells, want 2 rulesets x 2 sizes x 2 strengths", got)
	}
	for _, name := range []string{"strength.png", "strength.svg", "japanese-2x3-light-memory-mib-1-4-margins.svg"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
}

func TestKomiUsageErrors(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "study")
	for _, test := range []struct {
		name string
		args []string
		want string
	}{
		{"no folder", []string{"komi"}, "--out is missing"},
		{"no precision", tinyStudy(dir, "--precision", "0"), "precision is 0"},
		{"a precision that is no number", tinyStudy(dir, "--precision", "nan"), "precision is NaN"},
		{"a komi beyond the board", tinyStudy(dir, "--komi", "5,400"), "out of range"},
		{"a quarter point", tinyStudy(dir, "--komi", "5.25,6"), "--komi"},
		{"an empty range", tinyStudy(dir, "--komi", "8:4:1"), "is empty"},
		{"unknown rules", tinyStudy(dir, "--rules", "chinese,japanes"), "japanese"},
		{"unknown size", tinyStudy(dir, "--size", "7,x"), "--size"},
		{"unknown player", tinyStudy(dir, "--player", "lite"), "light"},
		{"playouts in words", tinyStudy(dir, "--playouts", "200,many"), "no whole number"},
		{"no playouts", tinyStudy(dir, "--playouts", "0"), "playouts is 0"},
		{"no games", tinyStudy(dir, "--games", "0"), "games is 0"},
		{"too many workers", tinyStudy(dir, "--workers", "-1"), "--workers"},
		{"time that has passed", tinyStudy(dir, "--time", "-1h"), "--time"},
		{"unknown flag", tinyStudy(dir, "--precison", "1"), "precison"},
		{"unknown subcommand", []string{"komi", "paln"}, "paln"},
		{"a deviation beside a slope", []string{"komi", "plan", "--sd", "12", "--slope", "0.04"}, "--sd beside --slope"},
		{"stats of nothing", []string{"stats"}, "no run"},
		{"stats without confidence", []string{"stats", "--confidence", "0", "run"}, "confidence is 0"},
		{"stats balanced within everything", []string{"stats", "--within", "2", "run"}, "within is 2"},
		{"stats balanced within nothing", []string{"stats", "--within", "nan", "run"}, "within is NaN"},
		{"a plan without slope", []string{"komi", "plan", "--sd", "0"}, "--sd"},
		{"a plan of certainty", []string{"komi", "plan", "--confidence", "1"}, "confidence is 1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			code, _, stderr := tengen(t, test.args...)
			if code != exitUsage || !strings.Contains(stderr, test.want) {
				t.Errorf("exit code %d, want %d; %q does not say %q", code, exitUsage, stderr, test.want)
			}
			if _, err := os.Stat(dir); err == nil {
				t.Error("a refused command made its folder")
			}
		})
	}
}

func TestStatsOfRuns(t *testing.T) {
	base := t.TempDir()
	run := func(name string, more ...string) string {
		dir := filepath.Join(base, name)
		args := append([]string{"selfplay", "--size", "5", "--player", "uniform", "--games", "40", "--out", dir}, more...)
		if code, _, stderr := tengen(t, args...); code != exitOK {
			t.Fatal(stderr)
		}
		return dir
	}
	low, high := run("low", "--komi", "-10", "--seed", "1"), run("high", "--komi", "10", "--seed", "2")
	code, stdout, stderr := tengen(t, "stats", low, high, "--out", filepath.Join(base, "page"))
	if code != exitOK || !strings.Contains(stdout, "Separate games, 80 at 2 komi") || !strings.Contains(stdout, "Score shift of 40 games") {
		t.Errorf("%s%s", stdout, stderr)
	}
	if _, err := os.Stat(filepath.Join(base, "page", "komi_cells.parquet")); err != nil {
		t.Error(err)
	}
	short, spelled := run("short", "--player", "light", "--playouts", "4", "--komi", "0", "--seed", "5"), run("spelled", "--player", "light:playouts=4", "--komi", "5", "--seed", "6")
	if code, stdout, stderr := tengen(t, "stats", short, spelled); code != exitOK || !strings.Contains(stdout, "80 at 2 komi") || strings.Contains(stdout, "cells, none of which") {
		t.Errorf("one player in two spellings: %s%s", stdout, stderr)
	}
	study := filepath.Join(base, "study")
	if code, _, stderr := tengen(t, tinyStudy(study, "--games", "40")...); code != exitOK {
		t.Fatal(stderr)
	}
	japanese, search := run("japanese", "--rules", "japanese", "--seed", "3"), run("search", "--player", "light:memory_mib=1", "--playouts", "8", "--resign", "0.4", "--seed", "4")
	code, stdout, _ = tengen(t, "stats", low, japanese, search)
	for _, want := range []string{"3 cells, none of which mixes them", "ended without a count (resigned", "no score shift"} {
		if code != exitOK || !strings.Contains(stdout, want) {
			t.Errorf("mixed runs do not say %q:\n%s", want, stdout)
		}
	}
	for name, test := range map[string]struct {
		args []string
		want string
	}{
		"a study":            {[]string{study}, "name them"},
		"a run twice":        {[]string{low, low}, "name each run once"},
		"no run at all":      {[]string{base}, "no games"},
		"a folder with work": {[]string{low, "--out", high}, "not empty"},
		"confidence of 95":   {[]string{low, "--confidence", "95"}, "such as 0.95"},
		"a folder of junk":   {[]string{filepath.Join(base, "page")}, "page: no games"},
	} {
		if code, _, stderr := tengen(t, append([]string{"stats"}, test.args...)...); code == exitOK || !strings.Contains(stderr, test.want) {
			t.Errorf("%s: %d, %s", name, code, stderr)
		}
	}
}

func TestStatusAndVerifyOfAStudy(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "study")
	if code, _, stderr := tengen(t, tinyStudy(dir, "--games", "40")...); code != exitOK {
		t.Fatal(stderr)
	}
	code, stdout, stderr := tengen(t, "status", dir)
	if code != exitOK || !strings.Contains(stdout, "complete") || !strings.Contains(stdout, "at most 40") || !strings.Contains(stdout, "done") {
		t.Errorf("%s%s", stdout, stderr)
	}
	var status struct {
		Complete bool `json:"complete"`
		Settings []struct {
			Games    int     `json:"games"`
			FairKomi float64 `json:"fair_komi"`
		} `json:"settings"`
	}
	code, stdout, stderr = tengen(t, "status", dir, "--json")
	if err := json.Unmarshal([]byte(stdout), &status); code != exitOK || err != nil || !status.Complete || len(status.Settings) != 1 || status.Settings[0].Games == 0 || status.Settings[0].FairKomi == 0 {
		t.Errorf("%v: %s%s", err, stdout, stderr)
	}
	if code, stdout, stderr = tengen(t, "verify", dir, "--regenerate", "2"); code != exitOK || !strings.Contains(stdout, "as it should be") || !strings.Contains(stdout, "played again") {
		t.Errorf("%s%s", stdout, stderr)
	}
	if err := os.Remove(filepath.Join(dir, "komi_cells.csv")); err != nil {
		t.Fatal(err)
	}
	if code, stdout, _ = tengen(t, "verify", dir); code != exitFailure || !strings.Contains(stdout, "komi_cells.csv") || !strings.Contains(stdout, "Note: ") {
		t.Errorf("a table is missing: %d, %s", code, stdout)
	}
}
