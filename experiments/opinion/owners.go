package opinion

import (
	"math"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/playout"
	"github.com/tengen-go/tengen/ruleset"
)

// playoutsAfter is how many playouts find out who owns the points after one
// move: their error is at most an eighth, and all moves of a 19x19 board take
// a few seconds.
const playoutsAfter = 64

// OwnersAfter tells who owns each point after a move, for the player to move in
// g, which is before it. It plays the game out by a policy that the search of
// g has.
func OwnersAfter(g *ruleset.Game, p ruleset.Point, policyText string, seed uint64) []float64 {
	size := g.Size()
	owned := make([]float64, size.Area())
	policy, err := playout.ParsePolicy(policyText)
	if err != nil { // a bug: the search has the same policy
		return owned
	}
	var root, board fastboard.Board
	if err := root.LoadGame(g); err != nil { // a bug: the search has loaded it
		return owned
	}
	move := fastboard.FromRuleset(p)
	if p != ruleset.Pass && root.Suicide(move) > 0 {
		root.PlaySuicide(move)
	} else {
		root.Play(move)
	}
	root.Resume() // it is played out, even if the move was the last pass
	var sums playout.Ownership
	runner, rng := playout.Runner{Policy: policy}, playout.NewRNG(Mix(seed^uint64(p)))
	for range playoutsAfter {
		board.CopyFrom(&root)
		runner.Run(&board, &rng, nil)
		sums.Add(&board)
	}
	for i := range owned {
		owned[i] = sums.At(fastboard.FromRuleset(size.PointAt(i)))
		if g.ToPlay() == ruleset.White {
			owned[i] = -owned[i]
		}
	}
	return owned
}

// Deviations returns the standard deviation of owners whose means are given:
// every playout ends with an owner, -1 or +1, for each point.
func Deviations(means []float64) []float64 {
	list := make([]float64, len(means))
	for i, x := range means {
		list[i] = math.Sqrt(max(1-x*x, 0))
	}
	return list
}
