package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// The planners answer how many games are needed, all played under the same
// conditions and independent of each other. draws is the share of drawn games
// that is expected; without draws 0, which is the careful choice.

// GamesForRate is the number of games after which the interval of a share of
// points near one half is ±half wide. ±1 % at 95 % takes 9604.
func GamesForRate(half, confidence, draws float64) int {
	z := normalQuantile(confidence)
	return whole(z * z * (1 - draws) / 4 / (half * half))
}

// GamesForKomi is the number of games after which the interval of the fair komi
// is ±half points wide, shifting the score or playing near the fair komi. slope
// is by how much Black's share of points falls per point of komi there; see
// Margins.Slope. It is the delta method, as for a median.
func GamesForKomi(half, confidence, slope, draws float64) int {
	return GamesForRate(math.Abs(slope)*half, confidence, draws)
}

// GamesForFairness is the number of games with which the two-sided test of equal
// chances at the given level finds a share of points that is off one half by
// difference, with the given probability (power).
func GamesForFairness(difference, level, power, draws float64) int {
	null := math.Sqrt((1 - draws) / 4)
	alternative := math.Sqrt((1-draws)/4 - difference*difference)
	z := normalQuantile(1-level)*null + distuv.UnitNormal.Quantile(power)*alternative
	return whole(z * z / (difference * difference))
}

// GamesForBalance is the number of games with which Balanced shows that the
// share of points is within the given distance of one half, with the given
// probability if it is exactly one half (Chow, Shao and Wang, Sample Size
// Calculations in Clinical Research, 2008, section 4.1).
func GamesForBalance(within, level, power, draws float64) int {
	z := distuv.UnitNormal.Quantile(1-level) + normalQuantile(power)
	return whole(z * z * (1 - draws) / 4 / (within * within))
}

// SequentialCost says what looking at the given fractions of the games costs: by
// which factor a sequential test needs more games at most than a test with a
// single look, and by which factor it needs on average, when the effect is the
// one for which the single look has the given power.
func SequentialCost(s Spending, level, power float64, fractions []float64) (most, average float64, err error) {
	bounds, err := Boundaries(s, level, fractions)
	if err != nil {
		return 0, 0, err
	}
	if !(power > level && power < 1) {
		return 0, 0, fmt.Errorf("stats: power %v: it must lie between the level %v and 1, for example 0.9", power, level)
	}
	single := normalQuantile(1-level) + distuv.UnitNormal.Quantile(power)
	lo, hi := 0.0, 3*single
	for range 50 {
		drift := (lo + hi) / 2
		if upper, _, err := Crossing(fractions, bounds, drift); err != nil {
			return 0, 0, err
		} else if sum(upper) < power {
			lo = drift
		} else {
			hi = drift
		}
	}
	upper, lower, err := Crossing(fractions, bounds, hi)
	if err != nil {
		return 0, 0, err
	}
	last := fractions[len(fractions)-1]
	expected := last
	for k := range fractions {
		expected -= (upper[k] + lower[k]) * (last - fractions[k])
	}
	factor := hi * hi / (single * single)
	return last * factor, expected * factor, nil
}

// whole rounds up, forgiving rounding errors.
func whole(games float64) int {
	if math.IsNaN(games) || games > math.MaxInt32 {
		return math.MaxInt32 // no number of games is enough
	}
	return int(math.Ceil(games - 1e-9))
}
