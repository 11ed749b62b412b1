package analysis

import (
	"cmp"
	"container/heap"
	"context"
	"slices"
	"sync"
)

// task is one position to analyze.
type task struct {
	query    *query
	turn     int
	priority int64
	number   int64 // in the order in which they came

	ctx    context.Context // ends when the task is terminated
	cancel context.CancelFunc
	place  int // in the heap; -1: taken
}

// queue holds the tasks that wait and knows those that run.
type queue struct {
	mu     sync.Mutex
	filled sync.Cond
	wait   waiting
	open   map[*task]bool // waiting and running
	came   int64
	closed bool
}

func newQueue() *queue {
	q := &queue{open: map[*task]bool{}}
	q.filled.L = &q.mu
	return q
}

// add puts the turns of a query in.
func (q *queue) add(ctx context.Context, query *query) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, turn := range query.turns {
		t := &task{query: query, turn: turn, priority: query.priorityOf(turn), number: q.came}
		t.ctx, t.cancel = context.WithCancel(ctx)
		q.came++
		q.open[t] = true
		heap.Push(&q.wait, t)
	}
	q.filled.Broadcast()
}

// take returns the next task, or nil when there will be none any more.
func (q *queue) take() *task {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.wait) == 0 {
		if q.closed {
			return nil
		}
		q.filled.Wait()
	}
	return heap.Pop(&q.wait).(*task)
}

// done says that a task that was taken has been answered.
func (q *queue) done(t *task) {
	q.mu.Lock()
	defer q.mu.Unlock()
	delete(q.open, t)
	t.cancel()
}

// terminate stops the tasks that match, and returns those that nobody had
// taken, in the order in which they came: whoever calls has to answer them.
func (q *queue) terminate(match func(*task) bool) []*task {
	q.mu.Lock()
	defer q.mu.Unlock()
	var waiting []*task
	for t := range q.open {
		if !match(t) {
			continue
		}
		t.cancel()
		if t.place >= 0 {
			heap.Remove(&q.wait, t.place)
			delete(q.open, t)
			waiting = append(waiting, t)
		}
	}
	slices.SortFunc(waiting, func(a, b *task) int { return cmp.Compare(a.number, b.number) })
	return waiting
}

// close says that no more tasks come.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.filled.Broadcast()
}

// waiting is a heap of tasks, that of highest priority first.
type waiting []*task

func (w waiting) Len() int { return len(w) }

func (w waiting) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(w[j].priority, w[i].priority), cmp.Compare(w[i].number, w[j].number)) < 0
}

func (w waiting) Swap(i, j int) {
	w[i], w[j] = w[j], w[i]
	w[i].place, w[j].place = i, j
}

// Push is for container/heap.
func (w *waiting) Push(x any) {
	t := x.(*task)
	t.place = len(*w)
	*w = append(*w, t)
}

// Pop is for container/heap.
func (w *waiting) Pop() any {
	last := len(*w) - 1
	t := (*w)[last]
	(*w)[last] = nil
	*w = (*w)[:last]
	t.place = -1
	return t
}
