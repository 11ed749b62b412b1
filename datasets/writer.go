package datasets

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/parquet-go/parquet-go"
)

const (
	// groupBytes bounds a row group, and so what a writer keeps in memory.
	groupBytes = 64 << 20
	// sizeEvery is how many rows pass between two looks at the size. It counts
	// rows and not calls, so that row groups do not depend on how rows arrive.
	sizeEvery = 256
)

// ErrClosed is what a writer says that is used after Close or Abort.
var ErrClosed = errors.New("the file is closed already")

// Options change how a part is written. The zero value is right for nearly
// everything.
type Options struct {
	// RowsPerGroup bounds the rows of a row group; 0 takes what suits the table.
	RowsPerGroup int

	// fault lets tests stand between the writer and the disk.
	fault func(io.Writer) io.Writer
}

// File is a finished part as a manifest lists it.
type File struct {
	Path   string `json:"path"` // in a manifest relative to it, with slashes
	Rows   int64  `json:"rows"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"` // as sha256sum prints it
}

// Writer writes one part. It is not for use by several goroutines at once.
//
// A writer that was not closed leaves no part: call Abort, deferred, to remove
// what was written of one that does not get to its end.
type Writer[R Row] struct {
	typ  *rowType
	path string
	out  *partFile
	pq   *parquet.GenericWriter[R]

	row  [1]R // rows go to the library one by one: see write
	rows int64
	last rowKey

	groupLimit int64 // rows of a row group
	groupRows  int64 // rows of the one that is open
	groupFrom  int64 // size of the file where it began

	err    error // what went wrong; nothing is written after it
	done   bool
	result File
}

// CheckPartName reports a file name that Create refuses.
func CheckPartName(path string) error {
	base := filepath.Base(path)
	if !strings.HasSuffix(base, ".parquet") || strings.HasPrefix(base, "_") || strings.HasPrefix(base, ".") {
		return fmt.Errorf("%s: the name of a part must end in .parquet and not begin with _ or a dot, or readers pass it over", path)
	}
	return nil
}

// Create begins a part. The path must end in .parquet; nothing appears there
// until Close, and whatever is there stays until then. Missing folders are
// created.
func Create[R Row](path string, meta Meta, options ...Options) (*Writer[R], error) {
	var o Options
	if len(options) > 0 {
		o = options[0]
	}
	typ := rowTypeOf[R]()
	if err := CheckPartName(path); err != nil {
		return nil, fmt.Errorf("write %w", err)
	}
	meta, err := meta.complete(typ)
	if err != nil {
		return nil, fmt.Errorf("write %s: %w", path, err)
	}
	out, err := newPartFile(path, o.fault)
	if err != nil {
		return nil, fmt.Errorf("write %s: %w", path, err)
	}
	rowsPerGroup := typ.rowsPerGroup
	if o.RowsPerGroup > 0 {
		rowsPerGroup = int64(o.RowsPerGroup)
	}
	w := &Writer[R]{typ: typ, path: path, out: out, groupLimit: rowsPerGroup}
	w.pq = parquet.NewGenericWriter[R](out, writerOptions(typ, meta)...)
	return w, nil
}

func writerOptions(typ *rowType, meta Meta) []parquet.WriterOption {
	options := []parquet.WriterOption{
		typ.schema,
		parquet.CreatedBy("tengen", "1", "parquet-go"),
		parquet.Compression(&parquet.Zstd),
		parquet.WriteBufferSize(0), // partFile buffers, and must see every byte of a flush
		parquet.KeyValueMetadata(keySelf, selfPlaceholder),
	}
	for key, value := range meta.keyValues() {
		options = append(options, parquet.KeyValueMetadata(key, value)) // the library sorts them
	}
	if len(typ.SortedBy) > 0 {
		var sorting []parquet.SortingColumn
		for _, name := range typ.SortedBy {
			sorting = append(sorting, parquet.Ascending(name))
		}
		options = append(options, parquet.SortingWriterConfig(parquet.SortingColumns(sorting...)))
	}
	return options
}

// Write adds rows, which must be in the order of the table and without
// duplicates. The writer keeps no reference to what the rows hold. After an
// error no part will come of this writer.
func (w *Writer[R]) Write(rows ...R) error {
	if w.done {
		return fmt.Errorf("write %s: %w", w.path, ErrClosed)
	}
	for i := range rows {
		if w.err != nil {
			return w.err
		}
		if err := w.write(&rows[i]); err != nil {
			w.err = fmt.Errorf("write %s: row %d: %w", w.path, w.rows, err)
		}
	}
	return w.err
}

