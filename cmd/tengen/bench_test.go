package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// quick are the flags of a benchmark that takes no time.
func quick(more ...string) []string {
	return append([]string{"bench", "playouts", "--size", "5", "--reps", "4", "--time", "1ms"}, more...)
}

func TestBench(t *testing.T) {
	dir := t.TempDir()
	out, plot := filepath.Join(dir, "bench.parquet"), filepath.Join(dir, "threads.svg")
	args := quick("--threads", "1,2")
	code, stdout, stderr := tengen(t, append(args, "--out", out, "--plot", plot, "--json")...)
	var report struct {
		Machine map[string]any
		Rows    []map[string]any
	}
	if err := json.Unmarshal([]byte(stdout), &report); code != exitOK || err != nil || len(report.Rows) != 8 {
		t.Fatalf("exit code %d, %v: %s %s", code, err, stdout, stderr)
	}
	for _, row := range report.Rows {
		for _, column := range []string{"threads", "playouts_per_s", "moves_per_s", "moves_per_playout", "ns_per_move", "cycles_per_move"} {
			if value, ok := row[column].(float64); !ok || value <= 0 {
				t.Errorf("%s is %v in %v", column, row[column], row)
			}
		}
		if _, ok := row["allocs_per_playout"].(float64); !ok || row["size"] != "5x5" || row["signature"] == "" || row["kernel"] == "" || row["policy"] == "" {
			t.Errorf("%v", row)
		}
	}
	for _, key := range []string{"cpu", "go", "kernel", "version"} {
		if report.Machine[key] == "" {
			t.Errorf("the machine has no %s: %v", key, report.Machine)
		}
	}
	if drawing, err := os.ReadFile(plot); err != nil || !strings.Contains(string(drawing), "<svg") {
		t.Errorf("no drawing: %v", err)
	}
	if code, stdout, _ := tengen(t, "data", "head", out, "--table", "bench"); code != exitOK || !strings.Contains(stdout, "cycles_per_move") {
		t.Errorf("exit code %d: %s", code, stdout)
	}
	code, stdout, _ = tengen(t, append(args, "--format", "benchstat")...)
	for _, want := range []string{"\nBenchmarkPlayouts/policy=batch-heavy/size=5x5/threads=2-2\t", "\nUnit playouts/s better=higher\n", "\ncpu: ", " cycles/move", "kernel scalar, signature"} {
		if code != exitOK || !strings.Contains(stdout, want) {
			t.Errorf("exit code %d, no %q: %s", code, want, stdout)
		}
	}
	if code, stdout, _ := tengen(t, args...); code != exitOK || !strings.Contains(stdout, "2 threads") || !strings.Contains(stdout, "allocs/playout") {
		t.Errorf("exit code %d: %s", code, stdout)
	}
}

// The kernels of the processor and plain golang compute the same and say what
// they are.
func TestBenchWithoutKernels(t *testing.T) {
	signatures := map[string]map[string]bool{}
	for _, kernel := range []string{"auto", "portable"} {
		code, stdout, stderr := tengen(t, "bench", "playouts", "search", "selfplay", "--size", "3", "--reps", "1", "--time", "1us", "--kernel", kernel, "--json")
		var report struct {
			Rows []struct{ Workload, Policy, Signature, Kernel string }
		}
		if err := json.Unmarshal([]byte(stdout), &report); code != exitOK || err != nil {
			t.Fatalf("exit code %d, %v: %s", code, err, stderr)
		}
		for _, row := range report.Rows {
			name := row.Workload + " " + row.Policy
			if signatures[name] == nil {
				signatures[name] = map[string]bool{}
			}
			signatures[name][row.Signature] = true
			if batch := strings.HasPrefix(row.Policy, "batch"); kernel == "portable" && batch != (row.Kernel == "plain golang") {
				t.Errorf("%s is computed by %s", name, row.Kernel)
			}
		}
	}
	for name, different := range signatures {
		if len(different) != 1 {
			t.Errorf("%s has the signatures %v", name, different)
		}
	}
}

