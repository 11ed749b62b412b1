package datasets

import (
	"fmt"

	"github.com/tengen-go/tengen/ruleset"
)

// What the column winner holds.
const (
	WinnerBlack = "B"
	WinnerWhite = "W"
	WinnerDraw  = "draw"
	WinnerNone  = "none"
)

// What the column end_reason holds for games of this program. Other programs
// and records may have reasons of their own.
const (
	EndScore       = "score"
	EndResignation = "resignation"
	EndTime        = "time"
	EndForfeit     = "forfeit"
	EndMoveLimit   = "move_limit"
	EndNoResult    = "no_result"
	EndReplay      = "replay"
	EndDraw        = "draw"
	EndUnfinished  = "unfinished"
	EndVoid        = "void" // a player failed, and the game does not count
)

// GameRow is a row of the table games: one game, a pure function of the plan
// of its run and of its number in it. Neither clock nor machine have a place
// here; they are in TimingRow.
//
// The comment of a field is the description of its column, everywhere.
type GameRow struct {
	// Name of the run that the game belongs to, as in the folder's key run.
	RunID string `parquet:"run_id,dict"`
	// Name of the game, unique within the run.
	GameID string `parquet:"game_id"`
	// Number of the game within the plan of the run, from 0; the rows are sorted by it.
	GameIndex int64 `parquet:"game_index,delta"`
	// The same for the games of one pair (one opening, colors swapped); a number of its own for a game without a partner.
	PairID int64 `parquet:"pair_id,delta"`
	// Seed of every random choice in the game.
	Seed uint64 `parquet:"seed"`

	// Columns of the board.
	BoardW int16 `parquet:"board_w,dict"`
	// Rows of the board.
	BoardH int16 `parquet:"board_h,dict"`
	// The rules in one line, fully resolved.
	Ruleset string `parquet:"ruleset,dict"`
	// The rules as JSON, fully resolved.
	RulesJSON string `parquet:"rules_json,dict"`
	// Points added to White's score, compensation for handicap stones not included.
	Komi float64 `parquet:"komi,dict"`
	// Number of Black's handicap stones; 0 for an even game.
	Handicap int16 `parquet:"handicap,dict"`

	// Black's player and all of its settings in one line.
	Black string `parquet:"black,dict"`
	// White's player and all of its settings in one line.
	White string `parquet:"white,dict"`
	// Playouts that Black had for each move; 0 where that means nothing.
	BlackPlayouts int32 `parquet:"black_playouts,dict"`
	// Playouts that White had for each move; 0 where that means nothing.
	WhitePlayouts int32 `parquet:"white_playouts,dict"`

	// Text of the opening that the game began with; null without one.
	Opening *string `parquet:"opening,optional,dict"`
	// Number of moves at the beginning that no player chose: given by the opening, or drawn at random.
	ForcedPlies int16 `parquet:"forced_plies,dict"`
	// Black stones on the board before the first move, handicap included, as point numbers.
	SetupBlack []int16 `parquet:"setup_black,list" parquet-element:",dict"`
	// White stones on the board before the first move, as point numbers.
	SetupWhite []int16 `parquet:"setup_white,list" parquet-element:",dict"`
	// Who makes the first move: B or W. After it the players alternate.
	SetupToPlay string `parquet:"setup_to_play,dict"`
	// The moves as point numbers: y*board_w + x counted from the upper left corner, board_w*board_h for a pass.
	Moves []int16 `parquet:"moves,list" parquet-element:",dict"`
	// Number of moves, passes included.
	NumMoves int32 `parquet:"num_moves"`

	// Who won: B, W, draw, or none if the game has no result.
	Winner string `parquet:"winner,dict"`
	// Why the game ended: score, resignation, time, forfeit, move_limit, no_result, replay, draw, unfinished, void, or a reason of its source.
	EndReason string `parquet:"end_reason,dict"`
	// The result as SGF writes it, such as B+3.5, W+R, 0 for a draw, Void or ?.
	Result string `parquet:"result,dict"`
	// How dead stones were settled and points counted; empty if nothing was counted.
	ScoringMethod string `parquet:"scoring_method,dict"`
	// Stones that were taken off as dead before counting, as point numbers; null if none were.
	DeadStones []int16 `parquet:"dead_stones,optional,list" parquet-element:",dict"`
	// Black's points minus White's on the board under the rules of the game, before komi; null if nothing was counted.
	BlackMargin *float64 `parquet:"black_margin,optional,dict"`
	// Black's margin before komi if the final position is counted by area; null if nothing was counted.
	ScoreArea *float64 `parquet:"score_area,optional,dict"`
	// Black's margin before komi if the final position is counted by territory and prisoners; null if nothing was counted.
	ScoreTerritory *float64 `parquet:"score_territory,optional,dict"`
	// Black's margin before komi if the final position is counted by area less group tax; null if nothing was counted.
	ScoreTax *float64 `parquet:"score_tax,optional,dict"`

	// For each move, Black's probability of winning, from 0 to 1, as the player who moved saw it: of the move played, or of the best one if the move played has no visits; NaN without a search; null if not recorded.
	MoveWinrate []float32 `parquet:"move_winrate,optional,list" parquet-element:",split"`
	// For each move, the expected margin for Black before komi, as the player who moved saw it; NaN without a search; null if not recorded.
	MoveScore []float32 `parquet:"move_score,optional,list" parquet-element:",split"`
	// For each move, the simulations through it; 0 without a search, and for a pass that ends the game or another move that the search chose without trying it; null if not recorded.
	MoveVisits []int32 `parquet:"move_visits,optional,list" parquet-element:",delta"`
	// Hash of the final position and of everything before it: equal for equal games.
	FinalHash uint64 `parquet:"final_hash"`

	// File that the game was read from; null if it was played here.
	SourceFile *string `parquet:"source_file,optional,dict"`
	// Number of the game within source_file, from 0; null if it was played here.
	SourceGame *int32 `parquet:"source_game,optional"`
}

