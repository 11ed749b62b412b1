package mcts

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/tengen-go/tengen/playout"
)

// Config is everything that a Search depends on besides the game, the budget
// and the seed. Start from DefaultConfig: in the zero value most numbers are
// out of range. All fields are plain data, compared with == and stored as JSON.
type Config struct {
	// Playouts and Time are the budget of one Run where its own Budget is
	// zero. The search ends at whichever limit is reached first; 0 is no
	// limit, and one of the two is needed. A search that is limited by
	// playouts alone is repeatable.
	Playouts int           `json:"playouts"`
	Time     time.Duration `json:"time_ns"`

	// Workers is the number of goroutines that search one tree. One gives
	// repeatable searches and belongs into self-play, which runs many games
	// side by side; more are for single long searches and not repeatable.
	Workers int `json:"workers"`

	// Lanes is the number of simulations that each worker has in flight. A move
	// under way counts as lost until its result is in, which spreads the
	// simulations. More of them feed the vector kernels of playout.Batch
	// better, and make the search choose from slightly older results. 0 is one
	// for a hundred playouts of the budget, from 8, which are enough where games
	// share the kernels as in self-play, to 80, which keep 64 lanes busy.
	Lanes int `json:"lanes"`

	// MemoryMiB limits the tree. Memory is taken in steps of half a MiB as
	// the tree grows, and kept for later searches. When the tree is full its
	// least visited nodes are dropped; see the package comment.
	MemoryMiB int `json:"memory_mib"`

	// Policy chooses the moves of playouts: uniform or tactical, with options
	// as playout.ParsePolicy reads them.
	Policy string `json:"policy"`

	// Expand is the number of visits after which a move gets a node, and so
	// children, of its own. Few visits give a deeper tree, more visits a
	// smaller and faster one. 0 is 2 for budgets of less than 5,000 playouts and
	// 8 for others: with 1,000 playouts 8 won 43 ± 5 of 100 games against 2, and
	// long searches are more than twice as fast with 8.
	Expand int `json:"expand"`

	// Exploration is the weight c of the term c * sqrt(ln N / n) that is
	// added to the value of a child with n of its parent's N visits. With RAVE
	// and priors, which see to it that moves are tried, 0 is best: 0.1 won 26 ± 4
	// of 100 games against it.
	Exploration float64 `json:"exploration"`

	// RAVE is the number of visits k at which the value of a child and its
	// RAVE value, if that comes from many simulations, weigh the same. 0
	// collects no RAVE statistics.
	RAVE float64 `json:"rave"`

	// Inherit is how many of the RAVE simulations of a move a new node takes over
	// from its grandparent, where the same player moves: no more than so many
	// for each move. 20 and 60 together won 218 ± 10 of 400 games of 9x9 with 400
	// playouts against 0, and 30 won 101 ± 7 of 200 with 1,000. See inheritRAVE.
	Inherit int `json:"inherit"`

	// Priors is the weight of what is believed of a move before its first
	// visit, from its shape, captures, ladders and distance to the moves before:
	// the number of imagined simulations, all won, of a move that is sure to be
	// right. 0 starts all moves alike. See prior.go.
	Priors float64 `json:"priors"`

	// ScoreWeight is the share of the margin in the result of a simulation; the
	// rest is win or loss. It tells moves apart where the game is won or lost
	// anyway: two wins that differ by the whole board differ by half of it. See
	// scoring.units. 0 is the default, as moves are told apart by points at the
	// end of the search anyhow, when a game is all but decided: at komi -20 on
	// 7x7 Black, who wins by some 9 at a fair one, lost on the board by
	// 8.2 ± 1.1, 2.8 ± 1.2 with 0 (40 games with 400 playouts, 100 with 200), by
	// 4.8 ± 1.1, 3.6 ± 1.2 with 0.04, and by 0.4 ± 1.4 of the latter with 0.1. On
	// 9x9 with 400 playouts 0.04 won 52 ± 3.5 % of 200 games against 0, 0.1
	// 46 ± 4 % of 150.
	ScoreWeight float64 `json:"score_weight"`

	// Solver notes which moves are proven to win or to lose, by ends of the
	// game in the tree. Those that lose are searched no more, and those that win
	// are played. See proof.go. It costs strength or gains none
	// on 9x9: 44.0 ± 3.6 % of 200 games won with 400 playouts, 51.5 ± 2.3 % of 400
	// with 200.
	Solver bool `json:"solver"`

	// Symmetry makes one child of moves that are alike because the position looks
	// the same when the board is turned or mirrored, as most do that a game begins
	// with. See symmetry.go. It has no effect with Solver. On 7x7 with 20,000
	// playouts a move Black won 22 of 28 games at komi 10 without it, and 7 of 24
	// with it: 10 is too much, and only with it White found the right reply to the
	// first move.
	Symmetry bool `json:"symmetry"`

	// Suicide searches suicides of two stones or more where the rules of the
	// game allow them. That costs speed, and gains now and then a ko threat or
	// a move inside an eye. Playouts never play suicide.
	Suicide bool `json:"suicide"`

	// Reuse keeps the part of the tree below the moves made since, when a
	// search continues the game of the one before.
	Reuse bool `json:"reuse"`

	// EarlyStop ends a search when the rest of its playouts cannot change
	// which move has most visits. It is deterministic, but playouts saved are
	// missing in what the search reports about the other moves.
	EarlyStop bool `json:"early_stop"`

	// Ownership adds up who owns each point at the end of every playout, for
	// Report.Ownership. Otherwise a part of the playouts is looked at, enough
	// to know when to pass.
	Ownership bool `json:"ownership"`

	// ResignBelow is the value of the best move under which Report.Resign
	// gives up. 0 never does.
	ResignBelow float64 `json:"resign_below"`
}

