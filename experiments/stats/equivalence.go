package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// TOST is the p-value of the claim that a normal estimate with its standard
// error lies between lo and hi: the larger one of two one-sided tests
// (Schuirmann, Journal of Pharmacokinetics and Biopharmaceutics 15, 1987).
func TOST(estimate, se, lo, hi float64) float64 {
	below := distuv.UnitNormal.Survival((estimate - lo) / se)
	above := distuv.UnitNormal.CDF((estimate - hi) / se)
	return max(below, above)
}

// Balance says whether both sides were shown to have nearly equal chances,
// which is more than a test that found no difference.
type Balance struct {
	Rate     Interval `json:"rate"`     // share of points with the interval of confidence 1−2·level
	Within   float64  `json:"within"`   // distance from one half that counts as nearly equal: 0.01 is ±1 %
	P        float64  `json:"p"`        // of the claim that the chances are not nearly equal
	Balanced bool     `json:"balanced"` // P is below the level
}

// Balanced tests whether the share of points lies within the given distance of
// one half, with two one-sided score tests at the given level.
func Balanced(t Tally, within, level float64) Balance {
	b := Balance{Rate: WinRate(t, 1-2*level), Within: within, P: 1}
	if n := float64(t.Games()); n > 0 && within > 0 && within < 0.5 {
		se := math.Sqrt(t.VarianceAt(0.5+within) / n)
		b.P = TOST(t.Rate(), se, 0.5-within, 0.5+within)
	}
	b.Balanced = b.P < level
	return b
}
