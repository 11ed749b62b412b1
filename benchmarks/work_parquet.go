package benchmarks

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/experiments"
)

// rows writes or reads a part of the table games.
type rows struct {
	scalar
	operation string
	row       datasets.GameRow
}

func newRows(c Case) (worker, error) {
	plan := experiments.DefaultPlan()
	player, err := experiments.ParsePlayer("uniform")
	if err != nil {
		return nil, err
	}
	plan.Black, plan.White = player, player
	table, err := experiments.NewTable(&plan)
	if err != nil {
		return nil, err
	}
	record, err := table.Play(context.Background(), 0)
	if err != nil {
		return nil, err
	}
	return &rows{operation: c.Policy, row: record.Game}, nil
}

// rowsPerFile bounds the parts that are written.
const rowsPerFile = 10_000

func (r *rows) run(ctx context.Context, n int64, seed uint64) (t Totals, err error) {
	dir, err := os.MkdirTemp("", "tengen-bench-")
	if err != nil {
		return t, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "part-00000.parquet")
	for t.Ops < n {
		if err := ctx.Err(); err != nil {
			return t, err
		}
		count := min(n-t.Ops, rowsPerFile)
		if t.Ops == 0 || r.operation == "write" {
			if err := r.write(path, count, seed, &t); err != nil {
				return t, err
			}
		}
		if r.operation == "read" {
			read := int64(0)
			for row, err := range datasets.Rows[datasets.GameRow](path) {
				if err != nil {
					return t, err
				}
				t.sign(row.Seed)
				if read++; read == count {
					break
				}
			}
			count = read
		}
		t.Ops += count
	}
	return t, nil
}

func (r *rows) write(path string, count int64, seed uint64, t *Totals) error {
	writer, err := datasets.Create[datasets.GameRow](path, datasets.Meta{ToolVersion: experiments.Version})
	if err != nil {
		return err
	}
	row := r.row
	for i := range count {
		row.GameIndex, row.GameID, row.Seed = i, fmt.Sprint(i), seed+uint64(i)
		if err := writer.Write(row); err != nil {
			return err
		}
	}
	if err := writer.Close(); err != nil {
		return err
	}
	sum, err := hex.DecodeString(writer.File().SHA256)
	if err == nil {
		t.sign(binary.BigEndian.Uint64(sum))
	}
	return err
}
