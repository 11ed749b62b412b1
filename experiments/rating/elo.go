package rating

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/tengen-go/tengen/experiments/stats"
)

// perOdds is Elo points per unit of log odds.
var perOdds = 400 / math.Ln10

// Elo is the difference at which the stronger player scores the given share of
// points; infinite at 0 and 1.
func Elo(score float64) float64 { return perOdds * math.Log(score/(1-score)) }

// Score is the share of points expected of a player who is better by so much.
func Score(elo float64) float64 { return 1 / (1 + math.Exp(-elo/perOdds)) }

// Difference is the Elo difference with its interval, from independent games.
// It is that of stats.WinRate, so a player who won every game gets an infinite
// estimate with a finite lower end.
func Difference(t stats.Tally, confidence float64) stats.Interval {
	return inElo(stats.WinRate(t, confidence))
}

// inElo converts the interval of a share of points.
func inElo(rate stats.Interval) stats.Interval {
	return stats.Interval{Estimate: Elo(rate.Estimate), Lo: Elo(rate.Lo), Hi: Elo(rate.Hi)}
}

// normalLOS is the likelihood of superiority of a normal estimate.
func normalLOS(difference, se float64) float64 {
	if se == 0 {
		switch {
		case difference > 0:
			return 1
		case difference < 0:
			return 0
		}
		return 0.5
	}
	return distuv.UnitNormal.CDF(difference / se)
}
