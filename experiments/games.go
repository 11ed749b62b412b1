package experiments

import (
	"iter"
	"slices"

	"github.com/tengen-go/tengen/datasets"
)

// games reads the rows of the games parts that are there, in order.
func (p *Plan) games(dir string) iter.Seq2[datasets.GameRow, error] {
	return func(yield func(datasets.GameRow, error) bool) {
		written, err := p.written(dir)
		if err != nil {
			yield(datasets.GameRow{}, err)
			return
		}
		for _, shard := range written {
			for row, err := range datasets.Rows[datasets.GameRow](partPath(dir, p, tableGames, shard)) {
				if !yield(row, err) || err != nil {
					return
				}
			}
		}
	}
}

// written lists the shards whose games part is there, in order.
func (p *Plan) written(dir string) ([]int, error) {
	paths, err := datasets.Parts(dir, tableGames)
	if err != nil {
		return nil, err
	}
	var shards []int
	run := p.RunID()
	for _, path := range paths {
		part, err := datasets.ParsePart(dir, path)
		if err == nil && part.Run == run && part.Size == p.Size.Size && part.Index < p.Shards() {
			shards = append(shards, part.Index)
		}
	}
	slices.Sort(shards)
	return shards, nil
}
