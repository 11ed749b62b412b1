package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/experiments/lifedeath"
	"github.com/tengen-go/tengen/ruleset"
)

// scoreFlags are the flags of score.
type scoreFlags struct {
	positionFlags
	dead, method   string
	komi, captures string
	handicap       int
	playouts       int
	seed           uint64
}

func (a *app) scoreCommand() *cobra.Command {
	var flags scoreFlags
	command := &cobra.Command{
		Use:   "score FILE|-",
		Short: "Count a position or a game under every ruleset",
		Long: `Count one position under every ruleset, in one table: a game in SGF, a board drawn
with . X O, or moves given with --size and --moves. "-" reads standard input.

Dead stones are found by --method, and the output says how:
  all-alive  none is dead, the board is counted as it stands (the default)
  agreed     those of --dead, which implies it
  proved     all life and death must be proved, else it is an error
  playout    play goes on until only own eyes are left; then all is alive
  estimate   playouts vote; an opinion with a confidence, never a result

Each ruleset counts with its own komi unless --komi is given; the line "record"
has the rules and the komi of the record.`,
		Example: `  tengen score game.sgf --dead "D4 Q16"
  tengen score game.sgf --move 120 --method estimate --json
  tengen score --size 5 --moves "C3 D3 C2 D2 C4 D4 C1 D1 C5 D5 pass pass"`,
		Args: flags.args,
		RunE: func(command *cobra.Command, args []string) error {
			options, err := flags.options(command.Flags().Changed)
			if err != nil {
				return usageError{err}
			}
			input, err := flags.input(command.Flags().Changed, args, a.stdin)
			if err != nil {
				return err
			}
			table, err := experiments.Score(input, options)
			if err != nil {
				return fmt.Errorf("%s%w", prefix(input), err)
			}
			return a.print(table, table.Text())
		},
	}
	f := command.Flags()
	f.SortFlags = false
	flags.add(f)
	f.StringVar(&flags.method, "method", "", "how dead stones are found: all-alive, agreed, proved, playout, estimate; without it, and without --dead, as the record marks them")
	f.StringVar(&flags.dead, "dead", "", "dead stones, one of each chain, such as \"D4 Q16\"")
	f.StringVar(&flags.komi, "komi", "", "komi under every ruleset, in points, or in zi (3.75zi)")
	f.IntVar(&flags.handicap, "handicap", 0, "handicap stones that the rules may compensate White for; without it those of the record")
	f.StringVar(&flags.captures, "captures", "", "stones taken by Black and by White, such as 3,5; without it those of the moves")
	f.IntVar(&flags.playouts, "playouts", lifedeath.DefaultPlayouts, "playouts of an estimate")
	f.Uint64Var(&flags.seed, "seed", 1, "seed of an estimate or a play-out")
	return command
}

// options checks the flags that say how to count.
func (f *scoreFlags) options(changed func(string) bool) (experiments.ScoreOptions, error) {
	options := experiments.ScoreOptions{Handicap: -1, Playouts: f.playouts, Seed: f.seed}
	var errs []error
	complain := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	method, err := parseMethod(f.method, f.dead)
	if err != nil {
		errs = append(errs, err)
	}
	options.Method, options.Marked = method, f.method == "" && method == ruleset.AllAlive
	for _, vertex := range vertices(f.dead) {
		p, err := ruleset.ParsePoint(vertex)
		if err != nil {
			complain("--dead: %w", err)
		}
		options.Dead = append(options.Dead, p)
	}
	if changed("komi") {
		komi, err := ruleset.ParseKomi(f.komi)
		if err != nil {
			complain("--komi: %w", err)
		}
		options.Komi = &komi
	}
	if changed("handicap") {
		if options.Handicap = f.handicap; f.handicap < 0 || f.handicap > ruleset.MaxSide*ruleset.MaxSide {
			complain("--handicap is %d: give the number of stones, 0 for none", f.handicap)
		}
	}
	if changed("captures") {
		var taken [2]int
		var rest string
		if n, _ := fmt.Sscanf(f.captures+" ", "%d,%d%s", &taken[0], &taken[1], &rest); n != 2 || taken[0] < 0 || taken[1] < 0 {
			complain("--captures is %q: give two numbers, stones taken by Black and by White, such as 3,5", f.captures)
		}
		options.Captures = &taken
	}
	if changed("playouts") && method != ruleset.Estimated {
		complain("--playouts is of --method estimate, not of %v", method)
	}
	if f.playouts < 1 || f.playouts > lifedeath.MaxPlayouts {
		complain("--playouts is %d: give 1 to %d", f.playouts, lifedeath.MaxPlayouts)
	}
	if changed("seed") && method != ruleset.Estimated && method != ruleset.PlayedOut {
		complain("--seed is of --method estimate and playout, not of %v", method)
	}
	if err := f.check(changed); err != nil {
		errs = append(errs, err)
	}
	return options, errors.Join(errs...)
}

// parseMethod reads --method; without it, dead stones are as named or none.
func parseMethod(text, dead string) (ruleset.DeadStones, error) {
	named := len(vertices(dead)) > 0
	if text == "" {
		if named {
			return ruleset.Agreed, nil
		}
		return ruleset.AllAlive, nil
	}
	var known []string
	for method := ruleset.AllAlive; method <= ruleset.Proved; method++ {
		known = append(known, method.String())
		if method.String() != text {
			continue
		}
		if named && method != ruleset.Agreed {
			return method, fmt.Errorf("--dead names dead stones, which --method %s finds by itself: leave one of the two out", text)
		}
		return method, nil
	}
	return 0, fmt.Errorf("--method %q is unknown: %s", text, ruleset.Suggest(text, known))
}
