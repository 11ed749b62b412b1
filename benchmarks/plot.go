package benchmarks

import (
	"cmp"
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

// Plot draws throughput over threads to a .png or .svg file: each workload and
// size in a panel of its own.
func (r *Report) Plot(path string) error {
	if err := CheckPlotName(path); err != nil {
		return err
	}
	sheet := r.sheet()
	encode := sheet.PNG
	if plotFormat(path) == ".svg" {
		encode = sheet.SVG
	}
	drawing, err := encode()
	if err != nil {
		return err
	}
	return datasets.WriteFileAtomic(path, drawing)
}

// panelsInLine bounds the panels beside each other.
const panelsInLine = 4

// sheet has lines of panels for each workload, a panel for each size.
func (r *Report) sheet() *plots.Sheet {
	sheet := &plots.Sheet{Title: "Throughput over threads", Subtitle: r.Machine.String()}
	x := r.threadAxis()
	for _, workload := range r.families().workloads() {
		families := r.families().of(workload)
		panels := make([]*plots.Figure, 0, len(families))
		low, high := math.Inf(1), 0.0
		for _, size := range families.sizes() {
			panel := &plots.Figure{Title: strings.TrimSpace(workload+" "+size) + ": " + unitOf(workload), X: x.Axis}
			panel.Series = r.curves(families, size, x)
			for _, series := range panel.Series {
				for _, point := range series.Points {
					low, high = min(low, cmp.Or(point.Lo, point.Y)), max(high, point.Y, point.Hi)
				}
			}
			panels = append(panels, panel)
		}
		for _, panel := range panels { // the same scale for all sizes
			setDecades(&panel.Y, low/1.3, high*1.3)
		}
		sheet.Lines = slices.AppendSeq(sheet.Lines, slices.Chunk(panels, panelsInLine))
	}
	return sheet
}

// curves are those of one size: in a color for each policy the throughput, with
// bars from the slowest to the fastest repetition, and dashed what so many times
// one thread would be. The policies stand a little beside each other, so that
// none hides another.
func (r *Report) curves(families families, size string, x threadAxis) (series []plots.Series) {
	policies := families.policies()
	for i, policy := range policies {
		curve := plots.Series{Name: policy, Kind: plots.LineDots, Color: i}
		shift := x.shift(i, len(policies))
		for _, n := range x.threads {
			row := r.find(key{families[0].Workload, policy, size, n})
			if row == nil {
				continue
			}
			curve.Points = append(curve.Points, plots.Point{
				X: float64(n) * shift, Y: row.OpsPerS, Lo: 1e9 / slices.Max(row.NSPerOpEach), Hi: 1e9 / slices.Min(row.NSPerOpEach),
			})
		}
		if len(curve.Points) == 0 {
			continue
		}
		line := plots.Series{Name: "in proportion to threads", Kind: plots.Line, Color: plots.Gray, Dashed: true}
		first := curve.Points[0]
		for _, n := range x.threads {
			line.Points = append(line.Points, plots.Point{X: float64(n) * shift, Y: first.Y / first.X * shift * float64(n)})
		}
		series = append(series, line, curve)
	}
	return series
}

// threadAxis is the axis of threads, logarithmic.
type threadAxis struct {
	plots.Axis
	threads []int
	beside  float64 // logarithm of how far curves may stand beside their threads
}

func (r *Report) threadAxis() threadAxis {
	x := threadAxis{Axis: plots.Axis{Label: "Threads", Log: true}, beside: math.Log(1.06)}
	for _, row := range r.Rows {
		x.threads = append(x.threads, row.Threads)
	}
	slices.Sort(x.threads)
	x.threads = slices.Compact(x.threads)
	least, most := float64(x.threads[0]), float64(x.threads[len(x.threads)-1])
	width := math.Log(most / least)
	labeled := math.Inf(-1)
	for i, n := range x.threads {
		at := math.Log(float64(n))
		if i > 0 { // not over to the next number
			x.beside = min(x.beside, (at-math.Log(float64(x.threads[i-1])))/5)
		}
		tick := plots.Tick{At: float64(n)}
		// Labels need room, and the last one is always there.
		const room = 1. / 7
		if at-labeled >= width*room && (math.Log(most)-at >= width*room || n == x.threads[len(x.threads)-1]) {
			tick.Label, labeled = fmt.Sprint(n), at
		}
		x.Ticks = append(x.Ticks, tick)
	}
	margin := math.Exp(x.beside + max(width/20, 0.05))
	x.Min, x.Max = least/margin, most*margin
	return x
}

// shift is by what factor the i-th of n curves stands beside its threads.
func (x threadAxis) shift(i, n int) float64 {
	if n == 1 {
		return 1
	}
	return math.Exp(x.beside * (2*float64(i)/float64(n-1) - 1))
}

// setDecades has an axis reach from low to high, with a label at each power of
// ten, where there are few of them also between, and small ticks.
func setDecades(axis *plots.Axis, low, high float64) {
	axis.Min, axis.Max, axis.Log = low, high, true
	for decade := math.Pow(10, math.Floor(math.Log10(low))); decade < high; decade *= 10 {
		for digit := 1.0; digit < 10; digit++ {
			tick := plots.Tick{At: digit * decade}
			if digit == 1 || high/low < 50 && (digit == 2 || digit == 5) || high/low < 4 {
				tick.Label = experiments.SI(tick.At)
			}
			if tick.At >= low && tick.At <= high {
				axis.Ticks = append(axis.Ticks, tick)
			}
		}
	}
}

// unitOf names what a workload counts.
func unitOf(workload string) string {
	if w, err := workloadNamed(workload); err == nil {
		return w.Op + "s/s"
	}
	return "operations/s"
}
