package fastboard

import "github.com/tengen-go/tengen/ruleset"

// side is a player known at compile time. The functions of a move take it as a
// type parameter: the two types have different sizes, so the compiler makes
// one copy of the code for each, in which the player is a constant.
type side interface{ black | white }

type (
	black [0]byte
	white [1]byte
)

// sides returns the indices of S and of its opponent in record.chain: 0 is
// Black, 1 is White.
func sides[S side]() (us, them int) {
	var s S
	return len(s), len(s) ^ 1
}

// colorOf returns the player with the index i.
func colorOf(i int) ruleset.Color { return ruleset.Black + ruleset.Color(i) }

// indexOf returns the index of a player.
func indexOf(c ruleset.Color) int { return int(c-ruleset.Black) & 1 }

// countIn is what a stone of the player with the index i adds to the around of
// its neighbors: one more of its color and one less empty.
func countIn(i int) uint32 { return 1<<(4*i) - 1<<aroundEmpty }

// colorIn is what a stone of that player adds to the around of its own point.
func colorIn(i int) uint32 { return uint32(colorOf(i)) << aroundColor }

// balanceOf is what a stone of that player adds to the balance of the board.
func balanceOf(i int) int32 { return 1 - 2*int32(i) }

// b2u is compiled to an instruction, without a branch.
func b2u(x bool) uint32 {
	if x {
		return 1
	}
	return 0
}

// when is a mask of ones where x is true and of zeros where it is false, without
// a branch: point & when(x) is the point or 0.
func when(x bool) Point { return -Point(b2u(x)) }
