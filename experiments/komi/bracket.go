package komi

import (
	"math"

	"github.com/tengen-go/tengen/experiments/stats"
)

// bracket bounds the fair komi without a curve: Black's share of points falls
// with komi, so where Black is certainly ahead the fair komi lies above, and where
// White is, below. It needs no model, is narrow where a step of komi turns the
// results round, as with strong players on small boards, and is always bounded: at
// a komi of all points of the board Black cannot be ahead.
//
// Certainly means by an exact one-sided sign test, whose level is divided by the
// number of cells and of looks (Bonferroni; look r of any number gets 1/r(r+1) of
// it, which adds up to 1).
//
// What is asked is who wins between these players at a komi. Games of independent seeds
// answer that independently, also where some come out as copies of others, and so each
// counts; were copies one game, players who always play the same could never be known,
// however often they did. Games that take given openings in turn are not independent, and
// count as far as the openings differ (see signTests). How sure one can be about
// games that these players do not play is another question, which the intervals of shares and
// the tests beside them answer: for those, copies are one.
func bracket(cells []stats.KomiCell, p []float64, looks int, confidence, reach float64) stats.Interval {
	i := stats.Interval{Lo: -reach, Hi: reach}
	level := (1 - confidence) / float64(len(cells)*looks*(looks+1)) // two-sided
	for k, cell := range cells {
		if p[k] > level {
			continue
		}
		if cell.Black.Wins > cell.Black.Losses {
			i.Lo = max(i.Lo, cell.Komi)
		} else {
			i.Hi = min(i.Hi, cell.Komi)
		}
	}
	if i.Lo > i.Hi { // against expectation: the results do not fall
		i.Lo, i.Hi = -reach, reach
	}
	i.Estimate = (i.Lo + i.Hi) / 2
	if isotonic, err := stats.FitIsotonic(cells); err == nil {
		if fair := isotonic.FairKomi(); !math.IsInf(fair, 0) && !math.IsNaN(fair) {
			i.Estimate = min(max(fair, i.Lo), i.Hi)
		}
	}
	return i
}

// middle reports that the answer is the middle of a bracket because the results are all
// on one side of one half, so that no fit says where between its ends the fair komi lies.
func (e *SeparateEstimate) middle() bool {
	fair := e.monotone.FairKomi()
	return !e.curved && (math.IsInf(fair, 0) || math.IsNaN(fair))
}

// rising returns the two neighboring cells between which the share of points rises more than
// chance explains, if there are any: the score test of equal shares, at a level divided
// by the number of neighbors.
func rising(cells []stats.KomiCell, confidence float64) []stats.KomiCell {
	bound := stats.Bound(1 - (1-confidence)/float64(max(len(cells)-1, 1)))
	for i := 1; i < len(cells); i++ {
		low, high := cells[i-1].Black, cells[i].Black
		both := low.Add(high)
		variance := both.VarianceAt(both.Rate()) * (1/float64(low.Games()) + 1/float64(high.Games()))
		if high.Rate()-low.Rate() > bound*math.Sqrt(variance) && variance > 0 {
			return cells[i-1 : i+1]
		}
	}
	return nil
}

// signTests are the p-values of the sign test at each cell.
func (s *sample) signTests(cells []stats.KomiCell, lattice stats.Lattice) ([]float64, error) {
	p := make([]float64, len(cells))
	for i, cell := range cells {
		if len(s.openings) < 2 {
			p[i] = stats.SignTest(cell.Black.Wins, cell.Black.Losses)
			continue
		}
		var games []game
		for _, g := range s.games {
			if lattice.Canonical(g.komi.Points()) == cell.Komi {
				games = append(games, g)
			}
		}
		var err error
		if p[i], err = stats.ClusteredSignTest(s.scores(games)); err != nil {
			return nil, err
		}
	}
	return p, nil
}
