package mcts

import (
	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/playout/lanes"
)

// look is one worker's view of a position whose moves get priors.
type look struct {
	*fastboard.Board
	grid   *grid
	before fastboard.Point // the own move before the last one; Pass or NoPoint if there is none
	steps  [stepCount]lanes.Plane
	lonely lanes.Plane                // far from all stones, see markLonely
	seen   uint32                     // the number of the position
	chains [fastboard.NumPoints]chain // by head
	ladder ladder
}

// chain is what is known of the chain with a head, if it was looked at in the
// position with the number seen.
type chain struct {
	seen      uint32
	liberties uint8           // 3 for more
	first     fastboard.Point // the first two liberties
	second    fastboard.Point
}

// begin looks at another board, whose position is given too.
func (l *look) begin(b *fastboard.Board, position *lanes.Position) {
	l.Board = b
	l.seen++
	l.steps = [stepCount]lanes.Plane{}
	l.lonely = lanes.Plane{}
	if position.Last == lanes.NoSpot {
		return
	}
	var reached lanes.Plane
	reached.Add(position.Last)
	for i := range l.steps {
		reached = l.grid.Beyond(&reached, position)
		l.steps[i] = reached
	}
}

// chainOf returns what matters of the chain with the given head.
func (l *look) chainOf(head fastboard.Point) *chain {
	c := &l.chains[head%fastboard.NumPoints]
	if c.seen != l.seen {
		var found [3]fastboard.Point
		n := l.FirstLiberties(head, found[:])
		*c = chain{l.seen, uint8(n), found[0], found[1]}
	}
	return c
}

// markLonely notes which points of the position are far from all stones. There
// are none in the middle of a game.
func (l *look) markLonely(position *lanes.Position) {
	if l.Size().Area() >= lonelyArea*(l.Size().Area()-l.EmptyCount()) {
		l.lonely = l.grid.Away(position, lonelySteps)
	}
}

const (
	lonelySteps = 4 // from the next stone, and more
	lonelyArea  = 5 // points of the board for each stone, at least
)
