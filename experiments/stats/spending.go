package stats

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat/distuv"
)

// Spending says how the level of a test is spent over the looks at growing data
// (Lan and DeMets, Biometrika 70, 1983). How many looks there will be, and
// when, need not be known beforehand, but must not be chosen by the results.
type Spending uint8

// The types of boundary that the spending functions of Lan and DeMets 1983
// resemble.
const (
	OBrienFleming Spending = iota // spends next to nothing early: costs few games more than a single look
	Pocock                        // spends evenly: stops earlier on large effects, costs more games on small ones
)

// String names the boundary.
func (s Spending) String() string {
	if s == Pocock {
		return "Pocock"
	}
	return "O'Brien-Fleming"
}

// Spent is the part of the level spent when the given fraction of all games has
// been played.
func (s Spending) Spent(fraction, level float64) float64 {
	fraction = min(max(fraction, 0), 1)
	if s == Pocock {
		return level * math.Log(1+(math.E-1)*fraction)
	}
	// Half of the level for each side, each spent as a one-sided test would.
	return 4 * distuv.UnitNormal.Survival(normalQuantile(1-level/2)/math.Sqrt(fraction))
}

// Limits of what the recursion computes in reasonable time and accuracy.
const (
	mostLooks     = 200
	leastFraction = 1e-4 // of all games, between two looks
	widestBound   = 8.0  // standard errors; beyond lies a chance of 10⁻¹⁵
)

// Boundaries returns, for looks at the given fractions of all games, how many
// standard errors the estimate must be away from the null hypothesis, on either
// side, to reject it there. Each boundary depends on earlier looks only. Over
// all looks a true hypothesis is rejected with probability level.
func Boundaries(s Spending, level float64, fractions []float64) ([]float64, error) {
	if !(level > 0 && level < 1) {
		return nil, fmt.Errorf("stats: level %v of a sequential test: it must lie between 0 and 1, for example 0.05", level)
	}
	if err := checkFractions(fractions); err != nil {
		return nil, err
	}
	bounds := make([]float64, len(fractions))
	w := startWalk()
	spent := 0.0
	for k, fraction := range fractions {
		now := s.Spent(fraction, level)
		bounds[k] = w.boundFor(fraction, now-spent)
		spent = now
		if k+1 < len(fractions) {
			w = w.advance(fraction, fractions[k+1]-fraction, bounds[k], 0)
		}
	}
	return bounds, nil
}

// Crossing returns for each look the probability that the estimate crosses its
// boundary there for the first time, at the upper and at the lower side. The
// drift is the expected number of standard errors between estimate and null
// hypothesis when all games have been played: 0 under that hypothesis.
func Crossing(fractions, bounds []float64, drift float64) (upper, lower []float64, err error) {
	if err := checkFractions(fractions); err != nil {
		return nil, nil, err
	}
	if len(bounds) != len(fractions) {
		return nil, nil, fmt.Errorf("stats: %d boundaries for %d looks: each look needs one", len(bounds), len(fractions))
	}
	w := startWalk()
	for k, fraction := range fractions {
		up, low := w.exit(fraction, bounds[k], drift)
		upper, lower = append(upper, up), append(lower, low)
		if k+1 < len(fractions) {
			w = w.advance(fraction, fractions[k+1]-fraction, bounds[k], drift)
		}
	}
	return upper, lower, nil
}

// RepeatedInterval is the repeated confidence interval of any normal estimate,
// the fair komi for example, with a boundary from Boundaries. Its fractions
// are those of the information, which for equal conditions is that of games.
func RepeatedInterval(estimate, se, bound float64) Interval {
	return Interval{estimate, estimate - bound*se, estimate + bound*se}
}

func checkFractions(fractions []float64) error {
	if len(fractions) == 0 || len(fractions) > mostLooks {
		return fmt.Errorf("stats: %d looks: boundaries are computed for 1 to %d", len(fractions), mostLooks)
	}
	before := 0.0
	var wrong []error
	for k, fraction := range fractions {
		if !(fraction >= before+leastFraction && fraction <= 1) {
			wrong = append(wrong, fmt.Errorf("stats: look %d at fraction %v after %v: fractions of all games must grow by at least %v each, up to 1", k+1, fraction, before, leastFraction))
		}
		before = fraction
	}
	return errors.Join(wrong...)
}

// walk is the distribution of the test statistic among the runs that have not
// crossed a boundary yet, as masses at nodes. The statistic is a Brownian
// motion over the fraction of games: the number of standard errors times the
// root of the fraction. This is the recursive integration of Armitage,
// McPherson and Rowe (Journal of the Royal Statistical Society A 132, 1969).
type walk struct {
	fraction      float64
	nodes, masses []float64
}

func startWalk() walk { return walk{0, []float64{0}, []float64{1}} }

// exit is the probability of crossing the bound, in standard errors, at the
// next look.
func (w walk) exit(fraction, bound, drift float64) (upper, lower float64) {
	step := fraction - w.fraction
	sd, edge := math.Sqrt(step), bound*math.Sqrt(fraction)
	for i, node := range w.nodes {
		mean := node + drift*step
		upper += w.masses[i] * distuv.UnitNormal.Survival((edge-mean)/sd)
		lower += w.masses[i] * distuv.UnitNormal.CDF((-edge-mean)/sd)
	}
	return upper, lower
}

// boundFor finds the bound that is crossed with the given probability.
func (w walk) boundFor(fraction, probability float64) float64 {
	lo, hi := 0.0, widestBound
	for range 40 {
		bound := (lo + hi) / 2
		if upper, lower := w.exit(fraction, bound, 0); upper+lower > probability {
			lo = bound
		} else {
			hi = bound
		}
	}
	return (lo + hi) / 2
}

// advance returns the distribution after the look, of what stayed inside.
// nextStep is how far the look after that is away: the nodes must be dense
// enough for both steps.
func (w walk) advance(fraction, nextStep, bound, drift float64) walk {
	step := fraction - w.fraction
	root := math.Sqrt(fraction)
	from := max(-bound*root, drift*fraction-9*root)
	to := min(bound*root, drift*fraction+9*root)
	if from >= to {
		return walk{fraction: fraction}
	}
	n := 32 + int(3*(to-from)/math.Sqrt(min(step, nextStep)))
	next := walk{fraction, make([]float64, n), make([]float64, n)}
	quad.Legendre{}.FixedLocations(next.nodes, next.masses, from, to)
	sd := math.Sqrt(step)
	for j, node := range next.nodes {
		density := 0.0
		for i, earlier := range w.nodes {
			if z := (node - earlier - drift*step) / sd; math.Abs(z) < 9 {
				density += w.masses[i] * math.Exp(-z*z/2)
			}
		}
		next.masses[j] *= density / (sd * math.Sqrt(2*math.Pi))
	}
	return next
}
