package experiments

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
)

// A journal keeps the finished games of a shard in progress: a line for each,
// appended when the game ends. It begins with a line that names the plan and
// the shard. Every line carries a checksum, so that one torn by a crash is
// recognized and its game played again.
type journal struct {
	file *os.File
}

type journalHead struct {
	Plan  string `json:"plan"` // SHA-256 of the plan
	Shard int    `json:"shard"`
}

func journalDir(dir string) string { return filepath.Join(dir, "_journal") }

func journalPath(dir string, shard int) string {
	return filepath.Join(journalDir(dir), fmt.Sprintf("shard-%05d.jsonl", shard))
}

// openJournal opens the journal of a shard for appending and returns the games
// it holds. What follows the last whole line is cut off.
func openJournal(dir string, plan *Plan, shard int) (*journal, []*GameRecord, error) {
	if err := os.MkdirAll(journalDir(dir), 0o755); err != nil {
		return nil, nil, err
	}
	path := journalPath(dir, shard)
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, nil, err
	}
	records, end, err := readJournal(file, path, plan, shard)
	if err == nil {
		err = errors.Join(file.Truncate(end), seek(file, end))
	}
	j := &journal{file: file}
	if err == nil && end == 0 {
		err = j.append(journalHead{plan.Hash(), shard})
	}
	if err != nil {
		return nil, nil, errors.Join(err, file.Close())
	}
	return j, records, nil
}

func seek(file *os.File, offset int64) error {
	_, err := file.Seek(offset, io.SeekStart)
	return err
}

// readJournal returns the games of a journal and the length of its sound part.
func readJournal(r io.Reader, path string, plan *Plan, shard int) (records []*GameRecord, end int64, err error) {
	lines := bufio.NewReader(r)
	first, last := plan.ShardRange(shard)
	seen := make(map[int]bool)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return nil, 0, err
		}
		body, sound := checkLine32(line)
		if !sound { // the torn end of the file, or nothing more
			return records, end, nil
		}
		if end == 0 {
			var head journalHead
			if err := json.Unmarshal(body, &head); err != nil || head != (journalHead{plan.Hash(), shard}) {
				return nil, 0, fmt.Errorf("%s belongs to another run or shard: move it out of the folder, then resume (its games are played again)", path)
			}
		} else {
			record := new(GameRecord)
			if err := json.Unmarshal(body, record); err != nil {
				return nil, 0, fmt.Errorf("%s: after byte %d: %w", path, end, err)
			}
			index := int(record.Game.GameIndex)
			if index < first || index >= last || seen[index] {
				return nil, 0, fmt.Errorf("%s: game %d does not belong there: move the file out of the folder, then resume", path, index)
			}
			seen[index] = true
			records = append(records, record)
		}
		end += int64(len(line))
	}
}

// append writes one line, checksum first.
func (j *journal) append(v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = j.file.Write(fmt.Appendf(nil, "%08x %s\n", crc32.ChecksumIEEE(body), body))
	return err
}

// checkLine32 returns what stands behind a line's checksum, if the line is
// whole.
func checkLine32(line []byte) (body []byte, sound bool) {
	line, whole := bytes.CutSuffix(line, []byte("\n"))
	if !whole || len(line) < 9 || line[8] != ' ' {
		return nil, false
	}
	body = line[9:]
	return body, string(line[:8]) == fmt.Sprintf("%08x", crc32.ChecksumIEEE(body))
}

// close keeps the journal for a later run.
func (j *journal) close() error { return errors.Join(j.file.Sync(), j.file.Close()) }

// remove drops the journal, whose games are now in part files.
func (j *journal) remove() error {
	return errors.Join(j.file.Close(), os.Remove(j.file.Name()))
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
