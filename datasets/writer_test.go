package datasets

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"syscall"
	"testing"
)

func writePart[R Row](t testing.TB, path string, rows []R, options ...Options) File {
	t.Helper()
	w, err := Create[R](path, sampleMeta, options...)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	if err := w.Write(rows...); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return w.File()
}

func readPart[R Row](t testing.TB, path string) []R {
	t.Helper()
	var rows []R
	for row, err := range Rows[R](path) {
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	return rows
}

// equalRows is reflect.DeepEqual with NaN equal to NaN.
func equalRows(a, b any) bool {
	return equalValues(reflect.ValueOf(a), reflect.ValueOf(b))
}

func equalValues(a, b reflect.Value) bool {
	switch a.Kind() {
	case reflect.Float32, reflect.Float64:
		return a.Float() == b.Float() || math.IsNaN(a.Float()) && math.IsNaN(b.Float())
	case reflect.Slice:
		if a.Len() != b.Len() || a.IsNil() != b.IsNil() {
			return false
		}
		for i := range a.Len() {
			if !equalValues(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Struct:
		if a.Type() == reflect.TypeFor[GameRow]() || a.Type() == reflect.TypeFor[PositionRow]() {
			for i := range a.NumField() {
				if !equalValues(a.Field(i), b.Field(i)) {
					return false
				}
			}
			return true
		}
	}
	return reflect.DeepEqual(a.Interface(), b.Interface())
}

func roundTrip[R Row](t *testing.T, rows []R) {
	name := rowTypeOf[R]().Name
	t.Run(name, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "part-00000.parquet")
		file := writePart(t, path, rows, Options{RowsPerGroup: 70}) // groups that do not fit the batches of the reader
		got := readPart[R](t, path)
		if !equalRows(rows, got) {
			t.Errorf("rows of %s changed on their way through the file", name)
		}
		if n, err := Count(path); err != nil || n != int64(len(rows)) || file.Rows != n {
			t.Errorf("Count = %d, %v; the writer says %d, want %d", n, err, file.Rows, len(rows))
		}
		if sum, err := SHA256File(path); err != nil || sum != file.SHA256 {
			t.Errorf("SHA-256 of the file is %s (%v), the writer says %s", sum, err, file.SHA256)
		}
		if info, err := os.Stat(path); err != nil || info.Size() != file.Bytes {
			t.Errorf("size of the file: %v, the writer says %d", err, file.Bytes)
		}
		if err := Verify(path); err != nil {
			t.Error(err)
		}
		meta, err := ReadMeta(path)
		want := sampleMeta
		want.Schema, want.MoveEncoding = name+"/1", MoveEncoding
		if sum, err := SHA256File(writeText(t, samplePlan)); err == nil {
			want.PlanSHA256 = sum
		}
		if err != nil || meta != want {
			t.Errorf("ReadMeta = %+v, %v, want %+v", meta, err, want)
		}
	})
}

func writeText(t *testing.T, text string) string {
	path := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestRowsComeBackAsTheyWere(t *testing.T) {
	roundTrip(t, sampleGames(200))
	roundTrip(t, samplePositions(300))
	roundTrip(t, sampleTimings(150))
	roundTrip(t, sampleBench(75))
}

func TestNoRowsAreAPartToo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "part-00000.parquet")
	writePart[GameRow](t, path, nil)
	if got := readPart[GameRow](t, path); len(got) != 0 {
		t.Errorf("read %d rows of none", len(got))
	}
	if err := Verify(path); err != nil {
		t.Error(err)
	}
}

func TestSameRowsSameBytes(t *testing.T) {
	games, positions := sampleGames(200), samplePositions(1200) // more than a page of stones: where it ends must not depend on batches
	dir := t.TempDir()
	var wg sync.WaitGroup
	sums := make([][2]string, 6)
	for i, batch := range []int{1, 7, 64, 100, 1000, 1000} {
		wg.Go(func() { // side by side, so that shared pools would show
			sums[i] = [2]string{
				writeBatches(t, filepath.Join(dir, "games", string(rune('a'+i))+".parquet"), games, batch),
				writeBatches(t, filepath.Join(dir, "positions", string(rune('a'+i))+".parquet"), positions, batch),
			}
		})
	}
	wg.Wait()
	for i, s := range sums {
		if s != sums[0] {
			t.Errorf("run %d made other bytes than the first of the same rows", i)
		}
	}
}

