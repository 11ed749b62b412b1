package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/experiments/komi"
	"github.com/tengen-go/tengen/experiments/match"
	"github.com/tengen-go/tengen/experiments/tune"
	"github.com/tengen-go/tengen/playout"
)

// grace is how long running games may take to end after SIGTERM, whose sender
// (a batch system, a shutdown) will not wait for ever.
const grace = 60 * time.Second

func (a *app) selfplayCommand() *cobra.Command {
	var flags planFlags
	var execute executeFlags
	var out string
	command := &cobra.Command{
		Use:   "selfplay --out FOLDER",
		Short: "Play a batch of games and write it to Parquet",
		Long: `Play a batch of games by Monte Carlo tree search and write it to a folder as a
Parquet data set: tables games and timings, and with --positions one row a move.

The games depend on the plan alone (rules, size, players, openings, seed), never
on the number of workers or on interruptions. Ctrl-C finishes the games in
progress, a second one stops at once; either way resume continues.`,
		Example: `  tengen selfplay --games 200 --size 9 --playouts 400 --seed 1 --out runs/first
  tengen selfplay --config runs/first/plan.json --seed 2 --out runs/second`,
		Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			plan, err := flags.plan(command.Flags())
			if err != nil {
				return usageError{err}
			}
			if out == "" {
				return usagef("--out is missing: name the folder to write to, such as --out runs/first")
			}
			return a.execute(command.Context(), out, plan, execute)
		},
	}
	flags.register(command)
	command.Flags().StringVar(&out, "out", "", "`folder` to write to; created if need be")
	execute.register(command)
	return command
}

func (a *app) resumeCommand() *cobra.Command {
	var execute executeFlags
	command := &cobra.Command{
		Use:   "resume FOLDER",
		Short: "Continue a run, a match, a tuning or a study that was stopped",
		Long: `Play what is missing of a run that was stopped or killed. Nothing of its plan can
be changed, and its games come out as if it had never stopped.`,
		Example: "  tengen resume runs/first",
		Args:    oneFolder,
		RunE: func(command *cobra.Command, args []string) error {
			if match.Is(args[0]) {
				return a.resumeMatch(command.Context(), args[0], execute)
			}
			if tune.Is(args[0]) {
				return a.resumeTuning(command.Context(), args[0], execute)
			}
			if komi.IsStudy(args[0]) {
				plan, err := komi.LoadPlan(args[0])
				if err != nil {
					return err
				}
				return a.study(command.Context(), args[0], plan, komiExecuteFlags{execute.workers, execute.stopAfter})
			}
			plan, err := experiments.LoadPlan(args[0])
			if err != nil {
				return err
			}
			return a.execute(command.Context(), args[0], plan, execute)
		},
	}
	execute.register(command)
	return command
}

// oneFolder is the argument check of commands that take a run's folder.
func oneFolder(_ *cobra.Command, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("%d arguments: name one folder, the one that was given to --out", len(args))
	}
	return nil
}

// executeFlags are the flags that change nothing of the games.
type executeFlags struct {
	workers   int
	stopAfter time.Duration
}

func (f *executeFlags) register(command *cobra.Command) {
	command.Flags().IntVar(&f.workers, "workers", 0, "threads that play; 0 = one for each processor")
	command.Flags().DurationVar(&f.stopAfter, "stop-after", 0, "begin no more games after this time, such as 8h; resume continues")
}

func (f *executeFlags) check() error {
	if f.workers < 0 || f.workers > 4096 {
		return usagef("--workers is %d: it must be 1 to 4096, or 0 for one for each processor", f.workers)
	}
	if f.stopAfter < 0 {
		return usagef("--stop-after is %v: it must be positive", f.stopAfter)
	}
	return nil
}

// execute plays what is missing of a run and prints its summary.
func (a *app) execute(ctx context.Context, dir string, plan *experiments.Plan, flags executeFlags) error {
	if err := flags.check(); err != nil {
		return err
	}
	a.say("%s", experiments.Describe(plan, dir))
	a.say("Kernel: %s", playout.Kernel())
	ctx, drain, release := a.handleSignals(ctx, flags.stopAfter)
	defer release()
	meter := a.newMeter("selfplay", "games")
	execution, err := experiments.SelfPlay(ctx, dir, plan, experiments.Options{
		Workers: flags.workers, Drain: drain, Progress: meter.show,
	})
	meter.done()
	switch {
	case errors.Is(err, experiments.ErrInterrupted):
		a.say("Stopped with %d of %d games. To continue:\n  %s resume %s", execution.Done, execution.Total, invocation(), shellQuote(dir))
		if ctx.Err() != nil {
			return errStopped
		}
		return errIncomplete
	case err != nil:
		return err
	}
	summary, err := experiments.Summarize(dir)
	if err != nil {
		return err
	}
	summary.Execution = execution
	return a.print(summary, summary.Text())
}

// handleSignals returns a context that ends at the second interrupt and a
// channel that closes at the first, or after a time if that is not zero.
func (a *app) handleSignals(parent context.Context, after time.Duration) (ctx context.Context, drain <-chan struct{}, release func()) {
	ctx, cancel := context.WithCancel(parent)
	draining := make(chan struct{})
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	var deadline <-chan time.Time
	if after > 0 {
		deadline = time.After(after)
	}
	go func() {
		var forced <-chan time.Time
		select {
		case received := <-signals:
			if received == syscall.SIGTERM {
				forced = time.After(grace)
			}
			a.say("\nNo more games begin; those in progress are finished. Interrupt again to stop at once.")
		case <-deadline:
			a.say("\nTime is up: no more games begin; those in progress are finished.")
		case <-ctx.Done():
			return
		}
		close(draining)
		select {
		case <-signals:
			cancel()
		case <-forced:
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, draining, func() {
		signal.Stop(signals)
		cancel()
	}
}

// invocation is how the user calls this program.
func invocation() string {
	if strings.Contains(os.Args[0], "go-build") { // the temporary file of go run
		return "go run ./cmd/tengen"
	}
	return shellQuote(os.Args[0])
}

// shellQuote writes a path so that a shell reads it as one word.
func shellQuote(path string) string {
	if path != "" && !strings.ContainsFunc(path, func(r rune) bool {
		return !(r == '/' || r == '.' || r == '-' || r == '_' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z')
	}) {
		return path
	}
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}
