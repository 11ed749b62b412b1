package records

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/datasets/sgf"
)

func TestResultIsTheRecords(t *testing.T) {
	// Black's area on this 3x3 board is 9 and White has no stone, so that the
	// count is 9 points.
	const moves = ";B[bb];W[];B[];W[])"
	margin := func(m float64) *float64 { return &m }
	for _, test := range []struct {
		head                          string
		winner, reason, result, count string
		margin                        *float64
		area                          bool
	}{
		{"KM[2]RU[Chinese]RE[B+7]", "B", "score", "B+7", "all-alive", margin(9), true},
		{"KM[2]RU[Chinese]RE[W+3]", "W", "score", "W+3", Recorded, margin(-1), false},
		{"RU[Chinese]RE[W+3]", "W", "score", "W+3", Recorded, nil, false}, // komi is not known
		{"KM[2]RU[Chinese]RE[0]", "draw", "score", "0", Recorded, margin(2), false},
		{"KM[2]RU[Chinese]RE[B+R]", "B", "resignation", "B+R", "", nil, false},
		{"KM[2]RU[Chinese]RE[W+T]", "W", "time", "W+T", "", nil, false},
		{"KM[2]RU[Chinese]RE[W+F]", "W", "forfeit", "W+F", "", nil, false},
		{"KM[2]RU[Chinese]RE[黑中盘胜]", "B", "resignation", "B+R", "", nil, false},
		{"KM[2]RU[Chinese]RE[B+]", "B", EndUnknown, "B+", "", nil, false},
		{"KM[2]RU[Chinese]RE[Void]", "none", "no_result", "Void", "", nil, false},
		{"KM[2]RU[Chinese]RE[?]", "none", "unfinished", "?", "", nil, false},
		{"KM[2]RU[Chinese]", "none", "unfinished", "?", "", nil, false},
		// Handicap: White gets the stones back under Chinese rules, and not under Japanese.
		{"KM[0]RU[Chinese]HA[2]AB[aa][cc]RE[B+1]", "B", "score", "B+1", Recorded, margin(3), false},
		{"KM[0]RU[Japanese]HA[2]AB[aa][cc]RE[B+1]", "B", "score", "B+1", Recorded, margin(1), false},
	} {
		text := "(;GM[1]SZ[3]" + test.head + moves
		if strings.Contains(test.head, "HA[") {
			text = "(;GM[1]SZ[3]" + test.head + ";W[];B[bb];W[];B[])"
		}
		in := loadText(t, text)
		if len(in.games) != 1 {
			t.Errorf("%s: %v", test.head, in.rejects)
			continue
		}
		g := in.games[0]
		if g.Winner != test.winner || g.EndReason != test.reason || g.Result != test.result || g.ScoringMethod != test.count ||
			!reflect.DeepEqual(g.BlackMargin, test.margin) || (g.ScoreArea != nil) != test.area {
			t.Errorf("%s: winner %s, end %s, result %s, method %q, margin %v, area %v", test.head,
				g.Winner, g.EndReason, g.Result, g.ScoringMethod, value(g.BlackMargin), value(g.ScoreArea))
		}
	}
}

func value(p *float64) any {
	if p == nil {
		return "null"
	}
	return *p
}

func TestColumns(t *testing.T) {
	in := loadText(t, "(;GM[1]SZ[9:7]KM[375]RU[chinese]HA[2]AB[gc][ce]PB[柯洁]BR[9d]PW[a\\]b]RE[W+R];W[dd];B[])")
	g := in.games[0]
	name := "games.sgf"
	if g.BoardW != 9 || g.BoardH != 7 || g.Komi != 7.5 || g.Handicap != 2 || g.Black != "柯洁" || g.White != "a]b" ||
		g.SetupToPlay != "W" || !slices.Equal(g.SetupBlack, []int16{2*9 + 6, 4*9 + 2}) || !slices.Equal(g.Moves, []int16{3*9 + 3, 63}) ||
		!strings.HasSuffix(*g.SourceFile, name) || *g.SourceGame != 0 || !strings.HasPrefix(g.Ruleset, "chinese,") ||
		g.GameID != g.RunID+"-00000000" || g.MoveVisits != nil {
		t.Errorf("%+v", g)
	}
}

