package gtp

import (
	"errors"
	"fmt"

	"github.com/tengen-go/tengen/experiments/freeplay"
	"github.com/tengen-go/tengen/ruleset"
)

// begin starts a new game. On an error nothing changes.
func (e *Engine) begin(size ruleset.Size, setup ruleset.Setup) error {
	if err := e.config.CheckSize(size); err != nil {
		return err
	}
	g, err := ruleset.NewGame(freeplay.Rules(e.rules), size, setup)
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

// errIllegal is what the protocol answers to an illegal move, and no more.
var errIllegal = errors.New("illegal move")

// play makes a move of the game.
func (e *Engine) play(m ruleset.Move) error {
	if err := freeplay.Play(e.game, m); err != nil {
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
	g, err := freeplay.Replay(rules, e.game.Size(), e.setup, e.game.Moves())
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

// legal reports whether color may make a move now, the game going on.
func (e *Engine) legal(m ruleset.Move) bool {
	return freeplay.Play(e.game.Clone(), m) == nil
}
