package komi

import (
	"math"
	"slices"

	"github.com/tengen-go/tengen/experiments/stats"
)

// apart is by how much Black's share of points at the outer komi of a design differs from
// that at the middle one: one half in log odds. Further out a bent curve biases the fair
// komi; nearer the games say little about the slope.
const apart = 0.122

// designed are the komi at which a study without a list plays separate games: that of
// the score shift, and one on either side. They are chosen by the margins before the first
// separate game, and stay.
//
// Komi that follow the estimate would spoil it. Where Black was lucky the next games go to
// a higher komi, and the luck stays behind uncorrected; so cells far out look too good
// for whoever is ahead there, and the curve looks too steep. In simulated studies of
// 200 games it was so by a third, and intervals of 95 % held in 85 to 93 %. For the same
// reason pilots, whose results lead to the komi of the shift, are no evidence (see
// sample.evidence).
//
// Only where the fair komi turns out to lie beyond its ends does a design grow.
func (s *sample) designed(candidates []float64, e *SeparateEstimate) ([]float64, error) {
	margins, _ := s.margins(s.games, s.setting.Rules.Scoring)
	if len(margins) == 0 {
		return candidates, nil
	}
	if s.grid == nil {
		m, err := stats.NewMargins(margins)
		if err != nil {
			return nil, err
		}
		s.grid = around(m, candidates, s.shiftedAt(m.Lattice()))
	}
	if e == nil {
		return s.grid, nil
	}
	// One step of the design further, or the next candidate.
	first, last := s.grid[0], s.grid[len(s.grid)-1]
	step := (last - first) / float64(len(s.grid)-1)
	switch fair := e.monotone.FairKomi(); {
	case fair < first:
		s.grid = append(s.grid, min(candidates[nearest(candidates, first-step)], candidates[max(nearest(candidates, first)-1, 0)]))
	case fair > last:
		s.grid = append(s.grid, max(candidates[nearest(candidates, last+step)], candidates[min(nearest(candidates, last)+1, len(candidates)-1)]))
	}
	slices.Sort(s.grid)
	s.grid = slices.Compact(s.grid)
	return s.grid, nil
}

// around is a komi, and on either side of it the one where the share of points, by
// margins, differs from that at the middle most nearly as it should.
func around(m *stats.Margins, candidates []float64, komi float64) []float64 {
	middle := nearest(candidates, komi)
	off := func(i int) float64 {
		return math.Abs(math.Abs(m.Black(candidates[i])-m.Black(candidates[middle])) - apart)
	}
	low, high := max(middle-1, 0), min(middle+1, len(candidates)-1)
	for low > 0 && off(low-1) <= off(low) && m.Black(candidates[low]) < 1 {
		low--
	}
	for high < len(candidates)-1 && off(high+1) <= off(high) && m.Black(candidates[high]) > 0 {
		high++
	}
	return slices.Compact([]float64{candidates[low], candidates[middle], candidates[high]})
}

// shiftedAt is the komi with most games that are no pilots: before the first separate game
// that of the score shift.
func (s *sample) shiftedAt(lattice stats.Lattice) float64 {
	komi, most := 0.0, 0
	for _, cell := range stats.MergeSteps(cellsOf(s.evidence()), lattice) {
		if cell.Black.Games() > most {
			komi, most = cell.Komi, cell.Black.Games()
		}
	}
	return komi
}

// nearest is the index of the candidate nearest to a komi.
func nearest(candidates []float64, komi float64) int {
	best := 0
	for i, c := range candidates {
		if math.Abs(c-komi) < math.Abs(candidates[best]-komi) {
			best = i
		}
	}
	return best
}

// unplayed is the first komi of a design with fewer games than a batch. Two komi can be
// fitted by any curve; three tell whether it fits.
func unplayed(design []float64, cells []stats.KomiCell) (komi float64, ok bool) {
	for _, komi := range design {
		at := slices.IndexFunc(cells, func(c stats.KomiCell) bool { return c.Komi == komi })
		if at < 0 || cells[at].Black.Games() < leastBatch {
			return komi, true
		}
	}
	return 0, false
}
