package plots

import (
	"cmp"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// labels writes the labels of points above them, or above their intervals, and those for which
// there is no room in the next free place above or below.
type labels struct {
	points []Point // those with a label
	bars   []Point // all
	style  text.Style
}

// labelGap is the room between a point and its label.
const labelGap = vg.Length(4)

func newLabels(points []Point) *labels {
	l := &labels{bars: points, style: text.Style{Color: color.Black, XAlign: draw.XCenter, Handler: plot.DefaultTextHandler}}
	style(&l.style, 8)
	for _, point := range points {
		if point.Label != "" {
			l.points = append(l.points, point)
		}
	}
	return l
}

// ends are the lowest and the highest value that is drawn of a point.
func (p Point) ends() (low, high float64) {
	if !p.interval() {
		return p.Y, p.Y
	}
	return math.Min(p.Y, p.Lo), math.Max(p.Y, p.Hi)
}

// Plot implements plot.Plotter.
func (l *labels) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	var bars []vg.Rectangle
	for _, point := range l.bars {
		low, high := point.ends()
		bars = append(bars, vg.Rectangle{Min: vg.Point{X: x(point.X), Y: y(low)}, Max: vg.Point{X: x(point.X), Y: y(high)}})
	}
	var sizes []vg.Point
	var at []vg.Rectangle
	for _, point := range l.points {
		low, high := point.ends()
		sizes = append(sizes, vg.Point{X: l.style.Width(point.Label), Y: l.style.Height(point.Label)})
		at = append(at, vg.Rectangle{Min: vg.Point{X: x(point.X), Y: y(low)}, Max: vg.Point{X: x(point.X), Y: y(high)}})
	}
	for i, box := range placeLabels(at, sizes, bars, c.Rectangle) {
		// Lines behind a label shine through, and it can be read.
		c.SetColor(color.NRGBA{0xff, 0xff, 0xff, 0xb0})
		c.Fill(box.Path())
		c.FillText(l.style, vg.Point{X: (box.Min.X + box.Max.X) / 2, Y: box.Min.Y}, l.points[i].Label)
	}
}

// GlyphBoxes implements plot.GlyphBoxer, so that labels at the edges have room.
func (l *labels) GlyphBoxes(p *plot.Plot) []plot.GlyphBox {
	var boxes []plot.GlyphBox
	for _, point := range l.points {
		_, high := point.ends()
		box := l.style.Rectangle(point.Label)
		box.Min.Y, box.Max.Y = box.Min.Y+labelGap, box.Max.Y+labelGap
		boxes = append(boxes, plot.GlyphBox{X: p.X.Norm(point.X), Y: p.Y.Norm(high), Rectangle: box})
	}
	return boxes
}

// placeLabels finds boxes of these sizes for labels of what is drawn at some places: above it or, where that
// overlaps another label or what is drawn of another point, further above or below. The widest first and from left to
// right, each takes the free place nearest to its own; where none is free, it stays above.
func placeLabels(at []vg.Rectangle, sizes []vg.Point, bars []vg.Rectangle, page vg.Rectangle) []vg.Rectangle {
	boxes := make([]vg.Rectangle, len(at))
	order := make([]int, len(at))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(sizes[b].X, sizes[a].X), cmp.Compare(at[a].Min.X, at[b].Min.X))
	})
	var taken []vg.Rectangle
	for _, i := range order {
		spot := func(low vg.Length) vg.Rectangle {
			left := at[i].Min.X - sizes[i].X/2
			return vg.Rectangle{Min: vg.Point{X: left, Y: low}, Max: vg.Point{X: left + sizes[i].X, Y: low + sizes[i].Y}}
		}
		above, below := at[i].Max.Y+labelGap, at[i].Min.Y-labelGap-sizes[i].Y
		boxes[i] = spot(above)
		for step := range 40 {
			up, down := spot(above+vg.Length(step)*sizes[i].Y/2), spot(below-vg.Length(step)*sizes[i].Y/2)
			if up.Max.Y <= page.Max.Y && freeOf(up, taken, at[i], bars) {
				boxes[i] = up
				break
			}
			if down.Min.Y >= page.Min.Y && freeOf(down, taken, at[i], bars) {
				boxes[i] = down
				break
			}
		}
		taken = append(taken, boxes[i])
	}
	return boxes
}

// freeOf reports that a box overlaps no label and none of the bars but its own.
func freeOf(box vg.Rectangle, labels []vg.Rectangle, own vg.Rectangle, bars []vg.Rectangle) bool {
	const near = vg.Length(1)
	overlaps := func(other vg.Rectangle) bool {
		return box.Min.X < other.Max.X+near && other.Min.X-near < box.Max.X && box.Min.Y < other.Max.Y+near && other.Min.Y-near < box.Max.Y
	}
	return !slices.ContainsFunc(labels, overlaps) &&
		!slices.ContainsFunc(bars, func(bar vg.Rectangle) bool { return bar != own && overlaps(bar) })
}
