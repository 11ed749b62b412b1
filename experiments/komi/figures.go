package komi

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/tengen-go/tengen/experiments/plots"
)

// figure is a figure and the name of its files without suffix.
type figure struct {
	plots.Figure
	stem string
}

// figures are the pictures of a result: two for each cell that has what they
// need, and the strength curve.
func (r *Result) figures() []figure {
	var list []figure
	for _, c := range r.Cells {
		if c.FairKomi == nil {
			continue
		}
		if f := c.winRateFigure(r.Confidence); len(f.Series) > 0 {
			list = append(list, figure{f, c.Name + "-winrate"})
		}
		if len(c.Margins) > 0 {
			list = append(list, figure{c.marginFigure(), c.Name + "-margins"})
		}
	}
	if f, ok := r.strengthFigure(); ok {
		list = append(list, figure{f, "strength"})
	}
	return list
}

// title names the setting.
func (c *Cell) title() string {
	title := fmt.Sprintf("%s, %s rules", c.Size, cmp.Or(c.Ruleset, "own"))
	if c.Handicap > 0 {
		title += fmt.Sprintf(", %d handicap stones", c.Handicap)
	}
	return title
}

// window is the range of komi worth looking at: where Black's share of points
// changes, by the shift, and around the fair komi, with the komi played that is nearest to it.
func (c *Cell) window() (lo, hi float64) {
	fair := c.Fair()
	lo, hi = math.Min(fair.Lo, fair.Estimate-2.5), math.Max(fair.Hi, fair.Estimate+2.5)
	if c.Shift != nil {
		for _, p := range c.Shift.Curve {
			if p.Black.Estimate > 0.1 && p.Black.Estimate < 0.9 {
				lo, hi = math.Min(lo, p.Komi), math.Max(hi, p.Komi)
			}
		}
	}
	const widest = 15
	lo, hi = math.Max(lo, fair.Estimate-widest), math.Min(hi, fair.Estimate+widest)
	nearest := math.Inf(1)
	for _, p := range c.Komi {
		if math.Abs(p.Komi-fair.Estimate) < math.Abs(nearest-fair.Estimate) {
			nearest = p.Komi
		}
	}
	if len(c.Komi) > 0 {
		lo, hi = math.Min(lo, nearest), math.Max(hi, nearest)
	}
	return math.Floor(lo) - 0.5, math.Ceil(hi) + 0.5
}

// winRateFigure shows Black's share of points over komi.
func (c *Cell) winRateFigure(confidence float64) plots.Figure {
	lo, hi := c.window()
	f := curves{plots.Figure{
		Title:    "Black's share of points over komi: " + c.title(),
		Subtitle: fmt.Sprintf("%s; %d games, %d of them different", c.Players, c.Games, c.Distinct) + c.shown(lo, hi),
		X:        plots.Axis{Label: "Komi (points)", Min: lo, Max: hi, Ticks: halfPointTicks(lo, hi)},
		Y:        plots.Axis{Label: "Black's share of points (%), a draw being half", Min: -2, Max: 106, Ticks: percentTicks()},
		Marks:    []plots.Mark{{At: 50, Color: plots.Gray, Dashed: true}},
	}}
	played := plots.Series{Name: fmt.Sprintf("played, with %.0f %% interval and number of games", 100*confidence), Kind: plots.Dots}
	for _, p := range c.Komi {
		if p.Komi >= lo && p.Komi <= hi {
			played.Points = append(played.Points, plots.Point{
				X: p.Komi, Y: 100 * p.Black.Estimate, Lo: 100 * p.Black.Lo, Hi: 100 * p.Black.Hi,
				Weight: float64(p.Results.Games()), Label: fmt.Sprint(p.Results.Games()),
			})
		}
	}
	switch s := c.Separate; {
	case s == nil:
	case s.boundsOnly() || s.fit.Penalized || s.misfit():
		f.add(plots.Series{Name: "monotone fit, with the intervals as band", Kind: plots.Line, Color: 0, Points: within(c.monotoneBand(), lo, hi)})
	default:
		curve := plots.Series{Name: "logistic fit with band", Kind: plots.Line, Color: 0}
		// Further out than a step from the komi played nothing bears the curve.
		step := float64(max(s.lattice.Step, 1)) / 2
		from, to := math.Max(lo, c.Komi[0].Komi-step), math.Min(hi, c.Komi[len(c.Komi)-1].Komi+step)
		for komi := from; komi <= to; komi += (hi - lo) / 200 {
			band := s.fit.Band(komi, confidence)
			curve.Points = append(curve.Points, plots.Point{X: komi, Y: 100 * band.Estimate, Lo: 100 * band.Lo, Hi: 100 * band.Hi})
		}
		f.add(curve)
	}
	if c.Shift != nil {
		curve := plots.Series{Name: fmt.Sprintf("score shift of the %d games at komi %v", c.Shift.Games, c.Shift.Played), Kind: plots.Line, Color: 1, Dashed: true}
		for _, p := range c.Shift.Curve {
			curve.Points = append(curve.Points, plots.Point{X: p.Komi, Y: 100 * p.Black.Estimate})
		}
		curve.Points = within(curve.Points, lo, hi)
		f.add(curve)
	}
	if len(played.Points) > 0 {
		f.Series = append(f.Series, played)
	}
	fair := c.Fair()
	f.Marks = append(f.Marks, plots.Mark{
		Name: c.fairMark(), Vertical: true, At: fair.Estimate,
		Lo: math.Max(fair.Lo, lo), Hi: math.Min(fair.Hi, hi), Color: 2,
	})
	if fair.Estimate > (lo+hi)/2 {
		f.LegendAt = plots.BottomLeft // where Black is ahead nothing lies low
	}
	return f.Figure
}

