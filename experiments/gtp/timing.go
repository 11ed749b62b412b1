package gtp

import (
	"time"

	"github.com/tengen-go/tengen/experiments/clock"
	"github.com/tengen-go/tengen/mcts"
	"github.com/tengen-go/tengen/ruleset"
)

// resetClocks gives both players their whole time.
func (e *Engine) resetClocks() { e.clocks = clock.NewPair(e.settings, e.settings) }

// moveBudget returns the budget for a move of color: the configured one, and
// within it what the clock allows.
func (e *Engine) moveBudget(color ruleset.Color) mcts.Budget {
	b := e.budget
	if t, ok := e.allot(color); ok && (b.Time == 0 || t < b.Time) {
		b.Time = t
	}
	return b
}

// allot divides the time on the clock. A game is expected to fill three
// quarters of the board, and to last for some moves whatever has been played.
func (e *Engine) allot(color ruleset.Color) (time.Duration, bool) {
	c := e.clocks.Of(color)
	limit, limited := c.Limit()
	if !limited {
		return 0, false
	}
	area, ply := e.game.Size().Area(), e.game.Ply()
	moves := time.Duration(max((area*3/4-ply)/2, area/12, 8))
	s, left := c.Settings(), c.Left()
	t := left.Time / moves
	switch s.Kind {
	case clock.Fischer:
		t += s.Period * 9 / 10
	case clock.Byoyomi:
		if t += s.Period; left.Overtime {
			t = left.Time
		}
	case clock.Canadian:
		if t += s.Period / time.Duration(s.Stones); left.Overtime {
			t = left.Time / time.Duration(max(left.Stones, 1))
		}
	}
	t = min(t, limit)
	return max(t-e.config.Lag, t/4, time.Millisecond), true
}
