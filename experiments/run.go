package experiments

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/playout"
)

// ErrInterrupted is returned by SelfPlay when it was asked to stop before the
// run was complete. Every finished game is kept.
var ErrInterrupted = errors.New("interrupted")

// Options are what may differ between two executions of a plan without
// changing a byte of its games.
type Options struct {
	Workers    int             // threads that play; 0 = one for each processor
	SideBySide int             // games that each of them plays at a time; 0 = as many as are fastest
	Drain      <-chan struct{} // when closed, no more games begin and the running ones are finished
	Progress   func(Progress)  // called after every game, one call at a time; may be nil
}

// Progress tells how far a run is.
type Progress struct {
	Done, Total int   // games of the whole run
	Played      int   // games of this execution
	Playouts    int64 // playouts of this execution
}

// Execution tells what one call of SelfPlay did.
type Execution struct {
	Progress
	Recovered int           // finished games found in journals
	Elapsed   time.Duration // of this execution
}

// SelfPlay plays what is missing of the plan's games and writes it into dir,
// which is created if need be. When all games are there it writes manifest,
// data set card and _SUCCESS. It returns ErrInterrupted when ctx was cancelled
// (running games are dropped) or Options.Drain closed (they are finished); the
// same call then continues where it stopped.
func SelfPlay(ctx context.Context, dir string, plan *Plan, options Options) (*Execution, error) {
	if err := plan.Validate(); err != nil {
		return nil, err
	}
	begun := time.Now()
	unlock, err := claim(dir, plan)
	if err != nil {
		return nil, err
	}
	r := &run{dir: dir, plan: plan, options: options}
	err = r.execute(ctx)
	r.execution.Elapsed = time.Since(begun)
	return &r.execution, errors.Join(err, unlock())
}

// run is one execution of a plan. The goroutine that executes it owns every
// field; workers get jobs and answer with results.
type run struct {
	dir       string
	plan      *Plan
	options   Options
	execution Execution
	open      map[int]*shard // shards with a journal
}

type job struct {
	game int
}

type result struct {
	record *GameRecord
	err    error
}

func (r *run) execute(ctx context.Context) error {
	missing, err := r.survey(ctx)
	if err != nil {
		return err
	}
	if len(missing) > 0 {
		if err := datasets.MarkIncomplete(r.dir); err != nil {
			return err
		}
		if err := r.play(ctx, missing); err != nil {
			return err
		}
	}
	return finish(r.dir, r.plan)
}

// survey finds the shards without a part.
func (r *run) survey(ctx context.Context) (missing []int, err error) {
	r.execution.Total = r.plan.Games
	written, err := r.plan.written(r.dir)
	if err != nil {
		return nil, err
	}
	for index := range r.plan.Shards() {
		if len(written) == 0 || written[0] != index {
			missing = append(missing, index)
			continue
		}
		written = written[1:]
		if err := ctx.Err(); err != nil {
			return nil, ErrInterrupted
		}
		if err := checkPart(r.dir, r.plan, index); err != nil {
			return nil, err
		}
		if err := dropJournal(r.dir, index); err != nil {
			return nil, err
		}
		first, end := r.plan.ShardRange(index)
		r.execution.Done += end - first
	}
	return missing, nil
}

// play plays the missing games on all workers. Jobs are handed out in the order
// of their game index, so that few shards are open at a time.
func (r *run) play(parent context.Context, missing []int) error {
	ctx, cancel := context.WithCancel(parent)
	defer cancel()
	jobs := make(chan job)
	results := make(chan result)
	var group sync.WaitGroup
	for worker := range workerCount(r.options.Workers) {
		group.Go(func() { work(ctx, r.plan, worker, r.options.SideBySide, jobs, results) })
	}
	err := r.dispatch(ctx, missing, jobs, results)
	if err != nil {
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
	}
	for _, s := range r.open {
		err = errors.Join(err, s.journal.Close())
	}
	if err != nil && parent.Err() != nil && errors.Is(err, context.Canceled) {
		err = ErrInterrupted // the games dropped are no failure
	}
	if err == nil && r.execution.Done < r.execution.Total {
		err = ErrInterrupted
	}
	return err
}

// dispatch hands out jobs and takes results until all jobs are out, a result
// is an error, or the run is to stop.
func (r *run) dispatch(ctx context.Context, missing []int, jobs chan<- job, results <-chan result) error {
	r.open = make(map[int]*shard)
	for _, index := range missing {
		s, err := openShard(r.dir, r.plan, index)
		if err != nil {
			return err
		}
		r.open[index] = s
		r.execution.Recovered += s.done
		r.execution.Done += s.done
		for game := s.first; game < s.end; game++ {
			if s.records[game-s.first] != nil {
				continue
			}
			for sent := false; !sent; {
				select {
				case <-r.options.Drain:
					return nil
				default:
				}
				select {
				case jobs <- job{game}:
					sent = true
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
		}
		if err := r.commit(s); err != nil { // all its games may have been in the journal
			return err
		}
	}
	return nil
}

// take keeps a finished game and reports progress.
func (r *run) take(res result) error {
	if res.err != nil {
		return res.err
	}
	s := r.open[int(res.record.Game.GameIndex)/r.plan.ShardGames]
	if err := s.add(res.record); err != nil {
		return fmt.Errorf("game %d could not be stored: %w", res.record.Game.GameIndex, err)
	}
	r.execution.Done++
	r.execution.Played++
	r.execution.Playouts += res.record.Timing.Playouts
	if r.options.Progress != nil {
		r.options.Progress(r.execution.Progress)
	}
	return r.commit(s)
}

// commit writes the parts of a shard whose games are all there.
func (r *run) commit(s *shard) error {
	if s.done < len(s.records) || r.open[s.index] == nil {
		return nil
	}
	if err := s.write(r.dir, r.plan); err != nil {
		return err
	}
	delete(r.open, s.index)
	return nil
}

// workerCount is the number of workers asked for, or one for each processor.
func workerCount(asked int) int {
	if asked < 1 {
		return runtime.GOMAXPROCS(0)
	}
	return asked
}

// workAt plays games at one of a worker's tables until there are no more jobs.
func workAt(ctx context.Context, plan *Plan, pool *playout.Pool, worker int, jobs <-chan job, results chan<- result) {
	var table *Table
	for job := range jobs {
		var err error
		if table == nil { // small runs do not need them all
			table, err = newTable(plan, pool)
		}
		var record *GameRecord
		if err == nil {
			record, err = table.Play(ctx, job.game)
		}
		if err != nil {
			results <- result{err: fmt.Errorf("game %d: %w", job.game, err)}
			return
		}
		record.Timing.Worker = int32(worker)
		results <- result{record: record}
	}
}
