// Package lanes plays many playouts at once: eight games to a vector of 512
// bits, one in each 64-bit lane, and several such groups side by side.
//
// A [Batch] has lanes. [Batch.Load] begins a playout in a lane from any
// [Position], [Batch.Step] plays on until one is finished, and the lane is free
// for the next; [Batch.Play] does so for a queue of jobs. Lanes never wait for
// each other, so a batch is as fast with playouts of different length as with
// equal ones.
//
// # What a playout is
//
//   - A candidate is a legal point (simple ko, no suicide) that is no own eye:
//     see [Geometry.Candidates]. A light playout chooses among the candidates,
//     all alike, and passes if there is none.
//   - A heavy playout knows a few rules about atari and shape: see [Chances].
//     They are those of the policy playout.Tactical, word for word.
//   - Two passes in a row end it; a pass just before its start counts as one of
//     them. After Options.MaxMoves moves it is cut short.
//   - Then the area is counted: see [Geometry.Margin]. Playouts that were cut
//     short are counted alike.
//
// A playout is a function of its position, seed and chances. It is the same in
// any lane, beside any others, in a kernel for larger boards, and in plain
// golang: the random numbers belong to the playout, and it draws one for each
// attempt at a move and for nothing else.
//
// # Planes
//
// A set of points is a [Plane]: a bit for each point, rows one after the other
// with a gap of one bit between them. The neighbors of a whole set are four
// shifts of it. A [Geometry] says where the points of a board lie. There are
// kernels for 7x7, 9x9, 13x13 and 19x19, in one, two, three and six words;
// other boards, rectangles too, lie in the next larger, under a mask.
//
// One plane carries the information that makes the rest cheap: Atari, the
// stones whose chain has exactly one liberty. With it, legality is a question
// about the neighbors; captures, escapes and self-atari follow. It is kept from
// move to move, exactly: a move can change it only for the chains beside it and
// beside what it captures.
//
// # The twin
//
// The file twin.go plays one game in plain golang, rule after rule. It runs on
// every processor, and Options.Portable chooses it. It is the place to read
// what a playout does.
//
// # The kernels
//
// The kernels do the same in AVX-512 assembly. Each call takes every lane one
// step further, in phases that run over all groups: find the candidates (and
// ask the rules), draw one, put the stone down, flood the chains it touches,
// settle what became of them. Floods are the difficulty, for chains may be
// long, while lanes in lock-step should all do the same. So a step floods only
// so far. A lane whose chains are not settled then goes on with them in the
// next step, drawing no move; all others have made theirs. That happens in one
// step of six.
//
// On a quiet core of a Zen 5 server with 64 lanes, loading and counting
// included, a move takes 14, 20, 26 and 51 cycles on 7x7, 9x9, 13x13 and 19x19
// when it is light, and 34, 44, 55 and 98 when it is heavy with the default
// chances; a trace adds 3 % to 7 %. The twin takes some thirty times as long on
// 9x9 and is there to be right.
//
// The assembly is generated: see gen, which is a small assembler of its own
// with registers allocated for it, and read settle.go there first. After a
// change, run go generate.
//
// # Tests
//
// A slow referee, which walks from stone to stone and shares nothing with this
// package but the random numbers, predicts every move of every lane, light and
// heavy, and compares stones, ko, ataris and result after each. The flag -games
// has it follow many more games, and -faults plants mistakes in the generator
// and expects the tests to find them.
package lanes

//go:generate go run ./gen
