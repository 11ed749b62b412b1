package mcts

import (
	"slices"
	"sync/atomic"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/playout"
	"github.com/tengen-go/tengen/ruleset"
)

// The constants of passing and of the end of the game.
const (
	// passTolerance is how much worse than the best play a pass may look and
	// still be made: the noise of a few hundred playouts. tidyTolerance is how
	// much worse than a pass a useful play may look.
	passTolerance = 0.05
	tidyTolerance = 0.1

	// Of passShare simulations, one begins with a pass where its value has to
	// be found out. It is trusted once there are minPassVisits.
	passShare     = 8
	minPassVisits = 4

	// likely is the mean ownership from which a point is taken to become a
	// player's.
	likely = 0.4

	// A self-atari of at most smallLoss stones that gains scoreGain points in
	// the mean of minScoreVisits visits leads to a capture.
	smallLoss      = 2
	scoreGain      = 2
	minScoreVisits = 8

	// Within settledTolerance of a certain win or loss, plays are told apart
	// by points. Only plays that have one visit for scoreShare of the most
	// visited play's are considered.
	settledTolerance = 0.02
	scoreShare       = 4
)

// standing is how the player to move fares if the game is counted as it
// stands, in half wins.
//
// Who has passed first is part of it where the komi depends on that: what is
// asked is whether to pass.
func (s *Search) standing() uint32 {
	count := s.count
	if s.scoring.noPass && s.scoring.color == ruleset.Black {
		count.Margin += s.scoring.rules.FirstPass
	}
	switch count.Result().Winner {
	case s.scoring.color:
		return 2
	case ruleset.Empty:
		return 1
	}
	return 0
}

// allowPass says whether a pass may be the move, and whether it is a child of
// the root.
//
// It may be the move if the count as it stands is not lost, or if there is
// nothing left to play but self-atari. It is a child if its value has to be
// found out, that is, if it does not end the game, and if the board is divided
// up, so that it has a point. Then it gets a fixed share of the simulations:
// left to the selection, a pass that wins would keep the search from finding
// the plays that win by more.
func (s *Search) allowPass() {
	n := s.arena.node(s.root)
	n.allow(true) // so that all children can be seen
	n = s.arena.node(s.root)
	plays := n.pass()
	if s.scoring.territory {
		s.allowFreePass(&n)
		return
	}
	s.mayPass = s.standing() > 0 || !s.anythingLeft(&n)
	child := s.mayPass && !s.passEnds() && (n.has(headerNarrow) || s.count.Neutral <= s.narrow)
	s.sharePass = child && plays > 0
	if plays == 0 {
		child = true
	} else if !child {
		n.forget(plays)
	}
	n.allow(child)
}

// chooseAtRoot chooses a child of the root where the pass, the last one, has a
// share of its own.
func (s *Search) chooseAtRoot(w *worker, visits, rave []uint64, total uint64, number int64) int {
	pass := len(visits) - 1
	if number%passShare == passShare-1 && tally(atomic.LoadUint64(&visits[pass])).proof() != provenLoss {
		return pass
	}
	return s.selector.choose(&w.scan, visits[:pass], rave, total, w.noise.Uint64())
}

// passEnds reports whether a pass at the root would end the game, and its value
// is known.
func (s *Search) passEnds() bool {
	return !s.scoring.territory && s.board.Passes()+1 >= s.passesToEnd &&
		(s.scoring.color == ruleset.White || !s.scoring.rules.WhitePassesLast)
}

// anythingLeft reports whether there is a play at the root that captures
// something or does not leave its chain in atari.
func (s *Search) anythingLeft(n *node) bool {
	for slot := range n.links[:n.pass()] {
		if p := n.link(slot).move(); !s.board.SelfAtari(p) && !s.isSuicide(p) {
			return true
		}
	}
	return false
}

// isSuicide reports whether a child of the root is a suicide.
func (s *Search) isSuicide(p fastboard.Point) bool {
	return s.suicide && s.board.Suicide(p) > 0
}

// forget takes the visits of a child away, and what is below it.
func (n *node) forget(slot int) {
	l := n.link(slot)
	n.visits[slot] = uint64(l.prior()) | uint64(n.visit(slot).proof())
	n.links[slot] = uint64(l.withChild(noNode))
}

