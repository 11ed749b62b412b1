package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/experiments"
)

// TestMain lets a test start the test binary as the program itself.
func TestMain(m *testing.M) {
	if os.Getenv("TENGEN_TEST_AS_PROGRAM") != "" {
		main()
	}
	os.Exit(m.Run())
}

// program returns a command that runs this program in a process of its own.
func program(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(self, args...)
	command.Env = append(os.Environ(), "TENGEN_TEST_AS_PROGRAM=1")
	return command
}

// tengen runs a command line and returns what it printed.
func tengen(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = run(context.Background(), args, strings.NewReader(""), &out, &errs)
	return code, out.String(), errs.String()
}

// tiny are the flags of a run that takes no time.
func tiny(out string, more ...string) []string {
	return append([]string{"selfplay", "--games", "6", "--size", "5", "--playouts", "10", "--seed", "3", "--shard-games", "4", "--out", out}, more...)
}

func TestMainJob(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	code, stdout, stderr := tengen(t, tiny(dir, "--positions")...)
	if code != exitOK {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	for _, want := range []string{"6 games of 5x5", "Black wins", "Margin", "95 % interval", "duckdb", "read_parquet", "Ended by", "games/s"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("the summary does not say %q:\n%s", want, stdout)
		}
	}
	if strings.Contains(stderr, "\r") || strings.Contains(stderr, "\x1b") {
		t.Errorf("a log got the frames of a progress bar: %q", stderr)
	}
	for _, args := range [][]string{
		{"resume", dir}, {"status", dir}, {"verify", dir, "--regenerate", "1"}, {"data", "info", dir}, {"data", "head", dir},
		{"data", "head", dir, "--table", "positions", "-n", "2"}, {"data", "head", dir, "--table", "timings"}, {"version"},
	} {
		code, stdout, stderr := tengen(t, args...)
		if code != exitOK || stdout == "" {
			t.Errorf("%v: exit code %d, %q, %s", args, code, stdout, stderr)
		}
		code, stdout, stderr = tengen(t, append(args, "--json")...)
		var value any
		decoder := json.NewDecoder(strings.NewReader(stdout))
		if err := decoder.Decode(&value); code != exitOK || err != nil || decoder.More() {
			t.Errorf("%v --json: exit code %d, not one JSON value (%v): %q, %s", args, code, err, stdout, stderr)
		}
	}
}

func TestPlanOfAFinishedRunIsAConfiguration(t *testing.T) {
	first, second := filepath.Join(t.TempDir(), "1"), filepath.Join(t.TempDir(), "2")
	if code, _, stderr := tengen(t, tiny(first, "--rules", "chinese,komi=5.5")...); code != exitOK {
		t.Fatal(stderr)
	}
	if code, _, stderr := tengen(t, "selfplay", "--config", filepath.Join(first, "plan.json"), "--out", second); code != exitOK {
		t.Fatal(stderr)
	}
	one, err := experiments.LoadPlan(first)
	if err != nil {
		t.Fatal(err)
	}
	other, err := experiments.LoadPlan(second)
	if err != nil {
		t.Fatal(err)
	}
	if one.Hash() != other.Hash() {
		t.Errorf("%s\nis not\n%s", other.Canonical(), one.Canonical())
	}
}

