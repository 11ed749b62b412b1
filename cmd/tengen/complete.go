package main

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/ruleset"
)

// completeValues tells the shell which values the flags for rules and players
// take, in all commands.
func completeValues(root *cobra.Command) {
	values := map[string][]string{
		"rules": ruleset.RulesetNames(), "assume-rules": ruleset.RulesetNames(),
		"player": experiments.PlayerNames(), "black": experiments.PlayerNames(), "white": experiments.PlayerNames(),
	}
	for _, command := range root.Commands() {
		command.Flags().VisitAll(func(flag *pflag.Flag) {
			names, known := values[flag.Name]
			if !known || flag.Value.Type() != "string" {
				return
			}
			// A flag cannot have a completion yet, which is the only error.
			_ = command.RegisterFlagCompletionFunc(flag.Name, cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveNoSpace))
		})
	}
}
