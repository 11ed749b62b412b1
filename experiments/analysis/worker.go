package analysis

import (
	"fmt"
	"runtime/debug"
	"time"

	"github.com/tengen-go/tengen/experiments/opinion"
	"github.com/tengen-go/tengen/mcts"
)

// worker searches one position after the other.
type worker struct {
	server *server
	search *mcts.Search // of the last position; nil: none yet
}

func (w *worker) run() {
	s := w.server
	for {
		t := s.queue.take()
		if t == nil {
			return
		}
		reply, err := w.analyze(t)
		switch {
		case err != nil:
			s.out.fieldError(t.query.id, &fieldError{"moves", fmt.Sprintf("turn %d: %v", t.turn, err)})
			s.out.say(noResults(t))
		case s.ctx.Err() == nil: // else the end has come: nobody waits for an answer
			s.out.say(reply)
		}
		s.queue.done(t)
	}
}

// analyze searches the position of a task. A fault in one must not end the
// others, so a panic becomes an error.
func (w *worker) analyze(t *task) (reply any, err error) {
	defer func() {
		if p := recover(); p != nil {
			w.server.config.Log.Error("panic", "id", t.query.id, "turn", t.turn, "panic", p, "stack", string(debug.Stack()))
			reply, err, w.search = nil, fmt.Errorf("internal error: see the log"), nil
		}
	}()
	if t.ctx.Err() != nil {
		return noResults(t), nil
	}
	q := t.query
	g, err := q.game(t.turn, nil)
	if err != nil {
		return nil, err
	}
	if err := w.prepare(q); err != nil {
		return nil, err
	}
	defer q.bars.Restrict(w.search)()
	started := time.Now()
	seed := opinion.Mix(w.server.config.Seed ^ opinion.Mix(g.FinalHash()))
	o, err := opinion.Search(t.ctx, w.search, opinion.Task{
		Game: g, Budget: mcts.Budget{Playouts: q.config.Search.Playouts, Time: q.config.Search.Time}, Seed: seed,
		Show: w.reporter(t, seed), First: q.first, Interval: q.every,
	})
	if err != nil && t.ctx.Err() == nil {
		return nil, err
	}
	if o.Report == nil || o.Visits() == 0 {
		return noResults(t), nil
	}
	w.server.config.Log.Debug("searched", "id", q.id, "turn", t.turn, "visits", o.Visits(), "time", time.Since(started))
	return w.answer(t, o, seed, false), nil
}

// prepare gets the search of a query ready. It is used again if the next query
// has the same settings.
func (w *worker) prepare(q *query) (err error) {
	config := q.config.Search
	config.Playouts, config.Time = w.server.config.Search.Playouts, w.server.config.Search.Time // the budget says it
	if w.search == nil || w.search.Config() != config {
		w.search = nil // before the new one takes memory
		if w.search, err = mcts.New(config); err != nil {
			return err
		}
	}
	w.search.Reset()
	return nil
}

// reporter reports during the search; nil if nobody wants it.
func (w *worker) reporter(t *task, seed uint64) opinion.Watch {
	if t.query.every == 0 {
		return nil
	}
	started, left := time.Now(), t.query.config.Search
	return func(o *opinion.Opinion) bool {
		over := left.Playouts > 0 && o.Playouts >= left.Playouts || left.Time > 0 && time.Since(started) >= left.Time
		if o.Visits() > 0 && t.ctx.Err() == nil && !over { // the last one is the answer
			w.server.out.say(w.answer(t, o, seed, true))
		}
		return true
	}
}
