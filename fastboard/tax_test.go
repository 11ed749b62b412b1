package fastboard_test

import (
	"math/rand/v2"
	"testing"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/ruleset"
)

// TestTaxedScore compares the score with the referee's at every position of
// games of random moves, in which groups and eyes of all sorts come up.
func TestTaxedScore(t *testing.T) {
	rules := ruleset.Rules{Scoring: ruleset.StoneScoring}
	games := 30
	if testing.Short() {
		games = 5
	}
	rng := rand.New(rand.NewPCG(1, 2))
	taxed := 0
	for range games {
		size := ruleset.Size{W: 1 + rng.IntN(9), H: 1 + rng.IntN(9)}
		b := fastboard.New(size)
		for range 2 * size.Area() {
			p := fastboard.Pass
			if n := b.EmptyCount(); n > 0 {
				if q := b.EmptyAt(rng.IntN(n)); b.Playable(q) {
					p = q
				}
			}
			b.Play(p)
			position := b.Position()
			count := rules.Count(&position, ruleset.Facts{})
			if got := ruleset.WholePoints(b.TaxedScore()); got != count.Margin {
				t.Fatalf("score %v, by the referee %v\n%v", got, count.Margin, b)
			}
			if b.TaxedScore() != b.AreaScore() {
				taxed++
			}
		}
	}
	if taxed == 0 {
		t.Error("the tax never made a difference")
	}
	b := fastboard.New(ruleset.Square(9))
	if n := testing.AllocsPerRun(10, func() { b.TaxedScore() }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestResume(t *testing.T) {
	b := fastboard.New(ruleset.Square(5))
	b.Play(fastboard.Pass)
	b.Play(fastboard.Pass)
	b.Resume()
	if b.Passes() != 0 || b.ToPlay() != ruleset.Black {
		t.Errorf("%d passes, %v to play", b.Passes(), b.ToPlay())
	}
	if err := b.CheckInvariants(); err != nil {
		t.Error(err)
	}
}
