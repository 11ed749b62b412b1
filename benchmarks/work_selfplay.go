package benchmarks

import (
	"context"

	"github.com/tengen-go/tengen/experiments"
)

// games plays whole games.
type games struct {
	plan  *experiments.Plan
	table *experiments.Table
	name  string // of the kernel
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
	table, err := experiments.NewTable(&plan)
	if err != nil {
		return nil, err
	}
	name, err := kernelOf(c)
	return &games{&plan, table, name}, err
}

func (g *games) kernel() string { return g.name }

func (g *games) run(n int64, seed uint64) (Totals, error) {
	g.plan.Seed = seed
	t := Totals{Ops: n}
	for i := range n {
		record, err := g.table.Play(context.Background(), int(i))
		if err != nil {
			return t, err
		}
		t.Playouts += record.Timing.Playouts
		t.sign(record.Game.FinalHash)
	}
	return t, nil
}
