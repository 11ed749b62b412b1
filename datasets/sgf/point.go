package sgf

import (
	"fmt"
	"strings"

	"github.com/tengen-go/tengen/ruleset"
)

// MaxFormatSide is the largest side that the format has letters for. Records
// larger than ruleset.MaxSide can be read and written, not replayed.
const MaxFormatSide = 52

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// FormatPoint returns the two letters of a point, column first, rows from the
// top; "" for a pass.
func FormatPoint(p ruleset.Point, size ruleset.Size) string {
	if !size.Contains(p) {
		return ""
	}
	col, row := p.Col()-1, size.H-p.Row()
	return letters[col:col+1] + letters[row:row+1]
}

// ParseMovePoint reads the value of a move: a point, or a pass written as an
// empty value or, on boards up to 19x19, as tt.
func ParseMovePoint(raw string, size ruleset.Size) (ruleset.Point, error) {
	if raw == "" {
		return ruleset.Pass, nil
	}
	if raw == "tt" && size.W <= 19 && size.H <= 19 {
		return ruleset.Pass, nil
	}
	return ParsePoint(raw, size)
}

// ParsePoint reads the two letters of a point on the board.
func ParsePoint(raw string, size ruleset.Size) (ruleset.Point, error) {
	col, row, ok := corner(raw)
	if !ok {
		return ruleset.NoPoint, fmt.Errorf("%q is no point: write two letters, column and row from the upper left", clip(raw))
	}
	if col > min(size.W, ruleset.MaxSide) || row > min(size.H, ruleset.MaxSide) {
		return ruleset.NoPoint, fmt.Errorf("%q is not on the board %v: %w", clip(raw), size, ruleset.ErrOffBoard)
	}
	return ruleset.At(col, size.H-row+1), nil
}

// letterIndex returns 1 to 52, 0 for what is no letter.
func letterIndex(b byte) int {
	switch {
	case 'a' <= b && b <= 'z':
		return int(b-'a') + 1
	case 'A' <= b && b <= 'Z':
		return int(b-'A') + 27
	}
	return 0
}

// eachPoint calls f for every point of a value of a point list: one point, or
// the rectangle between two corners, such as aa:cc. Of a rectangle that sticks
// out of the board the part on the board is used, with an error.
func eachPoint(raw string, size ruleset.Size, f func(ruleset.Point)) error {
	one, other, isRectangle := strings.Cut(raw, ":")
	if !isRectangle {
		p, err := ParsePoint(raw, size)
		if err == nil {
			f(p)
		}
		return err
	}
	left, top, ok1 := corner(one)
	right, bottom, ok2 := corner(other)
	if !ok1 || !ok2 {
		return fmt.Errorf("%q is no rectangle: write two corners such as aa:cc", clip(raw))
	}
	left, right = min(left, right), max(left, right)
	top, bottom = min(top, bottom), max(top, bottom)
	var err error
	if right > size.W || bottom > size.H {
		err = fmt.Errorf("%q sticks out of the board %v: %w", clip(raw), size, ruleset.ErrOffBoard)
	}
	for row := top; row <= min(bottom, size.H); row++ {
		for col := left; col <= min(right, size.W); col++ {
			f(ruleset.At(col, size.H-row+1))
		}
	}
	return err
}

// corner reads two letters as column and row from the upper left, from 1.
func corner(text string) (col, row int, ok bool) {
	text = strings.TrimSpace(text)
	if len(text) != 2 {
		return 0, 0, false
	}
	col, row = letterIndex(text[0]), letterIndex(text[1])
	return col, row, col > 0 && row > 0
}

// clip shortens text for messages.
func clip(s string) string {
	const most = 24
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}
