package mcts

import (
	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/ruleset"
)

// Restrict bars moves from the search until it is called again: those for
// which allowed returns false, depth moves below the root, where 0 is the move
// that is looked for. nil lifts the bars. Playouts do not know of them. Where
// no play is left, there is always the pass. The tree is forgotten, and while
// there are bars it is not used again for another position.
//
// With several workers allowed is called by all of them at the same time.
func (s *Search) Restrict(allowed func(depth int, m ruleset.Move) bool) {
	s.allowed = allowed
	s.Reset()
}

// barred reports whether w.board's player may not make a move here.
func (w *worker) barred(depth int, p fastboard.Point) bool {
	allowed := w.search.allowed
	return allowed != nil && !allowed(depth, ruleset.Move{Color: w.board.ToPlay(), Point: p.Ruleset()})
}

// barRootPass takes the pass away at the root if it is barred there and
// something else is left. Being barred, it has no visits.
func (s *Search) barRootPass() {
	n := s.arena.node(s.root)
	if s.allowed == nil || *n.header&headerKids == 1 || s.allowed(0, ruleset.Move{Color: s.scoring.color, Point: ruleset.Pass}) {
		return
	}
	n.allow(false)
	s.mayPass, s.sharePass = false, false
}
