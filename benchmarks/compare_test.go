package benchmarks

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/datasets"
)

// repetitions are rows of one case with the given times of an operation.
func repetitions(policy, signature string, ns ...float64) (rows []datasets.BenchRow) {
	for i, x := range ns {
		cycles := 4 * x
		rows = append(rows, datasets.BenchRow{
			Suite: suite, Workload: "playouts", Policy: policy, BoardW: 9, BoardH: 9, Threads: 1, Rep: int32(i), N: 1000, NSPerOp: x,
			CyclesPerMove: &cycles, Kernel: "scalar", Signature: signature, CPU: "one", GoVersion: "go1", Version: "0",
		})
	}
	return rows
}

func TestCompare(t *testing.T) {
	before := Summarize(append(append(append(append(
		repetitions("a", "1", 100, 101, 102, 103, 104, 105, 106),
		repetitions("b", "1", 100, 101, 102, 103, 104, 105, 106)...),
		repetitions("c", "1", 100, 101, 102, 103, 104, 105, 106)...),
		repetitions("d", "1", 100, 101)...),
		repetitions("gone", "1", 100)...))
	after := Summarize(append(append(append(append(
		repetitions("a", "1", 130, 131, 132, 133, 134, 135, 136), // slower
		repetitions("b", "2", 80, 81, 82, 83, 84, 85, 86)...),    // faster, and something else
		repetitions("c", "1", 103.5, 102, 101, 104, 105, 106, 107)...),
		repetitions("d", "1", 200, 201)...), // too few to say
		repetitions("come", "1", 100)...))
	c := Compare(before, after, DefaultAlpha, DefaultMargin)
	want := map[string]Verdict{"a": Slower, "b": Faster, "c": Same, "d": Unknown}
	if len(c.Cases) != len(want) {
		t.Fatalf("%d cases", len(c.Cases))
	}
	for _, x := range c.Cases {
		if x.Verdict != want[x.Policy] || x.Behavior != (x.Policy == "b") {
			t.Errorf("%+v", x)
		}
	}
	if slower := c.Regressions(); len(slower) != 1 || slower[0].Policy != "a" || math.Abs(slower[0].Speed-103.0/133) > 1e-12 || math.Abs(slower[0].Cycles-133.0/103) > 1e-12 {
		t.Errorf("regressions: %+v", slower)
	}
	text := c.Text()
	for _, want := range []string{"CHANGED", "slower", "faster", "unknown", "too few repetitions to show a difference in 1 of 4 cases", "adjusted for 4 cases", "only in the old one: playouts gone 9x9, 1 thread", "only in the new one: playouts come"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if text := Compare(before, summary(nil, Machine{CPU: "another"}), DefaultAlpha, DefaultMargin).Text(); !strings.Contains(text, "no case in common") || !strings.Contains(text, "processors differ") {
		t.Error(text)
	}
	if err := c.Failure(); err == nil || err.Error() != "1 of 4 cases became slower\nsomething else is computed by 1 of 4 cases" {
		t.Error(err)
	}
	if err := Compare(before, summary(nil, Machine{}), DefaultAlpha, DefaultMargin).Failure(); err == nil || !strings.Contains(err.Error(), "no case in common") {
		t.Error(err)
	}
	if err := Compare(before, before, DefaultAlpha, DefaultMargin).Failure(); err != nil {
		t.Error(err)
	}
	// One case needs no adjustment, and many are not all named.
	one := Summarize(repetitions("a", "1", 100, 101))
	if text := Compare(before, one, DefaultAlpha, DefaultMargin).Text(); strings.Contains(text, "Holm") || !strings.Contains(text, "in 1 of 1 case:") ||
		!strings.Contains(text, "only in the old one: playouts b 9x9, 1 thread; playouts c 9x9, 1 thread; playouts d 9x9, 1 thread; playouts gone 9x9, 1 thread.") {
		t.Error(text)
	}
	if list := some([]string{"a", "b", "c", "d", "e"}); list != "a; b; c; and 2 more" {
		t.Error(list)
	}
	// Versions took other medians of the same times.
	lower := Summarize(repetitions("a", "1", 100, 200))
	lower.Rows[0].NSPerOp = 100
	if x := Compare(lower, Summarize(repetitions("a", "1", 100, 200)), DefaultAlpha, DefaultMargin).Cases[0]; x.Speed != 1 {
		t.Errorf("%+v", x)
	}
	// The same rows cannot differ.
	for _, x := range Compare(before, before, DefaultAlpha, DefaultMargin).Cases {
		if x.P != 1 || x.Speed != 1 || x.Behavior {
			t.Errorf("%+v", x)
		}
	}
}

// A report comes back from both of its files.
func TestReadReport(t *testing.T) {
	rows := append(repetitions("a", "1", 100, 103, 104), repetitions("b", "2", 30, 20, 10)...)
	want := summary(rows, machineOf(rows[0]))
	parquet, text := filepath.Join(t.TempDir(), "x.parquet"), filepath.Join(t.TempDir(), "x.json")
	if err := WriteParquet(parquet, rows); err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(text, data, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{parquet, text} {
		if got, err := ReadReport(path); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v\n%+v\n%+v", path, err, got, want)
		}
	}
}

// Files that no benchmark wrote are refused, and those of newer versions say so.
func TestReadReportRefuses(t *testing.T) {
	report := Summarize(append(repetitions("a", "1", 100, 103, 104), repetitions("b", "2", 10, 20, 30)...))
	data, err := json.Marshal(report)
	if err != nil {
		t.Fatal(err)
	}
	whole := string(data)
	path := filepath.Join(t.TempDir(), "x.json")
	read := func(text string) error {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := ReadReport(path)
		return err
	}
	if err := read(whole + "\n"); err != nil {
		t.Fatal(err)
	}
	replaced := func(old, by string) string {
		if !strings.Contains(whole, old) {
			t.Fatalf("no %s in %s", old, whole)
		}
		return strings.Replace(whole, old, by, 1)
	}
	for _, test := range []struct{ name, text, want string }{
		{"something behind it", whole + "x", "invalid character"},
		{"two reports", whole + whole, "after top-level value"},
		{"no rows", `{"machine":{"version":"1"},"rows":[]}`, "no rows"},
		{"a case twice", replaced(`"policy":"b"`, `"policy":"a"`), "rows 1 and 2 are the same case, playouts a 9x9, 1 thread"},
		{"no policy", replaced(`"policy":"a"`, `"policy":""`), "row 1 lacks its workload, policy"},
		{"another median", replaced(`"ns_per_op":103`, `"ns_per_op":53`), "row 1 has ns_per_op 53"},
		{"no order", replaced(`[10,20,30]`, `[30,20,10]`), "row 2 has times"},
		{"no time", replaced(`[10,20,30]`, `[0,20,30]`), "row 2 has times"},
		{"too few times", replaced(`[10,20,30]`, `[20]`), "3 repetitions and 1 times"},
		{"a key twice", replaced(`"policy":"a"`, `"policy":"c","policy":"a"`), `"policy" is there twice`},
		{"another version's", replaced(`"policy":"a"`, `"policy":"a","watts":3`), `written by a newer version: json: unknown field "watts"`},
		{"something else", `{"games":3}`, "no benchmark"},
	} {
		if err := read(test.text); err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v, want an error with %q", test.name, err, test.want)
		}
	}
	rows := repetitions("a", "1", 100, 103)
	rows[1].Rep = 0
	path = filepath.Join(t.TempDir(), "x.parquet")
	if err := WriteParquet(path, rows); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadReport(path); err == nil || !strings.Contains(err.Error(), "repetition 0 of playouts/policy=a") {
		t.Error(err)
	}
}

func TestEfficiency(t *testing.T) {
	rows := repetitions("a", "1", 100, 100, 100)
	for _, row := range repetitions("a", "1", 52, 52, 52) {
		row.Threads = 2
		rows = append(rows, row)
	}
	report := Summarize(rows)
	if e := report.Rows[1].Efficiency; e == nil || math.Abs(*e-100.0/52/2) > 1e-12 {
		t.Errorf("efficiency %v", e)
	}
	if text := report.Text(); !strings.Contains(text, "1.92x (96 %)") {
		t.Error(text)
	}
}
