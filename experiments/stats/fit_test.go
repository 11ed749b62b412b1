package stats

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// beetles are the survivors of Bliss (Annals of Applied Biology 22, 1935), eight
// doses of a poison: the standard example of a logistic fit. Survival falls with
// the dose, as Black's wins fall with komi.
var beetles = []KomiCell{
	{1.6907, Tally{Wins: 53, Losses: 6}},
	{1.7242, Tally{Wins: 47, Losses: 13}},
	{1.7552, Tally{Wins: 44, Losses: 18}},
	{1.7842, Tally{Wins: 28, Losses: 28}},
	{1.8113, Tally{Wins: 11, Losses: 52}},
	{1.8369, Tally{Wins: 6, Losses: 53}},
	{1.8610, Tally{Wins: 1, Losses: 61}},
	{1.8839, Tally{Wins: 0, Losses: 60}},
}

func TestLogisticOfBliss(t *testing.T) {
	fit, err := FitLogistic(beetles)
	if err != nil {
		t.Fatal(err)
	}
	// Dobson, An Introduction to Generalized Linear Models, section 7.3: −60.72
	// (standard error 5.18) and 34.27 (2.91), for deaths.
	if !near(fit.Intercept, 60.717, 5e-3) || !near(fit.Slope, -34.270, 5e-3) {
		t.Errorf("got %.3f %.3f", fit.Intercept, fit.Slope)
	}
	if a, b := math.Sqrt(fit.Covariance[0]), math.Sqrt(fit.Covariance[2]); !near(a, 5.18, 5e-3) || !near(b, 2.91, 5e-3) {
		t.Errorf("standard errors: got %.3f and %.3f", a, b)
	}
	// The dose that half of them survive is 60.717/34.270.
	fair := fit.FairKomi(0.95)
	if !near(fair.Estimate, 1.7717, 1e-4) || !near(fit.P(fair.Estimate), 0.5, 1e-12) {
		t.Errorf("crossing: %+v", fair)
	}
	profile := fit.FairKomiProfile(0.95)
	if !near(profile.Lo, fair.Lo, 1e-3) || !near(profile.Hi, fair.Hi, 1e-3) {
		t.Errorf("with 481 beetles the profile %+v should be near the delta method's %+v", profile, fair)
	}
	if fit.Penalized || len(fit.Warnings) > 0 {
		t.Errorf("warnings without cause: %v", fit.Warnings)
	}
}

func TestLogisticCountsADrawAsHalf(t *testing.T) {
	drawn, err := FitLogistic([]KomiCell{{5, Tally{50, 20, 30}}, {9, Tally{30, 20, 50}}})
	if err != nil {
		t.Fatal(err)
	}
	split, _ := FitLogistic([]KomiCell{{5, Tally{60, 0, 40}}, {9, Tally{40, 0, 60}}})
	// log(0.6/0.4) = 0.4055 at 5 and −0.4055 at 9.
	if !near(drawn.Slope, -0.8109302/4, 1e-6) || !near(drawn.fair(), 7, 1e-9) {
		t.Errorf("slope %v, fair %v", drawn.Slope, drawn.fair())
	}
	if !near(drawn.Slope, split.Slope, 1e-9) {
		t.Error("draws moved the estimate")
	}
	// The variance of a game is 0.24 without draws and 0.24 − 20/101/4 with.
	want := math.Sqrt((0.24 - 20.0/101/4) / 0.24)
	if got := drawn.FairSE() / split.FairSE(); !near(got, want, 1e-9) {
		t.Errorf("draws shrink the error by %v, want %v", got, want)
	}
}

func TestFirthIsHalfAGameMore(t *testing.T) {
	// With one parameter per cell Firth's penalty adds half a win and half a loss
	// to each cell (Firth 1993, section 4).
	fit, err := FitLogistic([]KomiCell{{5, Tally{Wins: 20}}, {9, Tally{Losses: 10}}})
	if err != nil {
		t.Fatal(err)
	}
	low, high := math.Log(20.5/0.5), math.Log(0.5/10.5)
	if !fit.Penalized || !near(fit.Slope, (high-low)/4, 1e-6) || !near(fit.Intercept+5*fit.Slope, low, 1e-6) {
		t.Errorf("got %v %v penalized %v", fit.Intercept, fit.Slope, fit.Penalized)
	}
	for _, fair := range []Interval{fit.FairKomi(0.95), fit.FairKomiProfile(0.95)} {
		if !(fair.Estimate > 5 && fair.Estimate < 9 && fair.Lo > 0 && fair.Hi < 14) {
			t.Errorf("separated results should still bound the fair komi: %+v", fair)
		}
	}
	if len(fit.Warnings) != 1 || !strings.Contains(fit.Warnings[0], "separated") {
		t.Errorf("warnings: %v", fit.Warnings)
	}
}

