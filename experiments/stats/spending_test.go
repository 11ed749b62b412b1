package stats

import (
	"math"
	"testing"
)

func equalLooks(n int) []float64 {
	fractions := make([]float64, n)
	for k := range fractions {
		fractions[k] = float64(k+1) / float64(n)
	}
	return fractions
}

func TestBoundariesOfLanAndDeMets(t *testing.T) {
	// Reboussin, DeMets, Kim and Lan, Controlled Clinical Trials 21, 2000 (two-sided
	// level 0.05, equally spaced looks), as the R package ldbounds prints them.
	for _, test := range []struct {
		spending Spending
		want     []float64
	}{
		{OBrienFleming, []float64{1.9600}},
		{OBrienFleming, []float64{2.9626, 1.9686}},
		{OBrienFleming, []float64{3.7103, 2.5114, 1.9930}},
		{OBrienFleming, []float64{4.3326, 2.9631, 2.3590, 2.0141}},
		{OBrienFleming, []float64{4.8769, 3.3569, 2.6803, 2.2898, 2.0310}},
		{Pocock, []float64{2.1570, 2.2010}},
		{Pocock, []float64{2.4380, 2.4268, 2.4101, 2.3966, 2.3859}},
	} {
		got, err := Boundaries(test.spending, 0.05, equalLooks(len(test.want)))
		if err != nil {
			t.Fatal(err)
		}
		for k := range got {
			if !near(got[k], test.want[k], 2e-4) {
				t.Errorf("%v, %d looks: got %.4f, want %.4f", test.spending, len(got), got, test.want)
				break
			}
		}
	}
}

func TestCrossingOfClassicalBoundaries(t *testing.T) {
	// Constants of Pocock 1977 and of O'Brien and Fleming 1979 as tabulated by
	// Jennison and Turnbull, Group Sequential Methods, 2000, tables 2.1 and 2.3
	// (level 0.05).
	for _, test := range []struct {
		name     string
		constant float64
		looks    int
		flat     bool
	}{
		{"Pocock, 2", 2.178, 2, true},
		{"Pocock, 5", 2.413, 5, true},
		{"Pocock, 10", 2.555, 10, true},
		{"O'Brien-Fleming, 2", 1.977, 2, false},
		{"O'Brien-Fleming, 5", 2.040, 5, false},
		{"O'Brien-Fleming, 10", 2.087, 10, false},
	} {
		fractions := equalLooks(test.looks)
		bounds := make([]float64, test.looks)
		for k := range bounds {
			bounds[k] = test.constant
			if !test.flat {
				bounds[k] /= math.Sqrt(fractions[k])
			}
		}
		upper, lower, err := Crossing(fractions, bounds, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := sum(upper) + sum(lower); !near(got, 0.05, 1.5e-4) {
			t.Errorf("%s: level %.5f", test.name, got)
		}
		if !near(sum(upper), sum(lower), 1e-9) {
			t.Errorf("%s: not symmetric", test.name)
		}
	}
	// Their table 2.2: Pocock's test with 5 looks needs 1.207 times the games of a
	// single look for power 0.9. The drift grows with the root.
	single := 1.959964 + 1.281552
	upper, _, _ := Crossing(equalLooks(5), []float64{2.413, 2.413, 2.413, 2.413, 2.413}, single*math.Sqrt(1.207))
	if got := sum(upper); !near(got, 0.9, 5e-4) {
		t.Errorf("power %.5f", got)
	}
}

func TestBoundariesSpendTheLevelAtAnyLooks(t *testing.T) {
	for _, fractions := range [][]float64{{0.01, 0.02, 0.5, 1}, {0.3, 0.301, 1}, {0.2, 0.9, 0.95}, equalLooks(20)} {
		for _, s := range []Spending{OBrienFleming, Pocock} {
			bounds, err := Boundaries(s, 0.05, fractions)
			if err != nil {
				t.Fatal(err)
			}
			upper, lower, _ := Crossing(fractions, bounds, 0)
			want := s.Spent(fractions[len(fractions)-1], 0.05)
			if got := sum(upper) + sum(lower); !near(got, want, 1e-6) {
				t.Errorf("%v at %v: spent %.7f of %.7f", s, fractions[:3], got, want)
			}
		}
	}
}

func TestBoundariesRefuseImpossibleLooks(t *testing.T) {
	for _, fractions := range [][]float64{nil, {0.5, 0.5}, {0.5, 0.4}, {0.5, 1.1}, {0}, {math.NaN()}, make([]float64, 500)} {
		if _, err := Boundaries(Pocock, 0.05, fractions); err == nil {
			t.Errorf("%v: no error", fractions)
		}
	}
	if _, err := Boundaries(Pocock, 5, equalLooks(2)); err == nil {
		t.Error("level 5: no error")
	}
	if _, _, err := Crossing(equalLooks(2), []float64{2}, 0); err == nil {
		t.Error("a boundary missing: no error")
	}
}

func TestSequentialCost(t *testing.T) {
	most, average, err := SequentialCost(OBrienFleming, 0.05, 0.9, equalLooks(5))
	if err != nil || most < 1.02 || most > 1.04 || average < 0.7 || average > 0.8 {
		t.Errorf("O'Brien-Fleming: %v, %v, %v", most, average, err)
	}
	most, average, err = SequentialCost(Pocock, 0.05, 0.9, equalLooks(5))
	if err != nil || most < 1.17 || most > 1.22 || average < 0.6 || average > 0.75 {
		t.Errorf("Pocock: %v, %v, %v", most, average, err)
	}
	if most, average, err = SequentialCost(Pocock, 0.05, 0.9, []float64{1}); err != nil || !near(most, 1, 1e-4) || !near(average, 1, 1e-4) {
		t.Errorf("a single look: %v, %v, %v", most, average, err)
	}
	if _, _, err = SequentialCost(Pocock, 0.05, 0.01, []float64{1}); err == nil {
		t.Error("power below the level: no error")
	}
}

func TestRepeatedInterval(t *testing.T) {
	if r := RepeatedInterval(7, 0.5, 2); r != (Interval{7, 6, 8}) {
		t.Errorf("%+v", r)
	}
}
