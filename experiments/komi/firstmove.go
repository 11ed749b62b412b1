package komi

import (
	"cmp"
	"slices"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/experiments/stats"
	"github.com/tengen-go/tengen/ruleset"
)

// FirstMove is what became of the games that began with a move, mirror images
// and rotations taken together.
type FirstMove struct {
	Move    string         `json:"move"` // GTP vertex, the rightmost of the points that symmetry makes alike
	Games   int            `json:"games"`
	Results stats.Tally    `json:"results"` // of Black, shifted to Cell.FirstMovesAt
	Black   stats.Interval `json:"black"`   // share of points there
	Margin  stats.Interval `json:"margin"`  // mean, in points, before komi
}

// firstPlay returns the first move of a game as a point number, the same for its
// mirror images and rotations: of the points that symmetries of the start make
// alike, the one furthest to the right, and of those the uppermost. A game without
// moves has none, −1.
func firstPlay(row *datasets.GameRow) int {
	if len(row.Moves) == 0 {
		return -1
	}
	size, first := row.Size(), int(row.Moves[0])
	rank := func(p int) int { return (size.W-1-p%size.W)*size.H + p/size.W }
	point := first
	for s := range size.Symmetries() {
		if p := size.Reflect(s, first); p < size.Area() && rank(p) < rank(point) &&
			keepsStones(row.SetupBlack, size, s) && keepsStones(row.SetupWhite, size, s) {
			point = p
		}
	}
	return point
}

// keepsStones reports whether a symmetry leaves a set of stones as it is.
func keepsStones(stones []int16, size ruleset.Size, symmetry int) bool {
	for _, p := range stones {
		if !slices.Contains(stones, int16(size.Reflect(symmetry, int(p)))) {
			return false
		}
	}
	return true
}

// firstMoves lists the first moves of all games that were counted, most
// frequent first. Games of all komi are in it, shifted to one komi by their
// margins.
func (s *sample) firstMoves(komi float64) ([]FirstMove, error) {
	margins := map[int][]ruleset.HalfPoints{}
	clusters := map[int][]string{}
	for _, g := range s.games {
		if g.counted && g.first >= 0 {
			margins[g.first] = append(margins[g.first], g.margins[s.setting.Rules.Scoring])
			clusters[g.first] = append(clusters[g.first], s.cluster(g))
		}
	}
	var list []FirstMove
	size := s.setting.Size.Size
	for point, of := range margins {
		m, err := stats.NewMargins(of)
		if err != nil {
			continue // without margins there is no entry
		}
		points := make([]float64, len(of))
		for i, margin := range of {
			points[i] = margin.Points()
		}
		move := FirstMove{Move: "pass", Games: len(of), Results: m.Tally(komi), Margin: stats.Mean(points, s.nominal())}
		if point < size.Area() {
			move.Move = size.PointAt(point).String()
		}
		clustered, err := stats.ClusteredWinRate(shifted(of, komi), clusters[point], s.nominal())
		if err != nil {
			return nil, err
		}
		move.Black = wider(stats.WinRate(move.Results, s.nominal()), clustered)
		list = append(list, move)
	}
	slices.SortFunc(list, func(a, b FirstMove) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(a.Move, b.Move))
	})
	return list, nil
}
