// Package ruleset is the referee: it says what is legal and who won, under
// every common ruleset of Go. It is slow, obvious, and the reference that the
// faster packages are tested against.
//
// # Vocabulary
//
// Color, Point, Size, Move and HalfPoints are the words that the whole
// toolkit speaks. A Point means the same on every board size. Komi, scores
// and margins are HalfPoints, so that 7½ is exact and no rounding moves a
// winner; half a point is also a quarter zi of Chinese counting. Margins are
// Black's: positive when Black is ahead.
//
// # Rules are data
//
// Rules is a plain comparable value. ParseRules reads a named ruleset and
// options on top of it, such as "chinese,komi=5.5,ko=situational", and the
// notations of SGF and KataGo. Rules.String and the JSON form write every
// field, so that a stored game says under which rules it was played.
//
// # Position and Game
//
// Position is the stones on a board, a value without pointers. Game adds the
// history: ko, superko, passes, captures, the end. It plays a move on a copy
// of the board and asks the rules about the copy. Whatever it refuses changes
// nothing, and Undo restores everything.
//
// # Superko
//
// The starting position counts as having occurred. Positional superko forbids
// a play that gives any earlier board; situational superko one that gives an
// earlier board with the same player to move, where situations after passes
// count; natural situational superko a board that the same player's own play
// gave before, where neither the start nor passes count. Passing is always
// legal. Boards are compared by Zobrist hashes of 64 bits.
//
// # One scoring function
//
// Every result comes from Rules.Count, which works in this order: dead stones
// are taken off; every empty region belongs to the side that alone borders
// it, and is neutral otherwise; stones of one color that are connected by
// stones and by such regions form a group; the seki rule takes the points of
// some groups away; then area, territory or area less group tax is added up.
// A Count keeps all these parts, and writes them out.
//
// Dead stones are never guessed here. The board is counted as it stands
// unless the caller names them, and the count says how they were found: by
// agreement, because play went on until nothing was left to capture, or by an
// estimate.
//
// # What is approximate
//
// Japanese and Korean rules decide life by hypothetical play, which this
// package leaves to whoever names the dead stones. Their rule that eyes in
// seki do not count is applied to groups next to neutral points that lack two
// eyes (seki=two-eyes); a false eye may be taken for an eye. Where the players
// know better, Facts.Uncounted names points that count for nobody. Ing's own
// ko rule is replaced by positional superko.
//
// # Chinese terms
//
// zi 子 is a stone as a unit of counting, two points of margin; the par 归本数
// is half the board, 180½; 贴子 is komi, 还棋头 the tax on groups, 座子 the
// start with four stones, 虚着 a pass, 让子 handicap.
package ruleset
