package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/datasets/sgf"
	"github.com/tengen-go/tengen/ruleset"
)

// sabaki runs one of the scripts of testdata/sabaki. TENGEN_SABAKI names a copy
// of that folder where npm has installed what package.json lists:
//
//	cp -r cmd/tengen/testdata/sabaki /tmp/sabaki && (cd /tmp/sabaki && npm ci)
//	TENGEN_SABAKI=/tmp/sabaki go test ./cmd/tengen -run Sabaki
func sabaki(t *testing.T, script string, args ...string) []byte {
	t.Helper()
	folder := os.Getenv("TENGEN_SABAKI")
	_, err := exec.LookPath("node")
	if err != nil || folder == "" {
		if os.Getenv("TENGEN_REQUIRE") == "1" {
			t.Fatal("node or TENGEN_SABAKI is missing, and TENGEN_REQUIRE=1 asks for it")
		}
		t.Skip("needs node, and TENGEN_SABAKI naming a copy of testdata/sabaki after npm ci")
	}
	script, err = filepath.Abs(filepath.Join("testdata", "sabaki", script))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(script)
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(folder, filepath.Base(script)) // beside the packages, where node looks for them
	if err := os.WriteFile(copied, text, 0o644); err != nil {
		t.Fatal(err)
	}
	command := exec.Command("node", append([]string{copied}, args...)...)
	command.Env = append(os.Environ(), "TENGEN_TEST_AS_PROGRAM=1")
	var out, errs bytes.Buffer
	command.Stdout, command.Stderr = &out, &errs
	if err := command.Run(); err != nil {
		tail := out.Bytes()
		t.Fatalf("%v\n%s%s", err, tail[max(len(tail)-4000, 0):], errs.String())
	}
	return out.Bytes()
}

// TestSabakiPlays: Sabaki's own controller plays a game against tengen gtp and
// analyzes with it.
func TestSabakiPlays(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	out := sabaki(t, "play.mjs", self, "gtp", "--playouts", "100", "--seed", "1", "--quiet")
	t.Logf("%s", out)
}

// seen is a file as Sabaki's library reads it.
type seen struct {
	File  string `json:"file"`
	Games []struct {
		Nodes []struct {
			Data     map[string][]string `json:"data"`
			Children int                 `json:"children"`
		} `json:"nodes"`
		Moves [][3]any `json:"moves"`
	} `json:"games"`
}

// TestSabakiReads: Sabaki's library agrees with ours on every property and move
// of what is written here: exported runs, records of GTP sessions, and the
// collected odd records after they have been read and written again.
func TestSabakiReads(t *testing.T) {
	folder := t.TempDir()
	exportSamples(t, folder)
	writeCases(t, folder)
	lines := bytes.Split(bytes.TrimSpace(sabaki(t, "read.mjs", folder)), []byte("\n"))
	files, games, moves := 0, 0, 0
	for _, line := range lines {
		var s seen
		if err := json.Unmarshal(line, &s); err != nil {
			t.Fatal(err)
		}
		files++
		data, err := os.ReadFile(filepath.Join(folder, s.File))
		if err != nil {
			t.Fatal(err)
		}
		collection, err := sgf.Parse(data, sgf.Options{File: s.File})
		if err != nil {
			t.Fatal(err)
		}
		trees := collection.Games
		if len(trees) != len(s.Games) {
			t.Errorf("%s: %d games, Sabaki sees %d", s.File, len(trees), len(s.Games))
			continue
		}
		for g, tree := range trees {
			games++
			i := 0
			for node := range tree.Nodes() {
				if i >= len(s.Games[g].Nodes) {
					break
				}
				other := s.Games[g].Nodes[i]
				if want := dataOf(node); !reflect.DeepEqual(want, other.Data) || other.Children != len(node.Children) {
					t.Errorf("%s, game %d, node %d: %d children, %q\nSabaki sees %d, %q", s.File, g+1, i+1, len(node.Children), want, other.Children, other.Data)
				}
				i++
			}
			if i != len(s.Games[g].Nodes) {
				t.Errorf("%s, game %d: %d nodes, Sabaki sees %d", s.File, g+1, i, len(s.Games[g].Nodes))
			}
			if want, got := movesOf(t, tree), fmt.Sprint(s.Games[g].Moves); want != got {
				t.Errorf("%s, game %d: moves %s\nSabaki sees %s", s.File, g+1, want, got)
			}
			moves += len(s.Games[g].Moves)
		}
	}
	if files < 10 || games < 100 || moves < 1000 {
		t.Errorf("only %d files, %d games, %d moves were compared", files, games, moves)
	}
	t.Logf("%d files, %d games, %d moves", files, games, moves)
}

