package benchmarks

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"

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
	return summary(rows, machineOf(rows[0])), nil
}

// errOtherSchema is the error of JSON that is something else.
var errOtherSchema = errors.New("this JSON is no benchmark: a file of bench --json is needed")

func parseReport(text []byte) (*Report, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	var report Report
	if err := decoder.Decode(&report); err != nil {
		return nil, fmt.Errorf("%w (%w)", errOtherSchema, err)
	}
	if report.Rows == nil {
		return nil, fmt.Errorf("%w (it has no rows)", errOtherSchema)
	}
	for i, row := range report.Rows {
		if row.Workload == "" || row.Threads < 1 || len(row.NSPerOpEach) == 0 || row.NSPerOp <= 0 {
			return nil, fmt.Errorf("%w (row %d lacks its workload, threads or times)", errOtherSchema, i+1)
		}
	}
	return &report, nil
}
