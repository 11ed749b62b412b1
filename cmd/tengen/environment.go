package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// variable is the environment variable of a flag: TENGEN_SHARD_GAMES for
// --shard-games.
func variable(flag string) string {
	return "TENGEN_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// fillFromEnvironment sets the flags that the command line left alone and the
// environment names. They count as set, so that they win over a configuration
// file.
func fillFromEnvironment(command *cobra.Command) error {
	var errs []error
	command.Flags().VisitAll(func(flag *pflag.Flag) {
		value, set := os.LookupEnv(variable(flag.Name))
		if !set || flag.Changed || flag.Name == "help" {
			return
		}
		if err := command.Flags().Set(flag.Name, value); err != nil {
			errs = append(errs, fmt.Errorf("environment variable %s: %w", variable(flag.Name), err))
		}
	})
	if err := errors.Join(errs...); err != nil {
		return usageError{err}
	}
	return nil
}
