package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestMonitorLooksWhenInformationIsThere(t *testing.T) {
	var m Monitor
	for _, at := range []struct {
		fraction float64
		due      bool
	}{{0.1, false}, {0.3, true}, {0.3, false}, {0.4, false}, {0.8, true}, {0.9, false}, {0.97, false}} {
		if got := m.Due(at.fraction); got != at.due {
			t.Errorf("at %v after %v: a look is due: %v", at.fraction, m.Looks(), got)
		} else if got {
			m.Look(at.fraction)
		}
	}
	if got := m.Looks(); len(got) != 2 || got[0] != 0.3 || got[1] != 0.8 {
		t.Errorf("looks at %v", got)
	}
}

func TestMonitorHasTheBoundariesOfLanAndDeMets(t *testing.T) {
	// Four equally spaced looks, see TestBoundariesOfLanAndDeMets.
	var m Monitor
	for _, at := range []struct{ fraction, bound float64 }{{0.25, 4.3326}, {0.5, 2.9631}, {0.75, 2.3590}, {1, 2.0141}} {
		if got, err := m.Bound(at.fraction); err != nil || !near(got, at.bound, 2e-4) {
			t.Errorf("at %v: %v, %v", at.fraction, got, err)
		}
		m.Look(at.fraction)
	}
	// Information 1 is that of a standard error of half/2.0141.
	if got, err := m.Fraction(2/2.0141, 1); err != nil || !near(got, 0.25, 1e-4) {
		t.Errorf("%v, %v", got, err)
	}
	// One look is an ordinary interval and an ordinary test.
	if got, err := new(Monitor).Bound(1); err != nil || !near(NominalConfidence(got), 0.95, 1e-6) {
		t.Errorf("%v, %v", got, err)
	}
	// But a study that planned four pays for four.
	if got, err := new(Monitor).Last(); err != nil || !near(got, 2.0141, 2e-4) {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := m.Bound(1); err == nil {
		t.Error("a look after the last one: no error")
	}
}

func TestPIsTheLevelOfTheBoundary(t *testing.T) {
	m := Monitor{Spending: Pocock, Planned: []float64{0.25, 0.5, 0.75}}
	var z []float64
	for _, fraction := range []float64{0.25, 0.5, 0.75, 1} {
		m.Look(fraction)
		z = append(z, 0)
	}
	m.looks = m.looks[:3]
	// Pocock's boundaries at four looks of level 0.05; at any of them the test rejects.
	bounds, err := Boundaries(Pocock, 0.05, equalLooks(4))
	if err != nil {
		t.Fatal(err)
	}
	for k, bound := range bounds {
		z[k] = -bound
		if p, err := m.P(z...); err != nil || !near(p, 0.05, 1e-4) {
			t.Errorf("look %d at its bound: p = %v, %v", k+1, p, err)
		}
		z[k] = bound + 0.5
		if p, _ := m.P(z...); !(p < 0.05) {
			t.Errorf("look %d beyond its bound: p = %v", k+1, p)
		}
		z[k] = 0
	}
	if p, _ := m.P(z...); !near(p, 1, 1e-3) {
		t.Errorf("without a difference p = %v", p)
	}
	// One look is an ordinary test: the normal distribution has 0.0456 beyond 2, and
	// 5.7·10⁻⁷ beyond 5.
	for z, want := range map[float64]float64{-1.959964: 0.05, 2: 0.0455, 5: 5.733e-7} {
		if got, err := (&Monitor{Planned: []float64{}}).P(z); err != nil || math.Abs(got/want-1) > 1e-3 && got > 1e-6 {
			t.Errorf("z = %v: p = %v, %v; want %v", z, got, err, want)
		}
	}
	if _, err := m.P(1); err == nil {
		t.Error("one statistic for four looks: no error")
	}
}

func TestBalanceOfACurve(t *testing.T) {
	// 400 games each at komi 6 and 8, 60 and 40 %: the curve has log odds 0 at 7 and
	// ±log(1.5) at the ends. At 7 the standard error of the log odds is that of the mean of two
	// independent log odds, √(2/(400·0.6·0.4))/2 = 0.07217; the curve is symmetric there, so
	// that bending it moves nothing.
	fit, err := FitLogistic([]KomiCell{{6, Tally{Wins: 240, Losses: 160}}, {8, Tally{Wins: 160, Losses: 240}}})
	if err != nil {
		t.Fatal(err)
	}
	share, inside := fit.Balance(7, 0.05, 2)
	edge := math.Log(0.55 / 0.45)
	bias := bend * math.Log(1.5) * math.Log(1.5) // both ends off by the same, and the crossing by as much in log odds
	se := math.Hypot(0.07217, bias)
	if !near(share.Estimate, 0.5, 1e-9) || !near(share.Hi, 1/(1+math.Exp(-2*se)), 2e-4) || !near(inside, edge/se, 2e-2) {
		t.Errorf("share %+v, inside by %v; want ±%v and %v", share, inside, 2*se, edge/se)
	}
	if _, inside := fit.Balance(8, 0.05, 2); inside > 0 {
		t.Errorf("40 %% is inside of ±5 %% by %v standard errors", inside)
	}
}

func TestJeffreysRateCountsDrawsForLess(t *testing.T) {
	// Without draws it is Jeffreys' interval.
	if got, want := JeffreysRate(Tally{Wins: 3, Losses: 7}, 0.95), Jeffreys(3, 10, 0.95); !near(got.Lo, want.Lo, 1e-12) || !near(got.Hi, want.Hi, 1e-12) {
		t.Errorf("%v, want %v", got, want)
	}
	// Half of the games drawn halve the variance at one half: 100 games are worth 200.
	if got, want := JeffreysRate(Tally{Wins: 25, Draws: 50, Losses: 25}, 0.95), Jeffreys(100, 200, 0.95); !near(got.Lo, want.Lo, 1e-9) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestDifferenceIsPaired(t *testing.T) {
	// The second way of counting gives two points less in every game: however the games
	// are drawn, the difference is 2.
	first, second := make([]int32, 200), make([]int32, 200)
	rng := rand.New(rand.NewPCG(1, 2))
	own := make([]int, 200)
	for i := range first {
		first[i], own[i] = 4*int32(6*rng.NormFloat64())+2, i
		second[i] = first[i] - 4
	}
	a, _ := NewClusteredMargins(first, own)
	b, _ := NewClusteredMargins(second, own)
	got, err := Difference(a, b, Bootstrap{Replicates: 200}, rng)
	if err != nil || !near(got.Estimate, 2, 1e-9) || !near(got.Lo, 2, 1e-9) || !near(got.Hi, 2, 1e-9) {
		t.Errorf("%+v, %v", got, err)
	}
	short, _ := NewMargins(first[:10])
	if _, err := Difference(a, short, Bootstrap{}, rng); err == nil {
		t.Error("other games: no error")
	}
}
