package records

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/ruleset"
)

const (
	partGames  = 50_000 // games in one part file, at most
	groupGames = 8_192  // games of a part that are kept in memory, at most
	openParts  = 64     // parts that are written at a time, for as many board sizes
)

// RejectsName is the file of the table rejects in the folder of an import.
const RejectsName = "rejects.parquet"

// store writes the tables of an import. Each board size has parts of its own;
// when games of too many sizes come, the part that was not used for longest is
// finished. All of this depends on the games alone.
type store struct {
	dir, run string
	meta     datasets.Meta
	rejects  *datasets.Writer[datasets.RejectRow]
	open     []*part // the one used last at the end
	next     map[ruleset.Size]int
}

type part struct {
	size   ruleset.Size
	writer *datasets.Writer[datasets.GameRow]
}

func newStore(dir, run string, meta datasets.Meta) (*store, error) {
	rejects, err := datasets.Create[datasets.RejectRow](filepath.Join(dir, RejectsName), meta)
	if err != nil {
		return nil, err
	}
	return &store{dir: dir, run: run, meta: meta, rejects: rejects, next: map[ruleset.Size]int{}}, nil
}

// add writes a game.
func (s *store) add(row *datasets.GameRow) error {
	p, err := s.part(row.Size())
	if err != nil {
		return err
	}
	if err := p.writer.Write(*row); err != nil {
		return err
	}
	if p.writer.Rows() < partGames {
		return nil
	}
	s.open = s.open[:len(s.open)-1]
	return p.writer.Close()
}

// part returns the open part for a board size.
func (s *store) part(size ruleset.Size) (*part, error) {
	last := len(s.open) - 1
	if last >= 0 && s.open[last].size == size {
		return s.open[last], nil
	}
	if i := slices.IndexFunc(s.open, func(p *part) bool { return p.size == size }); i >= 0 {
		p := s.open[i]
		s.open = append(slices.Delete(s.open, i, i+1), p)
		return p, nil
	}
	if len(s.open) == openParts {
		oldest := s.open[0]
		s.open = slices.Delete(s.open, 0, 1)
		if err := oldest.writer.Close(); err != nil {
			return nil, err
		}
	}
	path := datasets.Part{Table: "games", Run: s.run, Size: size, Index: s.next[size]}.Path(s.dir)
	writer, err := datasets.Create[datasets.GameRow](path, s.meta, datasets.Options{RowsPerGroup: groupGames})
	if err != nil {
		return nil, err
	}
	s.next[size]++
	p := &part{size, writer}
	s.open = append(s.open, p)
	return p, nil
}

// close finishes every part.
func (s *store) close() error {
	var errs []error
	for _, p := range s.open {
		errs = append(errs, p.writer.Close())
	}
	s.open = nil
	if err := errors.Join(append(errs, s.rejects.Close())...); err != nil {
		return fmt.Errorf("finishing the tables: %w", err)
	}
	return nil
}

// abort removes what is not finished.
func (s *store) abort() {
	for _, p := range s.open {
		_ = p.writer.Abort() // something else has gone wrong, which is reported
	}
	_ = s.rejects.Abort()
}
