// Package playout plays a position to its end, fast and at random: the
// evaluation of a leaf in Monte-Carlo tree search.
//
// # What a playout is
//
// A [Runner] plays a [fastboard.Board] itself to its end, move by move, each
// drawn by a [Policy] from the board and an [RNG] and nothing else. The same
// board, policy and seed give the same playout on every machine. To be exact:
//
//   - A candidate is an empty point where the player to move may play (simple
//     ko, no suicide) and that is no own eye by [fastboard.Board.EyeLike]. A
//     policy chooses among the candidates, and passes if it finds none.
//   - Two passes in a row end the playout; a pass made just before it counts as
//     one of them. It is cut off after Runner.MaxMoves moves, by default three
//     times the area of the board, because without superko it might not end.
//   - Then every stone is alive, and [Outcome].Margin is Black's area minus
//     White's, without komi.
//   - The moves of an Outcome include the passes.
//
// [Uniform] chooses among all candidates alike. Its average over many playouts
// from the empty 9x9 board is known from other programs, and a test compares.
// [Tactical] knows atari and shapes. A playout of it takes about four times as
// long, and its moves are so much better that one is worth far more than four.
// Its rules are defined by the text of the type alone, not by this code, so
// that a faster implementation can keep to them.
//
// # Beside the outcome
//
// A [Trace] remembers who played each point first, for the statistics called
// AMAF or RAVE. An [Ownership] averages who owns each point in the end.
//
// # Speed
//
// Nothing in a playout allocates. A Policy is called through an interface once
// per move at most: Runner has loops of its own for the policies of this
// package, which play the same moves as Policy.Move. A test holds it to that.
package playout
