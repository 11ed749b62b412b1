// Package fastboard is the board of search and playouts: the referee's rules
// with simple ko, kept up to date move by move without history and without
// allocation.
//
// A real game is refereed by ruleset.Game, once per move, where clarity costs
// nothing. A search plays millions of moves that nobody will ever see; it does
// so on a [Board]. Tests play the two against each other and compare
// everything a caller can ask: legality of every point, captures, ko, hash,
// liberties, score.
//
// # What a Board knows
//
// A Board forbids suicide and the immediate retaking of a single ko. It keeps
// no history: superko is checked by the search, against the hashes of the game
// and of its own path, with the help of [Board.HashAfter]. Rules under which
// suicide is a move are served by [Board.Suicide] and [Board.PlaySuicide], a
// separate pair that costs the ordinary moves nothing.
//
// # Layout
//
// Points have a numbering of their own, denser than the referee's: a stride of
// 20 on every size, which is the least that gives 19 columns a border column.
// [FromRuleset] and [Point.Ruleset] convert at the door.
//
// What moves beside a point ask about it lies in one record of 16 bytes, four
// records to a cache line. Around a point lies its window, the 43 records from
// the lower left diagonal neighbor to the upper right one. A window is taken
// once per move, with one bounds check that the compiler can prove away; from
// there on the eight neighbors are fixed distances from one address, and no
// package unsafe is needed to read them like that. What is looked up by chain
// or by place lies in arrays of its own, of words that one instruction can
// index.
//
// The code of a move exists once in the source and twice in the binary, once
// per color: see side. The processor also learns the branches of each color
// apart, which is worth 4 %, and 4 % more for loops that are written once per
// color too, with [Board.PlayableByBlack], [Board.PlayBlack] and their twins.
//
// # Branches
//
// A branch that the processor guesses wrong costs the time of dozens of
// instructions. So where a branch would be a toss-up, what it decides is
// computed without: whether a point is an eye or suicide, which chain a stone
// joins, and which two chains become one. In a random move one or two guesses
// still go wrong (simulated by callgrind), most of them at the draw of the point
// and at chains that merge or come off.
//
// # Liberties
//
// A chain does not keep the set of its liberties. It keeps three sums over its
// pseudo-liberties (a liberty counts once per adjacent stone of the chain):
// how many they are, the sum of their point numbers, and the sum of the
// squares. All three share one uint64, and one addition updates them. They
// answer the two questions of the game exactly:
//
//   - The chain is captured when the count is zero.
//   - It is in atari when all pseudo-liberties are the same point, that is,
//     when count * squares = sum * sum: by the inequality of Cauchy and
//     Schwarz there is equality only if all the numbers are equal. The liberty
//     is then sum / count.
//
// # Copying
//
// A Board holds no pointer, so *dst = *src copies it; [Board.CopyFrom] leaves
// out the rows that the size does not use. Search copies a Board for each
// playout rather than taking moves back.
//
// # Broken preconditions
//
// Some methods have preconditions: Play wants a legal move. Breaking one is a
// bug of the caller. Builds with -race or with -tags invariants check them and
// panic; other builds trust the caller and pay nothing.
package fastboard
