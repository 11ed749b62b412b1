package fastboard

import "github.com/tengen-go/tengen/ruleset"

// EyeLike reports whether p looks like an eye of c: an empty point whose four
// neighbors are all stones of c or border, and of whose diagonal neighbors at
// most one belongs to the enemy, none at the edge of the board. It is the
// usual eye rule of playouts; two such eyes may still be false together.
func (b *Board) EyeLike(p Point, c ruleset.Color) bool {
	return c.IsPlayer() && b.enclosed(p, c) && hasEyeDiagonals(b.window(p), indexOf(c)^1)
}

// hasEyeDiagonals is the part of the eye rule about the diagonal neighbors;
// them is the index of the enemy.
func hasEyeDiagonals(w *window, them int) bool {
	them &= 1
	bad := b2u(w[downLeft].chain[them] != 0) + b2u(w[downRight].chain[them] != 0) +
		b2u(w[upLeft].chain[them] != 0) + b2u(w[upRight].chain[them] != 0) +
		b2u(w[here].around>>aroundBorder != 0)
	return bad < 2
}

// enclosed reports whether p is an empty point with only stones of c and
// border beside it.
func (b *Board) enclosed(p Point, c ruleset.Color) bool {
	r := b.at(p)
	shift := aroundBlack
	if c == ruleset.White {
		shift = aroundWhite
	}
	return r.open != 0 && r.around>>shift&4 != 0
}
