package mcts

import (
	"math"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/playout"
	"github.com/tengen-go/tengen/ruleset"
)

// settled is the mean ownership from which a point counts as settled under
// territory scoring: it is no use playing there, whoever owns it.
const settled = 0.5

// allowFreePass is allowPass under territory scoring, where a pass costs
// nothing: it is always a child of the root and may always be the move.
func (s *Search) allowFreePass(n *node) {
	s.mayPass = true
	s.sharePass = len(n.links) > 1 &&
		(s.board.Passes() > 0 || 2*s.board.EmptyCount() <= s.count.Size.Area())
}

// decideFreePass is decide under territory scoring. The tolerances are widened
// by the standard error of the pass's value: with few playouts, passing depends
// on whether there is something left to settle.
func (s *Search) decideFreePass(
	plays []Child, best, pass Child, owners *playout.Ownership,
) (ruleset.Point, float64) {
	if pass.Visits == 0 {
		return best.Point, best.Value
	}
	noise := 0.5 / math.Sqrt(float64(pass.Visits))
	if best.Value > pass.Value+max(passTolerance, noise) {
		return best.Point, best.Value
	}
	for _, c := range plays {
		if c.Value >= pass.Value-max(tidyTolerance, noise) && s.unsettled(c.Point, owners) {
			return c.Point, c.Value
		}
	}
	return ruleset.Pass, pass.Value
}

// unsettled is useful under territory scoring: whether a point is open, so
// that something may be gained there. Plays at other points fill territory of
// one's own or help the opponent to a prisoner.
func (s *Search) unsettled(p ruleset.Point, owners *playout.Ownership) bool {
	q := fastboard.FromRuleset(p)
	if s.isSuicide(q) || s.board.SelfAtari(q) {
		return false
	}
	mean := owners.At(q)
	return -settled < mean && mean < settled
}