// exportSamples writes runs of many kinds as SGF, each into one file and into a
// file a game, and the record of a GTP session.
func exportSamples(t *testing.T, folder string) {
	for name, flags := range sampleRuns {
		run := filepath.Join(t.TempDir(), "run")
		single := filepath.Join(t.TempDir(), "single")
		for _, args := range [][]string{
			append([]string{"selfplay", "--games", "5", "--playouts", "20", "--seed", "3", "--out", run}, strings.Fields(flags)...),
			{"export", run, "--collection", filepath.Join(folder, name+".sgf")},
			{"export", run, "--out", single},
		} {
			if code, _, stderr := tengen(t, args...); code != exitOK {
				t.Fatalf("%v: exit code %d: %s", args, code, stderr)
			}
		}
		files, err := filepath.Glob(filepath.Join(single, "*.sgf"))
		if err != nil || len(files) != 5 {
			t.Fatalf("%v: %v", err, files)
		}
		for i, file := range files {
			if err := os.Rename(file, filepath.Join(folder, fmt.Sprintf("%s-%d.sgf", name, i))); err != nil {
				t.Fatal(err)
			}
		}
	}
	answers, _ := session(t, []string{"--size", "9", "--playouts", "30", "--seed", "1", "--quiet"},
		"fixed_handicap 3\ngenmove w\ngenmove b\nplay w pass\nprintsgf\n")
	record := strings.TrimSpace(strings.TrimPrefix(answers[len(answers)-1], "="))
	if err := os.WriteFile(filepath.Join(folder, "gtp.sgf"), []byte(record), 0o644); err != nil {
		t.Fatal(err)
	}
}

// writeCases reads the collected records and writes them again, all that have a
// moderate depth into one file each.
func writeCases(t *testing.T, folder string) {
	cases := os.Getenv("TENGEN_CASES")
	if cases == "" {
		cases = filepath.Join("..", "..", "datasets", "sgf", "testdata", "cases")
	}
	written := 0
	for _, name := range []string{"sgf.jsonl", "games.jsonl"} {
		data, err := os.ReadFile(filepath.Join(cases, name))
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(data) {
			var c struct {
				ID, SGF string
				B64     []byte
			}
			if err := json.Unmarshal(line, &c); err != nil {
				t.Fatal(err)
			}
			record := c.B64
			if c.SGF != "" {
				record = []byte(c.SGF)
			}
			collection, err := sgf.Parse(record, sgf.Options{})
			if err != nil || len(collection.Games) == 0 {
				continue // a case about a file that holds no game
			}
			var out bytes.Buffer
			if err := sgf.Write(&out, collection.Games...); err != nil {
				t.Fatalf("%s: %v", c.ID, err)
			}
			if err := os.WriteFile(filepath.Join(folder, "case-"+c.ID+".sgf"), out.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
			written++
		}
	}
	if written < 50 {
		t.Errorf("only %d cases were written", written)
	}
}

// dataOf is a node as Sabaki holds it: values without escapes, those of a
// repeated identifier together.
func dataOf(node *sgf.Node) map[string][]string {
	data := map[string][]string{}
	for _, p := range node.Props {
		for _, raw := range p.Values {
			data[p.ID] = append(data[p.ID], unescaped(raw))
		}
	}
	return data
}

// unescaped undoes escapes, and keeps tabs and line breaks as they are.
func unescaped(raw string) string {
	var b strings.Builder
	escaped := false
	for _, r := range strings.ReplaceAll(raw, "\r", "") {
		switch {
		case escaped:
			if escaped = false; r != '\n' {
				b.WriteRune(r)
			}
		case r == '\\':
			escaped = true
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// movesOf writes the moves of the main line as read.mjs does: color, column and
// row from the upper left, -1 for a pass.
func movesOf(t *testing.T, tree *sgf.Tree) string {
	t.Helper()
	info, _ := tree.Info()
	moves := [][3]any{}
	for node := range tree.MainLine() {
		for _, color := range []ruleset.Color{ruleset.Black, ruleset.White} {
			for _, p := range node.Props {
				if p.ID != color.String() {
					continue
				}
				for _, raw := range p.Values {
					if text := unescaped(raw); len(text) == 2 {
						point, err := sgf.ParseMovePoint(raw, info.Size)
						if err == nil && point != ruleset.Pass {
							moves = append(moves, [3]any{color.String(), point.Col() - 1, info.Size.H - point.Row()})
							continue
						}
						const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
						moves = append(moves, [3]any{color.String(), strings.IndexByte(letters, text[0]), strings.IndexByte(letters, text[1])})
						continue
					}
					moves = append(moves, [3]any{color.String(), -1, -1})
				}
			}
		}
	}
	return fmt.Sprint(moves)
}
