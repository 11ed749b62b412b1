package benchmarks

import (
	"fmt"
	"strings"

	"github.com/tengen-go/tengen/experiments"
)

// String names a case: "playouts uniform 9x9, 2 threads".
func (k key) String() string {
	words := []string{k.Workload, k.Policy}
	if k.Size != "" {
		words = append(words, k.Size)
	}
	return strings.Join(words, " ") + ", " + plural(k.Threads, "thread")
}

// Case names the case: "playouts uniform 9x9, 2 threads".
func (c Change) Case() string { return key{c.Workload, c.Policy, c.Size, c.Threads}.String() }

// String tells the change in a line.
func (c Change) String() string {
	return fmt.Sprintf("%s: %.3g times the speed (%s operations/s, before %s; p = %.2g)", c.Case(), c.Speed,
		experiments.SI(1e9/c.NewNS), experiments.SI(1e9/c.OldNS), c.P)
}

// Text is the comparison as a table with notes.
func (c *Comparison) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "old  %v\nnew  %v\n\n", c.Old, c.New)
	if len(c.Cases) > 0 {
		t := columns(&b)
		fmt.Fprintln(t, "workload\tpolicy\tsize\tthreads\told ops/s\tnew ops/s\tspeed\tcycles\tp\t\tbehavior\t")
		for _, x := range c.Cases {
			cycles, behavior := "-", "same"
			if x.Cycles > 0 {
				cycles = fmt.Sprintf("%.3fx", x.Cycles)
			}
			if x.Behavior {
				behavior = "CHANGED"
			}
			fmt.Fprintf(t, "%s\t%s\t%s\t%d\t%s\t%s\t%.3fx\t%s\t%.2g\t%s\t%s\t\n", x.Workload, x.Policy, x.Size, x.Threads,
				experiments.SI(1e9/x.OldNS), experiments.SI(1e9/x.NewNS), x.Speed, cycles, x.P, x.Verdict, behavior)
		}
		t.Flush()
		test := "Mann-Whitney"
		if n := len(c.Cases); n > 1 {
			test += fmt.Sprintf(", adjusted for %d cases by Holm", n)
		}
		fmt.Fprintf(&b, "\nfaster, slower: a difference above %.3g %% with p below %.3g (%s).\n", 100*c.Margin, c.Alpha, test)
	}
	for _, note := range c.notes() {
		fmt.Fprintf(&b, "Note: %s.\n", note)
	}
	return b.String()
}

// notes is what a reader must know of how far the two compare.
func (c *Comparison) notes() (notes []string) {
	if c.Old.CPU != c.New.CPU {
		notes = append(notes, "the processors differ: compare the cycles, not the speed")
	}
	if len(c.Cases) == 0 {
		notes = append(notes, "the two have no case in common")
	}
	unknown, kernels := 0, 0
	for _, x := range c.Cases {
		if x.Verdict == Unknown {
			unknown++
		}
		if x.OldKernel != x.NewKernel {
			kernels++
		}
	}
	if unknown > 0 {
		notes = append(notes, fmt.Sprintf("too few repetitions to show a difference in %d of %s: use a larger --reps for both", unknown, plural(len(c.Cases), "case")))
	}
	if kernels > 0 {
		notes = append(notes, fmt.Sprintf("another kernel computed %d of %s", kernels, plural(len(c.Cases), "case")))
	}
	for _, only := range []struct {
		cases []string
		where string
	}{{c.OnlyOld, "old"}, {c.OnlyNew, "new"}} {
		if len(only.cases) > 0 {
			notes = append(notes, fmt.Sprintf("only in the %s one: %s", only.where, some(only.cases)))
		}
	}
	return notes
}

// some lists the first names, and counts the rest.
func some(names []string) string {
	const most = 3
	if len(names) <= most+1 {
		return strings.Join(names, "; ")
	}
	return fmt.Sprintf("%s; and %d more", strings.Join(names[:most], "; "), len(names)-most)
}
