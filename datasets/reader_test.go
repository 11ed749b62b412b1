package datasets

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// writeAny writes rows of any type as a file of ours that says it holds schema.
func writeAny[T any](t *testing.T, schema string, rows ...T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "part-00000.parquet")
	out, err := newPartFile(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	options := []parquet.WriterOption{parquet.WriteBufferSize(0), parquet.KeyValueMetadata(keySelf, selfPlaceholder)}
	for k, v := range (Meta{Schema: schema}).keyValues() {
		options = append(options, parquet.KeyValueMetadata(k, v))
	}
	w := parquet.NewGenericWriter[T](out, options...)
	if _, err := w.Write(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	out.beginTail()
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := out.finish(path); err != nil {
		t.Fatal(err)
	}
	return path
}

// oldTiming is a file of before cpu_ns, from a program that kept a column of
// its own.
type oldTiming struct {
	GameID       string  `parquet:"game_id"`
	Note         string  `parquet:"note"`
	GameIndex    int64   `parquet:"game_index"`
	Worker       int32   `parquet:"worker"`
	Host         string  `parquet:"host"`
	StartedAt    int64   `parquet:"started_at,timestamp(microsecond)"`
	DurationNS   int64   `parquet:"duration_ns"`
	Playouts     int64   `parquet:"playouts"`
	PlayoutsPerS float64 `parquet:"playouts_per_s"`
}

func TestOlderFileLacksColumnsThatMayBeNull(t *testing.T) {
	path := writeAny(t, "timings/1", oldTiming{GameID: "g", Note: "n", GameIndex: 7, Worker: 3, Host: "h", StartedAt: 5, DurationNS: 9, PlayoutsPerS: 1.5})
	rows := readPart[TimingRow](t, path)
	if len(rows) != 1 || rows[0].CPUNS != nil || rows[0].GameID != "g" || rows[0].GameIndex != 7 || rows[0].Worker != 3 ||
		rows[0].Host != "h" || rows[0].StartedAt.UnixMicro() != 5 || rows[0].DurationNS != 9 || rows[0].PlayoutsPerS != 1.5 {
		t.Errorf("rows %+v", rows)
	}
}

func TestFilesOfOtherShape(t *testing.T) {
	type short struct {
		GameID string `parquet:"game_id"`
	}
	type wrongType struct {
		GameID    string `parquet:"game_id"`
		GameIndex string `parquet:"game_index"`
	}
	type wrongWidth struct {
		GameID    string `parquet:"game_id"`
		GameIndex int32  `parquet:"game_index"`
	}
	type nullable struct {
		GameID *string `parquet:"game_id,optional"`
	}
	type list struct {
		GameID []string `parquet:"game_id,list"`
	}
	type enum struct {
		GameID string `parquet:"game_id,enum"`
	}
	tests := []struct {
		name string
		path string
		want error
		text string
	}{
		{"a required column is missing", writeAny(t, "timings/1", short{"g"}), ErrColumns, "column game_index is missing"},
		{"text where a number belongs", writeAny(t, "timings/1", wrongType{"g", "x"}), ErrColumns, "column game_index is VARCHAR in the file where BIGINT is expected"},
		{"a narrower number", writeAny(t, "timings/1", wrongWidth{"g", 1}), ErrColumns, "column game_index is INTEGER"},
		{"nulls where none belong", writeAny(t, "timings/1", nullable{}), ErrColumns, "column game_id may be null"},
		{"a list where text belongs", writeAny(t, "timings/1", list{}), ErrColumns, "column game_id is VARCHAR[]"},
		{"an enumeration where text belongs", writeAny(t, "timings/1", enum{"g"}), ErrColumns, "column game_id is ENUM"},
		{"a later version", writeAny(t, "timings/2", short{"g"}), ErrVersion, "timings/2"},
		{"an unknown table", writeAny(t, "ladders/1", short{"g"}), ErrVersion, "ladders"},
		{"no version", writeAny(t, "timings", short{"g"}), ErrDamaged, "timings"},
		{"version zero", writeAny(t, "timings/0", short{"g"}), ErrDamaged, "timings/0"},
		{"a version with more behind it", writeAny(t, "timings/1x", short{"g"}), ErrDamaged, "timings/1x"},
		{"another table", writeAny(t, "games/1", short{"g"}), nil, "holds the table games, not timings"},
	}
	for _, test := range tests {
		_, err := Open[TimingRow](test.path)
		if err == nil || test.want != nil && !errors.Is(err, test.want) || !strings.Contains(err.Error(), test.text) {
			t.Errorf("%s: error %v, want %q", test.name, err, test.text)
		} else if !strings.HasPrefix(err.Error(), test.path) {
			t.Errorf("%s: the error does not begin with the file: %v", test.name, err)
		}
		for _, err := range Rows[TimingRow](test.path) {
			if err == nil {
				t.Errorf("%s: rows were read", test.name)
			}
		}
	}
}

func TestFilesOfOthers(t *testing.T) {
	dir := t.TempDir()
	file := func(name string, content []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, content, 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	var foreign bytes.Buffer
	type row struct{ A int }
	if err := parquet.Write(&foreign, []row{{1}}); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		path string
		want error
	}{
		{file("foreign.parquet", foreign.Bytes()), ErrForeign},
		{file("text.parquet", []byte("winner,komi\nB,7.5\n")), ErrForeign},
		{file("encrypted.parquet", []byte("PARE\x00\x00\x00\x00PARE")), ErrForeign},
		{file("zeros.parquet", make([]byte, 1000)), ErrForeign},
		{file("magic.parquet", []byte("PAR1PAR1")), ErrDamaged},
		{file("magic12.parquet", []byte("PAR1\x00\x00\x00\x00PAR1")), ErrDamaged},
		{file("empty.parquet", nil), ErrDamaged},
		{file("huge.parquet", []byte("PAR1xxxx\xff\xff\xff\xffPAR1")), ErrDamaged},
		{filepath.Join(dir, "missing.parquet"), os.ErrNotExist},
	}
	for _, test := range tests {
		for name, err := range map[string]error{
			"Verify": Verify(test.path), "ReadMeta": second(ReadMeta(test.path)), "Count": second(Count(test.path)),
			"Inspect": second(Inspect(test.path)), "Open": second(Open[GameRow](test.path)),
		} {
			if !errors.Is(err, test.want) || !strings.Contains(err.Error(), test.path) {
				t.Errorf("%s: %v, want %v", name, err, test.want)
			}
		}
	}
	if err := Verify(dir); err == nil || !strings.Contains(err.Error(), "folder") {
		t.Errorf("a folder: %v", err)
	}
}

func second[T any](_ T, err error) error { return err }

func TestTruncatedFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "part-00000.parquet")
	writePart(t, path, sampleGames(50))
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{0, 3, 4, 11, 12, 50, len(whole) / 2, len(whole) - 9, len(whole) - 8, len(whole) - 1} {
		if err := os.WriteFile(path, whole[:n], 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Open[GameRow](path); !errors.Is(err, ErrDamaged) {
			t.Errorf("cut at %d of %d: %v", n, len(whole), err)
		}
	}
}

