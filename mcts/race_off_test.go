//go:build !race

package mcts

const raced = false