// DefaultConfig returns the configuration that was found strongest at a
// thousand playouts a move.
func DefaultConfig() Config {
	return Config{
		Playouts:    1000,
		Workers:     1,
		Lanes:       0,
		MemoryMiB:   256,
		Policy:      "tactical",
		Expand:      0,
		Exploration: 0,
		RAVE:        1000,
		Inherit:     30,
		Priors:      120,
		Symmetry:    true,
		Reuse:       true,
	}
}

// playouts returns what the configuration says about playouts.
func (c Config) playouts() (playout.BatchOptions, error) {
	options := playout.BatchOptions{Trace: c.RAVE > 0}
	policy, err := playout.ParsePolicy(c.Policy)
	if err != nil {
		return options, fmt.Errorf("mcts: policy: %w", err)
	}
	switch policy := policy.(type) {
	case playout.Uniform:
		if policy.Suicide {
			return options, fmt.Errorf("mcts: policy %s: no kernel plays suicide: choose uniform, and suicide=true for the search", c.Policy)
		}
	case playout.Tactical:
		options.Heavy, options.Tactical = true, policy
	default:
		return options, fmt.Errorf("mcts: policy %s: no kernel plays it: choose uniform or tactical", c.Policy)
	}
	return options, nil
}

// The simulations in flight where the configuration leaves them open.
const (
	fewLanes         = 8
	manyLanes        = 80
	playoutsToALane  = 100
	lanesOfTheKernel = 64
)

// inFlight returns how many simulations are in flight with a budget.
func (c Config) inFlight(b Budget) int {
	switch {
	case c.Lanes > 0:
		return c.Lanes
	case b.Playouts == 0:
		return manyLanes
	}
	return min(max(b.Playouts/playoutsToALane/8*8, fewLanes), manyLanes)
}

// InFlight returns how many simulations each worker of a search has in flight
// with the configuration's own budget.
func (c Config) InFlight() int {
	return c.inFlight(Budget{Playouts: c.Playouts, Time: c.Time})
}

