// Package match lets players meet: those of this program, and other programs
// that speak the Go Text Protocol.
//
// # Pairs
//
// Games come in pairs: one opening, played twice with colors swapped. All
// pairings of a round play the same opening. Everything that a [Report] says of
// two players comes from pairs, as package rating counts them; a pair of which
// a game does not count is told apart.
//
// # The referee
//
// Every game is refereed by ruleset.Game: moves, captures, repetition and the
// result are its business, never a player's. An illegal act is ruled by the
// policy of the plan (ruleset.Judge), the failure of a program - it crashes,
// hangs, answers nonsense - by OnCrash: the game is lost, or does not count.
// Both are rows of the table rulings. A program that failed is started again
// for the next game; one that fails in game after game halts the match.
//
// # Dead stones
//
// Players of this program play under area counting until the board counts as
// it stands, and so it is counted between them. Other programs pass with dead
// stones on the board. Then, in this order: what Benson's theorem proves is
// dead; stones on which both sides agree, a program by final_status_list, a
// player of this program by its playouts; and if they disagree, the position is
// played on by a strong search for both sides, on another board, and what is
// gone in the end was dead. The table games tells which it was (scoring_method:
// proved, agreed, playout, or all-alive where nothing is dead).
//
// # A match is a function of its plan
//
// Game g between players of this program, limited by playouts, is a function of
// the plan and g. Whatever the number of workers, killed and resumed or not,
// the same plan gives the same games and the same bytes. A match with a
// sequential test ends with the pair that decided it, in the order of the plan;
// games of later pairs that were already finished are left out. Programs, and
// players limited by time, play as they like.
//
// # Nothing is lost
//
// A finished game is appended to the journal at once, and written as SGF. When
// the last game is there, the journal becomes the tables games, timings and
// rulings. SGF files that are missing are written again by the next [Play], and
// [Verify] compares them with the games. [Games] reads them at any time.
package match
