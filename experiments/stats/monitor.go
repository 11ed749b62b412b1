package stats

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Monitor is the clock of a study that looks at a growing estimate and ends when
// its interval is as narrow as asked for. The time on it is information, the
// reciprocal of the variance, as a fraction of what the last look needs
// (information-based monitoring: Mehta and Tsiatis, Drug Information Journal 35,
// 2001): how many games that takes is not known beforehand.
//
// At a look the interval is the repeated confidence interval of Jennison and
// Turnbull (Journal of the Royal Statistical Society B 51, 1989): that of an
// ordinary one, but of Bound standard errors. All looks together hold
// the truth with probability 1−Level, whatever was decided on at the earlier ones.
// The last look spends what is left of the level. With O'Brien and Fleming's
// spending an interval there is some 3 % wider than an ordinary one, and alone holds
// the truth in 95.6 % of the cases, for a level of 5 %. That the last look comes when
// the interval is narrow, and not at a number of games, leaves its confidence as it is
// when the games are many (Chow and Robbins, Annals of Mathematical Statistics
// 36, 1965), since the width does not tell where the interval lies. With hundreds
// of games it costs somewhat less than 1 %: a study ends sooner where chance makes its
// standard error look small.
//
// The zero value spends as O'Brien and Fleming, at a level of 0.05, and looks when a
// quarter, one half and three quarters of the information are there, and at the
// end.
type Monitor struct {
	Spending Spending
	Level    float64   // 0 means 0.05
	Planned  []float64 // fractions of the looks before the last one; nil means ¼, ½, ¾, an empty list none

	looks  []float64 // fractions of the looks so far
	ending float64   // last at Level, 0 before it was asked for
}

// latestLook is after which fraction a look is not worth its part of the level:
// the last one is near.
const latestLook = 0.95

func (m *Monitor) level() float64 {
	if m.Level == 0 {
		return 0.05
	}
	return m.Level
}

func (m *Monitor) planned() []float64 {
	if m.Planned == nil {
		return []float64{0.25, 0.5, 0.75}
	}
	return m.Planned
}

// Looks are the fractions of the looks so far.
func (m *Monitor) Looks() []float64 { return slices.Clone(m.looks) }

// Last is the bound of a last look. It is at least the one that all planned looks
// lead to, also where some were not taken: what they save pays for ending by
// width.
func (m *Monitor) Last() (float64, error) {
	bound, err := m.Bound(1)
	if err != nil {
		return 0, err
	}
	planned, err := m.end()
	return max(bound, planned), err
}

// end is the bound of the last look after those planned. A study asks for it in every round.
func (m *Monitor) end() (bound float64, err error) {
	if m.ending == 0 {
		m.ending, err = m.last(m.level())
	}
	return m.ending, err
}

// last is the bound of the last look after those planned, for a level.
func (m *Monitor) last(level float64) (float64, error) {
	bounds, err := Boundaries(m.Spending, level, append(slices.Clone(m.planned()), 1))
	if err != nil {
		return 0, err
	}
	return bounds[len(bounds)-1], nil
}

// Fraction is the fraction of the information that an estimate with this standard
// error has, if at the last look its interval is to be ±half wide.
func (m *Monitor) Fraction(se, half float64) (float64, error) {
	last, err := m.end()
	if err != nil {
		return 0, err
	}
	least := half / last
	return least * least / (se * se), nil
}

// Due reports whether a fraction of the information calls for a look: it has passed
// a planned one that none of the looks so far did.
func (m *Monitor) Due(fraction float64) bool {
	before := 0.0
	if len(m.looks) > 0 {
		before = m.looks[len(m.looks)-1]
	}
	if fraction > latestLook || fraction < before+leastFraction {
		return false
	}
	return slices.ContainsFunc(m.planned(), func(planned float64) bool { return before < planned && planned <= fraction })
}

// Look takes a look at a fraction for which Due holds.
func (m *Monitor) Look(fraction float64) { m.looks = append(m.looks, fraction) }

// Bound is how many standard errors wide to either side an interval is at a
// fraction, were a look taken there; at fraction 1 it is the last one.
func (m *Monitor) Bound(fraction float64) (float64, error) {
	bounds, err := Boundaries(m.Spending, m.level(), append(slices.Clone(m.looks), fraction))
	if err != nil {
		return 0, err
	}
	return bounds[len(bounds)-1], nil
}

// NominalConfidence is the confidence of an ordinary interval of so many standard
// errors to either side.
func NominalConfidence(bound float64) float64 { return 1 - 2*distuv.UnitNormal.Survival(bound) }

// P is the p-value of a hypothesis from which the estimate was z standard errors
// away at each look so far and at a last one now: the lowest level at which one of the
// looks crosses its boundary, so that it is valid whenever the study ended (the
// repeated p-values of Jennison and Turnbull, Group Sequential Methods, 2000,
// section 9.5, of which it is the least). A look at which nothing was tested has z = 0.
func (m *Monitor) P(z ...float64) (float64, error) {
	fractions := append(slices.Clone(m.looks), 1)
	if len(z) != len(fractions) {
		return 1, fmt.Errorf("stats: %d statistics at %d looks: each look needs one", len(z), len(fractions))
	}
	lo, hi := 0.0, 1.0 // at level lo no look crosses, at hi one does
	for range 30 {
		level := (lo + hi) / 2
		if hi < 0.01 {
			level = math.Sqrt(max(lo, hi/1e6) * hi)
		}
		bounds, err := Boundaries(m.Spending, level, fractions)
		if err != nil {
			return 1, err
		}
		planned, err := m.last(level)
		if err != nil {
			return 1, err
		}
		crosses := false
		for k, bound := range bounds {
			if k+1 == len(bounds) {
				bound = max(bound, planned) // see Last
			}
			crosses = crosses || math.Abs(z[k]) >= bound
		}
		if crosses {
			hi = level
		} else {
			lo = level
		}
		if hi < 1e-6 || hi-lo < 1e-4*hi {
			break
		}
	}
	return hi, nil
}
