package stats

import (
	"fmt"
	"math"
)

// Lattice says which margins occur. Margins of one parity (nearly always, under
// area counting on a board of odd area) make several komi one and the same
// game: between two odd margins it does not matter where the komi lies.
type Lattice struct {
	// Step is the distance between neighboring margins in half points: 4 for
	// margins of one parity, 2 for whole points, 1 for half points.
	Step int `json:"step_half_points"`
	// Offset is the smallest margin on the lattice that is not negative, in half
	// points: 0 or 2 for even or odd margins.
	Offset int `json:"offset_half_points"`
	// Share is the share of games on the lattice; exceptions are games with an
	// odd number of neutral points in a seki, for example.
	Share float64 `json:"share"`
}

// OddMargins and EvenMargins are the lattices of area counting without such
// exceptions.
var (
	OddMargins  = Lattice{Step: 4, Offset: 2, Share: 1}
	EvenMargins = Lattice{Step: 4, Offset: 0, Share: 1}
)

// latticeShare is the share of games that must lie on a coarse lattice for it
// to be taken: exceptions are rare where parity holds, and near one half where
// it does not.
const latticeShare = 0.95

// detectLattice finds the coarsest lattice that holds nearly all margins.
func detectLattice(values []int, weights []float64) Lattice {
	total := sum(weights)
	for _, step := range []int{4, 2} {
		on := make([]float64, step)
		for i, v := range values {
			on[mod(v, step)] += weights[i]
		}
		for offset, weight := range on {
			if weight >= latticeShare*total {
				return Lattice{step, offset, weight / total}
			}
		}
	}
	return Lattice{Step: 1, Share: 1}
}

// String says it in words.
func (l Lattice) String() string {
	var words string
	switch {
	case l.Step == 4 && l.Offset == 2:
		words = "odd margins"
	case l.Step == 4 && l.Offset == 0:
		words = "even margins"
	case l.Step == 4:
		words = fmt.Sprintf("margins %v, %v, … points", float64(l.Offset)/2, float64(l.Offset)/2+2)
	case l.Step == 2 && l.Offset == 0:
		words = "whole points of both parities"
	case l.Step == 2:
		words = "points and a half"
	default:
		words = "half points"
	}
	if l.Share < 1 {
		words += fmt.Sprintf(" (%.1f %% of the games)", 100*l.Share)
	}
	return words
}

// CanDraw says whether a game at this komi can be drawn.
func (l Lattice) CanDraw(komi float64) bool {
	h := 2 * komi
	return h == math.Trunc(h) && mod(int(h), l.step()) == l.Offset
}

// Canonical returns the komi that stands for all komi equal to the given one:
// itself where draws are possible, else the middle between the two such komi
// around it. With odd margins 5½, 6 and 6½ all become 6.
func (l Lattice) Canonical(komi float64) float64 {
	if l.CanDraw(komi) {
		return komi
	}
	step := float64(l.step())
	below := math.Floor((2*komi-float64(l.Offset))/step)*step + float64(l.Offset)
	return (below + step/2) / 2
}

// step is Step, the zero value being half points, on which all margins lie.
func (l Lattice) step() int { return max(l.Step, 1) }

func mod(a, b int) int { return ((a % b) + b) % b }
