package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/datasets/sgf"
	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/experiments/records"
)

// sampleRuns are flags of small runs of all sorts.
var sampleRuns = map[string]string{
	"usual":      "--size 5 --player default",
	"territory":  "--size 5 --player light --rules japanese",
	"rectangle":  "--size 4x6 --player uniform --rules aga",
	"ancient":    "--size 9 --player uniform --rules chinese-ancient",
	"handicap":   "--size 9 --player uniform --handicap 4 --rules ing --komi 0.5",
	"move limit": "--size 7 --player uniform --max-moves 30",
	"resigning":  "--size 5 --black light --white default --resign 0.4 --resign-moves 1",
	"overridden": "--size 5 --player uniform --rules chinese,ko=simple,suicide=any,seki=dame",
	"settled":    "--size 5 --player tactical --stop-settled --rules tromp-taylor",
}

// Games of self-play come back from SGF with the same moves, rules, komi,
// players, results and counts, under all sorts of plans.
func TestImportOfExportedRuns(t *testing.T) {
	for name, flags := range sampleRuns {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			run, file, again := filepath.Join(dir, "run"), filepath.Join(dir, "run.sgf"), filepath.Join(dir, "again")
			args := append([]string{"selfplay", "--games", "5", "--playouts", "20", "--seed", "3", "--out", run}, strings.Fields(flags)...)
			for _, args := range [][]string{args, {"export", run, "--collection", file}, {"import", file, "--out", again, "--strict"}} {
				if code, _, stderr := tengen(t, args...); code != exitOK {
					t.Fatalf("%v: exit code %d: %s", args, code, stderr)
				}
			}
			want, got := gamesIn(t, run), gamesIn(t, again)
			if len(got) != 5 {
				t.Fatalf("%d games", len(got))
			}
			for i := range want {
				if a, b := played(want[i]), played(got[i]); !reflect.DeepEqual(a, b) {
					t.Errorf("game %d\n%+v\nbecame\n%+v", i, a, b)
				}
				game, err := experiments.Replay(&got[i])
				if err != nil || game.FinalHash() != want[i].FinalHash {
					t.Errorf("game %d cannot be replayed: %v", i, err)
				}
			}
		})
	}
}

func gamesIn(t *testing.T, dir string) (rows []datasets.GameRow) {
	t.Helper()
	for row, err := range (records.Filter{}).From(dir) {
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, *row)
	}
	return rows
}

// played is what a record tells about a game.
func played(g datasets.GameRow) datasets.GameRow {
	short := datasets.GameRow{
		BoardW: g.BoardW, BoardH: g.BoardH, Ruleset: g.Ruleset, RulesJSON: g.RulesJSON, Komi: g.Komi, Handicap: g.Handicap,
		Black: g.Black, White: g.White, SetupToPlay: g.SetupToPlay, NumMoves: g.NumMoves, FinalHash: g.FinalHash,
		Winner: g.Winner, EndReason: g.EndReason, Result: g.Result, Seed: g.Seed, ForcedPlies: g.ForcedPlies,
		BlackPlayouts: g.BlackPlayouts, WhitePlayouts: g.WhitePlayouts, MoveVisits: g.MoveVisits,
		SetupBlack: append([]int16{}, g.SetupBlack...), SetupWhite: append([]int16{}, g.SetupWhite...), Moves: append([]int16{}, g.Moves...),
	}
	if g.BlackMargin != nil {
		margin := *g.BlackMargin
		short.BlackMargin = &margin
	}
	return short
}

func TestImport(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "games.sgf")
	text := "(;GM[1]SZ[9]RE[B+R];B[ee];W[cc])\n(;GM[1]SZ[9];B[aa];W[aa])\n(;GM[1]SZ[9]PB[x];B[ee];W[gg])"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "out")
	code, stdout, stderr := tengen(t, "import", path, "--out", out, "--notes")
	for _, want := range []string{"2 of 3 records", "Rejected   1", "Copies     1", "B 1, none 1"} {
		if code != exitOK || !strings.Contains(stdout, want) {
			t.Errorf("exit code %d, no %q: %s %s", code, want, stdout, stderr)
		}
	}
	for _, want := range []string{"rejected: " + path + ": game 2, move 2: ", "occupied", "copy: game 1", "simple ko are assumed"} {
		if !strings.Contains(stderr, want) {
			t.Errorf("no %q: %s", want, stderr)
		}
	}
	code, stdout, _ = tengen(t, "import", path, "--out", filepath.Join(dir, "strict"), "--strict", "--json", "--leave-copies")
	var report records.Report
	decoder := json.NewDecoder(strings.NewReader(stdout))
	if err := decoder.Decode(&report); err != nil || decoder.More() || code != exitFailure || report.Games != 1 || report.Rejected != 2 {
		t.Errorf("exit code %d, %v: %s", code, err, stdout)
	}
	for _, args := range [][]string{{"data", "info", out}, {"data", "head", out}, {"data", "head", out, "--table", "rejects"}} {
		if code, stdout, stderr := tengen(t, args...); code != exitOK || stdout == "" {
			t.Errorf("%v: exit code %d, %s", args, code, stderr)
		}
	}
}

