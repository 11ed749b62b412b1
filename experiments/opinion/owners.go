package analysis

import (
	"github.com/tengen-go/tengen/experiments/opinion"
	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/playout"
	"github.com/tengen-go/tengen/ruleset"
)

// playoutsAfter is how many playouts find out who owns the points after one
// move: their error is at most an eighth, and all moves of a 19x19 board take
// a few seconds.
const playoutsAfter = 64

// ownershipAfter returns a function that tells who owns each point after a
// move, for the player to move before it.
func (w *worker) ownershipAfter(q *query, g *ruleset.Game, seed uint64) func(ruleset.Point) []float64 {
	return func(p ruleset.Point) []float64 {
		size := g.Size()
		owned := make([]float64, size.Area())
		policy, err := playout.ParsePolicy(q.config.Search.Policy)
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
		runner, rng := playout.Runner{Policy: policy}, playout.NewRNG(opinion.Mix(seed^uint64(p)))
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
}
