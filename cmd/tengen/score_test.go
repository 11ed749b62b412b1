package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/ruleset"
)

// scoreOf runs score --json on a text given on standard input.
func scoreOf(t *testing.T, input string, args ...string) *experiments.ScoreTable {
	t.Helper()
	var out, errs bytes.Buffer
	args = append([]string{"score", "-", "--json"}, args...)
	if code := run(context.Background(), args, strings.NewReader(input), &out, &errs); code != exitOK {
		t.Fatalf("%v: exit code %d: %s", args, code, errs.String())
	}
	table := new(experiments.ScoreTable)
	decoder := json.NewDecoder(&out)
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(table); err != nil || decoder.More() {
		t.Fatalf("%v: not one object: %v", args, err)
	}
	return table
}

func scoreRow(t *testing.T, table *experiments.ScoreTable, name string) experiments.ScoreRow {
	t.Helper()
	for _, row := range table.Rows {
		if row.Name == name {
			return row
		}
	}
	t.Fatalf("no line %s", name)
	return experiments.ScoreRow{}
}

// White's stone at B2 is dead, and everything is proved.
const settledBoard = ". X . X O . O\nX X X X O O O\nX O . X O . O\nX . X X O O ."

func TestScoreEveryRuleset(t *testing.T) {
	table := scoreOf(t, settledBoard, "--dead", "B2")
	if len(table.Rows) != len(ruleset.RulesetNames()) || table.Method != "agreed" || !slices.Equal(table.Dead, []string{"B2"}) {
		t.Errorf("%d lines, method %s, dead %v", len(table.Rows), table.Method, table.Dead)
	}
	for _, want := range []struct {
		name                 string
		black, white, margin float64
		result, chinese      string
	}{
		{"chinese", 16, 12, -3.5, "W+3.5", "白胜1又3/4子"},
		{"chinese-no-komi", 16, 12, 4, "B+4", "黑胜2子"},
		{"chinese-ancient", 14, 10, 4, "B+4", "黑胜2子"},
		{"japanese", 6, 3, -3.5, "W+3.5", ""},
	} {
		got := scoreRow(t, table, want.name)
		if got.Black != want.black || got.White != want.white || got.Margin != want.margin || got.Result != want.result || got.Chinese != want.chinese {
			t.Errorf("%s: got %+v", want.name, got)
		}
	}
	if parts := scoreRow(t, table, "japanese").BlackParts; parts.Dead != 1 || parts.Surrounded != 5 || parts.Groups != 1 {
		t.Errorf("Black's parts: %+v", parts)
	}
	if table.Owners[2] != "BBBBWWW" || table.Board[2] != "XO.XO.O" {
		t.Errorf("row 2 has the stones %s and the owners %s", table.Board[2], table.Owners[2])
	}
}

func TestScoreMethods(t *testing.T) {
	for _, test := range []struct {
		args   []string
		method string
		dead   int
		margin float64 // chinese-no-komi
	}{
		{nil, "all-alive", 0, 2}, // B1, B2 and C2: a stone of White among neutral points
		{[]string{"--method", "proved"}, "proved", 1, 4},
		{[]string{"--method", "estimate", "--playouts", "50"}, "estimate", 1, 4},
		{[]string{"--method", "playout"}, "playout", 0, 4},
	} {
		table := scoreOf(t, settledBoard, test.args...)
		got := scoreRow(t, table, "chinese-no-komi")
		if table.Method != test.method || len(table.Dead) != test.dead {
			t.Errorf("%v: method %s, dead %v", test.args, table.Method, table.Dead)
		}
		if test.method != "all-alive" && got.Margin != test.margin {
			t.Errorf("%v: margin %v, want %v", test.args, got.Margin, test.margin)
		}
		if (table.Estimate != nil) != (test.method == "estimate") || table.Estimated != (test.method == "estimate") {
			t.Errorf("%v: an estimate is not marked as one, or something else is", test.args)
		}
	}
	var out, errs bytes.Buffer
	code := run(context.Background(), []string{"score", "-", "--method", "estimate", "--playouts", "20"}, strings.NewReader(settledBoard), &out, &errs)
	if code != exitOK || !strings.Contains(out.String(), "These are estimates, not results.") || !strings.Contains(out.String(), "confidence") {
		t.Errorf("exit code %d: %s%s", code, out.String(), errs.String())
	}
}

