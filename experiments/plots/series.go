package plots

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

const dotRadius = 3 // points of typography, of a plain dot

func addSeries(p *plot.Plot, s Series) error {
	if len(s.Points) == 0 {
		return nil
	}
	var thumbs []plot.Thumbnailer
	if s.Kind == Bars {
		thumb, err := addBars(p, s)
		if err != nil {
			return err
		}
		thumbs = append(thumbs, thumb)
	} else {
		thumb, err := addIntervals(p, s)
		if err != nil {
			return err
		}
		if thumb != nil {
			thumbs = append(thumbs, thumb)
		}
	}
	if s.Kind == Line || s.Kind == LineDots {
		line, err := plotter.NewLine(xys(s.Points))
		if err != nil {
			return err
		}
		line.Color, line.Width = ink(s.Color), vg.Points(1.5)
		if s.Dashed {
			line.Dashes = []vg.Length{vg.Points(5), vg.Points(3)}
		}
		p.Add(line)
		thumbs = append(thumbs, line)
	}
	if s.Kind == Dots || s.Kind == LineDots {
		dots, err := plotter.NewScatter(xys(s.Points))
		if err != nil {
			return err
		}
		heaviest := 0.0
		for _, point := range s.Points {
			heaviest = math.Max(heaviest, point.Weight)
		}
		dots.GlyphStyle = draw.GlyphStyle{Color: ink(s.Color), Radius: vg.Points(dotRadius), Shape: draw.CircleGlyph{}}
		if heaviest > 0 {
			dots.GlyphStyleFunc = func(i int) draw.GlyphStyle {
				style := dots.GlyphStyle
				style.Radius = vg.Points(math.Max(1.5, 2*dotRadius*math.Sqrt(s.Points[i].Weight/heaviest)))
				return style
			}
		}
		p.Add(dots)
		thumbs = append(thumbs, dots)
	}
	if s.Name != "" {
		p.Legend.Add(s.Name, thumbs...)
	}
	if labels := newLabels(s.Points); len(labels.points) > 0 {
		p.Add(labels)
	}
	return nil
}

// addIntervals draws the intervals: a band under a line, error bars at dots.
func addIntervals(p *plot.Plot, s Series) (plot.Thumbnailer, error) {
	var lower, upper plotter.XYs
	var bars plotter.YErrors
	var at plotter.XYs
	for _, point := range s.Points {
		if !point.interval() {
			continue
		}
		lower = append(lower, plotter.XY{X: point.X, Y: point.Lo})
		upper = append(upper, plotter.XY{X: point.X, Y: point.Hi})
		at = append(at, plotter.XY{X: point.X, Y: point.Y})
		bars = append(bars, struct{ Low, High float64 }{point.Y - point.Lo, point.Hi - point.Y})
	}
	if len(at) == 0 {
		return nil, nil
	}
	if s.Kind != Line {
		errors, err := plotter.NewYErrorBars(struct {
			plotter.XYs
			plotter.YErrors
		}{at, bars})
		if err != nil {
			return nil, err
		}
		errors.Color, errors.Width, errors.CapWidth = ink(s.Color), vg.Points(1), vg.Points(5)
		p.Add(errors)
		return nil, nil
	}
	outline := lower
	for i := len(upper) - 1; i >= 0; i-- {
		outline = append(outline, upper[i])
	}
	band, err := plotter.NewPolygon(outline)
	if err != nil {
		return nil, err
	}
	band.Color, band.LineStyle.Width = pale(s.Color), 0
	p.Add(band)
	return band, nil
}

// addBars draws a bar for each point, standing on zero.
func addBars(p *plot.Plot, s Series) (plot.Thumbnailer, error) {
	half := s.Width / 2
	if half == 0 {
		half = 0.5
	}
	var outlines []plotter.XYer
	for _, point := range s.Points {
		left, right := point.X-half, point.X+half
		outlines = append(outlines, plotter.XYs{{X: left}, {X: left, Y: point.Y}, {X: right, Y: point.Y}, {X: right}})
	}
	var first *plotter.Polygon
	for _, outline := range outlines {
		bar, err := plotter.NewPolygon(outline)
		if err != nil {
			return nil, err
		}
		bar.Color, bar.LineStyle.Color, bar.LineStyle.Width = ink(s.Color), ink(s.Color), vg.Points(0.25)
		p.Add(bar)
		if first == nil {
			first = bar
		}
	}
	return first, nil
}

// addMark draws a mark from edge to edge.
func addMark(p *plot.Plot, m Mark) error {
	at := func(along, across float64) plotter.XY {
		if m.Vertical {
			return plotter.XY{X: across, Y: along}
		}
		return plotter.XY{X: along, Y: across}
	}
	begin, end := p.X.Min, p.X.Max
	if m.Vertical {
		begin, end = p.Y.Min, p.Y.Max
	}
	line, err := plotter.NewLine(plotter.XYs{at(begin, m.At), at(end, m.At)})
	if err != nil {
		return err
	}
	line.Color, line.Width = ink(m.Color), vg.Points(1)
	if m.Dashed {
		line.Dashes = []vg.Length{vg.Points(4), vg.Points(3)}
	}
	thumbs := []plot.Thumbnailer{line}
	if m.Lo != 0 || m.Hi != 0 {
		stripe, err := plotter.NewPolygon(plotter.XYs{at(begin, m.Lo), at(end, m.Lo), at(end, m.Hi), at(begin, m.Hi)})
		if err != nil {
			return err
		}
		stripe.Color, stripe.LineStyle.Width = pale(m.Color), 0
		p.Add(stripe)
		thumbs = []plot.Thumbnailer{stripe, line}
	}
	p.Add(line)
	if m.Name != "" {
		p.Legend.Add(m.Name, thumbs...)
	}
	return nil
}

func xys(points []Point) plotter.XYs {
	xy := make(plotter.XYs, len(points))
	for i, p := range points {
		xy[i] = plotter.XY{X: p.X, Y: p.Y}
	}
	return xy
}
