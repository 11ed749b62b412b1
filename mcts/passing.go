package mcts

import (
	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/playout"
	"github.com/tengen-go/tengen/ruleset"
)

// standing is how the player to move fares if the game is counted as it
// stands, in half wins.
func (s *Search) standing() uint32 {
	result := s.count.Result()
	switch result.Winner {
	case s.color:
		return 2
	case ruleset.Empty:
		return 1
	}
	return 0
}

// allowPass says whether the pass is a choice at the root: never while it
// loses by the count, if anything is left to play; otherwise after a pass, and
// when the board is divided up.
func (s *Search) allowPass() {
	n := s.arena.node(s.root)
	n.allow(true) // so that all children can be seen
	n = s.arena.node(s.root)
	plays := len(n.links) - 1
	size := s.count.Size
	narrow := max(size.W, size.H)
	ending := s.board.Passes() > 0 || plays <= narrow || s.count.Neutral <= narrow
	pass := plays == 0 || ending && s.standing() > 0
	switch {
	case !pass:
		n.forget(plays)
	case plays > 0 && n.visit(plays).count() == 0:
		n.setPrior(plays, passPrior)
	}
	n.allow(pass)
}

// forget takes the visits of a child away, and what is below it.
func (n *node) forget(slot int) {
	l := n.link(slot)
	*n.total -= uint64(n.visit(slot).count())
	n.visits[slot] = uint64(l.prior())
	n.links[slot] = uint64(l.withChild(noNode))
}

// passPrior is the prior of a pass at the root that would not lose by the
// count: good enough to be looked at.
var passPrior = makeTally(10, 18)

// setPrior replaces the prior of a child.
func (n *node) setPrior(slot int, prior tally) {
	l := n.link(slot)
	n.visits[slot] = uint64(n.visit(slot) + prior)
	n.links[slot] = uint64(makeLink(l.move(), prior).withChild(l.child()))
}

// decide returns the move to play and its value.
func (s *Search) decide(g *ruleset.Game, children []Child, owners *playout.Ownership) (ruleset.Point, float64) {
	pass, hasPass := Child{}, false
	var plays []Child
	for _, c := range children {
		if c.Point == ruleset.Pass {
			pass, hasPass = c, true
		} else if len(plays) > 0 || g.Legal(c.Point) == nil {
			plays = append(plays, c)
		}
	}
	if len(plays) == 0 {
		return ruleset.Pass, pass.Value
	}
	best := plays[0]
	if !hasPass {
		return best.Point, best.Value
	}
	passValue, known := pass.Value, pass.Visits >= max(minPassVisits, best.Visits/passShare)
	if s.board.Passes()+1 >= s.passesToEnd {
		passValue, known = float64(s.standing())/2, true
	}
	if !known || best.Value > passValue+passTolerance {
		return best.Point, best.Value
	}
	for _, c := range plays {
		if c.Value >= passValue-passTolerance && s.useful(c.Point, owners) {
			return c.Point, c.Value
		}
	}
	return ruleset.Pass, passValue
}

const (
	minPassVisits = 8
	passShare     = 20
	passTolerance = 0.05
	likely        = 0.4
)

// useful reports whether a play can make the count better for the player to
// move: where the board as it stands gives him less than the playouts do.
func (s *Search) useful(p ruleset.Point, owners *playout.Ownership) bool {
	q := fastboard.FromRuleset(p)
	mine := owners.At(q)
	if s.color == ruleset.White {
		mine = -mine
	}
	switch s.count.Owner(p) {
	case s.color:
		return false
	case s.color.Opponent():
		return mine > likely && !s.selfAtari(q)
	}
	return mine > -likely && !s.selfAtari(q)
}

// selfAtari reports whether a play captures nothing and leaves its chain with
// one liberty.
func (s *Search) selfAtari(p fastboard.Point) bool {
	b := &s.workers[0].board
	b.CopyFrom(&s.board)
	stones := b.EmptyCount()
	b.Play(p)
	_, atari := b.InAtari(p)
	return atari && b.EmptyCount() < stones
}
