package records

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/tengen-go/tengen/datasets"
)

// Is reports whether a folder is that of an import.
func Is(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, PlanFile))
	return err == nil
}

// Status tells what the folder of an import holds.
type Status struct {
	Folder   string   `json:"folder"`
	RunID    string   `json:"run_id"`
	Complete bool     `json:"complete"`
	Plan     plan     `json:"plan"`
	Games    int      `json:"games"`
	Rejected int      `json:"rejected"`
	Boards   []string `json:"boards"` // sizes with their games
	Parts    []string `json:"parts"`  // files of the table games

	planHash string
}

// ReadStatus looks at the import in dir, without reading its games.
func ReadStatus(dir string) (*Status, error) {
	path := filepath.Join(dir, PlanFile)
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%s is no import: it has no %s; name the folder that import wrote with --out", dir, PlanFile)
	}
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(text)
	s := &Status{Folder: dir, Complete: datasets.IsComplete(dir), planHash: hex.EncodeToString(sum[:])}
	if err := json.Unmarshal(text, &s.Plan); err != nil || s.Plan.Format != planFormat {
		return nil, fmt.Errorf("%s: not the plan of an import that this version reads (%s)", path, planFormat)
	}
	s.RunID = runOf(text)
	if s.Parts, err = datasets.Parts(dir, "games"); err != nil {
		return nil, err
	}
	sizes := map[string]int64{}
	for _, part := range s.Parts {
		count, err := datasets.Count(part)
		if err != nil {
			return nil, err
		}
		s.Games += int(count)
		sizes[strings.TrimPrefix(filepath.Base(filepath.Dir(part)), "size=")] += count
	}
	s.Boards = strings.Split(counts(sizes), ", ")
	if rejected, err := datasets.Count(filepath.Join(dir, RejectsName)); err == nil {
		s.Rejected = int(rejected)
	} else if s.Complete {
		return nil, err
	}
	return s, nil
}

// Check compares the files of a complete import with its manifest and returns
// every difference.
func (s *Status) Check() error {
	manifest, err := datasets.ReadManifest(s.Folder)
	if err != nil {
		return err
	}
	err = manifest.Check(s.Folder)
	if manifest.PlanSHA256 != s.planHash {
		err = errors.Join(err, fmt.Errorf("the manifest is of another import than %s", PlanFile))
	}
	return err
}

// Text is the status as lines for a terminal.
func (s *Status) Text() string {
	var b strings.Builder
	line := func(label, format string, args ...any) {
		fmt.Fprintf(&b, "%-12s"+format+"\n", append([]any{label}, args...)...)
	}
	line("Import", "%s in %s", s.RunID, s.Folder)
	if s.Complete {
		line("State", "complete")
	} else {
		line("State", "unfinished; the same import command begins again")
	}
	line("Games", "%d, in %d files", s.Games, len(s.Parts))
	line("Boards", "%s", strings.Join(s.Boards, ", "))
	line("Rejected", "%d%s", s.Rejected, note(int64(s.Rejected), ", with the reasons in "+RejectsName))
	line("Source", "%s: %d files, %.1f MiB", strings.Join(s.Plan.Paths, " "), s.Plan.Files, float64(s.Plan.Bytes)/(1<<20))
	if s.Plan.AssumeRules != "" {
		line("Assumed", "%s, where a record names no rules", s.Plan.AssumeRules)
	}
	return b.String()
}
