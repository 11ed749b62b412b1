package main

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/tengen-go/tengen/experiments/komi"
	"github.com/tengen-go/tengen/experiments/match"
)

func (a *app) statsCommand() *cobra.Command {
	plan := komi.DefaultPlan()
	confidence, within := plan.Confidence, plan.Within
	var out string
	command := &cobra.Command{
		Use:   "stats RUN…",
		Short: "Tell what finished games say about komi",
		Long: `Tell what the games of finished runs say about komi, with the statistics of a
komi study: fair komi by score shift and, with runs at several komi, by a fit over
komi; the komi with most draws; parity; first moves; the same games re-scored.

Games are put together where they differ in komi alone. Those under other rules, on
other boards, of other players or from other starts are a cell of their own; nothing
is mixed. Resigned games have no margin, so a run that has them gets no score shift;
games drawn by repetition are draws at any komi.`,
		Example: `  tengen stats runs/first
  tengen stats runs/komi5 runs/komi7 runs/komi9 --out studies/three`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return fmt.Errorf("no run: name one or more folders, those that selfplay wrote with --out")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if err := komi.CheckCollect(confidence, within); err != nil {
				return usageError{err}
			}
			for _, dir := range args {
				if komi.IsStudy(dir) {
					return fmt.Errorf("%s is a study, whose own statistics are in its %s and %s; to put runs of it together, name them: %s", dir, komi.ReportFile, komi.ResultFile,
						filepath.Join(dir, "settings", "*", "round-*"))
				}
				if match.Is(dir) {
					if err := match.CheckTables(dir); err != nil {
						return err
					}
				}
			}
			result, err := komi.Collect(args, confidence, within)
			if err != nil {
				return err
			}
			if out != "" {
				if err := result.WriteNew(out); err != nil {
					return err
				}
			}
			return a.print(result, result.Text())
		},
	}
	command.Flags().Float64Var(&confidence, "confidence", confidence, "of all intervals")
	command.Flags().Float64Var(&within, "within", within, "distance from equal chances that counts as balanced")
	command.Flags().StringVar(&out, "out", "", "also write table, figures and report to this new `folder`")
	return command
}
