package mcts

import (
	"math"
	"sync/atomic"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/playout"
	"github.com/tengen-go/tengen/ruleset"
)

// maxDepth bounds the moves of a simulation inside the tree; simple ko alone
// would allow endless cycles.
const maxDepth = 256

// path is the way of one simulation through the tree.
type path struct {
	depth int
	nodes [maxDepth + 1]ref
	slots [maxDepth]uint16
	moves [maxDepth]fastboard.Point

	// fresh says that the leaf has just got a node, nodes[depth], which then
	// takes part in RAVE.
	fresh bool
}

// worker is one goroutine's share of a search: lanes to fill and buffers, so
// that a simulation allocates nothing.
type worker struct {
	search *Search
	eval   Evaluator
	shared bool // whether other workers search the same tree
	noise  playout.RNG

	board      fastboard.Board // at the end of the current path
	keys       history
	candidates []candidate
	look       look
	trace      playout.Trace // of one simulation, moves in the tree included

	paths []path // by lane
	free  []int  // lanes, the next one last
	done  []int

	sums sums
}

// sums is what a worker's simulations in one Run add up to.
type sums struct {
	playouts  int
	capped    int
	all       margin                                          // Black's score less White's
	slots     [fastboard.MaxSide*fastboard.MaxSide + 1]margin // by child of the root
	ownership playout.Ownership
}

// margin is the sum of the margins of n playouts, and of their squares.
type margin struct{ sum, squares, n int64 }

func (m *margin) add(score int64) {
	m.sum += score
	m.squares += score * score
	m.n++
}

func (m *margin) merge(other margin) {
	m.sum += other.sum
	m.squares += other.squares
	m.n += other.n
}

// mean returns the mean margin, 0 without playouts.
func (m margin) mean() float64 { return float64(m.sum) / float64(max(m.n, 1)) }

// deviation returns the standard deviation of the margins, 0 without playouts.
func (m margin) deviation() float64 {
	return math.Sqrt(max(float64(m.squares)/float64(max(m.n, 1))-float64(m.mean()*m.mean()), 0))
}

func newWorker(s *Search, eval Evaluator) *worker {
	lanes := eval.Lanes()
	return &worker{
		search:     s,
		eval:       eval,
		candidates: make([]candidate, 0, fastboard.MaxSide*fastboard.MaxSide+1),
		keys:       history{path: make([]uint64, 0, maxDepth)},
		paths:      make([]path, lanes),
		free:       make([]int, 0, lanes),
		done:       make([]int, 0, lanes),
	}
}

// begin prepares the worker for a Run.
func (w *worker) begin(index int, shared bool) error {
	s := w.search
	w.shared = shared
	w.noise = playout.NewRNG(s.seed + uint64(index)*0x9e3779b97f4a7c15)
	w.keys.rules, w.keys.game = s.scoring.rules, &s.keys
	w.sums = sums{}
	return w.eval.Reset(s.board.Size())
}

// run simulates until the budget is used up, the search is stopped or the
// tree is full. It returns with no playout in flight.
func (w *worker) run() {
	s := w.search
	w.free = w.free[:0]
	for lane := len(w.paths) - 1; lane >= 0; lane-- {
		w.free = append(w.free, lane)
	}
	for {
		w.fill()
		if s.stopped() || w.choiceIsMade() {
			w.takeBack()
			return
		}
		if len(w.free) == len(w.paths) {
			return
		}
		w.done = w.eval.Step(w.done[:0])
		for _, lane := range w.done {
			w.finish(&w.paths[lane], w.eval.Outcome(lane), lane)
			w.free = append(w.free, lane)
		}
	}
}

// choiceIsMade reports, now and then, whether more simulations are in vain.
func (w *worker) choiceIsMade() bool {
	s := w.search
	if !s.config.EarlyStop || w.sums.playouts%decisionInterval != 0 || !s.decided() {
		return false
	}
	s.halted.Store(true)
	return true
}

// decisionInterval is the number of playouts between two looks at the root.
const decisionInterval = 16

