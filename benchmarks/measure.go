package benchmarks

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/tengen-go/tengen/datasets"
)

// Options direct a measurement.
type Options struct {
	Reps     int                   // repetitions of each case
	Time     time.Duration         // of one repetition, about
	Progress func(done, total int) // after every repetition; may be nil
}

// DefaultOptions are good for a table to be looked at.
func DefaultOptions() Options { return Options{Reps: 5, Time: 500 * time.Millisecond} }

// signatureSeed is the seed of what is signed.
const signatureSeed = 1

// runner is a case made ready.
type runner struct {
	Case
	workload  Workload
	workers   []worker
	n         int64 // operations of one thread in one repetition
	signature string
	seed      uint64
}

// Measure runs the cases and returns a row for each repetition, in the order
// in which they were made: all cases, then all again.
func Measure(ctx context.Context, cases []Case, options Options) ([]datasets.BenchRow, error) {
	if options.Reps < 1 || options.Time <= 0 {
		return nil, fmt.Errorf("%d repetitions of %v: both must be positive", options.Reps, options.Time)
	}
	machine := ThisMachine()
	var runners []*runner
	for _, c := range cases {
		r, err := prepare(c, options.Time)
		if err != nil {
			return nil, fmt.Errorf("%v: %w", c, err)
		}
		runners = append(runners, r)
	}
	var rows []datasets.BenchRow
	for rep := range options.Reps {
		for _, r := range runners {
			if err := ctx.Err(); err != nil {
				return rows, err
			}
			row, err := r.measure(rep)
			if err != nil {
				return rows, fmt.Errorf("%v: %w", r.Case, err)
			}
			row.CPU, row.GoVersion, row.Version = machine.CPU, machine.Go, machine.Version
			rows = append(rows, row)
			if options.Progress != nil {
				options.Progress(len(rows), len(runners)*options.Reps)
			}
		}
	}
	return rows, nil
}

// prepare makes a case ready: signature, warm-up, number of operations.
func prepare(c Case, length time.Duration) (*runner, error) {
	workload, err := workloadNamed(c.Workload)
	if err != nil {
		return nil, err
	}
	r := &runner{Case: c, workload: workload, seed: signatureSeed}
	for range c.Threads {
		w, err := workload.start(c)
		if err != nil {
			return nil, err
		}
		r.workers = append(r.workers, w)
	}
	totals, err := r.workers[0].run(workload.signed, signatureSeed)
	if err != nil {
		return nil, err
	}
	r.signature = fmt.Sprintf("%016x", totals.Signature)
	for r.n = 1; ; r.n *= 2 {
		begun := time.Now()
		if _, err := r.work(); err != nil {
			return nil, err
		}
		if elapsed := time.Since(begun); elapsed > length/8 || elapsed > 0 && r.n > 1<<40 {
			r.n = max(1, int64(float64(r.n)*float64(length)/float64(elapsed)))
			return r, nil
		}
	}
}

// work does n operations on each thread, with seeds not used before.
func (r *runner) work() (Totals, error) {
	var group sync.WaitGroup
	totals := make([]Totals, len(r.workers))
	errs := make([]error, len(r.workers))
	for i, w := range r.workers {
		r.seed++
		seed := r.seed
		group.Go(func() { totals[i], errs[i] = w.run(r.n, seed) })
	}
	group.Wait()
	var sum Totals
	for i := range totals {
		if errs[i] != nil {
			return sum, errs[i]
		}
		sum.add(totals[i])
	}
	return sum, nil
}

// measure makes one repetition.
func (r *runner) measure(rep int) (datasets.BenchRow, error) {
	hertz := CoreClock()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	begun := time.Now()
	totals, err := r.work()
	elapsed := time.Since(begun)
	runtime.ReadMemStats(&after)
	if err != nil {
		return datasets.BenchRow{}, err
	}
	seconds := elapsed.Seconds()
	allocs := float64(after.Mallocs-before.Mallocs) / float64(totals.Ops)
	row := datasets.BenchRow{
		Suite: "tengen", Workload: r.Workload, Policy: r.Policy, Ruleset: "",
		BoardW: int16(r.Size.W), BoardH: int16(r.Size.H), Threads: int32(r.Threads), Rep: int32(rep),
		N: totals.Ops, NSPerOp: seconds * 1e9 / float64(totals.Ops), Allocs: &allocs,
		Kernel: "scalar", Signature: r.signature,
	}
	ratio := func(x, y float64) *float64 { z := x / y; return &z }
	if totals.Playouts > 0 {
		row.PlayoutsPerS = ratio(float64(totals.Playouts), seconds)
	}
	if totals.Moves > 0 {
		row.MovesPerS = ratio(float64(totals.Moves), seconds)
		row.MovesPerPlayout = ratio(float64(totals.Moves), float64(totals.Playouts))
		row.CyclesPerMove = ratio(hertz*seconds*float64(r.Threads), float64(totals.Moves))
	}
	return row, nil
}
