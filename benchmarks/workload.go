package benchmarks

import (
	"context"
	"slices"

	"github.com/tengen-go/tengen/ruleset"
)

// Workload is a kind of work that is timed as a whole.
type Workload struct {
	Name     string
	Doc      string         // one line
	Op       string         // what is counted
	Policies []string       // what it can be run with; they are operations where the workload has no policy
	Sizes    []ruleset.Size // where none are asked for; empty if the workload has no board

	// signed is how many operations make the signature, and the least that are
	// timed at once where fewer would not show the usual speed.
	signed, least int64
	// start prepares one thread, or all of them if they work together.
	start    func(c Case) (worker, error)
	together bool
}

// begin prepares the threads of a case.
func (w Workload) begin(c Case) (workers []worker, err error) {
	n := c.Threads
	if w.together {
		n = 1
	}
	for range n {
		one, err := w.start(c)
		if err != nil {
			return nil, err
		}
		workers = append(workers, one)
	}
	return workers, nil
}

// worker is one thread's share of a workload, or what all do together.
type worker interface {
	// run does n operations that follow from seed alone, unless ctx ends it.
	run(ctx context.Context, n int64, seed uint64) (Totals, error)
	// kernel names what does the work.
	kernel() string
}

// scalar is the kernel of a worker without vector instructions.
type scalar struct{}

func (scalar) kernel() string { return "scalar" }

// The names of what plays playouts, alone or in a search.
const (
	uniform    = "uniform"     // light playouts, one game at a time
	tactical   = "tactical"    // heavy playouts, one game at a time
	batch      = "batch"       // light playouts, many games at a time
	batchHeavy = "batch-heavy" // heavy playouts, many games at a time
)

var (
	policies   = []string{uniform, tactical, batch, batchHeavy}
	inLanes    = []string{batch, batchHeavy}
	boardSizes = []ruleset.Size{ruleset.Square(9), ruleset.Square(13), ruleset.Square(19)}
)

var workloads = []Workload{
	{
		Name: "playouts", Doc: "playouts from the empty board", Op: "playout",
		Policies: policies, Sizes: boardSizes, signed: 1000, start: newPlayouts,
	},
	{
		Name: "board", Doc: "operations on a board in the middle of a game", Op: "operation",
		Policies: []string{"copy", "play", "legal", "atari", "score"}, Sizes: boardSizes, signed: 1000, start: newBoardWork,
	},
	{
		Name: searchWorkload, Doc: "simulations of a tree search from the empty board, all threads in one tree", Op: "simulation",
		Policies: inLanes, Sizes: boardSizes, signed: 2000, start: newSearches, together: true,
	},
	{
		Name: queueWorkload, Doc: "the playouts of such a search without its tree: how much of its time goes elsewhere", Op: "playout",
		Policies: inLanes, Sizes: boardSizes, signed: 1000, start: newQueues,
	},
	{
		Name: "selfplay", Doc: "whole games of self-play at 400 playouts a move, side by side as in a run", Op: "game",
		Policies: inLanes, Sizes: boardSizes[:1], signed: 12, least: 24, start: newGames,
	},
	{
		Name: "parquet", Doc: "rows of the table games, written to a file or read", Op: "row",
		Policies: []string{"write", "read"}, signed: 200, start: newRows,
	},
	{
		Name: "records", Doc: "game records in SGF of 240 moves, imported: parsed, refereed, written to the table games", Op: "game",
		Policies: []string{"import"}, Sizes: boardSizes[2:], signed: 200, start: newImports,
	},
}

// Workloads returns all workloads.
func Workloads() []Workload { return slices.Clone(workloads) }

// Totals is what some operations added up to.
type Totals struct {
	Ops       int64
	Playouts  int64  // 0 where the workload has none
	Moves     int64  // of the playouts, passes included; 0 where it does not count them
	Signature uint64 // hash of what was computed
}

// add folds another sum in.
func (t *Totals) add(o Totals) {
	t.Ops += o.Ops
	t.Playouts += o.Playouts
	t.Moves += o.Moves
	t.sign(o.Signature)
}

// sign folds a number into the signature (FNV-1a, by words).
func (t *Totals) sign(x uint64) { t.Signature = (t.Signature ^ x) * 0x100000001b3 }
