package experiments

import (
	"errors"
	"fmt"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/experiments/journal"
)

// shard is a range of games that is being played.
type shard struct {
	index      int
	first, end int
	records    []*GameRecord // by game index, from first; nil where not played yet
	done       int
	journal    *journal.Journal
}

// openShard begins a shard, or continues it with the games of its journal.
func openShard(dir string, plan *Plan, index int) (*shard, error) {
	j, records, err := openJournal(dir, plan, index)
	if err != nil {
		return nil, err
	}
	s := &shard{index: index, journal: j}
	s.first, s.end = plan.ShardRange(index)
	s.records = make([]*GameRecord, s.end-s.first)
	for _, record := range records {
		s.records[int(record.Game.GameIndex)-s.first] = record
		s.done++
	}
	return s, nil
}

// add keeps a finished game.
func (s *shard) add(record *GameRecord) error {
	s.records[int(record.Game.GameIndex)-s.first] = record
	s.done++
	return s.journal.Append(record)
}

// write writes the parts of a whole shard. The games part comes last: once it
// is there, the shard is done and its journal needed no more.
func (s *shard) write(dir string, plan *Plan) error {
	err := writePart(dir, plan, s, tableTimings, func(record *GameRecord) []datasets.TimingRow {
		return []datasets.TimingRow{record.Timing}
	})
	if err != nil {
		return err
	}
	if plan.Positions {
		err := writePart(dir, plan, s, tablePositions, func(record *GameRecord) []datasets.PositionRow { return record.Positions })
		if err != nil {
			return err
		}
	}
	err = writePart(dir, plan, s, tableGames, func(record *GameRecord) []datasets.GameRow {
		return []datasets.GameRow{BlankUnsearched(record.Game)}
	})
	if err != nil {
		return err
	}
	return s.journal.Remove()
}

// writePart writes the rows of one table of a shard.
func writePart[R datasets.Row](dir string, plan *Plan, s *shard, table string, rows func(*GameRecord) []R) error {
	writer, err := datasets.Create[R](partPath(dir, plan, table, s.index), datasets.Meta{
		Plan: string(plan.Canonical()), ToolVersion: Version, Shard: s.index, Shards: plan.Shards(),
	})
	if err != nil {
		return err
	}
	for _, record := range s.records {
		if err := writer.Write(rows(record)...); err != nil {
			return errors.Join(err, writer.Abort())
		}
	}
	return writer.Close()
}

// checkPart reports parts of a shard that are not as they must be: nothing is
// ever overwritten.
func checkPart(dir string, plan *Plan, index int) error {
	err := checkGames(partPath(dir, plan, tableGames, index), plan, index)
	if err == nil && plan.Positions {
		err = datasets.Verify(partPath(dir, plan, tablePositions, index))
	}
	if err != nil {
		return fmt.Errorf("%w; move the parts of shard %d away and resume: its games are played again", err, index)
	}
	return nil
}

// checkGames reads a part of the table games and checks its metadata and that
// its rows are the games of the shard.
func checkGames(path string, plan *Plan, index int) error {
	meta, err := datasets.ReadMeta(path)
	if err != nil {
		return err
	}
	if meta.PlanSHA256 != plan.Hash() {
		return fmt.Errorf("%s: part of a run with another plan", path)
	}
	if meta.Shard != index || meta.Shards != plan.Shards() {
		return fmt.Errorf("%s: part %d of %d stands in the place of part %d", path, meta.Shard, meta.Shards, index)
	}
	expected, end := plan.ShardRange(index)
	for row, err := range datasets.Rows[datasets.GameRow](path) {
		if err != nil {
			return err
		}
		if err := plan.checkRow(&row, expected); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		expected++
	}
	if expected != end {
		return fmt.Errorf("%s: it ends before game %d", path, expected)
	}
	return nil
}
