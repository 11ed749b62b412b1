package stats

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// points converts whole or half points to the half points margins come in.
func points(values ...float64) []int32 {
	halves := make([]int32, len(values))
	for i, v := range values {
		halves[i] = int32(2 * v)
	}
	return halves
}

func margins(t *testing.T, values ...float64) *Margins {
	t.Helper()
	m, err := NewMargins(points(values...))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestCrossingByHand(t *testing.T) {
	for _, test := range []struct {
		name      string
		margins   []float64
		fair      float64
		draw      float64
		wantWords string
	}{
		// At 6 Black wins 2 of 3, at 7 one and a half, at 8 one.
		{"the middle margin", []float64{3, 7, 11}, 7, 7, "odd margins"},
		// At 6 three of 5; at 7 half of (3 + 1) = 2: from 0.6 to 0.4.
		{"between a step and a draw", []float64{1, 3, 7, 7, 9}, 6.5, 7, "odd margins"},
		{"half of the games on either side of a gap", []float64{1, 3, 9, 11}, 6, 3, "odd margins"},
		{"one margin only", []float64{7, 7, 7}, 7, 7, "odd margins"},
		{"below zero", []float64{-9, -5, -5, -1}, -5, -5, "odd margins"},
		{"even margins", []float64{-2, 0, 0, 4}, 0, 0, "even margins"},
		// At 5½ two of 3, at 6 one and a half.
		{"both parities", []float64{3, 6, 9}, 6, 6, "whole points"},
		{"half points", []float64{3, 6.5, 9}, 6.5, 6.5, "half points"},
	} {
		m := margins(t, test.margins...)
		if got := m.FairKomi(); got != test.fair {
			t.Errorf("%s: fair komi %v, want %v", test.name, got, test.fair)
		}
		if got := m.DrawKomi(); got != test.draw {
			t.Errorf("%s: draw komi %v, want %v", test.name, got, test.draw)
		}
		if got := m.Lattice().String(); !strings.Contains(got, test.wantWords) {
			t.Errorf("%s: lattice %q, want %q", test.name, got, test.wantWords)
		}
	}
}

func TestTallyAtEveryKomi(t *testing.T) {
	m := margins(t, 3, 7, 7, 11)
	for _, test := range []struct {
		komi  float64
		want  Tally
		black float64
	}{
		{2.5, Tally{4, 0, 0}, 1}, {3, Tally{3, 1, 0}, 0.875}, {6.5, Tally{3, 0, 1}, 0.75},
		{7, Tally{1, 2, 1}, 0.5}, {7.5, Tally{1, 0, 3}, 0.25}, {12, Tally{0, 0, 4}, 0},
	} {
		if got := m.Tally(test.komi); got != test.want || m.Black(test.komi) != test.black {
			t.Errorf("komi %v: got %+v, want %+v", test.komi, got, test.want)
		}
	}
}

func TestLatticeToleratesExceptions(t *testing.T) {
	values := make([]float64, 100)
	for i := range values {
		values[i] = float64(2*i - 91)
	}
	values[3]++ // one seki with an odd number of neutral points
	if l := margins(t, values...).Lattice(); l.Step != 4 || l.Offset != 2 || l.Share != 0.99 {
		t.Errorf("got %+v", l)
	}
	for i := range values[:10] {
		values[i]++
	}
	if l := margins(t, values...).Lattice(); l.Step != 2 {
		t.Errorf("ten exceptions: got %+v", l)
	}
}

func TestCanonicalKomi(t *testing.T) {
	for _, test := range []struct {
		lattice Lattice
		komi    float64
		want    float64
		draw    bool
	}{
		{OddMargins, 5.5, 6, false}, {OddMargins, 6, 6, false}, {OddMargins, 6.5, 6, false}, {OddMargins, 7, 7, true},
		{OddMargins, -0.5, 0, false}, {OddMargins, -1, -1, true}, {OddMargins, -1.5, -2, false},
		{EvenMargins, 6, 6, true}, {EvenMargins, 6.5, 7, false}, {EvenMargins, 7.5, 7, false},
		{Lattice{Step: 2}, 7, 7, true}, {Lattice{Step: 2}, 7.5, 7.5, false},
		{Lattice{}, 7.5, 7.5, true}, {Lattice{}, 7.25, 7.25, false},
	} {
		if got := test.lattice.Canonical(test.komi); got != test.want {
			t.Errorf("%v, komi %v: got %v, want %v", test.lattice, test.komi, got, test.want)
		}
		if got := test.lattice.CanDraw(test.komi); got != test.draw {
			t.Errorf("%v, komi %v: draws %v", test.lattice, test.komi, got)
		}
	}
}

func TestShiftOfANormalSample(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	values := make([]float64, 2000)
	for i := range values {
		values[i] = 2*math.Round((7+12*rng.NormFloat64()-1)/2) + 1
	}
	m := margins(t, values...)
	s := m.Shift(Bootstrap{Replicates: 500}, rng)
	// The standard error of a median is sd·√(π/2)/√n = 0.336, less what the draws
	// save: one of 15 games. The bootstrap knows the slope at one place only.
	if !near(s.FairSE, 0.325, 0.05) || s.Fair.Lo > 7 || s.Fair.Hi < 7 {
		t.Errorf("fair %+v, standard error %v", s.Fair, s.FairSE)
	}
	// φ(0)/12 = 0.0332 in the middle; somewhat less over the middle half of the games.
	if got := m.Slope(); !near(got, 0.031, 0.002) {
		t.Errorf("slope %v", got)
	}
	if n := GamesForKomi(1.96*0.325, 0.95, m.Slope(), s.Draws.Estimate); !near(float64(n), 2200, 250) {
		t.Errorf("the planner asks for %d games where 2000 were played", n)
	}
	if s.Draw.Lo > s.Draw.Estimate || s.Draw.Hi < s.Draw.Estimate || s.Draws.Estimate < 0.05 {
		t.Errorf("draws %+v %+v", s.Draw, s.Draws)
	}
	for _, p := range s.Curve {
		wilson := WinRate(p.Results, 0.95)
		if !near(p.Black.Lo, wilson.Lo, 1e-9) || !near(p.Black.Hi, wilson.Hi, 1e-9) {
			t.Errorf("komi %v: %+v, but WinRate %+v", p.Komi, p.Black, wilson)
		}
	}
	if _, err := json.Marshal(s); err != nil {
		t.Error(err)
	}
}

func TestClustersWidenTheInterval(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	var values []int32
	var openings []int
	// Four copies of each game: the standard error doubles.
	for opening := range 200 {
		margin := int32(2 * (2*math.Round(5*rng.NormFloat64()) + 7))
		for range 4 {
			values, openings = append(values, margin), append(openings, opening)
		}
	}
	single, _ := NewMargins(values)
	clustered, _ := NewClusteredMargins(values, openings)
	a, b := single.Shift(Bootstrap{Replicates: 800}, rng), clustered.Shift(Bootstrap{Replicates: 800}, rng)
	if a.Fair.Estimate != b.Fair.Estimate || !near(b.FairSE/a.FairSE, 2, 0.25) {
		t.Errorf("standard errors %v and %v", a.FairSE, b.FairSE)
	}
	if b.Clusters != 200 || b.Games != 800 {
		t.Errorf("%d clusters, %d games", b.Clusters, b.Games)
	}
}

func TestMarginsRefuseNonsense(t *testing.T) {
	if _, err := NewMargins[int32](nil); err == nil {
		t.Error("no margins: no error")
	}
	if _, err := NewClusteredMargins(points(1, 3), []int{1}); err == nil {
		t.Error("clusters missing: no error")
	}
}

func TestFewGamesAreWarnedOf(t *testing.T) {
	s := margins(t, 7).Shift(Bootstrap{Replicates: 50}, rand.New(rand.NewPCG(1, 1)))
	if s.Fair.Estimate != 7 || len(s.Warnings) == 0 {
		t.Errorf("%+v", s)
	}
}

func TestIntervalsAreJSONEvenWithoutEnd(t *testing.T) {
	for _, test := range []struct {
		interval Interval
		want     string
	}{
		{Interval{0.5, 0.25, 0.75}, `{"estimate":0.5,"lo":0.25,"hi":0.75}`},
		{Interval{math.NaN(), math.Inf(-1), math.Inf(1)}, `{"estimate":null,"lo":null,"hi":null}`},
	} {
		data, err := json.Marshal(test.interval)
		if err != nil || string(data) != test.want {
			t.Errorf("got %s, %v", data, err)
		}
		var back Interval
		if err := json.Unmarshal(data, &back); err != nil || back.Lo != test.interval.Lo || back.Hi != test.interval.Hi ||
			back.Estimate != test.interval.Estimate && !math.IsNaN(test.interval.Estimate) {
			t.Errorf("%s reads back as %+v, %v", data, back, err)
		}
	}
}
