package mcts

import (
	"strings"

	"github.com/tengen-go/tengen/playout"
)

// shapeTable has a bit for every Board.Pattern3x3 code, set where one of
// playout.Shapes is.
var shapeTable = func() (table [1 << 16 / 64]uint64) {
	for _, drawing := range playout.Shapes() {
		signs := strings.ReplaceAll(drawing, "/", "")
		for range 2 {
			for range 4 {
				addShape(&table, signs, 0, 0)
				addShape(&table, permuted(signs, [9]int{2, 1, 0, 5, 4, 3, 8, 7, 6}), 0, 0)
				signs = permuted(signs, [9]int{6, 3, 0, 7, 4, 1, 8, 5, 2})
			}
			signs = strings.NewReplacer("X", "O", "O", "X", "x", "o", "o", "x").Replace(signs)
		}
	}
	return table
}()

// hasShape reports whether a Board.Pattern3x3 code is one of the shapes.
func hasShape(code uint16) bool { return shapeTable[code/64]>>(code%64)&1 != 0 }

// hasStones reports whether a Board.Pattern3x3 code has a stone: a color that is
// neither 0, empty, nor 3, off the board.
func hasStones(code uint16) bool { return (code^code>>1)&0x5555 != 0 }

// permuted returns the signs in another order.
func permuted(signs string, order [9]int) string {
	var b strings.Builder
	for _, i := range order {
		b.WriteByte(signs[i])
	}
	return b.String()
}

// addShape sets the bits of all codes that the signs from number i on stand
// for; code has those of the signs before. Codes begin at the lower left,
// drawings at the upper left, but mirrored shapes are added as well.
func addShape(table *[1 << 16 / 64]uint64, signs string, i int, code uint16) {
	if i == len(signs) {
		table[code/64] |= 1 << (code % 64)
		return
	}
	if i == 4 {
		addShape(table, signs, i+1, code)
		return
	}
	place := 2 * i
	if i > 4 {
		place -= 2
	}
	// The colors of a sign: 0 empty, 1 black, 2 white, 3 off the board.
	colors := map[byte][]uint16{'.': {0}, 'X': {1}, 'O': {2}, '#': {3}, 'x': {0, 2, 3}, 'o': {0, 1, 3}, '?': {0, 1, 2, 3}}
	for _, c := range colors[signs[i]] {
		addShape(table, signs, i+1, code|c<<place)
	}
}
