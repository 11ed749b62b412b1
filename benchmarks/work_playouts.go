package benchmarks

import (
	"context"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/playout"
)

// newPlayouts plays from the empty board.
func newPlayouts(c Case) (worker, error) {
	switch c.Policy {
	case batch, batchHeavy:
		return newBatchPlayouts(c)
	}
	policy, err := playout.ParsePolicy(c.Policy)
	if err != nil {
		return nil, err
	}
	p := &playouts{runner: playout.Runner{Policy: policy}}
	p.start.Reset(c.Size)
	return p, nil
}

// playouts are played one after the other.
type playouts struct {
	scalar
	start, board fastboard.Board
	runner       playout.Runner
	rng          playout.RNG
}

func (p *playouts) run(ctx context.Context, n int64, seed uint64) (Totals, error) {
	t := Totals{Ops: n, Playouts: n}
	p.rng = playout.NewRNG(seed)
	for i := range n {
		if i%64 == 0 && ctx.Err() != nil { // seldom enough to cost nothing
			return t, ctx.Err()
		}
		p.board.CopyFrom(&p.start)
		outcome := p.runner.Run(&p.board, &p.rng, nil)
		t.Moves += int64(outcome.Moves)
		t.sign(p.board.Hash() ^ uint64(uint32(outcome.Margin)))
	}
	return t, nil
}

// batchPlayouts are played in lanes that are filled again as they finish.
type batchPlayouts struct {
	batch    *playout.Batch
	start    fastboard.Board
	outcomes []playout.Outcome
}

// queueLength is how many playouts are queued at a time: enough that the lanes
// which have nothing left to do at the end of a queue do not matter.
const queueLength = 1 << 16

// batchOptions are those of the playouts of a case.
func batchOptions(c Case) (options playout.BatchOptions) {
	if c.Policy == batchHeavy {
		options.Heavy, options.Tactical = true, playout.DefaultTactical()
	}
	return options
}

// newBatch returns what plays the playouts of a case in lanes.
func newBatch(c Case) (*playout.Batch, error) { return playout.NewBatch(c.Size, batchOptions(c)) }

// kernelOf names what plays the playouts of a case.
func kernelOf(c Case) (string, error) {
	if c.Policy != batch && c.Policy != batchHeavy {
		return scalar{}.kernel(), nil
	}
	b, err := newBatch(c)
	if err != nil {
		return "", err
	}
	return b.String(), nil
}

func newBatchPlayouts(c Case) (worker, error) {
	b, err := newBatch(c)
	if err != nil {
		return nil, err
	}
	p := &batchPlayouts{batch: b, outcomes: make([]playout.Outcome, queueLength)}
	p.start.Reset(c.Size)
	return p, nil
}

func (p *batchPlayouts) kernel() string { return p.batch.String() }

// run gives the playouts the seeds from seed<<32 on.
func (p *batchPlayouts) run(ctx context.Context, n int64, seed uint64) (Totals, error) {
	t := Totals{Ops: n, Playouts: n}
	for first := int64(0); first < n; first += queueLength {
		if err := ctx.Err(); err != nil {
			return t, err
		}
		outcomes := p.outcomes[:min(n-first, queueLength)]
		p.batch.Play(&p.start, seed<<32+uint64(first), outcomes)
		for _, outcome := range outcomes {
			t.Moves += int64(outcome.Moves)
			t.sign(uint64(uint32(outcome.Margin))<<32 | uint64(uint32(outcome.Moves)))
		}
	}
	return t, nil
}
