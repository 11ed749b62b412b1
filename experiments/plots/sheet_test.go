package plots

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func threePanels() *Sheet {
	a, b, c := throughput(), throughput(), throughput()
	b.Title, c.Title = "second", "third"
	c.Series = append(c.Series[:1:1], Series{Name: "only here", Kind: Line, Color: 2, Points: []Point{{X: 1, Y: 100}, {X: 8, Y: 800}}})
	return &Sheet{Title: "A title", Subtitle: strings.Repeat("many words ", 30), Lines: [][]*Figure{{a, b}, {c}}}
}

func TestSheetIsDrawn(t *testing.T) {
	drawing, err := threePanels().SVG()
	if err != nil {
		t.Fatal(err)
	}
	for text, times := range map[string]int{">A title<": 1, ">second<": 1, ">third<": 1, ">only here<": 1, ">measured<": 2, ">linear<": 1} {
		if n := strings.Count(string(drawing), text); n != times {
			t.Errorf("%s is there %d times, want %d", text, n, times)
		}
	}
	pixels, err := threePanels().PNG()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := png.Decode(bytes.NewReader(pixels)); err != nil {
		t.Fatal(err)
	}
	if again, err := threePanels().PNG(); err != nil || !bytes.Equal(again, pixels) {
		t.Errorf("drawn again the picture is another one (%v)", err)
	}
	if *show != "" {
		if err := os.WriteFile(filepath.Join(*show, "sheet.png"), pixels, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := new(Sheet).PNG(); err == nil {
		t.Error("an empty sheet was drawn")
	}
}

func TestWrapped(t *testing.T) {
	fits := func(line string) bool { return len(line) <= 7 }
	if got := wrapped("one two three  extraordinary a b", fits); !slices.Equal(got, []string{"one two", "three", "extraordinary", "a b"}) {
		t.Errorf("%q", got)
	}
}
