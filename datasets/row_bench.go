package datasets

import "fmt"

// BenchRow is a row of the table bench: one repetition of one workload.
type BenchRow struct {
	// Name of the suite of workloads.
	Suite string `parquet:"suite,dict"`
	// Name of the workload within the suite.
	Workload string `parquet:"workload,dict"`
	// Columns of the board; 0 if the workload has none.
	BoardW int16 `parquet:"board_w,dict"`
	// Rows of the board; 0 if the workload has none.
	BoardH int16 `parquet:"board_h,dict"`
	// Playout policy.
	Policy string `parquet:"policy,dict"`
	// The rules in one line.
	Ruleset string `parquet:"ruleset,dict"`
	// Goroutines at work.
	Threads int32 `parquet:"threads,dict"`
	// Number of the repetition, from 0.
	Rep int32 `parquet:"rep"`
	// Operations that were timed.
	N int64 `parquet:"n"`
	// Nanoseconds an operation.
	NSPerOp float64 `parquet:"ns_per_op"`
	// Playouts a second; null if the workload has none.
	PlayoutsPerS *float64 `parquet:"playouts_per_s,optional"`
	// Moves a second of all threads; null if the workload has none.
	MovesPerS *float64 `parquet:"moves_per_s,optional"`
	// Mean number of moves of a playout; null if the workload has none.
	MovesPerPlayout *float64 `parquet:"moves_per_playout,optional"`
	// Cycles of the processors at work, a move: threads beyond the processors add none; null if not measured.
	CyclesPerMove *float64 `parquet:"cycles_per_move,optional"`
	// Memory allocations an operation; null if not measured.
	Allocs *float64 `parquet:"allocs,optional"`
	// Implementation that did the work, such as the instruction set of the playouts.
	Kernel string `parquet:"kernel,dict"`
	// Hash of what was computed: the same for every correct implementation of the workload.
	Signature string `parquet:"signature,dict"`
	// Model of the processor.
	CPU string `parquet:"cpu,dict"`
	// Version of golang that compiled the program.
	GoVersion string `parquet:"go_version,dict"`
	// Version of the program.
	Version string `parquet:"version,dict"`
}

func (BenchRow) table() string { return "bench" }

// order is the same for all: benchmarks come in the order they were run.
func (BenchRow) order() rowKey { return rowKey{} }

// Validate reports what makes the row wrong by itself.
func (b BenchRow) Validate() error {
	c := checker{row: fmt.Sprintf("workload %s, repetition %d", b.Workload, b.Rep)}
	c.require("workload", b.Workload != "", "is empty")
	c.require("n", b.N > 0, "is not positive")
	c.finite("ns_per_op", &b.NSPerOp)
	c.finite("playouts_per_s", b.PlayoutsPerS)
	c.finite("moves_per_s", b.MovesPerS)
	c.finite("moves_per_playout", b.MovesPerPlayout)
	c.finite("cycles_per_move", b.CyclesPerMove)
	c.finite("allocs", b.Allocs)
	return c.err()
}
