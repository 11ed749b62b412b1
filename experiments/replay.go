package experiments

import (
	"encoding/json"
	"fmt"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/ruleset"
)

// Replay plays a stored game again with the referee and returns it as it
// ended. It fails at the first move that the rules do not allow.
func Replay(row *datasets.GameRow) (*ruleset.Game, error) {
	var rules ruleset.Rules
	if err := json.Unmarshal([]byte(row.RulesJSON), &rules); err != nil {
		return nil, fmt.Errorf("column rules_json: %w", err)
	}
	size := row.Size()
	if err := size.Validate(); err != nil {
		return nil, err
	}
	toPlay, err := ruleset.ParseColor(row.SetupToPlay)
	if err != nil {
		return nil, fmt.Errorf("column setup_to_play: %w", err)
	}
	game, err := ruleset.NewGame(rules, size, ruleset.Setup{
		Black: points(size, row.SetupBlack), White: points(size, row.SetupWhite),
		ToPlay: toPlay, Handicap: int(row.Handicap),
	})
	if err != nil {
		return nil, err
	}
	for ply, index := range row.Moves {
		point := size.PointAt(int(index))
		if game.Result().Ending == ruleset.ByScore { // both had passed too early
			if err := game.Resume(); err != nil {
				return nil, err
			}
		}
		if err := game.Play(point); err != nil {
			return nil, fmt.Errorf("ply %d, %s at %v: %w", ply, game.ToPlay(), point, err)
		}
	}
	return game, conclude(game, row)
}

// points converts point numbers of the table to points.
func points(size ruleset.Size, indices []int16) []ruleset.Point {
	points := make([]ruleset.Point, len(indices))
	for i, index := range indices {
		points[i] = size.PointAt(int(index))
	}
	return points
}

// conclude ends a replayed game as its row says, where the moves alone do not,
// and takes the dead stones off that the row names.
func conclude(game *ruleset.Game, row *datasets.GameRow) error {
	switch {
	case game.Over() && len(row.DeadStones) > 0 ||
		row.ScoringMethod == ruleset.PlayedOut.String() || row.ScoringMethod == ruleset.Estimated.String():
		for _, method := range [...]ruleset.DeadStones{ruleset.Agreed, ruleset.PlayedOut, ruleset.Estimated, ruleset.Proved} {
			if row.ScoringMethod == method.String() {
				return game.Settle(points(game.Size(), row.DeadStones), method)
			}
		}
		return fmt.Errorf("it has dead stones, but column scoring_method is %q", row.ScoringMethod)
	case game.Over():
		return nil
	case row.EndReason == datasets.EndScore && row.ScoringMethod == ruleset.Proved.String():
		if err := settle(game); err != nil {
			return err
		}
		if !game.Over() {
			return fmt.Errorf("it was counted as settled, but not every point is proved to live for one side")
		}
	case row.EndReason == datasets.EndVoid:
		return game.End(ruleset.Result{Ending: ruleset.ByNoResult})
	}
	ending, ok := endings[row.EndReason]
	if !ok {
		return nil
	}
	winner, err := ruleset.ParseColor(row.Winner)
	if err != nil {
		return fmt.Errorf("it ended by %s, but column winner: %w", row.EndReason, err)
	}
	return game.End(ruleset.Result{Ending: ending, Winner: winner})
}

// endings are those that are not on the board and have a winner.
var endings = map[string]ruleset.Ending{
	datasets.EndResignation: ruleset.ByResignation,
	datasets.EndTime:        ruleset.ByTime,
	datasets.EndForfeit:     ruleset.ByForfeit,
}
