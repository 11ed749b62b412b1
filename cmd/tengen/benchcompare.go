package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tengen-go/tengen/benchmarks"
)

// compareFlags say what counts as a difference.
type compareFlags struct {
	alpha, margin float64
	fail          bool
}

func (f *compareFlags) add(command *cobra.Command) {
	set := command.Flags()
	set.Float64Var(&f.alpha, "alpha", benchmarks.DefaultAlpha, "level of significance of a comparison")
	set.Float64Var(&f.margin, "margin", benchmarks.DefaultMargin, "smallest difference that counts, as a share of the speed")
	set.BoolVar(&f.fail, "fail", false, "end with exit code 1 if something became slower or computes something else")
}

func (f *compareFlags) check() error {
	if !(f.alpha > 0 && f.alpha < 1 && f.margin >= 0 && f.margin < 1) { // NaN is neither
		return fmt.Errorf("--alpha is %v and --margin %v: both must be below 1, the first above 0 and the second not negative", f.alpha, f.margin)
	}
	return nil
}

// checkGiven reports flags that mean nothing without a baseline.
func (f *compareFlags) checkGiven(baseline string, given func(flag string) bool) error {
	var idle []string
	for _, flag := range []string{"alpha", "margin", "fail"} {
		if baseline == "" && given(flag) {
			idle = append(idle, "--"+flag)
		}
	}
	if len(idle) == 0 {
		return nil
	}
	return fmt.Errorf("%s: there is nothing to compare with: give --baseline, or compare two files with tengen bench compare", strings.Join(idle, ", "))
}

func (f *compareFlags) compare(before, after *benchmarks.Report) *benchmarks.Comparison {
	return benchmarks.Compare(before, after, f.alpha, f.margin)
}

// warnOfChanges names on standard error what became slower and what computes
// something else.
func (a *app) warnOfChanges(c *benchmarks.Comparison, fail bool) error {
	if c == nil {
		return nil
	}
	for _, change := range c.Regressions() {
		a.say("warning: slower: %v", change)
	}
	for _, change := range c.Behaviors() {
		a.say("warning: something else is computed: %s", change.Case())
	}
	if fail {
		return c.Failure()
	}
	return nil
}

func (a *app) benchCompareCommand() *cobra.Command {
	var flags compareFlags
	command := &cobra.Command{
		Use:   "compare OLD NEW",
		Short: "Compare two benchmarks, with significance",
		Long: `Compare two files that bench wrote with --out or --json, case by case: the ratio of
the speeds, whether it can be chance, and whether the same was computed. The exit
code is 0 whatever is found, unless --fail asks for 1 where something became
slower or computes something else, or where no case is in both.`,
		Example: "  tengen bench --out old.parquet\n  tengen bench --json > new.json\n  tengen bench compare old.parquet new.json",
		Args:    cobra.ExactArgs(2),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := flags.check(); err != nil {
				return usageError{err}
			}
			before, errOld := benchmarks.ReadReport(args[0])
			after, errNew := benchmarks.ReadReport(args[1])
			if err := errors.Join(errOld, errNew); err != nil {
				return err
			}
			comparison := flags.compare(before, after)
			return errors.Join(a.print(comparison, comparison.Text()), a.warnOfChanges(comparison, flags.fail))
		},
	}
	flags.add(command)
	return command
}
