package ruleset

import "fmt"

// Color is the content of a point. The zero value is an empty point, and the
// opponent of a player is one XOR away.
type Color uint8

// The contents of a point. Border marks what lies off the board.
const (
	Empty Color = iota
	Black
	White
	Border
)

// Opponent returns the other player. It is meant for Black and White only.
func (c Color) Opponent() Color { return c ^ 3 }

// IsPlayer reports whether c is Black or White.
func (c Color) IsPlayer() bool { return c == Black || c == White }

// String returns "B", "W", "." or "#".
func (c Color) String() string {
	switch c {
	case Empty:
		return "."
	case Black:
		return "B"
	case White:
		return "W"
	case Border:
		return "#"
	}
	return fmt.Sprintf("Color(%d)", uint8(c))
}

// ParseColor reads a player as GTP and SGF write it: b, w, black, white, in
// any case.
func ParseColor(s string) (Color, error) {
	switch s {
	case "b", "B", "black", "Black", "BLACK":
		return Black, nil
	case "w", "W", "white", "White", "WHITE":
		return White, nil
	}
	return Empty, fmt.Errorf("%q is no player: write black or white", s)
}
