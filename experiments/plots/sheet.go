package plots

import (
	"bytes"
	"errors"
	"fmt"
	"image/color"
	"io"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Sheet is a table of small figures, panels, under one title. Each line has a
// legend at its right, outside of the panels, with every name of its series once:
// series of one name look alike.
type Sheet struct {
	Title    string
	Subtitle string
	Lines    [][]*Figure
}

// The size of a panel, and the least width of a sheet.
const (
	panelWidth, panelHeight = 6.5 * vg.Centimeter, 6 * vg.Centimeter
	leastWidth              = 14 * vg.Centimeter
)

// broader is how much room text gets: viewers of a drawing may have a broader
// font than the one that was measured.
const broader = 1.3

// PNG returns the sheet as a picture of pixels.
func (s *Sheet) PNG() ([]byte, error) {
	return s.render(func(w, h vg.Length) (vg.CanvasSizer, io.WriterTo) {
		canvas := vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(dotsPerInch))
		return canvas, vgimg.PngCanvas{Canvas: canvas}
	})
}

// SVG returns the sheet as a drawing, with the fonts of [Figure.SVG].
func (s *Sheet) SVG() ([]byte, error) {
	drawing, err := s.render(func(w, h vg.Length) (vg.CanvasSizer, io.WriterTo) {
		canvas := vgsvg.NewWith(vgsvg.UseWH(w, h))
		return canvas, canvas
	})
	return webFonts(drawing), err
}

// render draws on a canvas that it asks for once it knows the size.
func (s *Sheet) render(newCanvas func(w, h vg.Length) (vg.CanvasSizer, io.WriterTo)) ([]byte, error) {
	if len(s.Lines) == 0 {
		return nil, errors.New("a sheet needs panels")
	}
	columns := 0
	var legendWidth vg.Length
	legends := make([]plot.Legend, len(s.Lines))
	for i, line := range s.Lines {
		var width vg.Length
		var err error
		if legends[i], width, err = legendOf(line); err != nil {
			return nil, err
		}
		columns, legendWidth = max(columns, len(line)), max(legendWidth, width)
	}
	panels, err := s.panels(columns)
	if err != nil {
		return nil, err
	}
	width := max(panelWidth*vg.Length(columns)+legendWidth+2*edge, leastWidth)
	heading := s.heading(width)
	headHeight := heading.height()
	canvas, encoder := newCanvas(width, headHeight+panelHeight*vg.Length(len(s.Lines))+2*edge)
	page := draw.New(canvas)
	page.SetColor(color.White)
	page.Fill(page.Rectangle.Path())
	inner := draw.Crop(page, edge, -edge, edge, -edge)
	heading.draw(inner)
	inner.Max.Y -= headHeight
	table := inner
	table.Max.X = table.Min.X + panelWidth*vg.Length(columns)
	cells := plot.Align(panels, draw.Tiles{Cols: columns, Rows: len(panels), PadY: vg.Points(8)}, table)
	for i, line := range panels {
		for j, panel := range line {
			if panel != nil {
				panel.Draw(cells[i][j])
			}
		}
		beside := inner
		beside.Min.X = cells[i][len(s.Lines[i])-1].Max.X
		beside.Max.Y = cells[i][0].Max.Y
		legends[i].Draw(beside)
	}
	var out bytes.Buffer
	if _, err := encoder.WriteTo(&out); err != nil {
		return nil, fmt.Errorf("sheet %q: %w", s.Title, err)
	}
	return out.Bytes(), nil
}

// panels builds the plots without their legends, nil where a line has no more.
func (s *Sheet) panels(columns int) ([][]*plot.Plot, error) {
	panels := make([][]*plot.Plot, len(s.Lines))
	for i, line := range s.Lines {
		panels[i] = make([]*plot.Plot, columns)
		for j, figure := range line {
			p, err := figure.plot()
			if err != nil {
				return nil, err
			}
			style(&p.Title.TextStyle, 10)
			p.Legend = plot.NewLegend()
			panels[i][j] = p
		}
	}
	return panels, nil
}

// legendOf makes the legend of a line of panels, and says how wide it is.
func legendOf(line []*Figure) (legend plot.Legend, width vg.Length, err error) {
	var names []string
	named := Figure{LegendAt: TopLeft}
	for _, figure := range line {
		for _, series := range figure.Series {
			if series.Name != "" && !slices.Contains(names, series.Name) {
				names, named.Series = append(names, series.Name), append(named.Series, series)
			}
		}
	}
	if len(names) == 0 {
		return plot.NewLegend(), 0, nil
	}
	p, err := named.plot()
	if err != nil {
		return plot.Legend{}, 0, err
	}
	for _, name := range names {
		width = max(width, p.Legend.TextStyle.Width(name))
	}
	p.Legend.YOffs = -vg.Points(20) // below the titles of the panels
	return p.Legend, width*broader + p.Legend.ThumbnailWidth + vg.Points(18), nil
}

// heading is the title and below it the subtitle, both in lines that fit.
type heading struct {
	lines  []string
	styles []text.Style
}

func (s *Sheet) heading(width vg.Length) (h heading) {
	for _, part := range []struct {
		text string
		size float64
	}{{s.Title, 12}, {s.Subtitle, 9}} {
		written := text.Style{Color: color.Black, YAlign: draw.YTop, Handler: plot.DefaultTextHandler}
		style(&written, part.size)
		for _, line := range wrapped(part.text, func(line string) bool { return written.Width(line)*broader <= width-2*edge }) {
			h.lines, h.styles = append(h.lines, line), append(h.styles, written)
		}
	}
	return h
}

// leading is the distance of the tops of two lines, in heights of their letters.
const leading = 1.5

func (h heading) height() (sum vg.Length) {
	for _, s := range h.styles {
		sum += s.Font.Size * leading
	}
	return sum + vg.Points(6)
}

func (h heading) draw(page draw.Canvas) {
	at := vg.Point{X: page.Min.X, Y: page.Max.Y}
	for i, line := range h.lines {
		page.FillText(h.styles[i], at, line)
		at.Y -= h.styles[i].Font.Size * leading
	}
}

// wrapped breaks text between words into lines that fit; a word that does not
// fit by itself has a line.
func wrapped(s string, fits func(line string) bool) (lines []string) {
	for _, word := range strings.Fields(s) {
		if last := len(lines) - 1; last >= 0 && fits(lines[last]+" "+word) {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}
