package records

import (
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"github.com/tengen-go/tengen/datasets"
)

// Filter chooses games. Its zero value takes all.
type Filter struct {
	Games    []int64 // values of game_index; none takes all
	Winner   string  // value of the column winner; empty takes all
	MinMoves int     // games of at least so many moves
	Limit    int     // so many games at most; 0 is no limit
}

// takes reports whether a game passes, but for the limit.
func (f *Filter) takes(row *datasets.GameRow, wanted map[int64]bool) bool {
	return (wanted == nil || wanted[row.GameIndex]) &&
		(f.Winner == "" || f.Winner == row.Winner) &&
		int(row.NumMoves) >= f.MinMoves
}

// From yields the games that a run, an import or a file of the table games
// holds and the filter takes. A game that the filter names and that is not there
// is an error at the end.
func (f Filter) From(path string) iter.Seq2[*datasets.GameRow, error] {
	return func(yield func(*datasets.GameRow, error) bool) {
		parts, err := gameParts(path)
		if err != nil {
			yield(nil, err)
			return
		}
		f.Of(path, rowsOf(parts))(yield)
	}
}

// rowsOf yields the rows of parts, one after the other.
func rowsOf(parts []string) iter.Seq2[datasets.GameRow, error] {
	return func(yield func(datasets.GameRow, error) bool) {
		for _, part := range parts {
			for row, err := range datasets.Rows[datasets.GameRow](part) {
				if !yield(row, err) {
					return
				}
			}
		}
	}
}

// Of is From for games that are read otherwise; name tells errors whose they
// are.
func (f Filter) Of(name string, games iter.Seq2[datasets.GameRow, error]) iter.Seq2[*datasets.GameRow, error] {
	return func(yield func(*datasets.GameRow, error) bool) {
		var wanted, missing map[int64]bool
		if len(f.Games) > 0 {
			wanted, missing = map[int64]bool{}, map[int64]bool{}
			for _, game := range f.Games {
				wanted[game], missing[game] = true, true
			}
		}
		taken := 0
		for row, err := range games {
			if err != nil {
				yield(nil, err)
				return
			}
			delete(missing, row.GameIndex)
			if !f.takes(&row, wanted) {
				continue
			}
			taken++
			if !yield(&row, nil) || taken == f.Limit {
				return
			}
		}
		for _, game := range f.Games {
			if missing[game] {
				yield(nil, fmt.Errorf("%s has no game %d: games are numbered by the column game_index, from 0", name, game))
				return
			}
		}
	}
}

// gameParts returns the parts of the table games below a path.
func gameParts(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("%w; name the folder of a run or of an import, or a .parquet file", err)
	}
	if !info.IsDir() {
		return []string{path}, nil
	}
	parts, err := datasets.Parts(path, "games")
	if err != nil || len(parts) > 0 {
		return parts, err
	}
	// It may be a folder within a run, such as games/run=….
	err = filepath.WalkDir(path, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() && strings.HasSuffix(name, ".parquet") && !strings.HasPrefix(entry.Name(), "_") {
			if meta, metaErr := datasets.ReadMeta(name); metaErr == nil && strings.HasPrefix(meta.Schema, "games/") {
				parts = append(parts, name)
			}
		}
		return err
	})
	if err == nil && len(parts) == 0 {
		err = fmt.Errorf("%s: no games are below it; has the run finished a shard?", path)
	}
	return parts, err
}
