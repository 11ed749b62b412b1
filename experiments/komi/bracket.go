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
func bracket(cells []stats.KomiCell, looks int, confidence, reach float64) stats.Interval {
	i := stats.Interval{Lo: -reach, Hi: reach}
	level := (1 - confidence) / float64(len(cells)*looks*(looks+1)) // two-sided
	for _, cell := range cells {
		if stats.SignTest(cell.Black.Wins, cell.Black.Losses) > level {
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
