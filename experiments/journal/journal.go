// Package journal keeps what a long job has finished, line by line, so that it
// outlives a kill at any moment, and keeps two processes out of one folder.
//
// A line carries a checksum. One that was torn is recognized, and whatever
// stands behind the last whole line is cut off when the journal is opened
// again. The first line names what the journal belongs to.
package journal

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

// Journal is open for appending. It is for one goroutine at a time.
type Journal struct {
	file *os.File
}

// ErrForeign is returned for a journal whose first line names something else.
var ErrForeign = errors.New("belongs to something else")

// Open opens the journal at path, which is made if need be, with its folder. It
// returns what the whole lines after the head hold, and cuts off what follows.
func Open(path string, head any) (*Journal, [][]byte, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, nil, err
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, nil, err
	}
	j := &Journal{file: file}
	bodies, end, err := read(file, head)
	if err == nil {
		err = file.Truncate(end)
	}
	if err == nil {
		_, err = file.Seek(end, io.SeekStart)
	}
	if err == nil && end == 0 {
		err = j.Append(head)
	}
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("%s: %w", path, err), file.Close())
	}
	return j, bodies, nil
}

// Read returns what the whole lines after the head of the journal at path hold,
// nothing if there is none. Another process may be writing it.
func Read(path string, head any) ([][]byte, error) {
	file, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	bodies, _, err := read(file, head)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return bodies, nil
}

// read also returns the length of the sound part.
func read(r io.Reader, head any) (bodies [][]byte, end int64, err error) {
	want, err := json.Marshal(head)
	if err != nil {
		return nil, 0, err
	}
	lines := bufio.NewReader(r)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return nil, 0, err
		}
		body, sound := unwrap(line)
		switch {
		case !sound: // the torn end of the file, or nothing more
			return bodies, end, nil
		case end > 0:
			bodies = append(bodies, body)
		case !bytes.Equal(body, want):
			return nil, 0, ErrForeign
		}
		end += int64(len(line))
	}
}

// Append writes one line, checksum first.
func (j *Journal) Append(v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = j.file.Write(fmt.Appendf(nil, "%08x %s\n", crc32.ChecksumIEEE(body), body))
	return err
}

// unwrap returns what stands behind a line's checksum, if the line is whole.
func unwrap(line []byte) (body []byte, sound bool) {
	line, whole := bytes.CutSuffix(line, []byte("\n"))
	if !whole || len(line) < 9 || line[8] != ' ' {
		return nil, false
	}
	body = line[9:]
	return body, string(line[:8]) == fmt.Sprintf("%08x", crc32.ChecksumIEEE(body))
}

// Close keeps the journal for later.
func (j *Journal) Close() error { return errors.Join(j.file.Sync(), j.file.Close()) }

// Remove drops the journal, whose content is kept elsewhere now.
func (j *Journal) Remove() error {
	return errors.Join(j.file.Close(), os.Remove(j.file.Name()))
}
