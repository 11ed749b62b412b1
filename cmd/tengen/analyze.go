package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/ruleset"
)

// analyzeFlags are the flags of analyze.
type analyzeFlags struct {
	positionFlags
	searchFlags
	rules, komi, picture string
	top                  int
}

func (a *app) analyzeCommand() *cobra.Command {
	var flags analyzeFlags
	command := &cobra.Command{
		Use:   "analyze FILE|-",
		Short: "Look for the best moves of one position",
		Long: `Look for the best moves of one position: of a game in SGF, of a board drawn with
. X O, or after moves given with --size and --moves; --size alone is the empty board.
"-" reads standard input.

It shows the board with the best moves on it, who will own what, and for each move
its visits, the win rate, the lead in points and the line that is expected. Win
rates and leads are those of the player to move. Of moves that are alike because the
position is symmetric, one is shown. With playouts as the limit, one thread and the
same seed, the answer is the same every time.`,
		Example: `  tengen analyze game.sgf --move 30
  tengen analyze --size 9 --moves "E5 E3 G4" --playouts 50000 --picture board.svg
  tengen analyze game.sgf --time 10s --threads 2 --json`,
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
			analysis, err := experiments.Analyze(command.Context(), input, options)
			if err != nil {
				return fmt.Errorf("%s%w", prefix(input), err)
			}
			if flags.picture != "" {
				if err := analysis.SavePicture(flags.picture); err != nil {
					return err
				}
			}
			return a.print(analysis, analysis.Text())
		},
	}
	set := command.Flags()
	set.SortFlags = false
	flags.positionFlags.add(set)
	set.StringVar(&flags.rules, "rules", "", "ruleset and overrides; without it those of the record, or Chinese")
	set.StringVar(&flags.komi, "komi", "", "komi in points, or in zi (3.75zi); overrides that of the rules")
	flags.searchFlags.add(set, "threads")
	flags.player, set.Lookup("player").DefValue = "strong", "strong"
	set.Lookup("seed").Usage, set.Lookup("seed").DefValue = "seed of every random choice", "1"
	set.IntVar(&flags.top, "top", 10, "moves to show")
	set.StringVar(&flags.picture, "picture", "", "also draw the board into an .svg or .png `file`")
	return command
}

// options checks the flags that say how to search.
func (f *analyzeFlags) options(changed func(string) bool) (experiments.AnalyzeOptions, error) {
	options := experiments.AnalyzeOptions{Player: f.player, Seed: f.seed, Top: f.top}
	errs := []error{f.check(changed)}
	if search, err := f.search(changed); err != nil {
		errs = append(errs, err)
	} else {
		options.Search = *search
	}
	if f.rules != "" {
		rules, err := ruleset.ParseRules(f.rules)
		if err != nil {
			errs = append(errs, fmt.Errorf("--rules: %w", err))
		}
		options.Rules = &rules
	}
	if f.komi != "" {
		komi, err := ruleset.ParseKomi(f.komi)
		if err != nil {
			errs = append(errs, fmt.Errorf("--komi: %w", err))
		}
		options.Komi = &komi
	}
	if f.top < 1 {
		errs = append(errs, fmt.Errorf("--top is %d: it must be 1 or more", f.top))
	}
	if f.picture != "" {
		if err := experiments.CheckPicture(f.picture); err != nil {
			errs = append(errs, fmt.Errorf("--picture %w", err))
		}
	}
	if !changed("seed") {
		options.Seed = 1
	}
	return options, errors.Join(errs...)
}
