package komi

import (
	"math"
	"math/rand/v2"
	"slices"
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
	s := newSample(Setting{Rules: rules(t, "chinese"), Size: experiments.BoardSize{Size: ruleset.Square(9)}, Black: Seat{Name: "uniform"}, White: Seat{Name: "uniform"}}, 0.95)
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
	if c.FirstMoves != nil {
		t.Errorf("first moves of the games that were not resigned: %+v", c.FirstMoves)
	}
	if c.Shift != nil || c.Separate == nil || c.Resigned != 1 || !strings.Contains(c.Warnings[0], "resigned") {
		t.Errorf("shift %v, separate %v, %v", c.Shift, c.Separate, c.Warnings)
	}
}

// Draws by repetition are draws at any komi: the score shift does without them, and
// they halve the distance from even chances where they are half of the games.
func TestDrawsByRepetitionLeaveTheFairKomi(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	s := simulated(t, []float64{5}, 200, func(rng *rand.Rand) float64 { return odd(7 + 5*rng.NormFloat64()) }, rng)
	s.setting.Rules.Komi = ruleset.WholePoints(5)
	without, err := s.cell("test", 0.05)
	if err != nil {
		t.Fatal(err)
	}
	for range 200 {
		s.add(game{komi: halfPoints(5), outcome: draw, cycled: true, whole: rng.Uint64()})
	}
	c, err := s.cell("test", 0.05)
	if err != nil {
		t.Fatal(err)
	}
	if c.Shift == nil || *c.FairKomi != *without.FairKomi || c.Resigned != 0 || c.Cycled != 200 || c.Shift.Cycled != 200 {
		t.Errorf("fair komi %v, without the draws %v; %+v", *c.FairKomi, *without.FairKomi, c)
	}
	if got, want := c.Usual.Black.Estimate-0.5, (without.Usual.Black.Estimate-0.5)/2; math.Abs(got-want) > 1e-9 {
		t.Errorf("Black is ahead by %v at komi 5, want half of what it is without the draws, %v", got, want)
	}
	if all := strings.Join(c.Warnings, "; "); !strings.Contains(all, "200 of 400 games at komi 5 were drawn by repetition") {
		t.Errorf("not said: %s", all)
	}
	text := (&Result{Confidence: 0.95, Cells: []*Cell{c}}).Text()
	for _, want := range []string{"First moves leave out 200 of 400 games", "shifted to komi " + number(c.FirstMovesAt)} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not say %q:\n%s", want, text)
		}
	}
	if got := pText(1e-9); got != "p < 0.0001" {
		t.Error(got)
	}
	// 3 games of margins 1, 3, 5 and a draw: with all draws White's, 1 1 3 5 lie around 2; with
	// Black's, 1 3 5 5 around 4.
	if ends, err := byRepetition([]ruleset.HalfPoints{2, 6, 10}, 1); err != nil || ends.Lo != 2 || ends.Hi != 4 {
		t.Errorf("%+v, %v", ends, err)
	}
}

func TestBracketByHand(t *testing.T) {
	cells := []stats.KomiCell{
		{Komi: 1, Black: stats.Tally{Wins: 30}}, {Komi: 3, Black: stats.Tally{Wins: 14, Losses: 12, Draws: 4}}, {Komi: 5, Black: stats.Tally{Losses: 30}},
	}
	bracketOf := func(cells []stats.KomiCell) stats.Interval {
		var p []float64
		for _, cell := range cells {
			p = append(p, stats.SignTest(cell.Black.Wins, cell.Black.Losses))
		}
		return bracket(cells, p, 1, 0.95, 25)
	}
	if i := bracketOf(cells); i.Lo != 1 || i.Hi != 5 || i.Estimate < 3 || i.Estimate > 3.2 {
		t.Errorf("%+v", i)
	}
	// Six wins in a row: two-sided p = 2/64 = 0.031, not below 0.05/(1·1·2).
	if i := bracketOf([]stats.KomiCell{{Komi: 1, Black: stats.Tally{Wins: 6}}}); i.Lo != -25 || i.Hi != 25 {
		t.Errorf("%+v", i)
	}
	// Seven: 0.0156.
	if i := bracketOf([]stats.KomiCell{{Komi: 1, Black: stats.Tally{Wins: 7}}}); i.Lo != 1 || i.Hi != 25 {
		t.Errorf("%+v", i)
	}
}