// expandAfter returns the visits after which a move gets a node, with a budget.
func (c Config) expandAfter(b Budget) uint32 {
	switch {
	case c.Expand > 0:
		return uint32(c.Expand)
	case b.Playouts > 0 && b.Playouts < longBudget:
		return 2
	}
	return 8
}

// longBudget is the number of playouts from which a search is a long one.
const longBudget = 5000

// mostInFlight bounds inFlight.
func (c Config) mostInFlight() int { return c.inFlight(Budget{}) }

// lanes returns how many lanes keep up with the simulations in flight, whose
// results are taken in order: a fifth of them waits for an older one.
func (c Config) lanes() int {
	switch {
	case c.Lanes == 0:
		return lanesOfTheKernel
	case c.Lanes < 10:
		return c.Lanes
	}
	return min(max(c.Lanes*4/5/8*8, 8), lanesOfTheKernel)
}

// Limits of the configuration.
const (
	maxPlayouts = 1 << 27 // so that no sum of results overflows, with mostVisits
	maxWorkers  = 256
	maxLanes    = 1024
	maxMemory   = 30 << 10 // MiB that a ref can address
)

// Validate reports every field that is out of range.
func (c Config) Validate() error {
	var errs []error
	check := func(ok bool, format string, args ...any) {
		if !ok {
			errs = append(errs, fmt.Errorf("mcts: "+format, args...))
		}
	}
	number := func(name string, x, low, high float64) {
		check(x >= low && x <= high, "%s %v: write a number from %v to %v", name, x, low, high)
	}
	check(c.Playouts >= 0 && c.Playouts <= maxPlayouts,
		"playouts %d: write a number from 0, for no limit, to %d", c.Playouts, maxPlayouts)
	check(c.Time >= 0, "time %v: write a duration, 0 for no limit", c.Time)
	check(c.Workers >= 1 && c.Workers <= maxWorkers, "workers %d: write a number from 1 to %d", c.Workers, maxWorkers)
	check(c.Lanes >= 0 && c.Lanes <= maxLanes, "lanes %d: write a number from 1 to %d, or 0 to choose by the budget", c.Lanes, maxLanes)
	check(c.MemoryMiB >= 1 && c.MemoryMiB <= maxMemory, "memory %d MiB: write a number from 1 to %d", c.MemoryMiB, maxMemory)
	if _, err := c.playouts(); err != nil {
		errs = append(errs, err)
	}
	check(c.Expand >= 0 && c.Expand <= maxPlayouts, "expand %d: write a number of visits, 1 or more, or 0 to choose by the budget", c.Expand)
	number("exploration", c.Exploration, 0, 100)
	number("rave", c.RAVE, 0, math.MaxFloat32)
	check(c.Inherit >= 0 && c.Inherit <= maxPlayouts, "inherit %d: write a number of simulations, 0 for none", c.Inherit)
	number("priors", c.Priors, 0, 10_000)
	number("score-weight", c.ScoreWeight, 0, 0.5)
	number("resign-below", c.ResignBelow, 0, 1)
	return errors.Join(errs...)
}

// Budget limits one Run; a zero field is no limit. Of a zero Budget the
// configuration's Playouts and Time take the place.
type Budget struct {
	Playouts int           // new ones; those of a reused tree do not count
	Time     time.Duration // on the wall clock
}

// budget completes a Budget from the configuration.
func (c Config) budget(b Budget) (Budget, error) {
	if b == (Budget{}) {
		b = Budget{Playouts: c.Playouts, Time: c.Time}
	}
	switch {
	case b.Playouts < 0 || b.Playouts > maxPlayouts:
		return b, fmt.Errorf("mcts: budget of %d playouts: write a number from 1 to %d", b.Playouts, maxPlayouts)
	case b.Time < 0:
		return b, fmt.Errorf("mcts: budget of %v: write a duration above 0", b.Time)
	case b == (Budget{}):
		return b, errors.New("mcts: no budget: set playouts or time, in the budget of the search or in the configuration")
	}
	return b, nil
}
