package komi

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/experiments/stats"
	"github.com/tengen-go/tengen/ruleset"
)

// ShiftEstimate is the fair komi by the margins of games at one komi.
type ShiftEstimate struct {
	Played float64 `json:"played_at"` // the komi of the games, in points
	stats.Shift
	Slope float64 `json:"slope"` // by how much Black's share of points falls per point of komi
	// Cycled is how many games at that komi were drawn by repetition. They are draws at any
	// komi, and leave the fair one as it is.
	Cycled int `json:"drawn_by_repetition"`

	doubt stats.Interval // see byRepetition
}

// shift estimates from the games at the komi with most counted ones; of equal
// numbers the komi played last.
func (s *sample) shift() (*ShiftEstimate, error) {
	if n := resigned(s.games); n > 0 {
		return nil, fmt.Errorf("%d of %d games ended without a count (resigned, for example), and the margins of the others are not those of all games: no score shift; play without --resign", n, len(s.games))
	}
	var best []ruleset.HalfPoints
	var clusters []string
	var played ruleset.HalfPoints
	for _, komi := range s.komis() {
		if margins, at := s.margins(s.at(komi), s.setting.Rules.Scoring); len(margins) >= len(best) {
			best, clusters, played = margins, at, komi
		}
	}
	if len(best) == 0 {
		return nil, fmt.Errorf("none of %d games was counted: no score shift", len(s.games))
	}
	e := &ShiftEstimate{Played: played.Points(), Cycled: cycled(s.at(played))}
	var err error
	e.Shift, e.Slope, err = s.shiftOf(best, clusters, s.setting.Rules.Scoring)
	if err == nil && e.Cycled > 0 {
		e.doubt, err = byRepetition(best, e.Cycled)
	}
	return e, err
}

// byRepetition is between which komi the fair one would lie if all games that were drawn
// by repetition had been won by the same side instead.
//
// The moves of such a game give no score at any komi: had they been the same, the game would be
// a draw at every one, which is what the score shift says of it. So it changes
// Black's share of points, but not where that is one half.
func byRepetition(margins []ruleset.HalfPoints, cycled int) (stats.Interval, error) {
	ends := stats.Interval{}
	for _, side := range []struct {
		end *float64
		far ruleset.HalfPoints
	}{{&ends.Lo, slices.Min(margins)}, {&ends.Hi, slices.Max(margins)}} {
		m, err := stats.NewMargins(append(slices.Clone(margins), slices.Repeat([]ruleset.HalfPoints{side.far}, cycled)...))
		if err != nil {
			return ends, err
		}
		*side.end = m.FairKomi()
	}
	return ends, nil
}

// shiftOf estimates from margins: over games, and over clusters where games
// share some, and the wider interval is taken, as far as the board allows.
func (s *sample) shiftOf(margins []ruleset.HalfPoints, clusters []string, scoring ruleset.Scoring) (stats.Shift, float64, error) {
	m, err := stats.NewMargins(margins)
	if err != nil {
		return stats.Shift{}, 0, err
	}
	slope := m.Slope()
	shift := m.Shift(s.bootstrap(), s.rng())
	clustered, err := stats.NewClusteredMargins(margins, clusters)
	if err != nil {
		return stats.Shift{}, 0, err
	}
	if n := clustered.Clusters(); n > 1 && n < len(margins) {
		over := clustered.Shift(s.bootstrap(), s.rng())
		over.Fair, over.Draw, over.Draws = wider(over.Fair, shift.Fair), wider(over.Draw, shift.Draw), wider(over.Draws, shift.Draws)
		over.FairSE = max(over.FairSE, shift.FairSE)
		for i := range over.Curve {
			over.Curve[i].Black = wider(over.Curve[i].Black, shift.Curve[i].Black)
		}
		shift = over
	}
	if half(shift.Fair) == 0 {
		shift.Fair = allAlike(shift.Fair.Estimate, shift.Lattice, clustered.Clusters(), s.nominal())
		// This interval is not a bootstrap's, which is too narrow with few clusters.
		shift.Warnings = slices.DeleteFunc(shift.Warnings, func(text string) bool { return strings.Contains(text, stats.TooNarrow) })
		shift.Warnings = append(shift.Warnings, fmt.Sprintf(
			"%d games, %d of them different, hardly vary in margin: the interval allows for margins that none of them showed", len(margins), clustered.Clusters()))
	}
	reach := s.setting.reachBy(scoring)
	shift.Fair, shift.Draw = cut(shift.Fair, reach), cut(shift.Draw, reach)
	return shift, slope, nil
}

