package main

import "fmt"

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
