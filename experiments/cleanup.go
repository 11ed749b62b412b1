package experiments

import (
	"fmt"
	"slices"

	"github.com/tengen-go/tengen/experiments/lifedeath"
	"github.com/tengen-go/tengen/ruleset"
)

// # Games under territory rules
//
// Where territory and prisoners are counted, players pass as soon as they see
// nothing more to gain, with dead stones still on the board: to capture them
// would cost points. People then agree on what is dead. Players that cannot
// talk play on instead, on another board: see [lifedeath.PlayOut]. A chain of
// the real game is dead if the area where it stood belongs to the opponent at
// the end of this cleanup. The real game is then counted as it was when both
// passed, with those stones taken off, and stores them (column dead_stones) and
// the method (playout).
//
// Both may have passed too early, with a border still open: then territory that
// the cleanup makes somebody's would count for nobody. People would notice, and
// resume. So does the real game: it takes as many moves of the cleanup over as
// close the borders, and both pass again. These moves have no search values in
// the tables.
//
// Limits: what is dead is as good as the moves of the cleanup, which are those
// of playouts, the most typical of many. It knows the sekis that
// [lifedeath.Sekis] finds. A place that is not settled when both pass goes to
// whom it goes in most playouts.

// cleanup settles a game that two passes ended under territory scoring: it
// finds the dead stones, and adds to the game what is missing at its borders.
func cleanup(game *ruleset.Game, seed uint64, notes *notes) error {
	if game.Rules().Scoring != ruleset.TerritoryScoring || game.Result().Ending != ruleset.ByScore {
		return nil
	}
	end, err := lifedeath.PlayOut(game, mix(seed, cleanupStream, 0))
	if err != nil {
		return settleByVote(game, seed)
	}
	for _, point := range missing(game, end) {
		if game.Over() {
			if err := game.Resume(); err != nil {
				return err
			}
		}
		notes.add(point, nil)
		if err := game.Play(point); err != nil {
			return fmt.Errorf("resumed, ply %d: %w", game.Ply(), err)
		}
	}
	return takeOff(game, end)
}

// Cleanup settles a game that was counted, under any rules: the stones that are
// gone when play goes on are dead.
func Cleanup(game *ruleset.Game, seed uint64) error {
	end, err := lifedeath.PlayOut(game, mix(seed, cleanupStream, 0))
	if err != nil {
		return settleByVote(game, seed)
	}
	return takeOff(game, end)
}

// takeOff settles a game by what became of its stones in the end.
func takeOff(game *ruleset.Game, end *lifedeath.PlayedOut) error {
	owners := areaOf(end)
	return game.Settle(lost(game.Position(), &owners), ruleset.PlayedOut)
}

// settleByVote settles a game that cannot be played on, because superko bars
// the way: the stones are dead that most playouts kill.
func settleByVote(game *ruleset.Game, seed uint64) error {
	estimated, err := lifedeath.Estimate(game, lifedeath.DefaultPlayouts, mix(seed, cleanupStream, 0))
	if err != nil {
		return err
	}
	return game.Settle(estimated.Dead, ruleset.Estimated)
}

// areaOf counts the end of a cleanup by area: there all stones are alive.
func areaOf(end *lifedeath.PlayedOut) ruleset.Count {
	return ruleset.Rules{}.Count(&end.Position, ruleset.Facts{})
}

// missing returns the moves, passes included, that the game still needs so that
// its count makes as many points somebody's as the end of the cleanup does: the
// fewest that do. Mostly these are none.
func missing(game *ruleset.Game, end *lifedeath.PlayedOut) []ruleset.Point {
	owners := areaOf(end)
	fewest := leaks(game, end, &owners)
	var moves, needed []ruleset.Point
	resumed := game.Clone()
	for _, move := range end.Moves {
		if fewest == 0 || resumed.Over() && resumed.Resume() != nil || resumed.Play(move.Point) != nil {
			break
		}
		moves = append(moves, move.Point)
		passed, passes := resumed.Clone(), slices.Clone(moves)
		for !passed.Over() && passed.Play(ruleset.Pass) == nil {
			passes = append(passes, ruleset.Pass)
		}
		if passed.Result().Ending != ruleset.ByScore {
			break
		}
		if n := leaks(passed, end, &owners); n < fewest {
			fewest, needed = n, passes
		}
	}
	return needed
}

// leaks returns the number of points that are empty in a game and at the end of
// its cleanup, and surrounded only then.
func leaks(game *ruleset.Game, end *lifedeath.PlayedOut, owners *ruleset.Count) int {
	count, n := game.Score(lost(game.Position(), owners)), 0
	for _, p := range game.Size().Points() {
		if count.Owner(p) != owners.Owner(p) &&
			game.Position().At(p) == ruleset.Empty && end.Position.At(p) == ruleset.Empty {
			n++
		}
	}
	return n
}

// lost returns the stones of the chains most of whose points belong to the
// opponent in a later count.
func lost(position *ruleset.Position, later *ruleset.Count) []ruleset.Point {
	var dead []ruleset.Point
	for color, stones := range position.Chains() {
		taken := 0
		for _, stone := range stones {
			if later.Owner(stone) == color.Opponent() {
				taken++
			}
		}
		if 2*taken > len(stones) {
			dead = append(dead, stones...)
		}
	}
	slices.Sort(dead)
	return dead
}
