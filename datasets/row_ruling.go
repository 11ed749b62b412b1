package datasets

import "fmt"

// RulingRow is a row of the table rulings: what the referee of a match ruled on
// an illegal act, or what became of a game in which an engine failed.
type RulingRow struct {
	// Name of the game, as in the table games.
	GameID string `parquet:"game_id"`
	// Number of the game within the plan of the match; the rows are sorted by it and by ply.
	GameIndex int64 `parquet:"game_index,delta"`
	// Moves made before.
	Ply int32 `parquet:"ply"`
	// Who did it: B or W.
	Color string `parquet:"color,dict"`
	// Name of the player who did it.
	Player string `parquet:"player,dict"`
	// What it was: forbidden point, ko retake, wrong removal, overtime, or the fault of an engine: not started, crash, hang, protocol error, refusal.
	Act string `parquet:"act,dict"`
	// What followed: loses, forfeit-turn, restored, or void for a game that does not count.
	Verdict string `parquet:"verdict,dict"`
	// The ruling in words.
	Reason string `parquet:"reason"`
}

func (RulingRow) table() string { return "rulings" }

func (r RulingRow) order() rowKey { return rowKey{r.GameIndex, int64(r.Ply)} }

// Validate reports what makes the row wrong by itself.
func (r RulingRow) Validate() error {
	c := checker{row: fmt.Sprintf("game %d, ply %d", r.GameIndex, r.Ply)}
	c.require("game_index", r.GameIndex >= 0, "is negative")
	c.require("game_id", r.GameID != "", "is empty")
	c.require("ply", r.Ply >= 0, "is negative")
	c.oneOf("color", r.Color, WinnerBlack, WinnerWhite)
	c.require("act", r.Act != "", "is empty")
	c.require("verdict", r.Verdict != "", "is empty")
	return c.err()
}
