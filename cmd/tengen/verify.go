package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/experiments/komi"
	"github.com/tengen-go/tengen/experiments/match"
	"github.com/tengen-go/tengen/experiments/records"
	"github.com/tengen-go/tengen/experiments/tune"
)

func (a *app) verifyCommand() *cobra.Command {
	var options experiments.VerifyOptions
	command := &cobra.Command{
		Use:   "verify FOLDER",
		Short: "Check a run, a match, a tuning, a study or an import: files, legality, results, hashes",
		Long: `Check that the files of a run are sound and as its manifest lists them, that every
game is where it belongs, and that the referee, playing the games again, finds
every move legal and the same result, counts and final hash. The SGF files of a
match must be those of its games, and the matches of a tuning those that follow
from its plan. The rounds of a komi study must be those that follow from its plan
and their games, and its result and the table komi_cells what the games give. Of an import the results are those of the
records, and the board must confirm those of which the column scoring_method says
so. Duplicate games are counted. The exit code is 1 if anything is wrong.`,
		Example: `  tengen verify runs/first
  tengen verify runs/first --sample 1000 --regenerate 5`,
		Args: oneFolder,
		RunE: func(command *cobra.Command, args []string) error {
			if options.Sample < 0 || options.Regenerate < 0 || options.Workers < 0 {
				return usagef("--sample, --regenerate and --workers must not be negative")
			}
			meter := a.newMeter("verify", "games")
			options.Progress = meter.show
			check := experiments.Verify
			switch {
			case match.Is(args[0]):
				check = match.Verify
			case tune.Is(args[0]):
				check = tune.Verify
			case komi.IsStudy(args[0]):
				check = komi.Verify
			case records.Is(args[0]):
				check = experiments.VerifyImport
			}
			v, err := check(command.Context(), args[0], options)
			meter.done()
			if err != nil {
				return err
			}
			if err := a.print(v, verificationText(v)); err != nil {
				return err
			}
			if v.Failures > 0 {
				return errors.New("the run is not as it should be")
			}
			return nil
		},
	}
	flags := command.Flags()
	flags.IntVar(&options.Sample, "sample", 0, "replay so many games, drawn at random; 0 = all")
	flags.IntVar(&options.Regenerate, "regenerate", 0, "also play so many games again from the plan and compare them")
	flags.IntVar(&options.Workers, "workers", 0, "games checked at once; 0 = one for each processor")
	return command
}

func verificationText(v *experiments.Verification) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d of %d games stored, %d replayed", v.Games, v.Planned, v.Replayed)
	if v.Positions > 0 {
		fmt.Fprintf(&b, " with %d positions", v.Positions)
	}
	if v.Regenerated > 0 {
		fmt.Fprintf(&b, ", %d played again from the plan", v.Regenerated)
	}
	fmt.Fprintf(&b, "; %d duplicates, mirror images and rotations included\n", v.Duplicates)
	for _, problem := range v.Problems {
		fmt.Fprintf(&b, "  %s\n", problem)
	}
	if hidden := v.Failures - len(v.Problems); hidden > 0 {
		fmt.Fprintf(&b, "  … and %d more\n", hidden)
	}
	for _, note := range v.Notes {
		fmt.Fprintf(&b, "Note: %s.\n", note)
	}
	switch {
	case v.Failures > 0:
		fmt.Fprintf(&b, "%d problems.\n", v.Failures)
	case !v.Complete:
		b.WriteString("What is there is sound; the run is not complete.\n")
	default:
		b.WriteString("Everything is as it should be.\n")
	}
	return b.String()
}
