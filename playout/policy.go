package playout

import "github.com/tengen-go/tengen/fastboard"

// Policy chooses the moves of a playout.
//
// Move returns a legal move that does not fill an own eye in the sense of
// Board.EyeLike, or Pass if the policy finds none. It may change the order of
// the list of empty points and nothing else of b. Its choice may depend on the
// board and on rng only: a Policy keeps no state, and goroutines may share it.
//
// String returns the text that ParsePolicy reads back to the same policy.
type Policy interface {
	Move(b *fastboard.Board, rng *RNG) fastboard.Point
	String() string
}
