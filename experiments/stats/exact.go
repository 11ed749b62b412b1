package stats

import (
	"errors"
	"fmt"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// BinomialTest is the two-sided exact p-value of k successes among n when each
// has probability p: the probability of all numbers that are not more probable
// than k (the rule of R's binom.test).
func BinomialTest(k, n int, p float64) float64 {
	if n <= 0 || k < 0 || k > n {
		return 1
	}
	if p <= 0 || p >= 1 {
		if certain := p >= 1; certain == (k == n) && (certain || k == 0) {
			return 1
		}
		return 0
	}
	d := distuv.Binomial{N: float64(n), P: p}
	// Probabilities that should be equal may differ by rounding.
	limit := d.LogProb(float64(k)) + 1e-7
	mean := float64(n) * p
	if float64(k) == mean {
		return 1
	}
	if float64(k) < mean {
		// The smallest number above the mean that is improbable enough.
		from := search(int(mean)+1, n+1, func(i int) bool { return d.LogProb(float64(i)) <= limit })
		return min(1, d.CDF(float64(k))+survivalFrom(d, from))
	}
	// The first number below the mean that is too probable to count.
	from := search(0, int(mean)+1, func(i int) bool { return d.LogProb(float64(i)) > limit })
	return min(1, d.CDF(float64(from-1))+survivalFrom(d, k))
}

// survivalFrom is the probability of at least k.
func survivalFrom(d distuv.Binomial, k int) float64 {
	if float64(k) > d.N {
		return 0
	}
	// The mirrored count has no cancellation where the tail is small.
	return distuv.Binomial{N: d.N, P: 1 - d.P}.CDF(d.N - float64(k))
}

// search is the smallest i in [lo, hi) for which found holds, hi if none; found
// must not turn false again.
func search(lo, hi int, found func(int) bool) int {
	for lo < hi {
		middle := lo + (hi-lo)/2
		if found(middle) {
			hi = middle
		} else {
			lo = middle + 1
		}
	}
	return lo
}

// SignTest is the exact two-sided p-value of equal chances. Draws say nothing
// about that and are left out, which keeps the level exactly (Conover, Practical
// Nonparametric Statistics, 1999, section 3.4). For color-swapped pairs the wins
// and losses are those of pairs.
func SignTest(wins, losses int) float64 { return BinomialTest(wins, wins+losses, 0.5) }

// ChiSquareTest is a test of goodness of fit.
type ChiSquareTest struct {
	Statistic float64 `json:"statistic"`
	Freedom   int     `json:"degrees_of_freedom"`
	P         float64 `json:"p"`
	Sparse    int     `json:"sparse"` // cells with less than 5 expected, where P is rough
}

// ChiSquare is Pearson's test that counts follow probabilities (or numbers in
// that proportion), of which fitted parameters were estimated from the same
// counts.
func ChiSquare(observed []int, expected []float64, fitted int) (ChiSquareTest, error) {
	if len(observed) != len(expected) {
		return ChiSquareTest{}, fmt.Errorf("stats: chi-square test of %d counts against %d expected ones: give one for each", len(observed), len(expected))
	}
	if len(observed)-1-fitted < 1 {
		return ChiSquareTest{}, fmt.Errorf("stats: chi-square test of %d counts with %d fitted parameters: nothing is left to test", len(observed), fitted)
	}
	games := 0.0
	counts := make([]float64, len(observed))
	for i, n := range observed {
		counts[i] = float64(n)
		games += counts[i]
	}
	total := sum(expected)
	test := ChiSquareTest{Freedom: len(observed) - 1 - fitted}
	scaled := make([]float64, len(expected))
	for i, e := range expected {
		scaled[i] = e / total * games
		if !(scaled[i] > 0) {
			return ChiSquareTest{}, errors.New("stats: chi-square test with a cell in which nothing is expected: join it with a neighbor")
		}
		if scaled[i] < 5 {
			test.Sparse++
		}
	}
	test.Statistic = stat.ChiSquare(counts, scaled)
	test.P = distuv.ChiSquared{K: float64(test.Freedom)}.Survival(test.Statistic)
	return test, nil
}
