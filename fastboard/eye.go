package fastboard

import "github.com/tengen-go/tengen/ruleset"

// EyeLike reports whether p looks like an eye of c: an empty point whose four
// neighbors are all stones of c or border, and of whose diagonal neighbors at
// most one belongs to the enemy, none at the edge of the board. It is the
// usual eye rule of playouts; two such eyes may still be false together.
func (b *Board) EyeLike(p Point, c ruleset.Color) bool {
	w := b.window(p)
	return c.IsPlayer() && b.enclosed(p, c) && enemyDiagonals(w, indexOf(c)^1)+atEdge(w) < 2
}

// enemyDiagonals counts the diagonal neighbors of the point in the middle of w
// that are stones of the player with the index them.
func enemyDiagonals(w *window, them int) uint32 {
	return isChain(w[downLeft].chain[them]) + isChain(w[downRight].chain[them]) +
		isChain(w[upLeft].chain[them]) + isChain(w[upRight].chain[them])
}

// atEdge is 1 if the empty point in the middle of w is at the edge of the board,
// else 0.
func atEdge(w *window) uint32 { return (w[here].around>>aroundBorder + 3) / 4 }

// isChain is 1 for the head of a chain and 0 for none, without a branch.
func isChain(head Point) uint32 { return (uint32(head) + mask) / NumPoints }

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