// write hands one row over. The library may end a page after any call, so
// handing over batches would make the bytes depend on their sizes.
func (w *Writer[R]) write(row *R) error {
	if err := (*row).Validate(); err != nil {
		return err
	}
	if err := w.typ.checkText(reflect.ValueOf(row).Elem()); err != nil {
		return err
	}
	key := (*row).order()
	if w.rows > 0 && len(w.typ.SortedBy) > 0 && !w.last.less(key) {
		return fmt.Errorf("%s is %v after %v: rows must come sorted, each once", strings.Join(w.typ.SortedBy, ", "), key[:len(w.typ.SortedBy)], w.last[:len(w.typ.SortedBy)])
	}
	w.row[0] = *row
	err := guardWrite(func() error {
		_, err := w.pq.Write(w.row[:])
		return err
	})
	if err != nil {
		return err
	}
	w.last = key
	w.rows++
	w.groupRows++
	full := w.groupRows >= w.groupLimit || w.groupRows%sizeEvery == 0 && w.pq.Size()-w.groupFrom >= groupBytes
	if !full {
		return nil
	}
	if err := guardWrite(w.pq.Flush); err != nil {
		return err
	}
	w.groupRows, w.groupFrom = 0, w.pq.Size()
	return nil
}

func (k rowKey) less(o rowKey) bool { return k[0] < o[0] || k[0] == o[0] && k[1] < o[1] }

// guardWrite keeps a panic of the library from ending a run of many hours.
func guardWrite(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the Parquet encoder failed: %v", r)
		}
	}()
	return f()
}

// Rows returns how many rows were written so far.
func (w *Writer[R]) Rows() int64 { return w.rows }

// Close finishes the part and gives it its name. After an error, of Close or of
// any Write before it, there is no part and no trace of it.
func (w *Writer[R]) Close() error {
	if w.done {
		return fmt.Errorf("write %s: %w", w.path, ErrClosed)
	}
	if w.err != nil {
		w.Abort()
		return w.err
	}
	w.done = true
	err := guardWrite(func() error {
		if err := w.pq.Flush(); err != nil {
			return err
		}
		w.out.beginTail()
		return w.pq.Close()
	})
	if err == nil {
		w.result, err = w.out.finish(w.path)
	} else {
		w.out.abort()
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", w.path, err)
	}
	w.result.Rows = w.rows
	return nil
}

// File describes the part after Close; before it, and after an error, it
// returns the zero File.
func (w *Writer[R]) File() File { return w.result }

// Abort removes what was written. After Close it does nothing, so it can be
// deferred.
func (w *Writer[R]) Abort() error {
	if w.done {
		return nil
	}
	w.done = true
	return w.out.abort()
}

// partFile is the unfinished file of a part and the checksum of what went into
// it. Of its last bytes, which hold the checksum, it keeps hold until finish.
type partFile struct {
	file   *os.File
	buffer *bufio.Writer
	sum    hash.Hash
	bytes  int64
	tail   *bytes.Buffer
}

func newPartFile(path string, fault func(io.Writer) io.Writer) (*partFile, error) {
	f, err := createUnfinished(path)
	if err != nil {
		return nil, err
	}
	var disk io.Writer = f
	if fault != nil {
		disk = fault(f)
	}
	return &partFile{file: f, buffer: bufio.NewWriterSize(disk, 256<<10), sum: sha256.New()}, nil
}

func (p *partFile) Write(b []byte) (int, error) {
	if p.tail != nil {
		return p.tail.Write(b)
	}
	p.sum.Write(b)
	p.bytes += int64(len(b))
	return p.buffer.Write(b)
}

func (p *partFile) beginTail() { p.tail = new(bytes.Buffer) }

func (p *partFile) finish(path string) (File, error) {
	result, err := p.writeTail()
	if err != nil {
		p.abort()
		return File{}, err
	}
	result.Path = path
	return result, commit(p.file, path)
}

func (p *partFile) writeTail() (File, error) {
	self, err := p.sum.(hash.Cloner).Clone()
	if err != nil {
		return File{}, err
	}
	tail := p.tail.Bytes()
	if err := fillSelf(self, tail); err != nil {
		return File{}, err
	}
	p.sum.Write(tail)
	if _, err := p.buffer.Write(tail); err != nil {
		return File{}, err
	}
	whole := File{Bytes: p.bytes + int64(len(tail)), SHA256: hex.EncodeToString(p.sum.Sum(nil))}
	return whole, p.buffer.Flush()
}

func (p *partFile) abort() error {
	return errors.Join(p.file.Close(), os.Remove(p.file.Name()))
}
