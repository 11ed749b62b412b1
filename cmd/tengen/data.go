package main

import (
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/experiments/match"
	"github.com/tengen-go/tengen/ruleset"
)

func (a *app) dataCommand() *cobra.Command {
	command := &cobra.Command{
		Use:   "data",
		Short: "Look into data sets",
		RunE: func(command *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usagef("unknown command %q: %s", args[0], ruleset.Suggest(args[0], []string{"info", "head"}))
			}
			return command.Help()
		},
	}
	command.AddCommand(a.dataInfoCommand(), a.dataHeadCommand())
	return command
}

func (a *app) dataInfoCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "info PATH",
		Short: "Schema, counts and summary of a run or of a Parquet file",
		Example: `  tengen data info runs/first
  tengen data info runs/first/games/run=…/size=9x9/part-00000.parquet`,
		Args: onePath,
		RunE: func(_ *cobra.Command, args []string) error {
			return a.dataInfo(args[0])
		},
	}
}

func onePath(_ *cobra.Command, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("%d arguments: name one run's folder or one .parquet file", len(args))
	}
	return nil
}

// dataInfo describes each table below path by its first part, and summarizes a
// run.
func (a *app) dataInfo(path string) error {
	parts, err := partsBelow(path)
	if err != nil {
		return err
	}
	info := struct {
		Tables  []tableInfo          `json:"tables"`
		Summary *experiments.Summary `json:"summary,omitempty"`
	}{Tables: []tableInfo{}}
	for _, part := range parts {
		file, err := datasets.Inspect(part)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(info.Tables, func(t tableInfo) bool { return t.Schema == file.Meta.Schema })
		if i < 0 {
			i = len(info.Tables)
			info.Tables = append(info.Tables, tableInfo{Schema: file.Meta.Schema, Doc: file.Table.Doc, Columns: file.Columns})
		}
		info.Tables[i].Parts++
		info.Tables[i].Rows += file.Rows
		info.Tables[i].Bytes += file.Bytes
	}
	var b strings.Builder
	for _, table := range info.Tables {
		table.write(&b)
	}
	if _, err := os.Stat(filepath.Join(path, experiments.PlanFile)); err == nil {
		if info.Summary, err = experiments.Summarize(path); err != nil {
			return err
		}
		b.WriteString(info.Summary.Text())
	}
	return a.print(info, b.String())
}

// tableInfo adds up the parts of one table.
type tableInfo struct {
	Schema  string                `json:"schema"`
	Doc     string                `json:"doc"`
	Parts   int                   `json:"parts"`
	Rows    int64                 `json:"rows"`
	Bytes   int64                 `json:"bytes"`
	Columns []datasets.ColumnInfo `json:"columns"` // of the first part
}

func (t *tableInfo) write(b *strings.Builder) {
	fmt.Fprintf(b, "%s: %d rows, %d parts, %sB. %s\n", t.Schema, t.Rows, t.Parts, experiments.SI(float64(t.Bytes)), t.Doc)
	table := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	for _, column := range t.Columns {
		nullable := ""
		if column.Nullable {
			nullable = "null"
		}
		fmt.Fprintf(table, "  %s\t%s\t%s\t%s\n", column.Name, column.Type, nullable, column.Doc)
	}
	table.Flush()
	b.WriteString("\n")
}

// partsBelow returns the Parquet files below a path, or the file itself.
func partsBelow(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("%w; name a run's folder or a .parquet file", err)
	}
	if !info.IsDir() {
		return []string{path}, nil
	}
	var parts []string
	err = filepath.WalkDir(path, func(path string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && strings.HasSuffix(path, ".parquet") {
			parts = append(parts, path)
		}
		return err
	})
	if err == nil && len(parts) == 0 && match.Is(path) {
		err = match.CheckTables(path)
	}
	if err == nil && len(parts) == 0 {
		err = fmt.Errorf("%s: no .parquet file below it; is a run there that has finished a shard?", path)
	}
	return parts, err
}

