package experiments

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/tengen-go/tengen/experiments/journal"
)

// journalHead is the first line of the journal of a shard in progress, which
// holds its finished games.
type journalHead struct {
	Plan  string `json:"plan"` // SHA-256 of the plan
	Shard int    `json:"shard"`
}

func journalDir(dir string) string { return filepath.Join(dir, "_journal") }

func journalPath(dir string, shard int) string {
	return filepath.Join(journalDir(dir), fmt.Sprintf("shard-%05d.jsonl", shard))
}

// openJournal opens the journal of a shard for appending and returns the games
// it holds.
func openJournal(dir string, plan *Plan, shard int) (*journal.Journal, []*GameRecord, error) {
	path := journalPath(dir, shard)
	j, lines, err := journal.Open(path, journalHead{plan.Hash(), shard})
	if err != nil {
		return nil, nil, foreignJournal(err)
	}
	records, err := journaled(lines, path, plan, shard)
	if err != nil {
		return nil, nil, errors.Join(err, j.Close())
	}
	return j, records, nil
}

// readJournal returns the games in the journal of a shard, none if there is no
// journal.
func readJournal(dir string, plan *Plan, shard int) ([]*GameRecord, error) {
	path := journalPath(dir, shard)
	lines, err := journal.Read(path, journalHead{plan.Hash(), shard})
	if err != nil {
		return nil, foreignJournal(err)
	}
	return journaled(lines, path, plan, shard)
}

func foreignJournal(err error) error {
	if errors.Is(err, journal.ErrForeign) {
		return fmt.Errorf("%w, another run or shard: move it out of the folder, then resume (its games are played again)", err)
	}
	return err
}

// journaled returns the games that the lines of a journal hold.
func journaled(lines [][]byte, path string, plan *Plan, shard int) ([]*GameRecord, error) {
	first, last := plan.ShardRange(shard)
	seen := make(map[int]bool)
	var records []*GameRecord
	for i, line := range lines {
		record := new(GameRecord)
		if err := json.Unmarshal(line, record); err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", path, i+2, err)
		}
		index := int(record.Game.GameIndex)
		if index < first || index >= last || seen[index] {
			return nil, fmt.Errorf("%s: game %d does not belong there: move the file out of the folder, then resume", path, index)
		}
		seen[index] = true
		records = append(records, record)
	}
	return records, nil
}

// dropJournal removes the journal of a shard whose part is there, which a
// process leaves that is killed between the two.
func dropJournal(dir string, shard int) error {
	err := os.Remove(journalPath(dir, shard))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}
