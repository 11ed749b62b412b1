package benchmarks

import (
	"context"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/playout"
	"github.com/tengen-go/tengen/playout/lanes"
)

// queueWorkload names the playouts of a search without its tree.
const queueWorkload = "queue"

// queues play from the empty board what a search plays from its leaves, through
// the same queue, and with the same notes of who played where first.
type queues struct {
	queue *playout.Queue
	start lanes.Position
	name  string // of the kernel
}

func newQueues(c Case) (worker, error) {
	options := batchOptions(c)
	options.Trace = true
	queue, err := playout.NewPool(0).NewQueue(c.Size, options, longSearchLanes)
	if err != nil {
		return nil, err
	}
	var empty fastboard.Board
	empty.Reset(c.Size)
	name, err := kernelOf(c)
	return &queues{queue, queue.PositionOf(&empty), name}, err
}

func (q *queues) kernel() string { return q.name }

// run keeps the queue full, and gives the playouts the seeds from seed<<32 on.
func (q *queues) run(ctx context.Context, n int64, seed uint64) (Totals, error) {
	t := Totals{Ops: n, Playouts: n}
	q.queue.Clear()
	for pushed, popped := int64(0), int64(0); popped < n; popped++ {
		if popped%64 == 0 && ctx.Err() != nil { // seldom enough to cost nothing
			return t, ctx.Err()
		}
		for ; pushed < min(n, popped+longSearchLanes); pushed++ {
			*q.queue.Position() = q.start
			q.queue.Push(seed<<32 + uint64(pushed))
		}
		result := q.queue.Pop()
		t.Moves += int64(result.Moves)
		t.sign(uint64(uint32(result.Margin))<<32 | uint64(uint32(result.Moves)))
		t.sign(result.FirstBlack[0])
	}
	return t, nil
}
