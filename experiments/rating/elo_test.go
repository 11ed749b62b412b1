package rating

import (
	"math"
	"testing"

	"github.com/tengen-go/tengen/experiments/stats"
)

func near(got, want, tolerance float64) bool { return math.Abs(got-want) <= tolerance }

func TestElo(t *testing.T) {
	for _, test := range []struct{ score, elo float64 }{
		{0.5, 0}, {10.0 / 11, 400}, {1.0 / 11, -400},
		{0.76, 200.24}, // Elo, The Rating of Chessplayers, 1978: 200 points are about 76 %
		{1, math.Inf(1)}, {0, math.Inf(-1)},
	} {
		if got := Elo(test.score); got != test.elo && !near(got, test.elo, 0.01) {
			t.Errorf("Elo(%v) = %v, want %v", test.score, got, test.elo)
		}
		if got := Score(test.elo); !near(got, test.score, 1e-5) {
			t.Errorf("Score(%v) = %v, want %v", test.elo, got, test.score)
		}
	}
}

func TestDifference(t *testing.T) {
	// Wilson's interval of 60 of 100 is 0.5020 to 0.6906.
	got := Difference(stats.Tally{Wins: 60, Losses: 40}, 0.95)
	if !near(got.Estimate, 70.44, 0.01) || !near(got.Lo, Elo(0.50200), 0.05) || !near(got.Hi, Elo(0.69060), 0.05) {
		t.Errorf("got %+v", got)
	}
	all := Difference(stats.Tally{Wins: 10}, 0.95)
	if !math.IsInf(all.Estimate, 1) || !math.IsInf(all.Hi, 1) || math.IsInf(all.Lo, 0) || all.Lo < 100 {
		t.Errorf("10 of 10: %+v", all)
	}
}

func TestPairs(t *testing.T) {
	var p Pairs
	p.Add(Win, Loss)
	p.Add(Win, Draw)
	p.Add(Loss, Loss)
	p.Add(Win, Win)
	if p != (Pairs{1, 0, 1, 1, 1}) || p.N() != 4 || p.Rate() != 4.5/8 {
		t.Errorf("got %v, %v", p, p.Rate())
	}
	if Draw.Opponent() != Draw || Win.Opponent() != Loss || Win.Points() != 1 || Draw.Points() != 0.5 {
		t.Error("outcomes")
	}
}

func TestPairsOfIndependentGamesAreGames(t *testing.T) {
	// 60 % in independent games: pairs are binomial, and the interval is that of the games.
	pairs := Pairs{160, 0, 480, 0, 360}
	games := stats.Tally{Wins: 1200, Losses: 800}
	a, b := pairs.Difference(0.95), Difference(games, 0.95)
	if !near(a.Estimate, b.Estimate, 1e-9) || !near(a.Lo, b.Lo, 1e-9) || !near(a.Hi, b.Hi, 1e-9) {
		t.Errorf("%+v and %+v", a, b)
	}
}

// An interval that holds zero leaves doubt who is stronger, and only such a one.
func TestLikelihoodAgreesWithTheInterval(t *testing.T) {
	if got := (Pairs{4: 1}).LOS(); !near(got, 0.921, 1e-3) { // z = √2
		t.Errorf("one pair won: %v", got)
	}
	doubtful, clear := 0, 0
	for code := range 6 * 6 * 6 * 6 * 6 { // all matches of up to five pairs with each result
		var p Pairs
		for i := range p {
			p[i], code = code%6, code/6
		}
		for _, confidence := range []float64{0.5, 0.95, 0.999} {
			elo, los := p.Difference(confidence), p.LOS()
			tail := (1 - confidence) / 2
			if min(math.Abs(los-tail), math.Abs(los-1+tail)) < 1e-9 {
				continue // on the border, where rounding decides
			}
			holdsZero := elo.Lo <= 0 && elo.Hi >= 0
			if holdsZero != (los > tail && los < 1-tail) {
				t.Fatalf("%v: %v %% interval %+.1f to %+.1f, likelihood %v", p, 100*confidence, elo.Lo, elo.Hi, los)
			}
			if holdsZero {
				doubtful++
			} else {
				clear++
			}
		}
	}
	if doubtful == 0 || clear == 0 {
		t.Errorf("%d doubtful, %d clear", doubtful, clear)
	}
}

func TestPairsOfUnevenOpeningsAreNarrower(t *testing.T) {
	// 1, 0 in most pairs: each player wins the side the opening favors.
	pairs := Pairs{20, 0, 440, 0, 40}
	a, b := pairs.WinRate(0.95), stats.WinRate(stats.Tally{Wins: 520, Losses: 480}, 0.95)
	// The variance of a pair's share is (60·0.25 − 500·0.02²)/500 = 0.0296, a quarter of 2·0.5·0.5·… = 0.1248.
	if a.Estimate != b.Estimate || !near((a.Hi-a.Lo)/(b.Hi-b.Lo), math.Sqrt(0.0296/0.1248), 0.005) {
		t.Errorf("%+v and %+v", a, b)
	}
	if got := pairs.LOS(); !near(got, 0.9953, 2e-4) { // z = 0.02/√(0.0296/500) = 2.599
		t.Errorf("likelihood %v", got)
	}
	if same := (Pairs{0, 0, 10, 0, 0}).WinRate(0.95); same.Lo > 0.35 || same.Hi < 0.65 {
		t.Errorf("ten equal pairs leave doubt: %+v", same)
	}
	if none := (Pairs{}).WinRate(0.95); none.Lo != 0 || none.Hi != 1 || (Pairs{}).LOS() != 0.5 {
		t.Errorf("no pairs: %+v", none)
	}
}