// openBytes opens a part in memory as the table of R.
func openBytes[R Row](b []byte) (*Reader[R], error) {
	p, err := openReaderAt("memory", bytes.NewReader(b), int64(len(b)))
	if err != nil {
		return nil, err
	}
	if err := p.expect(rowTypeOf[R]()); err != nil {
		return nil, err
	}
	return &Reader[R]{p}, nil
}

// readUnchecked decodes rows without looking at the checksum first.
func readUnchecked[R Row](r *Reader[R]) (rows []R, err error) {
	yieldRows(r.part, r.part.typ.schema, func(row R, e error) bool {
		if e != nil {
			err = e
			return false
		}
		rows = append(rows, row)
		return len(rows) < 10000
	})
	return rows, err
}

func TestEveryFlippedByteIsNoticed(t *testing.T) {
	if testing.Short() {
		flipBytes(t, 41, sampleTimings(5))
		return
	}
	flipBytes(t, 3, sampleTimings(5)) // every bit, as 3 and 8 have no common factor
	flipBytes(t, 53, sampleGames(20))
}

// flipBytes changes one bit of every step-th byte of a file.
func flipBytes[R Row](t *testing.T, step int, rows []R) {
	whole := readFile(t, t.TempDir(), rows)
	unnoticed := 0 // by the decoder
	for at := 0; at < len(whole); at += step {
		bit := byte(1) << (at % 8)
		whole[at] ^= bit
		r, err := openBytes[R](whole)
		if err == nil {
			if _, err = r.part.verifySelf(); err == nil {
				t.Fatalf("byte %d of %d flipped, and nobody noticed", at, len(whole))
			}
			// Without the checksum the decoder must survive, too. That it may
			// return wrong rows is why there is a checksum.
			if got, err := readUnchecked(r); err == nil && !equalRows(got, rows) {
				unnoticed++
			}
		}
		if !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrForeign) && !errors.Is(err, ErrVersion) && !errors.Is(err, ErrColumns) {
			t.Fatalf("byte %d: error %v is of no kind that callers can test for", at, err)
		}
		whole[at] ^= bit
	}
	t.Logf("%d bytes: %d flips would have changed rows without an error from the decoder", len(whole), unnoticed)
}

