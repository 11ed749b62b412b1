package datasets

import "fmt"

// RejectRow is a row of the table rejects: a game record that was not taken
// over, and why. The rows come in the order of the files and of the records in
// them.
type RejectRow struct {
	// File that the record is in, as in the column source_file of the table games.
	File string `parquet:"file,dict"`
	// Number of the record within the file, from 0; null if the file as a whole could not be read.
	Game *int32 `parquet:"game,optional"`
	// Number of the move that could not be made, from 1, as in the record; null if the fault is no move's.
	Move *int32 `parquet:"move,optional"`
	// What is wrong, in words.
	Reason string `parquet:"reason,dict"`
}

func (RejectRow) table() string { return "rejects" }

// order is the same for all: rejects come in the order they were met.
func (RejectRow) order() rowKey { return rowKey{} }

// Validate reports what makes the row wrong by itself.
func (r RejectRow) Validate() error {
	c := checker{row: fmt.Sprintf("reject of %.60q", r.File)}
	c.require("file", r.File != "", "is empty")
	c.require("game", r.Game == nil || *r.Game >= 0, "is negative")
	c.require("move", r.Move == nil || *r.Move >= 1, "is not 1 or more")
	c.require("reason", r.Reason != "", "is empty")
	return c.err()
}
