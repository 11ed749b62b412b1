package match

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/experiments/clock"
	"github.com/tengen-go/tengen/experiments/gtp"
	"github.com/tengen-go/tengen/ruleset"
)

// referee plays one game between two seats.
type referee struct {
	table   *table
	game    *ruleset.Game
	seed    uint64
	notes   *experiments.Notes
	judge   ruleset.Judge
	clocks  *clock.Pair
	seats   [2]seat // of Black and of White
	players [2]*Player

	rulings []datasets.RulingRow
	void    bool // a program failed, and the game does not count
}

func newReferee(t *table, game *ruleset.Game, seed uint64) *referee {
	return &referee{table: t, game: game, seed: seed, notes: experiments.NewNotes(game), judge: ruleset.Judge{Policy: t.plan.Illegal.Policy}}
}

func (r *referee) seat(c ruleset.Color) seat      { return r.seats[c-ruleset.Black] }
func (r *referee) player(c ruleset.Color) *Player { return r.players[c-ruleset.Black] }

// referee plays the game to its end. An error is none of the players' faults.
func (r *referee) referee(ctx context.Context) error {
	plan := r.table.plan
	r.clocks = clock.NewPair(clockOf(plan, r.players[0]), clockOf(plan, r.players[1]))
	for _, color := range [...]ruleset.Color{ruleset.Black, ruleset.White} {
		if r.game.Over() { // the other one failed
			break
		}
		if err := r.blame(color, r.seat(color).begin(ctx, r.game, color)); err != nil {
			return err
		}
	}
	for !r.game.Over() {
		if err := r.turn(ctx); err != nil {
			return err
		}
	}
	return r.settle(ctx)
}

// turn lets the player to move make its move.
func (r *referee) turn(ctx context.Context) error {
	color := r.game.ToPlay()
	shown := r.clocks.Of(color)
	c, err := r.seat(color).choose(ctx, r.game, experiments.GameSeed(r.seed, r.game.Ply()), shown)
	if err != nil {
		return r.blame(color, err)
	}
	limit, _ := shown.Limit()
	if !shown.Spend(c.took) {
		return r.rule(ctx, ruleset.Overtime, color, fmt.Sprintf("the move took %v; the clock left %v and a margin of %v",
			c.took.Round(time.Millisecond), limit.Round(time.Millisecond), shown.Settings().Margin))
	}
	if c.resign {
		return r.game.Resign(color)
	}
	if err := r.game.Legal(c.point); err != nil {
		act, ok := ruleset.ActOf(err)
		if !ok {
			return err
		}
		return r.rule(ctx, act, color, fmt.Sprintf("%v: %v", c.point, err))
	}
	r.notes.Add(c.point, c.report)
	if err := r.game.Play(c.point); err != nil {
		return err
	}
	return r.tell(ctx, color.Opponent(), ruleset.Move{Color: color, Point: c.point})
}

// tell tells a player a legal move of the opponent. One that refuses it has
// another board.
func (r *referee) tell(ctx context.Context, color ruleset.Color, move ruleset.Move) error {
	err := r.seat(color).told(ctx, r.game, move)
	var fault *gtp.EngineError
	if errors.As(err, &fault) && fault.Fault == gtp.Refused {
		if r.game.Over() {
			return nil
		}
		return r.rule(ctx, ruleset.WrongRemoval, color, err.Error())
	}
	return r.blame(color, err)
}

// rule has the judge decide on an act, and puts the board of who did it right
// if play goes on.
func (r *referee) rule(ctx context.Context, act ruleset.Act, color ruleset.Color, what string) error {
	ply := r.game.Ply()
	ruling, err := r.judge.Apply(r.game, act, color)
	if err != nil {
		return err
	}
	r.note(ply, color, act.String(), ruling.Verdict.String(), ruling.Reason()+": "+what)
	if ruling.Verdict == ruleset.Loses {
		return nil
	}
	if ruling.Verdict == ruleset.ForfeitTurn {
		r.notes.Add(ruleset.Pass, nil)
		if err := r.tell(ctx, color.Opponent(), ruleset.Move{Color: color, Point: ruleset.Pass}); err != nil {
			return err
		}
	}
	if r.game.Over() && r.game.Result().Ending != ruleset.ByScore {
		return nil
	}
	err = r.seat(color).begin(ctx, r.game, color)
	var fault *gtp.EngineError
	if errors.As(err, &fault) && fault.Fault == gtp.Refused && !r.game.Over() {
		return r.rule(ctx, ruleset.WrongRemoval, color, err.Error())
	}
	return r.blame(color, err)
}

// blame decides what becomes of a game in which a program failed. Other errors
// are returned.
func (r *referee) blame(color ruleset.Color, err error) error {
	var fault *gtp.EngineError
	if !errors.As(err, &fault) {
		return err
	}
	ply := r.game.Ply()
	if r.game.Over() {
		r.note(ply, color, fault.Fault.String(), "stands", err.Error())
		return nil
	}
	result, verdict := ruleset.Result{Ending: ruleset.ByForfeit, Winner: color.Opponent()}, ruleset.Loses.String()
	if r.table.plan.OnCrash == Void {
		result, verdict = ruleset.Result{Ending: ruleset.ByNoResult}, Void.String()
		r.void = true
	}
	r.note(ply, color, fault.Fault.String(), verdict, err.Error())
	return r.game.End(result)
}

// note keeps a ruling.
func (r *referee) note(ply int, color ruleset.Color, act, verdict, reason string) {
	r.rulings = append(r.rulings, datasets.RulingRow{
		Ply: int32(ply), Color: color.String(), Player: r.player(color).Name,
		Act: act, Verdict: verdict, Reason: strings.ToValidUTF8(reason, "?"),
	})
}
