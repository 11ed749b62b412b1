package komi

import (
	"math/rand/v2"
	"testing"

	"github.com/tengen-go/tengen/ruleset"
)

// Margins that always point elsewhere: pilots end before the budget does, and games at two komi follow.
func TestPilotsLeaveHalfOfTheBudget(t *testing.T) {
	plan, rng := DefaultPlan(), rand.New(rand.NewPCG(1, 3))
	plan.MaxGames = 120
	s := simulated(t, nil, 0, nil, rng)
	var done []Round
	for {
		round, ok, reason, err := plan.next(s, done)
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			if s.pilots > 80 || len(s.komis()) < 2 || len(cellsOf(s.evidence())) < 2 {
				t.Errorf("%s: %d pilots of %d games, then games at %d komi", reason, s.pilots, len(s.games), len(cellsOf(s.evidence())))
			}
			return
		}
		away := func(rng *rand.Rand) float64 {
			return odd(round.Komi.Points() + 12*float64(1-2*(len(done)%2)) + 4*rng.NormFloat64())
		}
		for _, g := range simulated(t, []float64{round.Komi.Points()}, round.Games, away, rng).games {
			s.add(g)
		}
		s.played(round)
		done = append(done, round)
	}
}

// Players who lose all where they cannot win, as on the smallest boards: margins on
// either side of the fair komi point far to the other, and pilots close in all the same.
func TestPilotsCloseIn(t *testing.T) {
	const fair = 11
	plan, rng := DefaultPlan(), rand.New(rand.NewPCG(1, 3))
	s := simulated(t, nil, 0, nil, rng)
	var done []Round
	for {
		round, ok, reason, err := plan.next(s, done)
		if err != nil || !ok {
			t.Fatalf("%s, %v", reason, err)
		}
		if round.Stage != Pilot {
			if round.Stage != Shift || round.Komi != ruleset.WholePoints(fair) {
				t.Errorf("%+v, want margins at %d", round, fair)
			}
			return
		}
		margin := float64(fair)
		switch komi := round.Komi.Points(); {
		case komi < fair-1:
			margin = 60
		case komi > fair+1:
			margin = -60
		}
		for _, g := range simulated(t, []float64{round.Komi.Points()}, round.Games, func(*rand.Rand) float64 { return margin }, rng).games {
			s.add(g)
		}
		s.played(round)
		done = append(done, round)
	}
}
