package main

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"log/slog"
	"strings"
	"time"

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
	player, rules, size, komi string
	playouts, workers         int
	time                      time.Duration
	name                      string
	seed                      uint64
	resign                    float64
	traffic                   bool
}

func (a *app) gtpCommand() *cobra.Command {
	var flags gtpFlags
	command := &cobra.Command{
		Use:   "gtp",
		Short: "Play as an engine of the Go Text Protocol",
		Long: `Play as an engine of the Go Text Protocol, version 2, on standard input and
output, for Sabaki, Lizzie, GoGui, KGS, CGOS and match programs. The log goes to
standard error. It ends with quit or the end of the input.

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
	set.StringVar(&flags.player, "player", "default", "the player, one that searches: default or light, with options such as light:rave=500")
	set.StringVar(&flags.rules, "rules", "chinese", "ruleset and overrides, until the client sets others")
	set.StringVar(&flags.size, "size", "19", "board size, until the client sets another")
	set.StringVar(&flags.komi, "komi", "", "komi in points, or in zi (3.75zi); overrides that of --rules")
	set.IntVar(&flags.playouts, "playouts", 0, "playouts a move; without it those of the player, or no limit where --time is given")
	set.DurationVar(&flags.time, "time", 0, "time a move, such as 5s")
	set.IntVar(&flags.workers, "workers", 1, "goroutines that search one move; more than one are faster and not repeatable")
	set.StringVar(&flags.name, "name", "tengen", "name that the engine gives")
	set.Uint64Var(&flags.seed, "seed", 0, "seed of every random choice; without it a random one is drawn and logged")
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
	config.Budget = mcts.Budget{Playouts: search.Playouts, Time: search.Time}
	if config.Searcher, err = mcts.New(*search); err != nil {
		return config, err
	}
	spec := experiments.PlayerSpec{Name: f.player, Search: search}
	config.Description = spec.Text()
	if !changed("seed") {
		var bytes [8]byte
		if _, err := rand.Read(bytes[:]); err != nil {
			return config, err
		}
		config.Seed = binary.LittleEndian.Uint64(bytes[:])
	}
	return config, nil
}

// search returns the configuration of the player's search.
func (f *gtpFlags) search(changed func(string) bool) (*mcts.Config, error) {
	spec, err := experiments.ParsePlayer(f.player)
	if err != nil {
		return nil, fmt.Errorf("--player: %w", err)
	}
	if spec.Search == nil {
		return nil, fmt.Errorf("--player: %s plays without search, and an engine needs one: choose default or light", f.player)
	}
	search := *spec.Search
	search.Workers = f.workers
	search.Ownership = true // for the commands that ask about stones
	search.Reuse = true     // the engine searches in slices that add to one tree
	asked := strings.Contains(f.player, "playouts=")
	switch {
	case changed("playouts") && asked:
		return nil, fmt.Errorf("--playouts and the playouts of --player %s contradict each other: give one of them", f.player)
	case changed("playouts") && f.playouts < 1:
		return nil, fmt.Errorf("--playouts is %d: it must be 1 or more", f.playouts)
	case changed("time") && f.time <= 0:
		return nil, fmt.Errorf("--time is %v: write a duration above 0, such as 5s", f.time)
	case changed("playouts"):
		search.Playouts = f.playouts
	case changed("time") && !asked:
		search.Playouts = 0
	}
	search.Time = f.time
	if err := search.Validate(); err != nil {
		return nil, err
	}
	return &search, nil
}
