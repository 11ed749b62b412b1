package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/experiments/clock"
	"github.com/tengen-go/tengen/experiments/match"
	"github.com/tengen-go/tengen/ruleset"
)

// matchFlags are the flags that decide the games of a match.
type matchFlags struct {
	config                           string
	players                          []string
	games                            int
	seed                             uint64
	kind, rules, komi, size          string
	playouts                         int
	moveTime                         time.Duration
	clock                            string
	prefix, opening                  string
	openingPlies, handicap           int
	resign                           float64
	illegal, onCrash                 string
	haltAfter                        int
	startTimeout, timeout, moveLimit time.Duration
	sprt                             string
}

func (a *app) matchCommand() *cobra.Command {
	var flags matchFlags
	var execute executeFlags
	var out string
	var traffic bool
	command := &cobra.Command{
		Use:   "match --player PLAYER --player PLAYER --out FOLDER",
		Short: "Let players meet: those of this program, and GTP programs",
		Long: `Play a match between two players or more: those of this program, written as for
selfplay, and other programs that speak the Go Text Protocol, written
NAME=COMMAND. Each opening is played twice with colors swapped; every move is
refereed. The folder gets the table games, a table of rulings, an SGF file for
each game as it ends, and a log of what each program wrote on standard error,
and of both boards where it refused a legal move. The exit code is 1 if no game
counts, 3 if the match was stopped before its end.

Ctrl-C finishes the games in progress, a second one stops at once; tengen resume
FOLDER continues, tengen status FOLDER shows the standings, also while it runs.`,
		Example: `  tengen match --player default:playouts=2000 \
      --player "gnugo=gnugo --mode gtp --chinese-rules --positional-superko --level 10" --games 100 --out runs/gnugo
  tengen match --player new=default:rave=500 --player default --games 4000 --sprt elo0=0,elo1=20 --out runs/rave
  tengen match --config runs/gnugo/match.json --seed 2 --out runs/again`,
		Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			plan, err := flags.plan(command.Flags())
			if err != nil {
				return usageError{err}
			}
			if out == "" {
				return usagef("--out is missing: name the folder to write to, such as --out runs/match")
			}
			return a.playMatch(command.Context(), out, plan, execute, traffic)
		},
	}
	flags.register(command)
	command.Flags().StringVar(&out, "out", "", "`folder` to write to; created if need be")
	command.Flags().BoolVar(&traffic, "traffic", false, "log every command to programs and its answer, not only their standard error")
	execute.register(command)
	return command
}

