package main

import (
	"fmt"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tengen-go/tengen/benchmarks"
	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/ruleset"
)

func (a *app) benchCommand() *cobra.Command {
	var sizes, policies []string
	var threads []int
	var format, out string
	options := benchmarks.DefaultOptions()
	var names []string
	long := "Time whole workloads: warm-up, then repetitions of all cases in turn.\n\nThe workloads:\n"
	for _, w := range benchmarks.Workloads() {
		names = append(names, w.Name)
		long += fmt.Sprintf("  %-9s %s (%s)\n", w.Name, w.Doc, strings.Join(w.Policies, ", "))
	}
	command := &cobra.Command{
		Use:       "bench [WORKLOAD...]",
		Short:     "Measure playout throughput and other workloads",
		Long:      long,
		Example:   "  tengen bench playouts --size 9,13,19 --threads 1,2\n  tengen bench --format benchstat --reps 10 > new.txt",
		ValidArgs: names,
		RunE: func(command *cobra.Command, args []string) error {
			selection := benchmarks.Selection{Workloads: args, Policies: policies, Threads: threads}
			for _, text := range sizes {
				size, err := ruleset.ParseSize(text)
				if err != nil {
					return usageError{err}
				}
				selection.Sizes = append(selection.Sizes, size)
			}
			cases, err := selection.Cases()
			if err != nil {
				return usageError{err}
			}
			if format != "table" && format != "benchstat" {
				return usagef("--format is %q: it must be table or benchstat", format)
			}
			if options.Reps < 1 || options.Time <= 0 {
				return usagef("--reps and --time must be positive")
			}
			meter := a.newMeter("bench", "repetitions")
			options.Progress = func(done, total int) {
				meter.show(experiments.Progress{Done: done, Total: total, Played: done})
			}
			rows, err := benchmarks.Measure(command.Context(), cases, options)
			meter.done()
			if err != nil {
				return err
			}
			if out != "" {
				if err := benchmarks.WriteParquet(out, rows); err != nil {
					return err
				}
			}
			return a.printBench(rows, format)
		},
	}
	flags := command.Flags()
	flags.StringSliceVar(&sizes, "size", []string{"9", "13", "19"}, "board sizes")
	flags.StringSliceVar(&policies, "policy", nil, "policies; all by default")
	flags.IntSliceVar(&threads, "threads", []int{1}, fmt.Sprintf("numbers of threads, such as 1,%d", runtime.GOMAXPROCS(0)))
	flags.IntVar(&options.Reps, "reps", options.Reps, "repetitions of each case")
	flags.DurationVar(&options.Time, "time", options.Time, "length of one repetition, such as 2s")
	flags.StringVar(&format, "format", "table", "table, or benchstat for lines that benchstat reads")
	flags.StringVar(&out, "out", "", "also write all repetitions to a Parquet `file`")
	return command
}

func (a *app) printBench(rows []datasets.BenchRow, format string) error {
	report := benchmarks.Summarize(rows)
	if format == "benchstat" {
		return a.print(report, benchmarks.Benchstat(rows))
	}
	return a.print(report, report.Text())
}
