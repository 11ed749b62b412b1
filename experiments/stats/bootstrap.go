package stats

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// BootstrapMethod says how an interval is read off the replicates.
type BootstrapMethod uint8

// The methods of Davison and Hinkley, Bootstrap Methods and their Application,
// 1997, section 5.
const (
	Percentile BootstrapMethod = iota // quantiles of the replicates; right for medians and crossings
	Basic                             // the same, mirrored at the estimate
	BCa                               // percentile, corrected for bias and skewness (Efron, JASA 82, 1987)
)

// Bootstrap makes intervals by drawing the data again, with replacement. The
// zero value draws 2000 times and gives 95 % percentile intervals.
type Bootstrap struct {
	Replicates int             // 0 means 2000
	Confidence float64         // 0 means 0.95
	Method     BootstrapMethod // of Interval; the zero value is Percentile
}

func (b Bootstrap) replicates() int {
	if b.Replicates <= 0 {
		return 2000
	}
	return b.Replicates
}

func (b Bootstrap) confidence() float64 {
	if b.Confidence <= 0 {
		return 0.95
	}
	return b.Confidence
}

// Interval bootstraps a statistic of data that consist of independent units:
// games, or clusters of games that belong together. The statistic gets a sample
// of unit numbers, each from 0 to units−1 and some of them repeated, and may
// return an infinity but should not return NaN: such replicates are left out.
// It also returns the standard error, the standard deviation of the replicates.
//
// Clusters are drawn whole, their games are not drawn again (Davison and
// Hinkley 1997, section 3.8). With fewer than about thirty clusters such
// intervals are too narrow.
func (b Bootstrap) Interval(units int, statistic func(sample []int) float64, rng *rand.Rand) (Interval, float64) {
	all := make([]int, units)
	for i := range all {
		all[i] = i
	}
	estimate := statistic(all)
	if units == 0 {
		return Interval{estimate, math.Inf(-1), math.Inf(1)}, math.NaN()
	}
	var values []float64
	b.resample(units, rng, func(sample []int) { values = append(values, statistic(sample)) })
	if b.Method != BCa {
		return b.read(estimate, values)
	}
	jackknife := make([]float64, units)
	for i := range jackknife {
		jackknife[i] = statistic(slices.Concat(all[:i], all[i+1:]))
	}
	return b.readBCa(estimate, values, jackknife)
}

// resample calls visit with one sample of units after the other. The slice is
// reused.
func (b Bootstrap) resample(units int, rng *rand.Rand, visit func(sample []int)) {
	sample := make([]int, units)
	for range b.replicates() {
		for i := range sample {
			sample[i] = rng.IntN(units)
		}
		visit(sample)
	}
}

// read sorts the replicates and reads a percentile or basic interval off them.
func (b Bootstrap) read(estimate float64, values []float64) (Interval, float64) {
	values = sortedNumbers(values)
	if len(values) == 0 {
		return Interval{estimate, math.Inf(-1), math.Inf(1)}, math.NaN()
	}
	tail := (1 - b.confidence()) / 2
	lo, hi := orderStatistic(values, tail), orderStatistic(values, 1-tail)
	if b.Method == Basic {
		lo, hi = 2*estimate-hi, 2*estimate-lo
	}
	return Interval{estimate, lo, hi}, stat.StdDev(values, nil)
}

// readBCa reads the BCa interval (Efron 1987; Davison and Hinkley 1997, section
// 5.3): the bias from the share of replicates below the
// estimate, the acceleration from the skewness of the jackknife values.
func (b Bootstrap) readBCa(estimate float64, values, jackknife []float64) (Interval, float64) {
	values = sortedNumbers(values)
	if len(values) == 0 {
		return Interval{estimate, math.Inf(-1), math.Inf(1)}, math.NaN()
	}
	below := 0.0
	for _, v := range values {
		switch {
		case v < estimate:
			below++
		case v == estimate:
			below += 0.5
		}
	}
	n := float64(len(values))
	share := min(max(below/n, 0.5/n), 1-0.5/n)
	bias := distuv.UnitNormal.Quantile(share)

	mean := stat.Mean(jackknife, nil)
	var squares, cubes float64
	for _, v := range jackknife {
		squares += (mean - v) * (mean - v)
		cubes += (mean - v) * (mean - v) * (mean - v)
	}
	acceleration := 0.0
	if squares > 0 {
		acceleration = cubes / (6 * math.Pow(squares, 1.5))
	}
	end := func(z float64) float64 {
		return orderStatistic(values, distuv.UnitNormal.CDF(bias+(bias+z)/(1-acceleration*(bias+z))))
	}
	z := normalQuantile(b.confidence())
	return Interval{estimate, end(-z), end(z)}, stat.StdDev(values, nil)
}

func sortedNumbers(values []float64) []float64 {
	values = slices.DeleteFunc(values, math.IsNaN)
	slices.Sort(values)
	return values
}

// orderStatistic is the p(n+1)-th smallest of n sorted values, rounded outwards.
func orderStatistic(sorted []float64, p float64) float64 {
	at := p * float64(len(sorted)+1)
	rank := int(math.Floor(at))
	if p > 0.5 {
		rank = int(math.Ceil(at))
	}
	return sorted[min(max(rank, 1), len(sorted))-1]
}
