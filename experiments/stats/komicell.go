package stats

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// KomiCell holds the games played at one komi.
type KomiCell struct {
	Komi  float64 `json:"komi"`  // in points
	Black Tally   `json:"black"` // results of Black
}

// MergeSteps puts cells together whose komi are the same game on the lattice,
// and moves them to the komi that stands for it: with odd margins 5½ and 6½
// become 6. On that scale the share of points falls evenly, since at a komi
// that can be drawn it is halfway between its neighbors.
func MergeSteps(cells []KomiCell, lattice Lattice) []KomiCell {
	merged := make([]KomiCell, len(cells))
	for i, cell := range cells {
		merged[i] = KomiCell{lattice.Canonical(cell.Komi), cell.Black}
	}
	return mergeEqual(merged)
}

// mergeEqual sorts the cells by komi, puts those of equal komi together and
// leaves out the empty ones. The argument is not changed.
func mergeEqual(cells []KomiCell) []KomiCell {
	sorted := slices.Clone(cells)
	slices.SortStableFunc(sorted, func(a, b KomiCell) int { return cmp.Compare(a.Komi, b.Komi) })
	var merged []KomiCell
	for _, cell := range sorted {
		last := len(merged) - 1
		switch {
		case cell.Black.Games() == 0:
		case last >= 0 && merged[last].Komi == cell.Komi:
			merged[last].Black = merged[last].Black.Add(cell.Black)
		default:
			merged = append(merged, cell)
		}
	}
	return merged
}

// checkCells returns the cells in order, or an error that says all that is
// wrong with them.
func checkCells(cells []KomiCell) ([]KomiCell, error) {
	var wrong []error
	for i, cell := range cells {
		if math.IsNaN(cell.Komi) || math.IsInf(cell.Komi, 0) {
			wrong = append(wrong, fmt.Errorf("stats: cell %d: komi %v is no number of points", i, cell.Komi))
		}
		if b := cell.Black; b.Wins < 0 || b.Draws < 0 || b.Losses < 0 {
			wrong = append(wrong, fmt.Errorf("stats: cell %d at komi %v: negative number of games %+v", i, cell.Komi, b))
		}
	}
	if err := errors.Join(wrong...); err != nil {
		return nil, err
	}
	merged := mergeEqual(cells)
	if len(merged) < 2 {
		return nil, fmt.Errorf("stats: games at %d komi: a curve over komi needs games at two or more", len(merged))
	}
	return merged, nil
}

// Cells bootstraps a statistic of komi cells: the games of each cell are drawn
// again among themselves, since their number was chosen and not observed. It
// also returns the standard error.
func (b Bootstrap) Cells(cells []KomiCell, statistic func([]KomiCell) float64, rng *rand.Rand) (Interval, float64) {
	estimate := statistic(cells)
	drawn := slices.Clone(cells)
	var values []float64
	for range b.replicates() {
		for i, cell := range cells {
			drawn[i].Black = redraw(cell.Black, rng)
		}
		values = append(values, statistic(drawn))
	}
	b.Method = min(b.Method, Basic) // there is no jackknife of fixed cells
	return b.read(estimate, values)
}

// redraw draws as many games as there are from their own shares: wins first, then draws
// among the others.
func redraw(t Tally, rng *rand.Rand) Tally {
	n := t.Games()
	wins := binomial(n, float64(t.Wins)/float64(max(n, 1)), rng)
	draws := binomial(n-wins, float64(t.Draws)/float64(max(t.Draws+t.Losses, 1)), rng)
	return Tally{wins, draws, n - wins - draws}
}

// binomial is how many of n games with probability p turn out so.
func binomial(n int, p float64, rng *rand.Rand) int {
	switch {
	case n == 0 || p <= 0:
		return 0
	case p >= 1:
		return n
	}
	return int(distuv.Binomial{N: float64(n), P: p, Src: rng}.Rand())
}
