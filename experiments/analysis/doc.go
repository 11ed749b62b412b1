// Package analysis speaks the protocol of KataGo's analysis engine, so that
// tools written for it find a search without a network behind it: queries on
// one line of JSON each come in, and every position asked for is answered on a
// line of its own, as soon as it has been searched. See
// docs/Analysis_Engine.md of lightvector/KataGo for the fields.
//
// # What is the same
//
// All fields of queries are read, checked, and answered with KataGo's forms of
// error and warning. Several positions are searched at once, those of higher
// priority first, then in the order in which they came. Every position is
// answered exactly once with isDuringSearch false, terminated ones too. At the
// end of the input everything queued is finished first.
//
// # What a network would fill
//
//   - prior and policy are what the search believes of moves before their first
//     visit: captures, ladders, self-atari, shapes. In policy, moves that are
//     legal but never looked at, such as filling an own eye, have 0.
//   - scoreLead, scoreMean and scoreSelfplay are one number, the mean score of
//     the playouts, komi taken off; scoreStdev is their standard deviation.
//   - utility is 2*winrate-1: there is no utility of score.
//   - ownership is the mean owner at the end of playouts. ownershipStdev is the
//     standard deviation of that, points without owner left out: a playout ends
//     with an owner for each point, so it is far larger than a network's.
//   - ownership after each move (includeMovesOwnership) is that of extra
//     playouts after the move, which do not count as visits.
//   - noResultValue is 0 under superko; without it is not known, and left out
//     with a warning.
//   - visits, edgeVisits, weight, edgeWeight and playSelectionValue are one
//     number: all visits weigh the same, and there is no graph.
//   - The raw and human fields are missing. Of moves that are alike because the
//     position is symmetric one is searched and answered, the others are not
//     copied from it with isSymmetryOf.
//   - rootPolicyTemperature, rootFpuReductionMax and settings of a network in
//     overrideSettings are checked, and answered with a warning that nothing
//     uses them.
//
// # Differences
//
// Boards have 1 to 19 lines a side. A move that breaks ko, superko or the rule
// on suicide is executed, as by KataGo, with a warning; the position after it
// has no history.
//
// # Point of view
//
// Winrates, scores and ownership are those of Config.Perspective, by default
// Black, as in KataGo's example configuration; a query changes it with
// overrideSettings {"reportAnalysisWinratesAs": "SIDETOMOVE"}. A bound (lcb)
// seen from the other side is an upper bound.
//
// # Determinism
//
// With one search thread, a limit of visits alone and no reports during the
// search, the answer is a function of query, configuration and seed, however
// many positions are searched at once.
package analysis
