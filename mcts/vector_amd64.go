package mcts

import "github.com/tengen-go/tengen/playout/lanes"

// hasVectors reports whether the vector functions can be called: they need less
// than the kernels do.
var hasVectors = lanes.HasKernels

// bestVector is selector.best, sixteen children at a time. It leaves their worths in
// whole vectors of worths.
//
//go:noescape
func bestVector(visits, rave *uint64, n int, perEquivalence, explore float32, worthless uint32, start int, worths *float32) (slot int, worth float32)

// addRAVEVector is addRAVEPlain, eight children at a time; plays and moves are
// as many words each.
//
//go:noescape
func addRAVEVector(rave, plays, moves *uint64, words int, result uint64)
