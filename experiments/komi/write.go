package komi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/tengen-go/tengen/datasets"
)

// The other files of a result.
const (
	ResultFile = "result.json"
	ReportFile = "report.md"
)

// Write writes the result into dir: table, figures, result and report. The plan
// is that of the study, nil for runs that belong to none.
func (r *Result) Write(dir string, plan *Plan) error {
	text := ""
	if plan != nil {
		var err error
		if text, err = plan.compact(); err != nil {
			return err
		}
	}
	if err := r.writeTable(dir, text); err != nil {
		return err
	}
	figures := r.figures()
	for _, f := range figures {
		if err := f.Save(filepath.Join(dir, f.stem)); err != nil {
			return fmt.Errorf("%s: %w", f.stem, err)
		}
	}
	if err := datasets.WriteFileAtomic(filepath.Join(dir, ReportFile), []byte(r.report(figures))); err != nil {
		return err
	}
	return datasets.WriteJSON(filepath.Join(dir, ResultFile), r) // last: once it is there, so are the others
}

// compact is the plan in one line, for the metadata of the table.
func (p *Plan) compact() (string, error) {
	var text bytes.Buffer
	err := json.Compact(&text, p.Canonical())
	return text.String(), err
}

// WriteNew writes the result into a folder that must be new or empty.
func (r *Result) WriteNew(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%w; choose another folder with --out", err)
	}
	if len(entries) > 0 {
		return fmt.Errorf("%s is not empty (it has %s): choose another folder with --out", dir, entries[0].Name())
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("the folder cannot be made: %w; choose another with --out", err)
	}
	return r.Write(dir, nil)
}
