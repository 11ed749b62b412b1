package sgf

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/text/encoding/simplifiedchinese"
)

// corpus returns the games of the cases in one file, a few times over.
func corpus(b *testing.B) (file []byte, games int) {
	b.Helper()
	in, err := os.Open(filepath.Join("testdata", "cases", "games.jsonl"))
	if err != nil {
		b.Fatal(err)
	}
	defer in.Close()
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		text, err := sgfField(lines.Bytes())
		if err != nil {
			b.Fatal(err)
		}
		file = append(append(file, text...), '\n')
		games++
	}
	const copies = 20
	return bytes.Repeat(file, copies), copies * games
}

func reportGames(b *testing.B, games int) {
	b.ReportMetric(float64(games)*float64(b.N)/b.Elapsed().Seconds(), "games/s")
}

func BenchmarkParse(b *testing.B) {
	file, games := corpus(b)
	b.SetBytes(int64(len(file)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Parse(file, Options{}); err != nil {
			b.Fatal(err)
		}
	}
	reportGames(b, games)
}

func BenchmarkReader(b *testing.B) {
	file, games := corpus(b)
	b.SetBytes(int64(len(file)))
	b.ReportAllocs()
	for b.Loop() {
		drain(b, file, Options{})
	}
	reportGames(b, games)
}

func BenchmarkReaderReuse(b *testing.B) {
	file, games := corpus(b)
	b.SetBytes(int64(len(file)))
	b.ReportAllocs()
	for b.Loop() {
		drain(b, file, Options{Reuse: true})
	}
	reportGames(b, games)
}

func BenchmarkReaderGBK(b *testing.B) {
	file, games := corpus(b)
	file = bytes.ReplaceAll(file, []byte("PB[Black]"), []byte("PB[柯洁九段]EV[第三届中国围棋赛]"))
	file, err := simplifiedchinese.GBK.NewEncoder().Bytes(file)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(file)))
	b.ReportAllocs()
	for b.Loop() {
		drain(b, file, Options{})
	}
	reportGames(b, games)
}

func drain(b *testing.B, file []byte, opts Options) {
	r := NewReader(onlyReader{bytes.NewReader(file)}, opts)
	for _, err := range r.Games() {
		if err != nil {
			b.Fatal(err)
		}
	}
}

type onlyReader struct{ io.Reader }

func BenchmarkReplay(b *testing.B) {
	file, games := corpus(b)
	collection, err := Parse(file, Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		for _, game := range collection.Games {
			if _, err := game.Replay(); err != nil {
				b.Fatal(err)
			}
		}
	}
	reportGames(b, games)
}

func BenchmarkToGame(b *testing.B) {
	file, games := corpus(b)
	collection, err := Parse(file, Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		for _, game := range collection.Games {
			if _, _, err := game.ToGame(GameOptions{}); err != nil {
				b.Fatal(err)
			}
		}
	}
	reportGames(b, games)
}

func BenchmarkWrite(b *testing.B) {
	file, games := corpus(b)
	collection, err := Parse(file, Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(file)))
	b.ReportAllocs()
	for b.Loop() {
		if err := Write(io.Discard, collection.Games...); err != nil {
			b.Fatal(err)
		}
	}
	reportGames(b, games)
}
