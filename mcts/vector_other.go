//go:build !amd64

package mcts

// hasVectors reports whether the vector functions can be called.
const hasVectors = false

func bestVector(_, _ *uint64, _ int, _, _ float32, _ uint32, _ int, _ *float32) (int, float32) {
	return 0, 0
}

func addRAVEVector(_, _, _ *uint64, _ int, _ uint64) {}