func (f *matchFlags) register(command *cobra.Command) {
	plan, defaults := match.DefaultPlan(), experiments.DefaultPlan()
	flags := command.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.config, "config", "", "read the match, whole or in part, from a JSON `file`, such as the match.json of another one")
	flags.StringArrayVar(&f.players, "player", nil, "a `player`, given twice or more: "+strings.Join(experiments.PlayerNames(), ", ")+" with options, such as light:playouts=2000, or NAME=COMMAND")
	flags.IntVar(&f.games, "games", plan.Games, "games of any two players that meet; an even number")
	flags.StringVar(&f.kind, "kind", plan.Kind.String(), "round-robin (everybody meets everybody), gauntlet (the first player meets the others) or ladder (each meets the next)")
	flags.StringVar(&f.size, "size", "9", "board size: 9, 13, 19, or columns x rows such as 9x7")
	flags.StringVar(&f.rules, "rules", "chinese", "ruleset and overrides, such as chinese,komi=5.5,ko=situational")
	flags.StringVar(&f.komi, "komi", "", "komi in points, or in zi (3.75zi); overrides that of --rules")
	flags.Uint64Var(&f.seed, "seed", 0, "master seed; without it a random one is drawn and stored")
	flags.IntVar(&f.playouts, "playouts", defaults.Black.Playouts(), "playouts a move of players of this program, where their own options do not say")
	flags.DurationVar(&f.moveTime, "move-time", 0, "time a move of players of this program, instead of playouts, such as 1s; such games cannot be repeated")
	flags.StringVar(&f.clock, "clock", "none", "time control of all players, such as absolute:10m, byoyomi:5m+3x30s, canadian:5m+25/5m, fischer:1m+5s, move:5s; each with a margin by which a move may be late, such as move:5s,margin=2s (without one "+match.DefaultMargin.String()+" for byoyomi and move, otherwise none)")
	flags.StringVar(&f.prefix, "prefix", "", "moves that begin every game, such as \"E5 C3\"")
	flags.StringVar(&f.opening, "opening", "", "`file` of openings that the pairs take in turn: SGF, or a line of moves each")
	flags.IntVar(&f.openingPlies, "opening-plies", plan.Opening.Sampled, "plies that a search draws for each pair after that, so that games differ; 0 with a good book")
	flags.IntVar(&f.handicap, "handicap", 0, "handicap stones on the fixed points, 2 to 9")
	flags.Float64Var(&f.resign, "resign", 0, "players of this program resign below this win rate, such as 0.05; 0 = never")
	flags.StringVar(&f.illegal, "illegal", plan.Illegal.String(), "illegal moves: strict (lose at once) or sources (void with a warning, as Chinese rules have it)")
	flags.StringVar(&f.onCrash, "on-crash", plan.OnCrash.String(), "a program that crashes, hangs or answers nonsense: forfeit (loses the game) or void (the game does not count)")
	flags.IntVar(&f.haltAfter, "halt-after", plan.HaltAfter, "stop when a program fails in so many games in a row; 0 = never")
	flags.DurationVar(&f.startTimeout, "start-timeout", plan.Timeouts.Start.Duration, "a program hangs that has not answered so long after its start")
	flags.DurationVar(&f.timeout, "timeout", plan.Timeouts.Reply.Duration, "or to another command than a move")
	flags.DurationVar(&f.moveLimit, "move-timeout", plan.Timeouts.Move.Duration, "or a move, where it has no clock")
	flags.StringVar(&f.sprt, "sprt", "", "stop a match of two as soon as it is clear whether the first is better by elo0 or by elo1: elo0=0,elo1=20, and alpha=0.05,beta=0.05")
}

// plan returns the match that defaults, configuration file, environment and
// flags give, in this order.
func (f *matchFlags) plan(flags *pflag.FlagSet) (*match.Plan, error) {
	plan := match.DefaultPlan()
	plan.Seed = 0
	if err := readConfig(f.config, plan.Parse); err != nil {
		return nil, err
	}
	if err := f.apply(&plan, flags.Changed); err != nil {
		return nil, err
	}
	if err := chooseSeed(&plan.Seed, flags.Changed("seed"), f.seed); err != nil {
		return nil, err
	}
	return &plan, plan.Validate()
}

// apply changes the fields of plan whose flags were set.
func (f *matchFlags) apply(plan *match.Plan, changed func(string) bool) error {
	given := givenFlags{changed: changed}
	set, value := given.set, given.value

	set("player", func() error { return f.applyPlayers(plan) })
	value("games", func() { plan.Games = f.games })
	set("kind", func() error { return plan.Kind.UnmarshalText([]byte(f.kind)) })
	set("size", func() (err error) { plan.Size.Size, err = ruleset.ParseSize(f.size); return err })
	set("rules", func() (err error) { plan.Rules, err = ruleset.ParseRules(f.rules); return err })
	set("komi", func() (err error) { plan.Rules.Komi, err = ruleset.ParseKomi(f.komi); return err })
	set("playouts", func() error {
		var errs []error
		for _, player := range plan.Players {
			if player.Player != nil {
				errs = append(errs, player.Player.SetPlayouts(f.playouts))
			}
		}
		return errors.Join(errs...)
	})
	value("move-time", func() { plan.MoveTime.Duration = f.moveTime })
	set("clock", func() (err error) { plan.Clock, err = clock.Parse(f.clock); return err })
	value("prefix", func() { plan.Opening.Prefix = strings.Fields(f.prefix) })
	set("opening", func() (err error) {
		plan.Opening.Book, err = experiments.ReadBook(f.opening, plan.Size.Size)
		return err
	})
	value("opening-plies", func() { plan.Opening.Sampled = f.openingPlies })
	value("handicap", func() { plan.Handicap = f.handicap })
	value("resign", func() { plan.Resign.Below = f.resign })
	set("illegal", func() error { return plan.Illegal.UnmarshalText([]byte(f.illegal)) })
	set("on-crash", func() error { return plan.OnCrash.UnmarshalText([]byte(f.onCrash)) })
	value("halt-after", func() { plan.HaltAfter = f.haltAfter })
	value("start-timeout", func() { plan.Timeouts.Start.Duration = f.startTimeout })
	value("timeout", func() { plan.Timeouts.Reply.Duration = f.timeout })
	value("move-timeout", func() { plan.Timeouts.Move.Duration = f.moveLimit })
	set("sprt", func() (err error) { plan.SPRT, err = parseSPRT(f.sprt); return err })
	return errors.Join(given.errs...)
}

