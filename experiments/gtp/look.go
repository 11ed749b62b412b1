package gtp

import (
	"context"
	"errors"
	"time"

	"github.com/tengen-go/tengen/mcts"
	"github.com/tengen-go/tengen/ruleset"
)

// look is what one or more searches of a position have found. Visits and
// values are those of the tree, which every search adds to; scores and
// ownership are told for each search, and averaged here.
type look struct {
	game  *ruleset.Game // as it was searched
	color ruleset.Color // to move in it
	owed  float64       // points that White gets: komi and compensation

	report    *mcts.Report // of the last search
	playouts  int          // of all searches
	elapsed   time.Duration
	score     mean // Black's area less White's
	ownership []float64
	moves     map[ruleset.Point]*moveScore
	lines     LineSearcher // nil: unknown
}

// mean is a weighted mean.
type mean struct{ sum, weight float64 }

func (m *mean) add(x, weight float64) {
	m.sum += x * weight
	m.weight += weight
}

// value returns the mean, and false if there is none.
func (m *mean) value() (float64, bool) {
	if m.weight == 0 {
		return 0, false
	}
	return m.sum / m.weight, true
}

// moveScore is the mean score after one move.
type moveScore struct {
	mean
	visits int // so far
}

// add takes in the report of one more search.
func (l *look) add(r *mcts.Report) {
	if l.moves == nil {
		l.moves = map[ruleset.Point]*moveScore{}
	}
	first := l.report == nil
	l.report = r
	l.elapsed += r.Elapsed
	if r.Playouts == 0 {
		return
	}
	for _, c := range r.Children {
		m := l.moves[c.Point]
		if m == nil {
			m = &moveScore{}
			l.moves[c.Point] = m
		}
		fresh := float64(c.Visits - m.visits)
		if first { // the tree may hold visits of earlier searches
			fresh *= float64(r.Playouts) / float64(r.Playouts+r.Reused)
		}
		if fresh > 0 {
			m.add(c.Score, fresh)
		}
		m.visits = c.Visits
	}
	l.score.add(r.BlackScore, float64(r.Playouts))
	l.playouts += r.Playouts
	if len(r.Ownership) != l.game.Size().Area() {
		return
	}
	if l.ownership == nil {
		l.ownership = make([]float64, len(r.Ownership))
	}
	share := float64(r.Playouts) / float64(l.playouts)
	for i, x := range r.Ownership {
		l.ownership[i] += (x - l.ownership[i]) * share
	}
}

// best is the move that the searcher would play.
func (l *look) best() ruleset.Point { return l.report.Best }

// visits is the number of visits in the tree.
func (l *look) visits() int { return l.report.Playouts + l.report.Reused }

// winrate is that of the player to move, by the best move.
func (l *look) winrate() float64 { return l.report.Value }

// lead turns a mean of Black's area less White's into the points by which the
// player to move leads, komi and compensation taken off.
func (l *look) lead(blackArea float64) float64 {
	if l.color == ruleset.White {
		return l.owed - blackArea
	}
	return blackArea - l.owed
}

// line returns the variation that begins with a move, and the visits of its
// moves, nil if unknown.
func (l *look) line(first ruleset.Point) (moves []ruleset.Point, visits []int) {
	if l.lines != nil {
		if moves, visits = l.lines.Line(first); len(moves) > 0 && moves[0] == first {
			return moves, visits
		}
	}
	if first == l.report.Best && len(l.report.PV) > 0 && l.report.PV[0] == first {
		return l.report.PV, nil
	}
	return []ruleset.Point{first}, nil
}

// watch shows a search as it goes on; nil shows nothing. Returning false ends
// the search.
type watch func(l *look) bool

// search searches for color to move until the budget is used up or ctx ends,
// which is no error if something was found. With a watch, the search is cut
// into slices of about the interval; a budget of zero then has no end.
func (e *Engine) search(ctx context.Context, color ruleset.Color, budget mcts.Budget, interval time.Duration, show watch) (*look, error) {
	g, err := e.view(color)
	if err != nil {
		return nil, err
	}
	count := g.Score(nil)
	l := &look{game: g, color: color, owed: (count.Komi + count.Compensation).Points()}
	l.lines, _ = e.config.Searcher.(LineSearcher)
	seed := e.seed()
	if show == nil {
		return l, e.slice(ctx, l, budget, seed)
	}
	started := e.config.Source.Now()
	for left := budget; ; seed = mix(seed) { // other playouts in every slice
		slice, last := left, budget != mcts.Budget{}
		if left.Time == 0 || left.Time > interval {
			slice.Time, last = interval, false
		}
		begun := e.config.Source.Now()
		before := l.playouts
		if err := e.slice(ctx, l, slice, seed); err != nil {
			return l, err
		}
		took, done := e.config.Source.Now().Sub(begun), l.playouts-before
		if budget.Playouts > 0 {
			// A search that ends before its time has done all it was asked
			// for, or knows that more would not change its choice.
			left.Playouts -= done
			last = last || left.Playouts <= 0 || took < slice.Time
		}
		if budget.Time > 0 {
			left.Time = budget.Time - e.config.Source.Now().Sub(started)
			last = last || left.Time <= 0
		}
		goOn := done == 0 && ctx.Err() != nil || show(l) // what was interrupted at once has nothing new
		if last || !goOn || ctx.Err() != nil {
			return l, nil
		}
		wait(ctx, interval-took)
	}
}

// slice runs one search.
func (e *Engine) slice(ctx context.Context, l *look, budget mcts.Budget, seed uint64) error {
	report, err := e.config.Searcher.Run(ctx, l.game, budget, seed)
	if report != nil {
		l.add(report)
	}
	if err != nil && (report == nil || ctx.Err() == nil) {
		return err
	}
	if report == nil {
		return errors.New("the searcher found nothing")
	}
	return nil
}

// wait waits, but not beyond the end of ctx: a searcher that has nothing to
// search ends at once, and should not flood the client.
func wait(ctx context.Context, d time.Duration) {
	if d <= 0 {
		return
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// seed returns the seed of a search: the same at the same ply of the same
// game of a session.
func (e *Engine) seed() uint64 {
	return mix(mix(e.config.Seed^mix(e.games)) + uint64(e.game.Ply()))
}

// mix is the finalizer of splitmix64, a bijection that spreads nearby numbers.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
