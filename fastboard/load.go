package fastboard

import (
	"fmt"

	"github.com/tengen-go/tengen/ruleset"
)

// Load sets up a position. The ko point is the one that toPlay may not retake,
// or NoPoint; passes is the number of passes just made in a row. It reports a
// position that no sequence of moves can leave behind; the board is then
// unusable until the next Reset or Load.
func (b *Board) Load(pos *ruleset.Position, toPlay ruleset.Color, ko ruleset.Point, passes int) error {
	size := pos.Size()
	if err := CheckSize(size); err != nil {
		return err
	}
	if !toPlay.IsPlayer() {
		return fmt.Errorf("fastboard: %v cannot be the player to move: Black or White is needed", toPlay)
	}
	if p := pos.NoLiberty(); p != ruleset.NoPoint {
		return fmt.Errorf("fastboard: the chain at %v has no liberty: it should have been taken off", p)
	}
	b.Reset(size)
	// Stone by stone nothing is captured: what is still missing of a chain
	// counts as its liberty.
	for _, p := range size.Points() {
		switch pos.At(p) {
		case ruleset.Black:
			play[black](b, FromRuleset(p))
		case ruleset.White:
			play[white](b, FromRuleset(p))
		}
	}
	b.last = NoPoint
	b.moves = 0
	b.toPlay = toPlay
	b.passes = uint8(min(passes, 255))
	if ko != ruleset.NoPoint {
		if !size.Contains(ko) || !b.enclosed(FromRuleset(ko), toPlay.Opponent()) {
			return fmt.Errorf("fastboard: %v cannot be a ko point: it is not an empty point among stones of %v", ko, toPlay.Opponent())
		}
		b.ko = FromRuleset(ko)
	}
	return nil
}

// LoadGame sets up the current position of a game, its last move included. It
// reports a board that is too large. Under rules without simple ko there is no
// ko point, but the moves made on the Board still make some.
func (b *Board) LoadGame(g *ruleset.Game) error {
	if err := b.Load(g.Position(), g.ToPlay(), g.KoPoint(), g.PassesInRow()); err != nil {
		return err
	}
	if moves := g.Moves(); len(moves) > 0 {
		b.last = FromRuleset(moves[len(moves)-1].Point)
	}
	return nil
}

// Position returns the stones as the referee keeps them.
func (b *Board) Position() ruleset.Position {
	pos := ruleset.NewPosition(b.Size())
	for _, p := range b.Size().Points() {
		pos.Set(p, b.At(FromRuleset(p)))
	}
	return pos
}

// String draws the board and names the player to move.
func (b *Board) String() string {
	pos := b.Position()
	text := fmt.Sprintf("%v%v to play", &pos, b.toPlay)
	if b.ko != NoPoint {
		text += fmt.Sprintf(", ko at %v", b.ko)
	}
	return text
}
