package mcts

import (
	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/playout"
)

// Evaluator plays leaves of the tree out. It has a fixed number of lanes, each
// of which plays one game at a time; the search loads a leaf into every free
// lane and takes results as they come. An Evaluator serves one worker and
// need not be safe for concurrent use.
//
// The result of a lane must depend on its board and its seed alone, whatever
// the other lanes hold, or searches are not repeatable.
type Evaluator interface {
	// Lanes returns the number of lanes, numbered from 0.
	Lanes() int

	// Load copies a position into a lane, which then is busy; what the lane
	// held before is lost. The position is one that a playout can go on from:
	// the game is not over. All randomness of the playout comes from seed.
	Load(lane int, b *fastboard.Board, seed uint64)

	// Step plays until at least one busy lane has finished, and appends the
	// lanes that have, which then are free, to done in ascending order. At
	// least one lane must be busy.
	Step(done []int) []int

	// Outcome, Trace and Final describe the playout of a lane that has
	// finished, until its next Load: the result, who played each point first,
	// and the last position. The search may write to the trace.
	Outcome(lane int) *playout.Outcome
	Trace(lane int) *playout.Trace
	Final(lane int) *fastboard.Board

	// Clear makes all lanes free.
	Clear()
}

// Scalar is the Evaluator that plays one game at a time on a fastboard: it
// works for every size and policy on every processor. Lanes finish in the
// order in which they were loaded, one in a Step.
type Scalar struct {
	runner playout.Runner
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

// Lanes implements Evaluator.
func (s *Scalar) Lanes() int { return len(s.lanes) }

// Load implements Evaluator.
func (s *Scalar) Load(lane int, b *fastboard.Board, seed uint64) {
	l := &s.lanes[lane]
	l.board.CopyFrom(b)
	l.rng = playout.NewRNG(seed)
	l.trace.Reset() // the Runner only adds
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
func (s *Scalar) Outcome(lane int) *playout.Outcome { return &s.lanes[lane].outcome }

// Trace implements Evaluator.
func (s *Scalar) Trace(lane int) *playout.Trace { return &s.lanes[lane].trace }

// Final implements Evaluator.
func (s *Scalar) Final(lane int) *fastboard.Board { return &s.lanes[lane].board }

// Clear implements Evaluator.
func (s *Scalar) Clear() { s.head, s.busy = 0, 0 }