func TestBenchCompare(t *testing.T) {
	dir := t.TempDir()
	out, text := filepath.Join(dir, "old.parquet"), filepath.Join(dir, "new.json")
	if code, _, stderr := tengen(t, quick("--policy", "uniform", "--out", out)...); code != exitOK {
		t.Fatal(stderr)
	}
	code, stdout, stderr := tengen(t, quick("--policy", "uniform", "--json")...)
	if code != exitOK {
		t.Fatal(stderr)
	}
	if err := os.WriteFile(text, []byte(stdout), 0o644); err != nil {
		t.Fatal(err)
	}
	if code, stdout, stderr = tengen(t, "bench", "compare", out, text); code != exitOK || !strings.Contains(stdout, "uniform") || !strings.Contains(stdout, "behavior") {
		t.Errorf("exit code %d: %s %s", code, stdout, stderr)
	}

	// A baseline that was ten times as fast.
	var report map[string]any
	if err := json.Unmarshal([]byte(stdoutOf(t, text)), &report); err != nil {
		t.Fatal(err)
	}
	row := report["rows"].([]any)[0].(map[string]any)
	for i, ns := range row["ns_per_op_each"].([]any) {
		row["ns_per_op_each"].([]any)[i] = ns.(float64) / 10
	}
	row["ns_per_op"] = row["ns_per_op"].(float64) / 10
	faster, err := json.Marshal(report)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(text, faster, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"bench", "compare", text, out}, quick("--policy", "uniform", "--baseline", text)} {
		code, stdout, stderr := tengen(t, args...)
		if code != exitOK || !strings.Contains(stderr, "warning: slower: playouts uniform 5x5, 1 thread") || !strings.Contains(stdout, "slower") {
			t.Errorf("%v: exit code %d: %s %s", args, code, stdout, stderr)
		}
		if code, _, stderr := tengen(t, append(args, "--fail")...); code != exitFailure || !strings.Contains(stderr, "1 of 1 case became slower") {
			t.Errorf("%v --fail: exit code %d: %s", args, code, stderr)
		}
	}
}

