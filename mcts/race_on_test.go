//go:build race

package mcts

// raced says that the tests run under the race detector, which also turns
// checks of the board on: some thirty times slower.
const raced = true