func writeBatches[R Row](t *testing.T, path string, rows []R, batch int) string {
	w, err := Create[R](path, sampleMeta)
	if err != nil {
		t.Error(err)
		return ""
	}
	for i := 0; i < len(rows); i += batch {
		if err := w.Write(rows[i:min(i+batch, len(rows))]...); err != nil {
			t.Error(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
	return w.File().SHA256
}

func TestRowsMayChangeAfterWrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "part-00000.parquet")
	w, err := Create[GameRow](path, sampleMeta)
	if err != nil {
		t.Fatal(err)
	}
	rows := sampleGames(100)
	moves := make([]int16, 0, 1000)
	for _, row := range rows {
		moves = append(moves[:0], row.Moves...)
		row.Moves = moves
		if err := w.Write(row); err != nil {
			t.Fatal(err)
		}
		clear(moves)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if !equalRows(rows, readPart[GameRow](t, path)) {
		t.Error("the writer kept a reference to a slice of the caller")
	}
}

func TestUnclosedWriterLeavesNoPart(t *testing.T) {
	dir := t.TempDir()
	path := Part{Table: "games", Run: "r", Index: 3}.Path(dir)
	w, err := Create[GameRow](path, sampleMeta, Options{RowsPerGroup: 10})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(sampleGames(100)...); err != nil {
		t.Fatal(err)
	}
	// As after a kill: nothing is called any more.
	if parts, err := Parts(dir, "games"); err != nil || len(parts) != 0 {
		t.Errorf("Parts = %v, %v: want none", parts, err)
	}
	if names := allFiles(t, dir); len(names) != 1 || strings.HasSuffix(names[0], ".parquet") || !strings.HasPrefix(filepath.Base(names[0]), "_part-00003.") {
		t.Errorf("files %v: want one that readers pass over", names)
	}
	left, err := Unfinished(dir)
	if err != nil || len(left) != 1 {
		t.Errorf("Unfinished = %v, %v: want the file", left, err)
	}
	// The next process makes the part beside it.
	writePart(t, path, sampleGames(100))
	if err := w.Abort(); err != nil {
		t.Error(err)
	}
	if names := allFiles(t, dir); len(names) != 1 || names[0] != path {
		t.Errorf("files %v: want the part alone", names)
	}
}

func allFiles(t *testing.T, dir string) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names = append(names, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// fullDisk takes so many bytes and then has no space left.
type fullDisk struct {
	w    io.Writer
	room int
}

func (d *fullDisk) Write(b []byte) (int, error) {
	if len(b) <= d.room {
		d.room -= len(b)
		return d.w.Write(b)
	}
	n, _ := d.w.Write(b[:d.room])
	d.room = 0
	return n, &os.PathError{Op: "write", Path: "disk", Err: syscall.ENOSPC}
}

func TestFullDisk(t *testing.T) {
	rows := sampleGames(120)
	whole := writePart(t, filepath.Join(t.TempDir(), "whole.parquet"), rows, Options{RowsPerGroup: 50})
	for _, room := range []int64{0, 3, 4, 5000, whole.Bytes / 2, whole.Bytes - 100, whole.Bytes - 1} {
		dir := t.TempDir()
		options := Options{RowsPerGroup: 50, fault: func(w io.Writer) io.Writer { return &fullDisk{w, int(room)} }}
		w, err := Create[GameRow](filepath.Join(dir, "part-00000.parquet"), sampleMeta, options)
		if err != nil {
			t.Fatal(err)
		}
		errWrite := w.Write(rows...)
		err = w.Close()
		if !errors.Is(err, syscall.ENOSPC) || errWrite != nil && !errors.Is(errWrite, syscall.ENOSPC) {
			t.Errorf("room for %d of %d bytes: Write %v, Close %v: want ENOSPC", room, whole.Bytes, errWrite, err)
		}
		if err != nil && !strings.Contains(err.Error(), "part-00000.parquet") {
			t.Errorf("the error does not name the file: %v", err)
		}
		if names := allFiles(t, dir); len(names) != 0 {
			t.Errorf("room for %d bytes: %v was left behind", room, names)
		}
		if w.File() != (File{}) {
			t.Errorf("a part that does not exist is described as %+v", w.File())
		}
	}
}

func TestCreateWhereNothingCanBeWritten(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for name, path := range map[string]string{
		"below a file":     filepath.Join(file, "games", "part-00000.parquet"),
		"another ending":   filepath.Join(dir, "part-00000.csv"),
		"a hidden name":    filepath.Join(dir, ".part-00000.parquet"),
		"a temporary name": filepath.Join(dir, "_part-00000.parquet"),
		"too long a name":  filepath.Join(dir, strings.Repeat("x", 300)+".parquet"),
	} {
		if _, err := Create[GameRow](path, Meta{}); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: error %v, want one that names the file", name, err)
		}
	}
	// A folder in the way is found when the part gets its name.
	if err := os.MkdirAll(filepath.Join(dir, "part-00001.parquet", "x"), 0o777); err != nil {
		t.Fatal(err)
	}
	w, err := Create[GameRow](filepath.Join(dir, "part-00001.parquet"), Meta{})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err == nil {
		t.Error("Close replaced a folder")
	}
	if left, err := Unfinished(dir); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestWrongRowsAreRefused(t *testing.T) {
	good := sampleGames(1)[0]
	tests := []struct {
		name   string
		spoil  func(g *GameRow)
		column string
	}{
		{"a move beyond the pass", func(g *GameRow) { g.Moves[3] = 82 }, "moves"},
		{"a negative move", func(g *GameRow) { g.Moves[3] = -1 }, "moves"},
		{"a pass as a setup stone", func(g *GameRow) { g.SetupBlack = []int16{81} }, "setup_black"},
		{"fewer win rates than moves", func(g *GameRow) { g.MoveWinrate = g.MoveWinrate[1:] }, "move_winrate"},
		{"win rates that are there but empty", func(g *GameRow) { g.MoveWinrate = []float32{} }, "move_winrate"},
		{"a win rate in percent", func(g *GameRow) { g.MoveWinrate[0] = 55 }, "move_winrate"},
		{"a wrong number of moves", func(g *GameRow) { g.NumMoves++ }, "num_moves"},
		{"an unknown winner", func(g *GameRow) { g.Winner = "black" }, "winner"},
		{"no player to begin", func(g *GameRow) { g.SetupToPlay = "" }, "setup_to_play"},
		{"a board of no size", func(g *GameRow) { g.BoardW = 0 }, "board_w"},
		{"a komi that is no number", func(g *GameRow) { g.Komi = math.NaN() }, "komi"},
		{"an infinite margin", func(g *GameRow) { g.BlackMargin = new(math.Inf(1)) }, "black_margin"},
		{"rules that are not JSON", func(g *GameRow) { g.RulesJSON = "chinese" }, "rules_json"},
		{"text in another encoding", func(g *GameRow) { g.Black = "\xb0\xa1" }, "black"},
		{"a file name in another encoding", func(g *GameRow) { g.SourceFile = new("\xb0\xa1.sgf") }, "source_file"},
		{"more forced moves than moves", func(g *GameRow) { g.ForcedPlies = 1000 }, "forced_plies"},
	}
	for _, test := range tests {
		dir := t.TempDir()
		w, err := Create[GameRow](filepath.Join(dir, "part-00000.parquet"), Meta{})
		if err != nil {
			t.Fatal(err)
		}
		row := good
		row.Moves = append([]int16(nil), good.Moves...)
		row.MoveWinrate = append([]float32(nil), good.MoveWinrate...)
		test.spoil(&row)
		err = w.Write(row)
		if err == nil || !strings.Contains(err.Error(), "column "+test.column) {
			t.Errorf("%s: error %v, want one about column %s", test.name, err, test.column)
		}
		if err := w.Close(); err == nil {
			t.Errorf("%s: a part was made after a refused row", test.name)
		}
		if names := allFiles(t, dir); len(names) != 0 {
			t.Errorf("%s: %v was left behind", test.name, names)
		}
	}
}

func TestRowsMustComeSorted(t *testing.T) {
	games := sampleGames(3)
	positions := samplePositions(3)
	for name, write := range map[string]func(dir string) error{
		"a game twice":        func(dir string) error { return writeAll(dir, games[0], games[1], games[1]) },
		"a game out of order": func(dir string) error { return writeAll(dir, games[1], games[0]) },
		"a ply out of order":  func(dir string) error { return writeAll(dir, positions[0], positions[2], positions[1]) },
		"a ply twice":         func(dir string) error { return writeAll(dir, positions[0], positions[0]) },
	} {
		if err := write(t.TempDir()); err == nil || !strings.Contains(err.Error(), "sorted") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func writeAll[R Row](dir string, rows ...R) error {
	w, err := Create[R](filepath.Join(dir, "part-00000.parquet"), Meta{})
	if err != nil {
		return err
	}
	defer w.Abort()
	return w.Write(rows...)
}

func TestMetaThatContradictsItself(t *testing.T) {
	for name, meta := range map[string]Meta{
		"another table":       {Schema: "positions/1"},
		"another plan":        {Plan: "{}", PlanSHA256: strings.Repeat("0", 64)},
		"a shard of no shard": {Shard: 4, Shards: 4},
		"a negative shard":    {Shard: -1},
		"text in Latin-1":     {ToolVersion: "\xe4"},
	} {
		if _, err := Create[GameRow](filepath.Join(t.TempDir(), "part-00000.parquet"), meta); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
}

func TestWriterAfterItsEnd(t *testing.T) {
	path := filepath.Join(t.TempDir(), "part-00000.parquet")
	w, err := Create[GameRow](path, Meta{})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); !errors.Is(err, ErrClosed) {
		t.Errorf("second Close: %v", err)
	}
	if err := w.Write(sampleGames(1)...); !errors.Is(err, ErrClosed) {
		t.Errorf("Write after Close: %v", err)
	}
	if err := w.Abort(); err != nil {
		t.Errorf("Abort after Close: %v", err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Errorf("Abort after Close removed the part: %v", err)
	}
}

func TestRowGroupsAreBounded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "part-00000.parquet")
	writePart(t, path, sampleGames(105), Options{RowsPerGroup: 50})
	info, err := Inspect(path)
	if err != nil || info.RowGroups != 3 || info.Rows != 105 {
		t.Errorf("Inspect = %+v, %v: want 105 rows in 3 groups", info, err)
	}
	if len(info.Columns) != len(TableOf[GameRow]().Columns) || info.Columns[0].Bytes == 0 || info.Columns[0].Doc == "" {
		t.Errorf("columns %+v", info.Columns)
	}
}

func TestWriteFileAtomic(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a", "b.json")
	for _, text := range []string{"first", "second"} {
		if err := WriteFileAtomic(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, []byte(text)) {
			t.Errorf("read %q, %v", got, err)
		}
	}
	if names := allFiles(t, filepath.Dir(path)); len(names) != 1 {
		t.Errorf("files %v", names)
	}
	if err := WriteFileAtomic(filepath.Join(path, "below"), nil); err == nil {
		t.Error("wrote below a file")
	}
}

// A place is checked without a trace.
func TestCheckPlace(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file.parquet")
	if err := WriteFileAtomic(file, nil); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{file, filepath.Join(dir, "new.parquet"), filepath.Join(dir, "deep", "deeper", "new.parquet")} {
		if err := CheckPlace(path); err != nil {
			t.Error(err)
		}
	}
	for path, want := range map[string]string{
		dir: "is a folder", filepath.Join(dir, "new") + "/": "is a folder", filepath.Join(file, "x"): "cannot be written", os.DevNull: "no ordinary file",
	} {
		if err := CheckPlace(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want an error with %q", path, err, want)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("%v is left: %v", left, err)
	}
}
