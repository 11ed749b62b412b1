package benchmarks

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/experiments/plots"
)

// CheckPlotName reports a file name from which Plot cannot tell the format.
func CheckPlotName(path string) error {
	if format := plotFormat(path); format != ".png" && format != ".svg" || filepath.Base(path) == filepath.Ext(path) {
		return fmt.Errorf("%s: the name of a plot must end in .png or .svg, such as threads.png", path)
	}
	return nil
}

func plotFormat(path string) string { return strings.ToLower(filepath.Ext(path)) }

// Plot draws throughput over threads to a .png or .svg file.
func (r *Report) Plot(path string) error {
	if err := CheckPlotName(path); err != nil {
		return err
	}
	figure := r.figure()
	encode := figure.PNG
	if plotFormat(path) == ".svg" {
		encode = figure.SVG
	}
	drawing, err := encode()
	if err != nil {
		return err
	}
	return datasets.WriteFileAtomic(path, drawing)
}

// figure has a curve for each workload, policy and size, with a color for each
// policy and the size at its end. The bars reach from the slowest to the fastest
// repetition; the dashed line is what so many times one thread would be. The
// colors stand a little beside each other, so that none hides another.
func (r *Report) figure() *plots.Figure {
	var workloads []string
	var threads []int
	for _, row := range r.Rows {
		if !slices.Contains(workloads, row.Workload) {
			workloads = append(workloads, row.Workload)
		}
		if !slices.Contains(threads, row.Threads) {
			threads = append(threads, row.Threads)
		}
	}
	slices.Sort(threads)
	figure := &plots.Figure{
		Title:    "Throughput over threads: " + strings.Join(workloads, ", "),
		Subtitle: r.Machine.String(),
		X:        plots.Axis{Label: "Threads", Log: true},
		Y:        plots.Axis{Label: unitOf(workloads), Log: true},
		LegendAt: plots.TopLeft,
	}
	for _, n := range threads {
		figure.X.Ticks = append(figure.X.Ticks, plots.Tick{At: float64(n), Label: fmt.Sprint(n)})
	}
	figure.X.Min, figure.X.Max = float64(threads[0])*0.8, float64(threads[len(threads)-1])*1.3
	low, high := math.Inf(1), 0.0
	names := func(family key) string {
		if len(workloads) > 1 {
			return family.Workload + " " + family.Policy
		}
		return family.Policy
	}
	var colors []string
	for _, family := range r.families() {
		if name := names(family); !slices.Contains(colors, name) {
			colors = append(colors, name)
		}
	}
	inLegend := map[string]bool{}
	ideal := "in proportion to the threads"
	const beside = 1.05
	for _, family := range r.families() {
		name := names(family)
		curve := plots.Series{Kind: plots.LineDots, Color: slices.Index(colors, name)}
		if !inLegend[name] {
			curve.Name, inLegend[name] = name, true
		}
		shift := math.Pow(beside, float64(curve.Color)-float64(len(colors)-1)/2)
		curve.Points = r.points(family, threads, shift)
		curve.Points[len(curve.Points)-1].Label = family.Size
		first := curve.Points[0]
		line := plots.Series{Name: ideal, Kind: plots.Line, Color: plots.Gray, Dashed: true}
		for _, n := range threads {
			line.Points = append(line.Points, plots.Point{X: float64(n) * shift, Y: first.Y / first.X * shift * float64(n)})
		}
		low, high = min(low, first.Lo), max(high, line.Points[len(threads)-1].Y)
		ideal = "" // once in the legend
		figure.Series = append(figure.Series, line, curve)
	}
	setDecades(&figure.Y, low/2, high*4) // room for the legend
	return figure
}

// points returns the throughput of a case with each number of threads, a little
// to the side, with the slowest and the fastest repetition.
func (r *Report) points(family key, threads []int, shift float64) (points []plots.Point) {
	for _, n := range threads {
		family.Threads = n
		if row := r.find(family); row != nil {
			points = append(points, plots.Point{
				X: float64(n) * shift, Y: row.OpsPerS, Lo: 1e9 / slices.Max(row.NSPerOpEach), Hi: 1e9 / slices.Min(row.NSPerOpEach),
			})
		}
	}
	return points
}

// setDecades has an axis reach from low to high, with a label at each power of
// ten and small ticks between.
func setDecades(axis *plots.Axis, low, high float64) {
	axis.Min, axis.Max = low, high
	for decade := math.Pow(10, math.Floor(math.Log10(low))); decade < high; decade *= 10 {
		for digit := 1.0; digit < 10; digit++ {
			tick := plots.Tick{At: digit * decade}
			if digit == 1 {
				tick.Label = experiments.SI(decade)
			}
			if tick.At >= low && tick.At <= high {
				axis.Ticks = append(axis.Ticks, tick)
			}
		}
	}
}

// unitOf names what is counted.
func unitOf(names []string) string {
	if len(names) == 1 {
		if w, err := workloadNamed(names[0]); err == nil {
			return strings.ToUpper(w.Op[:1]) + w.Op[1:] + "s a second"
		}
	}
	return "Operations a second"
}
