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

// allot divides the time on the clock.
func (e *Engine) allot(color ruleset.Color) (time.Duration, bool) {
	return e.clocks.Of(color).Allot(clock.MovesLeft(e.game.Size(), e.game.Ply()), e.config.Lag)
}
