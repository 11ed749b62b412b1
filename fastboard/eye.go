package fastboard

import "github.com/tengen-go/tengen/ruleset"

// EyeLike reports whether p looks like an eye of c: an empty point whose four
// neighbors are all stones of c or border, and of whose diagonal neighbors at
// most one belongs to the enemy, none at the edge of the board. It is the
// usual eye rule of playouts; two such eyes may still be false together.
func (b *Board) EyeLike(p Point, c ruleset.Color) bool {
	w := b.window(p)
	switch {
	case w[here].open == 0:
		return false
	case c == ruleset.Black:
		return isEye[black](w)
	case c == ruleset.White:
		return isEye[white](w)
	}
	return false
}

// isEye is EyeLike for S and the middle of w, an empty point.
func isEye[S side](w *window) bool {
	us, _ := sides[S]()
	return w[here].around>>(4*us)&4 != 0 && hasEyeDiagonals[S](w)
}

// hasEyeDiagonals is the part of the eye rule about the diagonal neighbors.
func hasEyeDiagonals[S side](w *window) bool {
	_, them := sides[S]()
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
