//go:build !amd64

package mcts

// hasVectors reports whether the vector functions can be called.
const hasVectors = false

func findBestVector(_, _ *uint64, _ int, _, _ float32, _ uint32, _ *scan) {}

func addRAVEVector(_, _, _ *uint64, _ int, _ uint64) {}
