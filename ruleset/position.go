package ruleset

import (
	"fmt"
	"strconv"
	"strings"
)

// Position is the stones on a board. It holds no pointer: assigning it copies
// it, and == compares it. The zero value is a board without points; use
// NewPosition.
type Position struct {
	size   Size
	stones [NumPoints]Color
	hash   uint64 // derived: the XOR of Zobrist over the stones
}

// NewPosition returns the empty board of the given size. A size that
// Size.Validate rejects gives a board without points.
func NewPosition(size Size) Position {
	var p Position
	for i := range p.stones {
		p.stones[i] = Border
	}
	if size.Validate() != nil {
		return p
	}
	p.size = size
	for row := 1; row <= size.H; row++ {
		for col := 1; col <= size.W; col++ {
			p.stones[At(col, row)] = Empty
		}
	}
	return p
}

// Size returns the size of the board.
func (p *Position) Size() Size { return p.size }

// At returns what is at pt: Border for a point off the board.
func (p *Position) At(pt Point) Color {
	if int(pt) >= NumPoints {
		return Border
	}
	return p.stones[pt]
}

// Set puts a stone at pt, or takes it away when c is Empty. Nothing is
// captured: Place does that. A point off the board stays as it is.
func (p *Position) Set(pt Point, c Color) {
	if !p.size.Contains(pt) || c >= Border {
		return
	}
	p.hash ^= Zobrist(p.stones[pt], pt) ^ Zobrist(c, pt)
	p.stones[pt] = c
}

// Hash returns the XOR of Zobrist over the stones; an empty board has 0.
func (p *Position) Hash() uint64 { return p.hash }

// Count returns the number of points with content c.
func (p *Position) Count(c Color) int {
	n := 0
	for row := 1; row <= p.size.H; row++ {
		for col := 1; col <= p.size.W; col++ {
			if p.stones[At(col, row)] == c {
				n++
			}
		}
	}
	return n
}

// ParseBoard reads a drawn board: rows from the top, "X" for Black, "O" for
// White, "." for an empty point. Blanks between the points, empty lines, and
// the coordinates that Position.String draws are left out.
func ParseBoard(text string) (Position, error) {
	var rows []string
	for _, line := range strings.Split(text, "\n") {
		fields := strings.Fields(line)
		if len(fields) == 0 || isColumnLetters(fields) {
			continue
		}
		if len(fields) > 1 && isNumber(fields[0]) {
			fields = fields[1:]
		}
		if len(fields) > 1 && isNumber(fields[len(fields)-1]) {
			fields = fields[:len(fields)-1]
		}
		rows = append(rows, strings.Join(fields, ""))
	}
	if len(rows) == 0 {
		return Position{}, fmt.Errorf("board: no rows: draw one line per row with . X and O")
	}
	size := Size{len(rows[0]), len(rows)}
	if err := size.Validate(); err != nil {
		return Position{}, fmt.Errorf("board: %w", err)
	}
	position := NewPosition(size)
	for i, row := range rows {
		if len(row) != size.W {
			return Position{}, fmt.Errorf("board: line %d has %d points, the first has %d", i+1, len(row), size.W)
		}
		for j := range len(row) {
			c, ok := colorOfLetter(row[j])
			if !ok {
				return Position{}, fmt.Errorf("board: line %d, column %d: %q is none of . X O", i+1, j+1, row[j])
			}
			position.Set(At(j+1, size.H-i), c)
		}
	}
	return position, nil
}

// isColumnLetters tells the line "A B C" from a row of points. X and O are
// columns as well, but no line of columns starts with them.
func isColumnLetters(fields []string) bool { return fields[0] == "A" }

func isNumber(s string) bool {
	_, err := strconv.Atoi(s)
	return err == nil
}

func colorOfLetter(letter byte) (c Color, ok bool) {
	switch letter {
	case '.', '+':
		return Empty, true
	case 'X', 'x', '#':
		return Black, true
	case 'O', 'o':
		return White, true
	}
	return Empty, false
}

// String draws the board with coordinates; ParseBoard reads it back.
func (p *Position) String() string {
	var b strings.Builder
	letters := "  "
	for col := range p.size.W {
		letters += " " + columns[col:col+1]
	}
	b.WriteString(letters)
	for row := p.size.H; row >= 1; row-- {
		fmt.Fprintf(&b, "\n%2d", row)
		for col := 1; col <= p.size.W; col++ {
			b.WriteByte(' ')
			b.WriteByte(".XO"[p.stones[At(col, row)]])
		}
		fmt.Fprintf(&b, " %d", row)
	}
	b.WriteString("\n" + letters + "\n")
	return b.String()
}
