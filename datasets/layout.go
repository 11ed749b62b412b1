package datasets

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/tengen-go/tengen/ruleset"
)

// Names of the files of a run beside its parts.
const (
	ManifestName = "manifest.json"
	CardName     = "README.md"
	SuccessName  = "_SUCCESS"
)

// Part says which part of a run a file is.
type Part struct {
	Table string
	Run   string
	Size  ruleset.Size // zero for tables that are not divided by board size
	Index int
}

// Path returns where the part lies within the folder out.
func (p Part) Path(out string) string {
	dir := filepath.Join(out, p.Table, "run="+p.Run)
	if p.Size != (ruleset.Size{}) {
		dir = filepath.Join(dir, "size="+p.Size.String())
	}
	return filepath.Join(dir, fmt.Sprintf("part-%05d.parquet", p.Index))
}

// ParsePart is the inverse of Path.
func ParsePart(out, path string) (Part, error) {
	wrong := fmt.Errorf("%s is not named as a part of a run in %s: TABLE/run=NAME/size=9x9/part-00000.parquet", path, out)
	rel, err := filepath.Rel(out, path)
	if err != nil {
		return Part{}, wrong
	}
	names := strings.Split(filepath.ToSlash(rel), "/")
	if len(names) != 3 && len(names) != 4 {
		return Part{}, wrong
	}
	p := Part{Table: names[0]}
	run, ok := strings.CutPrefix(names[1], "run=")
	p.Run = run
	if len(names) == 4 {
		size, isSize := strings.CutPrefix(names[2], "size=")
		p.Size, err = ruleset.ParseSize(size)
		ok = ok && isSize && err == nil
	}
	number := strings.TrimSuffix(strings.TrimPrefix(names[len(names)-1], "part-"), ".parquet")
	p.Index, err = strconv.Atoi(number)
	if !ok || err != nil || p.Index < 0 || p.Path(out) != filepath.Clean(path) {
		return Part{}, wrong
	}
	return p, nil
}

// CheckRunName reports whether a run may have this name, which becomes the name
// of a folder and a value in SQL.
func CheckRunName(name string) error {
	const allowed = "letters, digits, and . _ - after the first"
	if name == "" || len(name) > 100 {
		return fmt.Errorf("run name %.20q: it must have 1 to 100 characters: %s", name, allowed)
	}
	for i, c := range name {
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
		if !letter && (i == 0 || !strings.ContainsRune("._-", c)) {
			return fmt.Errorf("run name %q: %q is not allowed: use %s", name, c, allowed)
		}
	}
	return nil
}

// Parts returns the paths of the finished parts of a table in the folder out,
// in the order of runs, sizes and numbers. There may be none.
func Parts(out, table string) ([]string, error) {
	if _, err := TableByName(table); err != nil {
		return nil, err
	}
	var parts []string
	err := walk(out, filepath.Join(out, table), func(path string) {
		if strings.HasSuffix(path, ".parquet") {
			parts = append(parts, path)
		}
	})
	slices.SortFunc(parts, func(a, b string) int {
		dirA, baseA := filepath.Split(a)
		dirB, baseB := filepath.Split(b)
		// part-100000 comes after part-99999.
		return cmp.Or(cmp.Compare(dirA, dirB), cmp.Compare(len(baseA), len(baseB)), cmp.Compare(baseA, baseB))
	})
	return parts, err
}

// Unfinished returns the paths of the files in the folder out that a writer has
// begun and not finished. They belong to a process that is at work, or to one
// that was killed; then they can be deleted.
func Unfinished(out string) ([]string, error) {
	var found []string
	err := walk(out, out, func(path string) {
		if strings.HasSuffix(path, unfinished) {
			found = append(found, path)
		}
	})
	return found, err
}

// walk visits the files below dir in the order of their names; out must exist,
// dir need not.
func walk(out, dir string, visit func(path string)) error {
	info, err := os.Stat(out)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return fmt.Errorf("%s is a file, not the folder of a run", out)
	}
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) { // renamed while we look
			return nil
		}
		if err == nil && d.Type().IsRegular() {
			visit(path)
		}
		return err
	})
	return err
}

// MarkComplete says that the folder out holds a whole run: call it last.
func MarkComplete(out string) error { return WriteFileAtomic(filepath.Join(out, SuccessName), nil) }

// MarkIncomplete takes that back: call it before anything in out changes.
func MarkIncomplete(out string) error {
	err := os.Remove(filepath.Join(out, SuccessName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// IsComplete reports whether the folder out was marked as a whole run.
func IsComplete(out string) bool {
	_, err := os.Stat(filepath.Join(out, SuccessName))
	return err == nil
}
