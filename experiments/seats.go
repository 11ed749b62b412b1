package experiments

import (
	"context"
	"iter"

	"github.com/tengen-go/tengen/playout"
)

// # Games side by side
//
// A worker plays several games at once, all on the lanes of one playout.Pool:
// while a game waits for a playout, the others go on, and the kernels always
// have whole vectors of playouts to advance. The games are coroutines, so that
// all of it happens on one goroutine, one after the other, and a game reads like
// a game. What happens in one does not depend on the others: a search takes the
// results of its playouts in the order in which it asked for them.

// gamesAtOnce returns how many games of a plan a worker plays side by side as a
// rule: enough that their searches keep the lanes busy, and no more, for each
// has a tree and the processor's caches are small. With searches of eight
// playouts in flight that is mostGamesAtOnce; where a search has more in flight
// than there are lanes, one.
func gamesAtOnce(plan *Plan) int {
	fewest := playoutsAtOnce
	for _, player := range []PlayerSpec{plan.Black, plan.White} {
		if player.Search != nil {
			fewest = min(fewest, player.Search.InFlight())
		}
	}
	return min(max(playoutsAtOnce/fewest, 1), mostGamesAtOnce)
}

const (
	mostGamesAtOnce = 12
	playoutsAtOnce  = 96 // half as many again as lanes, as some wait for older ones
)

// seat is a place for one game after the other: a coroutine that plays, and
// yields what it waits for.
type seat struct {
	next  func() (*playout.Queue, bool)
	waits *playout.Queue // nil: nothing
	yield func(*playout.Queue) bool
}

// sideBySide runs functions as coroutines that share pool, until all have
// returned.
func sideBySide(pool *playout.Pool, plays []func()) {
	seats := make([]*seat, len(plays))
	var playing *seat
	pool.Await = func(q *playout.Queue) { playing.yield(q) }
	for i, play := range plays {
		s := new(seat)
		s.next, _ = iter.Pull(func(yield func(*playout.Queue) bool) {
			s.yield = yield
			play()
		})
		seats[i] = s
	}
	for len(seats) > 0 {
		waiting := seats[:0]
		went := false
		for _, s := range seats {
			if s.waits == nil || s.waits.Ready() {
				playing, went = s, true
				var more bool
				if s.waits, more = s.next(); !more {
					continue
				}
			}
			waiting = append(waiting, s)
		}
		seats = waiting
		if !went {
			pool.Step()
		}
	}
}

// work plays games, so many at a time, until there are no more jobs.
func work(ctx context.Context, plan *Plan, worker, games int, jobs <-chan job, results chan<- result) {
	if games < 1 {
		games = gamesAtOnce(plan)
	}
	pool := playout.NewPool(0)
	plays := make([]func(), games)
	for i := range plays {
		plays[i] = func() { workAt(ctx, plan, pool, worker, jobs, results) }
	}
	sideBySide(pool, plays)
}

// PlayGames plays the first games of a plan as a worker of a run does, side by
// side on this goroutine, and returns their records in order.
func PlayGames(ctx context.Context, plan *Plan, games int) ([]*GameRecord, error) {
	jobs, results := make(chan job, games), make(chan result, games)
	for game := range games {
		jobs <- job{game: game}
	}
	close(jobs)
	work(ctx, plan, 0, 0, jobs, results)
	close(results)
	records := make([]*GameRecord, games)
	for result := range results {
		if result.err != nil {
			return nil, result.err
		}
		records[result.record.Game.GameIndex] = result.record
	}
	return records, nil
}
