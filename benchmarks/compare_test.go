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
	for _, want := range []string{"CHANGED", "slower", "faster", "unknown", "1 of 4 cases have too few repetitions", "only in the old one: playouts gone 9x9, 1 thread", "only in the new one: playouts come"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if text := Compare(before, summary(nil, Machine{CPU: "another"}), DefaultAlpha, DefaultMargin).Text(); !strings.Contains(text, "no case in common") || !strings.Contains(text, "processors differ") {
		t.Error(text)
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
