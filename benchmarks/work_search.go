package benchmarks

import (
	"context"

	"github.com/tengen-go/tengen/mcts"
	"github.com/tengen-go/tengen/ruleset"
)

// searchWorkload names searches.
const searchWorkload = "search"

// searches look for the first move again and again, with so many threads in one tree.
type searches struct {
	search *mcts.Search
	game   *ruleset.Game
	name   string // of the kernel
}

// searchPlayouts is the budget of one of them.
const searchPlayouts = 10_000

// longSearchLanes is how many playouts one tree has in flight: so many that ten
// groups of eight wait for the eight groups that are fastest.
const longSearchLanes = 80

// searchConfig is the usual search with light or heavy playouts.
func searchConfig(policy string) mcts.Config {
	config := mcts.DefaultConfig()
	config.Policy = uniform
	if policy == batchHeavy {
		config.Policy = tactical
	}
	return config
}

func newSearches(c Case) (worker, error) {
	config := searchConfig(c.Policy)
	config.Lanes, config.Workers = longSearchLanes, c.Threads
	search, err := mcts.New(config)
	if err != nil {
		return nil, err
	}
	rules, err := ruleset.ParseRules("chinese")
	if err != nil {
		return nil, err
	}
	game, err := ruleset.NewGame(rules, c.Size, ruleset.Setup{})
	if err != nil {
		return nil, err
	}
	name, err := kernelOf(c)
	return &searches{search, game, name}, err
}

func (s *searches) kernel() string { return s.name }

func (s *searches) run(ctx context.Context, n int64, seed uint64) (Totals, error) {
	var t Totals
	for t.Ops < n {
		s.search.Reset()
		budget := mcts.Budget{Playouts: int(min(n-t.Ops, searchPlayouts))}
		report, err := s.search.Run(ctx, s.game, budget, seed+uint64(t.Ops))
		if err != nil {
			return t, err
		}
		t.Ops += int64(report.Playouts)
		t.Playouts += int64(report.Playouts)
		for _, child := range report.Children {
			t.sign(uint64(child.Point)<<32 | uint64(child.Visits))
		}
	}
	return t, nil
}
