package main

import (
	"errors"
	"fmt"

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
	set.BoolVar(&f.fail, "fail", false, "end with exit code 1 if something became slower")
}

func (f *compareFlags) check() error {
	if f.alpha <= 0 || f.alpha >= 1 || f.margin < 0 || f.margin >= 1 {
		return fmt.Errorf("--alpha is %v and --margin %v: both must be below 1, the first above 0 and the second not negative", f.alpha, f.margin)
	}
	return nil
}

func (f *compareFlags) compare(before, after *benchmarks.Report) *benchmarks.Comparison {
	return benchmarks.Compare(before, after, f.alpha, f.margin)
}

// warnOfRegressions names what became slower on standard error.
func (a *app) warnOfRegressions(c *benchmarks.Comparison, fail bool) error {
	if c == nil {
		return nil
	}
	slower := c.Regressions()
	for _, change := range slower {
		a.say("warning: slower: %v", change)
	}
	if fail && len(slower) > 0 {
		return fmt.Errorf("%d of %d cases became slower", len(slower), len(c.Cases))
	}
	return nil
}

func (a *app) benchCompareCommand() *cobra.Command {
	var flags compareFlags
	command := &cobra.Command{
		Use:   "compare OLD NEW",
		Short: "Compare two benchmarks, with significance",
		Long: `Compare two files that bench wrote with --out or --json, case by case: the ratio of
the speeds, and whether it can be chance. The exit code is 0 whatever is found,
unless --fail asks for 1 where something became slower.`,
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
			return errors.Join(a.print(comparison, comparison.Text()), a.warnOfRegressions(comparison, flags.fail))
		},
	}
	flags.add(command)
	return command
}
