// Package mcts looks for moves by Monte Carlo tree search: UCT with RAVE and
// priors over the playouts of package playout.
//
// A [Search] keeps the tree of one game. [Search.Run] adds simulations to it,
// within a [Budget], and returns a [Report]. A simulation descends from the
// root to a leaf, choosing the best child each time (see selector), has the leaf
// played out by a [playout.Queue], and enters the result at every node on its
// way: for the move made there and, as RAVE, for the moves made later.
//
//	search, err := mcts.New(mcts.DefaultConfig())
//	...
//	report, err := search.Run(ctx, game, mcts.Budget{Playouts: 1000}, seed)
//	err = game.Play(report.Best)
//
// # Playouts in lanes
//
// Config.Lanes simulations are under way at once, so that the vector kernels of
// playout.Batch have several playouts to advance together. A move under way
// counts as lost until its result is in, so that the simulations spread. The
// results are taken in the order in which the simulations began, whichever
// playout ends first; a lane that has ended its playout goes on with the next
// one that waits. So a search is the same with the kernels and without, alone
// and in a [playout.Pool] with others ([NewIn]). The random numbers of a playout
// come from the seed of the Run and the number of the playout alone.
//
// Selection and RAVE too run on vectors where the processor has them, with
// plain golang that does the very same beside them: see findBest and
// addRAVEPlain.
//
// # Children
//
// Children of a node are the legal moves that do not fill an eye of one's own
// by the eye rule of playouts. Under superko, moves that repeat a position of
// the game or of the path through the tree are left out; playouts know simple
// ko only. A move gets a node of its own, and so children, after
// Config.Expand visits. Suicides of several stones are children if
// Config.Suicide is set and the rules allow them. The taking back of a ko
// where the rules have no ban is never searched.
//
// Games end in the tree as in the rules, after two passes or as many as the
// rules want. Results are those of the rules with the game's komi and
// compensation; see Rulesets below. A draw counts half, and with
// Config.ScoreWeight the margin has a small share in the result, see
// scoring.units; values that are reported are shares of wins all the same. All
// results are kept as integers, in sixteenths of a win. With Config.Solver what
// ends in the tree is proven, see proof.go.
//
// Of moves that are alike because the position is symmetric, one is a child: see
// symmetry.go.
//
// Before its first visit a move is judged by its prior, learned from games:
// shape, captures, ladders, self-atari, line, distance to the moves before; see
// prior.go and Learner.
//
// # Passing
//
// This is about area and stone scoring; for territory scoring see Rulesets.
// All stones on the board count as alive when a game ends, so passing early
// costs points and ending late costs time. The search plays as follows.
//
//   - It never passes while it loses by the count as it stands, if anything is
//     left to play other than filling own eyes or putting its own stones into
//     atari for nothing.
//   - If the count is not lost, it passes when no play is worth more, after a
//     pass and when the board is divided up, but first takes what can still be
//     gained: neutral points, and dead stones that the count would take for
//     living ones, as the ownership over the playouts tells. So the count of
//     the final position is the true one, and nobody fills his own territory
//     without need.
//   - Seki is left alone by both sides.
//   - When the game is all but won or lost, plays of equal value are told
//     apart by their mean score.
//
// A pass that ends the game is not simulated, since its value is known. Inside
// the tree the pass is a move after a pass, and when few others are left.
//
// # Rulesets
//
// Area scoring: a playout ends when only own eyes are left, its final board is
// counted by area, and so is a position in which the game has ended in the
// tree, all stones being alive as in the referee's count.
//
// Stone scoring: the same boards are counted by area less the group tax.
// Playouts do not fill eyes, so they never join two groups through an eye to
// save the tax; the tree finds such plays only if they are not eye-like.
//
// Territory scoring: the score of a playout is Black's area less White's, less
// what Black has paid more than White in stones. Black has paid the stones on
// the board and those that White has taken, setup and handicap stones
// included, and from the root on one for each play; a pass is free, unless the
// rules say that it hands over a stone. In the playout, however, moves of any
// kind are paid, passes too: as under the rules of the American Go
// Association, what it costs to take dead stones off and to fill territory is
// then made up for by the opponent's passes. Both sides make as many moves, but
// for the one more of the first player if their number is odd. So territory
// and prisoners come out as on the referee's count of the final board, or one
// point off where the last move is a play inside territory. Points in seki
// count in playouts, under the rules of Japan they do not.
//
//   - The position after two passes is not counted, because dead stones lie on
//     the board: it is played out like any leaf, as if play was resumed.
//   - The pass is a child of every node and may always be the move. It is, if
//     no play is worth more and no play is at a point that the playouts leave
//     open. So neutral points may be left, nobody fills his own territory or
//     plays inside the opponent's, and dead stones stay on the board. To say
//     which are dead is up to whoever counts the game; a Run for the position
//     with Config.Ownership tells. While more than a few points are nobody's,
//     dead stones taken off, it plays on, even if who wins is clear.
//   - Only winning counts: who is sure to win may pass where a reply would have
//     saved a few points. Margins are therefore noisier than under area scoring.
//
// The other rules, as far as the search does not leave them to the referee:
//
//   - A pass by Black that lowers the komi, if it is the first pass, does so
//     along the tree's path. Playouts in which the first pass would be made
//     count as if White made it.
//   - Even scores are draws or wins as the rules say.
//   - Where White has to make the last pass, and where it takes more than two
//     passes, this holds in the tree; playouts end after two passes.
//   - Without superko a cycle is no result in the tree, where it can go on for
//     256 moves at most. That a repetition ends the game as a draw or without
//     result does not enter into values.
//   - A suicide that is searched is judged like any move. Playouts do without,
//     as it loses stones there for nothing: nobody in a playout knows what a ko
//     threat is. That of a single stone is the same as a pass, and no child.
//   - Seki rules do not enter into values.
//
// # Memory
//
// Nodes live in an arena of plain words without a pointer, in chunks of half a
// MiB that are allocated when first needed and kept. References are 32 bits. A
// node takes 24 bytes, four planes (64 bytes on 9x9, 192 on 19x19) and 24 bytes
// per child; children without a node cost nothing else. It holds its position,
// so that a leaf is one move from its parent's. On 9x9 with the usual
// configuration that is about 200 bytes a playout.
//
// When the game goes on, the subtree of the position reached slides to the
// front of the arena, and the rest is forgotten. When the arena has reached
// Config.MemoryMiB, the least visited nodes are dropped until half is free,
// and the search goes on; the moves that led to them keep their visits and
// values. If that makes no room, the tree stops growing. Both is reported as
// Report.TreeFull. A visit is only ever counted for a playout that was played,
// and values are not touched.
//
// A simulation allocates no memory.
//
// # Concurrency
//
// With one worker, the default, a search is a function of its configuration,
// the game, the budget in playouts, the seed and the earlier searches of the
// same tree: the same on every machine. Many games side by side, each with a
// Search of its own, use all processors that way, and it is what self-play
// wants.
//
// With several workers, goroutines share one tree without locks: visits and
// results change by atomic additions, count and sum in one word; a node is
// made by the worker that wins a compare-and-swap on its link, and published
// by another store; memory comes from an atomic counter. Only to prune a full
// tree all workers stop. Near the root, where workers would wait for each other's
// cache lines, each has copies of the nodes, see copies. Visits and results are
// exact, a simulation may be missing in the sums of RAVE, and which worker comes
// first is not repeatable.
package mcts
