package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/tengen-go/tengen/benchmarks"
	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/ruleset"
)

// benchFlags are the flags of bench as they are written.
type benchFlags struct {
	sizes, policies, threads []string
	format, out, plot        string
	baseline                 string
	compare                  compareFlags
	options                  benchmarks.Options
}

func (a *app) benchCommand() *cobra.Command {
	flags := benchFlags{options: benchmarks.DefaultOptions()}
	long := `Time whole workloads: a warm-up, then repetitions of all cases in turn. The table
tells medians and how far the repetitions lie apart; the signature is a hash of
what was computed, which a mere speed-up leaves alone. Ctrl-C ends the work and
tells what was measured by then.

The workloads, all by default:
`
	var names []string
	for _, w := range benchmarks.Workloads() {
		names = append(names, w.Name)
		long += fmt.Sprintf("  %-9s %s (%s)\n", w.Name, w.Doc, strings.Join(w.Policies, ", "))
	}
	command := &cobra.Command{
		Use:   "bench [WORKLOAD...]",
		Short: "Measure playout throughput and other workloads",
		Long:  long,
		Example: `  tengen bench playouts --size 7,9,13,19 --threads 1,2,all --plot threads.png
  tengen bench --out new.parquet --baseline old.parquet
  tengen bench --format benchstat > new.txt`,
		ValidArgs: names,
		RunE:      func(command *cobra.Command, args []string) error { return a.bench(command, args, flags) },
	}
	set := command.Flags()
	set.StringSliceVar(&flags.sizes, "size", nil, "board sizes, such as 7,9,13,19 or 9x13 (default 9,13,19; self-play 9)")
	set.StringSliceVar(&flags.policies, "policy", nil, "policies; all by default")
	set.StringSliceVar(&flags.threads, "threads", []string{"1"}, "numbers of threads, such as 1,2,all")
	set.IntVar(&flags.options.Reps, "reps", flags.options.Reps, "repetitions of each case")
	set.DurationVar(&flags.options.Time, "time", flags.options.Time, "length of one repetition, such as 2s")
	set.StringVar(&flags.format, "format", "table", "table, or benchstat for lines that benchstat reads")
	set.StringVar(&flags.out, "out", "", "also write all repetitions to a Parquet `file`")
	set.StringVar(&flags.plot, "plot", "", "also draw throughput over threads to a .png or .svg `file`")
	set.StringVar(&flags.baseline, "baseline", "", "compare with an earlier `file` of --out or --json, and warn of what became slower or computes something else")
	flags.compare.add(command)
	command.AddCommand(a.benchCompareCommand())
	return command
}

// bench runs the cases and tells the results.
func (a *app) bench(command *cobra.Command, args []string, flags benchFlags) error {
	if slices.Equal(args, []string{"help"}) {
		return command.Help()
	}
	cases, err := flags.cases(args)
	if err != nil {
		return usageError{err}
	}
	if err := flags.check(cases, command.Flags().Changed, a.json); err != nil {
		return usageError{err}
	}
	var baseline *benchmarks.Report
	if flags.baseline != "" { // before the work: it may be no benchmark
		if baseline, err = benchmarks.ReadReport(flags.baseline); err != nil {
			return usageError{fmt.Errorf("--baseline: %w", err)}
		}
	}
	for _, c := range cases {
		if cores := runtime.GOMAXPROCS(0); c.Threads > cores {
			a.say("Note: %d threads share %d processors: they cannot be faster than %d threads.", c.Threads, cores, cores)
			break
		}
	}
	rows, err := a.measure(command.Context(), cases, flags.options)
	interrupted := errors.Is(err, errStopped)
	if err != nil && (!interrupted || len(rows) == 0) {
		return err
	}
	report := benchmarks.Summarize(rows)
	report.Interrupted = interrupted
	if err := errors.Join(flags.write(report, rows), a.tell(report, rows, baseline, flags)); err != nil || !interrupted {
		return err
	}
	return errStopped
}

// measure runs the cases with a bar. Interrupted, it returns what was measured
// and errStopped.
func (a *app) measure(ctx context.Context, cases []benchmarks.Case, options benchmarks.Options) ([]datasets.BenchRow, error) {
	ctx, release := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer release()
	context.AfterFunc(ctx, release) // a second signal ends at once, whatever goes on
	meter := a.newMeter("bench", "repetitions")
	options.Progress = func(done, total int) {
		meter.show(experiments.Progress{Done: done, Total: total, Played: done})
	}
	rows, err := benchmarks.Measure(ctx, cases, options)
	meter.done()
	if err == nil || ctx.Err() == nil {
		return rows, err
	}
	if len(rows) == 0 {
		a.say("Stopped before the first repetition: nothing was measured.")
	} else {
		a.say("Stopped after %d of %d repetitions: the results are of these.", len(rows), len(cases)*options.Reps)
	}
	return rows, errStopped
}

