package komi

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tengen-go/tengen/experiments/stats"
)

// Komi that follow the luck of the games played make the curve look steeper than it is.
func TestDesignStays(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	s := simulated(t, []float64{9}, 400, func(rng *rand.Rand) float64 { return odd(7 + 8*rng.NormFloat64()) }, rng)
	var candidates []float64
	for komi := -80.0; komi <= 80; komi++ {
		candidates = append(candidates, komi)
	}
	// The share of points falls by 0.05 a point, so that 0.122 are some two and a half.
	grid, err := s.designed(candidates, nil)
	if err != nil || len(grid) != 3 || grid[0] < 5 || grid[0] > 7 || grid[1] != 9 || grid[2] < 11 || grid[2] > 13 {
		t.Fatalf("%v, %v", grid, err)
	}
	first := slices.Clone(grid)
	add := func(komi float64, black stats.Tally) {
		for range black.Wins {
			s.add(game{komi: halfPoints(komi), outcome: win, whole: rng.Uint64()})
		}
		for range black.Losses {
			s.add(game{komi: halfPoints(komi), outcome: loss, whole: rng.Uint64()})
		}
	}
	add(first[0], stats.Tally{Wins: 20, Losses: 12})
	add(first[2], stats.Tally{Wins: 14, Losses: 18})
	step := func() []float64 {
		e, _, err := s.separate(stats.OddMargins)
		if err != nil {
			t.Fatal(err)
		}
		grid, err := s.designed(candidates, e)
		if err != nil {
			t.Fatal(err)
		}
		return slices.Clone(grid)
	}
	if grid := step(); !slices.Equal(grid, first) {
		t.Errorf("%v after some luck, before it %v", grid, first)
	}
	add(first[2], stats.Tally{Wins: 900, Losses: 100})
	add(first[1], stats.Tally{Wins: 900, Losses: 100})
	if grid := step(); len(grid) != 4 || grid[3] <= first[2] || !slices.Equal(grid[:3], first) {
		t.Errorf("%v where Black is ahead at all of %v", grid, first)
	}
}

// What decided where to play is no evidence of what happens there.
func TestPilotsAreNoEvidence(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	s := simulated(t, []float64{7}, 32, func(rng *rand.Rand) float64 { return odd(7 + 8*rng.NormFloat64()) }, rng)
	s.played(Round{Stage: Pilot})
	for _, g := range simulated(t, []float64{5, 9}, 100, func(rng *rand.Rand) float64 { return odd(7 + 8*rng.NormFloat64()) }, rng).games {
		s.add(g)
	}
	s.played(Round{Stage: Separate})
	e, _, err := s.separate(stats.OddMargins)
	if err != nil || e.Games != 200 || s.rounds != 2 {
		t.Errorf("%+v, %v", e, err)
	}
}

// A curve through two komi fits always.
func TestThreeKomiArePlayedFirst(t *testing.T) {
	cells := []stats.KomiCell{{Komi: 5, Black: stats.Tally{Wins: 20, Losses: 12}}, {Komi: 7, Black: stats.Tally{Wins: 3}}}
	for _, want := range []float64{7, 9} {
		if komi, ok := unplayed([]float64{5, 7, 9}, cells); !ok || komi != want {
			t.Errorf("%v, %v; want %v", komi, ok, want)
		}
		cells[1].Black.Wins = leastBatch
	}
	if komi, ok := unplayed([]float64{5, 7}, cells); ok {
		t.Errorf("%v has its games", komi)
	}
}
