package main

import (
	"github.com/spf13/cobra"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/experiments"
)

func (a *app) learnCommand() *cobra.Command {
	var options experiments.LearnOptions
	var out string
	command := &cobra.Command{
		Use:   "learn FOLDER...",
		Short: "Learn the search's priors from games",
		Long: `Fit what the search believes of a move before it tries it (shape, captures, ladders,
distance to the moves before) to the moves of games: of self-play, matches or
imports. It writes a file of weights. Two are built into the program: mcts/weights9.json for
boards of up to 10 lines, mcts/weights19.json for larger ones. The same games and the same seed give the same file.`,
		Example: `  tengen selfplay --games 500 --playouts 2000 --opening-plies 12 --out runs/teacher
  tengen learn runs/teacher --out mcts/weights9.json && go build ./cmd/tengen`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(command *cobra.Command, args []string) error {
			if out == "" {
				return usagef("--out is missing: name the file to write, such as --out mcts/weights9.json")
			}
			if options.Rounds < 1 {
				return usagef("--rounds is %d: it must be 1 or more", options.Rounds)
			}
			options.Folders = args
			learned, err := experiments.Learn(command.Context(), options)
			if err != nil {
				return err
			}
			if err := datasets.WriteFileAtomic(out, learned.File); err != nil {
				return err
			}
			return a.print(learned, learned.Text())
		},
	}
	command.Flags().StringVar(&out, "out", "", "`file` to write")
	command.Flags().IntVar(&options.Rounds, "rounds", 8, "times to go through all positions")
	command.Flags().Uint64Var(&options.Seed, "seed", 1, "seed of their order")
	return command
}