// fill descends once for every free lane while the budget lasts.
func (w *worker) fill() {
	s := w.search
	for len(w.free) > 0 && !s.full.Load() && !s.halted.Load() {
		number := s.issued.Add(1) - 1
		if number >= s.budget {
			return
		}
		lane := w.free[len(w.free)-1]
		p := &w.paths[lane]
		if over := w.descend(p, number); over {
			w.finish(p, playout.Outcome{Margin: int32(w.board.AreaScore())}, noLane)
			continue
		}
		if s.scoring.territory {
			// A playout goes on after passes, even if they ended the game:
			// dead stones are still on the board.
			w.board.Resume()
		}
		w.free = w.free[:len(w.free)-1]
		w.eval.Load(lane, &w.board, leafSeed(s.seed, uint64(number)))
	}
}

// descend walks from the root to a leaf, choosing the best child each time and
// counting a visit that is lost so far. It leaves the position of the leaf in
// w.board and reports whether the game is over there and can be counted as it
// stands. number is that of the simulation.
func (w *worker) descend(p *path, number int64) (over bool) {
	s := w.search
	w.board.CopyFrom(&s.board)
	w.keys.path = w.keys.path[:0]
	p.depth, p.fresh = 0, false
	for at := s.root; ; {
		n := s.arena.node(at)
		slot := 0
		if s.sharePass && at == s.root {
			slot = s.chooseAtRoot(&n, number, w.noise.Uint64())
		} else {
			slot = s.selector.choose(&n, w.noise.Uint64())
		}
		l := n.link(slot)
		visits := tally(atomic.AddUint64(&n.visits[slot], uint64(oneVisit))).count() - l.prior().count()
		atomic.AddUint64(n.total, 1)
		p.nodes[p.depth], p.slots[p.depth], p.moves[p.depth] = at, uint16(slot), l.move()
		p.depth++

		mover := w.board.ToPlay()
		if s.suicide && l.move() != fastboard.Pass && w.board.Suicide(l.move()) > 0 {
			w.board.PlaySuicide(l.move())
		} else {
			w.board.Play(l.move())
		}
		if w.board.Passes() >= s.passesToEnd && (mover == ruleset.White || !s.scoring.rules.WhitePassesLast) {
			return !s.scoring.territory
		}
		if s.superko {
			w.keys.made(w.board.Hash(), mover, l.move() == fastboard.Pass)
		}
		switch child := l.child(); {
		case child > expanding:
			if p.depth == maxDepth {
				return false
			}
			at = child
		case child == noNode && visits > s.expand && !s.closed.Load():
			w.expand(p, &n, slot, l)
			return false
		default:
			return false
		}
	}
}

// expand gives the leaf at the end of p, the child in a slot of n, a node.
func (w *worker) expand(p *path, n *node, slot int, l link) {
	s := w.search
	if w.shared && !atomic.CompareAndSwapUint64(&n.links[slot], uint64(l), uint64(l.withChild(expanding))) {
		return // another worker does it
	}
	child := s.arena.newNode(w.list(p.depth), w.mayPass(p.depth))
	atomic.StoreUint64(&n.links[slot], uint64(l.withChild(child)))
	if child == noNode {
		s.full.Store(true)
		return
	}
	p.nodes[p.depth], p.fresh = child, true
}

// list returns the children of w.board: legal moves that fill no own eye,
// suicides if they are searched, and the pass. The slice is valid until the
// next call. depth is how far below the root the position is.
func (w *worker) list(depth int) []candidate {
	b := &w.board
	list := w.candidates[:0]
	for i := range b.EmptyCount() {
		p := b.EmptyAt(i)
		switch {
		case b.Playable(p):
			if !w.search.superko || !w.keys.repeats(b.HashAfter(p), b.ToPlay()) {
				list = append(list, candidate{move: p})
			}
		case w.search.suicide && w.isSuicide(p):
			list = append(list, candidate{move: p, suicide: true})
		}
	}
	if w.search.allowed != nil {
		list = w.withoutBarred(depth, list)
	}
	list = append(list, candidate{move: fastboard.Pass})
	w.candidates = list
	w.search.priors.apply(&w.look, b, list)
	return list
}

// isSuicide reports whether p is a suicide worth looking at. That of a single
// stone is not: it leaves the board as a pass does.
func (w *worker) isSuicide(p fastboard.Point) bool {
	b := &w.board
	return b.Suicide(p) > 1 && !(w.search.superko && w.keys.repeats(b.HashAfterSuicide(p), b.ToPlay()))
}

