package experiments

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/ruleset"
)

// tinyPlan is a run of short games: 5x5, a handful of playouts.
func tinyPlan(t testing.TB, games int) *Plan {
	t.Helper()
	plan := DefaultPlan()
	plan.Size = BoardSize{ruleset.Square(5)}
	plan.Games, plan.ShardGames = games, 4
	plan.Seed = 7
	plan.Black = player(t, "light:playouts=16,memory_mib=1")
	plan.White = plan.Black
	if err := plan.Validate(); err != nil {
		t.Fatal(err)
	}
	return &plan
}

func player(t testing.TB, text string) PlayerSpec {
	t.Helper()
	spec, err := ParsePlayer(text)
	if err != nil {
		t.Fatal(err)
	}
	return spec
}

// play runs the plan in a new folder and returns the folder.
func play(t testing.TB, plan *Plan, options Options) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	if _, err := SelfPlay(context.Background(), dir, plan, options); err != nil {
		t.Fatal(err)
	}
	return dir
}

// parts returns the checksums of the reproducible parts of a run.
func parts(t testing.TB, dir string) map[string]string {
	t.Helper()
	sums := map[string]string{}
	for _, table := range []string{tableGames, tablePositions} {
		err := filepath.WalkDir(filepath.Join(dir, table), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				if os.IsNotExist(err) {
					return nil
				}
				return err
			}
			data, err := os.ReadFile(path)
			sum := sha256.Sum256(data)
			sums[strings.TrimPrefix(path, dir)] = hex.EncodeToString(sum[:])
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return sums
}

// wantError checks that an error says what it must.
func wantError(t *testing.T, err error, parts ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error; want one that names %q", parts)
	}
	for _, part := range parts {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("error %q does not say %q", err, part)
		}
	}
}
