package komi

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"path/filepath"
	"reflect"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/experiments/stats"
)

// rows are the rows of the table komi_cells.
func (c *Cell) rows(confidence float64) ([]datasets.KomiCellRow, error) {
	rules, err := json.Marshal(c.setting.Rules)
	if err != nil {
		return nil, err
	}
	size := c.setting.Size
	base := datasets.KomiCellRow{
		Ruleset: c.Rules, RulesJSON: string(rules), BoardW: int16(size.W), BoardH: int16(size.H), Handicap: int16(c.Handicap),
		Black: c.setting.Black.Text, White: c.setting.White.Text, Playouts: int32(c.Playouts),
		Scoring: c.setting.Rules.Scoring.String(), Confidence: confidence,
	}
	if c.DrawKomi != nil {
		base.DrawKomi = new(c.DrawKomi.Estimate)
	}
	var rows []datasets.KomiCellRow
	add := func(origin, scoring, method string, fair stats.Interval, komi float64, results stats.Tally, noResult int, black stats.Interval) {
		row := base
		row.Origin, row.Scoring, row.Method = origin, scoring, method
		row.FairKomi, row.Lo, row.Hi = fair.Estimate, fair.Lo, fair.Hi
		row.Komi, row.NoResult = komi, int64(noResult)
		row.BlackWins, row.Draws, row.WhiteWins, row.Games = int64(results.Wins), int64(results.Draws), int64(results.Losses), int64(results.Games())
		row.BlackRate, row.BlackLo, row.BlackHi = black.Estimate, black.Lo, black.Hi
		rows = append(rows, row)
	}
	if c.FairKomi != nil {
		for _, p := range c.Komi {
			add(datasets.OriginPlayed, base.Scoring, c.Method, c.Fair(), p.Komi, p.Results, p.NoResult, p.Black)
		}
	}
	if c.Shift != nil {
		for _, p := range c.Shift.Curve {
			add(datasets.OriginShifted, base.Scoring, "score shift", c.Shift.Fair, p.Komi, p.Results, 0, p.Black)
		}
	}
	for _, r := range c.Rescored {
		draws := base.DrawKomi
		base.DrawKomi = new(r.Draw.Estimate)
		for _, p := range r.curve {
			add(datasets.OriginRescored, r.Scoring, "score shift, re-scored", r.Fair, p.Komi, p.Results, 0, p.Black)
		}
		base.DrawKomi = draws
	}
	return rows, nil
}

// The files of the table komi_cells.
const (
	TableParquet = "komi_cells.parquet"
	TableCSV     = "komi_cells.csv"
	TableJSON    = "komi_cells.json"
)

// rows are the rows of the table komi_cells, of all cells.
func (r *Result) rows() ([]datasets.KomiCellRow, error) {
	var rows []datasets.KomiCellRow
	for _, cell := range r.Cells {
		more, err := cell.rows(r.Confidence)
		if err != nil {
			return nil, err
		}
		rows = append(rows, more...)
	}
	return rows, nil
}

// writeTable writes the table komi_cells in three forms.
func (r *Result) writeTable(dir, plan string) error {
	rows, err := r.rows()
	if err != nil {
		return err
	}
	writer, err := datasets.Create[datasets.KomiCellRow](filepath.Join(dir, TableParquet), datasets.Meta{Plan: plan, ToolVersion: experiments.Version})
	if err != nil {
		return err
	}
	if err := writer.Write(rows...); err != nil {
		_ = writer.Abort() // the error of Write is the one to report
		return err
	}
	if err := writer.Close(); err != nil {
		return err
	}
	text, err := tableCSV(rows)
	if err != nil {
		return err
	}
	data, err := json.MarshalIndent(objects(rows), "", " ")
	if err != nil {
		return err
	}
	if err := datasets.WriteFileAtomic(filepath.Join(dir, TableCSV), text); err != nil {
		return err
	}
	return datasets.WriteFileAtomic(filepath.Join(dir, TableJSON), append(data, '\n'))
}

// objects are rows as JSON has them, by the names of the columns.
func objects(rows []datasets.KomiCellRow) []map[string]any {
	columns := datasets.TableOf[datasets.KomiCellRow]().Columns
	list := make([]map[string]any, len(rows))
	for i, row := range rows {
		list[i] = map[string]any{}
		fields := reflect.ValueOf(row)
		for j, column := range columns {
			value := fields.Field(j)
			if value.Kind() == reflect.Pointer && !value.IsNil() {
				value = value.Elem()
			}
			list[i][column.Name] = value.Interface()
		}
	}
	return list
}

// tableCSV are rows as CSV, with the names of the columns above.
func tableCSV(rows []datasets.KomiCellRow) ([]byte, error) {
	columns := datasets.TableOf[datasets.KomiCellRow]().Columns
	records := make([][]string, 1+len(rows))
	for _, column := range columns {
		records[0] = append(records[0], column.Name)
	}
	for i, object := range objects(rows) {
		for _, column := range columns {
			text := ""
			if value := object[column.Name]; reflect.ValueOf(value).Kind() != reflect.Pointer { // a null
				text = fmt.Sprint(value)
			}
			records[1+i] = append(records[1+i], text)
		}
	}
	var text bytes.Buffer
	err := csv.NewWriter(&text).WriteAll(records)
	return text.Bytes(), err
}
