// Package records brings game records into data sets and takes games out of
// them: SGF to the table games, and back.
//
// # Import
//
// [Import] reads files, folders, collections, .gz and .zip, and referees every
// game. What it cannot take over goes to the table rejects, with the reason,
// and never stops the rest. An import is a function of its files: rows, their
// order and the bytes of the parts depend neither on the number of workers nor
// on the clock.
//
// The result is the one that the record states; it is never replaced by a
// count, since the board of a finished game may hold dead stones. The count of
// the board counts as that of the game only where both agree. So the column
// scoring_method says all-alive where the stated result is that of the board as
// it stands, and [Recorded] where the margin is the record's alone. Of a record
// without result the winner is none.
//
// # How it flows
//
// One goroutine walks over the files and makes jobs: some small files, or a
// stretch of a large one, cut where a line starts a new record. Workers read and
// referee, and the caller's goroutine takes their answers in the order of the
// jobs and writes. There are a few jobs at a time, so memory does not grow with
// the files, but for 16 bytes or so a game that find copies.
//
// # Export
//
// [Tree] is the way back. Records keep what SGF has no word for in properties of
// their own, which begin with TENGEN, so that an import of what was exported
// gives the same moves, rules, komi, players and results, and the same seed,
// opening, win rates, scores and visits as long as nobody changed the moves.
package records
