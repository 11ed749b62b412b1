package benchmarks

import (
	"errors"
	"fmt"

	"github.com/tengen-go/tengen/experiments/stats"
)

// Comparison says case by case what changed from one report to another.
type Comparison struct {
	Old    Machine  `json:"old"`
	New    Machine  `json:"new"`
	Alpha  float64  `json:"alpha"`
	Margin float64  `json:"margin"`
	Cases  []Change `json:"cases"`
	// Cases of only one of the reports.
	OnlyOld []string `json:"only_old,omitempty"`
	OnlyNew []string `json:"only_new,omitempty"`
}

// Change is a case that both reports have.
type Change struct {
	Workload  string  `json:"workload"`
	Policy    string  `json:"policy"`
	Size      string  `json:"size,omitempty"`
	Threads   int     `json:"threads"`
	OldNS     float64 `json:"old_ns_per_op"`
	NewNS     float64 `json:"new_ns_per_op"`
	Speed     float64 `json:"speed"`  // new over old: above 1 is faster
	Cycles    float64 `json:"cycles"` // new over old cycles of a move; 0 where there are none
	P         float64 `json:"p"`      // that so much would come by chance, adjusted for the number of cases
	Verdict   Verdict `json:"verdict"`
	Behavior  bool    `json:"other_behavior"` // the signatures differ: not the same was computed
	OldKernel string  `json:"old_kernel"`
	NewKernel string  `json:"new_kernel"`
}

// Verdict is what the repetitions of a case allow to say.
type Verdict string

// The verdicts.
const (
	Faster  Verdict = "faster"
	Slower  Verdict = "slower"
	Same    Verdict = "no difference" // none that is significant and larger than the margin
	Unknown Verdict = "unknown"       // so few repetitions can show nothing
)

// DefaultAlpha and DefaultMargin are what Compare is usually asked with: one
// false alarm in twenty comparisons, and differences from 3 %, below which one
// and the same code differs from run to run.
const (
	DefaultAlpha  = 0.05
	DefaultMargin = 0.03
)

// Compare compares the cases that both reports have, each by the test of Mann
// and Whitney on the times of its repetitions, adjusted by Holm's method. A
// difference counts that is significant at level alpha and larger than margin,
// a share of the old speed.
func Compare(before, after *Report, alpha, margin float64) *Comparison {
	c := &Comparison{Old: before.Machine, New: after.Machine, Alpha: alpha, Margin: margin, Cases: []Change{}}
	var raw, least []float64
	for i := range after.Rows {
		row := &after.Rows[i]
		old := before.find(row.key())
		if old == nil {
			c.OnlyNew = append(c.OnlyNew, row.key().String())
			continue
		}
		change := Change{
			Workload: row.Workload, Policy: row.Policy, Size: row.Size, Threads: row.Threads,
			OldNS: middle(old.NSPerOpEach), NewNS: middle(row.NSPerOpEach), // alike, whatever version took the medians
			Behavior: old.Signature != row.Signature, OldKernel: old.Kernel, NewKernel: row.Kernel,
		}
		change.Speed = change.OldNS / change.NewNS
		if old.CyclesPerMove != nil && row.CyclesPerMove != nil {
			change.Cycles = *row.CyclesPerMove / *old.CyclesPerMove
		}
		c.Cases = append(c.Cases, change)
		raw = append(raw, stats.MannWhitney(old.NSPerOpEach, row.NSPerOpEach).P)
		least = append(least, leastP(len(old.NSPerOpEach), len(row.NSPerOpEach)))
	}
	for i := range before.Rows {
		if k := before.Rows[i].key(); after.find(k) == nil {
			c.OnlyOld = append(c.OnlyOld, k.String())
		}
	}
	for i, p := range stats.Holm(raw) {
		c.Cases[i].P = p
		c.Cases[i].Verdict = verdict(c.Cases[i].Speed, p, least[i]*float64(len(raw)), alpha, margin)
	}
	return c
}

// leastP is the smallest p-value that samples of so many values can have: that
// of the two orders in which all of one come first.
func leastP(a, b int) float64 {
	orders := 1.0
	for i := 1; i <= min(a, b); i++ {
		orders *= float64(a+b-i+1) / float64(i)
	}
	return 2 / orders
}

func verdict(speed, p, least, alpha, margin float64) Verdict {
	switch {
	case least > alpha:
		return Unknown
	case p > alpha || speed > 1-margin && speed < 1+margin:
		return Same
	case speed > 1:
		return Faster
	}
	return Slower
}

// Regressions returns the cases that became slower.
func (c *Comparison) Regressions() []Change {
	return c.those(func(x Change) bool { return x.Verdict == Slower })
}

// Behaviors returns the cases that compute something else than before.
func (c *Comparison) Behaviors() []Change {
	return c.those(func(x Change) bool { return x.Behavior })
}

func (c *Comparison) those(are func(Change) bool) (changes []Change) {
	for _, change := range c.Cases {
		if are(change) {
			changes = append(changes, change)
		}
	}
	return changes
}

// Failure is what --fail ends with: something became slower or computes
// something else, or there is nothing to compare.
func (c *Comparison) Failure() error {
	if len(c.Cases) == 0 {
		return errors.New("the two have no case in common: measure the same workloads, policies, sizes and threads")
	}
	var errs []error
	if n := len(c.Regressions()); n > 0 {
		errs = append(errs, fmt.Errorf("%d of %s became slower", n, plural(len(c.Cases), "case")))
	}
	if n := len(c.Behaviors()); n > 0 {
		errs = append(errs, fmt.Errorf("something else is computed by %d of %s", n, plural(len(c.Cases), "case")))
	}
	return errors.Join(errs...)
}
