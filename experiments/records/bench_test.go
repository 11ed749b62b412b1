package records

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// BenchmarkImport reads a collection of long games on 19x19.
func BenchmarkImport(b *testing.B) {
	var text strings.Builder
	const games = 1000
	for i := range games {
		text.WriteString(randomRecord(uint64(i), 19, 220) + "\n")
	}
	path := filepath.Join(b.TempDir(), "games.sgf")
	if err := os.WriteFile(path, []byte(text.String()), 0o644); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		report, err := Import(b.Context(), []string{path}, filepath.Join(b.TempDir(), "out"), Options{})
		if err != nil || report.Games != games {
			b.Fatal(report, err)
		}
	}
	b.ReportMetric(games*float64(b.N)/b.Elapsed().Seconds(), "games/s")
}
