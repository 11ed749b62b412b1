package datasets

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/ruleset"
)

var sampleDir = flag.String("sample", "", "write a sample run into this folder, for the checks by other readers")

// writeRun writes a run of two board sizes with every table.
func writeRun(t testing.TB, out string) *Manifest {
	t.Helper()
	games := sampleGames(120)
	for i := range games {
		part := Part{Table: "games", Run: "sample", Size: ruleset.Square(9), Index: i / 50}
		if i%50 == 0 {
			writePart(t, part.Path(out), games[i:min(i+50, len(games))])
		}
	}
	large := sampleGames(5)
	for i := range large {
		large[i].BoardW, large[i].BoardH = 13, 11
	}
	writePart(t, Part{Table: "games", Run: "sample", Size: ruleset.Size{W: 13, H: 11}}.Path(out), large)
	nine := ruleset.Square(9)
	writePart(t, Part{Table: "positions", Run: "sample", Size: nine}.Path(out), samplePositions(200))
	writePart(t, Part{Table: "timings", Run: "sample", Size: nine}.Path(out), sampleTimings(60))
	writePart(t, Part{Table: "bench", Run: "sample"}.Path(out), sampleBench(5))
	m, err := Collect(out)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Write(out); err != nil {
		t.Fatal(err)
	}
	if err := WriteCard(out, sampleCard, m); err != nil {
		t.Fatal(err)
	}
	if err := MarkComplete(out); err != nil {
		t.Fatal(err)
	}
	return m
}

var sampleCard = Card{
	Title: `Sample: 9x9 "random" games`, License: "cc0-1.0", Tags: []string{"mcts", "go"},
	Summary: "Made-up games for tests.",
	Rules:   []string{"chinese,komi=7.5 (area scoring, all stones alive)"},
	Players: []string{"uct:playouts=400", "random"}, Seed: "7",
	Command: "tengen selfplay --seed 7 --games 125",
	Notes:   []string{"The moves are random numbers and make no games."},
}

func TestSampleRun(t *testing.T) {
	if *sampleDir == "" {
		t.Skip("only with -sample DIR")
	}
	writeRun(t, *sampleDir)
}

func TestLayout(t *testing.T) {
	out := filepath.Join("out", "x")
	for want, p := range map[string]Part{
		"games/run=komi-7.5/size=9x9/part-00000.parquet":    {"games", "komi-7.5", ruleset.Square(9), 0},
		"positions/run=a/size=13x11/part-00012.parquet":     {"positions", "a", ruleset.Size{W: 13, H: 11}, 12},
		"games/run=a/size=9x9/part-100000.parquet":          {"games", "a", ruleset.Square(9), 100000},
		"bench/run=2026-11-03_laptop/part-00001.parquet":    {"bench", "2026-11-03_laptop", ruleset.Size{}, 1},
		"timings/run=run=odd/size=25x25/part-00001.parquet": {"timings", "run=odd", ruleset.Square(25), 1},
	} {
		path := p.Path(out)
		if filepath.ToSlash(path) != "out/x/"+want {
			t.Errorf("Path = %s, want %s", path, want)
		}
		if got, err := ParsePart(out, path); err != nil || got != p {
			t.Errorf("ParsePart(%s) = %+v, %v", path, got, err)
		}
	}
	for _, path := range []string{
		"games/part-00000.parquet", "games/run=a/size=9x9/part-0.parquet", "games/run=a/9x9/part-00000.parquet",
		"games/run=a/size=99x9/part-00000.parquet", "games/size=9x9/run=a/part-00000.parquet",
		"games/run=a/size=9/part-00000.parquet", "games/run=a/size=9x9/part--0001.parquet", "games/run=a/size=9x9/x/part-00000.parquet",
		"games/run=a/size=9x9/part-00000.csv", "../games/run=a/part-00000.parquet", "",
	} {
		if p, err := ParsePart(out, filepath.Join(out, path)); err == nil {
			t.Errorf("%s was read as %+v", path, p)
		}
	}
}

