package komi

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/experiments"
)

// verifyResult compares the files of a result with what the games give.
func verifyResult(v *experiments.Verification, plan *Plan, result *Result) error {
	dir := v.Folder
	stored, err := readWritten(dir)
	switch {
	case errors.Is(err, os.ErrNotExist):
		if v.Complete {
			v.Note("all games are played, but there is no %s yet: tengen resume %s writes it", ResultFile, dir)
		}
		v.Complete = false
		return nil
	case err != nil:
		v.Complain("%v", err)
		return nil
	case stored.before(result):
		v.Complete = false
		v.Note("the result is of fewer games than are there, written when the time was spent; it is not compared: tengen resume %s writes it anew", dir)
		return nil
	}
	failures := v.Failures
	version := result.Version
	result.Version = stored.Version // which is compared by nobody
	if err := compareFiles(v, plan, result); err != nil {
		return err
	}
	if v.Failures > failures {
		other := ""
		if stored.Version != version {
			other = fmt.Sprintf("; it was written by tengen %s, and this is %s, whose statistics may differ", stored.Version, version)
		}
		v.Note("the result is not what these games give: tengen resume %s writes it anew%s", dir, other)
	}
	return nil
}

// before reports whether the stored result ended for want of time, with fewer games
// than are there now.
func (w *written) before(r *Result) bool {
	if len(w.Cells) != len(r.Cells) {
		return false
	}
	for i, cell := range r.Cells {
		open := w.Cells[i].Stopped == timeSpent || w.Cells[i].Stopped == timeSpentBefore
		if open && w.Cells[i].Games < cell.Games {
			return true
		}
	}
	return false
}

// compareFiles compares file by file, in the order in which a reader meets them.
func compareFiles(v *experiments.Verification, plan *Plan, r *Result) error {
	rows, err := r.rows()
	if err != nil {
		return err
	}
	table, err := tree(objects(rows))
	if err != nil {
		return err
	}
	text, err := tableCSV(rows)
	if err != nil {
		return err
	}
	records, err := parseCSV(text)
	if err != nil {
		return err
	}
	all, err := tree(r)
	if err != nil {
		return err
	}
	figures := r.figures()
	for _, file := range []struct {
		name, place string
		read        func(path string) (any, error)
		want        any
	}{
		{ResultFile, "", parsed(parseJSON), all},
		{TableParquet, "rows", func(path string) (any, error) { return readTable(path, plan) }, table},
		{TableCSV, "rows", parsed(parseCSV), records},
		{TableJSON, "rows", parsed(parseJSON), table},
		{ReportFile, "lines", parsed(parseLines), linesOf(r.report(figures))},
	} {
		got, err := file.read(filepath.Join(v.Folder, file.name))
		if err != nil {
			v.Complain("%s: %v", file.name, err)
			continue
		}
		var d differences
		d.compare(file.place, got, file.want)
		for _, difference := range d[:min(len(d), shownDifferences)] {
			v.Complain("%s: %s", file.name, difference)
		}
		if more := len(d) - shownDifferences; more > 0 {
			v.Complain("%s: %d more differences", file.name, more)
		}
	}
	for _, f := range figures {
		for _, ending := range []string{".png", ".svg"} {
			if _, err := os.Stat(filepath.Join(v.Folder, f.stem+ending)); err != nil {
				v.Complain("the figure %s%s is missing", f.stem, ending)
			}
		}
	}
	return nil
}

// readTable reads the table komi_cells as JSON has it.
func readTable(path string, plan *Plan) (any, error) {
	if err := datasets.Verify(path); err != nil {
		return nil, err
	}
	meta, err := datasets.ReadMeta(path)
	if err != nil {
		return nil, err
	}
	if want, err := plan.compact(); err != nil || meta.Plan != want {
		return nil, errors.Join(errors.New("its metadata has another plan than "+PlanFile), err)
	}
	var rows []datasets.KomiCellRow
	for row, err := range datasets.Rows[datasets.KomiCellRow](path) {
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return tree(objects(rows))
}

func parsed(parse func([]byte) (any, error)) func(string) (any, error) {
	return func(path string) (any, error) {
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		return parse(data)
	}
}

// tree is a value as JSON reads it back.
func tree(value any) (any, error) {
	data, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	return parseJSON(data)
}

func parseJSON(data []byte) (any, error) {
	var value any
	err := json.Unmarshal(data, &value)
	return value, err
}

// parseCSV reads rows by the names of the columns above them.
func parseCSV(data []byte) (any, error) {
	records, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil || len(records) == 0 {
		return nil, errors.Join(errors.New("no header"), err)
	}
	rows := []any{}
	for _, record := range records[1:] {
		row := map[string]any{}
		for i, text := range record {
			row[records[0][i]] = text
		}
		rows = append(rows, row)
	}
	return rows, nil
}

func parseLines(data []byte) (any, error) { return linesOf(string(data)), nil }

func linesOf(text string) any {
	var lines []any
	for line := range strings.Lines(text) {
		lines = append(lines, strings.TrimSuffix(line, "\n"))
	}
	return lines
}

// shownDifferences is how many differences of a file are listed.
const shownDifferences = 5

// differences are the places where a file is not what the games give.
type differences []string

// compare compares two values as JSON reads them.
func (d *differences) compare(place string, stored, want any) {
	switch want := want.(type) {
	case map[string]any:
		stored, ok := stored.(map[string]any)
		if !ok {
			break
		}
		for _, key := range slices.Sorted(maps.Keys(want)) {
			if value, has := stored[key]; has {
				d.compare(strings.TrimPrefix(place+"."+key, "."), value, want[key])
			} else {
				d.add("%s has no %s", place, key)
			}
		}
		for _, key := range slices.Sorted(maps.Keys(stored)) {
			if _, has := want[key]; !has {
				d.add("%s has %s, which does not belong there", place, key)
			}
		}
		return
	case []any:
		stored, ok := stored.([]any)
		if !ok {
			break
		}
		if len(stored) != len(want) {
			d.add("%s has %d entries, but the games give %d", place, len(stored), len(want))
		}
		for i := range min(len(stored), len(want)) {
			d.compare(fmt.Sprintf("%s[%d]", place, i), stored[i], want[i])
		}
		return
	}
	if !alike(stored, want) {
		d.add("%s is %s, but the games give %s", place, short(stored), short(want))
	}
}

func (d *differences) add(format string, args ...any) {
	*d = append(*d, strings.TrimSpace(fmt.Sprintf(format, args...)))
}

// alike compares numbers, also those of texts, as far as processors agree on them.
func alike(stored, want any) bool {
	textA, textB := fmt.Sprint(stored), fmt.Sprint(want)
	a, errA := strconv.ParseFloat(textA, 64)
	b, errB := strconv.ParseFloat(textB, 64)
	return textA == textB || errA == nil && errB == nil && math.Abs(a-b) <= 1e-6*max(1, math.Abs(b))
}

// short is a value in a few words.
func short(value any) string {
	data, err := json.Marshal(value)
	if err != nil {
		return fmt.Sprint(value)
	}
	if text := []rune(string(data)); len(text) > 60 {
		return string(text[:60]) + "…"
	}
	return string(data)
}
