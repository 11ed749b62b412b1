package benchmarks

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/ruleset"
)

var (
	measure = flag.Bool("measure", false, "measure everything, and record it in testdata/baseline.json and README.md; takes long")
	reps    = flag.Int("reps", DefaultOptions().Reps, "with -measure: repetitions of each case")
)

const (
	baselinePath = "testdata/baseline.json"
	figurePath   = "threads.svg"
)

// README.md tells what is recorded in the baseline.
func TestReadme(t *testing.T) {
	if *measure {
		record(t)
	}
	report, err := ReadReport(baselinePath)
	if err != nil {
		t.Fatal(err)
	}
	if playouts := report.of("playouts"); (*measure || *update) && len(playouts.threadAxis().threads) > 1 {
		if err := playouts.Plot(figurePath); err != nil {
			t.Fatal(err)
		}
	}
	page, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- measured -->\n", "<!-- /measured -->\n"
	before, rest, ok := strings.Cut(string(page), begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("README.md has no place between %q and %q", begin, end)
	}
	want := before + begin + report.markdown() + end + after
	if want == string(page) {
		return
	}
	if !*measure && !*update {
		t.Fatalf("README.md does not tell what %s says: go test ./benchmarks -run Readme -update", baselinePath)
	}
	if err := os.WriteFile("README.md", []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

// record measures all workloads.
func record(t *testing.T) {
	selection := Selection{Threads: []int{1}}
	if all := runtime.GOMAXPROCS(0); all > 1 {
		selection.Threads = append(selection.Threads, all)
	}
	cases, err := selection.Cases()
	if err != nil {
		t.Fatal(err)
	}
	selection.Workloads, selection.Sizes = []string{"playouts"}, []ruleset.Size{ruleset.Square(7)}
	small, err := selection.Cases()
	if err != nil {
		t.Fatal(err)
	}
	options := DefaultOptions()
	options.Reps = *reps
	options.Progress = func(done, total int) { fmt.Fprintf(os.Stderr, "\rmeasured %d of %d", done, total) }
	rows, err := Measure(t.Context(), append(small, cases...), options)
	if err != nil {
		t.Fatal(err)
	}
	report := Summarize(rows)
	text, err := json.MarshalIndent(report, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.FromSlash(baselinePath), append(text, '\n'), 0o644); err != nil {
		t.Fatal(err)
	}
}

// of returns the rows of one workload.
func (r *Report) of(workload string) *Report {
	part := &Report{Machine: r.Machine}
	for _, row := range r.Rows {
		if row.Workload == workload {
			part.Rows = append(part.Rows, row)
		}
	}
	return part
}

// markdown is the report as a page: a table for each workload, a line for each
// case, one thread and all of them beside each other.
func (r *Report) markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "\nOn %v.\n", r.Machine)
	if spread := r.of("playouts").usualSpread(); spread > busySpread {
		fmt.Fprintf(&b, "\n**The machine was busy: half of the playouts' rows spread over more than %.0f %%. These numbers say little, and are to be measured again.**\n", 100*spread)
	}
	for _, w := range workloads {
		part := r.of(w.Name)
		if len(part.Rows) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n**%s**: %s\n\n", w.Name, w.Doc)
		moves, rule := "", ""
		if part.Rows[0].MovesPerS != nil {
			moves, rule = " ns/move | cycles/move | moves/playout |", " ---: | ---: | ---: |"
		}
		fmt.Fprintf(&b, "| | board | %ss/s | spread |%s allocations | more threads | kernel |\n", w.Op, moves)
		fmt.Fprintf(&b, "| --- | --- | ---: | ---: |%s ---: | --- | --- |\n", rule)
		for _, family := range part.families() {
			family.Threads = 1
			row := part.find(family)
			if row == nil {
				continue
			}
			if moves != "" {
				moves = fmt.Sprintf(" %s | %s | %s |", optional(row.NSPerMove, digits), optional(row.CyclesPerMove, digits), optional(row.MovesPerPlayout, digits))
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %.0f %% |%s %s | %s | %s |\n", row.Policy, row.Size,
				experiments.SI(row.OpsPerS), 100*row.Spread, moves, optional(row.AllocsPerPlayout, digits), part.gains(family), row.Kernel)
		}
	}
	if _, err := os.Stat(figurePath); err == nil {
		fmt.Fprintf(&b, "\n![Throughput over threads](%s)\n", figurePath)
	}
	b.WriteString("\n")
	return b.String()
}

// busySpread is a spread that repetitions on a quiet machine do not reach.
const busySpread = 0.2

// usualSpread is the median of the rows' spreads.
func (r *Report) usualSpread() float64 {
	var spreads []float64
	for _, row := range r.Rows {
		spreads = append(spreads, row.Spread)
	}
	slices.Sort(spreads)
	return middle(spreads)
}

// gains tells how much faster more threads are than one.
func (r *Report) gains(family key) string {
	var gains []string
	for _, row := range r.Rows {
		family.Threads = row.Threads
		if row.key() == family && row.Threads > 1 && row.Efficiency != nil {
			gains = append(gains, fmt.Sprintf("%d: %.2fx", row.Threads, *row.Efficiency*float64(row.Threads)))
		}
	}
	return strings.Join(gains, ", ")
}