func TestRunNames(t *testing.T) {
	for _, name := range []string{"a", "Komi_7.5-b", "2026-11-03"} {
		if err := CheckRunName(name); err != nil {
			t.Error(err)
		}
	}
	for _, name := range []string{"", ".hidden", "_x", "a/b", "a b", "a=b", "ä", "..", strings.Repeat("a", 101)} {
		if err := CheckRunName(name); err == nil {
			t.Errorf("run name %q was accepted", name)
		}
	}
}

func TestManifestTellsOfTheRun(t *testing.T) {
	out := t.TempDir()
	if IsComplete(out) {
		t.Error("an empty folder is complete")
	}
	m := writeRun(t, out)
	if !IsComplete(out) {
		t.Error("the run is not complete")
	}
	if m.Tables["games"].Rows != 125 || len(m.Tables["games"].Files) != 4 || m.Tables["positions"].Rows != 200 ||
		m.Tables["timings"].Rows != 60 || m.Tables["bench"].Rows != 5 || !slices.Equal(m.ToolVersions, []string{"0.1.0"}) {
		t.Errorf("manifest %+v", m)
	}
	if m.PlanSHA256 == "" || m.Tables["games"].Files[0].Path != "games/run=sample/size=13x11/part-00000.parquet" {
		t.Errorf("manifest %+v", m)
	}
	read, err := ReadManifest(out)
	if err != nil {
		t.Fatal(err)
	}
	if err := read.Check(out); err != nil {
		t.Error(err)
	}

	// The same run elsewhere has the same manifest and the same card.
	other := t.TempDir()
	writeRun(t, other)
	for _, name := range []string{ManifestName, CardName} {
		a, errA := os.ReadFile(filepath.Join(out, name))
		b, errB := os.ReadFile(filepath.Join(other, name))
		if errA != nil || errB != nil || string(a) != string(b) {
			t.Errorf("%s differs between equal runs (%v, %v)", name, errA, errB)
		}
	}
	if err := MarkIncomplete(out); err != nil || IsComplete(out) {
		t.Errorf("MarkIncomplete: %v", err)
	}
	if err := MarkIncomplete(out); err != nil {
		t.Errorf("MarkIncomplete twice: %v", err)
	}
}

func TestManifestFindsWhatIsWrong(t *testing.T) {
	out := t.TempDir()
	m := writeRun(t, out)
	first := Part{Table: "games", Run: "sample", Size: ruleset.Square(9)}
	flipped, missing, longer := first.Path(out), Part{"games", "sample", ruleset.Square(9), 1}.Path(out), Part{Table: "bench", Run: "sample"}.Path(out)
	added := Part{"games", "sample", ruleset.Square(9), 9}.Path(out)
	data, err := os.ReadFile(flipped)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 1
	if err := errors.Join(os.WriteFile(flipped, data, 0o666), os.Remove(missing), os.WriteFile(longer, []byte("x"), 0o666)); err != nil {
		t.Fatal(err)
	}
	writePart(t, added, sampleGames(3))
	err = m.Check(out)
	if err == nil {
		t.Fatal("nothing was found")
	}
	lines := strings.Split(err.Error(), "\n")
	for i, path := range []string{longer, flipped, missing, added} {
		if len(lines) != 4 || !strings.Contains(lines[i], path) {
			t.Errorf("problem %d of\n%v\nwant one about %s", i, err, path)
		}
	}
	if _, err := Collect(out); !errors.Is(err, ErrDamaged) {
		t.Errorf("Collect: %v, want damage", err)
	}
}

func TestCollectRefusesAMixture(t *testing.T) {
	out := t.TempDir()
	writePart(t, Part{"games", "a", ruleset.Square(9), 0}.Path(out), sampleGames(3))
	path := Part{"games", "a", ruleset.Square(9), 1}.Path(out)
	w, err := Create[GameRow](path, Meta{Plan: "{}"})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Collect(out); err == nil || !strings.Contains(err.Error(), "another plan") || !strings.Contains(err.Error(), path) {
		t.Errorf("Collect of two plans: %v", err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	wrong := Part{"positions", "a", ruleset.Square(9), 1}.Path(out)
	writePart(t, wrong, sampleGames(3))
	if _, err := Collect(out); err == nil || !strings.Contains(err.Error(), wrong+" holds the table games") {
		t.Errorf("Collect of games among positions: %v", err)
	}
	if _, err := Collect(filepath.Join(out, "nowhere")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("Collect of nothing: %v", err)
	}
	if _, err := Parts(out, "ladders"); err == nil || !strings.Contains(err.Error(), "games, positions") {
		t.Errorf("Parts of no table: %v", err)
	}
}

func TestManifestsOfOthers(t *testing.T) {
	for text, want := range map[string]error{
		`{"schema":"manifest/2"}`: ErrVersion, `{"name":"web app"}`: ErrForeign, `{"schema`: ErrDamaged, ``: ErrDamaged,
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, ManifestName), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadManifest(dir); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", text, err, want)
		}
	}
	if _, err := ReadManifest(t.TempDir()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no manifest: %v", err)
	}
}

