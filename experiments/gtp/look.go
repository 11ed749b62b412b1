package gtp

import (
	"context"
	"time"

	"github.com/tengen-go/tengen/experiments/freeplay"
	"github.com/tengen-go/tengen/experiments/opinion"
	"github.com/tengen-go/tengen/mcts"
	"github.com/tengen-go/tengen/ruleset"
)

// search searches for color to move until the budget is used up or ctx ends.
// What the engine plays is checked against the game: see freeplay.View.
func (e *Engine) search(ctx context.Context, color ruleset.Color, budget mcts.Budget, interval time.Duration, show opinion.Watch) (*opinion.Opinion, error) {
	g, err := freeplay.View(e.game, color)
	if err != nil {
		return nil, err
	}
	return opinion.Search(ctx, e.config.Searcher, opinion.Task{
		Game: g, Budget: budget, Seed: e.seed(), Show: show, Interval: interval, Source: e.config.Source,
	})
}

// seed returns the seed of a search: the same at the same ply of the same
// game of a session.
func (e *Engine) seed() uint64 {
	return opinion.Mix(opinion.Mix(e.config.Seed^opinion.Mix(e.games)) + uint64(e.game.Ply()))
}
