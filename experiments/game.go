package experiments

import (
	"context"
	"fmt"
	"time"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/experiments/lifedeath"
	"github.com/tengen-go/tengen/playout"
	"github.com/tengen-go/tengen/ruleset"
)

// GameRecord is a finished game as the tables hold it.
type GameRecord struct {
	Game      datasets.GameRow
	Positions []datasets.PositionRow `json:",omitempty"` // where the plan asks for them
	Timing    datasets.TimingRow
}

// Table is where one worker plays game after game of a plan: the two players,
// who keep their memory from game to game but not what they thought.
type Table struct {
	plan    *Plan
	players [2]Player // of Black and of White; one and the same if they are alike
}

// NewTable seats the players of a plan.
func NewTable(plan *Plan) (*Table, error) { return newTable(plan, nil) }

// newTable seats them to play in a pool, or nil for pools of their own.
func newTable(plan *Plan, pool *playout.Pool) (*Table, error) {
	black, err := plan.Black.newIn(pool)
	if err != nil {
		return nil, fmt.Errorf("black: %w", err)
	}
	if plan.Black.same(&plan.White) {
		return &Table{plan, [2]Player{black, black}}, nil
	}
	white, err := plan.White.newIn(pool)
	if err != nil {
		return nil, fmt.Errorf("white: %w", err)
	}
	return &Table{plan, [2]Player{black, white}}, nil
}

// Play plays game number index of the plan. What it returns, but for the
// timing, depends on the plan and the index alone.
func (t *Table) Play(ctx context.Context, index int) (*GameRecord, error) {
	plan, started := t.plan, time.Now()
	game, err := plan.Begin(index)
	if err != nil {
		return nil, err
	}
	seed, given := GameSeed(plan.Seed, index), game.Ply()
	for _, player := range t.players {
		player.Reset()
	}
	notes := newNotes(plan, game)
	sampling := newRand(seed, samplingStream)
	var doubts [2]int // own moves in a row with a win rate below the threshold
	for !game.Over() {
		color, ply := game.ToPlay(), game.Ply()
		decision, err := t.players[color-ruleset.Black].Choose(ctx, game, mix(seed, searchStream, uint64(ply)))
		if err != nil {
			return nil, fmt.Errorf("ply %d: %w", ply, err)
		}
		point := decision.Point
		if report := decision.Report; report != nil {
			if ply < given+plan.Opening.Sampled {
				point = report.Sample(sampling, plan.Opening.Temperature)
			} else if plan.Resign.GivesUp(report.Value, &doubts[color-ruleset.Black]) {
				if err := game.Resign(color); err != nil {
					return nil, fmt.Errorf("ply %d: %w", ply, err)
				}
				break
			}
		}
		notes.add(point, decision.Report)
		if err := game.Play(point); err != nil {
			return nil, fmt.Errorf("ply %d: the player chose %v: %w", ply, point, err)
		}
		if plan.StopSettled && !game.Over() {
			if err := settle(game); err != nil {
				return nil, err
			}
		}
	}
	if err := cleanup(game, seed, notes); err != nil {
		return nil, err
	}
	record := notes.record(index, seed)
	record.Timing.StartedAt = started.Truncate(time.Microsecond)
	record.Timing.DurationNS = time.Since(started).Nanoseconds()
	record.Timing.PlayoutsPerS = float64(record.Timing.Playouts) / max(time.Since(started).Seconds(), 1e-9)
	return record, nil
}

// settle ends the game if every point of the board is pass-alive for one side
// or the other: no play can change the count any more. Stones inside the
// other side's area are dead, and that is proved.
func settle(game *ruleset.Game) error {
	proof := lifedeath.Proven(game.Position())
	if !proof.Complete() {
		return nil
	}
	if err := game.End(ruleset.Result{Ending: ruleset.ByScore}); err != nil {
		return err
	}
	return game.Settle(proof.Dead, ruleset.Proved)
}
