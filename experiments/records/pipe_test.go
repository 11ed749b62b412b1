//go:build unix

package records

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// Nobody writes to the pipes: opening one would wait for ever.
func TestPipesAreRejected(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	write(t, dir, "b.sgf", []byte(randomRecord(1, 5, 5)))
	named := filepath.Join(other, "pipe")
	for _, path := range []string{filepath.Join(dir, "a.sgf"), filepath.Join(dir, "c.zip"), named} {
		if err := syscall.Mkfifo(path, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("nowhere", filepath.Join(dir, "d.sgf")); err != nil {
		t.Fatal(err)
	}
	in := load(t, Options{}, dir, named)
	if len(in.games) != 1 || len(in.rejects) != 4 {
		t.Fatalf("%d games, %v", len(in.games), in.rejects)
	}
	for i, want := range []string{"a pipe", "a pipe", "no such file", "a pipe"} {
		if reason := in.rejects[i].Reason; !strings.Contains(reason, want) {
			t.Errorf("reject %d is %q, want %s", i, reason, want)
		}
	}
}
