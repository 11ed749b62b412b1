package playout

import (
	"math"
	"testing"
)

// chiSquare returns how far counts are from equal, in standard deviations.
func chiSquare(counts []int) float64 {
	total := 0
	for _, c := range counts {
		total += c
	}
	expected := float64(total) / float64(len(counts))
	sum := 0.0
	for _, c := range counts {
		d := float64(c) - expected
		sum += d * d / expected
	}
	freedom := float64(len(counts) - 1)
	return (sum - freedom) / math.Sqrt(2*freedom)
}

func TestIntnIsUniform(t *testing.T) {
	for _, n := range []uint32{2, 3, 81, 361} {
		rng := NewRNG(uint64(n))
		counts := make([]int, n)
		for range 1000 * n {
			counts[rng.Intn(n)]++
		}
		if x := chiSquare(counts); math.Abs(x) > 4 {
			t.Errorf("Intn(%d) is off by %.1f standard deviations", n, x)
		}
	}
}

// The first numbers of the streams of seeds 0, 1, 2 … must be as independent as
// those of one stream: search gives every playout a seed of its own.
func TestNeighboringSeedsAreUnrelated(t *testing.T) {
	const n = 16
	pairs := make([]int, n*n)
	for seed := range uint64(100_000) {
		rng, next := NewRNG(seed), NewRNG(seed+1)
		pairs[rng.Intn(n)*n+next.Intn(n)]++
	}
	if x := chiSquare(pairs); math.Abs(x) > 4 {
		t.Errorf("the first numbers are off by %.1f standard deviations", x)
	}
}

func TestChance(t *testing.T) {
	rng := NewRNG(1)
	for _, chance := range []uint16{0, 1, 128, 255, 256} {
		const n = 100_000
		hits := 0
		for range n {
			if rng.Chance(chance) {
				hits++
			}
		}
		p := float64(chance) / 256
		if math.Abs(float64(hits)-n*p) > 4*math.Sqrt(n*p*(1-p)) {
			t.Errorf("Chance(%d) came true in %d of %d cases", chance, hits, n)
		}
	}
}
