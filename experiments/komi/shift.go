package komi

import (
	"fmt"
	"math"

	"github.com/tengen-go/tengen/experiments/stats"
	"github.com/tengen-go/tengen/ruleset"
)

// ShiftEstimate is the fair komi by the margins of games at one komi.
type ShiftEstimate struct {
	Played float64 `json:"played_at"` // the komi of the games, in points
	stats.Shift
	Slope float64 `json:"slope"` // by how much Black's share of points falls per point of komi
}

// shift estimates from the games at the komi with most counted ones; of equal
// numbers the komi played last.
func (s *sample) shift() (*ShiftEstimate, error) {
	if n := resigned(s.games); n > 0 {
		return nil, fmt.Errorf("%d of %d games ended without a count (resigned, or drawn by repetition), and the margins of the others are not those of all games: no score shift; play without --resign, and with ko=positional where repetitions are drawn", n, len(s.games))
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
	e := &ShiftEstimate{Played: played.Points()}
	var err error
	e.Shift, e.Slope, err = s.shiftOf(best, clusters)
	return e, err
}

// shiftOf estimates from margins: over games, and over clusters where games
// share some, and the wider interval is taken.
func (s *sample) shiftOf(margins []ruleset.HalfPoints, clusters []string) (stats.Shift, float64, error) {
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
		shift.Fair = allAlike(shift.Fair.Estimate, shift.Lattice, clustered.Clusters(), s.confidence)
		shift.Warnings = append(shift.Warnings, fmt.Sprintf(
			"%d games, %d of them different, hardly vary in margin: the interval allows for margins that none of them showed", len(margins), clustered.Clusters()))
	}
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
		shift, _, err := s.shiftOf(margins, clusters)
		if err != nil {
			return nil, err
		}
		list = append(list, Rescored{Scoring: scoring.String(), Games: len(margins), Fair: shift.Fair, Draw: shift.Draw, curve: shift.Curve})
	}
	return list, nil
}

// usual tests whether the ruleset's own komi is fair.
func (s *sample) usual(shift *ShiftEstimate) (*Usual, error) {
	margins, clusters := s.margins(s.at(halfPoints(shift.Played)), s.setting.Rules.Scoring)
	m, err := stats.NewMargins(margins)
	if err != nil {
		return nil, err
	}
	u := &Usual{Komi: s.setting.Rules.Komi.Points()}
	u.Results = m.Tally(u.Komi)
	scores := make([]float64, len(margins))
	for i, margin := range margins {
		switch points := margin.Points(); {
		case points > u.Komi:
			scores[i] = 1
		case points == u.Komi:
			scores[i] = 0.5
		}
	}
	clustered, err := stats.ClusteredWinRate(scores, clusters, s.confidence)
	u.Black = wider(stats.WinRate(u.Results, s.confidence), clustered)
	u.P = stats.SignTest(u.Results.Wins, u.Results.Losses)
	u.Holm = u.P
	return u, err
}
