// Package freeplay is about games that go on as a client likes: an engine that
// serves a graphical client or an analysis tool is told what was played, and
// only has to know what is legal. Such a game goes on after two passes or a
// repetition, and either player may move at any time.
package freeplay

import (
	"fmt"

	"github.com/tengen-go/tengen/ruleset"
)

// Rules returns the rules without what ends a game, and with an empty board at
// the start: the client sends the stones.
func Rules(r ruleset.Rules) ruleset.Rules {
	r.MaxMoves = ruleset.NoMoveLimit
	r.OnCycle = ruleset.CycleNone
	r.Start = ruleset.StartEmpty
	return r
}

// Reopen lets a game that has ended go on.
func Reopen(g *ruleset.Game) error {
	switch {
	case !g.Over():
		return nil
	case g.Result().Ending == ruleset.ByScore:
		return g.Resume()
	}
	return g.Undo() // takes back that a player resigned
}

// Play makes a move, in a game that may have ended. On an error nothing
// changes.
func Play(g *ruleset.Game, m ruleset.Move) error {
	if !g.Over() {
		return g.PlayMove(m)
	}
	trial := g.Clone()
	if err := Reopen(trial); err != nil {
		return err
	}
	if err := trial.LegalMove(m); err != nil {
		return err
	}
	if err := Reopen(g); err != nil {
		return err
	}
	return g.PlayMove(m)
}

// Replay makes all moves in a new game under the given rules.
func Replay(rules ruleset.Rules, size ruleset.Size, setup ruleset.Setup, moves []ruleset.Move) (*ruleset.Game, error) {
	g, err := ruleset.NewGame(Rules(rules), size, setup)
	if err != nil {
		return nil, err
	}
	for i, m := range moves {
		if err := Play(g, m); err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	return g, nil
}

// View returns a game as a search is to see it: going on, and with color to
// move. A player out of turn sees the board without its history, so a ko may
// look open to him.
func View(g *ruleset.Game, color ruleset.Color) (*ruleset.Game, error) {
	if g.Over() {
		g = g.Clone()
		if err := Reopen(g); err != nil {
			return nil, err
		}
	}
	if g.ToPlay() == color {
		return g, nil
	}
	return begin(g, g.Position(), color, [2]int{})
}

// begin returns a game that begins with a position, under the rules of g and
// with its handicap and its captures, and those taken besides. It has no
// history.
func begin(g *ruleset.Game, position *ruleset.Position, toPlay ruleset.Color, taken [2]int) (*ruleset.Game, error) {
	setup := ruleset.SetupOf(position, toPlay)
	setup.Handicap = g.Handicap()
	setup.Captures = [2]int{g.Captures(ruleset.Black) + taken[0], g.Captures(ruleset.White) + taken[1]}
	return ruleset.NewGame(Rules(g.Rules()), g.Size(), setup)
}

// Force executes a play that a rule of ko or suicide forbids, as a game record
// may hold: the stone is put on the board, and what has no liberty then is
// taken off. The game that it returns begins there, without history. Other
// illegal moves, and the suicide of a single stone, are errors.
func Force(g *ruleset.Game, m ruleset.Move) (*ruleset.Game, error) {
	position := *g.Position()
	if !g.Size().Contains(m.Point) {
		return nil, ruleset.ErrOffBoard
	}
	if position.At(m.Point) != ruleset.Empty {
		return nil, ruleset.ErrOccupied
	}
	captured, suicide := position.Place(m.Color, m.Point)
	if len(suicide) == 1 {
		return nil, ruleset.ErrSuicide
	}
	taken := [2]int{len(captured), len(suicide)}
	if m.Color == ruleset.White {
		taken[0], taken[1] = taken[1], taken[0]
	}
	return begin(g, &position, m.Color.Opponent(), taken)
}
