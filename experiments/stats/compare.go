package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Comparison is a difference of two means.
type Comparison struct {
	Difference Interval `json:"difference"` // mean of the first less that of the second
	T          float64  `json:"t"`
	Freedom    float64  `json:"degrees_of_freedom"`
	P          float64  `json:"p"` // two-sided
}

// Welch compares the means of two samples whose variances may differ (Welch,
// Biometrika 34, 1947). With less than two values in a sample the interval is
// unbounded and P is 1.
func Welch(a, b []float64, confidence float64) Comparison {
	meanA, varA := stat.MeanVariance(a, nil)
	meanB, varB := stat.MeanVariance(b, nil)
	difference := meanA - meanB
	open := Comparison{Interval{difference, math.Inf(-1), math.Inf(1)}, math.NaN(), math.NaN(), 1}
	if len(a) < 2 || len(b) < 2 {
		return open
	}
	va, vb := varA/float64(len(a)), varB/float64(len(b))
	se := math.Sqrt(va + vb)
	if se == 0 {
		if difference == 0 {
			return Comparison{Interval{}, 0, math.NaN(), 1}
		}
		return Comparison{Interval{difference, difference, difference}, math.Inf(int(math.Copysign(1, difference))), math.NaN(), 0}
	}
	freedom := (va + vb) * (va + vb) / (va*va/float64(len(a)-1) + vb*vb/float64(len(b)-1))
	d := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: freedom}
	half := d.Quantile(0.5+confidence/2) * se
	t := difference / se
	return Comparison{Interval{difference, difference - half, difference + half}, t, freedom, 2 * d.Survival(math.Abs(t))}
}

// RankTest says whether values of one sample tend to be larger than those of
// another.
type RankTest struct {
	U     float64 `json:"u"` // pairs of values in which the first sample's is larger, ties being half
	P     float64 `json:"p"` // two-sided
	Exact bool    `json:"exact"`
}

// exactRanks is up to how many values together the distribution of ranks is
// counted out; beyond, the normal approximation is good to three digits.
const exactRanks = 50

// MannWhitney compares two samples by rank (Mann and Whitney, Annals of
// Mathematical Statistics 18, 1947): unlike Welch it does not mind the few very
// slow runs of a benchmark. Small samples are treated exactly, also when values
// are equal; larger ones by the normal approximation with corrections for ties
// and continuity (Conover 1999, section 5.1).
func MannWhitney(a, b []float64) RankTest {
	if len(a) == 0 || len(b) == 0 {
		return RankTest{math.NaN(), 1, false}
	}
	// Twice the mean rank of each value is a whole number.
	all := slices.Concat(a, b)
	slices.Sort(all)
	doubled := map[float64]int{}
	ranks := make([]int, 0, len(all))
	ties := 0.0
	for i := 0; i < len(all); {
		j := i
		for j < len(all) && all[j] == all[i] {
			j++
		}
		doubled[all[i]] = i + 1 + j
		t := float64(j - i)
		ties += t*t*t - t
		for ; i < j; i++ {
			ranks = append(ranks, doubled[all[i]])
		}
	}
	sumA := 0
	for _, v := range a {
		sumA += doubled[v]
	}
	na, nb := float64(len(a)), float64(len(b))
	test := RankTest{U: float64(sumA)/2 - na*(na+1)/2}
	if len(all) <= exactRanks {
		test.Exact = true
		test.P = rankSumP(ranks, len(a), sumA)
		return test
	}
	n := na + nb
	variance := na * nb / 12 * (n + 1 - ties/(n*(n-1)))
	z := max(0, math.Abs(test.U-na*nb/2)-0.5) / math.Sqrt(variance)
	test.P = 1
	if variance > 0 {
		test.P = 2 * distuv.UnitNormal.Survival(z)
	}
	return test
}

// rankSumP is the share of ways to choose k of the ranks whose sum is at least
// as far from its mean as the given one.
func rankSumP(ranks []int, k, observed int) float64 {
	total := 0
	for _, r := range ranks {
		total += r
	}
	// ways[j][s] is the number of ways to choose j of the ranks so far with sum s.
	ways := make([][]float64, k+1)
	for j := range ways {
		ways[j] = make([]float64, total+1)
	}
	ways[0][0] = 1
	for _, r := range ranks {
		for j := k; j >= 1; j-- {
			for s := total; s >= r; s-- {
				ways[j][s] += ways[j-1][s-r]
			}
		}
	}
	// Compared in whole numbers: the mean is k·total/len(ranks).
	distance := func(s int) int { return max(s*len(ranks)-k*total, k*total-s*len(ranks)) }
	far, every := 0.0, 0.0
	for s, n := range ways[k] {
		every += n
		if distance(s) >= distance(observed) {
			far += n
		}
	}
	return far / every
}
