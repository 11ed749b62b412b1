// Package komi answers which komi makes a game fair: under these rules, on this
// board, between these players, and how sure that is.
//
// # A study is a plan
//
// A [Plan] lists rules, board sizes, players and handicaps. Each combination is
// a [Setting] with a fair komi of its own. [Run] plays a setting in rounds, each
// of which is an ordinary self-play run in the study's folder; which round comes
// next is a pure function of the games so far. So a study that was interrupted
// goes on as if it had not been, and gives the same files with any number of
// workers. The games of a setting depend on the study's seed and on the setting
// alone, not on what else is in the study.
//
//	studies/7x7/
//	  study.json  _lock                    the plan, never changed; the lock of the process that plays
//	  settings/chinese-7x7-…/round-00-…/   runs of self-play
//	  komi_cells.parquet .csv .json        a row for each komi of each setting
//	  result.json  report.md               everything found, and how
//	  *.png  *.svg                         figures
//
// # Two estimators
//
// Pilot rounds look for the region of the fair komi: each is played at the komi
// that the margins of the one before call fair. Then come
//
//   - the score shift: one round there, whose margins say what the results would
//     have been at any other komi, had the moves been the same;
//   - separate games at each of several komi, which are chosen once, around that of the
//     shift (see sample.designed), and among which stats.Placer shares out the games so as to
//     narrow the interval most, until the precision asked for is reached or the
//     budget is spent. Games of pilots have no part in it.
//
// A plan that lists one komi alone has the first, at that komi, as its answer.
// Otherwise the second is the answer, since nobody played for a win at a komi he did not
// have; how far the first is off is reported with it.
//
// # What the interval means
//
// It is about these players under these rules: the komi at which they would
// score half of the points against each other in the long run. What perfect
// players would need is another question, which the strength curve approaches.
// Games that take given openings in turn are clustered by opening. Without such
// openings each game has random numbers of its own; only copies of a game
// are a cluster. The interval is the wider one of that over games and that over
// clusters.
package komi
