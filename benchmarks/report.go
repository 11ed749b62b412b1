package benchmarks

import (
	"slices"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/ruleset"
)

// Report is what the repetitions of some cases say together.
type Report struct {
	Machine     Machine     `json:"machine"`
	Rows        []Row       `json:"rows"`
	Interrupted bool        `json:"interrupted,omitempty"` // repetitions are missing
	Comparison  *Comparison `json:"comparison,omitempty"`  // with a baseline
}

// Row is one case: medians over its repetitions. A speed is the inverse of the
// median time, so that all speeds of a row tell of the same repetition.
type Row struct {
	Workload         string    `json:"workload"`
	Policy           string    `json:"policy"`
	Size             string    `json:"size,omitempty"`
	Threads          int       `json:"threads"`
	Reps             int       `json:"reps"`
	OpsPerS          float64   `json:"ops_per_s"`
	Spread           float64   `json:"spread"` // (largest - smallest) / median of the time of an operation
	PlayoutsPerS     *float64  `json:"playouts_per_s"`
	MovesPerS        *float64  `json:"moves_per_s"`
	MovesPerPlayout  *float64  `json:"moves_per_playout"`
	NSPerOp          float64   `json:"ns_per_op"`
	NSPerMove        *float64  `json:"ns_per_move"`        // of one thread; where threads outnumber the processors their waiting counts
	CyclesPerMove    *float64  `json:"cycles_per_move"`    // of the processors at work; waiting does not count
	AllocsPerPlayout *float64  `json:"allocs_per_playout"` // of an operation where there are no playouts
	Kernel           string    `json:"kernel"`
	Signature        string    `json:"signature"`
	Efficiency       *float64  `json:"efficiency"`       // speed against that many times one thread's; null where one thread was not measured
	OutsidePlayouts  *float64  `json:"outside_playouts"` // of a search, the share of time that its playouts alone do not take; null where those were not measured
	NSPerOpEach      []float64 `json:"ns_per_op_each"`   // of every repetition, ascending
}

// Summarize takes the medians of repetitions that were just made.
func Summarize(rows []datasets.BenchRow) *Report { return summary(rows, ThisMachine()) }

// summary takes the medians of repetitions that were made on one machine.
func summary(rows []datasets.BenchRow, machine Machine) *Report {
	report := &Report{Machine: machine, Rows: []Row{}}
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
		one := row.key()
		one.Threads = 1
		if alone := report.find(one); alone != nil {
			efficiency := row.OpsPerS / alone.OpsPerS / float64(row.Threads)
			row.Efficiency = &efficiency
		}
		if row.Workload == searchWorkload {
			row.OutsidePlayouts = report.outsidePlayouts(row)
		}
	}
	return report
}

// outsidePlayouts is the share of a search's time that its playouts alone do not
// take, nil where they were not measured. It tells of the fastest repetition of
// both: medians of two rows differ by more than it where the machine is busy.
func (r *Report) outsidePlayouts(search *Row) *float64 {
	alone := search.key()
	alone.Workload = queueWorkload
	queue := r.find(alone)
	if queue == nil {
		return nil
	}
	share := 1 - queue.NSPerOpEach[0]/search.NSPerOpEach[0]
	return &share
}

// key names a case in reports of any origin.
type key struct {
	Workload, Policy, Size string
	Threads                int
}

func (r *Row) key() key { return key{r.Workload, r.Policy, r.Size, r.Threads} }

// families are cases without their threads.
type families []key

// families returns the cases without their threads, in order.
func (r *Report) families() (f families) {
	for _, row := range r.Rows {
		family := row.key()
		if family.Threads = 0; !slices.Contains(f, family) {
			f = append(f, family)
		}
	}
	return f
}

func (f families) workloads() []string { return f.each(func(k key) string { return k.Workload }) }
func (f families) policies() []string  { return f.each(func(k key) string { return k.Policy }) }
func (f families) sizes() []string     { return f.each(func(k key) string { return k.Size }) }

// each returns the different values of a field, in order.
func (f families) each(of func(key) string) (values []string) {
	for _, k := range f {
		if value := of(k); !slices.Contains(values, value) {
			values = append(values, value)
		}
	}
	return values
}

// of returns the families of a workload.
func (f families) of(workload string) (part families) {
	for _, k := range f {
		if k.Workload == workload {
			part = append(part, k)
		}
	}
	return part
}

// find returns the row of a case, nil if there is none.
func (r *Report) find(k key) *Row {
	for i := range r.Rows {
		if r.Rows[i].key() == k {
			return &r.Rows[i]
		}
	}
	return nil
}

func caseOf(row datasets.BenchRow) Case {
	return Case{row.Workload, row.Policy, ruleset.Size{W: int(row.BoardW), H: int(row.BoardH)}, int(row.Threads)}
}

func summarize(c Case, rows []datasets.BenchRow) Row {
	row := Row{Workload: c.Workload, Policy: c.Policy, Threads: c.Threads, Reps: len(rows), Kernel: rows[0].Kernel, Signature: rows[0].Signature}
	if c.Size != (ruleset.Size{}) {
		row.Size = c.Size.String()
	}
	row.NSPerOpEach = column(rows, func(r datasets.BenchRow) *float64 { return &r.NSPerOp })
	row.NSPerOp = middle(row.NSPerOpEach)
	row.OpsPerS = 1e9 / row.NSPerOp
	row.Spread = (slices.Max(row.NSPerOpEach) - slices.Min(row.NSPerOpEach)) / row.NSPerOp
	row.PlayoutsPerS = inverse(median(rows, func(r datasets.BenchRow) *float64 { return inverse(r.PlayoutsPerS) }))
	row.MovesPerS = inverse(median(rows, func(r datasets.BenchRow) *float64 { return inverse(r.MovesPerS) }))
	row.MovesPerPlayout = median(rows, func(r datasets.BenchRow) *float64 { return r.MovesPerPlayout })
	row.CyclesPerMove = median(rows, func(r datasets.BenchRow) *float64 { return r.CyclesPerMove })
	row.AllocsPerPlayout = median(rows, allocsPerPlayout)
	if row.MovesPerS != nil {
		ns := 1e9 * float64(c.Threads) / *row.MovesPerS
		row.NSPerMove = &ns
	}
	return row
}

// allocsPerPlayout is the allocations of a playout, or of an operation where
// there are none. Where an operation is a game it makes many playouts.
func allocsPerPlayout(r datasets.BenchRow) *float64 {
	if r.Allocs == nil || r.PlayoutsPerS == nil {
		return r.Allocs
	}
	playoutsPerOp := *r.PlayoutsPerS * r.NSPerOp / 1e9
	allocs := *r.Allocs / playoutsPerOp
	return &allocs
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

// middle is the median: of an even number of values, the mean of the two in the
// middle.
func middle(sorted []float64) float64 {
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

func inverse(x *float64) *float64 {
	if x == nil {
		return nil
	}
	y := 1 / *x
	return &y
}
