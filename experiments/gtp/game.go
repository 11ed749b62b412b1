package gtp

import (
	"errors"
	"fmt"

	"github.com/tengen-go/tengen/ruleset"
)

// playing returns the rules under which the engine lets a game go on. A client
// decides when a game ends, and goes on after two passes or a repetition if it
// likes; the engine only has to know what is legal. Whoever asks for the
// result gets it under the rules as they are: see result. clear_board means an
// empty board, whatever start the rules prescribe; the client sends the stones.
func playing(r ruleset.Rules) ruleset.Rules {
	r.MaxMoves = ruleset.NoMoveLimit
	r.OnCycle = ruleset.CycleNone
	r.Start = ruleset.StartEmpty
	return r
}

// begin starts a new game. On an error nothing changes.
func (e *Engine) begin(size ruleset.Size, setup ruleset.Setup) error {
	if err := e.config.CheckSize(size); err != nil {
		return err
	}
	g, err := ruleset.NewGame(playing(e.rules), size, setup)
	if err != nil {
		return err
	}
	e.replaced = nil
	e.replace(saved{g, setup})
	e.resetClocks()
	e.games++
	e.last = ""
	e.config.Searcher.Reset()
	return nil
}

// replace puts another game in the place of the current one.
func (e *Engine) replace(s saved) {
	e.game, e.setup = s.game, s.setup
	e.estimate = nil
}

// reopen lets a game that has ended go on.
func reopen(g *ruleset.Game) error {
	switch {
	case !g.Over():
		return nil
	case g.Result().Ending == ruleset.ByScore:
		return g.Resume()
	}
	return g.Undo() // takes back that a player resigned
}

// playOn makes a move, in a game that may have ended. On an error nothing
// changes.
func playOn(g *ruleset.Game, m ruleset.Move) error {
	if !g.Over() {
		return g.PlayMove(m)
	}
	trial := g.Clone()
	if err := reopen(trial); err != nil {
		return err
	}
	if err := trial.LegalMove(m); err != nil {
		return err
	}
	if err := reopen(g); err != nil {
		return err
	}
	return g.PlayMove(m)
}

// replay makes all moves in a new game under the given rules.
func replay(rules ruleset.Rules, size ruleset.Size, setup ruleset.Setup, moves []ruleset.Move) (*ruleset.Game, error) {
	g, err := ruleset.NewGame(playing(rules), size, setup)
	if err != nil {
		return nil, err
	}
	for i, m := range moves {
		if err := playOn(g, m); err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	return g, nil
}

// errIllegal is what the protocol answers to an illegal move, and no more.
var errIllegal = errors.New("illegal move")

// play makes a move of the game.
func (e *Engine) play(m ruleset.Move) error {
	if err := playOn(e.game, m); err != nil {
		e.log.Info("illegal move", "move", m.String(), "reason", err)
		return errIllegal
	}
	return nil
}

// undo takes back n moves. A resignation is no move, and goes as well.
func (e *Engine) undo(n int) error {
	if n < 0 || n > e.game.Ply() {
		return errors.New("cannot undo")
	}
	if e.game.Result().Ending == ruleset.ByResignation {
		if err := e.game.Undo(); err != nil {
			return err
		}
	}
	for range n {
		if err := e.game.Undo(); err != nil {
			return err
		}
	}
	return nil
}

// setRules changes rules and komi in the middle of the game. On an error
// nothing changes.
func (e *Engine) setRules(rules ruleset.Rules) error {
	g, err := replay(rules, e.game.Size(), e.setup, e.game.Moves())
	if err != nil {
		return fmt.Errorf("the game so far does not fit: %w", err)
	}
	if r := e.game.Result(); r.Ending == ruleset.ByResignation {
		if err := g.End(r); err != nil {
			return err
		}
	}
	e.rules = rules
	e.replace(saved{g, e.setup})
	return nil
}

// result returns the result of the game under the rules as they are, as if it
// ended now. The score is that of the board as it stands.
func (e *Engine) result() (ruleset.Result, error) {
	if r := e.game.Result(); r.Ending == ruleset.ByResignation {
		return r, nil
	}
	rules := e.rules
	rules.Start = ruleset.StartEmpty
	if rules.MaxMoves == 0 {
		rules.MaxMoves = ruleset.NoMoveLimit
	}
	g, err := ruleset.NewGame(rules, e.game.Size(), e.setup)
	if err != nil {
		return ruleset.Result{}, err
	}
	for _, m := range e.game.Moves() {
		if err := reopenCounted(g); err != nil {
			return g.Result(), nil
		}
		if err := g.PlayMove(m); err != nil {
			return ruleset.Result{}, err
		}
	}
	if err := reopenCounted(g); err != nil {
		return g.Result(), nil
	}
	count := g.Score(nil)
	return count.Result(), nil
}

// reopenCounted lets a game go on that ended in a count; a game that ended
// otherwise is an error.
func reopenCounted(g *ruleset.Game) error {
	if g.Over() {
		return g.Resume()
	}
	return nil
}

// view returns the game as the searcher is to see it: going on, and with color
// to move. A player out of turn sees the board without its history, so a ko
// may look open to him; what the engine plays is checked against the game.
func (e *Engine) view(color ruleset.Color) (*ruleset.Game, error) {
	g := e.game
	if g.Over() {
		g = g.Clone()
		if err := reopen(g); err != nil {
			return nil, err
		}
	}
	if g.ToPlay() == color {
		return g, nil
	}
	setup := ruleset.SetupOf(g.Position(), color)
	setup.Handicap = g.Handicap()
	setup.Captures = [2]int{g.Captures(ruleset.Black), g.Captures(ruleset.White)}
	return ruleset.NewGame(g.Rules(), g.Size(), setup)
}

// legal reports whether color may make a move now, the game going on.
func (e *Engine) legal(m ruleset.Move) bool {
	return playOn(e.game.Clone(), m) == nil
}
