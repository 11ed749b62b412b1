package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/tengen-go/tengen/"

// layers lists the packages from the bottom up: a package imports only those
// before it.
var layers = []string{
	"ruleset",
	"fastboard",
	"playout/lanes",
	"playout",
	"mcts",
	"datasets",
	"datasets/sgf",
	"experiments/stats",
	"experiments/plots",
	"experiments/rating",
	"experiments/clock",
	"experiments/lifedeath",
	"experiments/freeplay",
	"experiments/opinion",
	"experiments/gtp",
	"experiments/analysis",
	"experiments/records",
	"experiments/journal",
	"experiments",
	"experiments/match",
	"experiments/tune",
	"experiments/komi",
	"benchmarks",
	"cmd/tengen",
}

// doors are the only packages that import an outside one.
var doors = map[string][]string{
	"github.com/parquet-go/parquet-go":  {"datasets"},
	"gonum.org/v1/gonum":                {"experiments"},
	"gonum.org/v1/plot":                 {"experiments/plots"},
	"github.com/schollz/progressbar/v3": {"cmd/tengen"},
	"github.com/spf13/cobra":            {"cmd/tengen"},
	"golang.org/x/text":                 {"datasets/sgf"},
	"math/rand":                         {}, // version 1: nobody
}

// forbidden are imports that a package must not have although its layer would
// allow them.
var forbidden = map[string][]string{
	"mcts":         {"datasets"},
	"datasets":     {"fastboard", "playout", "mcts"},
	"datasets/sgf": {"datasets", "fastboard", "playout", "mcts"},
}

func TestLayers(t *testing.T) {
	rank := map[string]int{}
	for i, layer := range layers {
		rank[layer] = i
	}
	seen := map[string]bool{}
	for file, imports := range productImports(t) {
		from := filepath.ToSlash(filepath.Dir(file))
		if strings.HasSuffix(from, "/gen") { // generators stand beside what they make
			continue
		}
		layer, known := rank[from]
		if !known {
			t.Errorf("%s: package %s has no place among the layers", file, from)
			continue
		}
		seen[from] = true
		for _, path := range imports {
			to, own := strings.CutPrefix(path, module)
			if own && (rank[to] >= layer || !slices.Contains(layers, to)) {
				t.Errorf("%s imports %s, which is not below it", file, to)
			}
			for _, no := range forbidden[from] {
				if own && to == no {
					t.Errorf("%s imports %s: these two must not know of each other", file, to)
				}
			}
			for outside, allowed := range doors {
				if (path == outside || strings.HasPrefix(path, outside+"/") && outside != "math/rand") && !below(from, allowed) {
					t.Errorf("%s imports %s: its door is %v", file, path, allowed)
				}
			}
		}
	}
	for _, layer := range layers {
		if !seen[layer] {
			t.Errorf("there is no package %s", layer)
		}
	}
}

func below(path string, folders []string) bool {
	for _, folder := range folders {
		if path == folder || strings.HasPrefix(path, folder+"/") {
			return true
		}
	}
	return false
}

// productImports returns the imports of every file of the module that is no
// test.
func productImports(t *testing.T) map[string][]string {
	root := filepath.Join("..", "..")
	files := map[string][]string{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && (strings.HasPrefix(entry.Name(), ".") && path != root || entry.Name() == "testdata" || entry.Name() == "runs") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		for _, spec := range parsed.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			files[name] = append(files[name], imported)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