func TestExport(t *testing.T) {
	dir := t.TempDir()
	run := filepath.Join(dir, "run")
	if code, _, stderr := tengen(t, tiny(run)...); code != exitOK {
		t.Fatal(stderr)
	}
	code, stdout, stderr := tengen(t, "export", run, "--game", "3")
	c, err := sgf.Parse([]byte(stdout), sgf.Options{})
	if code != exitOK || err != nil || len(c.Games) != 1 {
		t.Fatalf("exit code %d, %v: %s %s", code, err, stdout, stderr)
	}
	for _, want := range []string{"SZ[5]", "RU[Chinese]", "KM[7.5]", "PB[default]", "SBKV[", "Black wins", "-00000003]"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("no %s in %s", want, stdout)
		}
	}
	out := filepath.Join(dir, "games")
	code, stdout, stderr = tengen(t, "export", run, "--out", out, "--limit", "4", "--json")
	files, err := filepath.Glob(filepath.Join(out, "*.sgf"))
	if code != exitOK || err != nil || len(files) != 4 || !strings.Contains(stdout, `"games": 4`) {
		t.Errorf("exit code %d, %v, %v: %s %s", code, err, files, stdout, stderr)
	}
	file := filepath.Join(dir, "all.sgf")
	if code, _, stderr := tengen(t, "export", run, "--collection", file); code != exitOK {
		t.Error(stderr)
	}
	data, err := os.ReadFile(file)
	if err != nil || bytes.Count(data, []byte("(;")) != 6 {
		t.Error(err, bytes.Count(data, []byte("(;")))
	}
	left, err := filepath.Glob(filepath.Join(dir, ".tengen*"))
	if err != nil || len(left) > 0 {
		t.Error(err, left)
	}
	for _, test := range []struct {
		args string
		code int
		want string
	}{
		{"export", exitUsage, "name one"},
		{"export RUN --winner X", exitUsage, "B, W, draw or none"},
		{"export RUN --limit -1", exitUsage, "--limit"},
		{"export RUN --out a --collection b", exitUsage, "contradict"},
		{"export RUN --json", exitUsage, "--json"},
		{"export RUN --game 17", exitFailure, "no game 17"},
		{"export RUN --min-moves 1000", exitFailure, "--min-moves"},
		{"export RUN/none", exitFailure, "none"},
		{"export RUN --collection " + file, exitFailure, "already"},
		{"export RUN --out " + out, exitFailure, "already"},
		{"export " + file, exitFailure, "Parquet"},
		{"import", exitUsage, "nothing to import"},
		{"import x", exitUsage, "--out"},
		{"import x --out y --workers -1", exitUsage, "--workers"},
		{"import x --out y --assume-rules chineze", exitUsage, "chinese"},
		{"import RUN/none --out y", exitFailure, "none"},
		{"import RUN --out y", exitFailure, "no .sgf"},
		{"import " + file + " --out RUN", exitFailure, "not empty"},
	} {
		code, _, stderr := tengen(t, strings.Fields(strings.ReplaceAll(test.args, "RUN", run))...)
		if code != test.code || !strings.Contains(stderr, test.want) {
			t.Errorf("%s: exit code %d, %s", test.args, code, stderr)
		}
	}
}

// An import can be looked at and verified like a run.
func TestStatusAndVerifyOfAnImport(t *testing.T) {
	dir := t.TempDir()
	file, out := filepath.Join(dir, "games.sgf"), filepath.Join(dir, "import")
	if err := os.WriteFile(file, []byte("(;GM[1]SZ[5]KM[0]RU[Chinese]RE[B+25];B[cc];W[];B[])(;GM[1]SZ[5]RE[W+R];B[cc])"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ args, want string }{
		{"import " + file + " --out " + out, "Imported"},
		{"status " + out, "complete"},
		{"status " + out + " --json", `"games": 2`},
		{"verify " + out, "2 of 2 games stored, 2 replayed"},
		{"verify " + out + " --json", `"failures": 0`},
	} {
		if code, stdout, stderr := tengen(t, strings.Fields(test.args)...); code != exitOK || !strings.Contains(stdout, test.want) {
			t.Errorf("%s: exit code %d, %s%s", test.args, code, stdout, stderr)
		}
	}
	for _, args := range []string{"resume " + out, "verify " + out + " --regenerate 1"} {
		if code, _, stderr := tengen(t, strings.Fields(args)...); code != exitFailure || !strings.Contains(stderr, "import") {
			t.Errorf("%s: exit code %d, %s", args, code, stderr)
		}
	}
}
