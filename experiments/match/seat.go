package match

import (
	"context"
	"slices"
	"time"

	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/experiments/clock"
	"github.com/tengen-go/tengen/experiments/lifedeath"
	"github.com/tengen-go/tengen/mcts"
	"github.com/tengen-go/tengen/ruleset"
)

// seat is where a player sits while a worker plays game after game. An error
// that is a *gtp.EngineError is the player's fault.
type seat interface {
	// begin starts a game in which color is the player's, or puts the player's
	// board right: it gets to know all moves so far.
	begin(ctx context.Context, game *ruleset.Game, color ruleset.Color) error

	// choose returns the player's move, which it has then made.
	choose(ctx context.Context, game *ruleset.Game, seed uint64, shown *clock.Clock) (choice, error)

	// told tells the player a move of the opponent, the last one of the game.
	told(ctx context.Context, game *ruleset.Game, move ruleset.Move) error

	// dead names the stones that the player takes for dead at the end of a
	// game, false if it has no opinion.
	dead(ctx context.Context, game *ruleset.Game, seed uint64) (stones []ruleset.Point, ok bool)

	// text is the player as tables hold it.
	text() string
	playouts() int

	close()
}

// choice is what a player answers.
type choice struct {
	point  ruleset.Point
	resign bool
	report *mcts.Report  // nil for other programs, and without search
	took   time.Duration // what a clock is charged
}

// ownSeat is that of a player of this program.
type ownSeat struct {
	player   *Player
	mind     experiments.Player
	search   *mcts.Search // instead of mind where time is limited
	moveTime time.Duration
	resign   experiments.Resign
	doubts   int
}

func newOwnSeat(plan *Plan, player *Player) (*ownSeat, error) {
	s := &ownSeat{player: player, resign: plan.Resign, moveTime: plan.MoveTime.Duration}
	var err error
	if spec := player.Player; spec.Search != nil && (s.moveTime > 0 || clockOf(plan, player).Kind != clock.None) {
		s.search, err = mcts.New(*spec.Search)
		return s, err
	}
	s.mind, err = player.Player.New()
	return s, err
}

// DefaultMargin is the margin of a clock that names none and limits single
// moves, where a delay cannot be made up for by other moves.
const DefaultMargin = 500 * time.Millisecond

// clockOf is the time control of a player.
func clockOf(plan *Plan, player *Player) clock.Settings {
	s := plan.Clock
	if player.Clock != nil {
		s = *player.Clock
	}
	if s.Margin == 0 && (s.Kind == clock.PerMove || s.Kind == clock.Byoyomi) {
		s.Margin = DefaultMargin
	}
	return s
}

func (s *ownSeat) begin(_ context.Context, game *ruleset.Game, _ ruleset.Color) error {
	s.doubts = 0
	if s.search != nil {
		s.search.Reset()
	} else {
		s.mind.Reset()
	}
	return nil
}

// lag is what a search takes beyond its time.
const lag = 10 * time.Millisecond

func (s *ownSeat) choose(ctx context.Context, game *ruleset.Game, seed uint64, shown *clock.Clock) (choice, error) {
	begun := time.Now()
	var decision experiments.Decision
	var err error
	if s.search == nil {
		decision, err = s.mind.Choose(ctx, game, seed)
	} else {
		decision.Report, err = s.search.Run(ctx, game, s.budget(game, shown), seed)
		if err == nil {
			decision.Point = decision.Report.Best
		}
	}
	if err != nil {
		return choice{}, err
	}
	c := choice{point: decision.Point, report: decision.Report, took: time.Since(begun)}
	c.resign = c.report != nil && s.resign.GivesUp(c.report.Value, &s.doubts)
	return c, nil
}

// budget is the playouts of the player, or the time that the plan gives instead,
// and within them what the clock allows.
func (s *ownSeat) budget(game *ruleset.Game, shown *clock.Clock) mcts.Budget {
	b := mcts.Budget{Playouts: s.player.Player.Search.Playouts}
	if s.moveTime > 0 {
		b = mcts.Budget{Time: s.moveTime}
	}
	if t, ok := shown.Allot(clock.MovesLeft(game.Size(), game.Ply()), lag); ok && (b.Time == 0 || t < b.Time) {
		b.Time = t
	}
	return b
}

func (s *ownSeat) told(context.Context, *ruleset.Game, ruleset.Move) error { return nil }

func (s *ownSeat) dead(_ context.Context, game *ruleset.Game, seed uint64) ([]ruleset.Point, bool) {
	estimate, err := lifedeath.Estimate(game, lifedeath.DefaultPlayouts, seed)
	if err != nil {
		return nil, false
	}
	slices.Sort(estimate.Dead)
	return estimate.Dead, true
}

func (s *ownSeat) text() string  { return s.player.text("") }
func (s *ownSeat) playouts() int { return s.player.Player.Playouts() }
func (s *ownSeat) close()        {}
