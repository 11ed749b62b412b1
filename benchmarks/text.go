package benchmarks

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/tengen-go/tengen/experiments"
)

// Text is the report as tables: one of the cases, and one of how they scale
// with threads where several numbers of threads were measured.
func (r *Report) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%v\n\n", r.Machine)
	t := columns(&b)
	fmt.Fprintln(t, "workload\tpolicy\tsize\tthreads\tops/s\tspread\tplayouts/s\tmoves/playout\tns/move\tcycles/move\tallocs/playout\tsignature\tkernel\t")
	for _, row := range r.Rows {
		fmt.Fprintf(t, "%s\t%s\t%s\t%d\t%s\t%.0f %%\t%s\t%s\t%s\t%s\t%s\t%.8s\t%s\t\n", row.Workload, row.Policy, row.Size, row.Threads,
			experiments.SI(row.OpsPerS), 100*row.Spread, optional(row.PlayoutsPerS, experiments.SI), optional(row.MovesPerPlayout, digits),
			optional(row.NSPerMove, digits), optional(row.CyclesPerMove, digits), optional(row.AllocsPerPlayout, digits), row.Signature, row.Kernel)
	}
	t.Flush()
	r.writeScaling(&b)
	r.writeOutside(&b)
	if r.Interrupted {
		b.WriteString("\nInterrupted: repetitions are missing.\n")
	}
	return b.String()
}

// writeScaling tells speed and efficiency, a column for each number of threads.
func (r *Report) writeScaling(b *strings.Builder) {
	var threads []int
	for _, row := range r.Rows {
		if !slices.Contains(threads, row.Threads) {
			threads = append(threads, row.Threads)
		}
	}
	if len(threads) < 2 {
		return
	}
	b.WriteString("\nScaling: ops/s, and the speed against one thread (efficiency)\n\n")
	t := columns(b)
	fmt.Fprint(t, "workload\tpolicy\tsize\t")
	for _, n := range threads {
		fmt.Fprintf(t, "%s\t\t", plural(n, "thread"))
	}
	fmt.Fprintln(t)
	for _, family := range r.families() {
		fmt.Fprintf(t, "%s\t%s\t%s\t", family.Workload, family.Policy, family.Size)
		for _, n := range threads {
			family.Threads = n
			speed, gain := "-", "-"
			if row := r.find(family); row != nil {
				speed = experiments.SI(row.OpsPerS)
				if row.Efficiency != nil {
					gain = fmt.Sprintf("%.2fx (%.0f %%)", *row.Efficiency*float64(n), 100**row.Efficiency)
				}
			}
			fmt.Fprintf(t, "%s\t%s\t", speed, gain)
		}
		fmt.Fprintln(t)
	}
	t.Flush()
}

// writeOutside tells how much of the time of searches goes elsewhere than into
// their playouts.
func (r *Report) writeOutside(b *strings.Builder) {
	title := "\nTime of a search outside its playouts\n\n"
	t := columns(b)
	for _, row := range r.Rows {
		if row.OutsidePlayouts == nil {
			continue
		}
		b.WriteString(title)
		title = ""
		fmt.Fprintf(t, "%s\t%s\t%s\t%.0f %%\t\n", row.Policy, row.Size, plural(row.Threads, "thread"), 100**row.OutsidePlayouts)
	}
	t.Flush()
}

// columns begins a table whose cells are aligned to the right.
func columns(b *strings.Builder) *tabwriter.Writer {
	return tabwriter.NewWriter(b, 0, 0, 2, ' ', tabwriter.AlignRight)
}

func digits(x float64) string { return fmt.Sprintf("%.4g", x) }

func optional(x *float64, format func(float64) string) string {
	if x == nil {
		return "-"
	}
	return format(*x)
}

// plural is "1 thread", "2 threads".
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
