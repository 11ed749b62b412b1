package opinion

import (
	"context"
	"errors"
	"time"

	"github.com/tengen-go/tengen/experiments/clock"
	"github.com/tengen-go/tengen/mcts"
	"github.com/tengen-go/tengen/ruleset"
)

// Searcher looks for moves; *mcts.Search is one. Progress is shown by calling
// Run again and again for the same game, so a Searcher should keep its tree
// (mcts.Config.Reuse) and collect ownership (mcts.Config.Ownership).
type Searcher interface {
	Run(ctx context.Context, g *ruleset.Game, budget mcts.Budget, seed uint64) (*mcts.Report, error)
	Reset()
}

// LineSearcher is a Searcher that can tell the principal variation of every
// move at the root, with the visits of each move of it. Without, only the best
// move has a variation of more than one move.
type LineSearcher interface {
	Searcher
	Line(first ruleset.Point) (moves []ruleset.Point, visits []int)
}

// Watch shows a search as it goes on. Returning false ends the search.
type Watch func(o *Opinion) bool

// Task is what to search, and how it is watched.
type Task struct {
	Game   *ruleset.Game
	Budget mcts.Budget // zero with a Watch has no end
	Seed   uint64

	// Show sees the search, first after First and then after every Interval;
	// First is the same as Interval if it is 0. nil: nobody looks, and the
	// search is one slice.
	Show            Watch
	First, Interval time.Duration

	Source clock.Source // nil means clock.System
}

// Search searches until the budget is used up or ctx ends, which is no error
// if something was found. With a Watch, the search is cut into slices.
func Search(ctx context.Context, s Searcher, t Task) (*Opinion, error) {
	o := New(t.Game)
	o.lines, _ = s.(LineSearcher)
	if t.Show == nil {
		return o, o.slice(ctx, s, t.Budget, t.Seed)
	}
	if t.Source == nil {
		t.Source = clock.System{}
	}
	interval := t.First
	if interval == 0 {
		interval = t.Interval
	}
	started := t.Source.Now()
	for left, seed := t.Budget, t.Seed; ; seed = Mix(seed) { // other playouts in every slice
		slice, last := left, t.Budget != mcts.Budget{}
		if left.Time == 0 || left.Time > interval {
			slice.Time, last = interval, false
		}
		begun := t.Source.Now()
		before := o.Playouts
		if err := o.slice(ctx, s, slice, seed); err != nil {
			return o, err
		}
		took, done := t.Source.Now().Sub(begun), o.Playouts-before
		if t.Budget.Playouts > 0 {
			// A search that ends before its time has done all it was asked
			// for, or knows that more would not change its choice.
			left.Playouts -= done
			last = last || left.Playouts <= 0 || took < slice.Time
		}
		if t.Budget.Time > 0 {
			left.Time = t.Budget.Time - t.Source.Now().Sub(started)
			last = last || left.Time <= 0
		}
		goOn := done == 0 && ctx.Err() != nil || t.Show(o) // what was interrupted at once has nothing new
		if last || !goOn || ctx.Err() != nil {
			return o, nil
		}
		wait(ctx, interval-took)
		if o.Visits() > 0 { // else there was nothing to see yet
			interval = t.Interval
		}
	}
}

// slice runs one search.
func (o *Opinion) slice(ctx context.Context, s Searcher, budget mcts.Budget, seed uint64) error {
	report, err := s.Run(ctx, o.Game, budget, seed)
	if report != nil {
		o.Add(report)
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

// Mix is the finalizer of splitmix64, a bijection that spreads nearby numbers:
// for the seeds of searches.
func Mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
