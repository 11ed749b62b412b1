package komi

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/ruleset"
)

// tinyPlan is a study that takes a second or two.
func tinyPlan(t testing.TB) Plan {
	t.Helper()
	plan := DefaultPlan()
	plan.Sizes = []experiments.BoardSize{{Size: ruleset.Square(4)}}
	plan.Players = []experiments.PlayerSpec{player(t, "light:playouts=16,memory_mib=1")}
	plan.Precision, plan.MaxGames, plan.Seed = 2, 200, 5
	if err := plan.Validate(); err != nil {
		t.Fatal(err)
	}
	return plan
}

func player(t testing.TB, text string) experiments.PlayerSpec {
	t.Helper()
	spec, err := experiments.ParsePlayer(text)
	if err != nil {
		t.Fatal(err)
	}
	return spec
}

func rules(t testing.TB, text string) ruleset.Rules {
	t.Helper()
	r, err := ruleset.ParseRules(text)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func study1(t testing.TB, plan Plan, options Options) (string, *Result) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "study")
	result, err := Run(context.Background(), dir, &plan, options)
	if err != nil {
		t.Fatal(err)
	}
	return dir, result
}

// files are the checksums of all files of a study that do not tell the time.
func files(t testing.TB, dir string) map[string]string {
	t.Helper()
	sums := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name := filepath.ToSlash(strings.TrimPrefix(path, dir))
		if strings.Contains(name, "/timings/") || strings.HasSuffix(name, "/manifest.json") || strings.Contains(name, "/settings/") && strings.HasSuffix(name, "/README.md") {
			return nil // clock times, and sizes and checksums of them
		}
		data, err := os.ReadFile(path)
		sum := sha256.Sum256(data)
		sums[name] = hex.EncodeToString(sum[:])
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return sums
}

// wantError checks that an error says what it must.
func wantError(t *testing.T, err error, parts ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error; want one that says %q", parts)
	}
	for _, part := range parts {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("error %q does not say %q", err, part)
		}
	}
}
