package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/experiments"
)

func TestStartFlags(t *testing.T) {
	dir := t.TempDir()
	setup := filepath.Join(dir, "setup.sgf")
	if err := os.WriteFile(setup, []byte("(;SZ[7:5]AB[aa]AW[gg][ge]PL[W])"), 0o644); err != nil {
		t.Fatal(err)
	}
	drawn := filepath.Join(dir, "board.txt")
	if err := os.WriteFile(drawn, []byte("X . .\n. . .\n. . O\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "run")
	for _, test := range []struct {
		args []string
		code int
		want []string
	}{
		{[]string{"--handicap", "3", "--size", "7"}, exitOK, []string{"7x7, 3 handicap stones"}},
		{[]string{"--setup", drawn}, exitOK, []string{"3x3, from a setup"}},
		{[]string{"--rules", "chinese-ancient", "--size", "7"}, exitOK, nil},
		{[]string{"--setup", setup}, exitUsage, []string{"--setup", "setup.sgf"}}, // gg is off the board
		{[]string{"--setup", drawn, "--size", "5"}, exitUsage, []string{"--setup", "3x3", "5x5"}},
		{[]string{"--setup", filepath.Join(dir, "none")}, exitUsage, []string{"--setup", "no such file"}},
		{[]string{"--handicap", "1"}, exitUsage, []string{"handicap of 1", "2 to 9"}},
		{[]string{"--handicap", "3", "--size", "5"}, exitUsage, []string{"5x5"}},
	} {
		folder := out + strings.Join(test.args, "")[:4] + test.args[len(test.args)-1][:1]
		args := append([]string{"selfplay", "--games", "2", "--player", "uniform", "--seed", "1", "--out", folder}, test.args...)
		code, _, stderr := tengen(t, args...)
		if code != test.code {
			t.Errorf("%v: exit code %d, want %d: %s", test.args, code, test.code, stderr)
		}
		for _, want := range test.want {
			if !strings.Contains(stderr, want) {
				t.Errorf("%v: %q does not say %q", test.args, stderr, want)
			}
		}
		if code == exitOK {
			if code, stdout, stderr := tengen(t, "verify", folder); code != exitOK {
				t.Errorf("%v: verify: %s%s", test.args, stdout, stderr)
			}
			if _, err := experiments.LoadPlan(folder); err != nil {
				t.Error(err)
			}
			if err := os.RemoveAll(folder); err != nil {
				t.Fatal(err)
			}
		}
	}
}
