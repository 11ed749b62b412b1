package datasets

import (
	"fmt"

	"github.com/tengen-go/tengen/ruleset"
)

// PositionRow is a row of the table positions: a position of a game, the move
// played in it, and what the search that chose the move had seen. The table
// holds a row for each ply of a game and is written only when asked for.
type PositionRow struct {
	// Name of the game, as in the table games.
	GameID string `parquet:"game_id,dict"`
	// Number of the game within the plan of the run; the rows are sorted by it and by ply.
	GameIndex int64 `parquet:"game_index,delta"`
	// Moves made before this position; 0 is the position before the first move. Moves that the opening gives have no rows.
	Ply int32 `parquet:"ply,delta"`
	// Who is to move: B or W.
	ToMove string `parquet:"to_move,dict"`
	// The board before the move, a value a point from the upper left corner along the rows: 0 empty, 1 Black, 2 White; null if not recorded.
	Stones []int8 `parquet:"stones,optional,list" parquet-element:",dict"`
	// Hash of the stones on the board, the same for the same stones in any game.
	Hash uint64 `parquet:"hash"`
	// The move played, as a point number: y*width + x counted from the upper left corner, width*height for a pass.
	Move int16 `parquet:"move,dict"`
	// Black's probability of winning with the best move, from 0 to 1; null without a search.
	Winrate *float32 `parquet:"winrate,optional"`
	// Expected margin for Black before komi; null without a search.
	Score *float32 `parquet:"score,optional"`
	// Simulations through the move played; 0 without a search, and for a move that the search chose without trying it.
	Visits int32 `parquet:"visits"`
	// Simulations through the position, those of earlier moves included that still count; 0 without a search.
	RootVisits int32 `parquet:"root_visits"`
	// The moves that the search looked at, most visited first: point number, simulations, and belief before the first of them; null if not recorded.
	Policy []PolicyMove `parquet:"policy,optional,list"`
	// Mean final owner of each point in hundredths, from -100 (White) to 100 (Black), in the order of stones; null if not recorded.
	Ownership []int8 `parquet:"ownership,optional,list"`
	// How the game ended: 1 if Black won, 0 if White won, 0.5 for a draw; null if it has no result.
	Outcome *float32 `parquet:"outcome,optional,dict"`
}

// PolicyMove is an element of the column policy.
type PolicyMove struct {
	// Point number of the move.
	Move int16 `parquet:"move,dict"`
	// Simulations through the move.
	Visits int32 `parquet:"visits"`
	// Probability given to the move before its first simulation; NaN without one.
	Prior float32 `parquet:"prior,split"`
}

func (PositionRow) table() string { return "positions" }

func (p PositionRow) order() rowKey { return rowKey{p.GameIndex, int64(p.Ply)} }

// Validate reports what makes the row wrong by itself.
func (p PositionRow) Validate() error {
	const largest = ruleset.MaxSide * ruleset.MaxSide
	c := checker{row: fmt.Sprintf("game %d, ply %d", p.GameIndex, p.Ply)}
	c.require("game_index", p.GameIndex >= 0, "is negative")
	c.require("game_id", p.GameID != "", "is empty")
	c.require("ply", p.Ply >= 0, "is negative")
	c.oneOf("to_move", p.ToMove, WinnerBlack, WinnerWhite)
	c.point("move", p.Move, largest)
	if p.Winrate != nil {
		c.probability("winrate", *p.Winrate)
	}
	if p.Outcome != nil {
		c.probability("outcome", *p.Outcome)
	}
	for _, m := range p.Policy {
		c.point("policy", m.Move, largest)
	}
	for _, s := range p.Stones {
		c.require("stones", s >= 0 && s <= 2, "has a value other than 0, 1 and 2")
	}
	for _, o := range p.Ownership {
		c.require("ownership", o >= -100 && o <= 100, "has a value beyond 100")
	}
	return c.err()
}
