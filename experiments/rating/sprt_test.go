package rating

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/experiments/stats"
)

func TestLLRAgainstFishtest(t *testing.T) {
	// Values computed with Fishtest's LLRcalc.LLR_logistic (server/fishtest/stats,
	// commit 93fe81e).
	for _, test := range []struct {
		pairs      Pairs
		elo0, elo1 float64
		want       float64
	}{
		{Pairs{3, 20, 50, 22, 5}, 0, 20, 0.04032037241670679},
		{Pairs{3, 20, 50, 22, 5}, 0, 5, 0.17838022438188125},
		{Pairs{3, 20, 50, 22, 5}, -10, 10, 0.9344729113889829},
		{Pairs{0, 10, 30, 12, 0}, 0, 20, -0.27041453628885204},
		{Pairs{0, 10, 30, 12, 0}, 0, 5, 0.085226848211516},
		{Pairs{12, 40, 60, 30, 8}, 0, 20, -2.9973011351582723},
		{Pairs{12, 40, 60, 30, 8}, -10, 10, -2.0579732004260216},
	} {
		if got := (SPRT{Elo0: test.elo0, Elo1: test.elo1}).Pairs(test.pairs).LLR; !near(got, test.want, 1e-9) {
			t.Errorf("%v, %v to %v: got %v, want %v", test.pairs, test.elo0, test.elo1, got, test.want)
		}
	}
	if got := (SPRT{Elo1: 20}).Games(stats.Tally{Wins: 50, Draws: 40, Losses: 30}).LLR; !near(got, 1.4333717997704136, 1e-9) {
		t.Errorf("games: %v", got)
	}
}

func TestSPRTVerdicts(t *testing.T) {
	s := SPRT{Elo0: 0, Elo1: 20}
	if lower, upper := s.Bounds(); !near(upper, 2.9444389791664403, 1e-12) || lower != -upper {
		t.Errorf("bounds %v, %v", lower, upper)
	}
	if got := s.Pairs(Pairs{12, 40, 60, 30, 8}); got.Verdict != AcceptElo0 || got.N != 150 || !strings.Contains(got.Note, "leans") {
		t.Errorf("got %+v", got)
	}
	if got := s.Pairs(Pairs{8, 30, 60, 60, 22}); got.Verdict != AcceptElo1 {
		t.Errorf("got %+v", got)
	}
	if got := s.Pairs(Pairs{3, 20, 50, 22, 5}); got.Verdict != Continue || !strings.Contains(got.Note, "no reason to stop") {
		t.Errorf("got %+v", got)
	}
	s.Min = 200
	if got := s.Pairs(Pairs{12, 40, 60, 30, 8}); got.Verdict != Continue {
		t.Errorf("before the minimum: %+v", got)
	}
	if got := s.Games(stats.Tally{}); got.LLR != 0 || got.Verdict != Continue {
		t.Errorf("no games: %+v", got)
	}
	for _, wrong := range []SPRT{{}, {Elo0: 5, Elo1: 5}, {Elo1: 5, Alpha: 0.6, Beta: 0.6}, {Elo1: 5, Alpha: -1}, {Elo1: 5, Min: -1}, {Elo0: math.NaN(), Elo1: 5}} {
		if wrong.Validate() == nil {
			t.Errorf("%+v: no error", wrong)
		}
	}
	if err := (SPRT{Elo1: 5}).Validate(); err != nil {
		t.Error(err)
	}
}

func TestExpectedLength(t *testing.T) {
	s := SPRT{Elo0: 0, Elo1: 10}
	for _, test := range []struct {
		elo, accept float64
	}{{0, 0.05}, {10, 0.95}, {5, 0.5}} {
		if accept, games := s.Expect(test.elo, 0.3); !near(accept, test.accept, 0.001) || games < 3000 || games > 16000 {
			t.Errorf("at %v: accepted in %v after %v games", test.elo, accept, games)
		}
	}
	_, middle := s.Expect(5, 0)
	_, beside := s.Expect(5.0001, 0)
	if !near(middle/beside, 1, 1e-3) {
		t.Errorf("%v in the middle and %v beside", middle, beside)
	}
}

// TestErrorRatesOfSPRT simulates tests to their ends. Half of the time the first
// hypothesis is true, half of the time the second, and each must be rejected in
// no more than the 5 % asked for.
func TestErrorRatesOfSPRT(t *testing.T) {
	s := SPRT{Elo0: 0, Elo1: 40}
	const draws = 0.2
	for i, elo := range []float64{s.Elo0, s.Elo1} {
		rng := rand.New(rand.NewPCG(21, uint64(i)))
		wrong, length := 0, 0
		for range repetitions() {
			var tally stats.Tally
			var verdict Verdict
			for verdict == Continue {
				// Looked at after every fourth game, to save time.
				for range 4 {
					tally = tally.Add(play(Score(elo), draws, rng).tally())
				}
				verdict = s.Games(tally).Verdict
			}
			length += tally.Games()
			wrong += count((verdict == AcceptElo1) != (elo == s.Elo1))
		}
		checkLevel(t, "games", elo, wrong, length)
		_, want := s.Expect(elo, draws)
		if got := float64(length) / float64(repetitions()); !near(got/want, 1, 0.25) {
			t.Errorf("took %v games, %v were foreseen", got, want)
		}
	}
}

func TestErrorRatesOfSPRTWithPairs(t *testing.T) {
	s := SPRT{Elo0: 0, Elo1: 40}
	for i, elo := range []float64{s.Elo0, s.Elo1} {
		rng := rand.New(rand.NewPCG(22, uint64(i)))
		wrong, length := 0, 0
		for range repetitions() {
			var pairs Pairs
			var verdict Verdict
			for verdict == Continue {
				for range 2 {
					// An opening in which one color scores some 80 %.
					opening := 240.0
					if rng.IntN(2) == 0 {
						opening = -opening
					}
					one, two := Score(mid(elo, opening)+opening), Score(mid(elo, opening)-opening)
					pairs.Add(play(one, 0.1, rng), play(two, 0.1, rng))
				}
				verdict = s.Pairs(pairs).Verdict
			}
			length += 2 * pairs.N()
			wrong += count((verdict == AcceptElo1) != (elo == s.Elo1))
		}
		checkLevel(t, "pairs", elo, wrong, length)
	}
}

// mid is the difference which, in an opening and its mirror image together,
// scores what elo scores without.
func mid(elo, opening float64) float64 {
	lo, hi := -1000.0, 1000.0
	for range 50 {
		middle := (lo + hi) / 2
		if (Score(middle+opening)+Score(middle-opening))/2 < Score(elo) {
			lo = middle
		} else {
			hi = middle
		}
	}
	return lo
}

func play(score, draws float64, rng *rand.Rand) Outcome {
	draws = min(draws, 2*min(score, 1-score))
	switch u := rng.Float64(); {
	case u < score-draws/2:
		return Win
	case u < score+draws/2:
		return Draw
	default:
		return Loss
	}
}
