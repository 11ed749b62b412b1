package komi

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/experiments/stats"
	"github.com/tengen-go/tengen/ruleset"
)

// simulated is games of a setting at some komi, whose margins are drawn in
// points.
func simulated(t testing.TB, komis []float64, each int, margin func(*rand.Rand) float64, rng *rand.Rand) *sample {
	t.Helper()
	s := &sample{confidence: 0.95, setting: Setting{Rules: rules(t, "chinese"), Size: experiments.BoardSize{Size: ruleset.Square(9)}, Black: Seat{Name: "uniform"}, White: Seat{Name: "uniform"}}}
	for _, komi := range komis {
		for range each {
			m := halfPoints(margin(rng))
			g := game{komi: halfPoints(komi), counted: true, full: true, margins: [3]ruleset.HalfPoints{m, m, m}, whole: rng.Uint64(), opening: rng.Uint64(), first: rng.IntN(2) * 40}
			switch {
			case m > g.komi:
				g.outcome = win
			case m == g.komi:
				g.outcome = draw
			default:
				g.outcome = loss
			}
			s.add(g)
		}
	}
	return s
}

// odd rounds to the nearest odd number.
func odd(x float64) float64 { return 2*math.Floor(x/2) + 1 }

func TestBothEstimatorsFindTheFairKomi(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	s := simulated(t, []float64{4, 6, 8, 10}, 400, func(rng *rand.Rand) float64 { return odd(7 + 10*rng.NormFloat64()) }, rng)
	c, err := s.cell("test", 0.05)
	if err != nil {
		t.Fatal(err)
	}
	for name, i := range map[string]stats.Interval{"answer": c.Fair(), "shift": c.Shift.Fair, "separate": c.Separate.Fair, "isotonic": c.Separate.Isotonic} {
		if !(i.Lo < 7 && 7 < i.Hi) || half(i) > 4 {
			t.Errorf("%s: fair komi %+v; it is 7", name, i)
		}
	}
	if d := c.Discrepancy; d.Lo > 0 || d.Hi < 0 {
		t.Errorf("discrepancy %+v of the same games", d)
	}
	if !strings.Contains(c.Parity, "5.5, 6 and 6.5 are one and the same game") {
		t.Errorf("parity: %q", c.Parity)
	}
	if c.Usual.Komi != 7.5 || len(c.FirstMoves) != 2 || len(c.Rescored) != 2 || c.Games != 1600 || c.Distinct != 1600 {
		t.Errorf("%+v", c)
	}
	if slope := c.Separate.Slope; math.Abs(slope-SlopeOfMargins(10)) > 0.015 {
		t.Errorf("slope %v, that of these margins is %v", slope, SlopeOfMargins(10))
	}
}

// The whole design of a study, on simulated games: its interval holds the truth
// as often as it says.
func TestDesignHoldsTheTruth(t *testing.T) {
	repetitions := 100
	if testing.Short() {
		repetitions = 20
	}
	for _, test := range []struct {
		name   string
		fair   float64
		margin func(*rand.Rand) float64
	}{
		{"odd margins", 7, func(rng *rand.Rand) float64 { return odd(7 + 8*rng.NormFloat64()) }},
		{"whole points, half of them nearly even", 6, func(rng *rand.Rand) float64 {
			return math.Round(6 + (1+7*float64(rng.IntN(2)))*rng.NormFloat64())
		}},
		{"everything or something", 24 + 1.0/3, func(rng *rand.Rand) float64 { // at 24 Black scores 0.6, at 25 0.3
			if rng.Float64() < 0.6 {
				return 25
			}
			return odd(24 * (2*rng.Float64() - 1))
		}},
		{"far from the usual komi", 25, func(rng *rand.Rand) float64 { return odd(25 + 4*rng.NormFloat64()) }},
	} {
		t.Run(test.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(3, 9))
			plan := DefaultPlan()
			plan.MaxGames = 2000
			held, games := 0, 0
			for range repetitions {
				s := simulated(t, nil, 0, nil, rng)
				var done []Round
				for {
					round, more, reason, err := plan.next(s, done)
					if err != nil {
						t.Fatal(err)
					}
					if !more {
						if len(s.games) < plan.MaxGames && !strings.Contains(reason, "as asked") && !strings.Contains(reason, "narrow as asked") {
							t.Fatalf("stopped: %s", reason)
						}
						break
					}
					more1 := simulated(t, []float64{round.Komi.Points()}, round.Games, test.margin, rng)
					for _, g := range more1.games {
						s.add(g)
					}
					done = append(done, round)
					s.looks = len(done)
				}
				lattice, err := s.lattice()
				if err != nil {
					t.Fatal(err)
				}
				e, _, err := s.separate(lattice)
				if err != nil {
					t.Fatal(err)
				}
				games += len(s.games)
				if e.Fair.Lo <= test.fair && test.fair <= e.Fair.Hi {
					held++
				}
			}
			share := float64(held) / float64(repetitions)
			t.Logf("%.1f %% hold, %d games on average", 100*share, games/repetitions)
			// Three standard errors below 93 %; above there is no harm.
			if floor := 0.93 - 3*math.Sqrt(0.93*0.07/float64(repetitions)); share < floor {
				t.Errorf("intervals of 95 %% hold in %.1f %%", 100*share)
			}
		})
	}
}

