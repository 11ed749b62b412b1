package main

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/experiments/tune"
	"github.com/tengen-go/tengen/ruleset"
)

// tuneFlags are the flags that decide a tuning.
type tuneFlags struct {
	config             string
	player             string
	params             []string
	method             string
	games, validation  int
	pairs              int
	perturbation, step float64
	candidates         int
	rules, komi, size  string
	playouts           int
	prefix, opening    string
	openingPlies       int
	temperature        float64
	seed               uint64
}

func (a *app) tuneCommand() *cobra.Command {
	var flags tuneFlags
	var execute executeFlags
	var out string
	command := &cobra.Command{
		Use:   "tune --param NAME=LOW:HIGH --out FOLDER",
		Short: "Look for better settings of a player by matches",
		Long: `Let variants of a player meet to find better values of its settings, the fields of
mcts.Config (go doc ./mcts.Config) and the chances of its playouts (go doc
./playout.Tactical): --param rave=300:3000:log is a range by factors, --param
exploration=0:0.3 one by equal steps, --param reuse=true,false a list. Games come
in pairs, one opening with colors swapped.

--method spsa moves all parameters at once, by games of two settings on both sides
of the middle. --method halving lets candidates drawn from the ranges meet the
player as it is, and keeps the better half of them round after round. Then what
was found plays --validation games against the player as it is on openings of its
own, and only these say whether it is better.

The folder gets a match for each round, report.md, report.json, and a figure for
each parameter (PNG, SVG). The same plan and seed give the same result, whatever
the number of workers. Ctrl-C finishes the games in progress, a second one stops
at once; tengen resume FOLDER continues, tengen status FOLDER tells how far it is.`,
		Example: `  tengen tune --player default:playouts=400 --param rave=300:3000:log --param priors=60:240 --games 4000 --out tunings/first
  tengen tune --method halving --candidates 32 --param expand=1:16:log --param reuse=true,false --games 3000 --out tunings/tree
  tengen tune --config tunings/first/tune.json --seed 2 --out tunings/again`,
		Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			plan, err := flags.plan(command.Flags())
			if err != nil {
				return usageError{err}
			}
			if out == "" {
				return usagef("--out is missing: name the folder to write to, such as --out tunings/first")
			}
			return a.tune(command.Context(), out, plan, execute)
		},
	}
	flags.register(command)
	command.Flags().StringVar(&out, "out", "", "`folder` to write to; created if need be")
	execute.register(command)
	return command
}

func (f *tuneFlags) register(command *cobra.Command) {
	plan := tune.DefaultPlan()
	flags := command.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.config, "config", "", "read the tuning, whole or in part, from a JSON `file`, such as the tune.json of another one")
	flags.StringVar(&f.player, "player", plan.Player.Name, "the player as it is: a preset with search and options, such as light:playouts=2000")
	flags.IntVar(&f.playouts, "playouts", plan.Player.Playouts(), "playouts a move, where the player's own options do not say")
	flags.StringArrayVar(&f.params, "param", nil, "a `parameter`, given once or more: NAME=LOW:HIGH, NAME=LOW:HIGH:log, or NAME=VALUE,VALUE")
	flags.StringVar(&f.method, "method", plan.Method.String(), "spsa (ranges of numbers, also many) or halving (candidates; ranges and lists)")
	flags.IntVar(&f.games, "games", plan.Games, "games to look for better settings with")
	flags.IntVar(&f.validation, "validation", plan.Validation, "games of what was found against the player as it is; an even number, 0 for none")
	flags.IntVar(&f.pairs, "pairs", plan.SPSA.Pairs, "spsa: pairs of games in an iteration")
	flags.Float64Var(&f.perturbation, "perturbation", plan.SPSA.Perturbation, "spsa: distance of both sides from the middle in the first iteration, as a share of the range")
	flags.Float64Var(&f.step, "step", plan.SPSA.Step, "spsa: how far the middle moves in the first iteration if one side wins all games, as a share of the range")
	flags.IntVar(&f.candidates, "candidates", plan.Halving.Candidates, "halving: settings in the first round")
	flags.StringVar(&f.size, "size", "9", "board size: 9, 13, 19, or columns x rows such as 9x7")
	flags.StringVar(&f.rules, "rules", "chinese", "ruleset and overrides, such as chinese,komi=5.5,ko=situational")
	flags.StringVar(&f.komi, "komi", "", "komi in points, or in zi (3.75zi); overrides that of --rules")
	flags.StringVar(&f.prefix, "prefix", "", "moves that begin every game, such as \"E5 C3\"")
	flags.StringVar(&f.opening, "opening", "", "`file` of openings that the pairs take in turn: SGF, or a line of moves each")
	flags.IntVar(&f.openingPlies, "opening-plies", plan.Opening.Sampled, "plies that a search draws for each pair after that, so that games differ; 0 with a good book")
	flags.Float64Var(&f.temperature, "temperature", plan.Opening.Temperature, "of that draw: above 1 flatter, below 1 sharper")
	flags.Uint64Var(&f.seed, "seed", 0, "master seed; without it a random one is drawn and stored")
}

