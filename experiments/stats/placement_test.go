package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

var wholeKomi = []float64{-4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20}

func TestPlacementBegins(t *testing.T) {
	p := Placer{Candidates: wholeKomi, Target: 0.5}
	first, err := p.Next(nil)
	if err != nil || len(first.Next) != 2 || first.Next[0] != (KomiGames{2, 50}) || first.Next[1] != (KomiGames{14, 50}) {
		t.Errorf("got %+v, %v", first, err)
	}
	second, _ := p.Next([]KomiCell{{6, Tally{70, 0, 30}}})
	if len(second.Next) != 1 || second.Next[0] != (KomiGames{7, 100}) {
		t.Errorf("got %+v", second)
	}
}

func TestPlacementFollowsTheGames(t *testing.T) {
	p := Placer{Candidates: wholeKomi, Target: 0.5}
	for _, test := range []struct {
		name  string
		cells []KomiCell
		check func(Placement) bool
	}{
		{"Black always wins: higher, but not too far",
			[]KomiCell{{2, Tally{Wins: 50}}, {4, Tally{Wins: 50}}},
			func(p Placement) bool { return p.Next[0].Komi == 8 }},
		{"Black never wins: lower",
			[]KomiCell{{10, Tally{Losses: 50}}, {12, Tally{Losses: 50}}},
			func(p Placement) bool { return p.Next[0].Komi == 6 }},
		{"the candidates end",
			[]KomiCell{{15, Tally{Wins: 50}}, {20, Tally{Wins: 50}}},
			func(p Placement) bool { return p.Done && strings.Contains(p.Reason, "above") }},
		{"no slope: further out on both sides",
			[]KomiCell{{6, Tally{25, 0, 25}}, {8, Tally{26, 0, 24}}},
			func(p Placement) bool { return p.Next[0].Komi == 4 && p.Next[1].Komi == 10 }},
		{"an uncertain slope: two komi on either side",
			[]KomiCell{{4, Tally{28, 0, 22}}, {10, Tally{22, 0, 28}}},
			func(p Placement) bool { return len(p.Next) == 2 && p.Next[0].Komi < 4 && p.Next[1].Komi > 10 }},
		{"a good slope: near the fair komi",
			[]KomiCell{{1, Tally{700, 0, 300}}, {13, Tally{300, 0, 700}}},
			func(p Placement) bool {
				return slices.ContainsFunc(p.Next, func(k KomiGames) bool { return math.Abs(k.Komi-7) <= 2 }) && p.Remaining > 0
			}},
		{"enough games",
			[]KomiCell{{5, Tally{11000, 0, 9000}}, {9, Tally{9000, 0, 11000}}},
			func(p Placement) bool { return p.Done && len(p.Next) == 0 }},
	} {
		got, err := p.Next(test.cells)
		if err != nil || !test.check(got) {
			t.Errorf("%s: got %+v, %v", test.name, got, err)
		}
		if again, _ := p.Next(test.cells); again.Reason != got.Reason || !slices.Equal(again.Next, got.Next) {
			t.Errorf("%s: not a function of the games", test.name)
		}
	}
}

func TestPlacementRefusesNonsense(t *testing.T) {
	for _, p := range []Placer{{}, {Candidates: wholeKomi}, {Candidates: []float64{1, 1}, Target: 1}, {Candidates: wholeKomi, Target: 1, MinBatch: 9, MaxBatch: 3}} {
		if _, err := p.Next(nil); err == nil {
			t.Errorf("%+v: no error", p)
		}
	}
}

func TestStudyReachesItsTarget(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	study := playStudy(t, Placer{Candidates: wholeKomi, Target: 1}, logisticGames(6.4, 0.13, rng))
	half := (study.Fair.Hi - study.Fair.Lo) / 2
	if half > 1 || half < 0.7 || study.Fair.Lo > 6.4 || study.Fair.Hi < 6.4 {
		t.Errorf("got %+v", study)
	}
}

// logisticGames plays games that follow a logistic curve.
func logisticGames(fair, slope float64, rng *rand.Rand) func(games int, komi float64) KomiCell {
	return func(games int, komi float64) KomiCell {
		return KomiCell{komi, trinomial(Tally{}, games, logistic(-slope*(komi-fair)), 0, rng)}
	}
}

// playStudy plays until the placer is content.
func playStudy(t *testing.T, p Placer, play func(games int, komi float64) KomiCell) Placement {
	t.Helper()
	var cells []KomiCell
	for range 500 {
		next, err := p.Next(cells)
		if err != nil {
			t.Fatal(err)
		}
		if next.Done {
			return next
		}
		for _, k := range next.Next {
			cells = append(cells, play(k.Games, k.Komi))
		}
	}
	t.Fatalf("no end after 500 batches: %v", mergeEqual(cells))
	return Placement{}
}

// The fair komi lies between the last komi played and the next candidate, and is
// known so well there that the end of the candidates would seem to be reached.
func TestPlacerGoesOnToTheNextCandidate(t *testing.T) {
	cells := []KomiCell{
		{Komi: 7, Black: Tally{Wins: 16}}, {Komi: 24, Black: Tally{Wins: 520, Losses: 480}},
	}
	placer := Placer{Candidates: []float64{6, 7, 24, 25, 26}, Target: 0.01}
	got, err := placer.Next(cells)
	if err != nil || got.Done || len(got.Next) != 1 || got.Next[0].Komi != 25 {
		t.Errorf("%+v, %v", got, err)
	}
}
