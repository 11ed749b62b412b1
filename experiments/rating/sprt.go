package rating

import (
	"errors"
	"fmt"
	"math"

	"github.com/tengen-go/tengen/experiments/stats"
)

// SPRT is a sequential test between two hypotheses about an Elo difference. It
// may be looked at after every game.
//
// It is Wald's test (Annals of Mathematical Statistics 16, 1945) with a
// generalized likelihood ratio: how often the games or pairs have each result is
// estimated from the data, once under each hypothesis (Li, Liu and Ying,
// Sequential Analysis 33, 2014; for games and pairs by M. Van den Bergh, whose
// form of it Fishtest uses).
type SPRT struct {
	Elo0  float64 // null hypothesis, usually 0: no better
	Elo1  float64 // alternative: better by at least so much; must exceed Elo0
	Alpha float64 // chance to accept Elo1 when Elo0 holds; 0 means 0.05
	Beta  float64 // chance to accept Elo0 when Elo1 holds; 0 means 0.05
	Min   int     // games, or pairs, before which no verdict is given
}

// Verdict is what a sequential test decides.
type Verdict uint8

// Zero is no decision yet.
const (
	Continue Verdict = iota
	AcceptElo0
	AcceptElo1
)

// String says it in words.
func (v Verdict) String() string {
	switch v {
	case AcceptElo0:
		return "accept elo0"
	case AcceptElo1:
		return "accept elo1"
	default:
		return "continue"
	}
}

// MarshalText writes the words.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// Status is where a sequential test stands.
type Status struct {
	LLR     float64        `json:"llr"`   // log likelihood ratio of Elo1 against Elo0
	Lower   float64        `json:"lower"` // Elo0 is accepted at or below
	Upper   float64        `json:"upper"` // Elo1 is accepted at or above
	Verdict Verdict        `json:"verdict"`
	N       int            `json:"n"`    // games or pairs
	Elo     stats.Interval `json:"elo"`  // estimate and 95 % interval for N fixed beforehand
	Note    string         `json:"note"` // how far Elo can be trusted
}

// Validate reports all that is wrong with the test.
func (s SPRT) Validate() error {
	var wrong []error
	if !(s.Elo0 < s.Elo1) || math.IsInf(s.Elo0, 0) || math.IsInf(s.Elo1, 0) {
		wrong = append(wrong, fmt.Errorf("rating: SPRT of elo0 %v against elo1 %v: elo1 must be the larger one", s.Elo0, s.Elo1))
	}
	d := s.withDefaults()
	if !(d.Alpha > 0 && d.Beta > 0 && d.Alpha+d.Beta < 1) {
		wrong = append(wrong, fmt.Errorf("rating: SPRT with error rates %v and %v: both must be positive and their sum below 1, for example 0.05 and 0.05", s.Alpha, s.Beta))
	}
	if s.Min < 0 {
		wrong = append(wrong, fmt.Errorf("rating: SPRT with a minimum of %d games: it cannot be negative", s.Min))
	}
	return errors.Join(wrong...)
}

func (s SPRT) withDefaults() SPRT {
	if s.Alpha == 0 {
		s.Alpha = 0.05
	}
	if s.Beta == 0 {
		s.Beta = 0.05
	}
	return s
}

// Bounds are the log likelihood ratios at which Elo0 and Elo1 are accepted
// (Wald 1945).
func (s SPRT) Bounds() (lower, upper float64) {
	s = s.withDefaults()
	return math.Log(s.Beta / (1 - s.Alpha)), math.Log((1 - s.Beta) / s.Alpha)
}

// Games judges independent games.
func (s SPRT) Games(t stats.Tally) Status {
	counts := []float64{float64(t.Losses), float64(t.Draws), float64(t.Wins)}
	return s.status(counts, t.Games(), Difference(t, 0.95))
}

// Pairs judges color-swapped pairs.
func (s SPRT) Pairs(p Pairs) Status {
	counts := make([]float64, len(p))
	for i, n := range p {
		counts[i] = float64(n)
	}
	return s.status(counts, p.N(), p.Difference(0.95))
}

func (s SPRT) status(counts []float64, n int, elo stats.Interval) Status {
	lower, upper := s.Bounds()
	status := Status{LLR: llr(counts, Score(s.Elo0), Score(s.Elo1)), Lower: lower, Upper: upper, N: n, Elo: elo}
	switch {
	case n < s.Min:
	case status.LLR >= upper:
		status.Verdict = AcceptElo1
	case status.LLR <= lower:
		status.Verdict = AcceptElo0
	}
	status.Note = "the interval of Elo is no reason to stop: only the verdict is"
	if status.Verdict != Continue {
		status.Note = "the test stopped because of the result: the Elo estimate leans to the side that was accepted, and its interval is too narrow"
	}
	return status
}

// regular is what an outcome that never occurred counts as, so that it stays
// possible (the value of Fishtest).
const regular = 1e-3

// llr is the generalized log likelihood ratio of the expected score s1 against
// s0. counts[i] is how often the score i/(len−1) occurred.
func llr(counts []float64, s0, s1 float64) float64 {
	total := 0.0
	for _, n := range counts {
		total += n
	}
	if total == 0 {
		return 0
	}
	filled := make([]float64, len(counts))
	total = 0
	for i, n := range counts {
		filled[i] = max(n, 0)
		if n <= 0 {
			filled[i] = regular
		}
		total += filled[i]
	}
	tilt0, tilt1 := tilt(filled, s0), tilt(filled, s1)
	ratio := 0.0
	for i, n := range filled {
		score := float64(i) / float64(len(counts)-1)
		// The likeliest probability with mean s is n/total/(1 + tilt·(score−s)).
		ratio += n * math.Log((1+tilt0*(score-s0))/(1+tilt1*(score-s1)))
	}
	return ratio
}

// tilt finds the Lagrange multiplier of the likeliest distribution whose mean
// score is s: Σ n·(score−s)/(1 + tilt·(score−s)) = 0. The left side falls with
// the tilt, which lies where all denominators are positive.
func tilt(counts []float64, s float64) float64 {
	lo, hi := -1/(1-s), 1/s
	for range 100 {
		middle := (lo + hi) / 2
		sum := 0.0
		for i, n := range counts {
			off := float64(i)/float64(len(counts)-1) - s
			sum += n * off / (1 + middle*off)
		}
		if middle == lo || middle == hi {
			break
		}
		if sum > 0 {
			lo = middle
		} else {
			hi = middle
		}
	}
	return (lo + hi) / 2
}

// Expect foresees the test if the true difference is elo: the chance that it
// accepts Elo1, and how many games it takes on average. draws is the share of
// drawn games. It treats the ratio as a Brownian motion (Wald 1945, section 4).
func (s SPRT) Expect(elo, draws float64) (accept, games float64) {
	lower, upper := s.Bounds()
	s0, s1, score := Score(s.Elo0), Score(s.Elo1), Score(elo)
	variance := score*(1-score) - min(draws, 2*min(score, 1-score))/4
	drift := (s1 - s0) * (score - (s0+s1)/2) / variance
	spread := (s1 - s0) * (s1 - s0) / variance
	if math.Abs(drift) < 1e-9*spread {
		return -lower / (upper - lower), -lower * upper / spread
	}
	h := 2 * drift / spread
	accept = (1 - math.Exp(h*-lower)) / (math.Exp(-h*upper) - math.Exp(h*-lower))
	return accept, (accept*upper + (1-accept)*lower) / drift
}
