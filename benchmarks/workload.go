package benchmarks

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/ruleset"
)

// Workload is a kind of work that is timed as a whole.
type Workload struct {
	Name     string
	Doc      string   // one line
	Op       string   // what is counted
	Policies []string // what it can be run with, the first by default; they are operations where the workload has no policy
	Sized    bool     // whether the board size matters

	// signed is how many operations make the signature.
	signed int64
	// start prepares one thread. The returned function does n operations that
	// follow from seed alone.
	start func(c Case) (worker, error)
}

// worker is one thread's share of a workload.
type worker interface {
	run(n int64, seed uint64) (Totals, error)
}

// Totals is what some operations added up to.
type Totals struct {
	Ops       int64
	Playouts  int64  // 0 where the workload has none
	Moves     int64  // of the playouts, passes included; 0 where it does not count them
	Signature uint64 // hash of what was computed
}

// add folds another sum in.
func (t *Totals) add(o Totals) {
	t.Ops += o.Ops
	t.Playouts += o.Playouts
	t.Moves += o.Moves
	t.sign(o.Signature)
}

// sign folds a number into the signature (FNV-1a, by words).
func (t *Totals) sign(x uint64) { t.Signature = (t.Signature ^ x) * 0x100000001b3 }

// Case is one cell of a benchmark.
type Case struct {
	Workload string
	Policy   string
	Size     ruleset.Size // zero where the workload has none
	Threads  int
}

// String names the case as benchstat reads it: "playouts/policy=uniform/size=9x9/threads=1".
func (c Case) String() string {
	name := c.Workload + "/policy=" + c.Policy
	if c.Size != (ruleset.Size{}) {
		name += "/size=" + c.Size.String()
	}
	return fmt.Sprintf("%s/threads=%d", name, c.Threads)
}

// Workloads returns all workloads.
func Workloads() []Workload { return slices.Clone(workloads) }

func workloadNamed(name string) (Workload, error) {
	i := slices.IndexFunc(workloads, func(w Workload) bool { return w.Name == name })
	if i < 0 {
		var names []string
		for _, w := range workloads {
			names = append(names, w.Name)
		}
		return Workload{}, fmt.Errorf("unknown workload %q: %s", name, ruleset.Suggest(name, names))
	}
	return workloads[i], nil
}

// Selection says which cases to run; empty lists mean all or the defaults.
type Selection struct {
	Workloads []string
	Policies  []string
	Sizes     []ruleset.Size
	Threads   []int
}

// maxThreads bounds the threads of a case.
const maxThreads = 1024

// Cases returns the cases of a selection, in the order of workloads, policies,
// sizes and threads.
func (s Selection) Cases() ([]Case, error) {
	if len(s.Workloads) == 0 {
		for _, w := range workloads {
			s.Workloads = append(s.Workloads, w.Name)
		}
	}
	if len(s.Sizes) == 0 {
		s.Sizes = []ruleset.Size{ruleset.Square(9), ruleset.Square(13), ruleset.Square(19)}
	}
	if len(s.Threads) == 0 {
		s.Threads = []int{1}
	}
	for _, size := range s.Sizes {
		if err := fastboard.CheckSize(size); err != nil {
			return nil, err
		}
	}
	for _, threads := range s.Threads {
		if threads < 1 || threads > maxThreads {
			return nil, fmt.Errorf("%d threads: it must be 1 to %d", threads, maxThreads)
		}
	}
	var cases []Case
	for _, name := range s.Workloads {
		w, err := workloadNamed(name)
		if err != nil {
			return nil, err
		}
		sizes := s.Sizes
		if !w.Sized {
			sizes = []ruleset.Size{{}}
		}
		for _, policy := range w.Policies {
			if len(s.Policies) > 0 && !slices.Contains(s.Policies, policy) {
				continue
			}
			for _, size := range sizes {
				for _, threads := range s.Threads {
					cases = append(cases, Case{name, policy, size, threads})
				}
			}
		}
	}
	if len(cases) == 0 {
		return nil, fmt.Errorf("policies %s: none of the workloads has one of them", strings.Join(s.Policies, ", "))
	}
	return cases, nil
}
