package benchmarks

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/experiments"
)

// WriteParquet writes every repetition to a file of the table bench.
func WriteParquet(path string, rows []datasets.BenchRow) error {
	writer, err := datasets.Create[datasets.BenchRow](path, datasets.Meta{ToolVersion: experiments.Version})
	if err != nil {
		return err
	}
	if err := writer.Write(rows...); err != nil {
		_ = writer.Abort() // the first error says what was wrong
		return err
	}
	return writer.Close()
}

// ReadReport reads what a benchmark left behind: the JSON of a Report, or a
// Parquet file of the table bench.
func ReadReport(path string) (*Report, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	text := bytes.TrimSpace(data)
	switch {
	case bytes.HasPrefix(data, []byte("PAR1")):
		return readParquet(path)
	case bytes.HasPrefix(text, []byte("{")):
		report, err := parseReport(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		return report, nil
	case bytes.Contains(text, []byte("\nBenchmark")):
		return nil, fmt.Errorf("%s is text for benchstat: compare it with benchstat, or measure again with --json or --out", path)
	}
	return nil, fmt.Errorf("%s is no benchmark: a file of bench --json or of bench --out is needed", path)
}

func readParquet(path string) (*Report, error) {
	var rows []datasets.BenchRow
	for row, err := range datasets.Rows[datasets.BenchRow](path) {
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("%s: the table is empty", path)
	}
	type repetition struct {
		Case
		rep int32
	}
	seen := map[repetition]bool{}
	for _, row := range rows {
		made := repetition{caseOf(row), row.Rep}
		if seen[made] {
			return nil, fmt.Errorf("%s: repetition %d of %v is there twice", path, made.rep, made.Case)
		}
		seen[made] = true
	}
	report := summary(rows, machineOf(rows[0]))
	if err := report.check(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return report, nil
}

// errOtherSchema is the error of JSON that is something else.
var errOtherSchema = errors.New("this JSON is no benchmark: a file of bench --json is needed")

func parseReport(text []byte) (*Report, error) {
	var report Report
	if err := json.Unmarshal(text, &report); err != nil { // also of anything behind the end
		return nil, fmt.Errorf("%w (%w)", errOtherSchema, err)
	}
	if err := experiments.CheckKeys(text); err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(new(Report)); err != nil {
		if report.Machine.Version == "" || len(report.Rows) == 0 {
			return nil, fmt.Errorf("%w (%w)", errOtherSchema, err)
		}
		return nil, fmt.Errorf("%w: %w; tengen %s wrote it, and this is tengen %s", datasets.ErrVersion, err, report.Machine.Version, experiments.Version)
	}
	if len(report.Rows) == 0 {
		return nil, fmt.Errorf("%w (it has no rows)", errOtherSchema)
	}
	if err := report.check(); err != nil {
		return nil, fmt.Errorf("no benchmark writes such JSON: %w; measure again with bench --json", err)
	}
	return &report, nil
}

// check reports rows that no benchmark writes.
func (r *Report) check() error {
	seen := map[key]int{}
	for i := range r.Rows {
		row := &r.Rows[i]
		if err := row.check(); err != nil {
			return fmt.Errorf("row %d %w", i+1, err)
		}
		if first, twice := seen[row.key()]; twice {
			return fmt.Errorf("rows %d and %d are the same case, %v: keep one of them", first, i+1, row.key())
		}
		seen[row.key()] = i + 1
	}
	return nil
}

func (r *Row) check() error {
	if r.Workload == "" || r.Policy == "" || r.Threads < 1 || len(r.NSPerOpEach) == 0 {
		return errors.New("lacks its workload, policy, threads or times")
	}
	if r.Reps != len(r.NSPerOpEach) {
		return fmt.Errorf("has %d repetitions and %d times", r.Reps, len(r.NSPerOpEach))
	}
	if r.NSPerOpEach[0] <= 0 || !slices.IsSorted(r.NSPerOpEach) {
		return errors.New("has times that are not positive, or not in ascending order")
	}
	// The two middle values, between which every median lies.
	low, high := r.NSPerOpEach[(r.Reps-1)/2], r.NSPerOpEach[r.Reps/2]
	const rounding = 1e-9
	if r.NSPerOp < low*(1-rounding) || r.NSPerOp > high*(1+rounding) {
		return fmt.Errorf("has ns_per_op %v, which is not the median of ns_per_op_each", r.NSPerOp)
	}
	return nil
}
