package playout_test

import (
	"math/rand/v2"
	"testing"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/playout"
	"github.com/tengen-go/tengen/playout/lanes"
	"github.com/tengen-go/tengen/ruleset"
)

// TestQueuesInOrder has queues of several sizes and kinds share a Pool, with
// the kernels and without, in pools of different width: every result must be
// that of a Batch of its own, in the order in which it was asked for.
func TestQueuesInOrder(t *testing.T) {
	const playouts = 60
	kinds := []struct {
		size     ruleset.Size
		options  playout.BatchOptions
		capacity int
	}{
		{ruleset.Square(5), playout.BatchOptions{Heavy: true, Tactical: playout.DefaultTactical()}, 3},
		{ruleset.Square(7), playout.BatchOptions{Trace: true}, 20},
		{ruleset.Size{W: 5, H: 8}, playout.BatchOptions{Trace: true}, 1},
		{ruleset.Square(7), playout.BatchOptions{Trace: true}, 11},
	}
	want := make([][]playout.Outcome, len(kinds))
	for i, kind := range kinds {
		want[i] = make([]playout.Outcome, playouts)
		batch, err := playout.NewBatch(kind.size, kind.options)
		if err != nil {
			t.Fatal(err)
		}
		for n := range want[i] {
			batch.Load(0, fastboard.New(kind.size), uint64(1000*i+n))
			for len(batch.Step(nil)) == 0 {
			}
			want[i][n] = batch.Outcome(0)
		}
	}
	for _, portable := range []bool{false, true} {
		for _, width := range []int{1, 8, 20, 64} {
			pool := playout.NewPool(width)
			rng := rand.New(rand.NewPCG(1, uint64(width)))
			queues := make([]*playout.Queue, len(kinds))
			for i, kind := range kinds {
				var err error
				kind.options.Portable = portable
				if queues[i], err = pool.NewQueue(kind.size, kind.options, kind.capacity); err != nil {
					t.Fatal(err)
				}
			}
			pushed, popped := make([]int, len(kinds)), make([]int, len(kinds))
			for left := len(kinds) * playouts; left > 0; {
				i := rng.IntN(len(kinds))
				q := queues[i]
				switch {
				case rng.IntN(40) == 0 && q.Len() > 0: // what is dropped is asked for again
					q.Clear()
					pushed[i] = popped[i]
				case pushed[i] < playouts && q.Len() < kinds[i].capacity && rng.IntN(3) > 0:
					*q.Position() = lanes.Position{}
					q.Push(uint64(1000*i + pushed[i]))
					pushed[i]++
				case q.Len() > 0:
					if got := q.Pop().Outcome; got != want[i][popped[i]] {
						t.Fatalf("portable %v, width %d, kind %d: playout %d ended as %+v, want %+v",
							portable, width, i, popped[i], got, want[i][popped[i]])
					}
					popped[i]++
					left--
				}
			}
		}
	}
}

// TestQueueRefuses covers what cannot be queued.
func TestQueueRefuses(t *testing.T) {
	pool := playout.NewPool(8)
	if _, err := pool.NewQueue(ruleset.Square(9), playout.BatchOptions{}, 0); err == nil {
		t.Error("a queue for nothing")
	}
	if _, err := pool.NewQueue(ruleset.Square(25), playout.BatchOptions{}, 8); err == nil {
		t.Error("a board that fits no lane")
	}
	q, err := pool.NewQueue(ruleset.Square(5), playout.BatchOptions{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	q.Push(1)
	defer func() {
		if recover() == nil {
			t.Error("a full queue takes more")
		}
	}()
	q.Push(2)
}