// fairMark names the mark of the fair komi.
func (c *Cell) fairMark() string {
	if c.Middle {
		return fmt.Sprintf("fair komi within %s, the middle being no estimate", rangeText(c.Fair()))
	}
	return fmt.Sprintf("fair komi %s (%s)", c.fairText(), rangeText(c.Fair()))
}

// shown says how many of the games lie in a range of komi, if not all of them do.
func (c *Cell) shown(lo, hi float64) string {
	inside, all := 0, 0
	for _, p := range c.Komi {
		all += p.Results.Games()
		if p.Komi >= lo && p.Komi <= hi {
			inside += p.Results.Games()
		}
	}
	if inside == all {
		return ""
	}
	return fmt.Sprintf("; %d at the komi shown", inside)
}

// curves is a figure to which lines are added that can be seen.
type curves struct{ plots.Figure }

// add adds a line; one with fewer than two points is none, and has no place in the legend.
func (f *curves) add(line plots.Series) {
	if len(line.Points) > 1 {
		f.Series = append(f.Series, line)
	}
}

// monotoneBand is the monotone fit, with the interval of the share at each komi played.
func (c *Cell) monotoneBand() []plots.Point {
	var points []plots.Point
	for i, komi := range c.Separate.monotone.Komi {
		y := 100 * c.Separate.monotone.Black[i]
		point := plots.Point{X: komi, Y: y, Lo: y, Hi: y}
		most := 0
		for _, p := range c.Komi { // those of one step of the lattice are one komi here
			if n := p.Results.Games(); c.Separate.lattice.Canonical(p.Komi) == komi && n > most {
				point.Lo, point.Hi, most = math.Min(y, 100*p.Black.Lo), math.Max(y, 100*p.Black.Hi), n
			}
		}
		points = append(points, point)
	}
	return points
}

// within cuts a line of points, ascending in x, at both ends of a range.
func within(points []plots.Point, lo, hi float64) []plots.Point {
	var cut []plots.Point
	for i, p := range points {
		if i > 0 {
			for _, edge := range []float64{lo, hi} {
				if q := points[i-1]; q.X < edge && edge < p.X {
					t := (edge - q.X) / (p.X - q.X)
					mix := func(a, b float64) float64 { return a + t*(b-a) }
					cut = append(cut, plots.Point{X: edge, Y: mix(q.Y, p.Y), Lo: mix(q.Lo, p.Lo), Hi: mix(q.Hi, p.Hi)})
				}
			}
		}
		if p.X >= lo && p.X <= hi {
			cut = append(cut, p)
		}
	}
	return cut
}

// marginFigure shows how often each margin occurs, and its parity.
func (c *Cell) marginFigure() plots.Figure {
	f := plots.Figure{
		Title:    "Final margins before komi: " + c.title(),
		Subtitle: fmt.Sprintf("%s; %d games at all komi played", c.Players, c.Games-c.NoResult),
		X:        plots.Axis{Label: "Black's margin (points, before komi)"},
		Y:        plots.Axis{Label: "Games"},
	}
	kinds := []plots.Series{{Name: "odd", Color: 0}, {Name: "even", Color: 1}, {Name: "with half a point", Color: 3}}
	most := 0.0
	for _, bin := range c.Margins {
		kind := 0
		switch {
		case bin.Margin != math.Trunc(bin.Margin):
			kind = 2
		case math.Mod(bin.Margin, 2) == 0:
			kind = 1
		}
		kinds[kind].Points = append(kinds[kind].Points, plots.Point{X: bin.Margin, Y: float64(bin.Games)})
		most = math.Max(most, float64(bin.Games))
	}
	first, last := c.Margins[0].Margin, c.Margins[len(c.Margins)-1].Margin
	for _, s := range kinds {
		s.Kind, s.Width = plots.Bars, 0.8
		if len(s.Points) > 0 {
			f.Series = append(f.Series, s)
		}
	}
	fair := c.Fair()
	first, last = math.Min(first, math.Floor(fair.Lo)), math.Max(last, math.Ceil(fair.Hi))
	f.X.Min, f.X.Max = first-1, last+1
	f.X.Ticks = halfPointTicks(f.X.Min, f.X.Max)
	f.Y.Max = 1.15 * most
	f.Marks = []plots.Mark{{
		Name: c.fairMark(), Vertical: true, At: fair.Estimate,
		Lo: fair.Lo, Hi: fair.Hi, Color: 2,
	}}
	if fair.Estimate > (first+last)/2 {
		f.LegendAt = plots.TopLeft
	}
	return f
}

