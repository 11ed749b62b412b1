package stats

import (
	"fmt"
	"math/rand/v2"
)

// Shift is what margins say about komi.
type Shift struct {
	Games    int          `json:"games"`
	Clusters int          `json:"clusters"` // what was bootstrapped; equals Games if all are independent
	Lattice  Lattice      `json:"lattice"`
	Fair     Interval     `json:"fair_komi"` // in points
	FairSE   float64      `json:"fair_komi_se"`
	Draw     Interval     `json:"draw_komi"`  // komi with most draws, in points
	Draws    Interval     `json:"draw_share"` // of games drawn at the estimate of Draw
	Curve    []ShiftPoint `json:"curve"`      // every half point at which Black wins 1 to 99 %
	Warnings []string     `json:"warnings,omitempty"`
}

// ShiftPoint is the result the games would have had at one komi.
type ShiftPoint struct {
	Komi    float64  `json:"komi"`
	Results Tally    `json:"results"` // of Black
	Black   Interval `json:"black"`   // share of points
}

// fewClusters is the number under which a cluster bootstrap is too narrow to be
// believed (Cameron, Gelbach and Miller, Review of Economics and Statistics 90,
// 2008, find so from 30 downwards).
const fewClusters = 30

// TooNarrow is what a warning says of intervals from too few clusters.
const TooNarrow = "the intervals are too narrow"

// Shift estimates the fair komi, the komi with most draws and the share of
// points at every komi. Intervals of komi are bootstrapped over clusters; those
// of shares take their variance from the clusters (Liang and Zeger, Biometrika
// 73, 1986).
func (m *Margins) Shift(b Bootstrap, rng *rand.Rand) Shift {
	s := Shift{Games: m.games, Clusters: len(m.units), Lattice: m.lattice}
	var fairs, draws []float64
	counts := make([]float64, len(m.values))
	b.resample(len(m.units), rng, func(sample []int) {
		clear(counts)
		for _, unit := range sample {
			for _, at := range m.units[unit] {
				counts[at]++
			}
		}
		fair := crossing(m.values, counts, m.lattice)
		fairs = append(fairs, fair)
		draws = append(draws, mode(m.values, counts, fair))
	})
	s.Fair, s.FairSE = b.read(m.FairKomi(), fairs)
	b.Method = Percentile // of a mode the mirrored interval means nothing
	s.Draw, _ = b.read(m.DrawKomi(), draws)
	s.Draws = m.share(b.confidence(), func(points float64) float64 {
		if points == s.Draw.Estimate {
			return 1
		}
		return 0
	})
	s.Curve = m.curve(b.confidence())
	s.warn()
	return s
}

// Difference is by how much the fair komi by one way of counting games exceeds that by
// another. The games are paired, bootstrapped together, so that what both have in
// common does not widen the interval. Both need the same games in the same clusters.
func Difference(a, b *Margins, bootstrap Bootstrap, rng *rand.Rand) (Interval, error) {
	if a.games != b.games || len(a.units) != len(b.units) {
		return Interval{}, fmt.Errorf("stats: %d games in %d clusters and %d in %d cannot be paired", a.games, len(a.units), b.games, len(b.units))
	}
	fair := func(m *Margins, counts []float64, sample []int) float64 {
		clear(counts)
		for _, unit := range sample {
			for _, at := range m.units[unit] {
				counts[at]++
			}
		}
		return crossing(m.values, counts, m.lattice)
	}
	var differences []float64
	countsA, countsB := make([]float64, len(a.values)), make([]float64, len(b.values))
	bootstrap.resample(len(a.units), rng, func(sample []int) {
		differences = append(differences, fair(a, countsA, sample)-fair(b, countsB, sample))
	})
	interval, _ := bootstrap.read(a.FairKomi()-b.FairKomi(), differences)
	return interval, nil
}

// curve is Black's share of points at the komi that interest.
func (m *Margins) curve(confidence float64) []ShiftPoint {
	var curve []ShiftPoint
	for h := m.values[0]; h <= m.values[len(m.values)-1]; h++ {
		komi := float64(h) / 2
		t := m.Tally(komi)
		if rate := t.Rate(); rate < 0.01 || rate > 0.99 {
			continue
		}
		curve = append(curve, ShiftPoint{komi, t, m.share(confidence, func(points float64) float64 {
			switch {
			case points > komi:
				return 1
			case points == komi:
				return 0.5
			}
			return 0
		})})
	}
	return curve
}

// share is the mean of a score between 0 and 1 that each game gets for its
// margin in points, with Wilson's interval for the number of observations that
// has the variance of the clusters.
func (m *Margins) share(confidence float64, score func(points float64) float64) Interval {
	scores := make([]float64, len(m.values))
	p := 0.0
	for i, v := range m.values {
		scores[i] = score(float64(v) / 2)
		p += scores[i] * m.counts[i] / float64(m.games)
	}
	squares := 0.0
	for _, unit := range m.units {
		off := 0.0
		for _, at := range unit {
			off += scores[at] - p
		}
		squares += off * off
	}
	return clustered(p, float64(m.games), squares, float64(len(m.units)), confidence)
}

func (s *Shift) warn() {
	switch {
	case s.Clusters < fewClusters && s.Clusters < s.Games:
		s.Warnings = append(s.Warnings, fmt.Sprintf("only %d of %d games are independent, the others being copies or sharing openings: %s; play games that differ, at least %d", s.Clusters, s.Games, TooNarrow, fewClusters))
	case s.Clusters < fewClusters:
		s.Warnings = append(s.Warnings, fmt.Sprintf("only %d games: %s; play at least %d", s.Games, TooNarrow, fewClusters))
	}
	if s.Lattice.Step == 4 && s.Lattice.Share == 1 {
		s.Warnings = append(s.Warnings, fmt.Sprintf("%v only: komi between two of them are one and the same game, and the fair komi between them is interpolated", s.Lattice))
	}
}
