package benchmarks

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/experiments/stats"
	"github.com/tengen-go/tengen/ruleset"
)

// Report is what the repetitions of some cases say together.
type Report struct {
	Machine Machine `json:"machine"`
	Rows    []Row   `json:"rows"`
}

// Row is one case: medians over its repetitions.
type Row struct {
	Workload         string   `json:"workload"`
	Policy           string   `json:"policy"`
	Size             string   `json:"size,omitempty"`
	Threads          int      `json:"threads"`
	Reps             int      `json:"reps"`
	OpsPerS          float64  `json:"ops_per_s"`
	Spread           float64  `json:"spread"` // (largest - smallest) / median of the time of an operation
	PlayoutsPerS     *float64 `json:"playouts_per_s"`
	MovesPerS        *float64 `json:"moves_per_s"`
	MovesPerPlayout  *float64 `json:"moves_per_playout"`
	NSPerOp          float64  `json:"ns_per_op"`
	NSPerMove        *float64 `json:"ns_per_move"` // of one thread
	CyclesPerMove    *float64 `json:"cycles_per_move"`
	AllocsPerPlayout *float64 `json:"allocs_per_playout"`
	Kernel           string   `json:"kernel"`
	Signature        string   `json:"signature"`
	Efficiency       *float64 `json:"efficiency"` // speed against that many times one thread's; null where one thread was not measured
}

// Summarize takes the medians of the repetitions.
func Summarize(rows []datasets.BenchRow) *Report {
	report := &Report{Machine: ThisMachine(), Rows: []Row{}}
	order := []Case{}
	byCase := map[Case][]datasets.BenchRow{}
	for _, row := range rows {
		c := caseOf(row)
		if byCase[c] == nil {
			order = append(order, c)
		}
		byCase[c] = append(byCase[c], row)
	}
	for _, c := range order {
		report.Rows = append(report.Rows, summarize(c, byCase[c]))
	}
	for i := range report.Rows {
		row := &report.Rows[i]
		for _, one := range report.Rows {
			if one.Threads == 1 && one.Workload == row.Workload && one.Policy == row.Policy && one.Size == row.Size {
				efficiency := row.OpsPerS / one.OpsPerS / float64(row.Threads)
				row.Efficiency = &efficiency
			}
		}
	}
	return report
}

func caseOf(row datasets.BenchRow) Case {
	return Case{row.Workload, row.Policy, ruleset.Size{W: int(row.BoardW), H: int(row.BoardH)}, int(row.Threads)}
}

func summarize(c Case, rows []datasets.BenchRow) Row {
	row := Row{Workload: c.Workload, Policy: c.Policy, Threads: c.Threads, Reps: len(rows), Kernel: rows[0].Kernel, Signature: rows[0].Signature}
	if c.Size != (ruleset.Size{}) {
		row.Size = c.Size.String()
	}
	times := column(rows, func(r datasets.BenchRow) *float64 { return &r.NSPerOp })
	row.NSPerOp = middle(times)
	row.OpsPerS = 1e9 / row.NSPerOp
	row.Spread = (times[len(times)-1] - times[0]) / row.NSPerOp
	row.PlayoutsPerS = median(rows, func(r datasets.BenchRow) *float64 { return r.PlayoutsPerS })
	row.MovesPerS = median(rows, func(r datasets.BenchRow) *float64 { return r.MovesPerS })
	row.MovesPerPlayout = median(rows, func(r datasets.BenchRow) *float64 { return r.MovesPerPlayout })
	row.CyclesPerMove = median(rows, func(r datasets.BenchRow) *float64 { return r.CyclesPerMove })
	row.AllocsPerPlayout = median(rows, func(r datasets.BenchRow) *float64 { return r.Allocs })
	if row.MovesPerS != nil {
		ns := 1e9 * float64(c.Threads) / *row.MovesPerS
		row.NSPerMove = &ns
	}
	return row
}

// column returns the values of a column that are there, sorted.
func column(rows []datasets.BenchRow, of func(datasets.BenchRow) *float64) []float64 {
	var values []float64
	for _, row := range rows {
		if value := of(row); value != nil {
			values = append(values, *value)
		}
	}
	slices.Sort(values)
	return values
}

func median(rows []datasets.BenchRow, of func(datasets.BenchRow) *float64) *float64 {
	values := column(rows, of)
	if len(values) == 0 {
		return nil
	}
	m := middle(values)
	return &m
}

func middle(sorted []float64) float64 { return stats.Quantiles(sorted, 0.5)[0] }

// Text is the report as a table.
func (r *Report) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %d processors, %s/%s, %s, tengen %s\n\n", r.Machine.CPU, r.Machine.Cores, r.Machine.OS, r.Machine.Arch, r.Machine.Go, r.Machine.Version)
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "workload\tpolicy\tsize\tthreads\tops/s\tspread\tplayouts/s\tmoves/playout\tns/move\tcycles/move\tallocs/op\tefficiency\tsignature\t")
	for _, row := range r.Rows {
		fmt.Fprintf(t, "%s\t%s\t%s\t%d\t%s\t%.0f %%\t%s\t%s\t%s\t%s\t%s\t%s\t%.8s\t\n", row.Workload, row.Policy, row.Size, row.Threads,
			experiments.SI(row.OpsPerS), 100*row.Spread, optional(row.PlayoutsPerS, experiments.SI), optional(row.MovesPerPlayout, digits),
			optional(row.NSPerMove, digits), optional(row.CyclesPerMove, digits), optional(row.AllocsPerPlayout, digits), optional(row.Efficiency, digits), row.Signature)
	}
	t.Flush()
	return b.String()
}

func digits(x float64) string { return fmt.Sprintf("%.4g", x) }

func optional(x *float64, format func(float64) string) string {
	if x == nil {
		return "-"
	}
	return format(*x)
}

// Benchstat writes every repetition as a line that benchstat reads.
func Benchstat(rows []datasets.BenchRow) string {
	machine := ThisMachine()
	var b strings.Builder
	fmt.Fprintf(&b, "goos: %s\ngoarch: %s\ncpu: %s\npkg: tengen\n", machine.OS, machine.Arch, machine.CPU)
	b.WriteString("Unit playouts/s better=higher\nUnit moves/s better=higher\nUnit cycles/move better=lower\n")
	for _, row := range rows {
		c := caseOf(row)
		name := strings.ToUpper(c.Workload[:1]) + c.String()[1:]
		fmt.Fprintf(&b, "Benchmark%s-%d\t%d\t%.6g ns/op", name, row.Threads, row.N, row.NSPerOp)
		for _, unit := range []struct {
			value *float64
			name  string
		}{{row.PlayoutsPerS, "playouts/s"}, {row.MovesPerS, "moves/s"}, {row.CyclesPerMove, "cycles/move"}, {row.Allocs, "allocs/op"}} {
			if unit.value != nil {
				fmt.Fprintf(&b, "\t%.6g %s", *unit.value, unit.name)
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

// WriteParquet writes every repetition to a file of the table bench.
func WriteParquet(path string, rows []datasets.BenchRow) error {
	writer, err := datasets.Create[datasets.BenchRow](path, datasets.Meta{ToolVersion: experiments.Version})
	if err != nil {
		return err
	}
	if err := writer.Write(rows...); err != nil {
		_ = writer.Abort() // the first error says what was wrong
		return err
	}
	return writer.Close()
}
