package benchmarks

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/ruleset"
)

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

// Selection says which cases to run; an empty list of names means all, an
// empty list of numbers the usual ones.
type Selection struct {
	Workloads []string
	Policies  []string
	Sizes     []ruleset.Size
	Threads   []int
}

// MaxThreads bounds the threads of a case.
const MaxThreads = 1024

// Cases returns the cases of a selection, in the order of workloads, policies,
// sizes and threads. It reports everything in the selection that does not exist.
func (s Selection) Cases() ([]Case, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	threads := s.Threads
	if len(threads) == 0 {
		threads = []int{1}
	}
	var cases []Case
	onBoards := false
	for _, w := range workloads {
		if !chosen(s.Workloads, w.Name) {
			continue
		}
		sizes := w.Sizes
		onBoards = onBoards || len(sizes) > 0
		switch {
		case len(sizes) == 0:
			sizes = []ruleset.Size{{}}
		case len(s.Sizes) > 0:
			sizes = s.Sizes
		}
		for _, policy := range w.Policies {
			if !chosen(s.Policies, policy) {
				continue
			}
			for _, size := range sizes {
				for _, n := range threads {
					if c := (Case{w.Name, policy, size, n}); !slices.Contains(cases, c) {
						cases = append(cases, c)
					}
				}
			}
		}
	}
	if len(s.Sizes) > 0 && !onBoards {
		return nil, fmt.Errorf("sizes %v: none of the workloads %q has a board", s.Sizes, s.Workloads)
	}
	if len(cases) == 0 {
		return nil, fmt.Errorf("none of the workloads %q has one of the policies %q", s.Workloads, s.Policies)
	}
	return cases, nil
}

// chosen reports whether a list of names has one, or is empty.
func chosen(list []string, name string) bool { return len(list) == 0 || slices.Contains(list, name) }

func (s Selection) check() error {
	var names, allPolicies []string
	for _, w := range workloads {
		names = append(names, w.Name)
		for _, policy := range w.Policies {
			if !slices.Contains(allPolicies, policy) {
				allPolicies = append(allPolicies, policy)
			}
		}
	}
	var errs []error
	for _, name := range s.Workloads {
		if !slices.Contains(names, name) {
			errs = append(errs, fmt.Errorf("unknown workload %q: %s", name, ruleset.Suggest(name, names)))
		}
	}
	for _, policy := range s.Policies {
		if !slices.Contains(allPolicies, policy) {
			errs = append(errs, fmt.Errorf("unknown policy %q: %s", policy, ruleset.Suggest(policy, allPolicies)))
		}
	}
	for _, size := range s.Sizes {
		if err := fastboard.CheckSize(size); err != nil {
			errs = append(errs, err)
		}
	}
	for _, threads := range s.Threads {
		if threads < 1 || threads > MaxThreads {
			errs = append(errs, fmt.Errorf("%d threads: write a number from 1 to %d", threads, MaxThreads))
		}
	}
	return errors.Join(errs...)
}

// workloadNamed returns the workload of a case.
func workloadNamed(name string) (Workload, error) {
	if err := (Selection{Workloads: []string{name}}).check(); err != nil {
		return Workload{}, err
	}
	i := slices.IndexFunc(workloads, func(w Workload) bool { return w.Name == name })
	return workloads[i], nil
}
