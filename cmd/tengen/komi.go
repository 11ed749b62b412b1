package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/experiments/komi"
	"github.com/tengen-go/tengen/ruleset"
)

func (a *app) komiCommand() *cobra.Command {
	var flags komiFlags
	var execute komiExecuteFlags
	var out string
	command := &cobra.Command{
		Use:   "komi --out FOLDER",
		Short: "Find the fair komi of a game, and how sure it is",
		Long: `Play games until it is known which komi gives both sides equal chances, for each
combination of rules, sizes, players and handicaps, and write the study to a
folder: table komi_cells (Parquet, CSV, JSON), figures (PNG, SVG), report.md, and
every game.

First the margins of games at one komi show where the fair komi lies, then
separate games at several komi around it narrow the interval to the precision
asked for. Lists make a table: a row for each of --rules, --size, --playouts and
--handicap. The same command continues a study that was stopped, and so does
tengen resume.`,
		Example: `  tengen komi --size 7 --playouts 2000 --precision 1 --out studies/7x7
  tengen komi --rules chinese,japanese,ancient --size 9 --out studies/rules
  tengen komi --size 9 --playouts 200,800,3200 --time 2h --out studies/strength`,
		Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			if out == "" {
				return usagef("--out is missing: name the folder to write to, such as --out studies/7x7")
			}
			plan, err := flags.plan(command.Flags(), out)
			if err != nil {
				return usageError{err}
			}
			return a.study(command.Context(), out, plan, execute)
		},
	}
	flags.register(command)
	command.Flags().StringVar(&out, "out", "", "`folder` to write to; created if need be")
	execute.register(command)
	command.AddCommand(a.komiPlanCommand())
	return command
}

// komiExecuteFlags are the flags that do not change the games of a study.
type komiExecuteFlags struct {
	workers int
	time    time.Duration
}

func (f *komiExecuteFlags) register(command *cobra.Command) {
	command.Flags().IntVar(&f.workers, "workers", 0, "games played at once; 0 = one for each processor")
	command.Flags().DurationVar(&f.time, "time", 0, "budget of time, such as 2h: what is known by then is the result; the same command goes on from there")
}

// study plays what is missing of a study and prints its result.
func (a *app) study(ctx context.Context, dir string, plan *komi.Plan, flags komiExecuteFlags) error {
	if flags.workers < 0 || flags.workers > 4096 {
		return usagef("--workers is %d: it must be 1 to 4096, or 0 for one for each processor", flags.workers)
	}
	if flags.time < 0 {
		return usagef("--time is %v: it must be positive", flags.time)
	}
	if err := plan.Validate(); err != nil {
		return usageError{err}
	}
	if err := komi.Claim(dir, plan); err != nil {
		return err
	}
	a.say("Study of %s to ±%v points, at most %d games each, seed %d, into %s", settingsText(len(plan.Settings())), plan.Precision, plan.MaxGames, plan.Seed, dir)
	ctx, drain, release := a.handleSignals(ctx, 0)
	defer release()
	meter := a.newMeter("komi", "games")
	result, err := komi.Run(ctx, dir, plan, komi.Options{
		Workers: flags.workers, Time: flags.time, Drain: drain,
		Round: func(name string, round komi.Round) {
			if !a.quiet {
				a.say("%s: round %d, %s: %d games at komi %v (%s)", name, round.Number, round.Stage, round.Games, round.Komi, round.Reason)
			}
		},
		Progress: func(_ string, _ komi.Round, p experiments.Progress) { meter.show(p) },
	})
	meter.done()
	switch {
	case errors.Is(err, experiments.ErrInterrupted):
		a.say("Stopped; every finished game is kept. To continue:\n  %s resume %s", invocation(), shellQuote(dir))
		if ctx.Err() != nil {
			return errStopped
		}
		return errIncomplete
	case err != nil:
		return err
	}
	return a.print(result, result.Text()+fmt.Sprintf("\nTable, figures and report: %s\n", dir))
}

func settingsText(n int) string {
	if n == 1 {
		return "1 setting"
	}
	return fmt.Sprintf("%d settings", n)
}

// komiFlags are the flags that decide a study.
type komiFlags struct {
	rules, sizes, playouts, handicaps []string
	komi                              []string
	player                            string
	precision, confidence, within     float64
	games, openingPlies               int
	temperature                       float64
	prefix, opening                   string
	seed                              uint64
}

