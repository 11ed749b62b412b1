package main

import (
	"fmt"
	"os"
)

// givenFlags applies the flags that were set to a plan, and collects what is
// wrong with them.
type givenFlags struct {
	changed func(flag string) bool
	errs    []error
}

// set applies a flag that may be wrong.
func (g *givenFlags) set(flag string, apply func() error) {
	if !g.changed(flag) {
		return
	}
	if err := apply(); err != nil {
		g.errs = append(g.errs, fmt.Errorf("--%s: %w", flag, err))
	}
}

// value applies a flag that is checked with the plan.
func (g *givenFlags) value(flag string, assign func()) {
	g.set(flag, func() error { assign(); return nil })
}

// readConfig reads the file of --config, if one is named.
func readConfig(path string, parse func(data []byte) error) error {
	if path == "" {
		return nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("--config: %w", err)
	}
	if err := parse(data); err != nil {
		return fmt.Errorf("--config %s: %w", path, err)
	}
	return nil
}

// chooseSeed sets a plan's seed to that of --seed if it was given, and draws one
// where there is none.
func chooseSeed(seed *uint64, given bool, flag uint64) (err error) {
	switch {
	case given:
		*seed = flag
	case *seed == 0:
		*seed, err = randomSeed()
	}
	return err
}
