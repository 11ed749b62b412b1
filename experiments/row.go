package experiments

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/mcts"
	"github.com/tengen-go/tengen/ruleset"
)

// Notes are taken while a game is played and become its row of the table games.
type Notes struct {
	game     *ruleset.Game
	winrate  []float32
	score    []float32
	visits   []int32
	playouts int64
}

// NewNotes begins the notes of a game. The moves made so far were given, not
// searched.
func NewNotes(game *ruleset.Game) *Notes {
	given := game.Ply()
	return &Notes{
		game:    game,
		winrate: make([]float32, given), score: make([]float32, given), visits: slices.Repeat([]int32{unsearched}, given),
	}
}

// unsearched stands for the visits of a move that was made without a search,
// until the row is written.
const unsearched = -1

// Add notes what a search saw, before point is played, and returns the visits
// of the move. Without a report the move was made without a search: it has no
// visits, and the other values mean nothing.
func (n *Notes) Add(point ruleset.Point, report *mcts.Report) (visits int32) {
	var winrate, score float32
	visits = unsearched
	if report != nil {
		visits = 0 // a pass that ends the game is chosen without a visit
		n.playouts += int64(report.Playouts)
		winrate = float32(blackView(report.Value, n.game.ToPlay()))
		score = float32(report.BlackScore)
		for _, child := range report.Children {
			if child.Point == point {
				visits = int32(child.Visits)
				if child.Visits > 0 {
					winrate = float32(blackView(child.Value, n.game.ToPlay()))
				}
			}
		}
	}
	n.winrate = append(n.winrate, winrate)
	n.score = append(n.score, score)
	n.visits = append(n.visits, visits)
	return visits
}

// Playouts is the number of playouts of all searches so far.
func (n *Notes) Playouts() int64 { return n.playouts }

// blackView turns the win rate of the player to move into Black's.
func blackView(value float64, toPlay ruleset.Color) float64 {
	if toPlay == ruleset.White {
		return 1 - value
	}
	return value
}

// Row returns the columns that the finished game decides. Which run it belongs
// to and who played it is for the caller to fill in. Until the row is written
// it stands for moves without a search in its own way: see BlankUnsearched.
func (n *Notes) Row() datasets.GameRow {
	game, size := n.game, n.game.Size()
	rules, err := json.Marshal(game.Rules())
	if err != nil {
		panic(fmt.Sprintf("experiments: rules cannot be written: %v", err)) // only plain fields: a bug
	}
	row := datasets.GameRow{
		BoardW: int16(size.W), BoardH: int16(size.H),
		Ruleset: game.Rules().String(), RulesJSON: string(rules),
		Komi: game.Rules().Komi.Points(), Handicap: int16(game.Handicap()),
		SetupToPlay: game.FirstToPlay().String(),
		NumMoves:    int32(game.Ply()),
		MoveWinrate: n.winrate, MoveScore: n.score, MoveVisits: n.visits,
		FinalHash: game.FinalHash(),
	}
	start := startOf(game)
	row.SetupBlack, row.SetupWhite = start.black, start.white
	for _, move := range game.Moves() {
		row.Moves = append(row.Moves, int16(size.Index(move.Point)))
	}
	fillResult(&row, game)
	return row
}

// BlankUnsearched puts NaN where a move was made without a search. (A record
// cannot hold NaN itself: it passes through the journal's JSON.)
func BlankUnsearched(row datasets.GameRow) datasets.GameRow {
	winrate, score := make([]float32, len(row.MoveVisits)), make([]float32, len(row.MoveVisits))
	nan := float32(math.NaN())
	visits := slices.Clone(row.MoveVisits)
	for i := range visits {
		winrate[i], score[i] = row.MoveWinrate[i], row.MoveScore[i]
		if visits[i] == unsearched {
			winrate[i], score[i], visits[i] = nan, nan, 0
		}
	}
	row.MoveWinrate, row.MoveScore, row.MoveVisits = winrate, score, visits
	return row
}

// fillResult fills the columns that say how the game ended.
func fillResult(row *datasets.GameRow, game *ruleset.Game) {
	result := game.Result()
	row.Result = result.String()
	row.Winner = datasets.WinnerNone
	switch {
	case result.Winner.IsPlayer():
		row.Winner = result.Winner.String()
	case result.Draw():
		row.Winner = datasets.WinnerDraw
	}
	switch result.Ending {
	case ruleset.ByScore:
		row.EndReason = datasets.EndScore
	case ruleset.ByResignation:
		row.EndReason = datasets.EndResignation
	case ruleset.ByMoveLimit:
		row.EndReason = datasets.EndMoveLimit
	case ruleset.ByTime:
		row.EndReason = datasets.EndTime
	case ruleset.ByForfeit:
		row.EndReason = datasets.EndForfeit
	case ruleset.ByDraw: // a repetition, under rules that call it a draw
		row.EndReason = datasets.EndDraw
	case ruleset.ByReplay:
		row.EndReason = datasets.EndReplay
	default:
		row.EndReason = datasets.EndNoResult
	}
	if result.Ending != ruleset.ByScore {
		return
	}
	facts := game.Facts()
	count := game.Rules().Count(game.Position(), facts)
	row.ScoringMethod = count.Method.String()
	if len(facts.Dead) > 0 {
		row.DeadStones = datasets.PointNumbers(game.Size(), facts.Dead)
	}
	margin := (count.Black - count.White).Points()
	row.BlackMargin = &margin
	scores := ruleset.Scores(game.Position(), facts)
	area, territory, tax := scores.Area.Points(), scores.Territory.Points(), scores.Stone.Points()
	row.ScoreArea, row.ScoreTerritory, row.ScoreTax = &area, &territory, &tax
}

// outcomeOf is a game's result as a number, null where there is none.
func outcomeOf(winner string) *float32 {
	var outcome float32
	switch winner {
	case datasets.WinnerBlack:
		outcome = 1
	case datasets.WinnerDraw:
		outcome = 0.5
	case datasets.WinnerWhite:
	default:
		return nil
	}
	return &outcome
}
