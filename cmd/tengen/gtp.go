package main

import (
	"fmt"
	"log/slog"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/experiments/gtp"
	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/mcts"
	"github.com/tengen-go/tengen/ruleset"
)

// gtpFlags are the flags that decide how the engine plays.
type gtpFlags struct {
	searchFlags
	rules, size, komi string
	name              string
	resign            float64
	traffic           bool
}

func (a *app) gtpCommand() *cobra.Command {
	var flags gtpFlags
	command := &cobra.Command{
		Use:   "gtp",
		Short: "Play as an engine of the Go Text Protocol",
		Long: `Play as an engine of the Go Text Protocol, version 2, on standard input and
output, for Sabaki, Lizzie, GoGui, KGS, CGOS and match programs. The log goes to
standard error. It ends with quit or the end of the input, and so does a search that
runs when a client leaves; a script that comes as a whole gets all its answers.

A move takes the playouts of the player, or --playouts, or --time, whichever of
the two is reached first if both are given. Once the client sets a clock
(time_settings), the time for a move follows from that as well. With playouts
alone, one worker and the same seed, the same commands get the same answers.

What decides about stones at the end is told by the rules: final_score counts the
board as it stands, as printsgf does.`,
		Example: `  tengen gtp --player default --playouts 5000
  tengen gtp --time 5s --workers 4 --rules japanese --size 13
  tengen gtp --player light:rave=500 --seed 1 --resign 0.05`,
		Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			if a.json {
				return usagef("--json means nothing here: standard output belongs to the protocol")
			}
			engine, level, err := a.newEngine(&flags, command.Flags())
			if err != nil {
				return usageError{err}
			}
			server := gtp.Server{Handler: engine, Log: a.logger(level)}
			return server.Serve(command.Context(), a.stdin, a.stdout)
		},
	}
	set := command.Flags()
	set.SortFlags = false
	set.StringVar(&flags.rules, "rules", "chinese", "ruleset and overrides, until the client sets others")
	set.StringVar(&flags.size, "size", "19", "board size, until the client sets another")
	set.StringVar(&flags.komi, "komi", "", "komi in points, or in zi (3.75zi); overrides that of --rules")
	flags.searchFlags.add(set, "workers")
	set.StringVar(&flags.name, "name", "tengen", "name that the engine gives")
	set.Float64Var(&flags.resign, "resign", 0, "resign below this win rate, such as 0.05; 0 = never")
	set.BoolVar(&flags.traffic, "traffic", false, "log every command and its answer")
	return command
}

// logger writes a log on standard error.
func (a *app) logger(level slog.Level) *slog.Logger {
	return slog.New(slog.NewTextHandler(a.stderr, &slog.HandlerOptions{Level: level}))
}

// newEngine returns the engine that the flags ask for, and how much it logs.
func (a *app) newEngine(f *gtpFlags, set *pflag.FlagSet) (*gtp.Engine, slog.Level, error) {
	level := slog.LevelInfo
	switch {
	case f.traffic:
		level = slog.LevelDebug
	case a.quiet:
		level = slog.LevelWarn
	}
	config, err := f.engineConfig(set.Changed)
	if err != nil {
		return nil, level, err
	}
	config.Log, config.Gfx = a.logger(level), a.stderr
	engine, err := gtp.NewEngine(config)
	if err == nil {
		config.Log.Info("ready", "player", config.Description, "rules", config.Rules.String(), "size", config.Size.String(),
			"playouts", config.Budget.Playouts, "time", config.Budget.Time, "seed", config.Seed)
	}
	return engine, level, err
}

func (f *gtpFlags) engineConfig(changed func(string) bool) (gtp.Config, error) {
	config := gtp.Config{
		Name: f.name, Version: gtp.ClientVersion(experiments.Version), Seed: f.seed, ResignBelow: f.resign,
	}
	var err error
	if config.Rules, err = ruleset.ParseRules(f.rules); err != nil {
		return config, fmt.Errorf("--rules: %w", err)
	}
	if f.komi != "" {
		if config.Rules.Komi, err = ruleset.ParseKomi(f.komi); err != nil {
			return config, fmt.Errorf("--komi: %w", err)
		}
	}
	if config.Size, err = ruleset.ParseSize(f.size); err == nil {
		err = fastboard.CheckSize(config.Size)
	}
	if err != nil {
		return config, fmt.Errorf("--size: %w", err)
	}
	search, err := f.search(changed)
	if err != nil {
		return config, err
	}
	config.Policy = search.Policy
	config.Budget = mcts.Budget{Playouts: search.Playouts, Time: search.Time}
	if config.Searcher, err = mcts.New(*search); err != nil {
		return config, err
	}
	spec := experiments.PlayerSpec{Name: f.player, Search: search}
	config.Description = spec.Text()
	if !changed("seed") {
		if config.Seed, err = randomSeed(); err != nil {
			return config, err
		}
	}
	return config, nil
}
