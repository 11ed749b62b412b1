package stats

import (
	"fmt"
	"math"
)

// Sequential is a test of whether both sides have equal chances, whose results
// may be looked at while the games are played.
type Sequential struct {
	Spending Spending
	Level    float64 // 0 means 0.05
	MaxGames int     // at most so many games will be played; fixed beforehand
}

// Look is what a sequential test says at one look.
type Look struct {
	Games    int      `json:"games"`
	Fraction float64  `json:"fraction"` // of MaxGames
	Bound    float64  `json:"bound"`    // in standard errors
	Z        float64  `json:"z"`        // standard errors by which Black is ahead
	Crossed  bool     `json:"crossed"`  // |Z| reached the bound: the chances are not equal, and the test may stop
	Rate     Interval `json:"rate"`     // Black's share of points; holds at all looks together
}

// Looks judges the games at each look; every tally counts all games so far.
// Games must not be chosen by their results, but when to look next may depend on
// how many were finished in time.
//
// The intervals are repeated confidence intervals (Jennison and Turnbull,
// Journal of the Royal Statistical Society B 51, 1989): all of them together
// hold the truth with probability 1−Level, whether or not the test stopped where
// it could. The estimate at a stop leans away from one half.
func (s Sequential) Looks(at []Tally) ([]Look, error) {
	if s.MaxGames < 1 {
		return nil, fmt.Errorf("stats: sequential test of at most %d games: fix MaxGames beforehand, GamesForFairness helps", s.MaxGames)
	}
	level := s.Level
	if level == 0 {
		level = 0.05
	}
	looks := make([]Look, len(at))
	fractions := make([]float64, len(at))
	for k, t := range at {
		if t.Games() > s.MaxGames {
			return nil, fmt.Errorf("stats: look %d after %d games of at most %d: games beyond the maximum cannot be tested", k+1, t.Games(), s.MaxGames)
		}
		fractions[k] = float64(t.Games()) / float64(s.MaxGames)
	}
	bounds, err := Boundaries(s.Spending, level, fractions)
	if err != nil {
		return nil, err
	}
	for k, t := range at {
		z := fairnessZ(t)
		looks[k] = Look{t.Games(), fractions[k], bounds[k], z, math.Abs(z) >= bounds[k], RepeatedWinRate(t, bounds[k])}
	}
	return looks, nil
}

// fairnessZ is by how many standard errors the share of points differs from one
// half, if it is one half: draws say nothing about that.
func fairnessZ(t Tally) float64 {
	decided := t.Wins + t.Losses
	if decided == 0 {
		return 0
	}
	return float64(t.Wins-t.Losses) / math.Sqrt(float64(decided))
}

// RepeatedWinRate is WinRate with the number of standard errors of a sequential
// boundary in place of that of a confidence.
func RepeatedWinRate(t Tally, bound float64) Interval { return winRate(t, bound) }

// RepeatedInterval is the repeated confidence interval of any normal estimate,
// the fair komi for example, with a boundary from Boundaries. Its fractions
// are those of the information, which for equal conditions is that of games.
func RepeatedInterval(estimate, se, bound float64) Interval {
	return Interval{estimate, estimate - bound*se, estimate + bound*se}
}
