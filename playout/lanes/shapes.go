package lanes

import (
	"fmt"
	"strings"
)

// Shapes is a set of 3x3 shapes around an empty point, as a table of all that
// can lie around it: any set costs the same to look up.
//
// A neighborhood is a number of 16 bits. The eight neighbors are numbered from
// the lower left along the rows, the center left out. Bit k is set if neighbor
// k is on the board and not an own stone, bit 8+k if it is on the board and not
// an enemy stone; so an empty neighbor has both bits and the edge has none.
type Shapes struct {
	table [1 << 16 / 32]uint32
}

// has reports whether the neighborhood is in the set.
func (s *Shapes) has(neighborhood uint16) bool {
	return s.table[neighborhood/32]>>(neighborhood%32)&1 != 0
}

// NewShapes returns the set of the drawn shapes. A shape is drawn as three rows
// of three signs, the rows separated by "/", the top row first:
//
//	X, O  a stone of one player, of the other
//	x, o  anything but that: the other player's stone, empty, the edge
//	.     empty
//	#     off the board
//	?     anything
//
// The center must be empty. Each shape stands for all its rotations and
// reflections, and for the same with the colors exchanged.
func NewShapes(drawings ...string) (*Shapes, error) {
	set := new(Shapes)
	for _, drawing := range drawings {
		shape, err := parseShape(drawing)
		if err != nil {
			return nil, err
		}
		for range 2 {
			for range 4 {
				set.add(&shape, 0, 0)
				set.add(shape.mirrored(), 0, 0)
				shape = *shape.rotated()
			}
			shape = *shape.exchanged()
		}
	}
	return set, nil
}

// shape is a drawn shape: signs in rows from the bottom, the center at 4.
type shape [9]byte

func parseShape(drawing string) (s shape, err error) {
	rows := strings.Split(drawing, "/")
	if len(rows) != 3 {
		return s, fmt.Errorf("lanes: shape %q: draw three rows separated by /", drawing)
	}
	for r, row := range rows {
		if len(row) != 3 || strings.Trim(row, "XOxo.#?") != "" {
			return s, fmt.Errorf("lanes: shape %q: row %q must be three of the signs X O x o . # ?", drawing, row)
		}
		copy(s[3*(2-r):], row)
	}
	if s[4] != '.' {
		return s, fmt.Errorf("lanes: shape %q: the center must be empty, a dot", drawing)
	}
	return s, nil
}

// rotated returns the shape turned by a quarter.
func (s *shape) rotated() *shape {
	var t shape
	for row := range 3 {
		for col := range 3 {
			t[3*col+2-row] = s[3*row+col]
		}
	}
	return &t
}

// mirrored returns the shape with left and right exchanged.
func (s *shape) mirrored() *shape {
	var t shape
	for row := range 3 {
		for col := range 3 {
			t[3*row+2-col] = s[3*row+col]
		}
	}
	return &t
}

// exchanged returns the shape with the colors exchanged.
func (s *shape) exchanged() *shape {
	t := *s
	for i, sign := range t {
		switch sign {
		case 'X':
			t[i] = 'O'
		case 'O':
			t[i] = 'X'
		case 'x':
			t[i] = 'o'
		case 'o':
			t[i] = 'x'
		}
	}
	return &t
}

// The contents of a neighbor, as the two bits of a neighborhood that it sets:
// 1 if it is no own stone, 2 if it is no enemy stone.
const (
	offBoard = 0
	enemyAt  = 1
	ownAt    = 2
	emptyAt  = 3
)

// allowed returns the contents that a sign stands for, X being an own stone.
func allowed(sign byte) []uint16 {
	switch sign {
	case 'X':
		return []uint16{ownAt}
	case 'O':
		return []uint16{enemyAt}
	case 'x':
		return []uint16{enemyAt, emptyAt, offBoard}
	case 'o':
		return []uint16{ownAt, emptyAt, offBoard}
	case '.':
		return []uint16{emptyAt}
	case '#':
		return []uint16{offBoard}
	}
	return []uint16{ownAt, enemyAt, emptyAt, offBoard}
}

// add enters every neighborhood that fits the shape, the neighbors before k
// being chosen already.
func (s *Shapes) add(drawn *shape, k int, neighborhood uint16) {
	if k == 8 {
		s.table[neighborhood/32] |= 1 << (neighborhood % 32)
		return
	}
	at := k
	if at >= 4 {
		at++ // the center is no neighbor
	}
	for _, content := range allowed(drawn[at]) {
		s.add(drawn, k+1, neighborhood|content&1<<k|content>>1<<(8+k))
	}
}

// DefaultShapes returns the shapes that made random playouts strong in the
// first place: hane, cuts and moves at the edge (S. Gelly, Y. Wang, R. Munos,
// O. Teytaud, "Modification of UCT with Patterns in Monte-Carlo Go", INRIA
// RR-6062, 2006).
func DefaultShapes() *Shapes {
	set, err := NewShapes(
		// Hane: enclosing, not cutting, turning, and the diagonal attachment.
		"XOX/.../???",
		"XO./.../?.?",
		"XO?/X../x.?",
		".O./X../...",
		// Cuts: unprotected, peeped at, pushed through, and the knight's move.
		"XO?/O.o/?o?",
		"XO?/O.X/???",
		"?X?/O.O/ooo",
		"OX?/o.O/???",
		// At the edge: chase, block a cut, block a connection, descend, cut.
		"X.?/O.?/###",
		"OX?/X.O/###",
		"?X?/x.O/###",
		"?XO/x.x/###",
		"?OX/X.O/###",
	)
	if err != nil {
		panic(err) // the drawings above are constant
	}
	return set
}
