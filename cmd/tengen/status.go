package main

import (
	"github.com/spf13/cobra"

	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/experiments/komi"
	"github.com/tengen-go/tengen/experiments/match"
	"github.com/tengen-go/tengen/experiments/records"
	"github.com/tengen-go/tengen/experiments/tune"
)

func (a *app) statusCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "status FOLDER",
		Short: "Tell how far a run, a match, a tuning, a study or an import is",
		Long: `Tell how far a run is, whether a process is working on it, and which shards are
missing. Of a match it shows the standings, of a tuning what was found so far, of
a komi study what is known of the fair komi, of an import what was read. Reading only; it may be called while the run goes on.`,
		Example: "  tengen status runs/first",
		Args:    oneFolder,
		RunE: func(_ *cobra.Command, args []string) error {
			if match.Is(args[0]) {
				report, err := match.Read(args[0])
				if err != nil {
					return err
				}
				return a.print(report, report.Text())
			}
			if tune.Is(args[0]) {
				report, err := tune.Read(args[0])
				if err != nil {
					return err
				}
				return a.print(report, report.Text())
			}
			if komi.IsStudy(args[0]) {
				status, err := komi.ReadStatus(args[0])
				if err != nil {
					return err
				}
				return a.print(status, status.Text())
			}
			if records.Is(args[0]) {
				status, err := records.ReadStatus(args[0])
				if err != nil {
					return err
				}
				return a.print(status, status.Text())
			}
			status, err := experiments.ReadStatus(args[0])
			if err != nil {
				return err
			}
			return a.print(status, status.Text())
		},
	}
}
