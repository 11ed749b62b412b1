package ruleset

import "testing"

// perft counts the sequences of exactly depth plies. A game that two passes
// end counts at the ply of the second.
func perft(t testing.TB, g *Game, depth int, passes bool) int {
	if depth == 0 {
		return 1
	}
	count := 0
	moves := g.Size().Points()
	if passes {
		moves = append(moves, Pass)
	}
	for _, p := range moves {
		if g.Play(p) != nil {
			continue
		}
		if !g.Over() || depth == 1 {
			count += perft(t, g, depth-1, passes)
		}
		if err := g.Undo(); err != nil {
			t.Fatal(err)
		}
	}
	return count
}
