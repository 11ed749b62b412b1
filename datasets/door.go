package datasets

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// What can be wrong with a file. The errors of this package wrap these and say
// which file, what is wrong, and what can be done.
var (
	// ErrForeign is a file that this program did not write.
	ErrForeign = errors.New("not written by tengen")
	// ErrDamaged is a file that is cut short or whose bytes have changed.
	ErrDamaged = errors.New("file is damaged")
	// ErrVersion is a file of a newer version than this one can read.
	ErrVersion = errors.New("written by a newer version")
	// ErrColumns is a file whose columns are not those of its table.
	ErrColumns = errors.New("columns do not match the table")
)

// part is an open file of some table.
type part struct {
	path  string
	file  io.ReaderAt
	close func() error
	size  int64

	pq   *parquet.File
	meta Meta
	typ  *rowType
}

func (p *part) Close() error { return p.close() }

// openPart opens a file of any table and checks all that the footer tells: its
// version, its columns and where they lie. It reads no rows.
func openPart(path string) (*part, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	p, err := openFile(path, f)
	if err != nil {
		f.Close()
		return nil, err
	}
	return p, nil
}

func openFile(path string, f *os.File) (*part, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, fmt.Errorf("%s is a folder: name one of the .parquet files in it", path)
	}
	p, err := openReaderAt(path, f, info.Size())
	if err != nil {
		return nil, err
	}
	p.close = f.Close
	return p, nil
}

func openReaderAt(path string, r io.ReaderAt, size int64) (*part, error) {
	p := &part{path: path, file: r, size: size, close: func() error { return nil }}
	if err := p.open(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return p, nil
}

func (p *part) open() error {
	if err := checkFooter(p.file, p.size); err != nil {
		return err
	}
	err := guard(func() (err error) {
		p.pq, err = parquet.OpenFile(p.file, p.size,
			parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true), parquet.FileReadMode(parquet.ReadModeSync))
		return damaged(err)
	})
	if err != nil {
		return err
	}
	schema, ours := p.pq.Lookup(keySchema)
	if !ours {
		return fmt.Errorf("a Parquet file without %s in its metadata, %w: only files of this program can be read here", keySchema, ErrForeign)
	}
	if p.typ, err = parseSchema(schema); err != nil {
		return err
	}
	if p.meta, err = metaOf(p.pq); err != nil {
		return err
	}
	return guard(p.checkChunks)
}

// parseSchema finds the table of a file from text such as "games/1".
func parseSchema(schema string) (*rowType, error) {
	var version int
	name, number, ok := cutLast(schema, '/')
	if ok {
		_, err := fmt.Sscanf(number, "%d", &version)
		ok = err == nil && fmt.Sprint(version) == number && version > 0
	}
	if !ok {
		return nil, fmt.Errorf("%s is %.60q, where a table and its version such as games/1 should be: %w", keySchema, schema, ErrDamaged)
	}
	t, known := rowTypeByName(name)
	if !known {
		return nil, fmt.Errorf("holds the table %.60q, which this version does not know (it knows %s): %w; update the program", name, tableNames(), ErrVersion)
	}
	if version > t.Version {
		return nil, fmt.Errorf("holds %s, and this version reads up to %s: %w; update the program", schema, t.Schema(), ErrVersion)
	}
	return t, nil
}

func cutLast(s string, sep byte) (before, after string, found bool) {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] == sep {
			return s[:i], s[i+1:], true
		}
	}
	return s, "", false
}

// checkChunks refuses a footer that places a column outside of the file or says
// what no writer of ours would.
func (p *part) checkChunks() error {
	var rows int64
	for g, group := range p.pq.Metadata().RowGroups {
		rows += group.NumRows
		for _, c := range group.Columns {
			m := c.MetaData
			start := m.DataPageOffset
			if d := m.DictionaryPageOffset; d != 0 {
				start = min(start, d)
			}
			if start < 4 || m.TotalCompressedSize < 0 || start > p.size-m.TotalCompressedSize || m.NumValues < 0 {
				return fmt.Errorf("row group %d places column %v outside of the file: %w", g, []string(m.PathInSchema), ErrDamaged)
			}
			if m.Codec != format.Zstd && m.Codec != format.Uncompressed { // some decoders of others ask for memory without end
				return fmt.Errorf("row group %d, column %v: compressed by %v, which no writer of ours does: %w", g, []string(m.PathInSchema), m.Codec, ErrDamaged)
			}
		}
	}
	if n := p.pq.NumRows(); n < 0 || n != rows {
		return fmt.Errorf("the footer counts %d rows and its row groups %d: %w", n, rows, ErrDamaged)
	}
	return nil
}

// guard runs f and turns a panic of the Parquet library, which it has for some
// malformed files, into an error.
func guard(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: the Parquet decoder failed: %v", ErrDamaged, r)
		}
	}()
	return f()
}

// damaged marks an error of the Parquet library as damage, unless the disk
// could not be read.
func damaged(err error) error {
	var disk *os.PathError
	if err == nil || errors.As(err, &disk) || errors.Is(err, ErrDamaged) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrDamaged, err)
}

const (
	magic     = "PAR1"
	tailSize  = 8 // length of the footer, magic
	maxFooter = 64 << 20
)

// checkFooter checks the frame of a Parquet file before the library sees it:
// the library believes every length that a footer states, and asks for that
// much memory.
func checkFooter(r io.ReaderAt, size int64) error {
	footer, err := readFooter(r, size)
	if err != nil {
		return err
	}
	if err := checkThrift(footer); err != nil {
		return fmt.Errorf("the footer makes no sense (%v): %w", err, ErrDamaged)
	}
	return nil
}

// readFooter returns the footer, without its length and the magic after it.
func readFooter(r io.ReaderAt, size int64) ([]byte, error) {
	const whole = int64(len(magic)) + tailSize
	head := make([]byte, min(size, int64(len(magic))))
	if err := readFull(r, head, 0); err != nil {
		return nil, err
	}
	switch {
	case size == 0:
		return nil, fmt.Errorf("the file is empty: %w", ErrDamaged)
	case string(head) != magic[:len(head)]:
		return nil, fmt.Errorf("no Parquet file (it begins with %q): %w", head, ErrForeign)
	case size < whole:
		return nil, fmt.Errorf("only %d bytes, cut short: %w", size, ErrDamaged)
	}
	tail := make([]byte, tailSize)
	if err := readFull(r, tail, size-tailSize); err != nil {
		return nil, err
	}
	if string(tail[4:]) != magic {
		return nil, fmt.Errorf("cut short, its end is missing: %w", ErrDamaged)
	}
	length := int64(binary.LittleEndian.Uint32(tail))
	if length > size-whole || length > maxFooter {
		return nil, fmt.Errorf("a footer of %d bytes does not fit into a file of %d: %w", length, size, ErrDamaged)
	}
	footer := make([]byte, length)
	return footer, readFull(r, footer, size-tailSize-length)
}

// readFull is ReadAt without the freedom to return io.EOF with a full buffer.
func readFull(r io.ReaderAt, b []byte, at int64) error {
	n, err := r.ReadAt(b, at)
	if n == len(b) {
		return nil
	}
	if err == nil || errors.Is(err, io.EOF) {
		return fmt.Errorf("%w: ended at byte %d", ErrDamaged, at+int64(n))
	}
	return err
}
