package mcts

import (
	"math"
	"math/bits"
	"sync/atomic"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/playout"
	"github.com/tengen-go/tengen/playout/lanes"
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

	number int64 // of the simulation

	// fresh says that the leaf has just got a node, nodes[depth], which then
	// takes part in RAVE.
	fresh bool
}

// worker is one goroutine's share of a search: simulations in flight and
// buffers, so that a simulation allocates nothing.
type worker struct {
	search *Search
	pool   *playout.Pool
	queue  *playout.Queue
	shared bool // whether other workers search the same tree
	copies copies
	noise  playout.RNG

	board  fastboard.Board // at the end of the path replayed last
	keys   history
	moves  moves       // of the node that is made
	left   lanes.Plane // empty points that are no candidates
	look   look
	priors priors
	scan   scan

	paths    []path // a ring: the simulations in flight, as in the queue
	head, in int    // the oldest; how many there are
	window   int    // how many there may be

	next, end int64 // the numbers of simulations that this worker has taken

	sums sums
}

// sums is what a worker's simulations in one Run add up to.
type sums struct {
	playouts  int
	capped    int
	all       results
	slots     [fastboard.MaxSide*fastboard.MaxSide + 1]results // by child of the root
	ownership playout.Ownership
}

// results is what n simulations add up to: Black's score less White's, and its
// square; half wins of Black, and the units that were entered in the tree for
// them, see scoring.units.
type results struct{ score, squares, halfWins, units, n int64 }

func (r *results) add(score int, halfWins, units uint32) {
	r.score += int64(score)
	r.squares += int64(score) * int64(score)
	r.halfWins += int64(halfWins)
	r.units += int64(units)
	r.n++
}

func (r *results) merge(other results) {
	r.score += other.score
	r.squares += other.squares
	r.halfWins += other.halfWins
	r.units += other.units
	r.n += other.n
}

// mean returns the mean score, 0 without playouts.
func (r results) mean() float64 { return float64(r.score) / float64(max(r.n, 1)) }

// deviation returns the standard deviation of the scores, 0 without playouts.
func (r results) deviation() float64 {
	return math.Sqrt(max(float64(r.squares)/float64(max(r.n, 1))-float64(r.mean()*r.mean()), 0))
}

func newWorker(s *Search, pool *playout.Pool) *worker {
	return &worker{
		search: s,
		pool:   pool,
		moves:  moves{list: make([]candidate, 0, fastboard.MaxSide*fastboard.MaxSide+1)},
		keys:   history{path: make([]uint64, 0, maxDepth)},
		look:   look{grid: &s.grid},
		priors: priors{weight: s.config.Priors},
		paths:  make([]path, s.config.mostInFlight()),
	}
}

// begin prepares the worker for a Run.
func (w *worker) begin(index int, shared bool) error {
	s := w.search
	w.shared = shared
	w.priors.scorer.resize(s.board.Size())
	w.noise = playout.NewRNG(s.seed + uint64(index)*0x9e3779b97f4a7c15)
	w.keys.rules, w.keys.game = s.scoring.rules, &s.keys
	w.sums = sums{}
	w.head, w.in = 0, 0
	w.next, w.end = 0, 0
	if size := s.board.Size(); w.queue == nil || w.queue.Size() != size {
		queue, err := w.pool.NewQueue(size, s.options, len(w.paths))
		if err != nil {
			return err
		}
		w.queue = queue
	}
	return nil
}

