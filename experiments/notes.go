package experiments

import (
	"fmt"
	"math"
	"os"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/mcts"
	"github.com/tengen-go/tengen/ruleset"
)

// notes are taken while a game of a plan is played and become its rows.
type notes struct {
	*Notes
	plan      *Plan
	forced    int // plies that were given, not chosen
	positions []datasets.PositionRow
}

func newNotes(plan *Plan, game *ruleset.Game) *notes {
	return &notes{Notes: NewNotes(game), plan: plan, forced: game.Ply()}
}

// add notes what the search saw, before point is played.
func (n *notes) add(point ruleset.Point, report *mcts.Report) {
	visits := n.Add(point, report)
	if n.plan.Positions {
		n.positions = append(n.positions, n.position(point, report, max(visits, 0)))
	}
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
	id := fmt.Sprintf("%s-%08d", n.plan.RunID(), index)
	row := n.Row()
	row.RunID, row.GameID, row.GameIndex, row.PairID, row.Seed = n.plan.RunID(), id, int64(index), int64(index), seed
	row.Black, row.White = n.plan.Black.Text(), n.plan.White.Text()
	row.BlackPlayouts, row.WhitePlayouts = int32(n.plan.Black.Playouts()), int32(n.plan.White.Playouts())
	row.ForcedPlies = int16(min(n.forced+n.plan.Opening.Sampled, n.game.Ply()))
	if line := n.plan.Opening.text(index); line != "" {
		row.Opening = &line
	}
	record := &GameRecord{Game: row, Positions: n.positions}
	outcome := outcomeOf(row.Winner)
	for i := range record.Positions {
		record.Positions[i].GameID, record.Positions[i].GameIndex = id, int64(index)
		record.Positions[i].Outcome = outcome
	}
	record.Timing = datasets.TimingRow{GameID: id, GameIndex: int64(index), Host: Host(), Playouts: n.playouts}
	return record
}

// Host is the name of this machine.
func Host() string {
	host, err := os.Hostname()
	if err != nil {
		return "unknown"
	}
	return host
}
