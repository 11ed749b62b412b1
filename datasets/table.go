package datasets

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/parquet-go/parquet-go"
)

//go:generate go test -run TestColumnDocs -update .
//go:generate go test -run ^TestCard$ -update .

// Row is a type of row. Each has a table of its own.
type Row interface {
	GameRow | PositionRow | TimingRow | BenchRow | RejectRow | RulingRow | KomiCellRow

	// Validate reports what makes the row wrong by itself.
	Validate() error

	table() string
	order() rowKey
}

// rowKey is what the rows of a table are sorted by.
type rowKey [2]int64

// Table describes a table.
type Table struct {
	Name    string
	Version int    // of the schema
	Doc     string // what a row is
	// SortedBy names the columns that the rows of a part are sorted by,
	// without two equal rows.
	SortedBy []string
	Columns  []Column
}

// Schema returns the name and version as the metadata of a file has them, such
// as "games/1".
func (t Table) Schema() string { return fmt.Sprintf("%s/%d", t.Name, t.Version) }

// Column describes a column.
type Column struct {
	Name     string `json:"name"`
	Type     string `json:"type"` // in DuckDB's words, such as SMALLINT[]
	Nullable bool   `json:"nullable"`
	Doc      string `json:"doc"`
}

// rowType is all that is known of a type of row.
type rowType struct {
	Table
	schema *parquet.Schema
	text   []textField
	// rowsPerGroup bounds a row group, and so what a writer keeps in memory.
	rowsPerGroup int64
}

type textField struct {
	field  int
	column string
}

// The tables. Raising a version means that older files must be read another
// way; adding a column that may be null does not need it.
var (
	games = newRowType[GameRow](Table{
		Name: "games", Version: 1, SortedBy: []string{"game_index"},
		Doc: "One row a game: who played, under which rules, every move, and the result.",
	}, 32<<10)
	positions = newRowType[PositionRow](Table{
		Name: "positions", Version: 1, SortedBy: []string{"game_index", "ply"},
		Doc: "One row a ply: the position, the move played, and what the search saw.",
	}, 64<<10)
	timings = newRowType[TimingRow](Table{
		Name: "timings", Version: 1, SortedBy: []string{"game_index"},
		Doc: "One row a game: where it was played, and how long that took.",
	}, 128<<10)
	bench = newRowType[BenchRow](Table{
		Name: "bench", Version: 1,
		Doc: "One row a repetition of a benchmark.",
	}, 128<<10)
	rejects = newRowType[RejectRow](Table{
		Name: "rejects", Version: 1,
		Doc: "One row a game record that an import did not take over, and why.",
	}, 128<<10)

	rulings = newRowType[RulingRow](Table{
		Name: "rulings", Version: 1, SortedBy: []string{"game_index", "ply"},
		Doc: "One row a ruling in a match: an illegal act, or a failure of an engine.",
	}, 128<<10)

	komiCells = newRowType[KomiCellRow](Table{
		Name: "komi_cells", Version: 1,
		Doc: "One row a komi of a setting (rules, board, player, handicap) of a komi study: results, and the setting's fair komi.",
	}, 128<<10)

	rowTypes = []*rowType{games, positions, timings, bench, rejects, rulings, komiCells}
)

func newRowType[R Row](t Table, rowsPerGroup int64) *rowType {
	rt := &rowType{Table: t, schema: parquet.SchemaOf(new(R)), rowsPerGroup: rowsPerGroup}
	for _, f := range rt.schema.Fields() {
		rt.Columns = append(rt.Columns, Column{
			Name: f.Name(), Type: sqlType(f), Nullable: f.Optional(), Doc: columnDocs[t.Name][f.Name()],
		})
	}
	goType := reflect.TypeFor[R]()
	for i := range goType.NumField() {
		f := goType.Field(i)
		if t := f.Type; t.Kind() == reflect.String || t.Kind() == reflect.Pointer && t.Elem().Kind() == reflect.String {
			rt.text = append(rt.text, textField{i, columnName(f)})
		}
	}
	return rt
}

func columnName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("parquet"), ",")
	return name
}

func rowTypeOf[R Row]() *rowType {
	var zero R
	t, _ := rowTypeByName(zero.table())
	return t
}

func rowTypeByName(name string) (*rowType, bool) {
	for _, t := range rowTypes {
		if t.Name == name {
			return t, true
		}
	}
	return nil, false
}

// copyTable keeps callers from changing what others see.
func copyTable(t Table) Table {
	t.SortedBy = append([]string(nil), t.SortedBy...)
	t.Columns = append([]Column(nil), t.Columns...)
	return t
}

// Tables returns the description of every table.
func Tables() []Table {
	var all []Table
	for _, t := range rowTypes {
		all = append(all, copyTable(t.Table))
	}
	return all
}

// TableOf returns the description of the table of R.
func TableOf[R Row]() Table { return copyTable(rowTypeOf[R]().Table) }

// TableByName returns the description of a table, such as "games".
func TableByName(name string) (Table, error) {
	t, ok := rowTypeByName(name)
	if !ok {
		return Table{}, fmt.Errorf("there is no table %q: the tables are %s", name, tableNames())
	}
	return copyTable(t.Table), nil
}

func tableNames() string {
	var names []string
	for _, t := range rowTypes {
		names = append(names, t.Name)
	}
	return strings.Join(names, ", ")
}

// sqlType names the type of a column as DuckDB's DESCRIBE does.
func sqlType(n parquet.Node) string {
	if element := listElement(n); element != nil {
		return sqlType(element) + "[]"
	}
	if !n.Leaf() {
		var fields []string
		for _, f := range n.Fields() {
			fields = append(fields, f.Name()+" "+sqlType(f))
		}
		return "STRUCT(" + strings.Join(fields, ", ") + ")"
	}
	if name, ok := leafTypes[n.Type().String()]; ok {
		return name.sql
	}
	return n.Type().String()
}

// leafTypes names Parquet's types in SQL and in the features of a data set card.
var leafTypes = map[string]struct{ sql, feature string }{
	"STRING":        {"VARCHAR", "string"},
	"BOOLEAN":       {"BOOLEAN", "bool"},
	"INT(8,true)":   {"TINYINT", "int8"},
	"INT(16,true)":  {"SMALLINT", "int16"},
	"INT(32,true)":  {"INTEGER", "int32"},
	"INT(64,true)":  {"BIGINT", "int64"},
	"INT(64,false)": {"UBIGINT", "uint64"},
	"FLOAT":         {"FLOAT", "float32"},
	"DOUBLE":        {"DOUBLE", "float64"},
	"TIMESTAMP(isAdjustedToUTC=true,unit=MICROS)": {"TIMESTAMP WITH TIME ZONE", "timestamp[us, tz=UTC]"},
}

// listElement returns the element of a list, or nil if n is none.
func listElement(n parquet.Node) parquet.Node {
	if n.Leaf() || n.Type().LogicalType() == nil || n.Type().String() != "LIST" {
		return nil
	}
	if list := child(n, "list"); list != nil {
		return child(list, "element")
	}
	return nil
}

func child(n parquet.Node, name string) parquet.Node {
	if n.Leaf() {
		return nil
	}
	for _, f := range n.Fields() {
		if f.Name() == name {
			return f
		}
	}
	return nil
}