// run simulates until the budget is used up, the search is stopped or the
// tree is full. It returns with no playout in flight.
func (w *worker) run() {
	defer w.joinAll()
	for {
		more := w.fill()
		if w.search.stopped(w.sums.playouts) || w.choiceIsMade() {
			w.takeBack()
			return
		}
		if w.in == 0 && more {
			continue
		}
		if w.in == 0 {
			return
		}
		result := w.queue.Pop()
		w.finish(&w.paths[w.head], result)
		w.in--
		if w.head++; w.head == len(w.paths) {
			w.head = 0
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

// fill begins simulations while there is room and the budget lasts. One that ends
// in the tree takes a turn as if it had been in flight: the oldest one in flight
// is finished next. Else thousands might pass, where most games end in the tree,
// before the results of a few are in, which all that time count as lost. fill
// returns whether it might have gone on but for that.
func (w *worker) fill() (more bool) {
	s := w.search
	for w.in < w.window && !s.full.Load() && !s.halted.Load() {
		number := w.number()
		if number >= s.budget {
			return false
		}
		w.next++
		next := w.head + w.in
		if next >= len(w.paths) {
			next -= len(w.paths)
		}
		p := &w.paths[next]
		if over := w.descend(p, number); over {
			w.replay(p)
			w.finish(p, nil)
			return true
		}
		w.in++
		w.queue.Push(leafSeed(s.seed, uint64(number)))
	}
	return false
}

// number returns that of the next simulation. Workers of one tree take several at a
// time, as all of them write how many are taken.
func (w *worker) number() int64 {
	if w.next == w.end {
		taken := int64(1)
		if w.shared {
			taken = numbersAtOnce
		}
		w.end = w.search.issued.Add(taken)
		w.next = w.end - taken
	}
	return w.next
}

const numbersAtOnce = 16

// descend walks from the root to a leaf, choosing the best child each time and
// counting a visit that is lost so far. It leaves the position of the leaf in
// the queue and reports whether the game is over there and can be counted as it
// stands. number is that of the simulation.
func (w *worker) descend(p *path, number int64) (over bool) {
	s := w.search
	p.depth, p.fresh, p.number = 0, false, number
	passes, mover := s.board.Passes(), s.scoring.color
	head := s.arena.headerWords()
	through := ^uint32(0) // visits of the node
	for at := s.root; ; {
		// What arena.node looks at, but only that: this is where every simulation
		// comes by.
		if w.shared {
			w.come(at, through)
		}
		words, private := w.words(at)
		header, total := atomic.LoadUint64(&words[0]), s.explored(words)
		kids, usable := children(header)
		visits, rave := words[head:][:usable], words[head+kids:][:usable]
		slot := 0
		if s.sharePass && at == s.root && header&headerOpen == 0 {
			slot = s.chooseAtRoot(w, visits, rave, total, number)
		} else {
			slot = s.selector.choose(&w.scan, visits, rave, total, w.noise.Uint64())
		}
		place := &words[head+2*kids+slot]
		l := link(atomic.LoadUint64(place))
		through = add(&visits[slot], uint64(oneVisit), private).count() - l.prior().count()
		p.nodes[p.depth], p.slots[p.depth], p.moves[p.depth] = at, uint16(slot), l.move()
		p.depth++
		passes++
		if l.move() != fastboard.Pass {
			passes = 0
		}
		if passes >= s.passesToEnd && (mover == ruleset.White || !s.scoring.rules.WhitePassesLast) {
			if s.scoring.territory {
				w.leaf(p, words, l.move())
			}
			return !s.scoring.territory
		}
		mover = mover.Opponent()
		if child := l.child(); child > expanding && p.depth < maxDepth {
			at = child
			continue
		}
		w.leaf(p, words, l.move())
		if l.child() == noNode && through > s.expand && !s.closed.Load() {
			w.expand(p, place, l)
		}
		return false
	}
}

// enter adds to the tally of visits of a child of the node at r. It does not wait
// for the header, as a view of the node would.
func (w *worker) enter(r ref, slot uint16, delta uint64) {
	words, private := w.words(r)
	add(&words[w.search.arena.headerWords()+int(slot)], delta, private)
}

// add adds to a word of the tree and returns its new value.
func add(word *uint64, delta uint64, private bool) tally {
	if !private {
		return tally(atomic.AddUint64(word, delta))
	}
	*word += delta
	return tally(*word)
}

// leaf puts the position after a move at a node with the given words, the end of p,
// into the queue.
func (w *worker) leaf(p *path, words []uint64, move fastboard.Point) {
	s, leaf := w.search, w.queue.Position()
	if s.suicide { // which planes do not know
		w.replay(p)
		*leaf = w.queue.PositionOf(&w.board)
	} else {
		s.arena.position(words, leaf)
		s.grid.Play(leaf, s.grid.spot(move))
	}
	if s.scoring.territory {
		// A playout goes on after passes, even if they ended the game:
		// dead stones are still on the board.
		leaf.Passes = 0
	}
}

// replay leaves the position at the end of p in w.board, and the keys of the
// positions on the way in w.keys.
func (w *worker) replay(p *path) {
	s := w.search
	w.board.CopyFrom(&s.board)
	w.keys.begin(s.mostStones)
	w.look.before = w.moveBefore(p)
	for _, move := range p.moves[:p.depth] {
		mover := w.board.ToPlay()
		if s.suicide && move != fastboard.Pass && w.board.Suicide(move) > 0 {
			w.board.PlaySuicide(move)
		} else {
			w.board.Play(move)
		}
		if s.superko {
			w.keys.made(w.board.Hash(), s.grid.Area()-w.board.EmptyCount(), mover, move == fastboard.Pass)
		}
	}
}

// expand gives the leaf at the end of p a node. place has the link to it, so far l.
func (w *worker) expand(p *path, place *uint64, l link) {
	s := w.search
	word := place
	if w.shared {
		word = s.arena.link(p.nodes[p.depth-1], int(p.slots[p.depth-1])) // place may be in a copy
		if !atomic.CompareAndSwapUint64(word, uint64(l), uint64(l.withChild(expanding))) {
			if place != word { // else another worker may store the child just now
				*place = atomic.LoadUint64(word)
			}
			return // another worker does it
		}
	}
	if !s.suicide {
		w.replay(p)
	}
	child := w.newNode(w.queue.Position(), p)
	if s.config.Inherit > 0 && p.depth >= 2 && child != noNode {
		w.inherit(child, p.nodes[p.depth-2])
	}
	atomic.StoreUint64(word, uint64(l.withChild(child)))
	if place != word {
		*place = uint64(l.withChild(child))
	}
	if child == noNode {
		s.full.Store(true)
		return
	}
	p.nodes[p.depth], p.fresh = child, true
}

// newNode makes a node of the position of w.board, which position is too, at the
// end of p.
func (w *worker) newNode(position *lanes.Position, p *path) ref {
	plays := w.list(position, p)
	w.moves.pass, w.moves.spare, w.moves.partial = w.mayPass(p.depth), 0, false
	if w.search.proves {
		w.addSpare(&w.left)
	}
	return w.search.arena.newNode(position, &plays, w.moves)
}

// list fills w.moves with the children of w.board, which position is too: legal
// moves that fill no own eye, suicides if they are searched, and the pass,
// without what is barred or like another by symmetry. It returns the plane of the
// plays.
func (w *worker) list(position *lanes.Position, p *path) lanes.Plane {
	s, b := w.search, &w.board
	plays := s.grid.Candidates(position)
	var suicides lanes.Plane
	if s.suicide {
		for i := range b.EmptyCount() {
			if p := b.EmptyAt(i); w.isSuicide(p) {
				plays.Add(s.grid.spot(p))
				suicides.Add(s.grid.spot(p))
			}
		}
	}
	for i, mask := range s.grid.Mask() {
		w.left[i] = mask &^ (position.Own[i] | position.Opp[i] | plays[i])
	}
	w.dropBarred(&plays, p.depth)
	if s.superko {
		w.dropRepeating(&plays, &suicides, position)
	}
	w.moves.narrow = plays.Len() <= s.narrow
	s.mirrors.dropMirrored(s.mirrors.along(s.alike, p.moves[:p.depth]), &plays, &s.grid, s.seed)
	list := w.moves.list[:plays.Len()+1]
	n := 0
	for i, word := range plays {
		for ; word != 0; word &= word - 1 {
			spot := (64*i + bits.TrailingZeros64(word)) % len(s.grid.points)
			list[n] = candidate{move: s.grid.points[spot], suicide: s.suicide && suicides.Has(lanes.Spot(spot))}
			n++
		}
	}
	list[n] = candidate{move: fastboard.Pass}
	w.moves.list = list
	w.priors.apply(&w.look, b, position, w.moves.list)
	return plays
}

// dropBarred takes the plays that may not be made at a depth out of the set.
func (w *worker) dropBarred(plays *lanes.Plane, depth int) {
	if w.search.allowed == nil {
		return
	}
	for spot := range plays.Spots {
		if w.barred(depth, w.search.grid.points[spot]) {
			plays.Remove(spot)
		}
	}
}

// dropRepeating takes the plays that superko forbids out of the set; suicides are
// others. A play that captures nothing repeats no position if there are more
// stones after it than ever.
func (w *worker) dropRepeating(plays, suicides *lanes.Plane, position *lanes.Position) {
	s, b := w.search, &w.board
	var suspects lanes.Plane
	captures, more := s.grid.Captures(position), s.grid.Area()-b.EmptyCount()+1 > w.keys.most
	for i, word := range plays {
		suspects[i] = word &^ suicides[i]
		if more {
			suspects[i] &= captures[i]
		}
	}
	for spot := range suspects.Spots {
		if w.keys.repeats(b.HashAfter(s.grid.points[spot]), b.ToPlay()) {
			plays.Remove(spot)
		}
	}
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
	if len(w.moves.list) > 1 && w.barred(depth, fastboard.Pass) {
		return false
	}
	if w.search.scoring.territory {
		return true
	}
	return w.board.Passes() > 0 || w.moves.narrow
}

// finish enters the result of a simulation in the tree; nil is one that ended in
// the tree, at w.board.
func (w *worker) finish(p *path, result *playout.Result) {
	s := w.search
	var outcome playout.Outcome
	if result != nil {
		outcome = result.Outcome
	} else {
		outcome.Margin = int32(w.board.AreaScore())
	}
	score := s.scoring.score(p, outcome)
	if s.scoring.taxed {
		score = w.taxedScore(result)
	}
	lead := s.scoring.lead(p, score)
	halfWins := s.scoring.result(lead)
	black := s.scoring.units(halfWins, lead, leafSeed(s.seed, uint64(p.number)))
	color := s.scoring.color
	for i := range p.depth {
		w.enter(p.nodes[i], p.slots[i], uint64(oneUnit)*uint64(unitsFor(color, black)))
		color = color.Opponent()
	}
	if s.rave {
		w.updateRAVE(p, black, result)
	}
	if result == nil && s.proves {
		w.prove(p, halfWins)
	}
	w.sums.playouts++
	if outcome.Capped {
		w.sums.capped++
	}
	w.sums.all.add(score, halfWins, black)
	w.sums.slots[p.slots[0]].add(score, halfWins, black)
	if w.sums.playouts%s.owners == 0 {
		if result == nil {
			w.sums.ownership.Add(&w.board)
		} else {
			w.queue.AddOwners(result, &w.sums.ownership)
		}
	}
}

// taxedScore is the score less group tax at the end of a simulation.
func (w *worker) taxedScore(result *playout.Result) int {
	if result != nil {
		if err := w.queue.FinalBoard(result, &w.board); err != nil {
			return int(result.Margin)
		}
	}
	return w.board.TaxedScore()
}

// takeBack removes the simulations in flight from the tree, as if they had
// never begun.
func (w *worker) takeBack() {
	for ; w.in > 0; w.in-- {
		p := &w.paths[(w.head+w.in-1)%len(w.paths)]
		for i := range p.depth {
			w.enter(p.nodes[i], p.slots[i], ^uint64(0))
		}
	}
	w.queue.Clear()
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
