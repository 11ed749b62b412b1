package ruleset

import (
	"math/rand/v2"
	"testing"
)

// randomGame plays random legal moves for that many plies.
func randomGame(tb testing.TB, size Size, plies int, rng *rand.Rand) *Game {
	g, err := NewGame(presets["chinese"], size, Setup{})
	if err != nil {
		tb.Fatal(err)
	}
	points := size.Points()
	for tries := 0; g.Ply() < plies && tries < 100*plies; tries++ {
		_ = g.Play(points[rng.IntN(len(points))]) // an illegal move changes nothing
	}
	return g
}

func BenchmarkGame(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	b.ReportAllocs()
	plies := 0
	for b.Loop() {
		plies += randomGame(b, Square(9), 100, rng).Ply()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(plies), "ns/move")
}

func BenchmarkLegalPoints(b *testing.B) {
	g := randomGame(b, Square(19), 200, rand.New(rand.NewPCG(1, 2)))
	b.ReportAllocs()
	for b.Loop() {
		g.LegalPoints()
	}
}

func BenchmarkCount(b *testing.B) {
	g := randomGame(b, Square(19), 300, rand.New(rand.NewPCG(1, 2)))
	b.ReportAllocs()
	for b.Loop() {
		g.Score(nil)
	}
}
