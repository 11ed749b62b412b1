// Package rating says which of two or more players is stronger, by how much,
// and how sure that is. Differences are in Elo: 400 points are odds of ten to
// one.
//
// # Pairs
//
// A match plays each opening twice, with colors swapped. The two games are not
// independent: a bad opening costs each player one of them. [Pairs] counts them
// together, by the points of both games, and everything computed from it is
// right whatever the openings; win, draw and loss counts ([stats.Tally]) are
// right for games that each had an opening of their own. Pairs of which one game
// is missing belong into neither: leave them out and say how many.
//
// # Stopping
//
// An interval here is valid for a number of games fixed beforehand. To stop as
// soon as the result is clear use [SPRT], with hypotheses and error rates stated
// before the first game. A difference estimated after such a stop leans away
// from zero, and its interval is not one; [Status] says so.
package rating