func TestBadRecordsDoNotStopTheRest(t *testing.T) {
	dir := t.TempDir()
	good := randomRecord(1, 5, 10)
	write(t, dir, "a/mixed.sgf", []byte(strings.Join([]string{
		good,
		"(;GM[1]SZ[5];B[aa];W[aa])", // on a stone
		"(;GM[1]SZ[5];B[aa];B[bb])", // twice
		"(;GM[2];B[a1])",            // Othello
		"(;GM[1]SZ[99];B[aa])",
		"(;GM[1]SZ[5]RU[Tromp-Taylor];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[cb])", // ko
		randomRecord(2, 5, 10),
	}, "\n")))
	write(t, dir, "b.sgf", []byte("this is no record"))
	write(t, dir, "c.sgf", nil)
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	fmt.Fprint(z, randomRecord(3, 5, 10)+randomRecord(4, 5, 10)+strings.Repeat("x", 1000))
	z.Close()
	write(t, dir, "d.sgf.gz", packed.Bytes()[:packed.Len()-12])
	write(t, dir, "e.zip", []byte("PK\x03\x04 cut short"))
	write(t, dir, "f.sgf", []byte(randomRecord(5, 5, 10)+"(;GM[1]SZ[5]RU[Chinese];B[aa]")) // not closed
	in := load(t, Options{}, dir)
	if len(in.games) != 6 {
		t.Errorf("%d games", len(in.games))
	}
	text := func(r datasets.RejectRow) string {
		s := filepath.Base(r.File)
		if r.Game != nil {
			s += fmt.Sprintf(" %d", *r.Game)
		}
		if r.Move != nil {
			s += fmt.Sprintf(" %d", *r.Move)
		}
		return s + ": " + r.Reason
	}
	want := []string{
		"mixed.sgf 1 2: ", "mixed.sgf 2 2: ", "mixed.sgf 3: ", "mixed.sgf 4: ", "mixed.sgf 5 9: ",
		"b.sgf: ", "c.sgf: ", "d.sgf.gz: ", "e.zip: ",
	}
	if len(in.rejects) != len(want) {
		t.Fatalf("%v", in.rejects)
	}
	for i, r := range in.rejects {
		if !strings.HasPrefix(text(r), want[i]) {
			t.Errorf("reject %d is %q, want %s", i, text(r), want[i])
		}
	}
	for i, word := range []string{"occupied", "turn", "GM[2]", "99", "earlier position", "(;", "(;", "unexpected EOF", "zip"} {
		if !strings.Contains(in.rejects[i].Reason, word) {
			t.Errorf("reject %d is %q, want %s", i, in.rejects[i].Reason, word)
		}
	}
	if in.report.Repaired != 1 || in.report.FirstRejects[0].String() != in.rejects[0].File+": game 2, move 2: "+in.rejects[0].Reason {
		t.Errorf("%+v", in.report)
	}
}

