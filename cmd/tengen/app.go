package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/playout"
)

// Exit codes.
const (
	exitOK         = 0
	exitFailure    = 1   // something did not work
	exitUsage      = 2   // the command line, environment or configuration is wrong; nothing was begun
	exitIncomplete = 3   // stopped as asked before the run was complete; resume continues it
	exitInterrupt  = 130 // stopped at once
)

// app is one invocation: where it reads and writes, and the flags that every
// command has.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer

	json     bool
	quiet    bool
	progress string
	kernel   string

	fromEnvironment []string // flags that were set there

	began bool // a command's own code was reached: errors before are the command line's
}

// errUsage marks an error of the command line, the environment or the
// configuration.
var errUsage = errors.New("usage")

// usageError marks err as one of usage without changing its text.
type usageError struct{ error }

func (e usageError) Is(target error) bool { return target == errUsage }
func (e usageError) Unwrap() error        { return e.error }

func usagef(format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...)}
}

// errIncomplete and errStopped end a command whose run can be resumed; what
// the user must know has been printed.
var (
	errIncomplete = errors.New("incomplete")
	errStopped    = errors.New("stopped")
)

// run executes the command line args and returns the exit code.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	a := &app{stdin: stdin, stdout: stdout, stderr: stderr}
	root := a.rootCommand()
	root.SetArgs(fromKataGo(args))
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	command, err := root.ExecuteContextC(ctx)
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errIncomplete):
		return exitIncomplete
	case errors.Is(err, errStopped):
		return exitInterrupt
	}
	fmt.Fprintf(stderr, "%s: %s\n", command.CommandPath(), strings.ReplaceAll(err.Error(), "\n", "\n  "))
	if errors.Is(err, syscall.ENOSPC) {
		fmt.Fprintln(stderr, "The disk is full: make room, then run the command again, or tengen resume for a run; finished files are whole.")
	}
	a.sayEnvironment(err)
	if !a.began || errors.Is(err, errUsage) {
		fmt.Fprintf(stderr, "See %s --help.\n", command.CommandPath())
		return exitUsage
	}
	return exitFailure
}

func (a *app) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "tengen",
		Short: "Self-play and analysis toolkit for the game of Go",
		Long: `tengen plays batches of games of Go by Monte Carlo tree search and writes them to
Parquet. The same plan gives the same games, byte for byte, whatever the number
of workers, interrupted or not.

Flags come before environment variables (TENGEN_GAMES for --games, and so on),
these before the file of --config, this before the defaults.

Exit codes: 0 done, 1 failure, 2 wrong usage, 3 stopped as asked and incomplete,
130 stopped at once.`,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(command *cobra.Command, _ []string) error {
			return command.Help()
		},
		PersistentPreRunE: func(command *cobra.Command, _ []string) error {
			return a.prepare(command)
		},
	}
	flags := root.PersistentFlags()
	flags.BoolVar(&a.json, "json", false, "print one JSON object on standard output, everything else on standard error")
	flags.BoolVar(&a.quiet, "quiet", false, "print no progress")
	flags.StringVar(&a.progress, "progress", "auto", "progress bar: auto (on a terminal), always, never (a plain line now and then)")
	flags.StringVar(&a.kernel, "kernel", playout.KernelAuto, "what plays playouts: auto (vector kernels where the processor has AVX-512), portable (plain golang); the games are the same")
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return plainFlagError(err) })
	root.AddCommand(a.selfplayCommand(), a.matchCommand(), a.resumeCommand(), a.statusCommand(), a.verifyCommand(),
		a.dataCommand(), a.scoreCommand(), a.analyzeCommand(), a.learnCommand(), a.komiCommand(), a.tuneCommand(), a.statsCommand(), a.benchCommand(),
		a.gtpCommand(), a.analysisCommand(), a.importCommand(), a.exportCommand(), a.versionCommand())
	completeValues(root)
	return root
}

// prepare fills flags from the environment and checks the common ones.
func (a *app) prepare(command *cobra.Command) error {
	if err := a.fillFromEnvironment(command); err != nil {
		return err
	}
	switch a.progress {
	case "auto", "always", "never":
	default:
		return usagef("--progress is %q: it must be auto, always or never", a.progress)
	}
	if err := playout.UseKernel(a.kernel); err != nil {
		return usagef("--kernel: %w", err)
	}
	a.began = true
	return nil
}

// print writes v as JSON, or the text, on standard output.
func (a *app) print(v any, text string) error {
	if !a.json {
		_, err := io.WriteString(a.stdout, text)
		return err
	}
	encoder := json.NewEncoder(a.stdout)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(v)
}

// say writes a line on standard error.
func (a *app) say(format string, args ...any) {
	fmt.Fprintf(a.stderr, format+"\n", args...)
}

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			info := experiments.Build()
			return a.print(info, info.String()+"\n")
		},
	}
}
