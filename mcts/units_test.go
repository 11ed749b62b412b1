package mcts

import (
	"math"
	"testing"

	"github.com/tengen-go/tengen/ruleset"
)

// TestUnits: the units of both players add up to a win, better results and
// margins never count less, and in the mean over chance they are the formula.
func TestUnits(t *testing.T) {
	c := scoring{scoreWeight: fullWeight / 25, whole: 162}
	weight := float64(c.scoreWeight) / fullWeight
	last := 0.0
	for lead := -200; lead <= 200; lead++ {
		result := c.result(lead)
		mean := 0.0
		for chance := range uint64(fullWeight) {
			units := c.units(result, lead, chance)
			if units > winUnits {
				t.Fatalf("%d units for a lead of %d", units, lead)
			}
			if chance%8191 == 0 && c.units(2-result, -lead, fullWeight-1-chance)+units != winUnits {
				t.Fatalf("a lead of %d: the units of both sides do not add up", lead)
			}
			mean += float64(units) / winUnits / fullWeight
		}
		share := math.Max(-1, math.Min(1, float64(lead)/162))
		want := (1-weight)*float64(result)/2 + weight*(1+share)/2
		if math.Abs(mean-want) > 1e-4 {
			t.Errorf("a lead of %d counts %.5f, want %.5f", lead, mean, want)
		}
		if mean < last {
			t.Errorf("a lead of %d counts %.5f, less than a smaller one", lead, mean)
		}
		last = mean
	}
	if units := (&scoring{whole: 162}).units(2, 1, 99); units != winUnits {
		t.Errorf("without a weight a win counts %d units", units)
	}
}

// TestValuesAreWinRates: values that are reported are shares of wins, whatever
// the score weighs; exactly without reuse, and nearly with it.
func TestValuesAreWinRates(t *testing.T) {
	g := newGame(t, "chinese,komi=-12.5", ruleset.Square(7))
	s := newSearch(t, func(c *Config) { c.ScoreWeight = 0.3 })
	r := run(t, s, g, fewer(3000), 1)
	wins, sum := s.workers[0].sums.all, 0.0
	for _, c := range r.Children {
		sum += c.Value * float64(c.Visits)
	}
	if got := 2 * sum; math.Abs(got-float64(wins.halfWins)) > 1e-6 {
		t.Errorf("values add up to %.3f half wins, but there were %d", got, wins.halfWins)
	}
	play(t, g, "D4", "C4")
	r = run(t, s, g, fewer(3000), 2)
	again := run(t, newSearch(t, nil), g, fewer(3000), 2)
	if math.Abs(r.Value-again.Value) > 0.05 {
		t.Errorf("a value of %.3f with a share of the score and reused visits, %.3f without", r.Value, again.Value)
	}
}
