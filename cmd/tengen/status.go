package main

import (
	"github.com/spf13/cobra"

	"github.com/tengen-go/tengen/experiments"
)

func (a *app) statusCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "status FOLDER",
		Short: "Tell how far a run is",
		Long: `Tell how far a run is, whether a process is working on it, and which shards are
missing. Reading only; it may be called while the run goes on.`,
		Example: "  tengen status runs/first",
		Args:    oneFolder,
		RunE: func(_ *cobra.Command, args []string) error {
			status, err := experiments.ReadStatus(args[0])
			if err != nil {
				return err
			}
			return a.print(status, status.Text())
		},
	}
}
