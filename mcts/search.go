package mcts

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/playout"
	"github.com/tengen-go/tengen/ruleset"
)

// Search looks for good moves. It keeps its tree between calls of Run, so use
// one Search per game, or Reset it between games. It is not safe for
// concurrent use: with Config.Workers above 1 it starts goroutines of its own.
type Search struct {
	config   Config
	options  playout.BatchOptions
	selector selector
	rave     bool
	expand   uint32
	workers  []*worker

	// The tree.
	arena *arena
	root  ref // noNode: there is no tree
	from  origin
	moves []ruleset.Move // of the game, up to the root

	allowed func(depth int, m ruleset.Move) bool // nil: nothing is barred, see Restrict

	// What stays the same during a Run.
	scoring     scoring
	superko     bool
	mostStones  int // that a position of the game may have had
	game        []ruleset.Move
	suicide     bool // whether suicides are searched
	proves      bool // see canProve
	passesToEnd int
	board       fastboard.Board // at the root
	grid        grid
	mirrors     *symmetries
	alike       symmetrySet // the symmetries of the root, if they are made use of
	narrow      int         // so few plays or neutral points are few
	keys        keySet
	seed        uint64
	budget      int64
	count       ruleset.Count // of the position as it stands
	cleared     ruleset.Count // of the position without dead stones, under territory scoring
	mayPass     bool          // whether the move may be a pass
	sharePass   bool          // whether a fixed share of the simulations passes at the root
	owners      int           // the owners are counted at the end of one playout in so many
	context     <-chan struct{}
	deadline    time.Time // zero: none
	plays       []Child   // a buffer

	// What changes during a Run. Padding keeps what is written all the time off the
	// cache lines that are only read.
	_      [cacheLines]byte
	issued atomic.Int64 // simulations begun
	_      [cacheLines]byte
	halted atomic.Bool // the workers should stop: time is up, or the choice is made
	full   atomic.Bool // the workers should return, so that the tree can be pruned
	closed atomic.Bool // the tree is full, and pruning makes no room
	pruned bool
}

// cacheLines is the size of two cache lines, which some processors fetch
// together.
const cacheLines = 128

// New returns a Search.
func New(config Config) (*Search, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	return NewIn(config, nil)
}

// NewIn returns a Search whose playouts are played in a Pool that others use
// too; nil is one of its own. It finds the same as with one of its own. With a
// Pool, Run belongs to the goroutine of the Pool, and to one worker.
func NewIn(config Config, pool *playout.Pool) (*Search, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	options, err := config.playouts()
	if err != nil {
		return nil, err
	}
	if pool != nil && config.Workers > 1 {
		return nil, fmt.Errorf("mcts: %d workers cannot share one pool of lanes: write 1", config.Workers)
	}
	s := &Search{
		config:   config,
		options:  options,
		selector: newSelector(config),
		rave:     config.RAVE > 0,
		arena:    newArena(config.MemoryMiB),
	}
	for range config.Workers {
		own := pool
		if own == nil {
			own = playout.NewPool(config.lanes())
		}
		s.workers = append(s.workers, newWorker(s, own))
	}
	return s, nil
}

// Config returns the configuration of the search.
func (s *Search) Config() Config { return s.config }

// Reset forgets the tree, as between two games. Memory is kept.
func (s *Search) Reset() {
	s.arena.clear()
	s.root = noNode
}

// Run searches for the move of the player to move in g, which it does not
// change. Simulations are added to what is left of the last Run's tree if g
// continues the game of that Run and Config.Reuse is set.
//
// With one worker and a budget of playouts alone, the report is a function of
// the configuration, the game, the seed, and, when the tree is reused, the
// Runs since the last Reset; Elapsed is not.
//
// When ctx ends, Run stops within one simulation and returns the report of
// what has been done along with the context's error. Other errors come without
// a report: a game that is over or a board that is too large to be searched.
func (s *Search) Run(ctx context.Context, g *ruleset.Game, budget Budget, seed uint64) (*Report, error) {
	started := time.Now()
	if g == nil {
		return nil, errors.New("mcts: no game to search")
	}
	if g.Over() {
		return nil, fmt.Errorf("mcts: nothing to search: %w", ruleset.ErrGameOver)
	}
	if err := fastboard.CheckSize(g.Size()); err != nil {
		return nil, fmt.Errorf("mcts: %w", err)
	}
	budget, err := s.config.budget(budget)
	if err != nil {
		return nil, err
	}
	if err := s.prepare(g, seed); err != nil {
		return nil, err
	}
	reused := s.rootVisits()
	s.limit(ctx, started, budget)
	s.simulate()
	report := s.report(g)
	report.Reused = reused
	report.Elapsed = time.Since(started)
	return report, ctx.Err()
}

