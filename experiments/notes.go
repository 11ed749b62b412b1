package experiments

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/mcts"
	"github.com/tengen-go/tengen/ruleset"
)

// notes are taken while a game is played and become its rows.
type notes struct {
	plan      *Plan
	game      *ruleset.Game
	forced    int // plies that were given, not chosen
	winrate   []float32
	score     []float32
	visits    []int32
	positions []datasets.PositionRow
	playouts  int64
}

func newNotes(plan *Plan, game *ruleset.Game) *notes {
	given := game.Ply()
	return &notes{
		plan: plan, game: game, forced: given,
		winrate: make([]float32, given), score: make([]float32, given), visits: slices.Repeat([]int32{unsearched}, given),
	}
}

// unsearched stands for the visits of a move that was made without a search,
// until the row is written.
const unsearched = -1

// add notes what the search saw, before point is played. Without a search the
// move has no visits, and then the other values mean nothing.
func (n *notes) add(point ruleset.Point, report *mcts.Report) {
	var winrate, score float32
	visits := int32(unsearched)
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
	if n.plan.Positions {
		n.positions = append(n.positions, n.position(point, report, max(visits, 0)))
	}
}

// blackView turns the win rate of the player to move into Black's.
func blackView(value float64, toPlay ruleset.Color) float64 {
	if toPlay == ruleset.White {
		return 1 - value
	}
	return value
}

// position is the row of the table positions for the move about to be played.
func (n *notes) position(point ruleset.Point, report *mcts.Report, visits int32) datasets.PositionRow {
	position, size := n.game.Position(), n.game.Size()
	row := datasets.PositionRow{
		Ply:    int32(n.game.Ply()),
		ToMove: n.game.ToPlay().String(),
		Stones: make([]int8, size.Area()),
		Hash:   position.Hash(),
		Move:   int16(size.Index(point)),
		Visits: visits,
	}
	for i := range row.Stones {
		row.Stones[i] = int8(position.At(size.PointAt(i)))
	}
	if report == nil {
		return row
	}
	winrate, score := float32(blackView(report.Value, n.game.ToPlay())), float32(report.BlackScore)
	row.Winrate, row.Score = &winrate, &score
	for _, child := range report.Children {
		row.RootVisits += int32(child.Visits)
		row.Policy = append(row.Policy, datasets.PolicyMove{
			Move: int16(size.Index(child.Point)), Visits: int32(child.Visits), Prior: float32(child.PriorValue),
		})
	}
	if report.Ownership != nil {
		row.Ownership = make([]int8, size.Area())
		for i := range row.Ownership {
			row.Ownership[i] = int8(math.Round(100 * report.Ownership[i]))
		}
	}
	return row
}

// record makes the rows of the finished game.
func (n *notes) record(index int, seed uint64) *GameRecord {
	game, size := n.game, n.game.Size()
	rules, err := json.Marshal(game.Rules())
	if err != nil {
		panic(fmt.Sprintf("experiments: rules cannot be written: %v", err)) // only plain fields: a bug
	}
	id := fmt.Sprintf("%s-%08d", n.plan.RunID(), index)
	row := datasets.GameRow{
		RunID: n.plan.RunID(), GameID: id, GameIndex: int64(index), PairID: int64(index), Seed: seed,
		BoardW: int16(size.W), BoardH: int16(size.H),
		Ruleset: game.Rules().String(), RulesJSON: string(rules),
		Komi: game.Rules().Komi.Points(), Handicap: int16(game.Handicap()),
		Black: n.plan.Black.Text(), White: n.plan.White.Text(),
		BlackPlayouts: int32(n.plan.Black.Playouts()), WhitePlayouts: int32(n.plan.White.Playouts()),
		ForcedPlies: int16(min(n.forced+n.plan.Opening.Sampled, game.Ply())),
		SetupToPlay: game.FirstToPlay().String(),
		NumMoves:    int32(game.Ply()),
		MoveWinrate: n.winrate, MoveScore: n.score, MoveVisits: n.visits,
		FinalHash: game.FinalHash(),
	}
	if line := n.plan.Opening.text(index); line != "" {
		row.Opening = &line
	}
	start := startOf(game)
	row.SetupBlack, row.SetupWhite = start.black, start.white
	for _, move := range game.Moves() {
		row.Moves = append(row.Moves, int16(size.Index(move.Point)))
	}
	fillResult(&row, game)
	record := &GameRecord{Game: row, Positions: n.positions}
	outcome := outcomeOf(row.Winner)
	for i := range record.Positions {
		record.Positions[i].GameID, record.Positions[i].GameIndex = id, int64(index)
		record.Positions[i].Outcome = outcome
	}
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	record.Timing = datasets.TimingRow{GameID: id, GameIndex: int64(index), Host: host, Playouts: n.playouts}
	return record
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
