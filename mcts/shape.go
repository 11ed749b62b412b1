package mcts

import "github.com/tengen-go/tengen/ruleset"

// maxShapes bounds the classes of shapes.
const maxShapes = 1120

// shapeClasses numbers the neighborhoods of 3x3 points, by their code of
// Board.Pattern3x3 from the view of Black: those that are alike under rotation
// and reflection have the same number, those that cannot be have 0.
var shapeClasses, shapeClassCount = func() (table [1 << 16]uint16, count int) {
	classes := map[uint16]uint16{}
	for code := range 1 << 16 {
		least := leastShape(uint16(code))
		if uint16(code) == least && plausibleShape(least) {
			classes[least] = uint16(len(classes) + 1)
		}
		table[code] = classes[least] // the least of them comes first
	}
	return table, len(classes) + 1
}()

// plausibleShape reports whether the points of a code that are off the board
// are so in some corner, edge or middle of a board.
func plausibleShape(code uint16) bool {
	off := func(i int) bool { return code>>(2*i)&3 == uint16(ruleset.Border) }
	down, left, right, up := off(1), off(3), off(4), off(6)
	for i, want := range [8]bool{down || left, down, down || right, left, right, up || left, up, up || right} {
		if off(i) != want {
			return false
		}
	}
	return true
}

// leastShape returns the least of the codes alike.
func leastShape(code uint16) uint16 {
	least := code
	for range 2 {
		for range 4 {
			least = min(least, code)
			code = rearranged(code, [8]int{5, 3, 0, 6, 1, 7, 4, 2})
		}
		code = rearranged(code, [8]int{2, 1, 0, 4, 3, 7, 6, 5})
	}
	return least
}

func rearranged(code uint16, order [8]int) (to uint16) {
	for i, from := range order {
		to |= code >> (2 * from) & 3 << (2 * i)
	}
	return to
}

// seenBy turns a code of Board.Pattern3x3 into the view of Black if c is White:
// the colors are exchanged.
func seenBy(c ruleset.Color, code uint16) uint16 {
	if c == ruleset.White {
		return code&0x5555<<1 | code>>1&0x5555
	}
	return code
}

// touchesStones reports whether one of the four points next to the middle of a
// Board.Pattern3x3 code has a stone: a color that is neither 0, empty, nor 3, off
// the board.
func touchesStones(code uint16) bool {
	const next = 1<<2 | 1<<6 | 1<<8 | 1<<12
	return (code^code>>1)&next != 0
}
