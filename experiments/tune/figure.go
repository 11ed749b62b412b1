package tune

import (
	"fmt"
	"math"
	"strconv"

	"github.com/tengen-go/tengen/experiments/plots"
)

// figure is a figure and the name of its files without suffix.
type figure struct {
	plots.Figure
	stem string
}

// figures are a picture for each parameter that is a range.
func (r *Report) figures() []figure {
	var list []figure
	for i := range r.Plan.Params {
		if r.Plan.Params[i].listed() {
			continue
		}
		f := r.path(i)
		if r.Plan.Method == Halving {
			f = r.spread(i)
		}
		list = append(list, figure{f, r.Plan.Params[i].Name})
	}
	return list
}

// subtitle says what was played.
func (r *Report) subtitle() string {
	return fmt.Sprintf("%s, %v, %d games, seed %d", r.Start, r.Plan.Size, r.Games, r.Plan.Seed)
}

// path shows the middle of SPSA over the iterations.
func (r *Report) path(i int) plots.Figure {
	param := &r.Plan.Params[i]
	start, found := number(r.Findings[i].Start), number(r.Findings[i].Found)
	middle := plots.Series{Name: "middle", Kind: plots.Line, Points: []plots.Point{{X: 0, Y: start}}}
	for k, step := range r.Steps {
		middle.Points = append(middle.Points, plots.Point{X: float64(k + 1), Y: number(step.Middle[i])})
	}
	return plots.Figure{
		Title: fmt.Sprintf("%s over the iterations of SPSA", param.Name), Subtitle: r.subtitle(),
		X:      plots.Axis{Label: "Iteration", Min: 0, Max: float64(max(len(r.Steps), 1))},
		Y:      r.axis(param),
		Series: []plots.Series{middle},
		Marks: []plots.Mark{
			{Name: "start " + r.Findings[i].Start, At: start, Color: plots.Gray, Dashed: true},
			{Name: "found " + r.Findings[i].Found, At: found, Color: 1},
		},
	}
}

// spread shows how the candidates of Halving did over the values of a
// parameter.
func (r *Report) spread(i int) plots.Figure {
	param := &r.Plan.Params[i]
	dots := plots.Series{Name: "candidates, their area by games, with 95 % interval", Kind: plots.Dots}
	for _, c := range r.Candidates {
		dots.Points = append(dots.Points, plots.Point{
			X: number(c.Setting[i]), Y: 100 * c.Rate.Estimate, Lo: 100 * c.Rate.Lo, Hi: 100 * c.Rate.Hi, Weight: float64(c.Pairs.N()),
		})
	}
	return plots.Figure{
		Title: fmt.Sprintf("Strength over %s: candidates against the player as it is", param.Name), Subtitle: r.subtitle(),
		X: r.axis(param), Y: plots.Axis{Label: "Share of points (%)", Min: -2, Max: 112},
		Series: []plots.Series{dots},
		Marks: []plots.Mark{
			{At: 50, Color: plots.Gray, Dashed: true},
			{Name: "start " + r.Findings[i].Start, At: number(r.Findings[i].Start), Vertical: true, Color: plots.Gray, Dashed: true},
			{Name: "found " + r.Findings[i].Found, At: number(r.Findings[i].Found), Vertical: true, Color: 1},
		},
	}
}

// axis is the range of a parameter.
func (r *Report) axis(param *Param) plots.Axis {
	a := plots.Axis{Label: param.Name, Min: param.Low, Max: param.High, Log: param.Log}
	if !param.Log {
		return a
	}
	for decade := math.Pow(10, math.Floor(math.Log10(param.Low))); decade <= param.High; decade *= 10 {
		for _, digit := range []float64{1, 2, 5} {
			if at := digit * decade; at >= param.Low && at <= param.High {
				a.Ticks = append(a.Ticks, plots.Tick{At: at, Label: strconv.FormatFloat(at, 'g', -1, 64)})
			}
		}
	}
	if len(a.Ticks) < 2 { // a short range between such numbers
		a.Ticks = []plots.Tick{{At: param.Low, Label: fmt.Sprint(param.Low)}, {At: param.High, Label: fmt.Sprint(param.High)}}
	}
	return a
}

// number reads a value of a range.
func number(text string) float64 {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic(err) // Param wrote it
	}
	return x
}
