package mcts

import (
	"fmt"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/playout"
	"github.com/tengen-go/tengen/ruleset"
)

// Evaluator plays leaves of the tree out. It has a fixed number of lanes, each
// of which plays one game at a time; the search loads a leaf into every free
// lane and takes results as they come. An Evaluator serves one worker and
// need not be safe for concurrent use.
//
// The result of a lane must depend on its board and its seed alone, whatever
// the other lanes hold, or searches are not repeatable.
type Evaluator interface {
	// Reset makes all lanes free, for boards of the given size.
	Reset(size ruleset.Size) error

	// Lanes returns the number of lanes, numbered from 0.
	Lanes() int

	// Load copies a position into a free lane, which then is busy. The
	// position is one that a playout can go on from: the game is not over. All
	// randomness of the playout comes from seed.
	Load(lane int, b *fastboard.Board, seed uint64)

	// Step plays until at least one busy lane has finished, and appends the
	// lanes that have, which then are free, to done in ascending order.
	Step(done []int) []int

	// Outcome, TaxedScore, AddTrace and AddOwners report on the playout of a
	// lane that has finished, until its next Load: the result; the score of the
	// final board less group tax; who played each point first, where trace does
	// not know of an earlier move; who owns each point at the end.
	Outcome(lane int) playout.Outcome
	TaxedScore(lane int) int
	AddTrace(lane int, trace *playout.Trace)
	AddOwners(lane int, owners *playout.Ownership)
}

// Scalar is the Evaluator that plays one game at a time on a fastboard: it
// works for every policy. Lanes finish in the order in which they were loaded,
// one in a Step.
type Scalar struct {
	runner playout.Runner
	size   ruleset.Size
	lanes  []scalarLane
	queue  []int // busy lanes, a ring
	head   int   // of the queue
	busy   int
}

type scalarLane struct {
	board   fastboard.Board
	rng     playout.RNG
	trace   playout.Trace
	outcome playout.Outcome
}

// NewScalar returns a Scalar with the given number of lanes, 1 or more.
func NewScalar(lanes int, policy playout.Policy) *Scalar {
	lanes = max(lanes, 1)
	return &Scalar{
		runner: playout.Runner{Policy: policy},
		lanes:  make([]scalarLane, lanes),
		queue:  make([]int, lanes),
	}
}

// Reset implements Evaluator.
func (s *Scalar) Reset(size ruleset.Size) error {
	s.size = size
	s.head, s.busy = 0, 0
	return nil
}

// Lanes implements Evaluator.
func (s *Scalar) Lanes() int { return len(s.lanes) }

// Load implements Evaluator.
func (s *Scalar) Load(lane int, b *fastboard.Board, seed uint64) {
	l := &s.lanes[lane]
	l.board.CopyFrom(b)
	l.rng = playout.NewRNG(seed)
	l.trace.Reset()
	s.queue[(s.head+s.busy)%len(s.queue)] = lane
	s.busy++
}

// Step implements Evaluator.
func (s *Scalar) Step(done []int) []int {
	if s.busy == 0 {
		return done
	}
	lane := s.queue[s.head]
	s.head = (s.head + 1) % len(s.queue)
	s.busy--
	l := &s.lanes[lane]
	l.outcome = s.runner.Run(&l.board, &l.rng, &l.trace)
	return append(done, lane)
}

// Outcome implements Evaluator.
func (s *Scalar) Outcome(lane int) playout.Outcome { return s.lanes[lane].outcome }

// TaxedScore implements Evaluator.
func (s *Scalar) TaxedScore(lane int) int { return s.lanes[lane].board.TaxedScore() }

// AddTrace implements Evaluator.
func (s *Scalar) AddTrace(lane int, trace *playout.Trace) {
	played := &s.lanes[lane].trace
	for row := 1; row <= s.size.H; row++ {
		for p := fastboard.At(1, row); p <= fastboard.At(s.size.W, row); p++ {
			trace.Add(p, played.First(p))
		}
	}
}

// AddOwners implements Evaluator.
func (s *Scalar) AddOwners(lane int, owners *playout.Ownership) {
	owners.Add(&s.lanes[lane].board)
}

// Batch is the Evaluator that plays many games at once, with the kernels of
// playout.Batch: many times faster where the processor has what they need. It
// plays the policies Uniform and Tactical.
type Batch struct {
	options playout.BatchOptions
	batch   *playout.Batch
	board   fastboard.Board // a buffer
}

// NewBatch returns a Batch with the given number of lanes, 1 or more, for one
// of the policies that it knows.
func NewBatch(lanes int, policy playout.Policy) (*Batch, error) {
	b := &Batch{options: playout.BatchOptions{Lanes: max(lanes, 1), Trace: true}}
	switch policy := policy.(type) {
	case playout.Uniform:
	case playout.Tactical:
		b.options.Heavy, b.options.Tactical = true, policy
	default:
		return nil, fmt.Errorf("mcts: no kernel plays the policy %v: choose uniform or tactical, or scalar playouts", policy)
	}
	return b, nil
}

// Reset implements Evaluator.
func (b *Batch) Reset(size ruleset.Size) error {
	if b.batch != nil && b.batch.Size() == size {
		b.batch.Clear()
		return nil
	}
	batch, err := playout.NewBatch(size, b.options)
	if err != nil {
		return fmt.Errorf("mcts: %w", err)
	}
	b.batch = batch
	return nil
}

// Lanes implements Evaluator.
func (b *Batch) Lanes() int { return b.options.Lanes }

// Load implements Evaluator.
func (b *Batch) Load(lane int, board *fastboard.Board, seed uint64) { b.batch.Load(lane, board, seed) }

// Step implements Evaluator.
func (b *Batch) Step(done []int) []int { return b.batch.Step(done) }

// Outcome implements Evaluator.
func (b *Batch) Outcome(lane int) playout.Outcome { return b.batch.Outcome(lane) }

// TaxedScore implements Evaluator.
func (b *Batch) TaxedScore(lane int) int {
	final := b.batch.Final(lane)
	if b.board.Load(&final, ruleset.Black, ruleset.NoPoint, 0) != nil {
		return int(b.batch.Outcome(lane).Margin)
	}
	return b.board.TaxedScore()
}

// AddTrace implements Evaluator.
func (b *Batch) AddTrace(lane int, trace *playout.Trace) { b.batch.AddTrace(lane, trace) }

// AddOwners implements Evaluator.
func (b *Batch) AddOwners(lane int, owners *playout.Ownership) {
	final := b.batch.Final(lane)
	if b.board.Load(&final, ruleset.Black, ruleset.NoPoint, 0) == nil {
		owners.Add(&b.board)
	}
}
