package playout

import (
	"fmt"
	"math/bits"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/playout/lanes"
	"github.com/tengen-go/tengen/ruleset"
)

// Pool plays the playouts of many queues side by side, so that no lane idles
// while one of their owners thinks. It keeps a Batch for each size of board and
// each kind of playout that its queues ask for.
//
// A Pool and its queues are for one goroutine at a time. The owners of several
// queues take turns as coroutines: see Await.
type Pool struct {
	// Await, if not nil, is called by Queue.Pop while the result is not there
	// yet. It returns when Queue.Ready reports true; somebody has to call Step
	// meanwhile. By default Pop calls Step itself.
	Await func(*Queue)

	lanes    int
	stations []*station
}

// NewPool returns a Pool whose batches have the given number of lanes, 0 for as
// many as are fastest.
func NewPool(lanes int) *Pool { return &Pool{lanes: lanes} }

// station is a Batch and who waits for it. The pools of other threads have
// stations too, and all are written for every playout: padding keeps them out of
// each other's cache lines.
type station struct {
	_       [cacheLines]byte
	size    ruleset.Size
	options BatchOptions
	batch   *Batch
	free    []uint64  // lanes without a playout, a bit each
	playing []*ticket // by lane
	waiting []*ticket // for a lane, the next one first
	done    []int
	_       [cacheLines]byte
}

// cacheLines is the size of two cache lines, which some processors fetch
// together.
const cacheLines = 128

// ticket is a playout that a queue has asked for.
type ticket struct {
	queue    *Queue
	position lanes.Position
	seed     uint64
	lane     int
	done     bool
	result   Result
}

// station returns the station for such playouts.
func (p *Pool) station(size ruleset.Size, options BatchOptions) (*station, error) {
	options.Lanes = p.lanes
	for _, s := range p.stations {
		if s.size == size && s.options == options {
			return s, nil
		}
	}
	batch, err := NewBatch(size, options)
	if err != nil {
		return nil, err
	}
	n := batch.Lanes()
	words := (n + 63) / 64
	s := &station{
		size: size, options: options, batch: batch, playing: make([]*ticket, n, max(n, cacheLines/8)),
		free: make([]uint64, words, max(words, cacheLines/8)),
	}
	for lane := range n {
		s.free[lane/64] |= 1 << (lane % 64)
	}
	p.stations = append(p.stations, s)
	return s, nil
}

// Step plays until at least one playout of every station with any is finished.
// It reports whether there was one.
func (p *Pool) Step() bool {
	any := false
	for _, s := range p.stations {
		any = s.step() || any
	}
	return any
}

func (s *station) step() bool {
	s.done = s.batch.Step(s.done[:0])
	for _, lane := range s.done {
		t := s.playing[lane]
		t.result.Outcome = Outcome(s.batch.lanes.Ending(lane, &t.result.Ending))
		t.done = true
		s.release(lane)
	}
	return len(s.done) > 0
}

// release makes a lane free and gives it to the next who waits.
func (s *station) release(lane int) {
	s.playing[lane] = nil
	s.free[lane/64] |= 1 << (lane % 64)
	if len(s.waiting) > 0 {
		next := s.waiting[0]
		s.waiting = s.waiting[:copy(s.waiting, s.waiting[1:])]
		s.begin(next)
	}
}

// begin gives a ticket the first free lane, or has it wait. The first, because
// idle lanes cost nothing behind the last busy one.
func (s *station) begin(t *ticket) {
	for i, word := range s.free {
		if word == 0 {
			continue
		}
		t.lane = 64*i + bits.TrailingZeros64(word)
		s.free[i] = word & (word - 1)
		s.playing[t.lane] = t
		s.batch.lanes.Load(t.lane, &t.position, t.seed)
		return
	}
	t.lane = -1
	s.waiting = append(s.waiting, t)
}

// drop ends all playouts of a queue.
func (s *station) drop(q *Queue) {
	kept := s.waiting[:0]
	for _, t := range s.waiting {
		if t.queue != q {
			kept = append(kept, t)
		}
	}
	s.waiting = kept
	for lane, t := range s.playing {
		if t != nil && t.queue == q {
			s.batch.lanes.Drop(lane)
			s.release(lane)
		}
	}
}

