//go:build !invariants && !race

package fastboard

// checking turns the checks of preconditions on.
const checking = false
