package stats

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Interval is an estimate with a confidence interval around it.
type Interval struct {
	Estimate float64 `json:"estimate"`
	Lo       float64 `json:"lo"`
	Hi       float64 `json:"hi"`
}

// Tally counts the games of one side.
type Tally struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

// Games is the number of games counted.
func (t Tally) Games() int { return t.Wins + t.Draws + t.Losses }

// Rate is the share of points won, a draw being half a win; NaN without games.
func (t Tally) Rate() float64 {
	return (float64(t.Wins) + float64(t.Draws)/2) / float64(t.Games())
}

// Add returns the games of both tallies together.
func (t Tally) Add(u Tally) Tally {
	return Tally{t.Wins + u.Wins, t.Draws + u.Draws, t.Losses + u.Losses}
}

// VarianceAt is the variance of the points of one game when p points are
// expected and draws are as frequent as in t: p(1−p) less a quarter of the
// share of draws. One game that was not drawn is added to that share, so that
// games all drawn do not seem to leave no doubt.
func (t Tally) VarianceAt(p float64) float64 {
	n := float64(t.Games())
	most := 2 * min(p, 1-p) // draws cannot give more points than are expected
	draws := min(float64(t.Draws)/max(n, 1), most) * n / (n + 1)
	return p*(1-p) - draws/4
}

// Wilson returns the score interval of a proportion k/n (Wilson, JASA 22,
// 1927). n may be a fractional, effective number of observations. Without
// observations the interval is all of [0, 1].
func Wilson(k, n, confidence float64) Interval {
	return wilson(k, n, normalQuantile(confidence))
}

// wilson is Wilson's interval of z standard errors.
func wilson(k, n, z float64) Interval {
	if n <= 0 {
		return Interval{Estimate: math.NaN(), Lo: 0, Hi: 1}
	}
	p := min(max(k/n, 0), 1)
	z2 := z * z
	center := (p + z2/(2*n)) / (1 + z2/n)
	half := z / (1 + z2/n) * math.Sqrt(p*(1-p)/n+z2/(4*n*n))
	// p lies within, at 0 and 1 too, where rounding may say otherwise.
	return Interval{Estimate: p, Lo: min(p, max(0, center-half)), Hi: max(p, min(1, center+half))}
}

// normalQuantile is the number of standard errors on either side of a normal
// estimate that hold the truth with the given confidence.
func normalQuantile(confidence float64) float64 {
	return distuv.UnitNormal.Quantile(0.5 + confidence/2)
}

// Bound is how many standard errors an interval of the confidence is wide, to
// either side.
func Bound(confidence float64) float64 { return normalQuantile(confidence) }

// Jeffreys returns the equal-tailed interval of a proportion k/n under the
// prior Beta(1/2, 1/2), closed at 0 and n (Brown, Cai and DasGupta,
// Statistical Science 16, 2001).
func Jeffreys(k, n, confidence float64) Interval {
	if n <= 0 {
		return Interval{Estimate: math.NaN(), Lo: 0, Hi: 1}
	}
	beta := distuv.Beta{Alpha: k + 0.5, Beta: n - k + 0.5}
	interval := Interval{Estimate: k / n, Lo: 0, Hi: 1}
	if k > 0 {
		interval.Lo = beta.Quantile((1 - confidence) / 2)
	}
	if k < n {
		interval.Hi = beta.Quantile((1 + confidence) / 2)
	}
	return interval
}

// WinRate returns the share of points won with its interval. A drawn game
// carries less variance than a decided one, so the games count as an effective
// number n·p(1−p)/v of plain wins and losses, v being their variance (the
// effective sample size of Korn and Graubard, Survey Methodology 24, 1998), in
// Wilson's interval. Without draws this is Wilson's interval itself.
func WinRate(t Tally, confidence float64) Interval {
	n := t.effective()
	return wilson(t.Rate()*n, n, normalQuantile(confidence))
}

// effective is the number of decided games that say as much about the share of
// points.
func (t Tally) effective() float64 {
	n := float64(t.Games())
	if n == 0 {
		return 0
	}
	p := t.Rate()
	variance := (float64(t.Wins)+float64(t.Draws)/4)/n - p*p
	if variance > 0 {
		return n * p * (1 - p) / variance
	}
	return n
}

// JeffreysRate is WinRate with Jeffreys' interval, whose ends leave out equal
// probabilities; near 0 and 1 it is the narrower one.
func JeffreysRate(t Tally, confidence float64) Interval {
	n := t.effective()
	return Jeffreys(t.Rate()*n, n, confidence)
}

// Mean returns the mean of values with Student's t interval; with fewer than
// two values the interval is unbounded.
func Mean(values []float64, confidence float64) Interval {
	n := float64(len(values))
	if n < 2 {
		return Interval{Estimate: stat.Mean(values, nil), Lo: math.Inf(-1), Hi: math.Inf(1)}
	}
	mean, sd := stat.MeanStdDev(values, nil)
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 1}.Quantile(0.5 + confidence/2)
	half := t * sd / math.Sqrt(n)
	return Interval{Estimate: mean, Lo: mean - half, Hi: mean + half}
}

// Quantiles returns the empirical quantiles at the given probabilities; sorted
// must be in ascending order and not empty.
func Quantiles(sorted []float64, at ...float64) []float64 {
	quantiles := make([]float64, len(at))
	for i, p := range at {
		quantiles[i] = stat.Quantile(p, stat.Empirical, sorted, nil)
	}
	return quantiles
}

func sum(values []float64) float64 {
	total := 0.0
	for _, v := range values {
		total += v
	}
	return total
}
