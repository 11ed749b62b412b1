package benchmarks

import (
	"context"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/playout"
)

// boardWork repeats one operation on boards.
type boardWork struct {
	scalar
	operation            string
	empty, middle, board fastboard.Board
	plays                []fastboard.Point // from the empty board to the middle
	next                 int               // of plays, or of the points asked about
}

func newBoardWork(c Case) (worker, error) {
	w := &boardWork{operation: c.Policy}
	w.empty.Reset(c.Size)
	w.middle = w.empty
	rng := playout.NewRNG(signatureSeed)
	for range max(1, c.Size.Area()*2/3) { // on one point a pass
		p := playout.Uniform{}.Move(&w.middle, &rng)
		w.plays = append(w.plays, p)
		w.middle.Play(p)
	}
	return w, nil
}

// boardBlock is how many operations are done before a look at the context: so
// many that looking costs nothing, and so few that an interrupt is obeyed at once.
const boardBlock = 1 << 18

// run does the same operations whatever the seed.
func (w *boardWork) run(ctx context.Context, n int64, _ uint64) (t Totals, err error) {
	w.next = 0
	w.board.CopyFrom(&w.empty)
	for t.Ops < n {
		if err := ctx.Err(); err != nil {
			return t, err
		}
		count := min(n-t.Ops, boardBlock)
		w.operate(count, &t)
		t.Ops += count
	}
	if w.operation == "copy" || w.operation == "play" {
		t.sign(w.board.Hash())
	}
	return t, nil
}

// operate does n operations, from where the last call ended.
func (w *boardWork) operate(n int64, t *Totals) {
	switch w.operation {
	case "copy":
		for range n {
			w.board.CopyFrom(&w.middle)
		}
	case "play":
		for range n {
			if w.next == len(w.plays) {
				w.board.CopyFrom(&w.empty)
				w.next = 0
			}
			w.board.Play(w.plays[w.next])
			w.next++
		}
	case "legal":
		w.ask(n, func() {
			if w.middle.EmptyCount() > 0 && w.middle.Legal(w.middle.EmptyAt(w.next%w.middle.EmptyCount())) {
				t.sign(uint64(w.next))
			}
		})
	case "atari":
		w.ask(n, func() {
			if liberty, ok := w.middle.InAtari(w.plays[w.next]); ok {
				t.sign(uint64(liberty))
			}
		})
	case "score":
		for range n {
			t.sign(uint64(w.middle.AreaScore()))
		}
	}
}

// ask asks n times, about one point after another.
func (w *boardWork) ask(n int64, question func()) {
	for range n {
		if w.next++; w.next >= len(w.plays) {
			w.next = 0
		}
		question()
	}
}