// Result is what is known of a playout at its end. Points are in the numbering
// of the Batch's Geometry.
type Result struct {
	Outcome
	lanes.Ending
}

// Queue is the place in a Pool of one owner: positions go in, and the results
// come out in the same order, whichever playout is finished first. So what the
// owner sees does not depend on who shares the Pool, on its lanes, nor on the
// processor.
//
// A queue that holds a quarter more than it could have lanes keeps all of them
// busy; one that shares the Pool may hold less.
type Queue struct {
	pool     *Pool
	station  *station
	tickets  []ticket // a ring
	head, in int      // the oldest; how many there are
}

// NewQueue returns a queue for up to capacity playouts of the given kind. The
// lanes of the options do not matter: the Pool's do.
func (p *Pool) NewQueue(size ruleset.Size, options BatchOptions, capacity int) (*Queue, error) {
	if capacity < 1 {
		return nil, fmt.Errorf("playout: a queue for %d playouts: it must hold 1 or more", capacity)
	}
	station, err := p.station(size, options)
	if err != nil {
		return nil, err
	}
	q := &Queue{pool: p, station: station, tickets: make([]ticket, capacity)}
	for i := range q.tickets {
		q.tickets[i].queue = q
	}
	return q, nil
}

// Size returns the size of the boards.
func (q *Queue) Size() ruleset.Size { return q.station.size }

// Geometry returns the numbering of points in positions and results.
func (q *Queue) Geometry() *lanes.Geometry { return q.station.batch.lanes.Geometry() }

// PositionOf returns the position of a board, which must have the queue's size.
func (q *Queue) PositionOf(board *fastboard.Board) lanes.Position {
	return q.station.batch.position(board)
}

// AddOwners counts the final board of a playout. Where it was cut short, empty
// points that are no one-point eyes count for nobody.
func (q *Queue) AddOwners(r *Result, owners *Ownership) {
	black, white := q.Geometry().Owned(&r.Black, &r.White)
	for _, s := range q.station.batch.spots {
		i, bit := s.lane/64, s.lane%64
		owners.sum[s.point] += int32(black[i]>>bit&1) - int32(white[i]>>bit&1)
	}
	owners.count++
}

// FinalBoard loads the final board of a playout, Black to move.
func (q *Queue) FinalBoard(r *Result, board *fastboard.Board) error {
	position := ruleset.NewPosition(q.Size())
	for _, s := range q.station.batch.spots {
		switch {
		case r.Black.Has(s.lane):
			position.Set(s.point.Ruleset(), ruleset.Black)
		case r.White.Has(s.lane):
			position.Set(s.point.Ruleset(), ruleset.White)
		}
	}
	return board.Load(&position, ruleset.Black, ruleset.NoPoint, 0)
}

// Len returns the number of playouts whose result has not been taken.
func (q *Queue) Len() int { return q.in }

// Position returns where to put the next position before Push.
func (q *Queue) Position() *lanes.Position { return &q.next().position }

// Push begins a playout of the position at Position. There must be room for it.
func (q *Queue) Push(seed uint64) {
	t := q.next()
	t.seed, t.done = seed, false
	q.in++
	q.station.begin(t)
}

// next is the ticket of the next Push.
func (q *Queue) next() *ticket {
	if q.in == len(q.tickets) {
		panic("playout: push to a queue that is full")
	}
	i := q.head + q.in
	if i >= len(q.tickets) {
		i -= len(q.tickets)
	}
	return &q.tickets[i]
}

// Ready reports whether Pop would return at once.
func (q *Queue) Ready() bool { return q.in > 0 && q.tickets[q.head].done }

// Pop waits for the result of the oldest playout and takes it out. It is valid
// until the next Push. The queue must not be empty.
func (q *Queue) Pop() *Result {
	t := &q.tickets[q.head]
	for !t.done {
		if q.in == 0 {
			panic("playout: pop from an empty queue")
		}
		if q.pool.Await != nil {
			q.pool.Await(q)
		} else {
			q.station.step()
		}
	}
	t.done = false
	q.in--
	if q.head++; q.head == len(q.tickets) {
		q.head = 0
	}
	return &t.result
}

// Clear drops all playouts that are in the queue.
func (q *Queue) Clear() {
	q.station.drop(q)
	for i := range q.tickets {
		q.tickets[i].done = false
	}
	q.in = 0
}
