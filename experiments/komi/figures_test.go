package komi

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/experiments/plots"
)

func TestLinesAreCutAtTheEdges(t *testing.T) {
	line := []plots.Point{{X: 0, Y: 100, Lo: 90, Hi: 100}, {X: 10, Y: 0, Lo: 0, Hi: 20}}
	want := []plots.Point{{X: 4, Y: 60, Lo: 54, Hi: 68}, {X: 5, Y: 50, Lo: 45, Hi: 60}}
	if got := within(line, 4, 5); !slices.Equal(got, want) {
		t.Errorf("%+v", got)
	}
	if got := within(line, 0, 10); !slices.Equal(got, line) {
		t.Errorf("%+v", got)
	}
	if got := within(line, 11, 12); len(got) != 0 {
		t.Errorf("%+v", got)
	}
}

// Games far from the fair komi are not shown, which the figure says; the line towards them
// is. All margins being alike, there is no line of the score shift, and none in the legend.
func TestFigureSaysWhatItShows(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	s := simulated(t, []float64{-20, 8, 10}, 40, func(*rand.Rand) float64 { return 9 }, rng)
	c, err := s.cell("test", 0.05)
	if err != nil {
		t.Fatal(err)
	}
	f := c.winRateFigure(0.95)
	if !strings.Contains(f.Subtitle, "120 games") || !strings.Contains(f.Subtitle, "80 at the komi shown") {
		t.Errorf("%q", f.Subtitle)
	}
	for _, line := range f.Series {
		if line.Kind == plots.Line && len(line.Points) < 2 {
			t.Errorf("%q has a place in the legend and %d points", line.Name, len(line.Points))
		}
	}
	fit := f.Series[0]
	if first := fit.Points[0]; first.X != f.X.Min || first.Lo >= first.Hi {
		t.Errorf("the fit begins at %+v, the figure at %v", first, f.X.Min)
	}
	if _, err := f.PNG(); err != nil {
		t.Error(err)
	}
}

func TestCurveEndsWhereGamesDo(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	c, err := simulated(t, []float64{6, 8}, 100, func(rng *rand.Rand) float64 { return odd(7 + 10*rng.NormFloat64()) }, rng).cell("test", 0.05)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range c.winRateFigure(0.95).Series[0].Points {
		if p.X < 4 || p.X > 10 {
			t.Errorf("the fit of games at komi 6 and 8 is drawn at %v", p.X)
		}
	}
	if line := strings.Join(c.lines(), "\n"); !strings.Contains(line, "the nearest played, Black scores, by the fitted curve,") {
		t.Errorf("not said that the share is fitted:\n%s", line)
	}
}
