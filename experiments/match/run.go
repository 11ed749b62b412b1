package match

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/experiments"
)

// ErrHalted is returned when a program failed in so many games in a row that
// the match was stopped.
var ErrHalted = errors.New("the match is halted")

// Options are what may differ between two executions of a plan.
type Options struct {
	Workers  int               // games played at once; 0 = one for each processor
	Drain    <-chan struct{}   // when closed, no more games begin and the running ones are finished
	Traffic  bool              // log all that is said to programs and by them
	Progress func(Progress)    // called after every game, one call at a time; may be nil
	Note     func(text string) // called for what the user should know; may be nil
}

// workers is how many games are played at once.
func (o *Options) workers(plan *Plan) int {
	workers := o.Workers
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	return min(workers, plan.Total())
}

// Progress tells how far a match is.
type Progress struct {
	experiments.Progress
	Last  *Record // the game that ended
	Tally string  // how the match stands
}

// Play plays what is missing of the games of a plan and writes them into dir,
// which is made if need be. It returns experiments.ErrInterrupted when ctx was
// cancelled (running games are dropped) or Options.Drain closed (they are
// finished), and ErrHalted when a program keeps failing; the same call then
// continues where it stopped. The report is valid in these cases as well.
func Play(ctx context.Context, dir string, plan *Plan, options Options) (*Report, error) {
	if err := plan.Validate(); err != nil {
		return nil, err
	}
	if options.Note == nil {
		options.Note = func(string) {}
	}
	if err := checkFolder(dir, plan); err != nil {
		return nil, err
	}
	if !datasets.IsComplete(dir) {
		if err := preflight(ctx, plan, options.Note); err != nil {
			return nil, err
		}
		if text := crowded(plan, options.workers(plan), runtime.GOMAXPROCS(0)); text != "" {
			options.Note(text)
		}
	}
	s, played, err := openStore(dir, plan)
	if err != nil {
		return nil, err
	}
	r := &run{store: s, plan: plan, options: options, standings: newStandings(plan), failures: make([]int, len(plan.Players))}
	for _, record := range played {
		r.standings.add(record)
	}
	err = r.execute(ctx)
	if err = errors.Join(err, s.close()); err != nil && !errors.Is(err, experiments.ErrInterrupted) && !errors.Is(err, ErrHalted) {
		return nil, err
	}
	report, reportErr := newReport(dir, r.standings)
	if err != nil || reportErr != nil {
		return report, errors.Join(err, reportErr)
	}
	return report, nil
}

// run is one execution of a plan. The goroutine that executes it owns every
// field; workers get jobs and answer with results.
type run struct {
	store     *store
	plan      *Plan
	options   Options
	standings *standings
	failures  []int // games in a row in which a player failed
	playedNow int
	playouts  int64
}

type result struct {
	record *Record
	err    error
}

func (r *run) execute(ctx context.Context) error {
	if r.store.journal == nil {
		return nil // complete
	}
	if err := r.play(ctx); err != nil {
		return err
	}
	total := r.standings.total()
	games, late := r.standings.games[:total], r.standings.games[total:]
	late = slices.DeleteFunc(slices.Clone(late), func(record *Record) bool { return record == nil })
	return r.store.finish(games, late)
}

// play plays the missing games on all workers, handed out in their order.
func (r *run) play(parent context.Context) error {
	ctx, cancel := context.WithCancel(parent)
	defer cancel()
	jobs, results := make(chan int), make(chan result)
	var group sync.WaitGroup
	for worker := range r.options.workers(r.plan) {
		group.Go(func() { r.work(ctx, worker, jobs, results) })
	}
	err := r.dispatch(ctx, jobs, results)
	if err != nil || r.standings.decided > 0 && r.standings.complete() {
		cancel() // the games in progress will not be kept
	}
	close(jobs)
	go func() {
		group.Wait()
		close(results)
	}()
	for res := range results {
		if err == nil {
			err = r.take(res)
		}
		if err != nil || r.standings.complete() {
			cancel()
		}
	}
	switch {
	case err != nil && parent.Err() != nil && errors.Is(err, context.Canceled):
		return experiments.ErrInterrupted // the games dropped are no failure
	case err != nil:
		return err
	case !r.standings.complete():
		return experiments.ErrInterrupted
	}
	return nil
}

// dispatch hands out the missing games and takes results until all are out, a
// result is an error, or the match is to stop.
func (r *run) dispatch(ctx context.Context, jobs chan<- int, results <-chan result) error {
	for index := 0; index < r.standings.total(); {
		if r.standings.games[index] != nil {
			index++
			continue
		}
		select {
		case <-r.options.Drain:
			return nil
		default:
		}
		select {
		case jobs <- index:
			index++
		case res := <-results:
			if err := r.take(res); err != nil {
				return err
			}
		case <-r.options.Drain:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// take keeps a finished game and reports progress.
func (r *run) take(res result) error {
	if res.err != nil {
		if r.standings.complete() && errors.Is(res.err, context.Canceled) {
			return nil // given up, since the match is decided
		}
		return res.err
	}
	if err := r.store.add(res.record); err != nil {
		return err
	}
	r.standings.add(res.record)
	r.playedNow++
	r.playouts += res.record.Timing.Playouts
	if r.options.Progress != nil {
		r.options.Progress(Progress{
			Progress: experiments.Progress{Done: r.standings.played, Total: r.standings.total(), Played: r.playedNow, Playouts: r.playouts},
			Last:     res.record, Tally: r.standings.tally(),
		})
	}
	return r.watch(res.record)
}

// watch halts the match when a program keeps failing.
func (r *run) watch(record *Record) error {
	f := r.standings.fixtures[record.Game.GameIndex]
	for side, number := range f.players {
		failed := false
		for _, ruling := range record.Rulings {
			failed = failed || ruling.Color == [2]string{"B", "W"}[side] && isFailure(ruling)
		}
		if !failed {
			r.failures[number] = 0
			continue
		}
		r.failures[number]++
		if limit := r.plan.HaltAfter; limit > 0 && r.failures[number] >= limit {
			last := record.Rulings[len(record.Rulings)-1]
			return fmt.Errorf("%w: %s failed in %d games in a row, the last time so: %s", ErrHalted, r.plan.Players[number].Name, limit, last.Reason)
		}
	}
	return nil
}

// work plays games until there are no more jobs.
func (r *run) work(ctx context.Context, worker int, jobs <-chan int, results chan<- result) {
	t, err := newTable(r.plan, r.store.dir, worker, r.options.Traffic)
	for index := range jobs {
		var record *Record
		if err == nil {
			record, err = t.play(ctx, index, r.standings.fixtures[index])
		}
		if err != nil {
			err = fmt.Errorf("game %d: %w", index, err)
			results <- result{err: err}
			break
		}
		results <- result{record: record}
	}
	if t != nil {
		if err := t.close(); err != nil {
			r.options.Note(fmt.Sprintf("the log of a program is not whole: %v", err))
		}
	}
}
