package match

import (
	"context"
	"slices"

	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/experiments/lifedeath"
	"github.com/tengen-go/tengen/ruleset"
)

// settle finds the dead stones of a game that two passes ended; see the package
// comment.
func (r *referee) settle(ctx context.Context) error {
	if r.game.Result().Ending != ruleset.ByScore {
		return nil
	}
	if !r.players[0].External() && !r.players[1].External() {
		if r.game.Rules().Scoring != ruleset.TerritoryScoring {
			return nil
		}
		return experiments.Cleanup(r.game, r.seed)
	}
	if proof := lifedeath.Proven(r.game.Position()); proof.Complete() {
		return settleWith(r.game, proof.Dead, ruleset.Proved)
	}
	black, ok := r.seats[0].dead(ctx, r.game, r.seed)
	if ok {
		var white []ruleset.Point
		if white, ok = r.seats[1].dead(ctx, r.game, r.seed); ok && slices.Equal(black, white) && wholeChains(r.game, black) {
			return settleWith(r.game, black, ruleset.Agreed)
		}
	}
	return experiments.Cleanup(r.game, r.seed)
}

// settleWith takes dead stones off; without any the board counts as it stands.
func settleWith(game *ruleset.Game, dead []ruleset.Point, method ruleset.DeadStones) error {
	if len(dead) == 0 {
		return nil
	}
	return game.Settle(dead, method)
}

// wholeChains reports whether all stones of each chain are in a list, or none.
func wholeChains(game *ruleset.Game, dead []ruleset.Point) bool {
	for _, p := range dead {
		stones, _ := game.Position().Chain(p)
		for _, stone := range stones {
			if _, in := slices.BinarySearch(dead, stone); !in {
				return false
			}
		}
	}
	return true
}
