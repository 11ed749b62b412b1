package benchmarks

import (
	"context"
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
