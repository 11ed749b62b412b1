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
	Progress func(done, total int) // after the warm-up of a case and after every repetition; may be nil
}

// DefaultOptions are good for a table to be looked at, and enough repetitions
// for Compare to find a difference in some of very many cases.
func DefaultOptions() Options { return Options{Reps: 10, Time: 200 * time.Millisecond} }

// suite is what the table bench calls these workloads.
const suite = "tengen"

// signatureSeed is the seed of what is signed.
const signatureSeed = 1

// fnvBasis is where FNV-1a of 64 bits usually begins; signatures begin at zero.
const fnvBasis = 0xcbf29ce484222325

// Measure runs the cases and returns a row for each repetition, in the order
// in which they were made: all cases, then all again. Interrupted, it returns
// the rows so far and the error of ctx.
func Measure(ctx context.Context, cases []Case, options Options) ([]datasets.BenchRow, error) {
	if options.Reps < 1 || options.Time <= 0 {
		return nil, fmt.Errorf("%d repetitions of %v: both must be positive", options.Reps, options.Time)
	}
	done := 0
	step := func() {
		done++
		if options.Progress != nil {
			options.Progress(done, len(cases)*(1+options.Reps))
		}
	}
	var runners []*runner
	for _, c := range cases {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		r, err := prepare(ctx, c, options.Time)
		if err != nil {
			return nil, fmt.Errorf("%v: %w", c, err)
		}
		runners = append(runners, r)
		step()
	}
	var rows []datasets.BenchRow
	for rep := range options.Reps {
		for _, r := range runners {
			if err := ctx.Err(); err != nil {
				return rows, err
			}
			row, err := r.measure(ctx, rep)
			if err != nil {
				return rows, fmt.Errorf("%v: %w", r.Case, err)
			}
			rows = append(rows, row)
			step()
		}
	}
	return rows, nil
}

// runner is a case made ready.
type runner struct {
	Case
	workers   []worker
	n         int64 // operations of one worker in one repetition
	signature string
	seed      uint64
}

// prepare makes a case ready: signature, warm-up, number of operations.
func prepare(ctx context.Context, c Case, length time.Duration) (*runner, error) {
	workload, err := workloadNamed(c.Workload)
	if err != nil {
		return nil, err
	}
	r := &runner{Case: c, seed: signatureSeed}
	if r.workers, err = workload.begin(c); err != nil {
		return nil, err
	}
	// Threads that work together need not do the same again, one does.
	signer := r.workers[0]
	if workload.together && c.Threads > 1 {
		one := c
		one.Threads = 1
		if signer, err = workload.start(one); err != nil {
			return nil, err
		}
	}
	begun := time.Now()
	totals, err := signer.run(ctx, workload.signed, signatureSeed)
	if err != nil {
		return nil, err
	}
	if totals.Signature == 0 && c.Size.Area() == 1 { // all is zero there, which is not to look like no signature
		totals.sign(fnvBasis)
	}
	r.signature = fmt.Sprintf("%016x", totals.Signature)
	elapsed := time.Since(begun)
	for r.n = workload.signed; elapsed <= length/8 && r.n < 1<<40; {
		r.n *= 2
		if _, elapsed, err = r.work(ctx, nil); err != nil {
			return nil, err
		}
	}
	r.n = max(1, workload.least, int64(float64(r.n)*float64(length)/float64(max(elapsed, 1))))
	return r, nil
}

// work does n operations with each worker, with seeds not used before, and says
// how long that took. The counters are read while all threads stand ready and
// after all are done, so that they count what the workload does.
func (r *runner) work(ctx context.Context, counters *[2]runtime.MemStats) (sum Totals, elapsed time.Duration, err error) {
	var ready, finished sync.WaitGroup
	start := make(chan struct{})
	totals := make([]Totals, len(r.workers))
	errs := make([]error, len(r.workers))
	ready.Add(len(r.workers))
	for i, w := range r.workers {
		r.seed++
		seed := r.seed
		finished.Go(func() {
			ready.Done()
			<-start
			totals[i], errs[i] = w.run(ctx, r.n, seed)
		})
	}
	ready.Wait()
	if counters != nil {
		runtime.ReadMemStats(&counters[0])
	}
	begun := time.Now()
	close(start)
	finished.Wait()
	elapsed = time.Since(begun)
	if counters != nil {
		runtime.ReadMemStats(&counters[1])
	}
	for i := range totals {
		if errs[i] != nil {
			return sum, elapsed, errs[i]
		}
		sum.add(totals[i])
	}
	return sum, elapsed, nil
}

// measure makes one repetition.
func (r *runner) measure(ctx context.Context, rep int) (datasets.BenchRow, error) {
	machine := ThisMachine()
	hertz := CoreClock()
	var counters [2]runtime.MemStats
	totals, elapsed, err := r.work(ctx, &counters)
	if err != nil {
		return datasets.BenchRow{}, err
	}
	seconds := elapsed.Seconds()
	allocs := float64(counters[1].Mallocs-counters[0].Mallocs) / float64(totals.Ops)
	row := datasets.BenchRow{
		Suite: suite, Workload: r.Workload, Policy: r.Policy, Ruleset: "",
		BoardW: int16(r.Size.W), BoardH: int16(r.Size.H), Threads: int32(r.Threads), Rep: int32(rep),
		N: totals.Ops, NSPerOp: seconds * 1e9 / float64(totals.Ops), Allocs: &allocs,
		Kernel: r.workers[0].kernel(), Signature: r.signature,
		CPU: machine.CPU, GoVersion: machine.Go, Version: machine.Version,
	}
	ratio := func(x, y float64) *float64 { z := x / y; return &z }
	if totals.Playouts > 0 {
		row.PlayoutsPerS = ratio(float64(totals.Playouts), seconds)
	}
	if totals.Moves > 0 {
		cores := float64(min(r.Threads, machine.Cores)) // at work at a time
		row.MovesPerS = ratio(float64(totals.Moves), seconds)
		row.MovesPerPlayout = ratio(float64(totals.Moves), float64(totals.Playouts))
		row.CyclesPerMove = ratio(hertz*seconds*cores, float64(totals.Moves))
	}
	return row, nil
}
