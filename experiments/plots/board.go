package plots

import (
	"bytes"
	"errors"
	"fmt"
	"image/color"
	"io"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Board is a picture of a position. Points are numbered along the rows from the
// upper left.
type Board struct {
	Title         string // one line or two
	Columns, Rows int
	Letters       []string  // of the columns
	Stars         []int     // points with a dot
	Stones        []int     // 1 Black, 2 White, else empty
	Marks         []string  // written on points, "" for none
	Owners        []float64 // from -1 for White to +1 for Black, shown as squares; nil for none
	Best          int       // the point whose mark stands out, -1 for none
	Last          int       // the point of the last move, -1 for none
}

// Validate reports what cannot be drawn.
func (b *Board) Validate() error {
	n := b.Columns * b.Rows
	switch {
	case b.Columns < 1 || b.Rows < 1:
		return fmt.Errorf("a board of %dx%d cannot be drawn", b.Columns, b.Rows)
	case len(b.Letters) != b.Columns || len(b.Stones) != n || len(b.Marks) != n:
		return errors.New("a board needs a letter for each column, and a stone and a mark, empty or not, for each point")
	case b.Owners != nil && len(b.Owners) != n:
		return errors.New("a board needs an owner for each point, or none at all")
	}
	for _, p := range append([]int{b.Best, b.Last}, b.Stars...) {
		if p >= n {
			return fmt.Errorf("there is no point %d on a board of %dx%d", p, b.Columns, b.Rows)
		}
	}
	return nil
}

// cell is the distance between two lines.
const cell = vg.Length(24)

var (
	wood     = color.NRGBA{0xee, 0xd0, 0x96, 0xff}
	lineInk  = color.NRGBA{0x50, 0x40, 0x28, 0xff}
	lastMove = color.NRGBA{0xd5, 0x5e, 0x00, 0xff}
	bestMove = color.NRGBA{0x56, 0xb4, 0xe9, 0xff}
)

// size returns the width and height of the picture: a margin of a cell and a
// half for the coordinates, and two lines for the title.
func (b *Board) size() (w, h vg.Length) {
	return cell * vg.Length(b.Columns+2), cell * vg.Length(b.Rows+3)
}

// PNG returns the board as a picture of pixels.
func (b *Board) PNG() ([]byte, error) {
	w, h := b.size()
	canvas := vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(dotsPerInch))
	return b.render(canvas, vgimg.PngCanvas{Canvas: canvas})
}

// SVG returns the board as a drawing.
func (b *Board) SVG() ([]byte, error) {
	w, h := b.size()
	canvas := vgsvg.NewWith(vgsvg.UseWH(w, h))
	drawing, err := b.render(canvas, canvas)
	return webFonts(drawing), err
}

func (b *Board) render(canvas vg.CanvasSizer, encoder io.WriterTo) ([]byte, error) {
	if err := b.Validate(); err != nil {
		return nil, err
	}
	page := draw.New(canvas)
	page.SetColor(color.White)
	page.Fill(page.Rectangle.Path())
	b.drawGrid(page)
	for i := range b.Stones {
		b.drawPoint(page, i)
	}
	var out bytes.Buffer
	if _, err := encoder.WriteTo(&out); err != nil {
		return nil, fmt.Errorf("board: %w", err)
	}
	return out.Bytes(), nil
}

// at is where a column and a row, from the upper left, meet.
func (b *Board) at(col, row int) vg.Point {
	return vg.Point{X: cell * (vg.Length(col) + 1.5), Y: cell * (vg.Length(b.Rows-1-row) + 1.5)}
}