// allAlike is the interval of the fair komi where the margins do not vary, for
// which a bootstrap has no width. Of n different games none had another margin, so that
// other margins have a probability of at most q = 1−α^(1/n) (Clopper and Pearson,
// Biometrika 26, 1934). Were all of it one step away, on one side, the point where
// the lead changes would move by q/(1−q) of half a step.
func allAlike(komi float64, lattice stats.Lattice, n int, confidence float64) stats.Interval {
	q := 1 - math.Pow((1-confidence)/2, 1/float64(n))
	off := float64(max(lattice.Step, 1)) / 4
	if q < 0.5 {
		off *= q / (1 - q)
	}
	return stats.Interval{Estimate: komi, Lo: komi - off, Hi: komi + off}
}

// rescored counts the games at the komi of the shift in the ways that the rules
// do not count.
func (s *sample) rescored(played float64) ([]Rescored, error) {
	var list []Rescored
	for _, scoring := range []ruleset.Scoring{ruleset.AreaScoring, ruleset.TerritoryScoring, ruleset.StoneScoring} {
		if scoring == s.setting.Rules.Scoring {
			continue
		}
		margins, clusters := s.margins(s.at(halfPoints(played)), scoring)
		if len(margins) == 0 {
			continue
		}
		shift, _, err := s.shiftOf(margins, clusters, scoring)
		if err != nil {
			return nil, err
		}
		difference, err := s.paired(s.at(halfPoints(played)), scoring)
		if err != nil {
			return nil, err
		}
		list = append(list, Rescored{
			Scoring: scoring.String(), Games: len(margins), Fair: shift.Fair, Draw: shift.Draw, Difference: difference, curve: shift.Curve,
		})
	}
	return list, nil
}

// paired is by how much the fair komi by a way of counting exceeds that by the
// rules, of the games that were counted in both.
func (s *sample) paired(games []game, scoring ruleset.Scoring) (stats.Interval, error) {
	var ways [2]*stats.Margins
	full := slices.DeleteFunc(slices.Clone(games), func(g game) bool { return !g.full })
	for i, way := range []ruleset.Scoring{scoring, s.setting.Rules.Scoring} {
		var err error
		if ways[i], err = stats.NewClusteredMargins(s.margins(full, way)); err != nil {
			return stats.Interval{}, err
		}
	}
	return stats.Difference(ways[0], ways[1], s.bootstrap(), s.rng())
}

// drift compares margins at different komi; nil with games enough at one alone.
func (s *sample) drift() *Drift {
	var komis []ruleset.HalfPoints
	var points [][]float64
	for _, komi := range s.komis() {
		margins, _ := s.margins(s.at(komi), s.setting.Rules.Scoring)
		if len(margins) < leastBatch {
			continue
		}
		var list []float64
		for _, margin := range margins {
			list = append(list, margin.Points())
		}
		komis, points = append(komis, komi), append(points, list)
	}
	last := len(komis) - 1
	if last < 1 {
		return nil
	}
	compared := stats.Welch(points[last], points[0], s.nominal())
	if math.IsNaN(compared.Freedom) {
		return nil // margins that do not vary
	}
	return &Drift{komis[0].Points(), komis[last].Points(), compared}
}

// usual tests whether the ruleset's own komi is fair. Games that share a cluster count
// together in the test as in the interval: nobody played at that komi, so that
// copies of a game say no more about it than the game.
func (s *sample) usual(shift *ShiftEstimate) (*Usual, error) {
	margins, clusters := s.margins(s.at(halfPoints(shift.Played)), s.setting.Rules.Scoring)
	m, err := stats.NewMargins(margins)
	if err != nil {
		return nil, err
	}
	u := &Usual{Komi: s.setting.Rules.Komi.Points(), Method: "score shift, sign test"}
	results := m.Tally(u.Komi)
	results.Draws += shift.Cycled
	scores := shifted(margins, u.Komi)
	for _, g := range s.at(halfPoints(shift.Played)) {
		if g.cycled {
			scores, clusters = append(scores, 0.5), append(clusters, s.cluster(g))
		}
	}
	clustered, err := stats.ClusteredWinRate(scores, clusters, s.nominal())
	if err != nil {
		return nil, err
	}
	u.Black = wider(stats.WinRate(results, s.nominal()), clustered)
	u.P, err = stats.ClusteredSignTest(scores, clusters)
	u.Holm = u.P
	return u, err
}

// shifted are the points that Black would get at a komi from games of these margins.
func shifted(margins []ruleset.HalfPoints, komi float64) []float64 {
	scores := make([]float64, len(margins))
	for i, margin := range margins {
		switch points := margin.Points(); {
		case points > komi:
			scores[i] = 1
		case points == komi:
			scores[i] = 0.5
		}
	}
	return scores
}