func TestPartsComeInTheOrderOfTheirNumbers(t *testing.T) {
	out := t.TempDir()
	var want []string
	for _, i := range []int{2, 10, 99999, 100000} {
		path := Part{"games", "a", ruleset.Square(9), i}.Path(out)
		if err := WriteFileAtomic(path, nil); err != nil {
			t.Fatal(err)
		}
		want = append(want, path)
	}
	if got, err := Parts(out, "games"); err != nil || !slices.Equal(got, want) {
		t.Errorf("Parts = %v, %v", got, err)
	}
}

func TestCard(t *testing.T) {
	m := &Manifest{PlanSHA256: "0123abcd", ToolVersions: []string{"0.1.0"}, Tables: map[string]ManifestTable{
		"games":     {Rows: 125, Bytes: 4321, Files: make([]File, 4)},
		"positions": {Rows: 200, Bytes: 1234, Files: make([]File, 1)},
		"timings":   {Rows: 60, Bytes: 999, Files: make([]File, 1)},
	}}
	got := sampleCard.text(m)
	path := filepath.Join("testdata", "card.golden.md")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the card is not that of %s: run go generate ./datasets and look at the difference", path)
	}
	for _, c := range TableOf[GameRow]().Columns {
		if !strings.Contains(got, "| "+c.Name+" | "+c.Type+" | "+markdown.Replace(c.Doc)+" |") || !strings.Contains(got, fmt.Sprintf("  - name: %q\n", c.Name)) {
			t.Errorf("the card does not describe %s", c.Name)
		}
	}
	if empty := (Card{}).text(&Manifest{}); !strings.HasPrefix(empty, "---\nlicense: \"unknown\"\n") {
		t.Errorf("card of nothing:\n%s", empty)
	}
}

func TestSizeCategories(t *testing.T) {
	for rows, want := range map[int64]string{0: "n<1K", 999: "n<1K", 1000: "1K<n<10K", 1e6: "1M<n<10M", 5e12: "n>1T"} {
		if got := sizeCategory(rows); got != want {
			t.Errorf("%d rows are %s, want %s", rows, got, want)
		}
	}
}

func TestPointNumbers(t *testing.T) {
	size := ruleset.Size{W: 13, H: 9}
	points := []ruleset.Point{ruleset.At(1, 9), ruleset.At(13, 1), ruleset.Pass, ruleset.At(3, 8)}
	numbers := PointNumbers(size, points)
	if !slices.Equal(numbers, []int16{0, 116, 117, 15}) {
		t.Errorf("numbers %v", numbers)
	}
	if back, err := PointsOf(size, numbers); err != nil || !slices.Equal(back, points) {
		t.Errorf("PointsOf = %v, %v", back, err)
	}
	for _, n := range []int16{-1, 118} {
		if _, err := PointsOf(size, []int16{0, n}); err == nil || !strings.Contains(err.Error(), "place 1") {
			t.Errorf("point number %d: %v", n, err)
		}
	}
}

func TestTables(t *testing.T) {
	if got, err := TableByName("games"); err != nil || got.Schema() != "games/1" {
		t.Errorf("TableByName = %v, %v", got.Schema(), err)
	}
	if _, err := TableByName("game"); err == nil || !strings.Contains(err.Error(), "games, positions, timings, bench") {
		t.Errorf("no table: %v", err)
	}
	TableOf[GameRow]().Columns[0].Name = "changed"
	if TableOf[GameRow]().Columns[0].Name != "run_id" {
		t.Error("a caller can change the table")
	}
}
