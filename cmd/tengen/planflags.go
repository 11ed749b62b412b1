package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/ruleset"
)

// planFlags are the flags that decide the games of a run.
type planFlags struct {
	config                 string
	rules, komi, size      string
	games, shardGames      int
	seed                   uint64
	player, black, white   string
	playouts, maxMoves     int
	prefix, opening, setup string
	handicap               int
	openingPlies           int
	temperature            float64
	resign                 float64
	resignMoves            int
	stopSettled, positions bool
}

func (f *planFlags) register(command *cobra.Command) {
	plan := experiments.DefaultPlan()
	flags := command.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.config, "config", "", "read the plan, whole or in part, from a JSON `file`, such as the plan.json of a finished run")
	flags.IntVar(&f.games, "games", plan.Games, "number of games")
	flags.StringVar(&f.size, "size", "9", "board size: 9, 13, 19, or columns x rows such as 9x7; each side 1 to 19")
	flags.StringVar(&f.rules, "rules", "chinese", "ruleset and overrides, such as chinese,komi=5.5,ko=situational")
	flags.StringVar(&f.komi, "komi", "", "komi in points, or in zi (3.75zi); overrides that of --rules")
	flags.IntVar(&f.maxMoves, "max-moves", 0, "end a game without result after so many moves; 0 = three times the points of the board")
	flags.Uint64Var(&f.seed, "seed", 0, "master seed; without it a random one is drawn and stored")
	flags.StringVar(&f.player, "player", "default", "both players: "+strings.Join(experiments.PlayerNames(), ", ")+", with options such as light:playouts=2000")
	flags.StringVar(&f.black, "black", "", "Black alone")
	flags.StringVar(&f.white, "white", "", "White alone")
	flags.IntVar(&f.playouts, "playouts", plan.Black.Playouts(), "playouts a move, where the player's own options do not say")
	flags.IntVar(&f.handicap, "handicap", 0, "handicap stones on the fixed points, 2 to 9; White moves first, and komi is 0 unless it is named")
	flags.StringVar(&f.setup, "setup", "", "`file` with the position that every game starts from: the root of an SGF record, or a board drawn with . X O")
	flags.StringVar(&f.prefix, "prefix", "", "moves that begin every game, such as \"E5 C3\"")
	flags.StringVar(&f.opening, "opening", "", "`file` of openings that the games take in turn: SGF, or a line of moves each")
	flags.IntVar(&f.openingPlies, "opening-plies", plan.Opening.Sampled, "plies drawn by visits instead of the best move, so that games differ")
	flags.Float64Var(&f.temperature, "temperature", plan.Opening.Temperature, "of that draw: above 1 flatter, below 1 sharper")
	flags.Float64Var(&f.resign, "resign", 0, "resign below this win rate, such as 0.05; 0 = play to the end, so that margins are true")
	flags.IntVar(&f.resignMoves, "resign-moves", plan.Resign.Moves, "for so many own moves in a row")
	flags.BoolVar(&f.stopSettled, "stop-settled", false, "end a game when every point is proved to live for one side")
	flags.BoolVar(&f.positions, "positions", false, "also write the table positions: one row a move, with policy and ownership")
	flags.IntVar(&f.shardGames, "shard-games", plan.ShardGames, "games in one part file")
}

// plan returns the plan that defaults, configuration file, environment and
// flags give, in this order.
func (f *planFlags) plan(flags *pflag.FlagSet) (*experiments.Plan, error) {
	plan := experiments.DefaultPlan()
	seeded := flags.Changed("seed")
	if f.config != "" {
		data, err := os.ReadFile(f.config)
		if err != nil {
			return nil, fmt.Errorf("--config: %w", err)
		}
		before := plan.Seed
		plan.Seed = 0
		if err := plan.ParsePlan(data); err != nil {
			return nil, fmt.Errorf("--config %s: %w", f.config, err)
		}
		if plan.Seed != 0 {
			seeded = true
		} else {
			plan.Seed = before
		}
	}
	if err := f.apply(&plan, flags.Changed); err != nil {
		return nil, err
	}
	if flags.Changed("seed") {
		plan.Seed = f.seed
	} else if !seeded {
		seed, err := randomSeed()
		if err != nil {
			return nil, err
		}
		plan.Seed = seed
	}
	return &plan, plan.Validate()
}

// apply changes the fields of plan whose flags were set.
func (f *planFlags) apply(plan *experiments.Plan, changed func(string) bool) error {
	given := givenFlags{changed: changed}
	set, value := given.set, given.value

	value("games", func() { plan.Games = f.games })
	set("size", func() (err error) {
		plan.Size.Size, err = ruleset.ParseSize(f.size)
		if limits := plan.Size.Validate(); err == nil || limits != nil && err.Error() == limits.Error() {
			err = experiments.CheckSize(plan.Size.Size) // games have narrower limits than records
		}
		return err
	})
	set("rules", func() (err error) { plan.Rules, err = ruleset.ParseRules(f.rules); return err })
	set("komi", func() (err error) { plan.Rules.Komi, err = ruleset.ParseKomi(f.komi); return err })
	value("max-moves", func() { plan.Rules.MaxMoves = f.maxMoves })
	set("player", func() (err error) {
		plan.Black, err = experiments.ParsePlayer(f.player)
		plan.White = plan.Black
		return err
	})
	set("black", func() (err error) { plan.Black, err = experiments.ParsePlayer(f.black); return err })
	set("white", func() (err error) { plan.White, err = experiments.ParsePlayer(f.white); return err })
	set("playouts", func() error {
		if err := plan.Black.SetPlayouts(f.playouts); err != nil {
			return err // White's would be the same
		}
		return plan.White.SetPlayouts(f.playouts)
	})
	set("setup", func() error { return f.applySetup(plan, changed("size")) })
	value("handicap", func() {
		plan.Handicap = f.handicap
		if f.handicap > 1 && !changed("komi") && !strings.Contains(f.rules, "komi") && f.config == "" {
			plan.Rules.Komi = 0
		}
	})
	set("prefix", func() error {
		if strings.ContainsAny(f.prefix, ",;") {
			return fmt.Errorf("%q: separate the moves with blanks, such as \"E5 C3\"", f.prefix)
		}
		plan.Opening.Prefix = strings.Fields(f.prefix)
		return nil
	})
	set("opening", func() (err error) {
		plan.Opening.Book, err = experiments.ReadBook(f.opening, plan.Size.Size)
		return err
	})
	value("opening-plies", func() { plan.Opening.Sampled = f.openingPlies })
	value("temperature", func() { plan.Opening.Temperature = f.temperature })
	value("resign", func() { plan.Resign.Below = f.resign })
	value("resign-moves", func() { plan.Resign.Moves = f.resignMoves })
	value("stop-settled", func() { plan.StopSettled = f.stopSettled })
	value("positions", func() { plan.SetPositions(f.positions) })
	value("shard-games", func() { plan.ShardGames = f.shardGames })
	return errors.Join(given.errs...)
}

// applySetup reads --setup. The size of the board is that of the file; it is
// an error if --size asks for another.
func (f *planFlags) applySetup(plan *experiments.Plan, sized bool) error {
	start, size, handicap, err := experiments.ReadStart(f.setup)
	if err != nil {
		return err
	}
	if sized && size != plan.Size.Size {
		return fmt.Errorf("%s: its board is %v, that of --size %v", f.setup, size, plan.Size)
	}
	plan.Setup, plan.Size.Size, plan.Handicap = start, size, handicap
	return nil
}
