package mcts

import (
	"slices"
	"testing"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/ruleset"
)

// searched searches the next move of a game that begins with the moves.
func searched(t *testing.T, size ruleset.Size, seed uint64, change func(*Config), moves ...string) (*Search, *Report) {
	t.Helper()
	g := newGame(t, "chinese", size)
	play(t, g, moves...)
	s := newSearch(t, change)
	return s, run(t, s, g, 200, seed)
}

func TestMovesAlikeAreOneChild(t *testing.T) {
	for _, test := range []struct {
		size  ruleset.Size
		moves []string
		want  int // plays at the root
	}{
		{ruleset.Square(9), nil, 15},
		{ruleset.Square(8), nil, 10},
		{ruleset.Size{W: 9, H: 7}, nil, 20},
		{ruleset.Size{W: 9, H: 1}, nil, 5},
		{ruleset.Square(9), []string{"E5"}, 14},
		{ruleset.Square(9), []string{"C3"}, 44},               // mirrored in the diagonal: 8 on it, 36 beside
		{ruleset.Square(9), []string{"C3", "G7"}, 43},         // both on it
		{ruleset.Square(9), []string{"C3", "G3"}, 79},         // White's stone is no mirror of Black's
		{ruleset.Square(9), []string{"C3", "G3", "G7"}, 78},   // three corners
		{ruleset.Square(9), []string{"C3", "pass"}, 44},       // the pass has no place
		{ruleset.Square(9), []string{"C5", "E5", "G5"}, 42},   // upper and lower half alike, the last move is on one side
		{ruleset.Square(9), []string{"C5", "G5", "E5"}, 42},   // left and right are not: the stones are of two colors
		{ruleset.Size{W: 9, H: 7}, []string{"E2"}, 34},        // left and right half alike
		{ruleset.Square(9), []string{"C3", "C7", "G7"}, 78},   // stones alike, the last move is not
		{ruleset.Square(9), []string{"E3", "E7", "E5"}, 42},   // White's and Black's stone are no mirrors
		{ruleset.Square(9), []string{"E3", "pass", "E7"}, 43}, // nor is the one before the other
	} {
		_, r := searched(t, test.size, 1, nil, test.moves...)
		if got := plays(r); got != test.want {
			t.Errorf("%v after %v: %d plays, want %d", test.size, test.moves, got, test.want)
		}
		_, r = searched(t, test.size, 1, func(c *Config) { c.Symmetry = false }, test.moves...)
		if got, want := plays(r), test.size.Area()-len(test.moves)+count(test.moves, "pass"); got != want {
			t.Errorf("%v after %v without symmetry: %d plays, want %d", test.size, test.moves, got, want)
		}
	}
}

// plays returns how many plays were looked at.
func plays(r *Report) (n int) {
	for _, c := range r.Children {
		if c.Point != ruleset.Pass {
			n++
		}
	}
	return n
}

func count(list []string, what string) (n int) {
	for _, s := range list {
		if s == what {
			n++
		}
	}
	return n
}

// Of the moves alike chance takes one, and no move is without one that stands for
// it.
func TestChanceTakesOneOfMovesAlike(t *testing.T) {
	size := ruleset.Square(7)
	seen := map[ruleset.Point]bool{}
	for seed := range uint64(32) {
		_, r := searched(t, size, seed, nil)
		orbits := map[int]bool{}
		for _, c := range r.Children {
			if c.Point == ruleset.Pass {
				continue
			}
			seen[c.Point] = true
			least := size.Area()
			for k := range size.Symmetries() {
				least = min(least, size.Reflect(k, size.Index(c.Point)))
			}
			if orbits[least] {
				t.Errorf("seed %d: %v has a child like it", seed, c.Point)
			}
			orbits[least] = true
		}
		if len(orbits) != 10 {
			t.Errorf("seed %d: %d kinds of moves, want 10", seed, len(orbits))
		}
	}
	if len(seen) != size.Area() {
		t.Errorf("%d of %d moves are ever looked at", len(seen), size.Area())
	}
}

// Inside the tree too, a node has one child of moves alike: those of the symmetries
// that its moves leave.
func TestMovesAlikeBelowTheRoot(t *testing.T) {
	s, _ := searched(t, ruleset.Square(5), 1, func(c *Config) { c.Expand = 1; c.Playouts = 2000 })
	root := s.arena.node(s.root)
	for slot := range root.links[:root.pass()] {
		l := root.link(slot)
		if l.child() == noNode {
			continue
		}
		found := map[fastboard.Point]bool{}
		child := s.arena.node(l.child())
		for i := range child.links[:child.pass()] {
			found[child.link(i).move()] = true
		}
		for p := range found {
			for k := 1; k < s.mirrors.count; k++ {
				image := s.mirrors.images[k][p]
				if s.mirrors.images[k][l.move()] == l.move() && image != p && found[image] {
					t.Errorf("after %v: %v and %v", l.move(), p, image)
				}
			}
		}
		all := 0
		for p := range found {
			orbit := []fastboard.Point{p}
			for k := 1; k < s.mirrors.count; k++ {
				if image := s.mirrors.images[k][p]; s.mirrors.images[k][l.move()] == l.move() && !slices.Contains(orbit, image) {
					orbit = append(orbit, image)
				}
			}
			all += len(orbit)
		}
		if all != 24 {
			t.Errorf("after %v: the children stand for %d moves, not 24", l.move(), all)
		}
	}
}

// Bars say which moves are looked at, also among those alike; and proofs do without.
func TestNoSymmetryWithBarsAndProofs(t *testing.T) {
	_, r := searched(t, ruleset.Square(5), 1, func(c *Config) { c.Solver = true })
	if plays(r) != 25 {
		t.Errorf("%d plays with the solver", plays(r))
	}
	s := newSearch(t, nil)
	s.Restrict(func(depth int, m ruleset.Move) bool { return depth > 0 || m.Point != ruleset.Square(5).PointAt(0) })
	if r := run(t, s, newGame(t, "chinese", ruleset.Square(5)), 200, 1); plays(r) != 24 {
		t.Errorf("%d plays with one corner barred", plays(r))
	}
}