// prepare makes the tree's root stand for the position of g.
func (s *Search) prepare(g *ruleset.Game, seed uint64) error {
	rules, count := g.Rules(), g.Score(nil)
	last := s.scoring
	s.scoring = newScoring(g, &count, s.config.ScoreWeight)
	if s.scoring.threshold != last.threshold {
		s.Reset() // its results were those of another komi
	}
	s.seed = seed
	s.count = count
	s.superko = rules.Ko.Superko()
	s.suicide = s.config.Suicide && rules.Suicide != ruleset.SuicideForbidden
	s.keys.fill(g.SuperkoKeys())
	s.proves = s.canProve()
	s.passesToEnd = max(rules.PassesToEnd, 2)
	if err := s.board.LoadGame(g); err != nil {
		return fmt.Errorf("mcts: %w", err)
	}
	for i, w := range s.workers {
		if err := w.begin(i, len(s.workers) > 1); err != nil {
			return fmt.Errorf("mcts: %w", err)
		}
	}
	if geometry := s.workers[0].queue.Geometry(); geometry != s.grid.Geometry {
		s.grid = newGrid(geometry)
		s.mirrors = newSymmetries(g.Size())
		s.Reset()
		s.arena.planes = geometry.Words()
	}
	s.narrow = max(g.Size().W, g.Size().H)
	s.alike = 0
	if s.config.Symmetry && s.allowed == nil && !s.proves {
		s.alike = s.mirrors.of(&s.board)
	}
	s.setRoot(g, last.color)
	s.allowPass()
	s.barRootPass()
	return nil
}

// limit notes when the Run has to end.
func (s *Search) limit(ctx context.Context, started time.Time, budget Budget) {
	for _, w := range s.workers {
		w.window = s.config.inFlight(budget)
	}
	s.expand = s.config.expandAfter(budget)
	s.context = ctx.Done()
	s.deadline = time.Time{}
	if budget.Time > 0 {
		s.deadline = started.Add(budget.Time)
	}
	s.budget = int64(budget.Playouts)
	if budget.Playouts == 0 {
		s.budget = maxPlayouts
	}
	switch {
	case s.config.Ownership:
		s.owners = 1
	case budget.Playouts == 0:
		s.owners = usualInterval
	default:
		s.owners = 1 + budget.Playouts/usualOwners
	}
	s.issued.Store(0)
	s.halted.Store(false)
	s.full.Store(false)
	s.closed.Store(false)
	s.pruned = false
}

// If nobody wants to see the ownership, it only serves to know when to pass, and
// the owners after some usualOwners playouts tell that; after one playout in
// usualInterval, where only the time is limited.
const (
	usualOwners   = 200
	usualInterval = 16
)

// stopped reports whether the workers should stop. It looks at context and
// clock after one in so many of the caller's playouts; the time is never up
// before the first.
func (s *Search) stopped(playouts int) bool {
	if s.halted.Load() {
		return true
	}
	if playouts%stopInterval != 0 {
		return false
	}
	select {
	case <-s.context: // a nil channel never is ready
		s.halted.Store(true)
		return true
	default:
	}
	if playouts > 0 && !s.deadline.IsZero() && !time.Now().Before(s.deadline) {
		s.halted.Store(true)
		return true
	}
	return false
}

// stopInterval is the number of playouts between two looks at the clock.
const stopInterval = 8

// simulate lets the workers run. When the tree is full, they return, the tree
// is pruned, and they go on.
func (s *Search) simulate() {
	for {
		if len(s.workers) == 1 {
			s.workers[0].run()
		} else {
			s.runAll()
		}
		if !s.full.Load() {
			return
		}
		s.root = s.arena.prune(s.root)
		s.pruned = true
		if s.arena.next.Load() > s.arena.capacity()*3/4 {
			s.closed.Store(true)
		}
		s.full.Store(false)
	}
}

func (s *Search) runAll() {
	var group sync.WaitGroup
	for _, w := range s.workers {
		group.Go(w.run)
	}
	group.Wait()
}

// decided reports whether the simulations left cannot change which child of
// the root has most visits, or the result is proven.
func (s *Search) decided() bool {
	n := s.arena.node(s.root)
	if _, certain := n.proven(); certain {
		return true
	}
	first, second := uint32(0), uint32(0)
	for slot := range n.visits {
		if n.visit(slot).proof() == provenLoss {
			continue // is not the move
		}
		switch v := n.visit(slot).count(); {
		case v > first:
			first, second = v, first
		case v > second:
			second = v
		}
	}
	left := max(s.budget-s.issued.Load(), 0)
	return int64(first-second) > left+int64(s.inFlight()+s.unseen())
}

// unseen bounds the visits that the root does not show: those of the workers' copies
// of it, and those whose numbers are taken.
func (s *Search) unseen() int {
	if len(s.workers) == 1 {
		return 0
	}
	return len(s.workers) * (copyPatience + numbersAtOnce)
}

// inFlight bounds the number of playouts in flight.
func (s *Search) inFlight() int {
	n := 0
	for _, w := range s.workers {
		n += w.window
	}
	return n
}
