package match

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/experiments/clock"
	"github.com/tengen-go/tengen/experiments/gtp"
	"github.com/tengen-go/tengen/ruleset"
)

// engineSeat is that of another program, which is started for its first game
// and after a failure.
type engineSeat struct {
	plan       *Plan
	player     *Player
	log        *engineLog
	controller *gtp.Controller // nil: not running
	announced  clock.Announcement
	color      ruleset.Color
	engine     string // what it calls itself
}

// program says how the player is started.
func program(plan *Plan, player *Player, traffic func(gtp.Traffic)) gtp.Program {
	return gtp.Program{
		Name: player.Name, Command: player.Command, Env: player.Env, Dir: player.Dir,
		StartTimeout: plan.Timeouts.Start.Duration, Timeout: plan.Timeouts.Reply.Duration, MoveTimeout: plan.Timeouts.Move.Duration,
		Traffic: traffic,
	}
}

func (s *engineSeat) start(ctx context.Context) error {
	if s.controller != nil {
		return nil
	}
	var traffic func(gtp.Traffic)
	if s.log != nil {
		traffic = s.log.line
	}
	controller, err := gtp.Start(ctx, program(s.plan, s.player, traffic))
	if err != nil {
		return err
	}
	s.controller = controller
	s.engine = strings.TrimSpace(strings.ToValidUTF8(controller.Name()+" "+controller.Version(), "?"))
	return nil
}

func (s *engineSeat) begin(ctx context.Context, game *ruleset.Game, color ruleset.Color) error {
	err := s.start(ctx)
	if err == nil {
		s.color = color
		err = s.setUp(ctx, game)
	}
	return s.checked(err)
}

// setUp tells the program everything about a game.
func (s *engineSeat) setUp(ctx context.Context, game *ruleset.Game) error {
	c := s.controller
	if err := c.BoardSize(ctx, game.Size()); err != nil {
		return err
	}
	if err := c.ClearBoard(ctx); err != nil {
		return err
	}
	if _, err := c.Rules(ctx, game.Rules()); err != nil {
		return err
	}
	if err := c.Komi(ctx, game.Rules().Komi); err != nil {
		return err
	}
	var err error
	if s.announced, err = c.TimeSettings(ctx, clockOf(s.plan, s.player)); err != nil {
		return err
	}
	start := game.Start()
	setup := ruleset.SetupOf(&start, ruleset.Empty)
	switch {
	case game.Handicap() > 0 && len(setup.White) == 0:
		err = c.Handicap(ctx, setup.Black)
	case len(setup.Black)+len(setup.White) > 0:
		err = c.Setup(ctx, setup)
	}
	if err != nil {
		return err
	}
	for _, move := range game.Moves() {
		if err := c.Play(ctx, move); err != nil {
			return s.refused(ctx, game, err)
		}
	}
	return nil
}

func (s *engineSeat) choose(ctx context.Context, _ *ruleset.Game, _ uint64, shown *clock.Clock) (choice, error) {
	if err := s.controller.TimeLeft(ctx, s.announced, s.color, shown); err != nil {
		return choice{}, s.checked(err)
	}
	limit, _ := shown.Limit()
	reply, err := s.controller.GenMove(ctx, s.color, limit)
	var fault *gtp.EngineError
	if errors.As(err, &fault) && fault.Fault == gtp.Illegal {
		err = nil // the referee will see that the point is not on the board
	}
	return choice{point: reply.Point, resign: reply.Resign, took: reply.Took}, s.checked(err)
}

func (s *engineSeat) told(ctx context.Context, game *ruleset.Game, move ruleset.Move) error {
	return s.checked(s.refused(ctx, game, s.controller.Play(ctx, move)))
}

// refused puts the boards of the referee and of a program that refuses a legal
// move into the program's log, which the error then names. Other errors are
// returned as they are.
func (s *engineSeat) refused(ctx context.Context, game *ruleset.Game, err error) error {
	var fault *gtp.EngineError
	if s.log == nil || !errors.As(err, &fault) || fault.Fault != gtp.Refused {
		return err
	}
	s.log.note(fmt.Sprintf("%v\nThe referee's board after move %d:\n%v", err, game.Ply(), game.Position()))
	if s.controller.Has("showboard") {
		board, boardErr := s.controller.Ask(ctx, "showboard")
		if s.checked(boardErr) != nil {
			board = boardErr.Error()
		}
		s.log.note("The program's answer to showboard:\n" + board)
	}
	return fmt.Errorf("%w; both boards are in %s", err, s.log.name())
}

func (s *engineSeat) dead(ctx context.Context, game *ruleset.Game, _ uint64) ([]ruleset.Point, bool) {
	if s.controller == nil || !s.controller.Has("final_status_list") {
		return nil, false
	}
	stones, err := s.controller.FinalStatus(ctx, "dead")
	if s.checked(err) != nil {
		return nil, false
	}
	for _, p := range stones {
		if !game.Position().At(p).IsPlayer() {
			return nil, false // it has another board
		}
	}
	slices.Sort(stones)
	return slices.Compact(stones), true
}

// checked drops a program that failed, so that it is started again.
func (s *engineSeat) checked(err error) error {
	var fault *gtp.EngineError
	if err != nil && (!errors.As(err, &fault) || fault.Fault != gtp.Refused && fault.Fault != gtp.Illegal) {
		s.close()
	}
	return err
}

func (s *engineSeat) text() string  { return s.player.text(s.engine) }
func (s *engineSeat) playouts() int { return 0 }

func (s *engineSeat) close() {
	if s.controller != nil {
		_ = s.controller.Close() // that it had to be killed is its affair
		s.controller = nil
	}
}
