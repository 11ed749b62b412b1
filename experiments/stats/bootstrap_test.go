package stats

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat"
)

// spatial is test A of Efron and Tibshirani, An Introduction to the Bootstrap,
// 1993, table 14.1.
var spatial = []float64{48, 36, 20, 29, 42, 42, 20, 42, 22, 41, 45, 14, 6, 0, 33, 28, 34, 4, 32, 24, 47, 41, 24, 26, 30, 41}

func TestBootstrapOfTheSpatialTest(t *testing.T) {
	variance := func(sample []int) float64 {
		values := make([]float64, len(sample))
		for i, at := range sample {
			values[i] = spatial[at]
		}
		return stat.PopVariance(values, nil)
	}
	// Table 14.2 there: estimate 171.5; 90 % intervals from 2000 replicates:
	// percentile (100.8, 233.9), BCa (115.8, 259.6), which vary by about 3.
	for _, test := range []struct {
		method BootstrapMethod
		lo, hi float64
	}{{Percentile, 100.8, 233.9}, {Basic, 2*171.5 - 233.9, 2*171.5 - 100.8}, {BCa, 115.8, 259.6}} {
		b := Bootstrap{Replicates: 20000, Confidence: 0.9, Method: test.method}
		got, se := b.Interval(len(spatial), variance, rand.New(rand.NewPCG(7, 8)))
		if !near(got.Estimate, 171.5, 0.05) || !near(got.Lo, test.lo, 3) || !near(got.Hi, test.hi, 4) {
			t.Errorf("method %d: got %+v, want %v to %v", test.method, got, test.lo, test.hi)
		}
		if !near(se, 41, 2) {
			t.Errorf("standard error %v", se)
		}
	}
}

func TestBootstrapIsRepeatable(t *testing.T) {
	mean := func(sample []int) float64 {
		sum := 0
		for _, at := range sample {
			sum += at
		}
		return float64(sum)
	}
	a, _ := Bootstrap{}.Interval(20, mean, rand.New(rand.NewPCG(1, 1)))
	b, _ := Bootstrap{}.Interval(20, mean, rand.New(rand.NewPCG(1, 1)))
	if a != b {
		t.Errorf("%+v and %+v", a, b)
	}
}

func TestOrderStatistic(t *testing.T) {
	values := make([]float64, 999)
	for i := range values {
		values[i] = float64(i + 1)
	}
	if lo, hi := orderStatistic(values, 0.025), orderStatistic(values, 0.975); lo != 25 || hi != 975 {
		t.Errorf("of 999 replicates the 25th and the 975th, got %v and %v", lo, hi)
	}
	if lo, hi := orderStatistic(values[:3], 0.025), orderStatistic(values[:3], 0.975); lo != 1 || hi != 3 {
		t.Errorf("of 3 the outermost, got %v and %v", lo, hi)
	}
}
