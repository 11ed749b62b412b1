package mcts

import (
	"unsafe"

	"github.com/tengen-go/tengen/playout/lanes"
)

// hasVectors reports whether the vector functions can be called: they need less
// than the kernels do.
var hasVectors = lanes.HasKernels

// findBestVector is scan.findBest, sixteen children at a time.
//
//go:noescape
func findBestVector(visits, rave *uint64, n int, perEquivalence, explore float32, worthless uint32, scan *scan)

// addRAVEVector is addRAVEPlain, eight children at a time; plays and moves are
// as many words each.
//
//go:noescape
func addRAVEVector(rave, plays, moves *uint64, words int, result uint64)

// The assembly knows where scan.best lies.
var _ [unsafe.Offsetof(scan{}.best)]struct{} = [1472]struct{}{}
