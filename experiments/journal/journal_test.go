package journal

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

type entry struct{ N int }

// write makes a journal of three lines behind its head.
func write(t *testing.T, path string) {
	t.Helper()
	j, lines, err := Open(path, entry{7})
	if err != nil || len(lines) != 0 {
		t.Fatal(lines, err)
	}
	for n := range 3 {
		if err := j.Append(entry{n}); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
}

// Whatever happened to the end of the file, the whole lines before it are found,
// and what is appended stands behind them.
func TestTornJournals(t *testing.T) {
	for _, test := range []struct {
		name  string
		spoil func(string) string
		whole int // lines
	}{
		{"as it was", func(s string) string { return s }, 3},
		{"torn in the last line", func(s string) string { return s[:len(s)-3] }, 2},
		{"a letter changed in the last line", func(s string) string { return s[:len(s)-4] + "9" + s[len(s)-3:] }, 2},
		{"half a line more", func(s string) string { return s + "0badf00d {" }, 3},
		{"a changed line in the middle hides what follows", func(s string) string { return strings.Replace(s, `{"N":1}`, `{"N":5}`, 1) }, 1},
		{"torn in the head", func(s string) string { return s[:5] }, 0},
		{"empty", func(string) string { return "" }, 0},
	} {
		path := filepath.Join(t.TempDir(), "deep", "journal.jsonl")
		write(t, path)
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(test.spoil(string(data))), 0o644); err != nil {
			t.Fatal(err)
		}
		if lines, err := Read(path, entry{7}); err != nil || len(lines) != test.whole {
			t.Errorf("%s: read %q, %v", test.name, lines, err)
		}
		j, lines, err := Open(path, entry{7})
		if err != nil || len(lines) != test.whole {
			t.Fatalf("%s: opened with %q, %v", test.name, lines, err)
		}
		if err := errors.Join(j.Append(entry{42}), j.Close()); err != nil {
			t.Fatal(err)
		}
		lines, err = Read(path, entry{7})
		if err != nil || len(lines) != test.whole+1 || string(lines[test.whole]) != `{"N":42}` {
			t.Errorf("%s: then %q, %v", test.name, lines, err)
		}
	}
}

func TestForeignJournal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.jsonl")
	write(t, path)
	if _, _, err := Open(path, entry{8}); !errors.Is(err, ErrForeign) || !strings.Contains(err.Error(), path) {
		t.Error(err)
	}
	if lines, err := Read(path+"x", entry{7}); err != nil || lines != nil {
		t.Errorf("a journal that is not there: %q, %v", lines, err)
	}
	if lines, err := Read(path, entry{7}); err != nil || len(lines) != 3 {
		t.Errorf("it was changed: %q, %v", lines, err)
	}
}

func TestLock(t *testing.T) {
	dir := t.TempDir()
	if Locked(dir) {
		t.Error("locked by nobody")
	}
	unlock, err := Lock(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Lock(dir); !errors.Is(err, ErrLocked) || !Locked(dir) {
		t.Errorf("locked twice: %v", err)
	}
	if err := unlock(); err != nil || Locked(dir) {
		t.Errorf("still locked, %v", err)
	}
}
