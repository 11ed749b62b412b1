package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tengen-go/tengen/ruleset"
)

// variablePrefix is what all variables begin with.
const variablePrefix = "TENGEN_"

// variable is the environment variable of a flag: TENGEN_SHARD_GAMES for
// --shard-games.
func variable(flag string) string {
	return variablePrefix + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// fillFromEnvironment sets the flags that the command line left alone and the
// environment names. They count as set, so that they win over a configuration
// file.
func (a *app) fillFromEnvironment(command *cobra.Command) error {
	errs := []error{checkEnvironment(command.Root())}
	command.Flags().VisitAll(func(flag *pflag.Flag) {
		value, set := os.LookupEnv(variable(flag.Name))
		if !set || flag.Changed || flag.Name == "help" {
			return
		}
		if err := command.Flags().Set(flag.Name, value); err != nil {
			errs = append(errs, fmt.Errorf("environment variable %s: %w", variable(flag.Name), plainFlagError(err)))
		}
		a.fromEnvironment = append(a.fromEnvironment, flag.Name)
	})
	if err := errors.Join(errs...); err != nil {
		return usageError{err}
	}
	return nil
}

// sayEnvironment names the variables behind the flags that an error speaks of.
func (a *app) sayEnvironment(err error) {
	words := strings.FieldsFunc(err.Error(), func(r rune) bool { return r != '-' && !unicode.IsLetter(r) })
	for _, flag := range a.fromEnvironment {
		if slices.Contains(words, "--"+flag) {
			a.say("--%s was set by the environment variable %s.", flag, variable(flag))
		}
	}
}

// ofTests are variables of the tests and of continuous integration, which
// start the program as well.
var ofTests = []string{"TENGEN_CASES", "TENGEN_FUZZTIME", "TENGEN_REQUIRE", "TENGEN_SABAKI", "TENGEN_STRENGTH_GAMES"}

// checkEnvironment reports variables that belong to no flag of any command.
func checkEnvironment(root *cobra.Command) error {
	var known []string
	addFlags := func(flag *pflag.Flag) { known = append(known, variable(flag.Name)) }
	root.PersistentFlags().VisitAll(addFlags)
	for waiting := root.Commands(); len(waiting) > 0; waiting = append(waiting[1:], waiting[0].Commands()...) {
		waiting[0].Flags().VisitAll(addFlags)
	}
	slices.Sort(known)
	known = slices.Compact(known)
	ownNames := make([]string, len(known))
	for i, name := range known {
		ownNames[i] = name[len(variablePrefix):]
	}
	var errs []error
	for _, setting := range os.Environ() {
		name, _, _ := strings.Cut(setting, "=")
		if !strings.HasPrefix(name, variablePrefix) || strings.HasPrefix(name, "TENGEN_TEST_") || slices.Contains(known, name) || slices.Contains(ofTests, name) {
			continue
		}
		remedy := "no flag is called like that"
		// What all of them begin with does not make two names alike.
		if near, ok := strings.CutPrefix(ruleset.Suggest(name[len(variablePrefix):], ownNames), "did you mean "); ok {
			near, _, _ = strings.Cut(near, "?")
			remedy = "did you mean " + variablePrefix + near + "?"
		}
		errs = append(errs, fmt.Errorf("environment variable %s: %s; unset it", name, remedy))
	}
	return errors.Join(errs...)
}
