package benchmarks

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/tengen-go/tengen/datasets/sgf"
	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/experiments/records"
)

// imports reads collections of game records.
type imports struct {
	scalar
	records [][]byte
}

// Records are as long as real games: movesOfRecord moves, as far as a game has
// so many. There are distinctRecords of them, written again and again.
const (
	movesOfRecord   = 240
	distinctRecords = 100
)

func newImports(c Case) (worker, error) {
	plan := experiments.DefaultPlan()
	player, err := experiments.ParsePlayer("uniform")
	if err != nil {
		return nil, err
	}
	plan.Black, plan.White, plan.Size = player, player, experiments.BoardSize{Size: c.Size}
	plan.Rules.MaxMoves = movesOfRecord
	table, err := experiments.NewTable(&plan)
	if err != nil {
		return nil, err
	}
	w := &imports{}
	for i := range distinctRecords {
		game, err := table.Play(context.Background(), i)
		if err != nil {
			return nil, err
		}
		tree, err := records.Tree(&game.Game, [2]string{"tengen", experiments.Version})
		if err != nil {
			return nil, err
		}
		tree.Root.Set("TENGENGM") // records of others have no columns of ours
		var text bytes.Buffer
		if err := sgf.Write(&text, tree); err != nil {
			return nil, err
		}
		w.records = append(w.records, text.Bytes())
	}
	return w, nil
}

// run imports a collection, which it writes first: that costs next to nothing.
func (w *imports) run(ctx context.Context, n int64, seed uint64) (t Totals, err error) {
	dir, err := os.MkdirTemp("", "tengen-bench-")
	if err != nil {
		return t, err
	}
	defer os.RemoveAll(dir)
	var text bytes.Buffer
	for i := range n {
		text.Write(w.records[(seed+uint64(i))%distinctRecords])
	}
	path := filepath.Join(dir, "games.sgf")
	if err := os.WriteFile(path, text.Bytes(), 0o644); err != nil {
		return t, err
	}
	report, err := records.Import(ctx, []string{path}, filepath.Join(dir, "import"), records.Options{Workers: 1})
	if err != nil {
		return t, err
	}
	if report.Games != n {
		return t, fmt.Errorf("%d of %d records were imported", report.Games, n)
	}
	t.Ops = n
	t.sign(report.Hash)
	return t, nil
}
