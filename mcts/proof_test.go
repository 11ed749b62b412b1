package mcts

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/tengen-go/tengen/ruleset"
)

// exhaust finds the result of a game with the best play of both sides by trying
// everything that the referee allows: half wins of the player to move. It gives
// up, certain being false, once the budget of moves is used up.
func exhaust(t *testing.T, g *ruleset.Game, enough uint32, budget *int) (halfWins uint32, certain bool) {
	if g.Over() {
		switch result := g.Result(); {
		case result.Ending != ruleset.ByScore:
			*budget = 0
			return 0, false
		case result.Winner == g.ToPlay():
			return 2, true
		case result.Winner == ruleset.Empty:
			return 1, true
		}
		return 0, true
	}
	for _, p := range append([]ruleset.Point{ruleset.Pass}, g.LegalPoints()...) {
		if *budget--; *budget <= 0 {
			return 0, false
		}
		if err := g.Play(p); err != nil {
			t.Fatal(err)
		}
		reply, certain := exhaust(t, g, 2-halfWins, budget)
		if err := g.Undo(); err != nil {
			t.Fatal(err)
		}
		if !certain {
			return 0, false
		}
		if halfWins = max(halfWins, 2-reply); halfWins >= enough {
			break
		}
	}
	return halfWins, true
}

// checkProofs compares what is proven about the children of a node of g, and
// below, with exhaustive searches. It returns how many proofs were checked.
func checkProofs(t *testing.T, s *Search, at ref, g *ruleset.Game, depth int) (checked int) {
	n := s.arena.node(at)
	for slot := range n.visits {
		v, l := n.visit(slot), n.link(slot)
		m := l.move().Ruleset()
		if err := g.Play(m); err != nil {
			t.Fatalf("%v after %v is a child: %v", m, g.Moves(), err)
		}
		if p := v.proof(); p != unproven {
			budget := 3_000
			if reply, certain := exhaust(t, g, 2, &budget); certain {
				checked++
				if proofOf(2-reply) != p {
					t.Errorf("%v: %v is worth %d half wins, but proven to be worth %.1f wins\n%v",
						g.Rules(), g.Moves(), 2-reply, p.value(), g.Position())
				}
			}
		}
		if child := l.child(); child > expanding && depth > 0 {
			checked += checkProofs(t, s, child, g, depth-1)
		}
		if err := g.Undo(); err != nil {
			t.Fatal(err)
		}
	}
	return checked
}

// randomGame plays so many moves at random, fewer if the game would be over.
func randomGame(t *testing.T, rng *rand.Rand, rules string, size ruleset.Size, moves int) *ruleset.Game {
	g := newGame(t, rules, size)
	for range moves {
		legal := g.LegalPoints()
		p := ruleset.Pass
		if len(legal) > 0 && rng.IntN(8) > 0 {
			p = legal[rng.IntN(len(legal))]
		}
		if err := g.Play(p); err != nil {
			t.Fatal(err)
		}
		if g.Over() {
			if err := g.Undo(); err != nil {
				t.Fatal(err)
			}
			break
		}
	}
	return g
}

// TestProofs compares proofs of the tree with exhaustive searches, from random
// positions of tiny boards, under rules that differ in ko, suicide, passes and
// ties. TENGEN_PROOF_POSITIONS=1000 looks at as many as it says.
func TestProofs(t *testing.T) {
	skipRaced(t)
	rng := rand.New(rand.NewPCG(4, 2))
	rulesets := []string{
		"chinese,ko=positional", "chinese,ko=situational", "chinese,ko=natural-situational", "chinese,ko=simple,cycle=none",
		"tromp-taylor", "new-zealand", "aga", "ing", "stone-scoring", "chinese,ko=positional,passes=3",
	}
	sizes := []ruleset.Size{{W: 2, H: 2}, {W: 3, H: 2}, {W: 3, H: 3}, {W: 5, H: 1}, {W: 4, H: 2}, {W: 4, H: 3}}
	checked, roots, positions := 0, 0, 120
	if testing.Short() {
		positions = 30
	}
	if text := os.Getenv("TENGEN_PROOF_POSITIONS"); text != "" {
		var err error
		if positions, err = strconv.Atoi(text); err != nil {
			t.Fatalf("TENGEN_PROOF_POSITIONS: %v", err)
		}
	}
	for i := range positions {
		size := sizes[rng.IntN(len(sizes))]
		rules := fmt.Sprintf("%s,komi=%v,max-moves=1000", rulesets[i%len(rulesets)], float64(rng.IntN(2*size.Area()))/2-float64(size.Area()/3))
		g := randomGame(t, rng, rules, size, rng.IntN(3*size.Area()))
		s := newSearch(t, func(c *Config) {
			c.MemoryMiB, c.Solver, c.Expand, c.Suicide = 1, true, 1, rng.IntN(2) == 0
		})
		for range 2 { // the second time with what is left of the tree
			r := run(t, s, g, 400+rng.IntN(1000), rng.Uint64())
			checkTree(t, s)
			checked += checkProofs(t, s, s.root, g, 2)
			if r.Children[0].Proven {
				roots++
			}
			if play(t, g, r.Best.String()); g.Over() {
				break
			}
		}
	}
	t.Logf("%d proofs checked in %d positions, %d searches with a proven best move", checked, positions, roots)
	if checked < 3*positions {
		t.Errorf("only %d proofs were checked in %d positions", checked, positions)
	}
}

// TestProvenMove: a move that is proven to win is played, and the search ends if
// it may; where all moves lose, that is proven too, and the budget is used up.
func TestProvenMove(t *testing.T) {
	skipRaced(t)
	for _, c := range []struct {
		name     string
		komi     string
		value    float64
		playouts int
	}{
		{"Black wins by 1 on 2x2", "0.5", 1, 20_000},
		{"which is a draw at komi 1", "1", 0.5, 20_000},
		{"and a loss at komi 1.5", "1.5", 0, 200_000},
	} {
		g := newGame(t, "chinese,ko=positional,max-moves=1000,komi="+c.komi, ruleset.Square(2))
		for _, early := range []bool{false, true} {
			s := newSearch(t, func(c *Config) { c.Solver, c.Expand, c.EarlyStop = true, 1, early })
			r := run(t, s, g, c.playouts, 1)
			checkTree(t, s)
			if c.value == 0.5 { // a draw is searched again and again, and seldom proven
				if math.Abs(r.Value-c.value) > 0.01 {
					t.Errorf("%s: a value of %v", c.name, r.Value)
				}
				continue
			}
			if r.Value != c.value {
				t.Errorf("%s: a value of %v", c.name, r.Value)
			}
			if early != (r.Playouts < c.playouts) {
				t.Errorf("%s: early stop %v, %d playouts", c.name, early, r.Playouts)
			}
		}
	}
}

// TestProofsOfWorkers: several workers prove the same.
func TestProofsOfWorkers(t *testing.T) {
	g := newGame(t, "chinese,ko=positional,max-moves=1000,komi=0.5", ruleset.Square(2))
	s := newSearch(t, func(c *Config) { c.Solver, c.Expand, c.Workers, c.EarlyStop = true, 1, 3, true })
	r := run(t, s, g, 20_000, 1)
	checkTree(t, s)
	if r.Value != 1 {
		t.Errorf("Black wins on 2x2, but a search with workers has a value of %v", r.Value)
	}
}