// Copies of a game, each of a seed of its own, tell who wins between these players; copies
// of one opening do not. Beside an interval of a share they are one game in both cases.
func TestCopiesCountAlikeInIntervalAndTest(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	s := simulated(t, []float64{8, 10}, 40, func(*rand.Rand) float64 { return 9 }, rng)
	for i := range s.games {
		s.games[i].whole = uint64(i % 4)
	}
	s.setting.Rules.Komi = ruleset.WholePoints(5)
	c, err := s.cell("test", 0.05)
	if err != nil {
		t.Fatal(err)
	}
	// Four different games, all won: p = 2/2⁴, and four of four by Wilson are 51 % or more.
	if u := c.Usual; math.Abs(u.P-0.125) > 1e-12 || u.Black.Lo > 0.52 || u.Black.Hi < 1-1e-9 {
		t.Errorf("p = %v beside %+v", u.P, u.Black)
	}
	if b := c.Separate.Bracket; b.Lo != 8 || b.Hi != 10 {
		t.Errorf("40 games of as many seeds, all won at komi 8 and lost at 10: %+v", b)
	}
	if j := c.Komi[0].Jeffreys; j.Lo > 0.6 {
		t.Errorf("Jeffreys' interval of four different games: %+v", j)
	}
	if m := c.FirstMoves[0].Black; m.Lo > 0.2 {
		t.Errorf("the share of a first move in copies: %+v", m)
	}
	for i := range s.games {
		s.games[i].line = string(rune('a' + i%4))
		s.openings[s.games[i].line] = true
	}
	if c, err = s.cell("test", 0.05); err != nil {
		t.Fatal(err)
	}
	if b := c.Separate.Bracket; b.Lo > -81 || b.Hi < 81 {
		t.Errorf("four openings bound the fair komi by %+v", b)
	}
}

// All games at komi 25 drawn: no bootstrap sample differs, but the next komi below is not
// excluded until it was played.
func TestMonotoneFitIsWidenedToTheNextKomiPlayed(t *testing.T) {
	cells := []stats.KomiCell{{Komi: 20}, {Komi: 25}, {Komi: 27}}
	if i := outward(stats.Interval{Estimate: 25, Lo: 25, Hi: 25}, cells); i.Lo != 20 || i.Hi != 27 || i.Estimate != 25 {
		t.Errorf("%+v", i)
	}
	if i := outward(stats.Interval{Estimate: 24, Lo: 23, Hi: 24.5}, cells); i.Lo != 20 || i.Hi != 25 {
		t.Errorf("%+v", i)
	}
	if i := outward(stats.Interval{Estimate: 27, Lo: 26, Hi: 27}, cells); i.Lo != 25 || !math.IsInf(i.Hi, 1) {
		t.Errorf("%+v: nothing above 27 was played", i)
	}
}

// Black draws or loses at every komi, and more often at the middle one than above it.
func TestBoundsWithoutAnEstimateSayNone(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	s := simulated(t, []float64{-1}, 30, func(rng *rand.Rand) float64 { return -1 - 2*float64(rng.IntN(2)) }, rng)
	s.games = append(s.games, simulated(t, []float64{3}, 60, func(*rand.Rand) float64 { return -5 }, rng).games...)
	s.games = append(s.games, simulated(t, []float64{5}, 30, func(rng *rand.Rand) float64 { return 5 - 2*float64(rng.IntN(2)) }, rng).games...)
	c, err := s.cell("test", 0.05)
	if err != nil {
		t.Fatal(err)
	}
	result := &Result{Confidence: 0.95, Cells: []*Cell{c}}
	text := result.Text() + result.report(nil)
	if !c.Middle || c.fairText() != "none" || strings.Contains(text, "Inf") || strings.Contains(text, "NaN") || !strings.Contains(text, "share of points rises from 0 % at komi 3") {
		t.Errorf("%+v\n%s", c.Fair(), text)
	}
}

