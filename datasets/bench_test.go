package datasets

import (
	"path/filepath"
	"testing"
)

func BenchmarkWrite(b *testing.B) {
	b.Run("games", func(b *testing.B) { benchmarkWrite(b, sampleGames(2000)) })
	b.Run("positions", func(b *testing.B) { benchmarkWrite(b, samplePositions(5000)) })
}

func benchmarkWrite[R Row](b *testing.B, rows []R) {
	path := filepath.Join(b.TempDir(), "part-00000.parquet")
	b.ReportAllocs()
	var file File
	for b.Loop() {
		file = writePart(b, path, rows)
	}
	reportRows(b, len(rows), file)
}

func BenchmarkRead(b *testing.B) {
	b.Run("games", func(b *testing.B) { benchmarkRead(b, sampleGames(2000)) })
	b.Run("positions", func(b *testing.B) { benchmarkRead(b, samplePositions(5000)) })
}

func benchmarkRead[R Row](b *testing.B, rows []R) {
	path := filepath.Join(b.TempDir(), "part-00000.parquet")
	file := writePart(b, path, rows)
	b.ReportAllocs()
	for b.Loop() {
		for _, err := range Rows[R](path) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
	reportRows(b, len(rows), file)
}

func BenchmarkSelect(b *testing.B) {
	type outcome struct {
		Komi   float64 `parquet:"komi"`
		Winner string  `parquet:"winner"`
	}
	path := filepath.Join(b.TempDir(), "part-00000.parquet")
	file := writePart(b, path, sampleGames(2000))
	b.ReportAllocs()
	for b.Loop() {
		for _, err := range Select[outcome, GameRow](path) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
	reportRows(b, 2000, file)
}

func reportRows(b *testing.B, rows int, file File) {
	b.ReportMetric(float64(rows)*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
	b.ReportMetric(float64(file.Bytes)/float64(rows), "B/row")
}
