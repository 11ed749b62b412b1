package benchmarks

import (
	"fmt"
	"strings"

	"github.com/tengen-go/tengen/datasets"
)

// Benchstat writes every repetition as a line that benchstat reads
// (golang.org/design/14313-benchmark-format). What else is to be known of the
// machine and of the kernels stands in comments: as configuration it would keep
// benchstat from comparing two versions.
func Benchstat(rows []datasets.BenchRow) string {
	report := Summarize(rows)
	var b strings.Builder
	fmt.Fprintf(&b, "goos: %s\ngoarch: %s\npkg: github.com/tengen-go/tengen\ncpu: %s\n", report.Machine.OS, report.Machine.Arch, report.Machine.CPU)
	fmt.Fprintf(&b, "# %v\n", report.Machine)
	for _, row := range report.Rows {
		fmt.Fprintf(&b, "# %s/policy=%s/size=%s/threads=%d: kernel %s, signature %s\n", row.Workload, row.Policy, row.Size, row.Threads, row.Kernel, row.Signature)
	}
	b.WriteString("Unit playouts/s better=higher\nUnit moves/s better=higher\nUnit ns/move better=lower\nUnit cycles/move better=lower\n")
	for _, row := range rows {
		c := caseOf(row)
		name := strings.ToUpper(c.Workload[:1]) + c.String()[1:]
		fmt.Fprintf(&b, "Benchmark%s-%d\t%d\t%.6g ns/op", name, row.Threads, row.N, row.NSPerOp)
		var nsPerMove *float64
		if row.MovesPerS != nil {
			ns := 1e9 * float64(row.Threads) / *row.MovesPerS
			nsPerMove = &ns
		}
		for _, unit := range []struct {
			value *float64
			name  string
		}{
			{row.PlayoutsPerS, "playouts/s"}, {row.MovesPerS, "moves/s"}, {nsPerMove, "ns/move"}, {row.CyclesPerMove, "cycles/move"},
			{row.Allocs, "allocs/op"},
		} {
			if unit.value != nil {
				fmt.Fprintf(&b, "\t%.6g %s", *unit.value, unit.name)
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}
