package mcts

import (
	"math"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/playout"
	"github.com/tengen-go/tengen/ruleset"
)

const (
	// settled is the mean ownership from which a point counts as settled under
	// territory scoring: it is no use playing there, whoever owns it.
	settled = 0.5

	// decided is that from which a point inside open borders is as good as
	// somebody's.
	decided = 0.8

	// doubtless is the number of standard errors that make a difference.
	doubtless = 3
)

// allowFreePass is allowPass under territory scoring, where a pass costs
// nothing: it is always a child of the root and may always be the move.
func (s *Search) allowFreePass(n *node) {
	s.mayPass = true
	s.sharePass = len(n.links) > 1 &&
		(s.board.Passes() > 0 || 4*s.board.EmptyCount() <= 3*s.count.Size.Area())
}

// decideFreePass is decide under territory scoring. The tolerances are widened
// by the standard error of the pass's value: with few playouts, passing depends
// on whether there is something left to settle. While borders are open, a pass
// has to be better than the plays beyond doubt: the count of such a board would
// say nothing, even if who will win is clear.
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
	if s.openPoints(owners) > max(s.count.Size.W, s.count.Size.H)/2 {
		open, sign, least := pass, s.sign(), 0
		for _, c := range plays { // the most visited first
			if open.Point != ruleset.Pass && c.Visits*scoreShare < least {
				break // too few visits for their value to tell anything
			}
			if c.Value > pass.Value-doubtless*noise && s.open(c.Point, owners) &&
				(open.Point == ruleset.Pass || c.Value > open.Value+settledTolerance ||
					c.Value > open.Value-settledTolerance && sign*c.Score > sign*open.Score) {
				if open.Point == ruleset.Pass {
					least = c.Visits
				}
				open = c
			}
		}
		if open.Point != ruleset.Pass {
			return open.Point, open.Value
		}
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

// open reports whether a play is at a point that is nobody's, on the board and
// in most playouts, and is no self-atari.
func (s *Search) open(p ruleset.Point, owners *playout.Ownership) bool {
	q := fastboard.FromRuleset(p)
	mean := owners.At(q)
	return -decided < mean && mean < decided && s.cleared.Owner(p) == ruleset.Empty && !s.isSuicide(q) && !s.board.SelfAtari(q)
}

// openPoints counts the points that are open.
func (s *Search) openPoints(owners *playout.Ownership) int {
	n := 0
	for _, p := range s.count.Size.Points() {
		if q := fastboard.FromRuleset(p); s.board.Legal(q) && s.open(p, owners) {
			n++
		}
	}
	return n
}

// clear counts the position once the chains are off the board whose stones
// belong to the opponent in the mean.
func (s *Search) clear(g *ruleset.Game, owners *playout.Ownership) ruleset.Count {
	var dead []ruleset.Point
	for color, stones := range g.Position().Chains() {
		mean := 0.0 // for Black
		for _, stone := range stones {
			mean += owners.At(fastboard.FromRuleset(stone)) / float64(len(stones))
		}
		if color == ruleset.Black && mean < -settled || color == ruleset.White && mean > settled {
			dead = append(dead, stones...)
		}
	}
	return g.Score(dead)
}