func TestDamageBehindTheDoorIsNoPanic(t *testing.T) {
	var whole [][]byte
	dir := t.TempDir()
	whole = append(whole, readFile(t, dir, sampleGames(30)), readFile(t, dir, samplePositions(50)),
		readFile(t, dir, sampleTimings(30)), readFile(t, dir, sampleBench(10)))
	n := 400
	if testing.Short() {
		n = 100
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range n {
		b := bytes.Clone(whole[i%4])
		for range 1 + rng.IntN(4) {
			at := rng.IntN(len(b))
			if rng.IntN(2) == 0 { // the footer is where the interesting numbers are
				at = len(b) - 1 - rng.IntN(min(len(b), 4000))
			}
			b[at] = byte(rng.IntN(256))
		}
		decodeAny(b)
	}
}

func readFile[R Row](t *testing.T, dir string, rows []R) []byte {
	t.Helper()
	path := filepath.Join(dir, rowTypeOf[R]().Name+".parquet")
	writePart(t, path, rows)
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// decodeAny opens b as whatever table it claims to be and decodes its rows,
// without asking for the checksum.
func decodeAny(b []byte) {
	p, err := openReaderAt("memory", bytes.NewReader(b), int64(len(b)))
	if err != nil || p.checkAllColumns() != nil {
		return
	}
	switch p.typ {
	case games:
		readUnchecked(&Reader[GameRow]{p})
	case positions:
		readUnchecked(&Reader[PositionRow]{p})
	case timings:
		readUnchecked(&Reader[TimingRow]{p})
	case bench:
		readUnchecked(&Reader[BenchRow]{p})
	}
}

// FuzzOpen goes as far as bytes get that do not fit their checksum: through
// the footer, the columns and the checksum itself.
func FuzzOpen(f *testing.F) {
	for _, name := range []string{"games", "positions", "timings", "bench"} {
		b, err := os.ReadFile(goldenPath(name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
		f.Add(b[:len(b)/2])
	}
	f.Add([]byte("PAR1\x00\x00\x00\x00PAR1"))
	f.Fuzz(func(t *testing.T, b []byte) {
		p, err := openReaderAt("memory", bytes.NewReader(b), int64(len(b)))
		if err == nil {
			_, err = p.info()
		}
		if err == nil {
			err = p.checkAllColumns()
		}
		if err == nil {
			_, err = p.verifySelf()
		}
		if err == nil {
			return // one of the seeds, or equal to one where it matters
		}
		if !strings.HasPrefix(err.Error(), "memory: ") {
			t.Errorf("the error does not name the file: %v", err)
		}
		if !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrForeign) && !errors.Is(err, ErrVersion) && !errors.Is(err, ErrColumns) {
			t.Errorf("the error is of no kind: %v", err)
		}
	})
}

func FuzzThrift(f *testing.F) {
	b, err := os.ReadFile(goldenPath("games"))
	if err != nil {
		f.Fatal(err)
	}
	footer, err := readFooter(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(footer)
	f.Add([]byte{0})
	f.Add([]byte{0x19, 0xfc, 0xff, 0xff, 0xff, 0xff, 0x0f})
	f.Fuzz(func(t *testing.T, b []byte) { checkThrift(b) })
}

func TestFooterThatAsksForTooMuch(t *testing.T) {
	deep := bytes.Repeat([]byte{0x1c}, 1000)
	for name, b := range map[string][]byte{
		"a list of two billion":       {0x19, 0xfc, 0xff, 0xff, 0xff, 0xff, 0x07, 0},
		"text of two billion letters": {0x18, 0xff, 0xff, 0xff, 0xff, 0x07, 0},
		"a map of two billion":        {0x1b, 0xff, 0xff, 0xff, 0xff, 0x07, 0x88, 0},
		"structures without end":      deep,
		"an unknown type":             {0x1d, 0},
		"nothing at all":              {},
		"something behind the end":    {0, 0},
		"a number that does not end":  {0x15, 0xff, 0xff},
	} {
		if checkThrift(b) == nil {
			t.Errorf("%s was let in", name)
		}
	}
	if err := checkThrift([]byte{0x15, 0x02, 0x11, 0x12, 0x13, 7, 0x17, 1, 2, 3, 4, 5, 6, 7, 8, 0x19, 0x21, 1, 2, 0x1b, 0, 0x05, 0x40, 2, 0}); err != nil {
		t.Errorf("a well-formed structure: %v", err)
	}
}

func TestSelect(t *testing.T) {
	path := filepath.Join(t.TempDir(), "part-00000.parquet")
	games := sampleGames(130)
	writePart(t, path, games)
	type outcome struct {
		Moves  []int16  `parquet:"moves,list"`
		Komi   float64  `parquet:"komi"`
		Winner string   `parquet:"winner"`
		Margin *float64 `parquet:"black_margin,optional"`
	}
	i := 0
	for o, err := range Select[outcome, GameRow](path) {
		if err != nil {
			t.Fatal(err)
		}
		g := games[i]
		if o.Komi != g.Komi || o.Winner != g.Winner || !equalRows(o.Moves, g.Moves) || !equalRows(o.Margin, g.BlackMargin) {
			t.Fatalf("game %d: %+v, want that of %+v", i, o, g)
		}
		i++
	}
	if i != len(games) {
		t.Errorf("%d rows, want %d", i, len(games))
	}

	type unknown struct {
		Weather string `parquet:"weather"`
	}
	type wrong struct {
		Komi string `parquet:"komi"`
	}
	type notNull struct {
		Margin float64 `parquet:"black_margin"`
	}
	type impossible struct {
		Komi chan int `parquet:"komi"`
	}
	for want, err := range map[string]error{
		"no column weather":        firstError(Select[unknown, GameRow](path)),
		"column komi is DOUBLE":    firstError(Select[wrong, GameRow](path)),
		"black_margin may be null": firstError(Select[notNull, GameRow](path)),
		"impossible":               firstError(Select[impossible, GameRow](path)),
		"holds the table games": firstError(Select[struct {
			Host string `parquet:"host"`
		}, TimingRow](path)),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

func firstError[T any](rows func(func(T, error) bool)) (first error) {
	rows(func(_ T, err error) bool {
		first = err
		return false
	})
	return first
}

// countingReader counts the bytes that are asked for.
type countingReader struct {
	r io.ReaderAt
	n int64
}

func (c *countingReader) ReadAt(b []byte, at int64) (int, error) {
	n, err := c.r.ReadAt(b, at)
	c.n += int64(n)
	return n, err
}

func TestSelectReadsOnlyItsColumns(t *testing.T) {
	b := readFile(t, t.TempDir(), sampleGames(2000))
	c := &countingReader{r: bytes.NewReader(b)}
	p, err := openReaderAt("memory", c, int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	type outcome struct {
		Winner string `parquet:"winner"`
	}
	schema, err := selection[outcome](games)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	yieldRows(p, schema, func(_ outcome, err error) bool {
		if err != nil {
			t.Fatal(err)
		}
		n++
		return true
	})
	if n != 2000 || c.n > int64(len(b))/4 {
		t.Errorf("%d rows, %d of %d bytes read: want a small part", n, c.n, len(b))
	}
}

func TestRowsMayBeKeptAndLeft(t *testing.T) {
	path := filepath.Join(t.TempDir(), "part-00000.parquet")
	games := sampleGames(200)
	writePart(t, path, games)
	var kept []GameRow
	for row, err := range Rows[GameRow](path) {
		if err != nil {
			t.Fatal(err)
		}
		if kept = append(kept, row); len(kept) == 150 {
			break
		}
	}
	if !equalRows(kept, games[:150]) {
		t.Error("rows changed after the iteration went on")
	}
	// A panic of the caller is the caller's.
	defer func() {
		if recover() != "mine" {
			t.Error("a panic in the loop was swallowed")
		}
	}()
	for range Rows[GameRow](path) {
		panic("mine")
	}
}

func TestReadingNeedsBoundedMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("writes a large file")
	}
	peak := func(n int) (most uint64) {
		path := filepath.Join(t.TempDir(), "part-00000.parquet")
		writePart(t, path, sampleGames(n))
		i := 0
		for _, err := range Rows[GameRow](path) {
			if err != nil {
				t.Fatal(err)
			}
			if i++; i%(n/4) == 0 {
				runtime.GC()
				runtime.GC() // pools let go at the second
				var now runtime.MemStats
				runtime.ReadMemStats(&now)
				most = max(most, now.HeapAlloc)
			}
		}
		return most
	}
	small, large := peak(1000), peak(8000)
	t.Logf("heap while reading: %d KiB of 1000 games, %d KiB of 8000", small>>10, large>>10)
	if large > small+4<<20 {
		t.Errorf("reading 8 times the games took %d bytes instead of %d", large, small)
	}
}