// drawGrid draws wood, lines, coordinates and title.
func (b *Board) drawGrid(page draw.Canvas) {
	low, high := b.at(0, b.Rows-1), b.at(b.Columns-1, 0)
	const rim = cell * 0.6
	square(page, wood, low.X-rim, low.Y-rim, high.X+rim, high.Y+rim)
	lines := draw.LineStyle{Color: lineInk, Width: vg.Points(0.7)}
	for col := range b.Columns {
		top, bottom := b.at(col, 0), b.at(col, b.Rows-1)
		page.StrokeLine2(lines, top.X, top.Y, bottom.X, bottom.Y)
		label(page, vg.Point{X: bottom.X, Y: bottom.Y - cell}, b.Letters[col], 9, color.Black)
	}
	for row := range b.Rows {
		from, to := b.at(0, row), b.at(b.Columns-1, row)
		page.StrokeLine2(lines, from.X, from.Y, to.X, to.Y)
		label(page, vg.Point{X: from.X - cell, Y: from.Y}, fmt.Sprint(b.Rows-row), 9, color.Black)
	}
	for _, p := range b.Stars {
		disk(page, b.at(p%b.Columns, p/b.Columns), cell*0.09, lineInk)
	}
	b.drawTitle(page)
}

// drawTitle writes the title over the middle of the board, smaller where the
// board is too narrow for it.
func (b *Board) drawTitle(page draw.Canvas) {
	w, h := b.size()
	for i, line := range strings.Split(b.Title, "\n") {
		const usual = 10
		written := text.Style{Handler: plot.DefaultTextHandler}
		style(&written, usual)
		size := usual * min(1, float64((w-cell*1.5)/max(written.Width(line), 1)))
		label(page, vg.Point{X: w / 2, Y: h - cell*(0.55+0.6*vg.Length(i))}, line, size, color.Black)
	}
}

// drawPoint draws the stone, the owner and the mark of a point.
func (b *Board) drawPoint(page draw.Canvas, i int) {
	at := b.at(i%b.Columns, i/b.Columns)
	ink := color.Color(color.Black)
	switch b.Stones[i] {
	case 1:
		disk(page, at, cell*0.47, color.Black)
		ink = color.White
	case 2:
		disk(page, at, cell*0.47, color.Black)
		disk(page, at, cell*0.44, color.White)
	}
	if b.Owners != nil {
		half := cell * 0.2 * vg.Length(math.Sqrt(math.Min(math.Abs(b.Owners[i]), 1)))
		fill := color.Color(color.Black)
		if b.Owners[i] < 0 {
			fill = color.White
		}
		if half > cell*0.04 && b.Marks[i] == "" {
			if b.Stones[i] > 0 && half > 0 { // seen on a stone of the same color too
				const rim = cell * 0.02
				square(page, color.Gray{0x90}, at.X-half-rim, at.Y-half-rim, at.X+half+rim, at.Y+half+rim)
			}
			square(page, fill, at.X-half, at.Y-half, at.X+half, at.Y+half)
		}
	}
	if i == b.Last {
		ring := draw.LineStyle{Color: lastMove, Width: vg.Points(1.8)}
		page.SetLineStyle(ring)
		page.Stroke(circle(at, cell*0.36))
	}
	if b.Marks[i] != "" {
		switch {
		case i == b.Best:
			disk(page, at, cell*0.4, bestMove)
			ink = color.Black
		case b.Stones[i] == 0:
			disk(page, at, cell*0.36, wood)
		}
		label(page, at, b.Marks[i], 11, ink)
	}
}

func circle(center vg.Point, radius vg.Length) vg.Path {
	var path vg.Path
	path.Move(vg.Point{X: center.X + radius, Y: center.Y})
	path.Arc(center, radius, 0, 2*math.Pi)
	path.Close()
	return path
}

func disk(page draw.Canvas, center vg.Point, radius vg.Length, fill color.Color) {
	page.SetColor(fill)
	page.Fill(circle(center, radius))
}

func square(page draw.Canvas, fill color.Color, left, bottom, right, top vg.Length) {
	page.SetColor(fill)
	page.Fill(vg.Rectangle{Min: vg.Point{X: left, Y: bottom}, Max: vg.Point{X: right, Y: top}}.Path())
}

// label writes text around a point.
func label(page draw.Canvas, at vg.Point, s string, size float64, ink color.Color) {
	written := text.Style{Color: ink, XAlign: draw.XCenter, YAlign: draw.YCenter, Handler: plot.DefaultTextHandler}
	style(&written, size)
	page.FillText(written, at, s)
}
