package match

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"github.com/tengen-go/tengen/experiments/clock"
	"github.com/tengen-go/tengen/experiments/gtp"
	"github.com/tengen-go/tengen/ruleset"
)

// ErrPreflight marks what was wrong before the first game.
var ErrPreflight = errors.New("no game was begun")

// preflight starts every program of a plan once, so that one that is missing or
// does not work is known before the first game.
func preflight(ctx context.Context, plan *Plan, note func(string)) error {
	base, err := plan.base()
	if err != nil {
		return err
	}
	game, err := base.Begin(0)
	if err != nil {
		return err
	}
	var errs []error
	for i := range plan.Players {
		player := &plan.Players[i]
		if !player.External() {
			continue
		}
		if err := tryOut(ctx, plan, player, game, note); err != nil {
			errs = append(errs, err)
		}
	}
	if len(errs) > 0 && ctx.Err() == nil {
		errs = append(errs, ErrPreflight)
	}
	return errors.Join(errs...)
}

// tryOut sets up a game with a program.
func tryOut(ctx context.Context, plan *Plan, player *Player, game *ruleset.Game, note func(string)) error {
	s := &engineSeat{plan: plan, player: player}
	defer s.close()
	if err := s.start(ctx); err != nil {
		return fmt.Errorf("%w; %s", err, remedy(err, player))
	}
	c := s.controller
	note(fmt.Sprintf("%s is %s", player.Name, s.engine))
	if err := s.setUp(ctx, game); err != nil {
		return fmt.Errorf("%w; it cannot play a game of this match: change its command, --size, --komi or the opening", err)
	}
	told, err := c.Rules(ctx, game.Rules())
	if err != nil {
		return err
	}
	switch rules := game.Rules(); {
	case told.Command == "":
		note(fmt.Sprintf("%s cannot be told the rules: see that its command sets them (%s; %v, %v, suicide %v)", player.Name, rules.SGF(), rules.Scoring, rules.Ko, rules.Suicide))
	case len(told.Lost) > 0:
		note(fmt.Sprintf("%s cannot be told all of the rules (%s): see that its command sets that", player.Name, strings.Join(told.Lost, ", ")))
	}
	if settings := clockOf(plan, player); settings.Kind != clock.None && s.announced.Command == "" {
		note(fmt.Sprintf("%s cannot be told the clock %v: it is charged all the same", player.Name, settings))
	}
	begun := time.Now()
	if err := c.Close(); err != nil {
		note(fmt.Sprintf("%s does not end when asked to: it was killed after %v", player.Name, time.Since(begun).Round(time.Millisecond)))
	}
	return nil
}

// crowded says that games with clocks have to share the processors, and is
// empty where they need not.
func crowded(plan *Plan, workers, processors int) string {
	if workers <= processors {
		return ""
	}
	for i := range plan.Players {
		if clockOf(plan, &plan.Players[i]).Kind != clock.None {
			return fmt.Sprintf("%d games at once on %d processors, with a clock: players wait for each other and may lose on time; use --workers %d or fewer, or a larger margin (such as --clock move:5s,margin=2s)", workers, processors, processors)
		}
	}
	return ""
}

// remedy says what to do about a program that does not start.
func remedy(err error, player *Player) string {
	var fault *gtp.EngineError
	errors.As(err, &fault)
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return fmt.Sprintf("install %s, or write the path of the executable", player.Command[0])
	case fault != nil && fault.Fault == gtp.Hang:
		return "is it a GTP engine, and do its arguments start GTP (such as --mode gtp)? If it needs long to start, raise --start-timeout"
	}
	return "try the command in a terminal: it must answer protocol_version, name and list_commands"
}
