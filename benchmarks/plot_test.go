package benchmarks

import (
	"fmt"
	"testing"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/experiments/plots"
	"github.com/tengen-go/tengen/ruleset"
)

// manyCases is a report of four workloads with the given numbers of threads.
func manyCases(t *testing.T, threads ...int) *Report {
	t.Helper()
	cases, err := Selection{
		Workloads: []string{"playouts", "board", "search", "parquet"}, Threads: threads,
		Sizes: []ruleset.Size{ruleset.Square(7), ruleset.Square(9), ruleset.Square(13), ruleset.Square(19), {W: 7, H: 12}},
	}.Cases()
	if err != nil {
		t.Fatal(err)
	}
	var rows []datasets.BenchRow
	for i, c := range cases {
		for rep := range 2 {
			rows = append(rows, datasets.BenchRow{
				Workload: c.Workload, Policy: c.Policy, BoardW: int16(c.Size.W), BoardH: int16(c.Size.H), Threads: int32(c.Threads), Rep: int32(rep),
				N: 1, NSPerOp: float64(1000+100*i+50*rep) / float64(c.Threads),
			})
		}
	}
	return Summarize(rows)
}

// Each workload and size has a panel, in which every curve has a color and lies
// near its numbers of threads and within the axes.
func TestSheetIsReadable(t *testing.T) {
	for _, threads := range [][]int{{1, 2, 3, 4}, {1, 2}, {2}, {1, 2, 4, 8, 15, 16, 17}} {
		sheet := manyCases(t, threads...).sheet()
		panels := map[string]bool{}
		for _, line := range sheet.Lines {
			if len(line) > panelsInLine {
				t.Errorf("%d panels beside each other", len(line))
			}
			for _, panel := range line {
				panels[panel.Title] = true
				checkPanel(t, panel, threads)
			}
		}
		if len(panels) != 3*5+1 || !panels["playouts 7x12: playouts/s"] || !panels["parquet: rows/s"] {
			t.Errorf("the panels are %v", panels)
		}
		if _, err := sheet.SVG(); err != nil {
			t.Error(err)
		}
	}
}

func checkPanel(t *testing.T, panel *plots.Figure, threads []int) {
	t.Helper()
	colors := map[int]string{}
	for _, series := range panel.Series {
		if other, taken := colors[series.Color]; taken && other != series.Name {
			t.Errorf("%s: %s and %s have one color", panel.Title, series.Name, other)
		}
		colors[series.Color] = series.Name
		if len(series.Points) != len(threads) {
			t.Fatalf("%s: %s has %d points", panel.Title, series.Name, len(series.Points))
		}
		for i, p := range series.Points {
			if n := float64(threads[i]); p.X < n/1.07 || p.X > n*1.07 {
				t.Errorf("%s: the point of %v threads of %s stands at %v", panel.Title, n, series.Name, p.X)
			}
			if i > 0 && p.X/series.Points[0].X*float64(threads[0]) <= float64(threads[i-1]) {
				t.Errorf("%s: %v stands at the number before", panel.Title, p.X)
			}
			if p.X <= panel.X.Min || p.X >= panel.X.Max || p.Y < panel.Y.Min || p.Y > panel.Y.Max || p.Label != "" {
				t.Errorf("%s: %+v of %s is not within %+v, %+v", panel.Title, p, series.Name, panel.X, panel.Y)
			}
		}
	}
	labels := 0
	for _, tick := range panel.Y.Ticks {
		if tick.Label != "" {
			labels++
		}
	}
	if labels < 1 {
		t.Errorf("%s: no label from %v to %v", panel.Title, panel.Y.Min, panel.Y.Max)
	}
	if last := panel.X.Ticks[len(panel.X.Ticks)-1]; last.Label != fmt.Sprint(threads[len(threads)-1]) {
		t.Errorf("%s: the last number of threads has the label %q", panel.Title, last.Label)
	}
	for i, tick := range panel.X.Ticks[1:] {
		if before := panel.X.Ticks[i]; before.At >= 15 && before.Label != "" && tick.Label != "" {
			t.Errorf("%s: labels %s and %s lie on each other", panel.Title, before.Label, tick.Label)
		}
	}
}
