// Package stats holds the statistics of the game: how often Black wins at which
// komi, which komi is fair, how sure that is, and how many more games would
// make it surer. Every function is small, names the source of its formula, and
// is tested against published or hand-computed numbers; on simulated games with
// a known answer the 95 % intervals are checked to hold it in 95 % of the cases.
//
// # Two ways to the fair komi
//
// [Margins] shifts the score: from the margins of games played at one komi it
// says who would have won at any other. That needs the fewest games, but the
// players played to win at the komi they had, so the answer leans towards it.
// [FitLogistic] and [FitIsotonic] use games played at several komi; they need
// more games and lean nowhere. A study does both, first the shift to find the
// place, then cells around it, which [Placer] chooses, and reports how far the
// two differ.
//
// # Draws and parity
//
// A draw is half a win everywhere. It also carries less variance than a decided
// game, and no function takes the binomial variance where games were drawn.
//
// Under area counting nearly all margins on an odd board are odd: komi 5½, 6 and
// 6½ then are the same game, and only odd komi can be drawn. [Lattice] knows
// which margins occur; [MergeSteps] puts equal komi together before a fit.
//
// # What is one observation
//
// Two games from one opening are not independent. Where openings are shared the
// bootstrap draws whole clusters (games of one opening, or color-swapped pairs).
//
// # Looking more than once
//
// An ordinary interval is valid at a number of games fixed beforehand. Whoever
// looks at the numbers while they come in, and stops when they please, must pay
// for the looks: [Monitor] says when to look and how wide the intervals are
// there, so that those of all looks hold together.
package stats
