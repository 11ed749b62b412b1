package gtp

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/experiments/clock"
)

var update = flag.Bool("update", false, "rewrite the transcripts in testdata")

// TestTranscripts plays what clients send and compares the answers. In a
// transcript, lines that begin with "> " are sent; a command is sent when the
// one before was answered or, for analysis without end, when it has printed a
// line of analysis. Lines that begin with "# " before the first command are
// comments.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.transcript")
	if err != nil || len(files) == 0 {
		t.Fatal("no transcripts", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".transcript"), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := replayTranscript(t, string(data))
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			if got != string(data) {
				t.Errorf("differs from %s (rewrite it with -update):\n%s", file, firstDifference(string(data), got))
			}
		})
	}
}

func replayTranscript(t *testing.T, text string) string {
	e := newEngine(t, func(c *Config) {
		c.Name, c.Version = "tengen", ClientVersion("0.1.0")
		c.Searcher = &scripted{likes: points(t, "E5", "C3", "G7")}
		c.Source = &clock.Fake{}
	})
	s := startSession(t, e)
	var b strings.Builder
	streaming := false
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if b.Len() == 0 || strings.HasPrefix(line, "# ") {
			if !strings.HasPrefix(line, "> ") {
				b.WriteString(line + "\n")
				continue
			}
		}
		command, ok := strings.CutPrefix(line, "> ")
		if !ok {
			continue
		}
		s.send(command)
		b.WriteString(line + "\n")
		if streaming {
			b.WriteString(s.answer() + "\n")
			streaming = false
		}
		c, asks := ParseCommand(command)
		if !asks {
			continue
		}
		if e.Interruptible(c.Name) {
			head := s.line()
			streaming = strings.HasPrefix(head, "=")
			b.WriteString(head + "\n" + s.line() + "\n")
			continue
		}
		b.WriteString(s.answer() + "\n\n")
	}
	return b.String()
}

func firstDifference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range g {
		if i >= len(w) || w[i] != g[i] {
			return "want " + strings.Join(w[min(i, len(w)):min(i+3, len(w))], "\n     ") +
				"\ngot  " + strings.Join(g[i:min(i+3, len(g))], "\n     ")
		}
	}
	return "the end is missing"
}