func TestContainers(t *testing.T) {
	dir := t.TempDir()
	var collection strings.Builder
	for i := range 1200 { // more than a stretch
		collection.WriteString(randomRecord(uint64(i), 7, 40) + "\r\n")
	}
	large := collection.String()
	pack := func(text string) []byte {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		_, _ = io.WriteString(z, text)
		z.Close()
		return b.Bytes()
	}
	var archive bytes.Buffer
	z := zip.NewWriter(&archive)
	add := func(name string, data []byte) {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write(data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	add("large.sgf", []byte(large))
	add("small.SGF", []byte(randomRecord(1, 5, 4)))
	add("notes.txt", []byte("(;GM[1]SZ[5])"))
	add("more.zip", []byte("PK\x03\x04"))
	add("packed.sgf.gz", pack(randomRecord(2, 5, 4)))
	add("large.sgf.gz", pack(large))
	z.Close()
	write(t, dir, "1.sgf", []byte(large))
	write(t, dir, "2.sgf.gz", pack(large))
	write(t, dir, "3.zip", archive.Bytes())
	write(t, dir, "4/5/6.sgf", []byte(randomRecord(3, 5, 4)))
	write(t, dir, "readme.txt", []byte("(;GM[1]SZ[5])"))
	in := load(t, Options{}, dir)
	want := []struct {
		name  string
		games int
	}{{"1.sgf", 1200}, {"2.sgf.gz", 1200}, {"3.zip/large.sgf", 1200}, {"3.zip/small.SGF", 1}, {"3.zip/packed.sgf.gz", 1}, {"3.zip/large.sgf.gz", 1200}, {"4/5/6.sgf", 1}}
	slices.SortFunc(in.games, func(a, b datasets.GameRow) int { return int(a.GameIndex - b.GameIndex) })
	at := 0
	for _, file := range want {
		for i := range file.games {
			if at == len(in.games) {
				t.Fatalf("%d games", at)
			}
			g := in.games[at]
			name, _ := filepath.Rel(dir, *g.SourceFile)
			if g.GameIndex != int64(at) || filepath.ToSlash(name) != file.name || int(*g.SourceGame) != i {
				t.Fatalf("game %d is number %d of %s, want %d of %s", at, *g.SourceGame, *g.SourceFile, i, file.name)
			}
			if file.games > 1 && g.Black != fmt.Sprintf("Black %d", i) {
				t.Fatalf("game %d is by %s", at, g.Black)
			}
			at++
		}
	}
	if in.report.Copies != 3*1200 || at != len(in.games) || len(in.rejects) != 1 ||
		!strings.HasSuffix(in.rejects[0].File, "3.zip/more.zip") || !strings.Contains(in.rejects[0].Reason, "within a zip file") {
		t.Errorf("%d copies, %d games, %v", in.report.Copies, at, in.rejects)
	}
}

// Neither the number of workers nor the way in changes a byte.
func TestSameBytes(t *testing.T) {
	dir := t.TempDir()
	var text strings.Builder
	for i := range 800 {
		text.WriteString(randomRecord(uint64(i), 5+i%8, 30) + "\n")
		if i%7 == 0 {
			text.WriteString("(;GM[1]SZ[5];B[aa];W[aa])\n")
		}
	}
	path := write(t, dir, "x.sgf", []byte(text.String()))
	sums := func(workers int) string {
		in := load(t, Options{Workers: workers}, path)
		data, err := os.ReadFile(filepath.Join(in.dir, datasets.ManifestName))
		if err != nil {
			t.Fatal(err)
		}
		sum, err := datasets.SHA256File(filepath.Join(in.dir, RejectsName))
		if err != nil || in.report.Rejected != 115 {
			t.Fatal(in.report.Rejected, err)
		}
		return string(data) + sum
	}
	if one, many := sums(1), sums(7); one != many {
		t.Errorf("\n%s\nis not\n%s", one, many)
	}
}

// Cutting a file into stretches gives the games that reading it at once gives.
func TestCutting(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	filler := "C[" + strings.Repeat("long text ( ; \\] \n(;B[aa\\] ", 4000) + "]"
	for name, text := range map[string]string{
		"lines":     strings.Repeat("(;GM[1]SZ[5];B[aa])\n", 40_000),
		"one line":  strings.Repeat("(;GM[1]SZ[5];B[aa])", 40_000),
		"no GM":     strings.Repeat("(;SZ[5];B[aa]\n(;W[bb])\n(;W[cc]))\n", 20_000),
		"unclosed":  strings.Repeat("(;GM[1]SZ[5];B[aa]C[\n", 30_000),
		"variation": strings.Repeat("(;FF[4]SZ[5];B[aa]"+filler+"\n(;W[bb])\n(;W[cc]))\n\r\n", 60),
		"UTF-16":    "\xff\xfe" + strings.Join(strings.Split(strings.Repeat("(;GM[1]SZ[5];B[aa])\n", 20_000), ""), "\x00") + "\x00",
	} {
		t.Run(name, func(t *testing.T) {
			c, err := sgf.Parse([]byte(text), sgf.Options{})
			if err != nil {
				t.Fatal(err)
			}
			in := loadText(t, text)
			if len(in.games) != len(c.Games) || len(in.rejects) > 0 {
				t.Fatalf("%d games and %d rejects, want %d", len(in.games), len(in.rejects), len(c.Games))
			}
			for i, g := range in.games {
				if int(*g.SourceGame) != i {
					t.Fatalf("game %d has number %d", i, *g.SourceGame)
				}
			}
		})
	}
}

func TestCopies(t *testing.T) {
	text := "(;GM[1]SZ[5]PB[a];B[ba];W[cc])(;GM[1]SZ[5]PB[b]KM[3]RE[W+R];B[ab];W[cc])(;GM[1]SZ[5];B[ba];W[dc])(;GM[1]SZ[5])(;GM[1]SZ[5])"
	in := loadText(t, text)
	if in.report.Copies != 1 || in.report.FirstCopies[0].Game != 1 || in.report.FirstCopies[0].Of != 0 || len(in.games) != 5 {
		t.Errorf("%+v", in.report)
	}
	in = load(t, Options{LeaveCopies: true}, write(t, t.TempDir(), "x.sgf", []byte(text)))
	if len(in.games) != 4 || len(in.rejects) != 1 || *in.rejects[0].Game != 1 || in.report.Copies != 1 {
		t.Errorf("%+v %v", in.report, in.rejects)
	}
}

func TestAssumedRules(t *testing.T) {
	path := write(t, t.TempDir(), "x.sgf", []byte("(;GM[1]SZ[5];B[aa])(;GM[1]SZ[5]KM[3]RU[house rules];B[aa])(;GM[1]SZ[5]RU[Japanese];B[aa])"))
	in := load(t, Options{AssumeRules: "aga"}, path)
	var got []string
	for _, g := range in.games {
		name, _, _ := strings.Cut(g.Ruleset, ",")
		got = append(got, fmt.Sprint(name, g.Komi))
	}
	if strings.Join(got, " ") != "aga7.5 aga3 japanese6.5" || in.report.WithoutRules != 2 || in.report.WithoutKomi != 2 {
		t.Errorf("%v, %+v", got, in.report)
	}
	in = load(t, Options{}, path)
	if in.games[0].Ruleset[:17] != "scoring=area,ko=s" || in.report.WithoutRules != 2 {
		t.Errorf("%+v", in.games[0])
	}
}

func TestFolderIsNotOverwritten(t *testing.T) {
	path := write(t, t.TempDir(), "x.sgf", []byte(randomRecord(1, 5, 5)))
	other := write(t, t.TempDir(), "y.sgf", []byte(randomRecord(1, 5, 5)))
	in := load(t, Options{}, path)
	refused := func(dir, source, want string) {
		t.Helper()
		if _, err := Import(t.Context(), []string{source}, dir, Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	refused(in.dir, path, "already")
	refused(filepath.Dir(path), other, "not empty")
	// Killed before the end: the same import begins again, another one does not.
	if err := datasets.MarkIncomplete(in.dir); err != nil {
		t.Fatal(err)
	}
	write(t, in.dir, "games/run=x/_part-00000.1-0.inprogress", nil)
	refused(in.dir, other, "unfinished")
	if _, err := Import(t.Context(), []string{path}, in.dir, Options{}); err != nil {
		t.Error(err)
	}
	if left, err := datasets.Unfinished(in.dir); err != nil || len(left) > 0 {
		t.Error(left, err)
	}
}

func TestNothingToImport(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "out")
	if _, err := Import(t.Context(), []string{filepath.Join(dir, "none")}, out, Options{}); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	if _, err := Import(t.Context(), []string{dir}, out, Options{}); err == nil || !strings.Contains(err.Error(), "no .sgf") {
		t.Error(err)
	}
	path := write(t, dir, "x.sgf", []byte("nothing"))
	report, err := Import(t.Context(), []string{path}, out, Options{})
	if err == nil || report == nil || report.Rejected != 1 {
		t.Error(report, err)
	}
}

func TestInterruption(t *testing.T) {
	var text strings.Builder
	for i := range 3000 {
		text.WriteString(randomRecord(uint64(i), 7, 30) + "\n")
	}
	path := write(t, t.TempDir(), "x.sgf", []byte(text.String()))
	ctx, cancel := context.WithCancel(t.Context())
	out := filepath.Join(t.TempDir(), "out")
	_, err := Import(ctx, []string{path, path, path}, out, Options{Progress: func(p Progress) {
		if p.Games > 100 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if left, err := datasets.Unfinished(out); err != nil || len(left) > 0 || datasets.IsComplete(out) {
		t.Error(left, err)
	}
}

func TestManySizes(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	var text strings.Builder
	for i := range 140 {
		text.WriteString(fmt.Sprintf("(;GM[1]SZ[%d:%d]RE[B+R];B[aa])", 1+i%25, 2+i%24) + "\n")
	}
	in := loadText(t, text.String())
	if len(in.games) != 140 || len(in.report.Sizes) != 140 {
		t.Errorf("%d games of %d sizes", len(in.games), len(in.report.Sizes))
	}
	if parts, err := datasets.Parts(in.dir, "games"); err != nil || len(parts) != 140 {
		t.Error(len(parts), err)
	}
}
