package datasets

import (
	"fmt"
	"time"
)

// TimingRow is a row of the table timings: where and how fast a game was
// played. It is apart from GameRow so that the bytes of the games are the same
// wherever and whenever they are played.
type TimingRow struct {
	// Name of the game, as in the table games.
	GameID string `parquet:"game_id"`
	// Number of the game within the plan of the run; the rows are sorted by it.
	GameIndex int64 `parquet:"game_index,delta"`
	// Number of the worker that played the game, from 0.
	Worker int32 `parquet:"worker,dict"`
	// Name of the machine.
	Host string `parquet:"host,dict"`
	// When the game began, in microseconds.
	StartedAt time.Time `parquet:"started_at,timestamp(microsecond)"`
	// How long the game took by the clock, in nanoseconds; a worker plays several
	// games side by side.
	DurationNS int64 `parquet:"duration_ns"`
	// Processor time that the game took, in nanoseconds; null if not measured.
	CPUNS *int64 `parquet:"cpu_ns,optional"`
	// Playouts of both players together.
	Playouts int64 `parquet:"playouts"`
	// Playouts in a second of duration_ns.
	PlayoutsPerS float64 `parquet:"playouts_per_s"`
}

func (TimingRow) table() string { return "timings" }

func (t TimingRow) order() rowKey { return rowKey{t.GameIndex, 0} }

// Validate reports what makes the row wrong by itself.
func (t TimingRow) Validate() error {
	c := checker{row: fmt.Sprintf("game %d", t.GameIndex)}
	c.require("game_index", t.GameIndex >= 0, "is negative")
	c.require("game_id", t.GameID != "", "is empty")
	c.require("duration_ns", t.DurationNS >= 0, "is negative")
	c.finite("playouts_per_s", &t.PlayoutsPerS)
	return c.err()
}
