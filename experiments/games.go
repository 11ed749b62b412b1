package experiments

import (
	"errors"
	"iter"
	"os"

	"github.com/tengen-go/tengen/datasets"
)

// games reads the rows of the games parts that are there, in order.
func (p *Plan) games(dir string) iter.Seq2[datasets.GameRow, error] {
	return func(yield func(datasets.GameRow, error) bool) {
		for shard := range p.Shards() {
			for row, err := range datasets.Rows[datasets.GameRow](partPath(dir, p, tableGames, shard)) {
				if errors.Is(err, os.ErrNotExist) {
					break // not played yet
				}
				if !yield(row, err) || err != nil {
					return
				}
			}
		}
	}
}