func TestParityNeedsMargins(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for games, want := range map[int]bool{2: false, leastParity - 1: false, leastParity: true} {
		c, err := simulated(t, []float64{7}, games, func(rng *rand.Rand) float64 { return odd(7 + 9*rng.NormFloat64()) }, rng).cell("test", 0.05)
		if err != nil {
			t.Fatal(err)
		}
		if said := c.Parity != "" || strings.Contains(strings.Join(c.Warnings, ""), "one and the same"); said != want {
			t.Errorf("%d games: parity %q, %v", games, c.Parity, c.Warnings)
		}
	}
}

func TestNumbers(t *testing.T) {
	for x, want := range map[float64]string{7: "7", 6.5: "6.5", 0.126: "0.13", -0.001: "0", 100: "100", -2.25: "-2.25", math.Inf(-1): "none", math.NaN(): "none"} {
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

// With odd margins 7½, 8 and 8½ are one and the same game, and none of them is any less fair
// than the others.
func TestOwnKomiIsTestedAsTheGameItIs(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	s := simulated(t, []float64{6, 8, 10}, 200, func(rng *rand.Rand) float64 { return odd(8 + 4*rng.NormFloat64()) }, rng)
	var p []float64
	for _, own := range []float64{7.5, 8, 8.5, 9} {
		s.setting.Rules.Komi = halfPoints(own)
		c, err := s.cell("test", 0.05)
		if err != nil {
			t.Fatal(err)
		}
		p = append(p, c.Usual.P)
	}
	if p[0] != p[1] || p[1] != p[2] || p[1] < 0.05 || p[3] > 0.001 {
		t.Errorf("equal chances at komi 7½, 8, 8½ and 9, of which 8 is fair: p = %v", p)
	}
}

// Two komi close to each other say where the curve is, and little about how fast it falls.
func TestAnswerDoubtsTheSlope(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	s := simulated(t, []float64{2.5, 4}, 60, func(*rand.Rand) float64 { return 3 }, rng)
	s.setting.Rules.Komi = halfPoints(2.5)
	for i := range s.games {
		g := &s.games[i]
		g.counted, g.outcome = false, win
		switch {
		case i == 60+42:
			g.outcome = draw
		case i >= 52 && i < 60, i > 60+42:
			g.outcome = loss
		}
	}
	c, err := s.cell("test", 0.05)
	if err != nil {
		t.Fatal(err)
	}
	// At komi 4 Black wins 42 of 60, so that the fair one lies above.
	if fair := c.Fair(); fair.Lo < 4 || fair.Lo > 5 || fair.Hi < 18 || !strings.Contains(strings.Join(c.Warnings, ";"), "say little about how fast") {
		t.Errorf("%+v by %s, %v", fair, c.Method, c.Warnings)
	}
	if u := c.Usual; u.P > 0.001 || strings.Contains(u.Method, "sequential") {
		t.Errorf("52 of 60 games at the own komi beside %+v, and nobody looked", u)
	}
}

// Both fits leave the pilots out, whose games chose the komi of the others.
func TestPilotsAreNoEvidenceForEitherFit(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	s := simulated(t, []float64{8}, 500, func(*rand.Rand) float64 { return -3 }, rng)
	s.played(Round{Stage: Pilot})
	s.games = append(s.games, simulated(t, []float64{6, 8, 10}, 200, func(rng *rand.Rand) float64 { return odd(8 + 6*rng.NormFloat64()) }, rng).games...)
	e, _, err := s.separate(stats.OddMargins)
	if err != nil {
		t.Fatal(err)
	}
	e.isotonic(s, stats.OddMargins)
	if e.Isotonic.Estimate != e.monotone.FairKomi() || e.Games != 600 || math.Abs(e.Logistic.Estimate-8) > 1 {
		t.Errorf("%d games: monotone fit %+v, bootstrapped %+v, logistic %+v", e.Games, e.monotone.FairKomi(), e.Isotonic, e.Logistic)
	}
}

// Studies that end by the budget of games, long before the slope is known.
func TestSmallBudgetsHoldTheTruth(t *testing.T) {
	repetitions := *studies
	chance := math.Sqrt(0.05 * 0.95 / float64(repetitions))
	for i, budget := range []struct {
		games     int
		precision float64
		sd        float64
	}{{120, 2, 20}, {300, 1, 12}} {
		rng := rand.New(rand.NewPCG(5, uint64(9+i)))
		plan := DefaultPlan()
		plan.MaxGames, plan.Precision = budget.games, budget.precision
		held, doubted, spent := 0, 0, 0
		for range repetitions {
			s, reason := plan.simulate(t, simulated(t, nil, 0, nil, rng).setting, func(rng *rand.Rand) float64 { return odd(7 + budget.sd*rng.NormFloat64()) }, rng)
			e, _, err := s.separate(stats.OddMargins)
			if err != nil {
				t.Fatal(err)
			}
			if e == nil {
				t.Fatalf("pilots took the budget: %d of %d games", s.pilots, len(s.games))
			}
			if e.boundsOnly() {
				shift, err := s.shift() // the answer of such a study
				if err != nil {
					t.Fatal(err)
				}
				held += count(holds(shift.Fair, 7))
			} else {
				held += count(holds(e.Fair, 7))
				doubted += count(e.fit.SlopeDoubt(0.95) > muchDoubt)
			}
			spent += count(strings.Contains(reason, "budget"))
		}
		share := float64(held) / float64(repetitions)
		t.Logf("%d games: %.1f %% hold; %d of %d ended by the budget, %d with doubt about the slope", budget.games, 100*share, spent, repetitions, doubted)
		// Where nothing but tests of who is ahead bounds the answer, it holds more often than it says.
		if share < 0.93-3*chance || repetitions >= 2000 && share < 0.93 || doubted == 0 || 2*spent < repetitions {
			t.Errorf("of %d answers of 95 %% from %d games %d hold, %d with doubt about the slope, %d by the budget", repetitions, budget.games, held, doubted, spent)
		}
	}
}

// Where no logistic curve fits, games at the ruleset's own komi tell the share there.
func TestGamesAtTheOwnKomiTellItsShareBesideAMisfit(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	s := simulated(t, []float64{0, 10, 23, 24, 25, 27}, 200, shapes[len(shapes)-1].margin, rng)
	s.setting.Rules.Komi = ruleset.WholePoints(10)
	c, err := s.cell("test", 0.05)
	if err != nil {
		t.Fatal(err)
	}
	if !c.Separate.misfit() || !c.Separate.curved {
		t.Fatalf("a logistic curve fits: %+v", c.Separate)
	}
	if c.Usual.Black != c.Komi[1].Black {
		t.Errorf("Black's share at komi 10 is %+v, but the games there say %+v", c.Usual.Black, c.Komi[1].Black)
	}
	s.setting.Rules.Komi = ruleset.WholePoints(15)
	if c, err = s.cell("test", 0.05); err != nil {
		t.Fatal(err)
	}
	// Nobody played at 15, but at 10 and 23, between which the share falls.
	if u := c.Usual.Black; u.Lo != c.Komi[2].Black.Lo || u.Hi != c.Komi[1].Black.Hi || u.Estimate > c.Komi[1].Black.Estimate || u.Estimate < c.Komi[2].Black.Estimate {
		t.Errorf("Black's share at komi 15 is %+v between %+v and %+v", u, c.Komi[1].Black, c.Komi[2].Black)
	}
}

// Of 1,000 games at komi 24 Black wins six in ten, so that it is not the fair one, however little is known
// of the curve beside it.
func TestPOfTheOwnKomiBesideAMisfitIsThatOfItsGames(t *testing.T) {
	for _, own := range []float64{20, 24, 25, 27} {
		s := simulated(t, []float64{0, 10, 23, 24, 25, 27}, 1000, shapes[len(shapes)-1].margin, rand.New(rand.NewPCG(1, 2)))
		s.setting.Rules.Komi = halfPoints(own)
		c, err := s.cell("test", 0.05)
		if err != nil {
			t.Fatal(err)
		}
		if !c.Separate.misfit() || !c.Separate.curved {
			t.Fatalf("a logistic curve fits: %+v", c.Separate)
		}
		if u := c.Usual; u.P >= 1e-6 || u.Method != "separate games, sign tests" {
			t.Errorf("komi %v is fair with p = %v by %s, and Black scores %+v", own, u.P, u.Method, u.Black)
		}
		if outside := own <= c.Separate.Bracket.Lo || own >= c.Separate.Bracket.Hi; outside != (c.Usual.P <= 0.05) {
			t.Errorf("komi %v is fair with p = %v, and the bracket is %+v", own, c.Usual.P, c.Separate.Bracket)
		}
	}
}

func TestSignTestsOfAKomiByHand(t *testing.T) {
	cells := []stats.KomiCell{{Komi: 5, Black: stats.Tally{Wins: 9, Losses: 1}}, {Komi: 7, Black: stats.Tally{Wins: 4, Losses: 6}}}
	p := []float64{0.001, 0.7}
	for _, test := range []struct{ komi, want float64 }{
		{3, 0.001 * 2 * 2}, // Black ahead at 5
		{5, 0.001 * 2 * 2},
		{6, 1}, // neither Black ahead above nor White below it
		{7, 1}, // 0.7 · 4
		{8, 1},
	} {
		if got := unfairWithoutCurve(test.komi, cells, p, 1); math.Abs(got-test.want) > 1e-12 {
			t.Errorf("komi %v: %v, want %v", test.komi, got, test.want)
		}
	}
	if got := unfairWithoutCurve(3, cells, p, 3); math.Abs(got-0.024) > 1e-12 {
		t.Errorf("in the third round: %v", got)
	}
}

// Games of 20 openings, of which each goes one way at a komi, say no more than 20 games.
func TestSharesByTheCurveCountOpenings(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	s := simulated(t, []float64{5, 9}, 400, func(*rand.Rand) float64 { return 7 }, rng)
	s.setting.Rules.Komi = ruleset.WholePoints(7)
	alone := *s
	alone.games = slices.Clone(s.games)
	for i := range s.games {
		opening := i % 20
		wins := 13 - 6*(i/400) // of 20 openings, at komi 5 and 9
		g := &s.games[i]
		g.outcome = loss
		if opening < wins {
			g.outcome = win
		}
		alone.games[i].outcome = g.outcome
		g.line = string(rune('a' + opening))
		s.openings[g.line] = true
	}
	shared, err := s.cell("test", 0.05)
	if err != nil {
		t.Fatal(err)
	}
	apart, err := alone.cell("test", 0.05)
	if err != nil {
		t.Fatal(err)
	}
	if e := shared.Separate; !e.curved || e.misfit() || e.Clusters == nil {
		t.Fatalf("%+v", e)
	}
	if shared.Usual.Black.Lo > apart.Usual.Black.Lo-0.1 || half(shared.Balance.Rate) < 3*half(apart.Balance.Rate) {
		t.Errorf("share at the own komi by 800 games of 20 openings %+v, by independent ones %+v; balance %+v and %+v", shared.Usual.Black, apart.Usual.Black, shared.Balance.Rate, apart.Balance.Rate)
	}
}

// With odd margins komi 3 and 3½ are the game that komi 4 and 4½ stand for; played were the former.
func TestNotesNameTheKomiPlayed(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	s := simulated(t, []float64{3.5, 5.5}, 1000, func(rng *rand.Rand) float64 { return odd(9 + 9*rng.NormFloat64()) }, rng)
	c, err := s.cell("test", 0.05)
	if err != nil {
		t.Fatal(err)
	}
	if notes := strings.Join(c.Warnings, "\n"); !strings.Contains(notes, "outside of the komi played (3.5 to 5.5)") {
		t.Errorf("%s", notes)
	}
	lattice, err := s.lattice()
	if err != nil {
		t.Fatal(err)
	}
	s.games[0].komi = halfPoints(4.5)
	if got := s.playedAs(4, lattice); got != "3.5 or 4.5" {
		t.Errorf("komi 4 was played as %s", got)
	}
}

// Black wins most games by the whole board: the bootstrap mirrors its quantiles beyond it.
func TestScoreShiftStaysOnTheBoard(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	s := simulated(t, []float64{79}, 40, func(rng *rand.Rand) float64 {
		if rng.IntN(20) < 11 {
			return 81
		}
		return 75
	}, rng)
	shift, err := s.shift()
	if err != nil {
		t.Fatal(err)
	}
	if fair := shift.Fair; fair.Hi > 81 || fair.Hi < fair.Estimate || fair.Lo > 79 {
		t.Errorf("the fair komi of a board of 81 points is %+v", fair)
	}
}

// Games that all go one way leave the answer to the score shift: then no note may call it none.
func TestNoteBesideTheScoreShiftAgreesWithIt(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	s := simulated(t, []float64{-40, -30}, 60, func(rng *rand.Rand) float64 { return odd(7 + 8*rng.NormFloat64()) }, rng)
	c, err := s.cell("test", 0.05)
	if err != nil {
		t.Fatal(err)
	}
	notes := strings.Join(c.Warnings, "\n")
	if c.Method != "score shift" || strings.Contains(notes, "no estimate") || !strings.Contains(notes, "the answer is that of the score shift") || strings.Contains(notes, "contradict") {
		t.Errorf("%s: %s", c.Method, notes)
	}
	for i := range s.games { // as if nobody played for margins at komi -40
		if s.games[i].komi == halfPoints(-40) {
			s.games[i].margins[0] = halfPoints(-51)
		}
	}
	s.games = append(s.games, s.games[:60]...)
	if c, err = s.cell("test", 0.05); err != nil {
		t.Fatal(err)
	}
	if notes := strings.Join(c.Warnings, "\n"); !strings.Contains(notes, "which they contradict") {
		t.Errorf("%s", notes)
	}
}

// An interval that allows for what few games do not show is not too narrow as well.
func TestFewDifferentGamesAreNotedOnce(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	s := simulated(t, []float64{9}, 400, func(*rand.Rand) float64 { return 9 }, rng)
	for i := range s.games {
		s.games[i].whole = uint64(i % 4)
	}
	shift, err := s.shift()
	if err != nil {
		t.Fatal(err)
	}
	if notes := strings.Join(shift.Warnings, "\n"); strings.Contains(notes, "too narrow") || !strings.Contains(notes, "400 games, 4 of them different") {
		t.Errorf("%s", notes)
	}
	for i := range s.games {
		s.games[i].margins[0] += ruleset.HalfPoints(4 * (i % 4))
	}
	if shift, err = s.shift(); err != nil {
		t.Fatal(err)
	}
	if notes := strings.Join(shift.Warnings, "\n"); !strings.Contains(notes, "only 4 of 400 games are independent") {
		t.Errorf("%s", notes)
	}
}