// The record's games, with the dead stones that their sources give, must come
// out as recorded under their own rules.
func TestScoreRecordedGames(t *testing.T) {
	file, err := os.Open(filepath.Join("..", "..", "datasets", "sgf", "testdata", "cases", "games.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<22)
	checked, every := 0, 1
	if testing.Short() {
		every = 20
	}
	for n := 0; lines.Scan(); n++ {
		var c struct {
			ID    string
			SGF   string
			Rules struct{ Score string }
			Query struct {
				Type string
				Dead []string
			}
			Expect struct{ Margin *float64 }
		}
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		if c.SGF == "" || c.Query.Type != "score" || c.Expect.Margin == nil || n%every != 0 {
			continue
		}
		args := []string{}
		if len(c.Query.Dead) > 0 {
			args = []string{"--dead", strings.Join(c.Query.Dead, " ")}
		}
		table := scoreOf(t, c.SGF, args...)
		if table.RecordRules == "" {
			continue
		}
		own := scoreRow(t, table, "record")
		if own.Margin != *c.Expect.Margin && own.Scoring == c.Rules.Score {
			t.Errorf("%s: margin %v, recorded %v; notes %q", c.ID, own.Margin, *c.Expect.Margin, table.Notes)
		}
		checked++
	}
	t.Logf("%d games", checked)
	if checked < 3 {
		t.Errorf("only %d games were checked", checked)
	}
}

func TestScoreNotes(t *testing.T) {
	const record = "(;SZ[7:4]KM[0]RU[Chinese]RE[B+4]AB[ba][da][ab][bb][cb][db][ac][dc][ad][cd][dd]AW[ea][ga][eb][fb][gb][bc][ec][gc][ed][fd];B[];W[])"
	for _, test := range []struct {
		name, record string
		args         []string
		want         string
	}{
		{"agreement", record, []string{"--dead", "B2"}, "so does this count"},
		{"mismatch", record, nil, "MISMATCH: the record says B+4"},
		{"the middle of a game", record, []string{"--move", "1"}, "after move 1 of 2"},
		{"resignation", strings.Replace(record, "B+4", "B+R", 1), nil, "was not counted"},
		{"no result", strings.Replace(record, "RE[B+4]", "", 1), nil, "no result"},
		{"handicap", record, []string{"--handicap", "3"}, "3 handicap stones"},
	} {
		table := scoreOf(t, test.record, test.args...)
		if notes := strings.Join(table.Notes, "\n"); !strings.Contains(notes, test.want) {
			t.Errorf("%s: the notes %q do not say %q", test.name, notes, test.want)
		}
	}
	table := scoreOf(t, record, "--dead", "B2", "--handicap", "3", "--komi", "0.5")
	if chinese, aga := scoreRow(t, table, "chinese"), scoreRow(t, table, "aga"); chinese.Compensation != 3 || aga.Compensation != 2 || chinese.Margin != 0.5 || chinese.Komi != 0.5 {
		t.Errorf("chinese %+v, aga %+v", chinese, aga)
	}
	table = scoreOf(t, record, "--dead", "B2", "--captures", "2,5")
	if got := scoreRow(t, table, "japanese"); got.Margin != -6.5 { // three points each, less komi
		t.Errorf("with prisoners: %+v", got)
	}
}

func TestScoreGamesAndMoves(t *testing.T) {
	const two = "(;SZ[5]KM[0]RU[Chinese];B[cc];W[dd])(;SZ[3]RU[Japanese];B[bb];W[];B[])"
	if table := scoreOf(t, two, "--game", "2"); table.Size != "3x3" || scoreRow(t, table, "chinese-no-komi").Margin != 9 || table.Number != 2 {
		t.Errorf("got %+v", table)
	}
	if table := scoreOf(t, two, "--move", "0"); scoreRow(t, table, "chinese-no-komi").Margin != 0 || table.Moves != 2 {
		t.Errorf("at the start: %+v", table)
	}
	code, stdout, stderr := tengen(t, "score", "--size", "3", "--moves", "B2 pass pass")
	if code != exitOK || !strings.Contains(stdout, "B+1.5") || !strings.Contains(stdout, "黑胜3/4子") || !strings.Contains(stdout, "all-alive") {
		t.Errorf("exit code %d: %s%s", code, stdout, stderr)
	}
}

func TestScoreBadInput(t *testing.T) {
	dir := t.TempDir()
	file := func(name, content string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	good, illegal := file("good.sgf", "(;SZ[5];B[cc];W[dd])"), file("illegal.sgf", "(;SZ[5];B[cc];W[cc])")
	drawn := file("board.txt", settledBoard)
	for _, test := range []struct {
		args []string
		code int
		want []string
	}{
		{nil, exitUsage, []string{"--moves", "name a file"}},
		{[]string{good, drawn}, exitUsage, []string{"2 arguments"}},
		{[]string{good, "--moves", "D4"}, exitUsage, []string{"one of the two"}},
		{[]string{filepath.Join(dir, "none.sgf")}, exitFailure, []string{"none.sgf", "no such file"}},
		{[]string{file("x.txt", "hello")}, exitFailure, []string{"x.txt", "neither SGF", "drawn board"}},
		{[]string{file("empty.txt", "")}, exitFailure, []string{"empty.txt"}},
		{[]string{illegal}, exitFailure, []string{"illegal.sgf", "game 1", "move 2", "occupied", "--move"}},
		{[]string{illegal, "--move", "1"}, exitOK, nil},
		{[]string{good, "--move", "3"}, exitFailure, []string{"good.sgf", "no move 3", "2"}},
		{[]string{good, "--move", "-1"}, exitUsage, []string{"--move is -1"}},
		{[]string{good, "--game", "2"}, exitFailure, []string{"good.sgf", "no game 2"}},
		{[]string{good, "--dead", "A1"}, exitFailure, []string{"good.sgf", "no stone at A1"}},
		{[]string{good, "--dead", "T19"}, exitFailure, []string{"T19", "5x5"}},
		{[]string{good, "--dead", "I5"}, exitUsage, []string{"--dead", "I5"}},
		{[]string{good, "--method", "estimat"}, exitUsage, []string{"estimat", "did you mean estimate?"}},
		{[]string{good, "--method", "proved"}, exitFailure, []string{"25 of 25", "--method", "--dead"}},
		{[]string{good, "--method", "playout", "--dead", "C3"}, exitUsage, []string{"--dead", "playout"}},
		{[]string{good, "--playouts", "10"}, exitUsage, []string{"--playouts", "estimate"}},
		{[]string{good, "--method", "estimate", "--playouts", "0"}, exitUsage, []string{"--playouts is 0"}},
		{[]string{good, "--seed", "10"}, exitUsage, []string{"--seed"}},
		{[]string{good, "--komi", "3.3"}, exitUsage, []string{"--komi", "3.3"}},
		{[]string{good, "--captures", "3"}, exitUsage, []string{"--captures", "3,5"}},
		{[]string{good, "--handicap", "-2"}, exitUsage, []string{"--handicap is -2"}},
		{[]string{good, "--size", "5"}, exitUsage, []string{"--size", "--moves"}},
		{[]string{drawn, "--move", "1"}, exitFailure, []string{"board.txt", "one position"}},
		{[]string{"--size", "5", "--moves", "C3 C3"}, exitFailure, []string{"--moves: move 2", "occupied"}},
		{[]string{"--size", "26", "--moves", "C3"}, exitUsage, []string{"--size", "26"}},
	} {
		code, _, stderr := tengen(t, append([]string{"score"}, test.args...)...)
		if code != test.code {
			t.Errorf("%v: exit code %d, want %d: %s", test.args, code, test.code, stderr)
		}
		for _, want := range test.want {
			if !strings.Contains(stderr, want) {
				t.Errorf("%v: %q does not say %q", test.args, stderr, want)
			}
		}
	}
}