func (f *komiFlags) register(command *cobra.Command) {
	plan := komi.DefaultPlan()
	flags := command.Flags()
	flags.SortFlags = false
	flags.StringSliceVar(&f.sizes, "size", []string{plan.Sizes[0].String()}, "board `sizes`: 9, 13, 3x5; a list makes a row each")
	flags.StringSliceVar(&f.rules, "rules", []string{plan.Rules[0].Name}, "`rulesets`; after a name options of it may follow, such as chinese,ko=situational,japanese")
	flags.StringVar(&f.player, "player", plan.Players[0].Name, "both players: "+strings.Join(experiments.PlayerNames(), ", ")+", with options such as light:rave=500")
	flags.StringSliceVar(&f.playouts, "playouts", []string{fmt.Sprint(plan.Players[0].Playouts())}, "playouts a move; a list makes a strength curve, such as 200,800,3200")
	flags.StringSliceVar(&f.handicaps, "handicap", []string{"0"}, "handicap stones on the fixed points; 0,2 tells what two stones are worth")
	flags.StringSliceVar(&f.komi, "komi", nil, "komi `list` to play at, such as 4,4.5,5 or a range 4:8:0.5; without it the study chooses; one alone gives the score shift only")
	flags.Float64Var(&f.precision, "precision", plan.Precision, "half width of the fair komi's interval, in points, at which a setting is done")
	flags.Float64Var(&f.confidence, "confidence", plan.Confidence, "of all intervals")
	flags.IntVar(&f.games, "games", plan.MaxGames, fmt.Sprintf("budget of games for each setting, %d at least", komi.MinGames))
	flags.Float64Var(&f.within, "within", plan.Within, "distance from equal chances that counts as balanced")
	flags.IntVar(&f.openingPlies, "opening-plies", plan.Opening.Sampled, "plies drawn by visits instead of the best move, if too few games differ by the seeds of their searches")
	flags.Float64Var(&f.temperature, "temperature", plan.Opening.Temperature, "of that draw: above 1 flatter, below 1 sharper")
	flags.StringVar(&f.prefix, "prefix", "", "moves that begin every game, such as \"E5 C3\"")
	flags.StringVar(&f.opening, "opening", "", "`file` of openings that the games take in turn: SGF, or a line of moves each")
	flags.Uint64Var(&f.seed, "seed", 0, "master seed; without it that of the study in --out, or a random one")
}

// plan returns the plan that the flags give. A study in dir lends its seed.
func (f *komiFlags) plan(flags *pflag.FlagSet, dir string) (*komi.Plan, error) {
	plan := komi.DefaultPlan()
	var errs []error
	set := func(flag string, apply func() error) {
		if err := apply(); err != nil {
			errs = append(errs, fmt.Errorf("--%s: %w", flag, err))
		}
	}
	set("size", func() (err error) { plan.Sizes, err = each(f.sizes, parseBoardSize); return err })
	set("rules", func() (err error) { plan.Rules, err = each(rulesetTexts(f.rules), ruleset.ParseRules); return err })
	set("playouts", func() (err error) { plan.Players, err = f.players(flags.Changed("playouts")); return err })
	set("handicap", func() (err error) { plan.Handicaps, err = each(f.handicaps, parseInt); return err })
	set("komi", func() (err error) { plan.Komi, err = komi.ParseList(f.komi); return err })
	plan.Precision, plan.Confidence, plan.Within = f.precision, f.confidence, f.within
	plan.MaxGames = f.games
	plan.Opening.Sampled, plan.Opening.Temperature = f.openingPlies, f.temperature
	plan.Opening.Prefix = strings.Fields(f.prefix)
	if f.opening != "" && len(plan.Sizes) > 0 {
		set("opening", func() (err error) {
			plan.Opening.Book, err = experiments.ReadBook(f.opening, plan.Sizes[0].Size)
			return err
		})
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	if flags.Changed("seed") {
		plan.Seed = f.seed
	} else if komi.IsStudy(dir) {
		stored, err := komi.LoadPlan(dir)
		if err != nil {
			return nil, err
		}
		plan.Seed = stored.Seed
	} else {
		seed, err := randomSeed()
		if err != nil {
			return nil, err
		}
		plan.Seed = seed
	}
	return &plan, plan.Validate()
}

// players are the player at each number of playouts.
func (f *komiFlags) players(asked bool) ([]experiments.PlayerSpec, error) {
	player, err := experiments.ParsePlayer(f.player)
	if err != nil {
		return nil, err
	}
	if !asked || player.Search == nil {
		return []experiments.PlayerSpec{player}, nil
	}
	return each(f.playouts, func(text string) (experiments.PlayerSpec, error) {
		one := player
		playouts, err := parseInt(text)
		if err != nil {
			return one, err
		}
		return one, one.SetPlayouts(playouts)
	})
}

// rulesetTexts puts the options of a ruleset, which a list of flags has taken apart,
// back behind its name.
func rulesetTexts(parts []string) []string {
	var texts []string
	for _, part := range parts {
		if len(texts) > 0 && strings.Contains(part, "=") {
			texts[len(texts)-1] += "," + part
			continue
		}
		texts = append(texts, part)
	}
	return texts
}

// each parses every text of a list.
func each[T any](texts []string, parse func(string) (T, error)) ([]T, error) {
	var list []T
	var errs []error
	for _, text := range texts {
		value, err := parse(strings.TrimSpace(text))
		list, errs = append(list, value), append(errs, err)
	}
	return list, errors.Join(errs...)
}

func parseBoardSize(text string) (experiments.BoardSize, error) {
	size, err := ruleset.ParseSize(text)
	return experiments.BoardSize{Size: size}, err
}

func parseInt(text string) (int, error) {
	var n int
	if _, err := fmt.Sscanf(text+"\n", "%d\n", &n); err != nil {
		return 0, fmt.Errorf("%q is no whole number", text)
	}
	return n, nil
}
