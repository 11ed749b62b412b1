package komi

import (
	"flag"
	"math"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/tengen-go/tengen/experiments/stats"
	"github.com/tengen-go/tengen/ruleset"
)

// The whole design of a study, with margins that are drawn instead of played:
// pilots, score shift, placement, looks, stop. With -studies 2000 the intervals must
// hold in 93 to 97 % of the studies, with fewer chance is allowed for.
var studies = flag.Int("studies", 20, "simulated studies of each shape")

// shape is a distribution of margins whose fair komi is known.
type shape struct {
	name   string
	margin func(*rand.Rand) float64
	fair   float64
	// steps says that one step of komi turns the results round. Then no curve can be
	// fitted, and the intervals hold more often than they say.
	steps bool
	// own is the ruleset's own komi. Where it is 0, that is the fair one, if it can be played.
	own float64
}

var shapes = []shape{
	{"odd margins", func(rng *rand.Rand) float64 { return odd(7 + 8*rng.NormFloat64()) }, 7, false, 0},
	{"odd margins, one game in four drawn at the fair komi", func(rng *rand.Rand) float64 { return odd(7 + 3*rng.NormFloat64()) }, 7, false, 0},
	{"even margins, heavy tails (Student, 2 degrees)", func(rng *rand.Rand) float64 {
		return odd(5+6*rng.NormFloat64()/math.Sqrt(rng.ExpFloat64())) + 1
	}, 6, false, 0},
	{"odd margins, skewed (a sum of two exponentials)", func(rng *rand.Rand) float64 {
		return skewed(rng.ExpFloat64() + rng.ExpFloat64())
	}, math.NaN(), false, 0},
	{"whole points, half of them nearly even", func(rng *rand.Rand) float64 {
		return math.Round(6 + (1+7*float64(rng.IntN(2)))*rng.NormFloat64())
	}, 6, false, 0},
	{"far from the usual komi", func(rng *rand.Rand) float64 { return odd(25 + 6*rng.NormFloat64()) }, 25, false, 0},
	{"odd margins, where 7½ and 8½ are the fair komi 8", func(rng *rand.Rand) float64 { return odd(8 + 4*rng.NormFloat64()) }, 8, false, 7.5},
	{"everything or something", func(rng *rand.Rand) float64 { // at 24 Black scores 0.6, at 25 0.3
		if rng.Float64() < 0.6 {
			return 25
		}
		return odd(24 * (2*rng.Float64() - 1))
	}, 24 + 1.0/3, true, 0},
}

// odd, skewed margins are a sum of two exponentials (a gamma distribution).
func skewed(sum float64) float64 { return odd(-8 + 8*sum) }

// skewedFair is the fair komi of the skewed margins: that of as many games as there are quantiles.
var skewedFair = sync.OnceValue(func() float64 {
	const games = 20_000
	margins := make([]ruleset.HalfPoints, games)
	for i := range margins {
		margins[i] = halfPoints(skewed(distuv.Gamma{Alpha: 2, Beta: 1}.Quantile((float64(i) + 0.5) / games)))
	}
	m, err := stats.NewMargins(margins)
	if err != nil {
		panic(err)
	}
	return m.FairKomi()
})

// truth is the fair komi.
func (s shape) truth() float64 {
	if math.IsNaN(s.fair) {
		return skewedFair()
	}
	return s.fair
}

// simulate plays a study to its end.
func (p *Plan) simulate(t *testing.T, setting Setting, margin func(*rand.Rand) float64, rng *rand.Rand) (*sample, string) {
	s, err := p.sample(setting)
	if err != nil {
		t.Fatal(err)
	}
	var done []Round
	for {
		round, more, reason, err := p.next(s, done)
		if err != nil {
			t.Fatal(err)
		}
		if !more {
			return s, reason
		}
		for _, g := range simulated(t, []float64{round.Komi.Points()}, round.Games, margin, rng).games {
			s.add(g)
		}
		done = append(done, round)
		s.played(round)
	}
}

func TestDesignHoldsTheTruth(t *testing.T) {
	repetitions := *studies
	if testing.Short() {
		repetitions = min(repetitions, 8)
	}
	chance := math.Sqrt(0.05 * 0.95 / float64(repetitions)) // of one share
	for i, shape := range shapes {
		t.Run(shape.name, func(t *testing.T) {
			truth := shape.truth()
			rng := rand.New(rand.NewPCG(3, uint64(i)))
			plan := DefaultPlan()
			plan.MaxGames = 3000
			setting := simulated(t, nil, 0, nil, rng).setting
			if komi := halfPoints(truth); komi.Points() == truth {
				setting.Rules.Komi = komi // so that the usual komi is fair
			}
			if shape.own != 0 {
				setting.Rules.Komi = halfPoints(shape.own)
			}
			answers, shifts, looks, rejected, games, looked := 0, 0, 0, 0, 0, 0
			for range repetitions {
				s, reason := plan.simulate(t, setting, shape.margin, rng)
				if len(s.games) < plan.MaxGames && !strings.Contains(reason, "as asked") && !strings.Contains(reason, "narrow as asked") {
					t.Fatalf("stopped: %s", reason)
				}
				lattice, err := s.lattice()
				if err != nil {
					t.Fatal(err)
				}
				e, _, err := s.separate(lattice)
				if err != nil {
					t.Fatal(err)
				}
				shift, err := s.shift()
				if err != nil {
					t.Fatal(err)
				}
				usual, err := s.usual(shift)
				if err != nil {
					t.Fatal(err)
				}
				unfair := usual.P <= 0.05
				all := holds(e.Fair, truth)
				if e.curved {
					unfair = false
					list, err := s.looksWith(e)
					if err != nil {
						t.Fatal(err)
					}
					for _, look := range list {
						all = all && holds(look.Fair, truth)
						unfair = unfair || math.Abs(look.Usual) >= look.Bound
					}
					looked += len(list)
				}
				answers += count(holds(e.Fair, truth))
				shifts += count(holds(shift.Fair, truth))
				looks += count(all)
				rejected += count(unfair)
				games += len(s.games)
			}
			share := func(n int) float64 { return float64(n) / float64(repetitions) }
			t.Logf("answer %.1f %%, all looks together %.1f %%, score shift %.1f %%, wrongly called unfair %.1f %%; %d games, %.1f looks on average",
				100*share(answers), 100*share(looks), 100*share(shifts), 100*share(rejected), games/repetitions, share(looked))
			low, high := 0.95-0.02-3*chance, 0.95+0.02+3*chance
			if repetitions >= 2000 {
				low, high = 0.93, 0.97
			}
			if shape.steps {
				high = 1
			}
			if a := share(answers); a < low || a > high {
				t.Errorf("the interval of 95 %% holds in %.1f %%", 100*a)
			}
			if share(shifts) < low {
				t.Errorf("that of the score shift holds in %.1f %%", 100*share(shifts))
			}
			if share(looks) < low {
				t.Errorf("those of all looks hold in %.1f %%", 100*share(looks))
			}
			if halfPoints(truth).Points() == truth && share(rejected) > 0.05+3*chance {
				t.Errorf("the fair komi is called unfair in %.1f %%", 100*share(rejected))
			}
		})
	}
}

func holds(i stats.Interval, x float64) bool { return i.Lo <= x && x <= i.Hi }

func count(yes bool) int {
	if yes {
		return 1
	}
	return 0
}
