package plots

import (
	"bytes"
	"encoding/xml"
	"image/png"
	"io"
	"strings"
	"testing"
)

func smallBoard() *Board {
	return &Board{
		Title: "Black plays C1\nwins 50.0 %, leads by 1.0 points", Columns: 3, Rows: 2, Letters: []string{"A", "B", "C"},
		Stars: []int{1}, Stones: []int{0, 1, 2, 0, 0, 0}, Marks: []string{"b", "", "", "", "", "a"},
		Owners: []float64{-1, 1, 0.5, 0, -0.25, 0}, Best: 5, Last: 1,
	}
}

// TestBoardIsDrawn draws a board both ways: well-formed XML with its texts in
// it, and a picture of the same shape.
func TestBoardIsDrawn(t *testing.T) {
	drawing, err := smallBoard().SVG()
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	decoder := xml.NewDecoder(bytes.NewReader(drawing))
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("the SVG is not well formed: %v", err)
		}
		if data, ok := token.(xml.CharData); ok && strings.TrimSpace(string(data)) != "" {
			texts = append(texts, strings.TrimSpace(string(data)))
		}
	}
	all := "\n" + strings.Join(texts, "\n") + "\n"
	for _, want := range []string{"Black plays C1", "wins 50.0 %, leads by 1.0 points", "A", "C", "2", "a", "b"} {
		if !strings.Contains(all, "\n"+want+"\n") {
			t.Errorf("%q is not written on the board, only %q", want, texts)
		}
	}
	picture, err := smallBoard().PNG()
	if err != nil {
		t.Fatal(err)
	}
	config, err := png.DecodeConfig(bytes.NewReader(picture))
	if err != nil || config.Width != config.Height {
		t.Errorf("3x2 with margins is %dx%d pixels, not square: %v", config.Width, config.Height, err)
	}
}

func TestBoardRefuses(t *testing.T) {
	for _, c := range []struct {
		change func(*Board)
		want   string
	}{
		{func(b *Board) { b.Rows = 0 }, "cannot be drawn"},
		{func(b *Board) { b.Marks = nil }, "a mark"},
		{func(b *Board) { b.Owners = b.Owners[1:] }, "an owner"},
		{func(b *Board) { b.Last = 6 }, "no point 6"},
		{func(b *Board) { b.Best = 7 }, "no point 7"},
		{func(b *Board) { b.Stars = []int{8} }, "no point 8"},
	} {
		b := smallBoard()
		c.change(b)
		if _, err := b.SVG(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, should tell %q", err, c.want)
		}
	}
}
