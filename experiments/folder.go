package experiments

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/experiments/journal"
)

// The tables of a run.
const (
	tableGames     = "games"
	tablePositions = "positions"
	tableTimings   = "timings"
)

// tables are the tables that the run writes.
func (p *Plan) tables() []string {
	if p.Positions {
		return []string{tableGames, tablePositions, tableTimings}
	}
	return []string{tableGames, tableTimings}
}

// partPath is where the part of a table for one shard lies.
func partPath(dir string, plan *Plan, table string, shard int) string {
	return datasets.Part{Table: table, Run: plan.RunID(), Size: plan.Size.Size, Index: shard}.Path(dir)
}

// claim takes possession of dir for the plan: it creates the folder, stores the
// plan or makes sure that the one stored is the same, refuses files that do
// not belong there, and removes what a killed process left unfinished. The
// caller must call unlock at the end.
func claim(dir string, plan *Plan) (unlock func() error, err error) {
	if err := refuseForeign(dir, plan); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("the run's folder cannot be made: %w; choose another with --out", err)
	}
	unlock, err = journal.Lock(dir)
	if err != nil {
		return nil, err
	}
	path := filepath.Join(dir, PlanFile)
	if _, statErr := os.Stat(path); errors.Is(statErr, os.ErrNotExist) {
		err = datasets.WriteFileAtomic(path, plan.Canonical())
	}
	if err == nil {
		err = removeUnfinished(dir)
	}
	if err != nil {
		return nil, errors.Join(err, unlock())
	}
	return unlock, nil
}

// refuseForeign reports whatever in dir would be harmed by the run or would
// spoil its data set.
func refuseForeign(dir string, plan *Plan) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("%w; choose another folder with --out", err)
	}
	stored, err := os.ReadFile(filepath.Join(dir, PlanFile))
	switch {
	case errors.Is(err, os.ErrNotExist):
		if name := firstForeign(entries); name != "" {
			return fmt.Errorf("%s is not empty and holds no run (it has %s): choose another folder with --out", dir, name)
		}
		return nil
	case err != nil:
		return err
	case !bytes.Equal(stored, plan.Canonical()):
		return otherPlan(dir, stored, plan)
	}
	for _, table := range []string{tableGames, tablePositions, tableTimings} {
		parts, err := datasets.Parts(dir, table)
		if err != nil {
			return err
		}
		for _, path := range parts {
			part, err := datasets.ParsePart(dir, path)
			if err != nil || part.Run != plan.RunID() || part.Size != plan.Size.Size || part.Index >= plan.Shards() || !slices.Contains(plan.tables(), table) {
				return fmt.Errorf("%s does not belong to this run, and readers of the table %s would take it up: move it away", path, table)
			}
		}
	}
	return nil
}

// firstForeign names an entry of a folder that is no leftover of a run's very
// beginning.
func firstForeign(entries []os.DirEntry) string {
	for _, entry := range entries {
		if name := entry.Name(); name != journal.LockFile && !strings.HasSuffix(name, ".inprogress") {
			return name
		}
	}
	return ""
}

// otherPlan says in what the stored plan differs.
func otherPlan(dir string, stored []byte, plan *Plan) error {
	other := new(Plan)
	if err := other.ParsePlan(stored); err != nil {
		return fmt.Errorf("%s: its %s cannot be read: %w", dir, PlanFile, err)
	}
	fields, err := differences(other, plan)
	if err != nil {
		return err
	}
	return fmt.Errorf("%s holds a run with another plan (%s): choose another folder with --out, or continue that run with: tengen resume %s",
		dir, strings.Join(fields, "; "), dir)
}

// differences lists the fields of two plans that differ, "seed: 1 there, 2
// here".
func differences(there, here *Plan) ([]string, error) {
	values := func(plan *Plan) (map[string]jsonText, error) {
		var object map[string]jsonText
		return object, strictUnmarshal(plan.Canonical(), &object)
	}
	a, err := values(there)
	if err != nil {
		return nil, err
	}
	b, err := values(here)
	if err != nil {
		return nil, err
	}
	var list []string
	for _, key := range slices.Sorted(maps.Keys(b)) {
		switch {
		case a[key] == b[key]:
		case strings.HasPrefix(string(b[key]), "{"):
			list = append(list, key+" differs")
		default:
			list = append(list, fmt.Sprintf("%s: %s there, %s here", key, a[key], b[key]))
		}
	}
	return list, nil
}

// jsonText is a JSON value as it is written.
type jsonText string

// UnmarshalJSON keeps the text.
func (t *jsonText) UnmarshalJSON(data []byte) error {
	*t = jsonText(data)
	return nil
}

func removeUnfinished(dir string) error {
	left, err := datasets.Unfinished(dir)
	for _, path := range left {
		err = errors.Join(err, os.Remove(path))
	}
	return err
}
