package rating

import (
	"math"

	"github.com/tengen-go/tengen/experiments/stats"
)

// Outcome is the result of a game for one player, in half points.
type Outcome uint8

// Zero is a loss.
const (
	Loss Outcome = iota
	Draw
	Win
)

// Points is the outcome in points.
func (o Outcome) Points() float64 { return float64(o) / 2 }

// Opponent is the outcome for the other player.
func (o Outcome) Opponent() Outcome { return Win - o }

// tally is one game.
func (o Outcome) tally() stats.Tally {
	switch o {
	case Win:
		return stats.Tally{Wins: 1}
	case Draw:
		return stats.Tally{Draws: 1}
	default:
		return stats.Tally{Losses: 1}
	}
}

// Pairs counts color-swapped pairs by what a player made of both games: 0, ½,
// 1, 1½ or 2 points (the pentanomial counts of chess programmers).
type Pairs [5]int

// Add counts one more pair.
func (p *Pairs) Add(first, second Outcome) { p[first+second]++ }

// N is the number of pairs.
func (p Pairs) N() int { return p[0] + p[1] + p[2] + p[3] + p[4] }

// Rate is the share of points won; NaN without pairs.
func (p Pairs) Rate() float64 {
	mean, _ := p.moments()
	return mean
}

// moments are the mean of the share of points of a pair, and its variance.
func (p Pairs) moments() (mean, variance float64) {
	n := float64(p.N())
	for i, count := range p {
		mean += float64(i) / 4 * float64(count) / n
	}
	for i, count := range p {
		off := float64(i)/4 - mean
		variance += off * off * float64(count) / n
	}
	return mean, variance
}

// WinRate is the share of points with its interval: Wilson's, for the number of
// independent games that would have the variance of the pairs. If all pairs had
// the same result nothing shows that variance, and it is that of the games.
func (p Pairs) WinRate(confidence float64) stats.Interval {
	if p.N() == 0 {
		return stats.Wilson(0, 0, confidence)
	}
	mean, effective := p.effective()
	return stats.Wilson(mean*effective, effective, confidence)
}

// effective is the share of points, and the number of independent games that
// would have the variance of the pairs.
func (p Pairs) effective() (mean, games float64) {
	mean, variance := p.moments()
	if variance == 0 {
		return mean, 2 * float64(p.N())
	}
	return mean, float64(p.N()) * mean * (1 - mean) / variance
}

// Difference is the Elo difference with its interval.
func (p Pairs) Difference(confidence float64) stats.Interval { return inElo(p.WinRate(confidence)) }

// LOS is the likelihood of superiority, one half without pairs. It is that of
// the test which Wilson's interval inverts, with the variance of equal players,
// so that WinRate holds one half, and Difference zero, exactly where LOS leaves
// doubt: for the 95 % interval between 0.025 and 0.975.
func (p Pairs) LOS() float64 {
	if p.N() == 0 {
		return 0.5
	}
	mean, games := p.effective()
	return normalLOS(mean-0.5, 0.5/math.Sqrt(games))
}
