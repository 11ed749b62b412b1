// Package ruleset is the referee: it says what is legal and who won, under
// every common ruleset of Go.
//
// # Vocabulary
//
// Color, Point, Size, Move and HalfPoints are the words that the whole
// toolkit speaks. A Point means the same on every board size. Komi, scores
// and margins are HalfPoints, so that 7½ is exact and no rounding moves a
// winner; half a point is also a quarter zi of Chinese counting.
//
// # Rules are data
//
// Rules is a plain comparable value. ParseRules reads a named ruleset and
// options on top of it, such as "chinese,komi=5.5,ko=situational", and
// Rules.String prints every field, so that a stored game says under which
// rules it was played.
//
// # Position and Game
//
// Position is the stones on a board, a value without pointers. Game adds the
// history: simple ko, superko, passes, captures, the end. It plays every move
// on a copy of the board and asks the rules about the copy, which is slow and
// obvious; search has its own board.
//
// # One scoring function
//
// Every result comes from Rules.Count. The board is counted as it stands
// unless the caller names dead stones; how these were found is a field of the
// count. A Count keeps its parts, so that it can be checked by hand.
package ruleset
