package datasets

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"reflect"

	"github.com/parquet-go/parquet-go"
)

// readBatch is how many rows are decoded at a time.
const readBatch = 64

// Reader reads one part.
type Reader[R Row] struct{ part *part }

// Open opens a part and checks that it is one of the table of R, of a version
// that can be read, with the columns that are expected. It reads no rows yet.
func Open[R Row](path string) (*Reader[R], error) {
	p, err := openPart(path)
	if err != nil {
		return nil, err
	}
	if err := p.expect(rowTypeOf[R]()); err != nil {
		p.Close()
		return nil, err
	}
	return &Reader[R]{p}, nil
}

// expect checks that the part is of the table t.
func (p *part) expect(t *rowType) error {
	if p.typ != t {
		return fmt.Errorf("%s holds the table %s, not %s", p.path, p.typ.Name, t.Name)
	}
	return p.checkAllColumns()
}

func (p *part) checkAllColumns() error {
	err := guard(func() error { return checkColumns(p.pq.Root(), p.typ.schema) })
	if err != nil {
		return fmt.Errorf("%s: %w", p.path, err)
	}
	return nil
}

// Meta returns what the file says about itself.
func (r *Reader[R]) Meta() Meta { return r.part.meta }

// Count returns the number of rows.
func (r *Reader[R]) Count() int64 { return r.part.pq.NumRows() }

// Close closes the file.
func (r *Reader[R]) Close() error { return r.part.Close() }

// Rows checks the file against its checksum and then yields the rows in order,
// in memory that does not grow with the file. The first error is the last thing
// it yields. Rows may be kept.
func (r *Reader[R]) Rows() iter.Seq2[R, error] {
	return func(yield func(R, error) bool) {
		if _, err := r.part.verifySelf(); err != nil {
			var zero R
			yield(zero, err)
			return
		}
		yieldRows(r.part, r.part.typ.schema, yield)
	}
}

// Rows yields the rows of a part; see [Reader.Rows]. The file is open as long
// as the iteration runs.
func Rows[R Row](path string) iter.Seq2[R, error] {
	return func(yield func(R, error) bool) {
		r, err := Open[R](path)
		if err != nil {
			var zero R
			yield(zero, err)
			return
		}
		defer r.Close()
		r.Rows()(yield)
	}
}

// Select yields some columns of a part of the table of R, and decodes only
// those. S is a struct whose fields are columns of R, with the same type and
// tag:
//
//	type outcome struct {
//		Komi   float64 `parquet:"komi"`
//		Winner string  `parquet:"winner"`
//	}
//	for o, err := range datasets.Select[outcome, datasets.GameRow](path) {
func Select[S any, R Row](path string) iter.Seq2[S, error] {
	return func(yield func(S, error) bool) {
		var zero S
		schema, err := selection[S](rowTypeOf[R]())
		if err != nil {
			yield(zero, err)
			return
		}
		r, err := Open[R](path)
		if err != nil {
			yield(zero, err)
			return
		}
		defer r.Close()
		if _, err := r.part.verifySelf(); err != nil {
			yield(zero, err)
			return
		}
		yieldRows(r.part, schema, yield)
	}
}

// selection returns the schema of S, having checked that it is a part of the
// table's.
func selection[S any](t *rowType) (*parquet.Schema, error) {
	var schema *parquet.Schema
	err := guardWrite(func() error {
		schema = parquet.SchemaOf(new(S))
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("columns of %v: %w", reflect.TypeFor[S](), err)
	}
	for _, want := range schema.Fields() {
		have := child(t.schema, want.Name())
		if have == nil {
			return nil, fmt.Errorf("columns of %v: the table %s has no column %s", reflect.TypeFor[S](), t.Name, want.Name())
		}
		if err := checkColumn(want.Name(), have, want); err != nil {
			return nil, fmt.Errorf("columns of %v: %w", reflect.TypeFor[S](), err)
		}
	}
	return schema, nil
}

// yieldRows decodes the columns of schema. T must be the type that schema was
// made from.
func yieldRows[T any](p *part, schema *parquet.Schema, yield func(T, error) bool) {
	var reader *parquet.GenericReader[T]
	var seen int64
	fail := func(err error) {
		var zero T
		yield(zero, fmt.Errorf("%s: row %d: %w", p.path, seen, err))
	}
	err := guard(func() error {
		reader = parquet.NewGenericReader[T](p.pq, schema)
		return nil
	})
	if err != nil {
		fail(err)
		return
	}
	defer guard(reader.Close)

	batch := make([]T, readBatch)
	for {
		clear(batch) // or the library would write into slices that rows before hold
		var n int
		var end bool
		err := guard(func() (err error) {
			n, err = reader.Read(batch)
			if end = errors.Is(err, io.EOF); end {
				err = nil
			}
			return damaged(err)
		})
		for i := range n {
			if !yield(batch[i], nil) {
				return
			}
			seen++
		}
		switch {
		case err != nil:
			fail(err)
			return
		case end && seen == p.pq.NumRows():
			return
		case end || n == 0:
			fail(fmt.Errorf("ended after %d of %d rows: %w", seen, p.pq.NumRows(), ErrDamaged))
			return
		}
	}
}

// Count returns the number of rows of a part of any table, from its footer.
func Count(path string) (int64, error) {
	p, err := openPart(path)
	if err != nil {
		return 0, err
	}
	return p.pq.NumRows(), p.Close()
}

// Info is what the footer of a part tells: for looking at a file.
type Info struct {
	Meta      Meta
	Table     Table // as this version knows it
	Rows      int64
	RowGroups int
	Bytes     int64
	Columns   []ColumnInfo // those of the file
}

// ColumnInfo is a column of a file.
type ColumnInfo struct {
	Column
	Bytes int64 `json:"bytes"` // in the file
}

// Inspect returns what the footer of a part of any table tells.
func Inspect(path string) (*Info, error) {
	p, err := openPart(path)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	return p.info()
}

func (p *part) info() (*Info, error) {
	info := &Info{
		Meta: p.meta, Table: copyTable(p.typ.Table),
		Rows: p.pq.NumRows(), RowGroups: len(p.pq.RowGroups()), Bytes: p.size,
	}
	err := guard(func() error {
		bytes := map[string]int64{}
		for _, g := range p.pq.Metadata().RowGroups {
			for _, c := range g.Columns {
				bytes[c.MetaData.PathInSchema[0]] += c.MetaData.TotalCompressedSize
			}
		}
		for _, f := range p.pq.Root().Fields() {
			info.Columns = append(info.Columns, ColumnInfo{
				Column: Column{Name: f.Name(), Type: sqlType(f), Nullable: f.Optional(), Doc: columnDocs[p.typ.Name][f.Name()]},
				Bytes:  bytes[f.Name()],
			})
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.path, err)
	}
	return info, nil
}
