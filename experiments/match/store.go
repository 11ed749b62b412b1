package match

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/experiments/journal"
)

// The tables of a match.
const (
	tableGames   = "games"
	tableTimings = "timings"
	tableRulings = "rulings"
)

// store is the folder of a match: its plan, its journal, its records.
type store struct {
	dir     string
	plan    *Plan
	unlock  func() error
	journal *journal.Journal // nil once the match is complete
}

func journalPath(dir string) string { return filepath.Join(dir, "_journal", "games.jsonl") }

// head is the first line of the journal.
func (p *Plan) head() any {
	return struct {
		Plan string `json:"plan"` // SHA-256
	}{p.Hash()}
}

// checkFolder refuses a folder that the match must not write into.
func checkFolder(dir string, plan *Plan) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("%w; choose another folder with --out", err)
	}
	stored, err := os.ReadFile(filepath.Join(dir, PlanFile))
	switch {
	case err == nil && !bytes.Equal(stored, plan.Canonical()):
		return fmt.Errorf("%s holds another match: choose another folder with --out, or continue that match with: tengen resume %s", dir, dir)
	case err == nil || !errors.Is(err, os.ErrNotExist):
		return err
	}
	for _, entry := range entries {
		if name := entry.Name(); name != journal.LockFile && !strings.HasSuffix(name, ".inprogress") {
			return fmt.Errorf("%s is not empty and holds no match (it has %s): choose another folder with --out", dir, name)
		}
	}
	return nil
}

// openStore takes possession of the folder and returns the games finished so
// far, in the order in which they ended.
func openStore(dir string, plan *Plan) (*store, []*Record, error) {
	if err := checkFolder(dir, plan); err != nil {
		return nil, nil, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, nil, fmt.Errorf("the folder of the match cannot be made: %w; choose another with --out", err)
	}
	unlock, err := journal.Lock(dir)
	if err != nil {
		return nil, nil, err
	}
	s := &store{dir: dir, plan: plan, unlock: unlock}
	played, err := s.open()
	if err != nil {
		return nil, nil, errors.Join(err, s.close())
	}
	return s, played, nil
}

func (s *store) open() ([]*Record, error) {
	path := filepath.Join(s.dir, PlanFile)
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		if err := datasets.WriteFileAtomic(path, s.plan.Canonical()); err != nil {
			return nil, err
		}
	}
	left, err := datasets.Unfinished(s.dir)
	for _, path := range left {
		err = errors.Join(err, os.Remove(path))
	}
	if err != nil {
		return nil, err
	}
	if datasets.IsComplete(s.dir) {
		played, err := readParts(s.dir, s.plan)
		if err != nil {
			return nil, err
		}
		return played, s.writeSGF(played)
	}
	var lines [][]byte
	s.journal, lines, err = journal.Open(journalPath(s.dir), s.plan.head())
	if err != nil {
		return nil, foreign(err)
	}
	played, err := parseJournal(s.dir, s.plan, lines)
	if err != nil {
		return nil, err
	}
	return played, s.writeSGF(played) // a kill may have come between
}

// writeSGF writes the records of games that are not there.
func (s *store) writeSGF(played []*Record) error {
	for _, record := range played {
		if err := writeSGF(s.dir, record); err != nil {
			return err
		}
	}
	return nil
}

func foreign(err error) error {
	if errors.Is(err, journal.ErrForeign) {
		return fmt.Errorf("%w, another match: move it out of the folder, then resume (its games are played again)", err)
	}
	return err
}

// parseJournal returns the games of a journal.
func parseJournal(dir string, plan *Plan, lines [][]byte) ([]*Record, error) {
	seen := map[int64]bool{}
	var played []*Record
	for i, line := range lines {
		record := new(Record)
		if err := json.Unmarshal(line, record); err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", journalPath(dir), i+2, err)
		}
		index := record.Game.GameIndex
		if index < 0 || index >= int64(plan.Total()) || seen[index] {
			return nil, fmt.Errorf("%s: game %d does not belong there: move the file out of the folder, then resume", journalPath(dir), index)
		}
		seen[index] = true
		played = append(played, record)
	}
	return played, nil
}

// readPlayed returns the finished games of a match that may be running.
func readPlayed(dir string, plan *Plan) ([]*Record, error) {
	if datasets.IsComplete(dir) {
		return readParts(dir, plan)
	}
	lines, err := journal.Read(journalPath(dir), plan.head())
	if err != nil {
		return nil, foreign(err)
	}
	return parseJournal(dir, plan, lines)
}

// add keeps a finished game.
func (s *store) add(record *Record) error {
	if err := s.journal.Append(record); err != nil {
		return fmt.Errorf("game %d could not be stored: %w", record.Game.GameIndex, err)
	}
	return writeSGF(s.dir, record)
}

// close gives the folder free. The journal is kept.
func (s *store) close() error {
	var err error
	if s.journal != nil {
		err = s.journal.Close()
	}
	return errors.Join(err, s.unlock())
}