// Size returns the size of the board.
func (g GameRow) Size() ruleset.Size { return ruleset.Size{W: int(g.BoardW), H: int(g.BoardH)} }

func (GameRow) table() string { return "games" }

func (g GameRow) order() rowKey { return rowKey{g.GameIndex, 0} }

// Validate reports what makes the row wrong by itself: a list of another
// length than the moves, a point off the board, an unknown winner. It does not
// replay the game.
func (g GameRow) Validate() error {
	c := checker{row: fmt.Sprintf("game %d", g.GameIndex)}
	c.require("game_index", g.GameIndex >= 0, "is negative")
	c.require("game_id", g.GameID != "", "is empty")
	if err := g.Size().Validate(); err != nil {
		c.require("board_w, board_h", false, err.Error())
		return c.err()
	}
	c.points("setup_black", g.SetupBlack, g.Size().Area()-1)
	c.points("setup_white", g.SetupWhite, g.Size().Area()-1)
	c.points("dead_stones", g.DeadStones, g.Size().Area()-1)
	c.points("moves", g.Moves, g.Size().Area())
	c.oneOf("setup_to_play", g.SetupToPlay, WinnerBlack, WinnerWhite)
	c.oneOf("winner", g.Winner, WinnerBlack, WinnerWhite, WinnerDraw, WinnerNone)
	c.require("end_reason", g.EndReason != "", "is empty")
	c.json("rules_json", g.RulesJSON)
	c.finite("komi", &g.Komi)
	c.finite("black_margin", g.BlackMargin)
	c.finite("score_area", g.ScoreArea)
	c.finite("score_territory", g.ScoreTerritory)
	c.finite("score_tax", g.ScoreTax)
	c.length("num_moves", int(g.NumMoves), len(g.Moves))
	c.perMove("move_winrate", len(g.MoveWinrate), g.MoveWinrate == nil, len(g.Moves))
	c.perMove("move_score", len(g.MoveScore), g.MoveScore == nil, len(g.Moves))
	c.perMove("move_visits", len(g.MoveVisits), g.MoveVisits == nil, len(g.Moves))
	c.require("forced_plies", g.ForcedPlies >= 0 && int(g.ForcedPlies) <= len(g.Moves), "is not between 0 and num_moves")
	for _, p := range g.MoveWinrate {
		c.probability("move_winrate", p)
	}
	return c.err()
}
