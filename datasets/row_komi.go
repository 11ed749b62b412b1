package datasets

import (
	"fmt"

	"github.com/tengen-go/tengen/ruleset"
)

// What the column origin of the table komi_cells holds.
const (
	OriginPlayed   = "played"    // games that were played at this komi
	OriginShifted  = "shifted"   // games played at another komi, by their margins
	OriginRescored = "re-scored" // the same, final positions counted in another way
)

// KomiCellRow is a row of the table komi_cells: what the games of one setting
// (rules, board, player, handicap) say about one komi. The estimate of the
// setting's fair komi stands in each of its rows.
type KomiCellRow struct {
	// The rules in one line, fully resolved; their komi is the ruleset's usual one, not that of the cell.
	Ruleset string `parquet:"ruleset,dict"`
	// The rules as JSON, fully resolved.
	RulesJSON string `parquet:"rules_json,dict"`
	// Columns of the board.
	BoardW int16 `parquet:"board_w,dict"`
	// Rows of the board.
	BoardH int16 `parquet:"board_h,dict"`
	// Number of Black's handicap stones; 0 for an even game.
	Handicap int16 `parquet:"handicap,dict"`
	// Black's player and all of its settings in one line.
	Black string `parquet:"black,dict"`
	// White's player and all of its settings in one line.
	White string `parquet:"white,dict"`
	// Playouts that Black had for each move; 0 where that means nothing.
	Playouts int32 `parquet:"playouts,dict"`
	// Where the results come from: played at this komi, shifted (margins of games played at another komi), or re-scored (the same, final positions counted in another way).
	Origin string `parquet:"origin,dict"`
	// What was counted: area, territory or stone.
	Scoring string `parquet:"scoring,dict"`
	// Points added to White's score, compensation for handicap stones not included.
	Komi float64 `parquet:"komi"`
	// Games with a result.
	Games int64 `parquet:"games"`
	// Games that Black won.
	BlackWins int64 `parquet:"black_wins"`
	// Games that ended even.
	Draws int64 `parquet:"draws"`
	// Games that White won.
	WhiteWins int64 `parquet:"white_wins"`
	// Games without a result, which enter into nothing.
	NoResult int64 `parquet:"no_result"`
	// Black's share of points, a draw being half a win.
	BlackRate float64 `parquet:"black_rate"`
	// Lower end of the interval of black_rate.
	BlackLo float64 `parquet:"black_lo"`
	// Upper end of the interval of black_rate.
	BlackHi float64 `parquet:"black_hi"`
	// Komi at which both sides of the setting have equal chances, in points, by the games of this origin.
	FairKomi float64 `parquet:"fair_komi"`
	// Lower end of the interval of fair_komi.
	Lo float64 `parquet:"lo"`
	// Upper end of the interval of fair_komi.
	Hi float64 `parquet:"hi"`
	// How fair_komi was estimated.
	Method string `parquet:"method,dict"`
	// Komi at which most games are drawn, in points, by the margins of this setting; null without margins.
	DrawKomi *float64 `parquet:"draw_komi,optional"`
	// Confidence of the intervals, such as 0.95.
	Confidence float64 `parquet:"confidence,dict"`
}

func (KomiCellRow) table() string { return "komi_cells" }

// order is the same for all: the rows come in the order of the study.
func (KomiCellRow) order() rowKey { return rowKey{} }

// Validate reports what makes the row wrong by itself.
func (k KomiCellRow) Validate() error {
	c := checker{row: fmt.Sprintf("komi %v", k.Komi)}
	size := ruleset.Size{W: int(k.BoardW), H: int(k.BoardH)}
	if err := size.Validate(); err != nil {
		c.require("board_w, board_h", false, err.Error())
	}
	c.json("rules_json", k.RulesJSON)
	c.oneOf("origin", k.Origin, OriginPlayed, OriginShifted, OriginRescored)
	c.oneOf("scoring", k.Scoring, "area", "territory", "stone")
	for name, value := range map[string]*float64{
		"komi": &k.Komi, "black_rate": &k.BlackRate, "black_lo": &k.BlackLo, "black_hi": &k.BlackHi,
		"fair_komi": &k.FairKomi, "lo": &k.Lo, "hi": &k.Hi, "draw_komi": k.DrawKomi,
	} {
		c.finite(name, value)
	}
	c.require("games", k.Games == k.BlackWins+k.Draws+k.WhiteWins && min(k.BlackWins, k.Draws, k.WhiteWins, k.NoResult) >= 0,
		"is not the sum of wins, draws and losses")
	c.require("black_rate", 0 <= k.BlackLo && k.BlackLo <= k.BlackRate && k.BlackRate <= k.BlackHi && k.BlackHi <= 1,
		"is not within its interval from 0 to 1")
	c.require("fair_komi", k.Lo <= k.FairKomi && k.FairKomi <= k.Hi, "is not within its interval")
	c.require("confidence", k.Confidence > 0 && k.Confidence < 1, "is not between 0 and 1")
	c.require("method", k.Method != "", "is empty")
	return c.err()
}