func TestLogisticExplainsWhatItCannotSay(t *testing.T) {
	for _, test := range []struct {
		name  string
		cells []KomiCell
		want  string
	}{
		{"only wins", []KomiCell{{5, Tally{Wins: 9}}, {7, Tally{Wins: 9}}}, "won every game"},
		{"only losses", []KomiCell{{5, Tally{Losses: 9}}, {7, Tally{Losses: 9}}}, "won no game"},
		{"rises with komi", []KomiCell{{5, Tally{40, 0, 60}}, {7, Tally{60, 0, 40}}}, "does not fall"},
		{"separated the wrong way", []KomiCell{{5, Tally{Losses: 9}}, {7, Tally{Wins: 9}}}, "against expectation"},
		{"fair komi outside", []KomiCell{{5, Tally{80, 0, 20}}, {7, Tally{70, 0, 30}}}, ""},
	} {
		fit, err := FitLogistic(test.cells)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if !strings.Contains(strings.Join(fit.Warnings, "; "), test.want) {
			t.Errorf("%s: warnings %q should contain %q", test.name, fit.Warnings, test.want)
		}
		fair := fit.FairKomi(0.95)
		if fit.Outside != (test.name == "fair komi outside") {
			t.Errorf("%s: outside of the cells: %v", test.name, fit.Outside)
		}
		if math.IsNaN(fair.Estimate) != math.IsInf(fair.Hi, 1) {
			t.Errorf("%s: %+v", test.name, fair)
		}
	}
	for _, cells := range [][]KomiCell{
		nil,
		{{5, Tally{3, 0, 3}}},
		{{5, Tally{3, 0, 3}}, {7, Tally{}}},
		{{5, Tally{3, 0, -3}}, {7, Tally{1, 0, 1}}},
		{{math.NaN(), Tally{3, 0, 3}}, {7, Tally{1, 0, 1}}},
	} {
		if _, err := FitLogistic(cells); err == nil {
			t.Errorf("%v: no error", cells)
		}
	}
}

// A komi so far away that the curve is 1 there to the last bit tells nothing, and
// spoils nothing.
func TestFarKomiLeaveTheIntervalAlone(t *testing.T) {
	near := []KomiCell{{6, Tally{600, 100, 300}}, {8, Tally{300, 100, 600}}}
	with, err := FitLogistic(append([]KomiCell{{-81, Tally{32, 0, 0}}}, near...))
	if err != nil {
		t.Fatal(err)
	}
	without, err := FitLogistic(near)
	if err != nil {
		t.Fatal(err)
	}
	a, b := with.FairKomiCurved(0.95), without.FairKomiCurved(0.95)
	if !(math.Abs(a.Lo-b.Lo) < 0.01 && math.Abs(a.Hi-b.Hi) < 0.01) {
		t.Errorf("%+v with games far away, %+v without", a, b)
	}
}

func TestBendingTheCurveCostsNothingNearTheFairKomi(t *testing.T) {
	tight, err := FitLogistic([]KomiCell{{6, Tally{520, 0, 480}}, {8, Tally{480, 0, 520}}})
	if err != nil {
		t.Fatal(err)
	}
	a, b := tight.FairSE(), tight.CurvedSE()
	if !(b >= a && b/a < 1.01) {
		t.Errorf("tight: %+v and %+v", a, b)
	}
	wide, err := FitLogistic([]KomiCell{{-3, Tally{731, 0, 269}}, {17, Tally{269, 0, 731}}})
	if err != nil {
		t.Fatal(err)
	}
	// Both cells lie 1 in log odds from even chances, so that a curvature of 1 moves
	// the line by 1 and its crossing by 1/slope = 10 points.
	if got := math.Abs(wide.evidence().bias(wide)); !near(got, 10, 0.01) {
		t.Errorf("wide: a curvature of 1 moves the fair komi by %v", got)
	}
}

func TestProfileIsOpenWhereNothingIsRuledOut(t *testing.T) {
	fit, err := FitLogistic([]KomiCell{{5, Tally{12, 0, 8}}, {7, Tally{9, 0, 11}}})
	if err != nil {
		t.Fatal(err)
	}
	if p := fit.FairKomiProfile(0.95); !math.IsInf(p.Lo, -1) || !math.IsInf(p.Hi, 1) {
		t.Errorf("12 of 20 against 9 of 20 says nothing at 95 %%, got %+v", p)
	}
	if p := fit.FairKomiProfile(0.2); math.IsInf(p.Lo, 0) || math.IsInf(p.Hi, 0) {
		t.Errorf("at 20 %% it does: %+v", p)
	}
}

