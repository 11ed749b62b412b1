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
// one half, with two one-sided score tests at the given level. design is by how much
// clusters of games raise the variance, 1 without clusters (the design effect of
// Kish, Survey Sampling, 1965).
func Balanced(t Tally, design, within, level float64) Balance {
	b := Balance{Rate: WinRate(t, 1-2*level), Within: within, P: 1}
	if n := float64(t.Games()); n > 0 && within > 0 && within < 0.5 {
		se := math.Sqrt(max(design, 1) * t.VarianceAt(0.5+within) / n)
		b.P = TOST(t.Rate(), se, 0.5-within, 0.5+within)
	}
	b.Balanced = b.P < level
	return b
}

// Balance is what a curve says about the chances at a komi: Black's share of points
// there, with an interval of so many standard errors in log odds, bound, which
// allows for a bent curve as FairKomiCurved does; and how many standard errors the
// log odds are inside of those that are within the given distance of one half. If
// that is more than the bound, the share of points is shown to be nearly one half:
// the confidence set lies within the region of equivalence, which is a test for any
// number of komi at once (Wellek, Testing Statistical Hypotheses of Equivalence and
// Noninferiority, 2010, section 3.1).
func (f *Logistic) Balance(komi, within, bound float64) (share Interval, inside float64) {
	x := komi - f.center
	odds := f.at.odds(x)
	variance := f.robust.aa + 2*f.robust.ab*x + f.robust.bb*x*x
	se := math.Hypot(math.Sqrt(variance), bend*f.evidence().bias(f)*f.at.b)
	edge := math.Log((0.5 + within) / (0.5 - within))
	return Interval{logistic(odds), logistic(odds - bound*se), logistic(odds + bound*se)}, (edge - math.Abs(odds)) / se
}
