package records

import (
	"bufio"
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var large = flag.Bool("large", false, "import a collection of 100 MB instead of 4 MB")

// TestImportOfALargeCollection: memory does not grow with the collection.
//
//	go test ./experiments/records -run Large -large -v
func TestImportOfALargeCollection(t *testing.T) {
	size := 4 << 20
	if *large {
		size = 100 << 20
	}
	distinct := make([]string, 500)
	for i := range distinct {
		distinct[i] = randomRecord(uint64(i), 19, 240) + "\n"
	}
	path := filepath.Join(t.TempDir(), "games.sgf")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriter(file)
	bytes, games := 0, int64(0)
	for ; bytes < size; games++ {
		n, err := w.WriteString(distinct[games%int64(len(distinct))])
		if err != nil {
			t.Fatal(err)
		}
		bytes += n
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	report, err := Import(context.Background(), []string{path}, filepath.Join(t.TempDir(), "import"), Options{})
	if err != nil || report.Games != games || report.Rejected > 0 {
		t.Fatalf("%v: %+v", err, report)
	}
	seconds := time.Since(begun).Seconds()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return // the peak memory is only known on Linux
	}
	_, peak, _ := strings.Cut(string(status), "VmHWM:")
	peak, _, _ = strings.Cut(peak, "\n")
	t.Logf("%d games, %d MB of SGF, %.1f s, %.0f games/s, peak memory %s", games, bytes>>20, seconds, float64(games)/seconds, strings.TrimSpace(peak))
	kB := 0
	for _, r := range strings.TrimSpace(peak) {
		if '0' <= r && r <= '9' {
			kB = kB*10 + int(r-'0')
		}
	}
	if kB > 400<<10 {
		t.Errorf("peak memory %d MB for a collection of %d MB", kB>>10, bytes>>20)
	}
}