func (a *app) dataHeadCommand() *cobra.Command {
	var count int
	var table string
	command := &cobra.Command{
		Use:     "head PATH",
		Short:   "Print the first rows of a table",
		Example: "  tengen data head runs/first -n 3",
		Args:    onePath,
		RunE: func(command *cobra.Command, args []string) error {
			if count < 1 {
				return usagef("-n is %d: it must be 1 or more", count)
			}
			if _, err := datasets.TableByName(table); err != nil {
				return usageError{err}
			}
			if info, err := os.Stat(args[0]); err == nil && !info.IsDir() && !command.Flags().Changed("table") {
				meta, err := datasets.ReadMeta(args[0]) // a file has one table, which need not be named
				if err != nil {
					return err
				}
				table, _, _ = strings.Cut(meta.Schema, "/")
			}
			rows, err := firstRows(args[0], table, count)
			if err != nil {
				return err
			}
			return a.print(rows, rowsText(rows))
		},
	}
	command.Flags().IntVarP(&count, "rows", "n", 5, "number of rows")
	command.Flags().StringVar(&table, "table", "games", "table: games, positions, timings, bench, rejects, rulings or komi_cells")
	return command
}

// firstRows reads the first rows of a table, part after part.
func firstRows(path, table string, count int) ([]any, error) {
	parts, err := partsBelow(path)
	if err != nil {
		return nil, err
	}
	rows := []any{}
	for _, part := range parts {
		meta, err := datasets.ReadMeta(part)
		if err != nil {
			return nil, err
		}
		name, _, _ := strings.Cut(meta.Schema, "/")
		if name != table {
			continue
		}
		switch name {
		case "games":
			rows, err = take(rows, datasets.Rows[datasets.GameRow](part), count)
		case "positions":
			rows, err = take(rows, datasets.Rows[datasets.PositionRow](part), count)
		case "timings":
			rows, err = take(rows, datasets.Rows[datasets.TimingRow](part), count)
		case "bench":
			rows, err = take(rows, datasets.Rows[datasets.BenchRow](part), count)
		case "rejects":
			rows, err = take(rows, datasets.Rows[datasets.RejectRow](part), count)
		case "rulings":
			rows, err = take(rows, datasets.Rows[datasets.RulingRow](part), count)
		case "komi_cells":
			rows, err = take(rows, datasets.Rows[datasets.KomiCellRow](part), count)
		}
		if err != nil || len(rows) == count {
			return rows, err
		}
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("%s: no row of table %s", path, table)
	}
	return rows, nil
}

func take[R any](rows []any, from iter.Seq2[R, error], count int) ([]any, error) {
	for row, err := range from {
		if err != nil {
			return rows, err
		}
		rows = append(rows, columnsOf(row))
		if len(rows) == count {
			break
		}
	}
	return rows, nil
}

// column is one value of a row, by the name it has in the file.
type column struct {
	name  string
	value any
}

// row is a row in the order of its columns.
type row []column

// columnsOf takes a row apart.
func columnsOf(r any) row {
	v := reflect.ValueOf(r)
	var columns row
	for i := range v.NumField() {
		name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("parquet"), ",")
		value := v.Field(i)
		if value.Kind() == reflect.Pointer {
			if value.IsNil() {
				columns = append(columns, column{name, nil})
				continue
			}
			value = value.Elem()
		}
		columns = append(columns, column{name, value.Interface()})
	}
	return columns
}

func rowsText(rows []any) string {
	var b strings.Builder
	for i, r := range rows {
		if i > 0 {
			b.WriteString("\n")
		}
		table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		for _, column := range r.(row) {
			value := fmt.Sprint(column.value)
			if column.value == nil {
				value = "null"
			}
			if runes := []rune(value); len(runes) > 120 {
				value = string(runes[:119]) + "…"
			}
			fmt.Fprintf(table, "%s\t%s\n", column.name, value)
		}
		table.Flush()
	}
	return b.String()
}
