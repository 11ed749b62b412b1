package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestAnalyze looks at a position of moves, a drawn board and a record.
func TestAnalyze(t *testing.T) {
	dir := t.TempDir()
	board, record, picture := filepath.Join(dir, "board.txt"), filepath.Join(dir, "game.sgf"), filepath.Join(dir, "board.svg")
	for path, text := range map[string]string{
		board:  ". . . . .\n. . X X .\n. X O O X\n. X O . .\n. . X . .\n",
		record: "(;SZ[5]KM[2.5]RU[Japanese];B[cc];W[dc];B[db])",
	} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	code, stdout, stderr := tengen(t, "analyze", board, "--playouts", "400", "--top", "3", "--picture", picture)
	if code != exitOK || stderr != "" {
		t.Fatalf("exit code %d, %s", code, stderr)
	}
	for _, want := range []string{"5x5, komi 7.5, Black to move", "400 playouts", "Black plays D2", "\na  D2 ", " 2 . X O a . 2 "} {
		if !strings.Contains(stdout, want) {
			t.Errorf("%q is not in:\n%s", want, stdout)
		}
	}
	if data, err := os.ReadFile(picture); err != nil || !strings.Contains(string(data), "</svg>") {
		t.Errorf("picture: %v", err)
	}
	var first string
	for range 2 {
		code, stdout, stderr := tengen(t, "analyze", record, "--json", "--playouts", "100", "--seed", "3")
		var found struct {
			Rules, Best string
			ToPlay      string `json:"to_play"`
			Winrate     float64
			Seconds     float64
			Moves       []struct {
				Move   string
				Visits int
				Line   []string
			}
			Ownership [][]float64
		}
		if err := json.Unmarshal([]byte(stdout), &found); err != nil || code != exitOK {
			t.Fatalf("exit code %d, %v, %s", code, err, stderr)
		}
		if !strings.HasPrefix(found.Rules, "japanese") || found.ToPlay != "W" || len(found.Moves) < 2 || len(found.Ownership) != 5 ||
			found.Moves[0].Move != found.Best || found.Moves[0].Visits == 0 || found.Moves[0].Line[0] != found.Best {
			t.Errorf("found %+v", found)
		}
		without := strings.Replace(stdout, jsonLine(stdout, "seconds"), "", 1)
		if first == "" {
			first = without
		}
		if without != first {
			t.Error("the same seed gives another answer")
		}
	}
}

// jsonLine returns the line of an indented object that holds a key.
func jsonLine(text, key string) string {
	for line := range strings.Lines(text) {
		if strings.Contains(line, `"`+key+`":`) {
			return line
		}
	}
	return ""
}

// TestAnalyzeTheEmptyBoard needs no moves, and draws as many letters as there
// are.
func TestAnalyzeTheEmptyBoard(t *testing.T) {
	code, stdout, stderr := tengen(t, "analyze", "--size", "9", "--playouts", "1000", "--top", "60")
	if code != exitOK || !strings.Contains(stdout, "9x9, komi 7.5, Black to move") || strings.Contains(stdout, "?") {
		t.Errorf("exit code %d, %s\n%s", code, stderr, stdout)
	}
}

func TestAnalyzeRefuses(t *testing.T) {
	over := []string{"analyze", "--size", "5", "--moves", "C3 pass pass"}
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{over, exitFailure, "is over"},
		{[]string{"analyze"}, exitUsage, "name a file"},
		{[]string{"analyze", "nothing.sgf"}, exitFailure, "nothing.sgf"},
		{[]string{"analyze", "--moves", "C3", "--player", "strnog"}, exitUsage, "did you mean strong?"},
		{[]string{"analyze", "--moves", "C3", "--player", "uniform"}, exitUsage, "without search"},
		{[]string{"analyze", "--moves", "C3", "--playouts", "0"}, exitUsage, "--playouts is 0"},
		{[]string{"analyze", "--moves", "C3", "--top", "0"}, exitUsage, "--top is 0"},
		{[]string{"analyze", "--moves", "C3", "--picture", "a.gif"}, exitUsage, "an .svg or a .png"},
		{[]string{"analyze", "--moves", "C3", "--rules", "chinse"}, exitUsage, `did you mean "chinese"?`},
		{[]string{"analyze", "--moves", "C3 C3"}, exitFailure, "move 2"},
		{[]string{"analyze", "--moves", "C3", "--move", "4"}, exitFailure, "no move 4"},
		{[]string{"analyze", "game.sgf", "--size", "9"}, exitUsage, "a file has its own"},
		{[]string{"analyze", "--size", "9", "--to-play", "white"}, exitUsage, "Black begins"},
		{[]string{"analyze", "--moves", "C3", "--size", "25"}, exitFailure, "1 to 19"},
	} {
		code, _, stderr := tengen(t, c.args...)
		if code != c.code || !strings.Contains(stderr, c.want) {
			t.Errorf("%v: exit code %d, %s", c.args, code, stderr)
		}
	}
}
