package stats

import (
	"math"
	"testing"
)

func near(got, want, tolerance float64) bool { return math.Abs(got-want) <= tolerance }

func TestWilson(t *testing.T) {
	for _, test := range []struct {
		name           string
		k, n           float64
		wantLo, wantHi float64
	}{
		// Brown, Cai and DasGupta (2001) discuss 8 of 10; 0.4902 and 0.9433 follow from
		// the formula by hand: z² = 3.8415, center 0.7168, half width 0.2266.
		{"8 of 10", 8, 10, 0.4902, 0.9433},
		{"none of 10 is bounded by z²/(n+z²)", 0, 10, 0, 3.8415 / 13.8415},
		{"all of 10 mirrors none", 10, 10, 10 / 13.8415, 1},
	} {
		got := Wilson(test.k, test.n, 0.95)
		if !near(got.Lo, test.wantLo, 5e-5) || !near(got.Hi, test.wantHi, 5e-5) {
			t.Errorf("%s: got [%.4f, %.4f], want [%.4f, %.4f]", test.name, got.Lo, got.Hi, test.wantLo, test.wantHi)
		}
	}
	if got := Wilson(0, 0, 0.95); got.Lo != 0 || got.Hi != 1 || !math.IsNaN(got.Estimate) {
		t.Errorf("without observations: %+v", got)
	}
}

func TestJeffreys(t *testing.T) {
	// 8 of 10: 0.4972 and 0.9559, quantiles of Beta(8.5, 2.5).
	got := Jeffreys(8, 10, 0.95)
	if !near(got.Lo, 0.4972, 5e-5) || !near(got.Hi, 0.9559, 5e-5) {
		t.Errorf("8 of 10: got [%.4f, %.4f]", got.Lo, got.Hi)
	}
	if got := Jeffreys(0, 10, 0.95); got.Lo != 0 || got.Hi >= 0.3 {
		t.Errorf("none of 10: %+v", got)
	}
}

func TestWinRateWithDraws(t *testing.T) {
	plain, draws := WinRate(Tally{Wins: 50, Losses: 50}, 0.95), WinRate(Tally{Wins: 25, Draws: 50, Losses: 25}, 0.95)
	if wilson := Wilson(50, 100, 0.95); plain != wilson {
		t.Errorf("without draws: got %+v, want Wilson's %+v", plain, wilson)
	}
	// Half the games drawn: the variance is 1/8 instead of 1/4, so 100 games count as 200.
	if want := Wilson(100, 200, 0.95); !near(draws.Lo, want.Lo, 1e-12) || !near(draws.Hi, want.Hi, 1e-12) {
		t.Errorf("half drawn: got %+v, want %+v", draws, want)
	}
	if all := WinRate(Tally{Draws: 10}, 0.95); all.Estimate != 0.5 || all.Lo >= 0.5 || all.Hi <= 0.5 {
		t.Errorf("all drawn: %+v", all)
	}
}

func TestMean(t *testing.T) {
	// 1..5: mean 3, standard deviation 1.5811, t(4) = 2.7764, half width 1.9632.
	got := Mean([]float64{1, 2, 3, 4, 5}, 0.95)
	if got.Estimate != 3 || !near(got.Lo, 3-1.9632, 5e-4) || !near(got.Hi, 3+1.9632, 5e-4) {
		t.Errorf("1..5: %+v", got)
	}
	if one := Mean([]float64{7}, 0.95); one.Estimate != 7 || !math.IsInf(one.Lo, -1) || !math.IsInf(one.Hi, 1) {
		t.Errorf("one value: %+v", one)
	}
}

func TestQuantiles(t *testing.T) {
	got := Quantiles([]float64{1, 2, 3, 4, 5}, 0, 0.5, 1)
	if got[0] != 1 || got[1] != 3 || got[2] != 5 {
		t.Errorf("got %v", got)
	}
}

// TestIntervalsHoldTheRate checks that a rate lies within its own interval, for
// all numbers of games, also where all results are alike.
func TestIntervalsHoldTheRate(t *testing.T) {
	for n := 1; n <= 300; n++ {
		for _, tally := range []Tally{{Wins: n}, {Losses: n}, {Draws: n}, {Wins: n - 1, Draws: 1}, {Draws: 1, Losses: n - 1}} {
			for _, confidence := range []float64{0.8, 0.95, 0.99} {
				i := WinRate(tally, confidence)
				if !(0 <= i.Lo && i.Lo <= i.Estimate && i.Estimate <= i.Hi && i.Hi <= 1) {
					t.Errorf("%+v at %v: %v is not within %v … %v", tally, confidence, i.Estimate, i.Lo, i.Hi)
				}
				size := float64(n) * 0.37
				if i := Wilson(size, size, confidence); i.Hi != 1 || i.Estimate != 1 {
					t.Errorf("all of %v at %v: %+v", size, confidence, i)
				}
			}
		}
	}
}