// write puts the results into the files that were asked for.
func (f *benchFlags) write(report *benchmarks.Report, rows []datasets.BenchRow) error {
	var errs []error
	if f.out != "" {
		errs = append(errs, benchmarks.WriteParquet(f.out, rows))
	}
	if f.plot != "" {
		errs = append(errs, report.Plot(f.plot))
	}
	return errors.Join(errs...)
}

// tell prints the results, and how they compare with the baseline if there is one.
func (a *app) tell(report *benchmarks.Report, rows []datasets.BenchRow, baseline *benchmarks.Report, flags benchFlags) error {
	text := report.Text()
	if flags.format == "benchstat" {
		text = benchmarks.Benchstat(rows)
		if report.Interrupted {
			text = "# interrupted: repetitions are missing\n" + text
		}
	}
	if baseline != nil {
		report.Comparison = flags.compare.compare(baseline, report)
		text += "\n" + report.Comparison.Text()
	}
	return errors.Join(a.print(report, text), a.warnOfChanges(report.Comparison, flags.compare.fail))
}

// cases reads the selection.
func (f *benchFlags) cases(workloads []string) ([]benchmarks.Case, error) {
	selection := benchmarks.Selection{Workloads: workloads, Policies: trimmed(f.policies)}
	var errs []error
	for _, text := range trimmed(f.sizes) {
		size, err := ruleset.ParseSize(text)
		if err != nil || fastboard.CheckSize(size) != nil {
			errs = append(errs, fmt.Errorf("--size: %q: write a number such as 9, or columns x rows such as 9x13, with sides of 1 to %d", text, fastboard.MaxSide))
			continue
		}
		selection.Sizes = append(selection.Sizes, size)
	}
	for _, text := range trimmed(f.threads) {
		n, err := strconv.Atoi(text)
		switch {
		case text == "all":
			n = runtime.GOMAXPROCS(0)
		case err != nil:
			errs = append(errs, fmt.Errorf("--threads: %q: write a number from 1 to %d, or all", text, benchmarks.MaxThreads))
			continue
		}
		selection.Threads = append(selection.Threads, n)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return selection.Cases()
}

// trimmed is a list without the blanks around its elements, each once.
func trimmed(list []string) (elements []string) {
	for _, element := range list {
		if element = strings.TrimSpace(element); !slices.Contains(elements, element) {
			elements = append(elements, element)
		}
	}
	return elements
}

// check reports what is wrong with the other flags, as far as can be told
// before the work.
func (f *benchFlags) check(cases []benchmarks.Case, given func(flag string) bool, asJSON bool) error {
	var errs []error
	if f.format != "table" && f.format != "benchstat" {
		errs = append(errs, fmt.Errorf("--format is %q: it must be table or benchstat", f.format))
	}
	if f.format == "benchstat" && f.baseline != "" {
		errs = append(errs, errors.New("--format benchstat and --baseline exclude each other: benchstat compares"))
	}
	if f.format == "benchstat" && asJSON {
		errs = append(errs, errors.New("--format benchstat and --json exclude each other: each is the whole output"))
	}
	if f.options.Reps < 1 || f.options.Time <= 0 {
		errs = append(errs, fmt.Errorf("--reps is %d and --time %v: both must be positive", f.options.Reps, f.options.Time))
	}
	if f.plot != "" && !slices.ContainsFunc(cases, func(c benchmarks.Case) bool { return c.Threads != cases[0].Threads }) {
		errs = append(errs, errors.New("--plot draws throughput over threads: give --threads two numbers or more that differ, such as 1,2,4"))
	}
	for _, file := range []struct {
		flag, path string
		checkName  func(path string) error
	}{{"out", f.out, datasets.CheckPartName}, {"plot", f.plot, benchmarks.CheckPlotName}} {
		if file.path == "" {
			continue
		}
		err := file.checkName(file.path)
		if err == nil {
			err = datasets.CheckPlace(file.path)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("--%s: %w", file.flag, err))
		}
	}
	return errors.Join(append(errs, f.compare.check(), f.compare.checkGiven(f.baseline, given))...)
}