func (f *matchFlags) applyPlayers(plan *match.Plan) error {
	plan.Players = nil
	for _, text := range f.players {
		player, err := match.ParsePlayer(text)
		if err != nil {
			return err
		}
		plan.Players = append(plan.Players, player)
	}
	return nil
}

// parseSPRT reads "elo0=0,elo1=20".
func parseSPRT(text string) (*match.SPRT, error) {
	test := new(match.SPRT)
	fields := map[string]*float64{"elo0": &test.Elo0, "elo1": &test.Elo1, "alpha": &test.Alpha, "beta": &test.Beta}
	for option := range strings.SplitSeq(text, ",") {
		key, value, _ := strings.Cut(option, "=")
		field, known := fields[strings.TrimSpace(key)]
		if !known {
			return nil, fmt.Errorf("unknown option %q: %s", key, ruleset.Suggest(key, []string{"alpha", "beta", "elo0", "elo1"}))
		}
		number, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		if err != nil {
			return nil, fmt.Errorf("%s must be a number, such as elo0=0,elo1=20", key)
		}
		*field = number
	}
	return test, nil
}

// resumeMatch continues a match.
func (a *app) resumeMatch(ctx context.Context, dir string, flags executeFlags) error {
	plan, err := match.Load(dir)
	if err != nil {
		return err
	}
	return a.playMatch(ctx, dir, plan, flags, false)
}

// playMatch plays what is missing of a match and prints its report.
func (a *app) playMatch(ctx context.Context, dir string, plan *match.Plan, flags executeFlags, traffic bool) error {
	if err := flags.check(); err != nil {
		return err
	}
	a.say("%s", match.Describe(plan, dir))
	ctx, drain, release := a.handleSignals(ctx, flags.stopAfter)
	defer release()
	meter := a.newMeter("match", "games")
	report, err := match.Play(ctx, dir, plan, match.Options{
		Workers: flags.workers, Drain: drain, Traffic: traffic,
		Progress: func(p match.Progress) {
			for _, ruling := range p.Last.Rulings {
				a.say("game %d: %s", p.Last.Game.GameIndex, ruling.Reason)
			}
			meter.tell(p.Tally)
			meter.show(p.Progress)
		},
		Note: func(text string) { a.say("%s", text) },
	})
	meter.done()
	switch {
	case report == nil && ctx.Err() != nil: // before the first game
		return errStopped
	case report == nil:
		return err
	}
	if printErr := a.print(report, report.Text()); printErr != nil {
		return printErr
	}
	switch {
	case err == nil && report.Void == report.Games:
		return fmt.Errorf("none of the %d games counts: each was void or without result; see the table rulings (tengen data head %s --table rulings) and the logs of the programs in the folder", report.Games, shellQuote(dir))
	case err == nil:
		return nil
	}
	a.say("Stopped with %d of %d games. To continue:\n  %s resume %s", report.Games, report.Planned, invocation(), shellQuote(dir))
	switch {
	case !errors.Is(err, experiments.ErrInterrupted):
		return err
	case ctx.Err() != nil:
		return errStopped
	}
	return errIncomplete
}