// choose returns the move to play, which is legal, and its value. The children
// are sorted by visits.
func (s *Search) choose(g *ruleset.Game, children []Child, owners *playout.Ownership) (ruleset.Point, float64) {
	var pass Child
	plays := s.plays[:0]
	for _, c := range children {
		if c.Point == ruleset.Pass {
			pass = c
		} else {
			plays = append(plays, c)
		}
	}
	s.plays = plays
	plays = notLost(plays)
	if s.scoring.territory {
		s.cleared = s.clear(g, owners)
	}
	for {
		p, value := s.decide(plays, pass, owners)
		if g.Legal(p) == nil {
			return p, value
		}
		// The referee has the last word, should the two boards ever differ.
		plays = slices.DeleteFunc(plays, func(c Child) bool { return c.Point == p })
	}
}

// decide returns the move to play and its value.
func (s *Search) decide(plays []Child, pass Child, owners *playout.Ownership) (ruleset.Point, float64) {
	if len(plays) == 0 {
		return ruleset.Pass, pass.Value
	}
	if lost(plays[0]) && pass.Visits > 0 && !lost(pass) {
		return ruleset.Pass, pass.Value
	}
	best := s.bestPlay(plays)
	if best.Proven && best.Value == 1 && !pass.Proven {
		return best.Point, best.Value
	}
	if s.scoring.territory {
		return s.decideFreePass(plays, best, pass, owners)
	}
	trusted := s.passEnds() || pass.Visits >= minPassVisits
	if !s.mayPass || !trusted || best.Value > pass.Value+passTolerance {
		return best.Point, best.Value
	}
	if s.standing() > 0 {
		for _, c := range plays {
			if c.Value >= pass.Value-tidyTolerance && s.useful(c, owners) {
				return c.Point, c.Value
			}
		}
	}
	return ruleset.Pass, pass.Value
}

// lost reports whether a move is proven to lose.
func lost(c Child) bool { return c.Proven && c.Value == 0 }

// notLost returns the plays that are proven to win, or else those that are not
// proven to lose, or else all.
func notLost(plays []Child) []Child {
	won := func(c Child) bool { return c.Proven && c.Value == 1 }
	for _, good := range []func(Child) bool{won, func(c Child) bool { return !lost(c) }} {
		if slices.ContainsFunc(plays, good) {
			return slices.DeleteFunc(plays, func(c Child) bool { return !good(c) })
		}
	}
	return plays
}

// bestPlay returns the most visited play. When the game is as good as won or
// lost, the values do not tell plays apart any more, and the search wanders;
// then the play with the best mean score is taken, so that the winner does not
// give points away and the loser does not destroy his own groups.
func (s *Search) bestPlay(plays []Child) Child {
	best := plays[0]
	if best.Value > settledTolerance && best.Value < 1-settledTolerance {
		return best
	}
	sign := s.sign()
	for _, c := range plays[1:] {
		if c.Visits*scoreShare < plays[0].Visits {
			break
		}
		if c.Value >= plays[0].Value-settledTolerance && sign*c.Score > sign*best.Score {
			best = c
		}
	}
	return best
}

// useful reports whether a play can make the count better for the player to
// move: where the board as it stands gives him less than the playouts do, for
// example next to dead stones that have not been captured.
//
// A self-atari is more often the end of a seki than a step to a capture. It is
// a step to a capture if the opponent, by taking the stones, is left with too
// little room for two eyes, and if the mean score says so: beside the board as
// it stands, which is what counts if both pass. (The mean score alone does not
// tell, for an opponent who has lost anyway does not try to be right.)
func (s *Search) useful(play Child, owners *playout.Ownership) bool {
	owner := s.count.Owner(play.Point)
	if owner == s.scoring.color {
		return false
	}
	p := fastboard.FromRuleset(play.Point)
	if s.board.Captures(p, s.scoring.color) {
		return true
	}
	sign := s.sign()
	if s.isSuicide(p) {
		return false
	}
	if s.board.SelfAtari(p) {
		gain := float64(sign * (play.Score - (s.count.Black - s.count.White).Points()))
		return play.Visits >= minScoreVisits && gain > scoreGain && s.chainWith(p) <= smallLoss
	}
	mine := sign * owners.At(p)
	if owner == ruleset.Empty {
		return mine > -likely
	}
	return mine > likely
}

// chainWith returns the number of stones of the chain that a play makes.
func (s *Search) chainWith(p fastboard.Point) int {
	b := &s.workers[0].board
	b.CopyFrom(&s.board)
	b.Play(p)
	return b.ChainSize(p)
}

// sign returns what to multiply with where more is better for Black.
func (s *Search) sign() float64 {
	if s.scoring.color == ruleset.White {
		return -1
	}
	return 1
}