// strengthFigure shows the fair komi over playouts, a line for each group of
// cells that differ in playouts alone.
func (r *Result) strengthFigure() (plots.Figure, bool) {
	f := plots.Figure{
		Title: "Fair komi by strength", Subtitle: fmt.Sprintf("with %.0f %% intervals", 100*r.Confidence),
		X: plots.Axis{Label: "Playouts a move", Log: true}, Y: plots.Axis{Label: "Fair komi (points)"},
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	f.X.Min = math.Inf(1)
	for _, curve := range r.strengths() {
		s := plots.Series{Name: curve[0].title(), Kind: plots.LineDots, Color: len(f.Series)}
		for _, c := range curve {
			fair := c.Fair()
			// Curves beside each other, so that their intervals can be told apart.
			aside := 1 + 0.02*float64(len(f.Series))
			s.Points = append(s.Points, plots.Point{X: float64(c.Playouts) * aside, Y: fair.Estimate, Lo: fair.Lo, Hi: fair.Hi})
			lo, hi = math.Min(lo, fair.Lo), math.Max(hi, fair.Hi)
			f.X.Min, f.X.Max = math.Min(f.X.Min, 0.8*float64(c.Playouts)), math.Max(f.X.Max, 1.25*float64(c.Playouts))
			if tick := (plots.Tick{At: float64(c.Playouts), Label: fmt.Sprint(c.Playouts)}); !slices.Contains(f.X.Ticks, tick) {
				f.X.Ticks = append(f.X.Ticks, tick)
			}
		}
		f.Series = append(f.Series, s)
	}
	if len(f.Series) == 0 {
		return f, false
	}
	room := math.Max(1, (hi-lo)/5) * float64(1+len(f.Series)/4) // for the names of the curves
	f.Y.Min, f.Y.Max = math.Floor(lo-0.5), math.Ceil(hi+room)
	f.Y.Ticks = halfPointTicks(f.Y.Min, f.Y.Max)
	return f, true
}

// strengths groups the cells that differ in playouts alone, fewest playouts
// first; groups of one are left out.
func (r *Result) strengths() [][]*Cell {
	groups := map[string][]*Cell{}
	var order []string
	for _, c := range r.Cells {
		if c.Playouts == 0 || c.FairKomi == nil {
			continue
		}
		key := c.Rules + c.Size + fmt.Sprint(c.Handicap)
		if groups[key] == nil {
			order = append(order, key)
		}
		groups[key] = append(groups[key], c)
	}
	var list [][]*Cell
	for _, key := range order {
		if group := groups[key]; len(group) > 1 {
			slices.SortFunc(group, func(a, b *Cell) int { return cmp.Compare(a.Playouts, b.Playouts) })
			list = append(list, group)
		}
	}
	return list
}

// halfPointTicks puts a tick at every half point, and labels as many as there is
// room for.
func halfPointTicks(lo, hi float64) []plots.Tick {
	step := 0.5
	for _, step = range []float64{0.5, 1, 2, 5, 10, 20, 50} {
		if (hi-lo)/step <= 22 {
			break
		}
	}
	minor := 0.5
	if hi-lo > 40 {
		minor = step
	}
	var ticks []plots.Tick
	for h := math.Ceil(2 * lo); h <= 2*hi; h++ {
		komi := h / 2
		tick := plots.Tick{At: komi}
		if math.Mod(komi, step) == 0 {
			tick.Label = number(komi)
		}
		if tick.Label != "" || math.Mod(komi, minor) == 0 {
			ticks = append(ticks, tick)
		}
	}
	return ticks
}

func percentTicks() []plots.Tick {
	var ticks []plots.Tick
	for p := 0.0; p <= 100; p += 10 {
		ticks = append(ticks, plots.Tick{At: p, Label: number(p)})
	}
	return ticks
}
