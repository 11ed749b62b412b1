package opinion

import (
	"math"

	"github.com/tengen-go/tengen/mcts"
	"github.com/tengen-go/tengen/ruleset"
)

// Move is what is believed of one move.
type Move struct {
	mcts.Child
	Order   int     // 0 is the move to play
	Winrate float64 // the value, or what is believed of a move without visits
	LCB     float64 // lower end of an interval of three standard errors
	Prior   float64 // share of what was believed before the search; all children together have 1
	Score   Score   // of the playouts that began with it
}

// Moves returns what was looked at and is kept, the best move first, then by
// visits. Moves without visits come last, if there are fewer than least others.
func (o *Opinion) Moves(keep func(ruleset.Point) bool, least int) []Move {
	var list, unvisited []mcts.Child
	priors := 0.0
	for _, c := range o.Report.Children {
		priors += priorWeight(c)
		switch {
		case keep != nil && !keep(c.Point):
		case c.Point == o.Best() && (c.Visits > 0 || c.Value > 0):
			list = append([]mcts.Child{c}, list...)
		case c.Visits > 0:
			list = append(list, c)
		default:
			unvisited = append(unvisited, c)
		}
	}
	if missing := least - len(list); missing > 0 {
		list = append(list, unvisited[:min(missing, len(unvisited))]...)
	}
	moves := make([]Move, len(list))
	for i, c := range list {
		moves[i] = Move{Child: c, Order: i, Winrate: winrate(c), LCB: lcb(c), Prior: priorWeight(c) / priors}
		if m := o.moves[c.Point]; m != nil {
			moves[i].Score = m.Score
		}
		if c.Point == ruleset.Pass && c.Visits == 0 && c.Point == o.Best() { // it ends the game
			moves[i].Score = Score{Lead: o.lead(c.Score), Known: true}
		}
	}
	return moves
}

// Priors returns what was believed of each point before the search, the pass
// last, in shares: 0 where a move was no child.
func (o *Opinion) Priors() []float64 {
	size := o.Game.Size()
	shares, sum := make([]float64, size.Area()+1), 0.0
	for _, c := range o.Report.Children {
		shares[size.Index(c.Point)] = priorWeight(c)
		sum += priorWeight(c)
	}
	for i := range shares {
		shares[i] /= max(sum, 1)
	}
	return shares
}

// priorWeight is what a move's prior is in proportion to: the imagined wins
// with which the search began it. A move without prior counts as one.
func priorWeight(c mcts.Child) float64 { return 1 + float64(c.PriorVisits)*c.PriorValue }

func winrate(c mcts.Child) float64 {
	switch {
	case c.Visits > 0 || c.Value > 0:
		return c.Value
	case c.PriorVisits > 0:
		return c.PriorValue
	}
	return 0.5
}

func lcb(c mcts.Child) float64 {
	if c.Visits == 0 && c.Value > 0 { // known
		return c.Value
	}
	w, n := winrate(c), float64(c.Visits)
	return max(0, w-3*math.Sqrt((w*(1-w)+0.25/(n+1))/(n+1)))
}
