package benchmarks

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/ruleset"
)

// Every workload runs, and its signature does not depend on how often or for
// how long it is measured.
func TestEveryCaseHasASignature(t *testing.T) {
	cases, err := Selection{Sizes: []ruleset.Size{ruleset.Square(3)}, Threads: []int{2}}.Cases()
	if err != nil {
		t.Fatal(err)
	}
	rows, err := Measure(context.Background(), cases, Options{Reps: 2, Time: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 2*len(cases) {
		t.Fatalf("%d rows of %d cases", len(rows), len(cases))
	}
	again, err := Measure(context.Background(), cases, Options{Reps: 1, Time: 3 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	signatures := map[string]string{}
	for i, c := range cases {
		row := rows[i]
		if err := row.Validate(); err != nil {
			t.Errorf("%v: %v", c, err)
		}
		if row.Signature != rows[i+len(cases)].Signature || row.Signature != again[i].Signature {
			t.Errorf("%v: signatures %s, %s and %s", c, row.Signature, rows[i+len(cases)].Signature, again[i].Signature)
		}
		if other, taken := signatures[row.Signature]; taken {
			t.Errorf("%v has the signature of %s", c, other)
		}
		signatures[row.Signature] = c.String()
		if row.N < 1 || row.NSPerOp <= 0 || row.Threads != 2 {
			t.Errorf("%v: %+v", c, row)
		}
	}
}

// The smallest boards are measured too, and have signatures.
func TestBoardOfOnePoint(t *testing.T) {
	cases, err := Selection{Workloads: []string{"playouts", "board"}, Sizes: []ruleset.Size{ruleset.Square(1), {W: 1, H: 2}}}.Cases()
	if err != nil {
		t.Fatal(err)
	}
	rows, err := Measure(t.Context(), cases, Options{Reps: 1, Time: time.Microsecond})
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range rows {
		if row.BoardH == 1 && strings.Trim(row.Signature, "0") == "" {
			t.Errorf("%v: the signature is %s", cases[i], row.Signature)
		}
	}
}

// A measurement that is interrupted returns what it has, also in the middle of a
// long repetition.
func TestInterruptedMeasurement(t *testing.T) {
	cases, err := Selection{Workloads: []string{"playouts", "board", "parquet"}, Sizes: []ruleset.Size{ruleset.Square(3)}}.Cases()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	options := Options{Reps: 3, Time: time.Microsecond, Progress: func(done, _ int) {
		if done == len(cases)+2 {
			cancel()
		}
	}}
	if rows, err := Measure(ctx, cases, options); len(rows) != 2 || !errors.Is(err, context.Canceled) {
		t.Errorf("%d rows, want 2: %v", len(rows), err)
	}
	for _, c := range cases {
		r := &runner{Case: c, n: 1 << 40}
		workload, err := workloadNamed(c.Workload)
		if err != nil {
			t.Fatal(err)
		}
		w, err := workload.start(c)
		if err != nil {
			t.Fatal(err)
		}
		r.workers = []worker{w}
		if _, err := r.measure(ctx, 0); !errors.Is(err, context.Canceled) {
			t.Errorf("%v: %v", c, err)
		}
	}
	// All is there if the interrupt comes after the last repetition.
	ctx, cancel = context.WithCancel(t.Context())
	options.Progress = func(done, total int) {
		if done == total {
			cancel()
		}
	}
	if rows, err := Measure(ctx, cases[:1], options); len(rows) != 3 || err != nil {
		t.Errorf("%d rows, want 3: %v", len(rows), err)
	}
}

// The median of an even number is the mean of the two in the middle, and the
// speeds of a row tell of the same time.
func TestMedians(t *testing.T) {
	rows := repetitions("a", "1", 40, 10, 20, 80)
	for i := range rows {
		playouts, moves := 1e9/rows[i].NSPerOp, 50e9/rows[i].NSPerOp
		rows[i].PlayoutsPerS, rows[i].MovesPerS = &playouts, &moves
	}
	row := Summarize(rows).Rows[0]
	for name, values := range map[string][2]float64{
		"ns_per_op": {row.NSPerOp, 30}, "ops_per_s": {row.OpsPerS, 1e9 / 30.0}, "playouts_per_s": {*row.PlayoutsPerS, 1e9 / 30.0},
		"moves_per_s": {*row.MovesPerS, 50e9 / 30.0}, "ns_per_move": {*row.NSPerMove, 30.0 / 50}, "cycles_per_move": {*row.CyclesPerMove, 120},
	} {
		if math.Abs(values[0]/values[1]-1) > 1e-12 {
			t.Errorf("%s is %v, want %v", name, values[0], values[1])
		}
	}
	if m := middle([]float64{1, 2, 9}); m != 2 {
		t.Errorf("the middle of three is %v", m)
	}
}

func TestPlayoutsDoNotAllocate(t *testing.T) {
	for _, policy := range policies {
		w, err := newPlayouts(Case{Policy: policy, Size: ruleset.Square(9)})
		if err != nil {
			t.Fatal(err)
		}
		if allocs := testing.AllocsPerRun(20, func() {
			if _, err := w.run(t.Context(), 10, 3); err != nil {
				t.Fatal(err)
			}
		}); allocs != 0 {
			t.Errorf("%s: %v allocations in ten playouts", policy, allocs)
		}
	}
}

func TestBadSelections(t *testing.T) {
	for _, test := range []struct {
		selection Selection
		want      string
	}{
		{Selection{Workloads: []string{"playout"}}, "did you mean playouts?"},
		{Selection{Policies: []string{"best"}}, "best"},
		{Selection{Sizes: []ruleset.Size{ruleset.Square(20)}}, "20x20"},
		{Selection{Sizes: []ruleset.Size{ruleset.Square(5)}, Workloads: []string{"parquet"}}, `sizes [5x5]: none of the workloads ["parquet"] has a board`},
		{Selection{Threads: []int{0}}, "0 threads"},
		{Selection{Threads: []int{5000}}, "5000 threads"},
	} {
		if _, err := test.selection.Cases(); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: %v, want an error with %q", test.selection, err, test.want)
		}
	}
}

func TestCoreClockIsPlausible(t *testing.T) {
	if hertz := CoreClock(); hertz < 2e8 || hertz > 1.5e10 {
		t.Errorf("%v Hz", hertz)
	}
}

func BenchmarkPlayouts(b *testing.B) {
	w, err := newPlayouts(Case{Policy: "uniform", Size: ruleset.Square(9)})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := w.run(b.Context(), 1, 1); err != nil {
			b.Fatal(err)
		}
	}
}

// Threads of a search work in one tree, and the share of time that it spends
// outside its playouts follows from the playouts of as many threads alone.
func TestTimeOutsidePlayouts(t *testing.T) {
	cases, err := Selection{
		Workloads: []string{searchWorkload, queueWorkload}, Policies: []string{batch},
		Sizes: []ruleset.Size{ruleset.Square(5)}, Threads: []int{1, 2},
	}.Cases()
	if err != nil {
		t.Fatal(err)
	}
	rows, err := Measure(t.Context(), cases, Options{Reps: 1, Time: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	for i := range rows {
		rows[i].NSPerOp = map[string]float64{searchWorkload: 40, queueWorkload: 30}[rows[i].Workload] / float64(rows[i].Threads)
	}
	report := Summarize(rows)
	for _, row := range report.Rows {
		share := row.OutsidePlayouts
		if (share == nil) != (row.Workload == queueWorkload) || share != nil && math.Abs(*share-0.25) > 1e-12 {
			t.Errorf("%s with %d threads: a share of %v outside playouts, want 0.25 of a search", row.Workload, row.Threads, share)
		}
	}
	if text := report.Text(); !strings.Contains(text, "outside its playouts") || strings.Count(text, "25 %") != 2 {
		t.Errorf("the text tells other shares than 25 %% of two searches:\n%s", text)
	}
	for _, c := range cases {
		workload, err := workloadNamed(c.Workload)
		if err != nil {
			t.Fatal(err)
		}
		workers, err := workload.begin(c)
		if err != nil {
			t.Fatal(err)
		}
		if s, ok := workers[0].(*searches); ok && (len(workers) != 1 || s.search.Config().Workers != c.Threads) {
			t.Errorf("%v: %d searches with %d workers each", c, len(workers), s.search.Config().Workers)
		} else if !ok && len(workers) != c.Threads {
			t.Errorf("%v: %d queues", c, len(workers))
		}
	}
}
