package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLearn learns twice from the same games: the same file.
func TestLearn(t *testing.T) {
	dir := t.TempDir()
	games := filepath.Join(dir, "run")
	if code, _, stderr := tengen(t, "selfplay", "--quiet", "--size", "5", "--games", "25", "--playouts", "20", "--seed", "1", "--out", games); code != exitOK {
		t.Fatal(stderr)
	}
	var files [][]byte
	for _, name := range []string{"one.json", "two.json"} {
		out := filepath.Join(dir, name)
		code, stdout, stderr := tengen(t, "learn", games, "--out", out, "--rounds", "2")
		if code != exitOK || !strings.Contains(stdout, "of 25 games") {
			t.Fatalf("exit code %d, %s%s", code, stdout, stderr)
		}
		data, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, data)
	}
	if !bytes.Equal(files[0], files[1]) || !bytes.Contains(files[0], []byte(`"shapes":[`)) {
		t.Error("two runs wrote two files")
	}
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"learn"}, exitUsage, "arg"},
		{[]string{"learn", games}, exitUsage, "--out is missing"},
		{[]string{"learn", games, "--out", "x", "--rounds", "0"}, exitUsage, "--rounds is 0"},
		{[]string{"learn", dir, "--out", "x"}, exitFailure, "holds no games"},
	} {
		if code, _, stderr := tengen(t, c.args...); code != c.code || !strings.Contains(stderr, c.want) {
			t.Errorf("%v: exit code %d, %s", c.args, code, stderr)
		}
	}
}
