package experiments

import (
	"context"
	"errors"
	"fmt"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/experiments/records"
)

// VerifyImport checks the folder of an import: that its files are sound and as
// its manifest lists them, that every game is there once, and that the referee,
// playing the games again, finds every move legal and the same final hash, and
// counts that agree with what the record states as the column scoring_method
// says.
func VerifyImport(ctx context.Context, dir string, options VerifyOptions) (*Verification, error) {
	status, err := records.ReadStatus(dir)
	if err != nil {
		return nil, err
	}
	if options.Regenerate > 0 {
		return nil, errors.New("games of an import cannot be played again: leave out --regenerate")
	}
	v := &Verification{Folder: dir, Planned: status.Games, Problems: []string{}}
	if status.Complete {
		for _, problem := range lines(status.Check()) {
			v.Complain("%s", problem)
		}
	}
	s := importScan{status: status, chosen: sample(status.Games, options.Sample), mirrors: records.Mirrors{}, seen: map[uint64]bool{}}
	v.replay(options, len(s.chosen), checkImported, func(work chan<- stored, answers chan<- answer) {
		if err := s.run(ctx, work); err != nil {
			answers <- answer{problems: []string{err.Error()}}
		}
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	v.Games, v.Unique, v.Duplicates = s.games, s.unique, s.games-s.unique
	v.Complete = status.Complete && v.Games == v.Planned
	return v, nil
}

// importScan reads the games of an import.
type importScan struct {
	status *records.Status
	chosen map[int]bool
	games  int

	mirrors records.Mirrors
	seen    map[uint64]bool
	unique  int
}

func (s *importScan) run(ctx context.Context, work chan<- stored) error {
	there := make([]bool, s.status.Games)
	for _, path := range s.status.Parts {
		last := int64(-1)
		for row, err := range datasets.Rows[datasets.GameRow](path) {
			if err != nil || ctx.Err() != nil {
				return err
			}
			switch {
			case row.RunID != s.status.RunID:
				err = fmt.Errorf("game %d belongs to import %s, not to %s", row.GameIndex, row.RunID, s.status.RunID)
			case row.GameIndex <= last || row.GameIndex >= int64(len(there)) || there[row.GameIndex]:
				err = fmt.Errorf("game %d is out of order, there twice, or beyond the %d games", row.GameIndex, len(there))
			case row.SourceFile == nil || row.SourceGame == nil:
				err = fmt.Errorf("game %d does not name its source", row.GameIndex)
			}
			if err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
			last = row.GameIndex
			there[last] = true
			s.games++
			if key := s.mirrors.Key(&row); key == 0 || !s.seen[key] {
				s.seen[key] = true
				s.unique++
			}
			if s.chosen == nil || s.chosen[int(last)] {
				work <- stored{row: row}
			}
		}
	}
	return nil
}

// checkImported replays a game of an import.
func checkImported(s stored) answer {
	a := answer{replayed: 1}
	game, err := Replay(&s.row)
	problems := []string{fmt.Sprint(err)}
	if err == nil {
		want := records.ResultColumns(&s.row, game)
		problems = columnsThatDiffer(&s.row, &want, game)
	}
	for _, problem := range problems {
		a.problems = append(a.problems, fmt.Sprintf("game %d (%s, game %d): %s", s.row.GameIndex, *s.row.SourceFile, *s.row.SourceGame+1, problem))
	}
	return a
}
