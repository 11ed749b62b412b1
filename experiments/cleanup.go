package experiments

import (
	"context"
	"fmt"
	"slices"

	"github.com/tengen-go/tengen/ruleset"
)

// # Games under territory rules
//
// Where territory and prisoners are counted, players pass as soon as the
// borders are settled, with dead stones still on the board: to capture them
// would cost points. People then agree on what is dead. Players that cannot
// talk play on instead, on another board: the position after the passes is
// played to its end under area counting, where it costs nothing to capture what
// is dead, by the same players with their usual playouts. A chain of the real
// game is dead if the area where it stood belongs to the opponent at the end of
// this cleanup. The real game is then counted as it was when both passed, with
// those stones taken off, and stores them (column dead_stones) and the method
// (playout).
//
// Limits: what is dead is as good as the players' play in the cleanup. A player
// who passes too early in the real game loses nothing there that the cleanup
// would show him, since neutral points and unfinished borders count as they
// stood. Seki is found only as far as both sides leave it alone, which the
// search does. The cleanup stops after twice as many moves as the board has
// points, and then the board is taken as it stands.

// cleanup finds the dead stones of a game that two passes ended under
// territory scoring.
func (t *Table) cleanup(ctx context.Context, game *ruleset.Game, seed uint64) (playouts int64, err error) {
	if game.Rules().Scoring != ruleset.TerritoryScoring || game.Result().Ending != ruleset.ByScore {
		return 0, nil
	}
	return Cleanup(ctx, game, t.players, seed)
}

// Cleanup settles a game that was counted, under any rules: Black and White play
// on, and the stones that are gone in the end are dead.
func Cleanup(ctx context.Context, game *ruleset.Game, players [2]Player, seed uint64) (playouts int64, err error) {
	rules := ruleset.Rules{
		Ko: ruleset.KoPositional, Neutral: ruleset.NeutralShared,
		Komi: game.Rules().Komi, MaxMoves: 2 * game.Size().Area(),
	}
	position := *game.Position()
	end, err := ruleset.NewGame(rules, game.Size(), ruleset.SetupOf(&position, game.ToPlay()))
	if err != nil {
		return 0, fmt.Errorf("cleanup: %w", err)
	}
	for _, player := range players {
		player.Reset()
	}
	for !end.Over() {
		decision, err := players[end.ToPlay()-ruleset.Black].Choose(ctx, end, mix(seed, cleanupStream, uint64(end.Ply())))
		if err == nil {
			err = end.Play(decision.Point)
		}
		if err != nil {
			return playouts, fmt.Errorf("cleanup, ply %d: %w", end.Ply(), err)
		}
		if decision.Report != nil {
			playouts += int64(decision.Report.Playouts)
		}
	}
	count := rules.Count(end.Position(), ruleset.Facts{})
	return playouts, game.Settle(lost(&position, &count), ruleset.PlayedOut)
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
