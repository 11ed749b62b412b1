package plots

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var show = flag.String("show", "", "keep the figures of the tests in this folder, to look at them")

// throughput has one of everything.
func throughput() *Figure {
	return &Figure{
		Title: "Playouts by threads", Subtitle: "9x9, minima of ten runs",
		X: Axis{Label: "Threads", Log: true, Ticks: []Tick{{1, "1"}, {2, "2"}, {4, "4"}, {8, "8"}}},
		Y: Axis{Label: "Playouts (1/s)", Min: 0, Max: 900},
		Series: []Series{
			{Name: "measured", Kind: LineDots, Points: []Point{{X: 1, Y: 100, Lo: 90, Hi: 110}, {X: 2, Y: 190, Lo: 180, Hi: 200, Label: "n = 10"}, {X: 8, Y: 640, Lo: 600, Hi: 700}}},
			{Name: "linear", Kind: Line, Color: 1, Dashed: true, Points: []Point{{X: 1, Y: 100}, {X: 8, Y: 800}}},
			{Name: "band", Kind: Line, Color: 2, Points: []Point{{X: 1, Y: 300, Lo: 200, Hi: 400}, {X: 8, Y: 350, Lo: 300, Hi: 420}}},
			{Name: "weights", Kind: Dots, Color: 3, Points: []Point{{X: 2, Y: 500, Weight: 1}, {X: 4, Y: 500, Weight: 9}}},
			{Name: "bars", Kind: Bars, Color: 4, Width: 0.5, Points: []Point{{X: 3, Y: 50}, {X: 5, Y: 70}}},
		},
		Marks:    []Mark{{Name: "target", At: 700, Lo: 680, Hi: 720, Color: 5}, {At: 6, Vertical: true, Color: Gray, Dashed: true}},
		LegendAt: TopLeft,
	}
}

func TestFigureIsReadableByOthersAndRepeatable(t *testing.T) {
	stem := filepath.Join(t.TempDir(), "figure")
	if *show != "" {
		stem = filepath.Join(*show, "figure")
	}
	if err := throughput().Save(stem); err != nil {
		t.Fatal(err)
	}
	pixels, errPNG := os.ReadFile(stem + ".png")
	drawing, errSVG := os.ReadFile(stem + ".svg")
	if err := errors.Join(errPNG, errSVG); err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(pixels))
	if err != nil {
		t.Fatal(err)
	}
	if b := picture.Bounds(); b.Dx() < 1000 || b.Dy() < 600 {
		t.Errorf("the picture is %v: too small to be read", b)
	}
	decoder := xml.NewDecoder(bytes.NewReader(drawing))
	for {
		if _, err := decoder.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{"Playouts by threads", "9x9, minima", "Threads", "Playouts (1/s)", "measured", "n = 10", "target"} {
		if !strings.Contains(string(drawing), want) {
			t.Errorf("the drawing does not say %q", want)
		}
	}
	again, err := throughput().PNG()
	if err != nil || !bytes.Equal(again, pixels) {
		t.Errorf("drawn again the picture is another one (%v)", err)
	}
	again, err = throughput().SVG()
	if err != nil || !bytes.Equal(again, drawing) {
		t.Errorf("drawn again the drawing is another one (%v)", err)
	}
}

func TestFigureRefusesWhatCannotBeDrawn(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(*Figure)
		want   string
	}{
		{"no points", func(f *Figure) { f.Series = nil }, "no points"},
		{"a value that is no number", func(f *Figure) { f.Series[0].Points[0].Y = math.NaN() }, "no number"},
		{"an unbounded interval", func(f *Figure) { f.Series[0].Points[0].Hi = math.Inf(1) }, "no number"},
		{"zero on a logarithmic axis", func(f *Figure) { f.Series[0].Points[0].X = 0 }, "logarithmic"},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := throughput()
			test.change(f)
			if err := f.Save(filepath.Join(t.TempDir(), "x")); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one about %q", err, test.want)
			}
		})
	}
}

func TestFigureOfEqualValuesHasARange(t *testing.T) {
	f := &Figure{Title: "one", Series: []Series{{Kind: Dots, Points: []Point{{X: 9, Y: 0}}}}}
	if _, err := f.PNG(); err != nil {
		t.Fatal(err)
	}
}
