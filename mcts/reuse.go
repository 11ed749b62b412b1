package mcts

import (
	"slices"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/ruleset"
)

// origin is the position that the root of the tree stands for: how the game
// began, and the moves since.
type origin struct {
	rules    ruleset.Rules
	size     ruleset.Size
	start    uint64
	first    ruleset.Color
	handicap int
}

func originOf(g *ruleset.Game) origin {
	start := g.Start()
	return origin{g.Rules(), g.Size(), start.Hash(), g.FirstToPlay(), g.Handicap()}
}

// mostVisits is the number of visits up to which a tree is used again, so that
// sums do not overflow.
const mostVisits = 1<<27 - 1<<20

// setRoot makes the root stand for the position of g: by following the moves
// made since the last Run, when color was to move at the root, or else with a
// new tree.
func (s *Search) setRoot(g *ruleset.Game, color ruleset.Color) {
	moves := g.Moves()
	s.game = moves
	from := originOf(g)
	s.mostStones = s.countMost(g, from == s.from && isPrefix(s.moves, moves))
	elsewhere := s.allowed != nil && len(moves) != len(s.moves) // bars go by the distance from the root
	if s.config.Reuse && from == s.from && !elsewhere {
		s.root = s.follow(moves, color)
	} else {
		s.root = noNode
	}
	if s.root == noNode || s.rootVisits() > mostVisits {
		s.plant()
	}
	s.from = from
	s.moves = append(s.moves[:0], moves...)
}

// isPrefix reports whether a game that went on from the moves before has the
// moves now.
func isPrefix(before, now []ruleset.Move) bool {
	return len(before) <= len(now) && slices.Equal(now[:len(before)], before)
}

// countMost bounds the number of stones of every position of a game up to now,
// which may continue the game of the last Run.
func (s *Search) countMost(g *ruleset.Game, continued bool) int {
	position := g.Position()
	now := position.Count(ruleset.Black) + position.Count(ruleset.White)
	if !continued {
		return now + g.Captures(ruleset.Black) + g.Captures(ruleset.White)
	}
	return max(now, s.mostStones+max(len(g.Moves())-len(s.moves)-1, 0))
}

// follow returns the node below the root that the moves since the last Run
// lead to, or noNode. Everything else is dropped.
func (s *Search) follow(moves []ruleset.Move, color ruleset.Color) ref {
	if s.root == noNode || !isPrefix(s.moves, moves) {
		return noNode
	}
	at := s.root
	for _, m := range moves[len(s.moves):] {
		if m.Color != color {
			return noNode
		}
		n := s.arena.node(at)
		slot := n.find(fastboard.FromRuleset(m.Point))
		if slot < 0 || n.link(slot).child() == noNode {
			return noNode
		}
		at, color = n.link(slot).child(), color.Opponent()
	}
	if at != s.root {
		at = s.arena.compact(at, 0)
	}
	return at
}

// plant starts a tree that consists of a root without visits.
func (s *Search) plant() {
	s.arena.clear()
	w := s.workers[0]
	w.replay(&path{})
	position := w.queue.PositionOf(&w.board)
	s.root = w.newNode(&position, &path{})
}

// rootVisits returns the number of visits to children of the root.
func (s *Search) rootVisits() int { return int(s.arena.total(s.arena.words(s.root))) }
