package benchmarks

import (
	"context"

	"github.com/tengen-go/tengen/experiments"
)

// games plays whole games, as many side by side as a worker of a run does.
type games struct {
	plan experiments.Plan
	name string // of the kernel
}

// gamePlayouts is the budget of a move.
const gamePlayouts = 400

func newGames(c Case) (worker, error) {
	config := searchConfig(c.Policy)
	config.Playouts = gamePlayouts
	player := experiments.PlayerSpec{Name: c.Policy, Search: &config}
	plan := experiments.DefaultPlan()
	plan.Size = experiments.BoardSize{Size: c.Size}
	plan.Black, plan.White = player, player
	name, err := kernelOf(c)
	return &games{plan, name}, err
}

func (g *games) kernel() string { return g.name }

func (g *games) run(ctx context.Context, n int64, seed uint64) (Totals, error) {
	g.plan.Seed, g.plan.Games = seed, int(n)
	t := Totals{Ops: n}
	records, err := experiments.PlayGames(ctx, &g.plan, int(n))
	for _, record := range records {
		t.Playouts += record.Timing.Playouts
		t.sign(record.Game.FinalHash)
	}
	return t, err
}
