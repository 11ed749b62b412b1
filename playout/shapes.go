package playout

import "strings"

// shapes are the 3x3 shapes that made random playouts strong in the first
// place: hane, cuts and moves at the edge around the empty point in the middle
// (S. Gelly, Y. Wang, R. Munos, O. Teytaud, "Modification of UCT with Patterns
// in Monte-Carlo Go", INRIA RR-6062, 2006).
//
//	X, O  a stone of one player, of the other
//	x, o  anything but that: the other player's stone, empty, off the board
//	.     empty
//	#     off the board
//	?     anything
//
// Each stands for all its rotations and reflections, and for the same with the
// colors exchanged.
var shapes = []string{
	`XOX
	 ...
	 ???`, // hane: enclosing
	`XO.
	 ...
	 ?.?`, // hane: not cutting
	`XO?
	 X..
	 x.?`, // hane: turning (magari)
	`.O.
	 X..
	 ...`, // diagonal attachment (katatsuke)
	`XO?
	 O.o
	 ?o?`, // cut: unprotected (kiri)
	`XO?
	 O.X
	 ???`, // cut: peeped at
	`?X?
	 O.O
	 ooo`, // cut: pushed through (de)
	`OX?
	 o.O
	 ???`, // cut: the knight's move (keima)
	`X.?
	 O.?
	 ###`, // edge: chase
	`OX?
	 X.O
	 ###`, // edge: block a cut
	`?X?
	 x.O
	 ###`, // edge: block a connection
	`?XO
	 x.x
	 ###`, // edge: descend (sagari)
	`?OX
	 X.O
	 ###`, // edge: cut
}

// Shapes returns the drawings of the 3x3 shapes of Tactical, each as three rows
// from the top, separated by "/", in the signs
//
//	X, O  a stone of one player, of the other
//	x, o  anything but that: the other player's stone, empty, off the board
//	.     empty
//	#     off the board
//	?     anything
//
// Each stands for all its rotations and reflections, and for the same with the
// colors exchanged. Other implementations of the policy start from them.
func Shapes() []string {
	drawings := make([]string, len(shapes))
	for i, shape := range shapes {
		drawings[i] = strings.Join(strings.Fields(shape), "/")
	}
	return drawings
}

// shapeTable has a bit for every Board.Pattern3x3 code, set where one of the
// shapes is: 8 KiB, in which any set of shapes is looked up alike.
var shapeTable = func() (table [1 << 16 / 64]uint64) {
	for _, drawing := range Shapes() {
		s := parseShape(drawing)
		for range 2 {
			for range 4 {
				s.addTo(&table, 0, 0)
				s.mirrored().addTo(&table, 0, 0)
				s = s.rotated()
			}
			s = s.exchanged()
		}
	}
	return table
}()

// hasShape reports whether the code is one of the shapes.
func hasShape(code uint16) bool { return shapeTable[code/64]>>(code%64)&1 != 0 }

// shape is the signs of a drawing in rows from the bottom, the middle at 4.
type shape [9]byte

func parseShape(drawing string) (s shape) {
	for i, row := range strings.Split(drawing, "/") {
		copy(s[3*(2-i):], row)
	}
	return s
}

// rotated returns the shape turned by a quarter.
func (s shape) rotated() (t shape) {
	for row := range 3 {
		for col := range 3 {
			t[3*col+2-row] = s[3*row+col]
		}
	}
	return t
}

// mirrored returns the shape with left and right exchanged.
func (s shape) mirrored() (t shape) {
	for row := range 3 {
		for col := range 3 {
			t[3*row+2-col] = s[3*row+col]
		}
	}
	return t
}

// exchanged returns the shape with the colors exchanged.
func (s shape) exchanged() (t shape) {
	exchange := strings.NewReplacer("X", "O", "O", "X", "x", "o", "o", "x")
	copy(t[:], exchange.Replace(string(s[:])))
	return t
}

// meanings are the colors that a sign stands for, as digits: ruleset.Empty is
// 0, Black (X) 1, White (O) 2, Border 3.
var meanings = map[byte]string{
	'.': "0",
	'X': "1",
	'O': "2",
	'#': "3",
	'x': "023",
	'o': "013",
	'?': "0123",
}

// addTo sets the bits of all codes that s stands for; code has the colors of
// the signs before number i.
func (s shape) addTo(table *[1 << 16 / 64]uint64, i int, code uint16) {
	const middle = 4
	switch i {
	case len(s):
		table[code/64] |= 1 << (code % 64)
		return
	case middle:
		s.addTo(table, i+1, code)
		return
	}
	place := 2 * i
	if i > middle {
		place -= 2
	}
	for _, digit := range meanings[s[i]] {
		s.addTo(table, i+1, code|uint16(digit-'0')<<place)
	}
}
