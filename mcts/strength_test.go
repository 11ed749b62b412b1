package mcts

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/playout"
	"github.com/tengen-go/tengen/ruleset"
)

// TestBeatsUniformPlayer plays 1,000 playouts a move against moves drawn
// uniformly, on 9x9 with alternating colors. 99 % must be won. A few games are
// played as a rule; TENGEN_STRENGTH_GAMES=200 plays as many as it says.
func TestBeatsUniformPlayer(t *testing.T) {
	skipRaced(t)
	if testing.Short() {
		t.Skip("whole games")
	}
	games := 2
	if text := os.Getenv("TENGEN_STRENGTH_GAMES"); text != "" {
		var err error
		if games, err = strconv.Atoi(text); err != nil {
			t.Fatalf("TENGEN_STRENGTH_GAMES: %v", err)
		}
	}
	s := newSearch(t, func(c *Config) { c.Policy = "uniform" })
	wins := 0
	for i := range games {
		searcher := ruleset.Black
		if i%2 == 1 {
			searcher = ruleset.White
		}
		s.Reset()
		g := newGame(t, "chinese", ruleset.Square(9))
		rng := rand.New(rand.NewPCG(1, uint64(i)))
		var b fastboard.Board
		for !g.Over() {
			if g.ToPlay() == searcher {
				r := run(t, s, g, 1000, rng.Uint64())
				if err := g.Play(r.Best); err != nil {
					t.Fatal(err)
				}
				continue
			}
			if err := b.LoadGame(g); err != nil {
				t.Fatal(err)
			}
			source := playout.NewRNG(rng.Uint64())
			p := playout.Uniform{}.Move(&b, &source).Ruleset()
			if g.Legal(p) != nil { // superko
				p = ruleset.Pass
			}
			if err := g.Play(p); err != nil {
				t.Fatal(err)
			}
		}
		if g.Result().Winner == searcher {
			wins++
		}
	}
	t.Logf("%d of %d games won", wins, games)
	if 100*wins < 99*games {
		t.Errorf("%d of %d games won, fewer than 99 %%", wins, games)
	}
}