// Other signatures are told, and --fail counts them, as it does a comparison of
// nothing.
func TestBenchCompareFails(t *testing.T) {
	code, stdout, stderr := tengen(t, quick("--policy", "uniform", "--reps", "1", "--json")...)
	if code != exitOK {
		t.Fatal(stderr)
	}
	dir := t.TempDir()
	file := func(name, old, by string) string {
		path := filepath.Join(dir, name)
		if !strings.Contains(stdout, old) {
			t.Fatalf("no %s in %s", old, stdout)
		}
		if err := os.WriteFile(path, []byte(strings.ReplaceAll(stdout, old, by)), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	same, signature, size := file("same.json", "5x5", "5x5"), file("signature.json", `"signature": "`, `"signature": "f`), file("size.json", "5x5", "6x6")
	for _, test := range []struct {
		new  string
		code int
		want string
	}{
		{same, exitOK, ""},
		{signature, exitFailure, "something else is computed by 1 of 1 case"},
		{size, exitFailure, "no case in common"},
	} {
		if code, _, stderr := tengen(t, "bench", "compare", same, test.new, "--fail"); code != test.code || !strings.Contains(stderr, test.want) {
			t.Errorf("%s: exit code %d, want %d and %q: %s", test.new, code, test.code, test.want, stderr)
		}
		if code, _, stderr := tengen(t, "bench", "compare", same, test.new); code != exitOK || strings.Contains(stderr, "warning: something else is computed: playouts uniform 5x5, 1 thread") != (test.new == signature) {
			t.Errorf("%s: exit code %d: %s", test.new, code, stderr)
		}
	}
}

func stdoutOf(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestBenchBadInput(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	games := filepath.Join(dir, "run")
	if code, _, stderr := tengen(t, tiny(games)...); code != exitOK {
		t.Fatal(stderr)
	}
	parts, err := filepath.Glob(filepath.Join(games, "games", "*", "*", "*.parquet"))
	if err != nil || len(parts) == 0 {
		t.Fatalf("no part in %s: %v", games, err)
	}
	other := file("other.json", `{"games": 3}`)
	folder := filepath.Join(dir, "folder.parquet")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		args []string
		code int
		want []string
	}{
		{[]string{"bench", "playout"}, exitUsage, []string{"playout", "did you mean playouts?"}},
		{[]string{"bench", "--policy", "unifrom"}, exitUsage, []string{"did you mean uniform?"}},
		{[]string{"bench", "parquet", "--policy", "uniform"}, exitUsage, []string{"parquet", "uniform"}},
		{[]string{"bench", "--size", "20"}, exitUsage, []string{`--size: "20"`, "1 to 19"}},
		{[]string{"bench", "--size", "0,9x26"}, exitUsage, []string{`--size: "0"`, `--size: "9x26"`, "1 to 19"}},
		{[]string{"bench", "parquet", "--size", "5"}, exitUsage, []string{"5x5", "parquet", "has a board"}},
		{[]string{"bench", "--size", "nine"}, exitUsage, []string{"--size", "nine"}},
		{[]string{"bench", "--threads", "0"}, exitUsage, []string{"0 threads", "1 to 1024"}},
		{[]string{"bench", "--threads", "5000"}, exitUsage, []string{"5000 threads", "1 to 1024"}},
		{[]string{"bench", "--threads", "many"}, exitUsage, []string{"many", "or all"}},
		{[]string{"bench", "--format", "xml"}, exitUsage, []string{"xml", "benchstat"}},
		{[]string{"bench", "--reps", "0"}, exitUsage, []string{"--reps"}},
		{[]string{"bench", "--time", "-1s"}, exitUsage, []string{"--time"}},
		{[]string{"bench", "--alpha", "2"}, exitUsage, []string{"--alpha"}},
		{[]string{"bench", "--plot", "x.pdf", "--threads", "1,2"}, exitUsage, []string{"x.pdf", ".png or .svg"}},
		{[]string{"bench", "--plot", "x.png"}, exitUsage, []string{"--threads"}},
		{[]string{"bench", "--plot", "x.png", "--threads", "1,1"}, exitUsage, []string{"--threads"}},
		{[]string{"bench", "--plot", "x.png", "--threads", "1,01"}, exitUsage, []string{"--threads"}},
		{[]string{"bench", "--plot", "x.png", "--threads", fmt.Sprintf("%d,all", runtime.GOMAXPROCS(0))}, exitUsage, []string{"--threads"}},
		{[]string{"bench", "--plot", filepath.Join(dir, ".png"), "--threads", "1,2"}, exitUsage, []string{".png or .svg"}},
		{[]string{"bench", "--plot", filepath.Join(other, "x.png"), "--threads", "1,2"}, exitUsage, []string{"--plot", "cannot be written"}},
		{[]string{"bench", "--out", "x.txt"}, exitUsage, []string{"--out: x.txt", ".parquet"}},
		{[]string{"bench", "--out", "-"}, exitUsage, []string{"--out: -", ".parquet"}},
		{[]string{"bench", "--out", os.DevNull}, exitUsage, []string{".parquet"}},
		{[]string{"bench", "--out", filepath.Join(dir, "new.parquet") + "/"}, exitUsage, []string{"new.parquet/ is a folder"}},
		{[]string{"bench", "--out", folder}, exitUsage, []string{"folder.parquet is a folder"}},
		{[]string{"bench", "--out", filepath.Join(other, "x.parquet")}, exitUsage, []string{"--out", "cannot be written"}},
		{[]string{"bench", "--fail", "--alpha", "0.1"}, exitUsage, []string{"--alpha, --fail", "--baseline"}},
		{[]string{"bench", "--format", "benchstat", "--json"}, exitUsage, []string{"--format benchstat", "--json", "exclude"}},
		{[]string{"bench", "--baseline", filepath.Join(dir, "none")}, exitUsage, []string{"none", "no such file"}},
		{[]string{"bench", "--baseline", other}, exitUsage, []string{"other.json", "no benchmark", "games"}},
		{[]string{"bench", "--baseline", parts[0]}, exitUsage, []string{"games", "not bench"}},
		{[]string{"bench", "--alpha", "NaN", "--baseline", other}, exitUsage, []string{"--alpha is NaN"}},
		{[]string{"bench", "compare", other, other, "--margin", "nan"}, exitUsage, []string{"--margin NaN"}},
		{[]string{"bench", "compare", other}, exitUsage, []string{"2 arg"}},
		{[]string{"bench", "compare", other, file("empty.json", "")}, exitFailure, []string{"other.json", "empty.json is no benchmark"}},
		{[]string{"bench", "compare", file("rows.json", `{"machine":{}}`), file("row.json", `{"rows":[{}]}`)}, exitFailure, []string{"no rows", "row 1 lacks"}},
		{[]string{"bench", "compare", file("stat.txt", "goos: x\nBenchmarkX 1 2 ns/op\n"), file("cut.parquet", "PAR1xx")}, exitFailure, []string{"benchstat", "cut.parquet"}},
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
	}
	if _, err := os.Stat(filepath.Join(dir, "new.parquet")); err == nil {
		t.Error("a refused place was created")
	}
	if _, _, stderr := tengen(t, "bench", "--size", ","); strings.Count(stderr, "--size") != 1 {
		t.Errorf("one error is told twice: %s", stderr)
	}
	t.Setenv("TENGEN_KERNEL", "")
	if code, _, stderr := tengen(t, quick()...); code != exitUsage || !strings.Contains(stderr, "--kernel was set by the environment variable TENGEN_KERNEL.") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if code, _, stderr := tengen(t, quick("--kernel", "best")...); code != exitUsage || strings.Contains(stderr, "TENGEN_KERNEL") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

func TestBenchReadsListsKindly(t *testing.T) {
	plot := filepath.Join(t.TempDir(), "new", "threads.PNG")
	code, stdout, stderr := tengen(t, "bench", "board", "--policy", "play, copy", "--size", "1x1, 2", "--threads", "1, 2", "--reps", "1", "--time", "1us", "--plot", plot)
	if code != exitOK || !strings.Contains(stdout, "copy") || !strings.Contains(stdout, "2x2") {
		t.Errorf("exit code %d: %s %s", code, stdout, stderr)
	}
	if drawing, err := os.ReadFile(plot); err != nil || !strings.HasPrefix(string(drawing), "\x89PNG") {
		t.Errorf("no drawing: %v", err)
	}
	if code, stdout, _ := tengen(t, "bench", "help"); code != exitOK || !strings.Contains(stdout, "tengen bench [WORKLOAD...]") {
		t.Errorf("exit code %d: %s", code, stdout)
	}
}

// Interrupted, bench tells and writes what was measured.
func TestBenchInterrupted(t *testing.T) {
	out := filepath.Join(t.TempDir(), "bench.parquet")
	args := []string{"bench", "playouts", "--policy", "uniform", "--size", "3", "--time", "10ms", "--reps", "1000000", "--progress", "always"}
	for _, format := range []struct{ flag, want string }{
		{"--json", `"interrupted": true`}, {"--format=table", "\nInterrupted: "}, {"--format=benchstat", "# interrupted"},
	} {
		command := program(t, append(args, "--out", out, format.flag)...)
		var stdout, stderr bytes.Buffer
		bar, err := command.StderrPipe()
		if err != nil {
			t.Fatal(err)
		}
		command.Stdout = &stdout
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		for lines := bufio.NewReader(bar); ; { // three frames of the bar, a tenth of a second each, hold some repetitions
			r, _, err := lines.ReadRune()
			if err != nil {
				break
			}
			stderr.WriteRune(r)
			if r == ')' && strings.Count(stderr.String(), " repetitions/s)") == 3 {
				_ = command.Process.Signal(syscall.SIGTERM)
			}
		}
		var exit *exec.ExitError
		if err := command.Wait(); !errors.As(err, &exit) || exit.ExitCode() != exitInterrupt {
			t.Errorf("%s: %v, want exit code %d", format.flag, err, exitInterrupt)
		}
		if !strings.Contains(stderr.String(), "Stopped after ") || !strings.Contains(stderr.String(), " of 1000000 repetitions") {
			t.Errorf("%s: %s", format.flag, &stderr)
		}
		if !strings.Contains(stdout.String(), format.want) {
			t.Errorf("%s: no %q in %s", format.flag, format.want, &stdout)
		}
		if code, _, stderr := tengen(t, "bench", "compare", out, out); code != exitOK {
			t.Errorf("%s: exit code %d: %s", format.flag, code, stderr)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var stdout, stderr bytes.Buffer
	if code := run(ctx, args, strings.NewReader(""), &stdout, &stderr); code != exitInterrupt || !strings.Contains(stderr.String(), "nothing was measured") {
		t.Errorf("exit code %d: %s", code, &stderr)
	}
}