// mayPass reports whether the pass is among the choices inside the tree, after
// list: when the opponent has passed, or when there is not much left to play.
// Elsewhere it would only cost visits. Under territory scoring it is always
// among them, since a play may cost a point.
func (w *worker) mayPass(depth int) bool {
	if len(w.candidates) > 1 && w.barred(depth, fastboard.Pass) {
		return false
	}
	if w.search.scoring.territory {
		return true
	}
	size := w.board.Size()
	return w.board.Passes() > 0 || len(w.candidates)-1 <= max(size.W, size.H)
}

// noLane stands for a simulation that ended in the tree, at w.board.
const noLane = -1

// finish enters the result of a simulation in the tree.
func (w *worker) finish(p *path, outcome playout.Outcome, lane int) {
	s := w.search
	score := s.scoring.score(p, outcome)
	if s.scoring.taxed {
		score = w.taxedScore(lane)
	}
	black := s.scoring.result(p, score)
	color := s.scoring.color
	for i := range p.depth {
		n := s.arena.node(p.nodes[i])
		atomic.AddUint64(&n.visits[p.slots[i]], uint64(oneHalfWin)*uint64(halfWinsFor(color, black, 1)))
		color = color.Opponent()
	}
	if s.rave {
		w.updateRAVE(p, black, lane)
	}
	w.sums.add(int64(score), outcome.Capped, int(p.slots[0]))
	if w.sums.playouts%s.owners == 0 {
		if lane == noLane {
			w.sums.ownership.Add(&w.board)
		} else {
			w.eval.AddOwners(lane, &w.sums.ownership)
		}
	}
}

// taxedScore is the score less group tax at the end of a simulation.
func (w *worker) taxedScore(lane int) int {
	if lane == noLane {
		return w.board.TaxedScore()
	}
	return w.eval.TaxedScore(lane)
}

func (s *sums) add(m int64, capped bool, slot int) {
	s.playouts++
	if capped {
		s.capped++
	}
	s.all.add(m)
	s.slots[slot].add(m)
}

// updateRAVE enters the result, in half wins of Black, for every child along p
// whose move its player made first in the rest of the simulation.
//
// One trace serves all nodes. It begins with the moves in the tree, so at a
// node it also knows of moves made before; but their points are occupied then
// and no children, except after captures, where RAVE is a guess anyway.
func (w *worker) updateRAVE(p *path, black uint32, lane int) {
	w.trace.Reset()
	color := w.search.scoring.color
	for _, m := range p.moves[:p.depth] {
		w.trace.Add(m, color)
		color = color.Opponent()
	}
	if lane != noLane {
		w.eval.AddTrace(lane, &w.trace)
	}
	color = w.search.scoring.color
	for _, r := range p.nodes[:p.depth] {
		w.addRAVE(r, color, black)
		color = color.Opponent()
	}
	if p.fresh {
		w.addRAVE(p.nodes[p.depth], color, black)
	}
}

// addRAVE enters a result at one node, where color is to move.
func (w *worker) addRAVE(r ref, color ruleset.Color, black uint32) {
	n := w.search.arena.node(r)
	result := uint64(oneVisit) + uint64(oneHalfWin)*uint64(halfWinsFor(color, black, 1))
	rave := n.rave[:len(n.links)]
	if w.shared {
		for i := range rave {
			if w.trace.First(n.link(i).move()) == color {
				atomic.AddUint64(&rave[i], result)
			}
		}
		return
	}
	// Whether a move was made is a coin toss, so a branch would often be
	// mispredicted; adding 0 is cheaper.
	for i, l := range n.links {
		rave[i] += result & -isSame(w.trace.First(link(l).move()), color)
	}
}

// isSame returns 1 if the colors are the same, else 0, without a branch.
func isSame(a, b ruleset.Color) uint64 {
	if a == b {
		return 1
	}
	return 0
}

// takeBack removes the simulations in flight from the tree, as if they had
// never begun.
func (w *worker) takeBack() {
	s := w.search
	var idle [maxLanes]bool
	for _, lane := range w.free {
		idle[lane] = true
	}
	for lane := range w.paths {
		if idle[lane] {
			continue
		}
		p := &w.paths[lane]
		for i := range p.depth {
			n := s.arena.node(p.nodes[i])
			atomic.AddUint64(&n.visits[p.slots[i]], ^uint64(0))
			atomic.AddUint64(n.total, ^uint64(0))
		}
	}
}

// leafSeed returns the seed of a playout: the finalizer of splitmix64 over
// that generator's sequence, so that every playout of every search has
// randomness of its own.
func leafSeed(seed, number uint64) uint64 {
	x := seed + (number+1)*0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