func TestOneSidedResultsAreBoundedAndExplained(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	s := simulated(t, []float64{1, 3}, 50, func(*rand.Rand) float64 { return 21 }, rng)
	for i := range s.games { // without margins the shift has nothing to say
		s.games[i].counted = false
	}
	c, err := s.cell("test", 0.05)
	if err != nil {
		t.Fatal(err)
	}
	if *c.Lo != 3 || *c.Hi != 81 || c.Method != "bounds only" {
		t.Errorf("%v … %v by %s; Black won everything up to komi 3 and the board has 81 points", *c.Lo, *c.Hi, c.Method)
	}
	if all := strings.Join(c.Warnings, "; "); !strings.Contains(all, "the middle is no estimate") {
		t.Errorf("not explained: %s", all)
	}
}

func TestSeparatedResultsAreBracketed(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	s := simulated(t, []float64{8, 9, 10}, 40, func(*rand.Rand) float64 { return 9 }, rng)
	c, err := s.cell("test", 0.05)
	if err != nil {
		t.Fatal(err)
	}
	if *c.FairKomi != 9 || *c.Lo != 8 || *c.Hi != 10 || c.DrawKomi.Estimate != 9 {
		t.Errorf("fair komi %v (%v … %v), most draws at %v", *c.FairKomi, *c.Lo, *c.Hi, c.DrawKomi.Estimate)
	}
}

func TestMarginsThatDoNotVaryHaveAnInterval(t *testing.T) {
	// One different game out of any number says next to nothing: a half step of the
	// odd lattice, a point, on both sides.
	if i := allAlike(9, stats.OddMargins, 1, 0.95); i.Lo != 8 || i.Hi != 10 {
		t.Errorf("one game: %+v", i)
	}
	// 100 games: q = 1 − 0.025^(1/100) = 0.03622, q/(1−q) = 0.03758.
	if i := allAlike(9, stats.OddMargins, 100, 0.95); math.Abs(i.Hi-9.03758) > 1e-4 || math.Abs(i.Lo-8.96242) > 1e-4 {
		t.Errorf("100 games: %+v", i)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	s := simulated(t, []float64{9}, 200, func(*rand.Rand) float64 { return 9 }, rng)
	for i := range s.games {
		s.games[i].whole = 4711 // copies
	}
	c, err := s.cell("test", 0.05)
	if err != nil {
		t.Fatal(err)
	}
	if *c.Lo != 8 || *c.Hi != 10 || c.Distinct != 1 || !strings.Contains(strings.Join(c.Warnings, "; "), "only 1 of 200 games differ") {
		t.Errorf("copies of one game: %v … %v, %v", *c.Lo, *c.Hi, c.Warnings)
	}
}

func TestResignedGamesRefuseTheShift(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	s := simulated(t, []float64{5, 9}, 100, func(rng *rand.Rand) float64 { return odd(7 + 5*rng.NormFloat64()) }, rng)
	s.games[3].counted = false
	c, err := s.cell("test", 0.05)
	if err != nil {
		t.Fatal(err)
	}
	if c.Shift != nil || c.Separate == nil || c.Resigned != 1 || !strings.Contains(c.Warnings[0], "resigned") {
		t.Errorf("shift %v, separate %v, %v", c.Shift, c.Separate, c.Warnings)
	}
}

func TestBracketByHand(t *testing.T) {
	cells := []stats.KomiCell{
		{Komi: 1, Black: stats.Tally{Wins: 30}}, {Komi: 3, Black: stats.Tally{Wins: 14, Losses: 12, Draws: 4}}, {Komi: 5, Black: stats.Tally{Losses: 30}},
	}
	if i := bracket(cells, 1, 0.95, 25); i.Lo != 1 || i.Hi != 5 || i.Estimate < 3 || i.Estimate > 3.2 {
		t.Errorf("%+v", i)
	}
	// Six wins in a row: two-sided p = 2/64 = 0.031, not below 0.05/(1·1·2).
	if i := bracket([]stats.KomiCell{{Komi: 1, Black: stats.Tally{Wins: 6}}}, 1, 0.95, 25); i.Lo != -25 || i.Hi != 25 {
		t.Errorf("%+v", i)
	}
	// Seven: 0.0156.
	if i := bracket([]stats.KomiCell{{Komi: 1, Black: stats.Tally{Wins: 7}}}, 1, 0.95, 25); i.Lo != 1 || i.Hi != 25 {
		t.Errorf("%+v", i)
	}
}

func TestNumbers(t *testing.T) {
	for x, want := range map[float64]string{7: "7", 6.5: "6.5", 0.126: "0.13", -0.001: "0", 100: "100", -2.25: "-2.25"} {
		if got := number(x); got != want {
			t.Errorf("%v is written %s, want %s", x, got, want)
		}
	}
}

func TestStepsAreBoundedFromTheInsideOut(t *testing.T) {
	cells := []stats.KomiCell{{Komi: 8, Black: stats.Tally{Wins: leastBatch}}, {Komi: 9, Black: stats.Tally{Draws: 90}}}
	candidates := []float64{6, 7, 8, 9, 10, 11}
	if komi, ok := besides(stats.Interval{Estimate: 9, Lo: 8, Hi: 49}, candidates, cells); !ok || komi != 10 {
		t.Errorf("%v, %v: below 9 Black is known to be ahead; the komi above it is next", komi, ok)
	}
	if komi, ok := besides(stats.Interval{Estimate: 9, Lo: -49, Hi: 49}, candidates, cells); !ok || komi != 7 {
		t.Errorf("%v, %v: 8 has its games, 7 is next", komi, ok)
	}
	if komi, ok := besides(stats.Interval{Estimate: 9, Lo: 8, Hi: 10}, candidates, cells); ok {
		t.Errorf("%v although both sides are bounded by neighbors", komi)
	}
}
