package match

import (
	"cmp"
	"fmt"
	"iter"
	"slices"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/experiments"
)

// Games returns the finished games of the match in dir, complete or not, in the
// order of the plan, and the rulings by the number of the game. A complete match
// may be that of another version of this program.
func Games(dir string) (games iter.Seq2[datasets.GameRow, error], rulings map[int64][]datasets.RulingRow, err error) {
	rulings = map[int64][]datasets.RulingRow{}
	if datasets.IsComplete(dir) {
		for row, err := range rowsOf[datasets.RulingRow](dir, tableRulings) {
			if err != nil {
				return nil, nil, err
			}
			rulings[row.GameIndex] = append(rulings[row.GameIndex], row)
		}
		return rowsOf[datasets.GameRow](dir, tableGames), rulings, nil
	}
	plan, err := Load(dir)
	if err != nil {
		return nil, nil, err
	}
	played, err := readPlayed(dir, plan)
	if err != nil {
		return nil, nil, err
	}
	if len(played) == 0 {
		return nil, nil, fmt.Errorf("%s: no game of the match is finished yet: tengen resume %s continues it", dir, dir)
	}
	slices.SortFunc(played, func(a, b *Record) int { return cmp.Compare(a.Game.GameIndex, b.Game.GameIndex) })
	for _, record := range played {
		rulings[record.Game.GameIndex] = record.Rulings
	}
	return func(yield func(datasets.GameRow, error) bool) {
		for _, record := range played {
			if !yield(experiments.BlankUnsearched(record.Game), nil) {
				return
			}
		}
	}, rulings, nil
}

// rowsOf yields the rows of a table of a complete match.
func rowsOf[R datasets.Row](dir, table string) iter.Seq2[R, error] {
	return func(yield func(R, error) bool) {
		parts, err := datasets.Parts(dir, table)
		if err != nil {
			var none R
			yield(none, err)
			return
		}
		for _, part := range parts {
			for row, err := range datasets.Rows[R](part) {
				if !yield(row, err) || err != nil {
					return
				}
			}
		}
	}
}

// CheckTables says what to do where the tables of the match in dir are not
// there yet.
func CheckTables(dir string) error {
	if datasets.IsComplete(dir) {
		return nil
	}
	return fmt.Errorf("%s: the match is unfinished and has no tables yet; its games so far are SGF files in %s, tengen export and tengen status read them too, and tengen resume %s finishes it",
		dir, sgfFolder(dir), dir)
}