func TestBandHoldsTheCurve(t *testing.T) {
	fit, _ := FitLogistic(beetles)
	for _, cell := range beetles {
		band := fit.Band(cell.Komi, 0.95)
		if band.Estimate != fit.P(cell.Komi) || band.Lo >= band.Estimate || band.Hi <= band.Estimate || band.Lo < 0 || band.Hi > 1 {
			t.Errorf("at %v: %+v", cell.Komi, band)
		}
	}
}

func TestIsotonicPoolsNeighborsThatRise(t *testing.T) {
	fit, err := FitIsotonic([]KomiCell{
		{9, Tally{20, 0, 80}}, {5, Tally{70, 0, 30}}, {6, Tally{50, 0, 50}}, {7, Tally{126, 0, 74}}, {8, Tally{40, 0, 60}},
	})
	if err != nil {
		t.Fatal(err)
	}
	// 0.50 of 100 and 0.63 of 200 pool to 176/300 = 0.58667.
	want := []float64{0.7, 176.0 / 300, 176.0 / 300, 0.4, 0.2}
	for i, p := range fit.Black {
		if !near(p, want[i], 1e-12) {
			t.Errorf("cell %d: got %v, want %v", i, p, want[i])
		}
	}
	// From 0.58667 at 7 to 0.4 at 8: 7 + 0.08667/0.18667.
	if got := fit.FairKomi(); !near(got, 7+0.0866667/0.1866667, 1e-5) {
		t.Errorf("crossing %v", got)
	}
}

func TestIsotonicCrossingAtTheEnds(t *testing.T) {
	for _, test := range []struct {
		name   string
		wins   []int // of 10, at komi 1, 2, …
		wanted float64
	}{
		{"all above one half", []int{9, 8, 7}, math.Inf(1)},
		{"all below", []int{4, 3}, math.Inf(-1)},
		{"flat at one half", []int{9, 5, 5, 1}, 2.5},
		{"exactly there", []int{9, 5, 1}, 2},
		{"straight between", []int{7, 4}, 1 + 2.0/3},
	} {
		var cells []KomiCell
		for i, w := range test.wins {
			cells = append(cells, KomiCell{float64(i + 1), Tally{w, 0, 10 - w}})
		}
		fit, err := FitIsotonic(cells)
		if got := fit.FairKomi(); err != nil || got != test.wanted && !near(got, test.wanted, 1e-12) {
			t.Errorf("%s: got %v, %v", test.name, got, err)
		}
	}
}

func TestMergeSteps(t *testing.T) {
	got := MergeSteps([]KomiCell{
		{7.5, Tally{1, 0, 0}}, {5.5, Tally{2, 0, 0}}, {6, Tally{3, 0, 0}}, {6.5, Tally{0, 0, 4}}, {7, Tally{0, 5, 0}},
	}, OddMargins)
	want := []KomiCell{{6, Tally{5, 0, 4}}, {7, Tally{0, 5, 0}}, {8, Tally{1, 0, 0}}}
	if len(got) != len(want) {
		t.Fatalf("got %v", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("got %v, want %v", got[i], want[i])
		}
	}
}

func TestCellsBootstrapAgreesWithTheDeltaMethod(t *testing.T) {
	cells := []KomiCell{{4, Tally{130, 20, 50}}, {6, Tally{100, 20, 80}}, {8, Tally{60, 20, 120}}}
	fit, _ := FitLogistic(cells)
	interval, se := Bootstrap{Replicates: 1000}.Cells(cells, func(cells []KomiCell) float64 {
		fit, err := FitLogistic(cells)
		if err != nil {
			return math.NaN()
		}
		return fit.fair()
	}, rand.New(rand.NewPCG(1, 2)))
	if !near(se/fit.FairSE(), 1, 0.1) || interval.Estimate != fit.fair() {
		t.Errorf("bootstrap %v ± %v, delta %v ± %v", interval.Estimate, se, fit.fair(), fit.FairSE())
	}
}

// Between two komi the results turn round completely, in many games: the curve is
// as steep as numbers allow, and nothing becomes NaN.
func TestLogisticOfAStep(t *testing.T) {
	cells := []KomiCell{{-4, Tally{Wins: 400, Draws: 20}}, {0.5, Tally{Wins: 5000}}, {1, Tally{Draws: 9000}}, {1.5, Tally{Losses: 5000}}, {40, Tally{Losses: 9}}}
	fit, err := FitLogistic(cells)
	if err != nil {
		t.Fatal(err)
	}
	if math.IsNaN(fit.Misfit) || math.IsNaN(fit.Slope) || math.IsNaN(fit.Intercept) {
		t.Errorf("%+v", fit)
	}
}
