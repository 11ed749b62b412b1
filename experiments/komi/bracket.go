package komi

import (
	"fmt"
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

// unfairWithoutCurve is the p-value of a komi being the fair one, from the sign tests of the
// cells: the level at which bracket leaves that komi out, or has one of its ends there. So the two
// never contradict each other, and like the bracket it holds whenever a study ended.
func unfairWithoutCurve(komi float64, cells []stats.KomiCell, p []float64, looks int) float64 {
	least := 1.0
	for k, cell := range cells {
		speaks := cell.Komi == komi || // where somebody is ahead it is not fair; nor above it or below it:
			cell.Komi > komi && cell.Black.Wins > cell.Black.Losses ||
			cell.Komi < komi && cell.Black.Wins < cell.Black.Losses
		if speaks {
			least = min(least, p[k])
		}
	}
	return min(1, least*float64(len(cells)*looks*(looks+1)))
}

// shareWithoutCurve is Black's share of points at a komi: that of the games played there or, as
// it falls with komi, between those at the next komi played below and above.
func (c *Cell) shareWithoutCurve(komi float64, lattice stats.Lattice) stats.Interval {
	share := stats.Interval{Estimate: math.NaN(), Lo: 0, Hi: 1}
	below, above := math.Inf(-1), math.Inf(1)
	most := 0
	for _, p := range c.Komi {
		switch at, games := lattice.Canonical(p.Komi), p.Results.Games(); {
		case at == komi && games > most:
			share, most = p.Black, games
		case most > 0:
		case at < komi && at > below:
			below, share.Hi = at, p.Black.Hi
		case at > komi && at < above:
			above, share.Lo = at, p.Black.Lo
		}
	}
	if most == 0 {
		share.Lo = min(share.Lo, share.Hi) // against expectation: the results rise
		share.Estimate = min(max(c.Separate.monotone.P(komi), share.Lo), share.Hi)
	}
	return share
}

// middle reports that the answer is the middle of a bracket because the results are all
// on one side of one half, so that no fit says where between its ends the fair komi lies.
func (e *SeparateEstimate) middle() bool {
	fair := e.monotone.FairKomi()
	return !e.curved && (math.IsInf(fair, 0) || math.IsNaN(fair))
}

// besideShift says what games that bound the fair komi and no more add to a score shift, which
// is the answer then.
func (e *SeparateEstimate) besideShift(shift *ShiftEstimate) string {
	text := fmt.Sprintf("the separate games tell on which side the fair komi lies and no more (%s, by them and by the size of the board), so that the answer is that of the score shift", rangeText(e.Bracket))
	if fair := shift.Fair.Estimate; fair < e.Bracket.Lo || fair > e.Bracket.Hi {
		text += fmt.Sprintf(", which they contradict: margins of games at komi %v do not tell how the players fare at others", shift.Played)
	}
	return text
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
		for _, g := range s.evidence() {
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
