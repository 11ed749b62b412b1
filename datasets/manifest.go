package datasets

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

const manifestSchema = "manifest/1"

// Manifest lists the parts of a run with their checksums. It is a function of
// the parts: the same parts give the same bytes.
type Manifest struct {
	Schema     string `json:"schema"` // "manifest/1"
	PlanSHA256 string `json:"plan_sha256"`
	// ToolVersions has more than one entry if the run was resumed with another
	// version of the program.
	ToolVersions []string                 `json:"tool_versions"`
	Tables       map[string]ManifestTable `json:"tables"`
}

// ManifestTable is a table in a manifest.
type ManifestTable struct {
	Rows  int64  `json:"rows"`
	Bytes int64  `json:"bytes"`
	Files []File `json:"files"`
}

// Collect reads every part in the folder out, checks it against its own
// checksum and against the others, and returns the manifest. Which parts there
// should be is for the caller to know.
func Collect(out string) (*Manifest, error) {
	m := &Manifest{Schema: manifestSchema, ToolVersions: []string{}, Tables: map[string]ManifestTable{}}
	first := ""
	for _, t := range rowTypes {
		paths, err := Parts(out, t.Name)
		if err != nil {
			return nil, err
		}
		for _, path := range paths {
			f, meta, err := describe(path, t)
			if err != nil {
				return nil, err
			}
			if first == "" {
				first, m.PlanSHA256 = path, meta.PlanSHA256
			}
			if meta.PlanSHA256 != m.PlanSHA256 {
				return nil, fmt.Errorf("%s belongs to another plan (%.12s) than %s (%.12s): keep the runs in folders of their own",
					path, meta.PlanSHA256, first, m.PlanSHA256)
			}
			if !slices.Contains(m.ToolVersions, meta.ToolVersion) {
				m.ToolVersions = append(m.ToolVersions, meta.ToolVersion)
			}
			if f.Path, err = relative(out, path); err != nil {
				return nil, err
			}
			table := m.Tables[t.Name]
			table.Rows += f.Rows
			table.Bytes += f.Bytes
			table.Files = append(table.Files, f)
			m.Tables[t.Name] = table
		}
	}
	slices.Sort(m.ToolVersions)
	return m, nil
}

// describe verifies a part and returns what a manifest says of it.
func describe(path string, t *rowType) (File, Meta, error) {
	p, err := openPart(path)
	if err != nil {
		return File{}, Meta{}, err
	}
	defer p.Close()
	if err := p.expect(t); err != nil {
		return File{}, Meta{}, err
	}
	sum, err := p.verifySelf()
	return File{Rows: p.pq.NumRows(), Bytes: p.size, SHA256: sum}, p.meta, err
}

func relative(out, path string) (string, error) {
	rel, err := filepath.Rel(out, path)
	return filepath.ToSlash(rel), err
}

// Write puts the manifest into the folder out.
func (m *Manifest) Write(out string) error {
	return WriteJSON(filepath.Join(out, ManifestName), m)
}

// WriteJSON writes a value as indented JSON into a file, which is whole or absent.
func WriteJSON(path string, v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return err
	}
	return WriteFileAtomic(path, b.Bytes())
}

// ReadManifest reads the manifest of the folder out.
func ReadManifest(out string) (*Manifest, error) {
	path := filepath.Join(out, ManifestName)
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var m Manifest
	if err := json.Unmarshal(data, &m); err != nil {
		return nil, fmt.Errorf("%s: %w: %w", path, ErrDamaged, err)
	}
	switch {
	case m.Schema == manifestSchema:
	case strings.HasPrefix(m.Schema, "manifest/"):
		return nil, fmt.Errorf("%s is %s, and this version reads %s: %w; update the program", path, m.Schema, manifestSchema, ErrVersion)
	default:
		return nil, fmt.Errorf("%s: %w: it is no list of parts", path, ErrForeign)
	}
	return &m, nil
}

// Check compares the parts in the folder out with the manifest and returns
// every difference: missing and additional parts, changed bytes. Parts of
// tables that the manifest does not mention count as additional.
func (m *Manifest) Check(out string) error {
	var problems []error
	listed := map[string]bool{}
	for _, name := range sortedKeys(m.Tables) {
		for _, f := range m.Tables[name].Files {
			listed[f.Path] = true
			if err := f.check(filepath.Join(out, filepath.FromSlash(f.Path))); err != nil {
				problems = append(problems, err)
			}
		}
	}
	for _, t := range rowTypes {
		paths, err := Parts(out, t.Name)
		if err != nil {
			return errors.Join(append(problems, err)...)
		}
		for _, path := range paths {
			if rel, err := relative(out, path); err != nil || !listed[rel] {
				problems = append(problems, fmt.Errorf("%s is not in the manifest: it came after the run was collected", path))
			}
		}
	}
	return errors.Join(problems...)
}

func (f File) check(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return fmt.Errorf("%w: the manifest lists it", err)
	}
	if info.Size() != f.Bytes {
		return fmt.Errorf("%s has %d bytes, and %d in the manifest: %w", path, info.Size(), f.Bytes, ErrDamaged)
	}
	sum, err := SHA256File(path)
	if err != nil {
		return err
	}
	if sum != f.SHA256 {
		return fmt.Errorf("%s has another checksum than in the manifest: %w", path, ErrDamaged)
	}
	return nil
}

func sortedKeys[V any](m map[string]V) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
