package plots

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/tengen-go/tengen/datasets"
)

// The size of figures on paper, and the resolution of PNG.
const (
	width, height = 20 * vg.Centimeter, 12.5 * vg.Centimeter
	edge          = vg.Length(6) // left empty around the plot
	dotsPerInch   = 144
)

// palette are the colors of Okabe and Ito, but for yellow, which is too light
// for lines.
var palette = []color.NRGBA{
	{0x00, 0x72, 0xb2, 0xff}, {0xd5, 0x5e, 0x00, 0xff}, {0x00, 0x9e, 0x73, 0xff},
	{0xcc, 0x79, 0xa7, 0xff}, {0xe6, 0x9f, 0x00, 0xff}, {0x56, 0xb4, 0xe9, 0xff}, {0x40, 0x40, 0x40, 0xff},
}

// Gray is the color of marks that only guide the eye.
const Gray = 6

func ink(i int) color.NRGBA { return palette[((i%len(palette))+len(palette))%len(palette)] }

func pale(i int) color.NRGBA {
	c := ink(i)
	c.A = 0x38
	return c
}

// Save writes the figure to stem.png and stem.svg.
func (f *Figure) Save(stem string) error {
	for _, format := range []struct {
		suffix string
		encode func() ([]byte, error)
	}{{".png", f.PNG}, {".svg", f.SVG}} {
		data, err := format.encode()
		if err == nil {
			err = datasets.WriteFileAtomic(stem+format.suffix, data)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// PNG returns the figure as a picture of pixels.
func (f *Figure) PNG() ([]byte, error) {
	canvas := vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(dotsPerInch))
	return f.render(canvas, vgimg.PngCanvas{Canvas: canvas})
}

// SVG returns the figure as a drawing. Its text is in Liberation Sans or, where
// that is not installed, the viewer's sans-serif.
func (f *Figure) SVG() ([]byte, error) {
	canvas := vgsvg.NewWith(vgsvg.UseWH(width, height))
	drawing, err := f.render(canvas, canvas)
	return webFonts(drawing), err
}

// webFonts names fonts that viewers have beside the one that was measured.
func webFonts(drawing []byte) []byte {
	return bytes.ReplaceAll(drawing, []byte("font-family:Liberation Sans;"), []byte("font-family:Liberation Sans,Arial,sans-serif;"))
}

func (f *Figure) render(canvas vg.CanvasSizer, encoder io.WriterTo) ([]byte, error) {
	p, err := f.plot()
	if err != nil {
		return nil, err
	}
	page := draw.New(canvas)
	page.SetColor(color.White)
	page.Fill(page.Rectangle.Path())
	p.Draw(draw.Crop(page, edge, -edge, edge, -edge))
	var out bytes.Buffer
	if _, err := encoder.WriteTo(&out); err != nil {
		return nil, fmt.Errorf("figure %q: %w", f.Title, err)
	}
	return out.Bytes(), nil
}

// plot builds gonum's plot.
func (f *Figure) plot() (*plot.Plot, error) {
	if err := f.Validate(); err != nil {
		return nil, err
	}
	p := plot.New()
	p.Title.Text = f.Title
	if f.Subtitle != "" {
		p.Title.Text += "\n" + f.Subtitle
	}
	p.Title.Padding = vg.Points(6)
	style(&p.Title.TextStyle, 11)
	styleAxis(&p.X, f.X)
	styleAxis(&p.Y, f.Y)
	style(&p.Legend.TextStyle, 9)
	p.Legend.Padding = vg.Points(2)
	p.Legend.Top = f.LegendAt == TopLeft || f.LegendAt == TopRight
	p.Legend.Left = f.LegendAt == TopLeft || f.LegendAt == BottomLeft
	p.Legend.XOffs, p.Legend.YOffs = vg.Points(-6), vg.Points(-6)
	if p.Legend.Left {
		p.Legend.XOffs = vg.Points(6)
	}
	if !p.Legend.Top {
		p.Legend.YOffs = vg.Points(6)
	}
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = color.Gray{0xe4}, color.Gray{0xe4}
	p.Add(grid)
	for _, s := range f.Series {
		if err := addSeries(p, s); err != nil {
			return nil, fmt.Errorf("figure %q: %w", f.Title, err)
		}
	}
	setRange(&p.X, f.X)
	setRange(&p.Y, f.Y)
	for _, m := range f.Marks { // last, since they are as long as the axes
		if err := addMark(p, m); err != nil {
			return nil, fmt.Errorf("figure %q: %w", f.Title, err)
		}
	}
	setRange(&p.X, f.X)
	setRange(&p.Y, f.Y)
	return p, nil
}

func style(s *text.Style, size float64) {
	s.Font = font.From(font.Font{Typeface: "Liberation", Variant: "Sans"}, vg.Points(size))
}

func styleAxis(axis *plot.Axis, a Axis) {
	axis.Label.Text = a.Label
	axis.Label.Padding = vg.Points(4)
	axis.Padding = vg.Points(4)
	style(&axis.Label.TextStyle, 10)
	style(&axis.Tick.Label, 9)
	if a.Log {
		axis.Scale, axis.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	}
	if len(a.Ticks) > 0 {
		var ticks plot.ConstantTicks
		for _, t := range a.Ticks {
			ticks = append(ticks, plot.Tick{Value: t.At, Label: t.Label})
		}
		axis.Tick.Marker = ticks
	}
}

// setRange sets the range asked for; a range without width, of data that are all
// alike, gets some.
func setRange(axis *plot.Axis, a Axis) {
	if a.Min != 0 || a.Max != 0 {
		axis.Min, axis.Max = a.Min, a.Max
	}
	if !(axis.Min < axis.Max) {
		room := math.Max(1, math.Abs(axis.Min)/10)
		if a.Log {
			room = axis.Min / 2
		}
		axis.Min, axis.Max = axis.Min-room, axis.Max+room
	}
}
