package stats

import (
	"math"
	"slices"
)

// Isotonic is the best fit to Black's share of points that never rises with
// komi; it assumes nothing else about the curve.
type Isotonic struct {
	Komi  []float64 `json:"komi"`  // ascending
	Black []float64 `json:"black"` // fitted share of points at each komi, not ascending
}

// FitIsotonic fits by least squares weighted with the numbers of games, by
// pooling neighbors that rise (the pool-adjacent-violators algorithm: Ayer,
// Brunk, Ewing, Reid and Silverman, Annals of Mathematical Statistics 26, 1955).
func FitIsotonic(cells []KomiCell) (Isotonic, error) {
	merged, err := checkCells(cells)
	if err != nil {
		return Isotonic{}, err
	}
	type block struct {
		rate, games float64
		cells       int
	}
	var blocks []block
	var fit Isotonic
	for _, cell := range merged {
		fit.Komi = append(fit.Komi, cell.Komi)
		blocks = append(blocks, block{cell.Black.Rate(), float64(cell.Black.Games()), 1})
		for last := len(blocks) - 1; last > 0 && blocks[last-1].rate < blocks[last].rate; last-- {
			a, b := blocks[last-1], blocks[last]
			games := a.games + b.games
			blocks[last-1] = block{(a.rate*a.games + b.rate*b.games) / games, games, a.cells + b.cells}
			blocks = blocks[:last]
		}
	}
	for _, b := range blocks {
		for range b.cells {
			fit.Black = append(fit.Black, b.rate)
		}
	}
	return fit, nil
}

// P is the curve at a komi, straight between the cells and level beyond them.
func (f Isotonic) P(komi float64) float64 {
	last := len(f.Komi) - 1
	at, found := slices.BinarySearch(f.Komi, komi)
	switch {
	case found:
		return f.Black[at]
	case at == 0:
		return f.Black[0]
	case at > last:
		return f.Black[last]
	}
	t := (komi - f.Komi[at-1]) / (f.Komi[at] - f.Komi[at-1])
	return f.Black[at-1] + t*(f.Black[at]-f.Black[at-1])
}

// FairKomi is the komi where the curve, straight between the cells, passes one
// half: the middle if it stays there for a while, an infinity if all cells lie
// on one side. Bootstrap.Cells gives its interval.
func (f Isotonic) FairKomi() float64 {
	above, even := -1, -1 // last cell above one half, last one at it
	for i, p := range f.Black {
		switch {
		case p > 0.5:
			above = i
		case p == 0.5:
			even = i
		}
	}
	switch first := above + 1; {
	case even >= 0:
		return (f.Komi[first] + f.Komi[even]) / 2
	case first == len(f.Komi):
		return math.Inf(1)
	case above < 0:
		return math.Inf(-1)
	default:
		from, to := f.Black[above], f.Black[first]
		return f.Komi[above] + (f.Komi[first]-f.Komi[above])*(from-0.5)/(from-to)
	}
}