func TestFlagsBeforeEnvironmentBeforeFileBeforeDefaults(t *testing.T) {
	dir := t.TempDir()
	config := filepath.Join(dir, "config.json")
	if err := os.WriteFile(config, []byte(`{"games": 5, "seed": "11", "size": "4", "rules": "tromp-taylor"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TENGEN_GAMES", "3")
	t.Setenv("TENGEN_SIZE", "3")
	out := filepath.Join(dir, "run")
	if code, _, stderr := tengen(t, "selfplay", "--config", config, "--size", "2", "--player", "uniform", "--out", out); code != exitOK {
		t.Fatal(stderr)
	}
	plan, err := experiments.LoadPlan(out)
	if err != nil {
		t.Fatal(err)
	}
	if plan.Size.W != 2 || plan.Games != 3 || plan.Seed != 11 || plan.Rules.Name != "tromp-taylor" || plan.ShardGames != 100 {
		t.Errorf("got %s", plan.Canonical())
	}
	t.Setenv("TENGEN_GAMES", "many")
	code, _, stderr := tengen(t, tiny(out)[:1]...)
	if code != exitUsage || !strings.Contains(stderr, "TENGEN_GAMES") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

func TestBadInput(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	config := func(text string) string {
		path := filepath.Join(t.TempDir(), "config.json")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	out := filepath.Join(dir, "out")
	for _, test := range []struct {
		args []string
		code int
		want []string
	}{
		{[]string{"selfply"}, exitUsage, []string{"selfply", "selfplay"}},
		{[]string{"selfplay", "--gmaes", "3"}, exitUsage, []string{"--gmaes"}},
		{[]string{"selfplay", "extra"}, exitUsage, []string{"extra"}},
		{[]string{"selfplay"}, exitUsage, []string{"--out"}},
		{[]string{"selfplay", "--size", "0", "--out", out}, exitUsage, []string{"--size", "0x0", "1 to 19"}},
		{[]string{"selfplay", "--size", "26", "--out", out}, exitUsage, []string{"--size", "26x26", "1 to 19"}},
		{[]string{"selfplay", "--size", "20", "--out", out}, exitUsage, []string{"20x20", "19x19"}},
		{[]string{"selfplay", "--size", "nine", "--out", out}, exitUsage, []string{"nine"}},
		{[]string{"selfplay", "--komi", "6.25", "--out", out}, exitUsage, []string{"--komi", "6.25", "half"}},
		{[]string{"selfplay", "--rules", "chinesee", "--out", out}, exitUsage, []string{"chinesee", "chinese"}},
		{[]string{"selfplay", "--rules", "chinese,komy=3", "--out", out}, exitUsage, []string{"komy", "komi"}},
		{[]string{"selfplay", "--games", "-3", "--out", out}, exitUsage, []string{"games is -3"}},
		{[]string{"selfplay", "--games", "many", "--out", out}, exitUsage, []string{"--games", "many"}},
		{[]string{"selfplay", "--playouts", "0", "--out", out}, exitUsage, []string{"playouts is 0"}},
		{[]string{"selfplay", "--playouts", "-1", "--out", out}, exitUsage, []string{"playouts"}},
		{[]string{"selfplay", "--player", "strongest", "--out", out}, exitUsage, []string{"strongest", "default"}},
		{[]string{"selfplay", "--player", "default:playout=3", "--out", out}, exitUsage, []string{"playout", "playouts"}},
		{[]string{"selfplay", "--workers", "-1", "--out", out}, exitUsage, []string{"--workers"}},
		{[]string{"selfplay", "--temperature", "0", "--out", out}, exitUsage, []string{"temperature"}},
		{[]string{"selfplay", "--prefix", "Z1", "--out", out}, exitUsage, []string{"Z1"}},
		{[]string{"selfplay", "--prefix", "C3,D4", "--out", out}, exitUsage, []string{"--prefix", "blanks"}},
		{[]string{"selfplay", "--config", config(`{"size": 9}`), "--out", out}, exitUsage, []string{`field "size"`, "in quotes"}},
		{[]string{"selfplay", "--config", config(`{"games": "many"}`), "--out", out}, exitUsage, []string{`field "games"`, "whole number"}},
		{[]string{"selfplay", "--config", config(`{"games": 1.5}`), "--out", out}, exitUsage, []string{`field "games"`, "whole number", "1.5"}},
		{[]string{"selfplay", "--config", config(`{"opening": {"sampled": "x"}}`), "--out", out}, exitUsage, []string{`field "opening.sampled"`, "whole number"}},
		{[]string{"selfplay", "--config", config(`{"opening": [1]}`), "--out", out}, exitUsage, []string{`field "opening"`, "an object"}},
		{[]string{"selfplay", "--config", config(`[]`), "--out", out}, exitUsage, []string{"an object"}},
		{[]string{"selfplay", "--config", config(`{"black": {"search": {"playouts": "x"}}}`), "--out", out}, exitUsage, []string{"player", "playouts", "whole number"}},
		{[]string{"selfplay", "--opening", filepath.Join(dir, "none"), "--out", out}, exitUsage, []string{"none", "no such file"}},
		{[]string{"selfplay", "--config", filepath.Join(dir, "none"), "--out", out}, exitUsage, []string{"none", "no such file"}},
		{[]string{"selfplay", "--config", config(`{"gamez": 1}`), "--out", out}, exitUsage, []string{"config.json", "gamez", "did you mean games?"}},
		{[]string{"selfplay", "--progress", "sometimes", "--out", out}, exitUsage, []string{"sometimes", "auto"}},
		{[]string{"selfplay", "--games", "1", "--size", "2", "--playouts", "4", "--out", filepath.Join(file, "below")}, exitFailure, []string{"--out"}},
		{[]string{"selfplay", "--games", "1", "--size", "2", "--playouts", "4", "--prefix", "A1 A1", "--out", out}, exitUsage, []string{"opening move 2", "occupied"}},
		{[]string{"resume"}, exitUsage, []string{"folder"}},
		{[]string{"resume", filepath.Join(dir, "none")}, exitFailure, []string{"none", "there is no folder"}},
		{[]string{"resume", dir, "--games", "3"}, exitUsage, []string{"--games"}},
		{[]string{"status", dir}, exitFailure, []string{"no run"}},
		{[]string{"verify", dir}, exitFailure, []string{"no run"}},
		{[]string{"data"}, exitOK, nil},
		{[]string{"data", "info", filepath.Join(dir, "none")}, exitFailure, []string{"none"}},
		{[]string{"data", "info", file}, exitFailure, []string{file}},
		{[]string{"data", "head", dir}, exitFailure, []string{"no .parquet file"}},
		{[]string{"data", "head", dir, "-n", "0"}, exitUsage, []string{"-n"}},
		{[]string{"data", "head", dir, "--table", "gmaes"}, exitUsage, []string{"gmaes", "games"}},
	} {
		code, _, stderr := tengen(t, test.args...)
		if code != test.code {
			t.Errorf("%v: exit code %d, want %d: %s", test.args, code, test.code, stderr)
		}
		for _, want := range test.want {
			if !strings.Contains(stderr, want) {
				t.Errorf("%v: %q does not say %q", test.args, stderr, want)
			}
		}
		for _, never := range []string{"panic", "goroutine", "Go struct", "Go value", "experiments."} {
			if strings.Contains(stderr, never) {
				t.Errorf("%v: %s", test.args, stderr)
			}
		}
	}
	if entries, err := os.ReadDir(out); err == nil && len(entries) > 3 {
		t.Errorf("refused runs wrote into %s: %v", out, entries)
	}
}

// Variables that belong to no flag are typing errors.
func TestUnknownVariablesAreRefused(t *testing.T) {
	t.Setenv("TENGEN_PLAYOUTZ", "4")
	code, _, stderr := tengen(t, "version")
	if code != exitUsage || !strings.Contains(stderr, "TENGEN_PLAYOUTZ") || !strings.Contains(stderr, "did you mean TENGEN_PLAYOUTS?") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	t.Setenv("TENGEN_PLAYOUTZ", "")
	_ = os.Unsetenv("TENGEN_PLAYOUTZ") // t.Setenv brings back what was there
	t.Setenv("TENGEN_BOGUS", "1")
	if _, _, stderr := tengen(t, "version"); strings.Contains(stderr, "did you mean") || !strings.Contains(stderr, "no flag is called like that") {
		t.Errorf("a name that is like no other: %s", stderr)
	}
}

// Users have not heard of golang's functions.
func TestValuesOfTheWrongKind(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{"export x --game abc", `--game is "abc": write whole numbers, such as 3,17`},
		{"gtp --playouts abc", `--playouts is "abc": write a whole number`},
		{"gtp --time abc", `--time is "abc": write a time`},
		{"gtp --resign abc", `--resign is "abc": write a number`},
		{"gtp --seed -1", `--seed is "-1": write a whole number that is not negative`},
		{"gtp --traffic=abc", `--traffic is "abc": write true or false`},
	} {
		code, _, stderr := tengen(t, strings.Fields(test.args)...)
		if code != exitUsage || !strings.Contains(stderr, test.want) || strings.Contains(stderr, "strconv") {
			t.Errorf("%s: exit code %d: %s", test.args, code, stderr)
		}
	}
	t.Setenv("TENGEN_PLAYOUTS", "abc")
	if _, _, stderr := tengen(t, "gtp"); !strings.Contains(stderr, `environment variable TENGEN_PLAYOUTS: --playouts is "abc": write a whole number`) {
		t.Errorf("in the environment: %s", stderr)
	}
}

func TestCompletionOfValues(t *testing.T) {
	for args, want := range map[string]string{
		"selfplay --rules jap":   "japanese",
		"selfplay --black tac":   "tactical",
		"gtp --player li":        "light",
		"analysis --player de":   "default",
		"import --assume-rules ": "chinese",
	} {
		code, stdout, stderr := tengen(t, append([]string{"__complete"}, strings.Split(args, " ")...)...)
		if code != exitOK || !strings.Contains(stdout, want) {
			t.Errorf("%s: exit code %d, %q, %s", args, code, stdout, stderr)
		}
	}
}

// A seed is a text in JSON, so that no program loses its last digits.
func TestSeedsKeepTheirDigits(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	if code, _, stderr := tengen(t, tiny(dir, "--handicap", "0")...); code != exitOK {
		t.Fatal(stderr)
	}
	code, stdout, stderr := tengen(t, "data", "head", dir, "-n", "1", "--json")
	var rows []struct {
		Seed      string `json:"seed"`
		FinalHash string `json:"final_hash"`
	}
	if err := json.Unmarshal([]byte(stdout), &rows); err != nil || code != exitOK || len(rows) != 1 || rows[0].Seed == "" || rows[0].FinalHash == "" {
		t.Errorf("exit code %d, %v: %s%s", code, err, stdout, stderr)
	}
}