// plan returns the tuning that defaults, configuration file, environment and
// flags give, in this order.
func (f *tuneFlags) plan(flags *pflag.FlagSet) (*tune.Plan, error) {
	plan := tune.DefaultPlan()
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
func (f *tuneFlags) apply(plan *tune.Plan, changed func(string) bool) error {
	given := givenFlags{changed: changed}
	set, value := given.set, given.value

	set("player", func() (err error) { plan.Player, err = experiments.ParsePlayer(f.player); return err })
	set("playouts", func() error { return plan.Player.SetPlayouts(f.playouts) })
	set("param", func() (err error) { plan.Params, err = each(f.params, tune.ParseParam); return err })
	set("method", func() error { return plan.Method.UnmarshalText([]byte(f.method)) })
	value("games", func() { plan.Games = f.games })
	value("validation", func() { plan.Validation = f.validation })
	value("pairs", func() { plan.SPSA.Pairs = f.pairs })
	value("perturbation", func() { plan.SPSA.Perturbation = f.perturbation })
	value("step", func() { plan.SPSA.Step = f.step })
	value("candidates", func() { plan.Halving.Candidates = f.candidates })
	set("size", func() (err error) { plan.Size.Size, err = ruleset.ParseSize(f.size); return err })
	set("rules", func() (err error) { plan.Rules, err = ruleset.ParseRules(f.rules); return err })
	set("komi", func() (err error) { plan.Rules.Komi, err = ruleset.ParseKomi(f.komi); return err })
	value("prefix", func() { plan.Opening.Prefix = strings.Fields(f.prefix) })
	set("opening", func() (err error) {
		plan.Opening.Book, err = experiments.ReadBook(f.opening, plan.Size.Size)
		return err
	})
	value("opening-plies", func() { plan.Opening.Sampled = f.openingPlies })
	value("temperature", func() { plan.Opening.Temperature = f.temperature })
	return errors.Join(given.errs...)
}

// resumeTuning continues a tuning.
func (a *app) resumeTuning(ctx context.Context, dir string, flags executeFlags) error {
	plan, err := tune.Load(dir)
	if err != nil {
		return err
	}
	return a.tune(ctx, dir, plan, flags)
}

// tune plays what is missing of a tuning and prints its report.
func (a *app) tune(ctx context.Context, dir string, plan *tune.Plan, flags executeFlags) error {
	if err := flags.check(); err != nil {
		return err
	}
	a.say("%s", tune.Describe(plan, dir))
	ctx, drain, release := a.handleSignals(ctx, flags.stopAfter)
	defer release()
	meter := a.newMeter("tune", "games")
	report, err := tune.Run(ctx, dir, plan, tune.Options{
		Workers: flags.workers, Drain: drain, Progress: meter.show,
		Round: func(text string) {
			if !a.quiet {
				a.say("%s", text)
			}
		},
	})
	meter.done()
	if report == nil {
		if ctx.Err() != nil {
			return errStopped
		}
		return err
	}
	if printErr := a.print(report, report.Text()); printErr != nil {
		return printErr
	}
	if err == nil {
		return nil
	}
	a.say("Stopped in round %d of %d. To continue:\n  %s resume %s", min(report.Rounds+1, report.PlannedRounds), report.PlannedRounds, invocation(), shellQuote(dir))
	switch {
	case !errors.Is(err, experiments.ErrInterrupted):
		return err
	case ctx.Err() != nil:
		return errStopped
	}
	return errIncomplete
}
