package main

import (
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/experiments/analysis"
)

// analysisFlags are the flags of analysis.
type analysisFlags struct {
	searchFlags
	workers            int
	perspective        string
	pvLen              int
	quit, traffic      bool
	config, overridden string
	model, humanModel  string
}

func (a *app) analysisCommand() *cobra.Command {
	var flags analysisFlags
	command := &cobra.Command{
		Use:   "analysis",
		Short: "Answer queries in the JSON protocol of KataGo's analysis engine",
		Long: `Answer queries in the JSON protocol of KataGo's analysis engine, one on each line
of standard input, with one line for each position on standard output; the log
goes to standard error. Many positions are searched at once, those of higher
priority first. At the end of the input, what is queued is finished.

A position takes maxVisits of its query, or --playouts, or --time. With a limit of
playouts alone and a fixed --seed, a query has the same answer every time. There is no
network: prior and policy are what the search believes before it begins, scores
and ownership are those of playouts, fields of a network's raw output are missing.
"go doc ./experiments/analysis" has the details.

A tool that starts KataGo can start this in its place: KataGo's own flags are
understood. Of a configuration file the limits, threads, length of variations and
point of view are used; the log names the settings that are not.`,
		Example: `  echo '{"id":"a","rules":"chinese","boardXSize":9,"boardYSize":9,"moves":[["B","E5"]]}' | tengen analysis
  tengen analysis --workers 8 --playouts 5000 --report-winrates-as SIDETOMOVE <queries.jsonl >answers.jsonl
  tengen analysis -config analysis.cfg -model any.bin.gz -analysis-threads 4`,
		Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			if a.json {
				return usagef("--json means nothing here: the protocol is JSON in any case")
			}
			config, err := a.analysisConfig(&flags, command.Flags().Changed)
			if err != nil {
				return usageError{err}
			}
			ctx, release := signal.NotifyContext(command.Context(), os.Interrupt, syscall.SIGTERM)
			defer release()
			err = analysis.Serve(ctx, config, a.stdin, a.stdout)
			if ctx.Err() != nil {
				return errStopped
			}
			return err
		},
	}
	set := command.Flags()
	set.SortFlags = false
	set.IntVar(&flags.workers, "workers", runtime.GOMAXPROCS(0), "positions that are searched at once")
	flags.searchFlags.add(set, "threads")
	set.StringVar(&flags.perspective, "report-winrates-as", "BLACK", "whose winrates, scores and ownership are told: BLACK, WHITE or SIDETOMOVE")
	set.IntVar(&flags.pvLen, "pv-len", analysis.DefaultPVLen, "length of variations after their first move")
	set.BoolVar(&flags.quit, "quit-without-waiting", false, "end with the input, whatever is queued")
	set.BoolVar(&flags.traffic, "traffic", false, "log every query")
	set.StringVar(&flags.config, "config", "", "`file` of settings in the form of KataGo's analysis configuration")
	set.StringVar(&flags.overridden, "override-config", "", "more settings, such as maxVisits=500,numAnalysisThreads=2")
	set.StringVar(&flags.model, "model", "", "taken from KataGo's command line and not used: there is no network")
	set.StringVar(&flags.humanModel, "human-model", "", "the same")
	return command
}

// analysisConfig puts the settings together: those of flags after those of
// KataGo's files.
func (a *app) analysisConfig(f *analysisFlags, changed func(string) bool) (analysis.Config, error) {
	level := slog.LevelInfo
	switch {
	case f.traffic:
		level = slog.LevelDebug
	case a.quiet:
		level = slog.LevelWarn
	}
	info := experiments.Build()
	config := analysis.Config{
		Workers: f.workers, PVLen: f.pvLen, Seed: f.seed, QuitWithoutWaiting: f.quit, Log: a.logger(level),
		Version: info.Version, Commit: info.Commit,
	}
	search, err := f.search(changed)
	if err != nil {
		return config, err
	}
	config.Search = *search
	if config.Perspective, err = analysis.ParsePerspective(f.perspective); err != nil {
		return config, fmt.Errorf("--report-winrates-as: %w", err)
	}
	if !changed("seed") {
		if config.Seed, err = randomSeed(); err != nil {
			return config, err
		}
	}
	if err := config.Validate(); err != nil {
		return config, err
	}
	given := config
	if err := f.settings(&config); err != nil {
		return config, err
	}
	for flag, keep := range map[string]func(){
		"workers":            func() { config.Workers = given.Workers },
		"pv-len":             func() { config.PVLen = given.PVLen },
		"report-winrates-as": func() { config.Perspective = given.Perspective },
		"playouts":           func() { config.Search.Playouts = given.Search.Playouts },
		"time":               func() { config.Search.Time = given.Search.Time },
		"threads":            func() { config.Search.Workers = given.Search.Workers },
	} {
		if changed(flag) {
			keep()
		}
	}
	if f.model != "" || f.humanModel != "" {
		config.Log.Warn("no network is used", "model", f.model, "human-model", f.humanModel)
	}
	config.Log.Info("ready", "workers", config.Workers, "threads", config.Search.Workers, "playouts", config.Search.Playouts,
		"time", config.Search.Time, "winrates", config.Perspective.String(), "seed", config.Seed)
	return config, config.Validate()
}

// settings applies --config and --override-config.
func (f *analysisFlags) settings(config *analysis.Config) error {
	text := ""
	if f.config != "" {
		data, err := os.ReadFile(f.config)
		if err != nil {
			return fmt.Errorf("--config: %w", err)
		}
		text = string(data)
	}
	for _, source := range []struct{ flag, text string }{
		{"--config " + f.config, text},
		{"--override-config", strings.ReplaceAll(f.overridden, ",", "\n")},
	} {
		settings, err := analysis.ParseSettings(source.text)
		if err != nil {
			return fmt.Errorf("%s: %w", source.flag, err)
		}
		unused, err := config.Apply(settings)
		if err != nil {
			return fmt.Errorf("%s: %w", source.flag, err)
		}
		if len(unused) > 0 {
			config.Log.Warn("settings that nothing here uses", "of", source.flag, "settings", strings.Join(unused, ","))
		}
	}
	return nil
}

// kataGoFlags are those of KataGo's command line, which begin with one dash.
var kataGoFlags = map[string]string{
	"-config": "--config", "-model": "--model", "-human-model": "--human-model", "-override-config": "--override-config",
	"-analysis-threads": "--workers", "-quit-without-waiting": "--quit-without-waiting",
}

// fromKataGo rewrites KataGo's command line "analysis -config …".
func fromKataGo(args []string) []string {
	if len(args) == 0 || args[0] != "analysis" {
		return args
	}
	rewritten := []string{"analysis"}
	for _, arg := range args[1:] {
		if own, ok := kataGoFlags[arg]; ok {
			arg = own
		}
		rewritten = append(rewritten, arg)
	}
	return rewritten
}
