// Package mcts is Monte Carlo tree search with RAVE over playouts.
package mcts
