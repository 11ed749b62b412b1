package lanes

import (
	"fmt"
	"strings"
	"testing"
)

// testShapes are the shapes of the tests, drawn once more for the referee.
var testShapes = []string{
	"XOX/.../???", "XO./.../?.?", "XO?/X../x.?", ".O./X../...",
	"XO?/O.o/?o?", "XO?/O.X/???", "?X?/O.O/ooo", "OX?/o.O/???",
	"X.?/O.?/###", "OX?/X.O/###", "?X?/x.O/###", "?XO/x.x/###", "?OX/X.O/###",
}

// policies are the ones that the checks go through: light, every rule always,
// chances between, and rules alone.
var policies = []struct {
	name string
	policy
}{
	{"light", policy{}},
	{"always", policy{Chances{256, 256, 256, 256, 256}, testShapes}},
	{"default", policy{DefaultChances(), testShapes}},
	{"mixed", policy{Chances{100, 60, 200, 90, 220}, testShapes}},
	{"capture", policy{Chances{Capture: 256}, testShapes}},
	{"pattern", policy{Chances{Pattern: 256}, testShapes}},
}

// geometry returns the geometry of a board that exists.
func geometry(t testing.TB, cols, rows int) *Geometry {
	t.Helper()
	geo, err := NewGeometry(cols, rows)
	if err != nil {
		t.Fatal(err)
	}
	return geo
}

// middle returns a position from the middle of a light playout, different for
// each number: with captures, ko, passes, either player to move.
func middle(geo *Geometry, number int) *Position {
	g := game{geo: geo}
	g.start(new(Position), uint64(number)*7919+1, 1+number*37%(2*geo.Area()))
	for !g.over {
		g.turn(&Chances{}, nil)
	}
	if g.pos.Passes > 1 {
		g.pos.Passes = uint8(number) % 2
	}
	return &g.pos
}

func (g *game) snapshot() snapshot {
	return snapshot{Position: g.pos, first: g.first, over: g.over, left: g.left}
}

// follow plays a playout with the twin and checks every move against the
// referee.
func follow(g *game, p *Position, seed uint64, pol *policy, shapes *Shapes, maxMoves int) error {
	g.start(p, seed, maxMoves)
	r := newReferee(g.geo, p, seed, maxMoves)
	for n := 0; ; n++ {
		now := g.snapshot()
		if err := r.compare(&now); err != nil {
			return fmt.Errorf("seed %d, after %d moves: %w", seed, n, err)
		}
		if g.over {
			break
		}
		g.turn(&pol.Chances, shapes)
		if want := r.spot(r.move(pol)); g.pos.Last != want {
			return fmt.Errorf("seed %d, move %d: the twin plays %d, the referee %d", seed, n, g.pos.Last, want)
		}
	}
	if got, want := g.geo.Margin(&g.pos), r.margin(); got != want {
		return fmt.Errorf("seed %d: margin %d, want %d", seed, got, want)
	}
	return nil
}

func TestTwinFollowsReferee(t *testing.T) {
	shapes := DefaultShapes()
	for _, size := range boards(t) {
		geo := geometry(t, size.cols, size.rows)
		for _, pol := range policies {
			g := game{geo: geo}
			for n := range size.games {
				p := new(Position)
				if n%2 == 1 {
					p = middle(geo, n)
				}
				if err := follow(&g, p, uint64(n), &pol.policy, shapes, 3*geo.Area()); err != nil {
					t.Fatalf("%dx%d %s, game %d: %v", size.cols, size.rows, pol.name, n, err)
				}
			}
		}
	}
}

// TestPositionPlaysLikeTwin follows playouts move by move with Geometry.Play,
// which a search uses, and checks the positions it makes.
func TestPositionPlaysLikeTwin(t *testing.T) {
	for _, size := range boards(t) {
		geo := geometry(t, size.cols, size.rows)
		g := game{geo: geo}
		for n := range size.games {
			g.start(new(Position), uint64(n), 3*geo.Area())
			var p Position
			for !g.over {
				candidates := geo.Candidates(&p)
				g.turn(&Chances{}, nil)
				last := g.pos.Last
				if last != NoSpot && !candidates.Has(last) {
					t.Fatalf("%dx%d, game %d: %d was played and is no candidate", size.cols, size.rows, n, last)
				}
				geo.Play(&p, last)
				if p != g.pos {
					t.Fatalf("%dx%d, game %d: after %d the position is %v, want %v", size.cols, size.rows, n, last, p, g.pos)
				}
				if err := geo.Check(&p); err != nil {
					t.Fatalf("%dx%d, game %d, after %d: %v", size.cols, size.rows, n, last, err)
				}
			}
		}
	}
}

func TestCheckFindsFaults(t *testing.T) {
	geo := geometry(t, 5, 5)
	good := middle(geo, 30)
	if err := geo.Check(good); err != nil {
		t.Fatal(err)
	}
	a1 := geo.Spot(1, 1)
	surrounded := &Position{}
	surrounded.Own.Add(a1)
	surrounded.Opp.Add(geo.Spot(2, 1))
	surrounded.Opp.Add(geo.Spot(1, 2))
	for name, spoil := range map[string]func(p *Position){
		"a stone off the board":     func(p *Position) { p.Own.Add(geo.Spot(6, 1)) },
		"two stones on one point":   func(p *Position) { p.Own.Add(p.Opp.Nth(0)) },
		"a chain without liberties": func(p *Position) { *p = *surrounded },
		"a wrong atari plane":       func(p *Position) { p.Atari.Add(a1); p.Own.Remove(a1); p.Opp.Remove(a1) },
		"a ko point with a stone":   func(p *Position) { p.Ko = p.Opp.Nth(0) },
		"a last move of the mover":  func(p *Position) { p.Last = p.Own.Nth(0) },
	} {
		bad := *good
		spoil(&bad)
		if geo.Check(&bad) == nil {
			t.Errorf("%s is not found", name)
		}
	}

	// What lies off the board is called so: behind the last row, on the bit
	// between two rows, and behind the plane.
	for _, off := range []Spot{geo.Spot(5, 5) + 1, geo.Spot(6, 1), 64*MaxWords - 1, 500, 65535} {
		for name, bad := range map[string]*Position{"ko": {Ko: off}, "last move": {Last: off}} {
			if err := geo.Check(bad); err == nil || !strings.Contains(err.Error(), "off the 5x5 board") {
				t.Errorf("%s at spot %d: %v", name, off, err)
			}
		}
	}
	if err := geo.Check(&Position{Ko: a1, Last: a1}); err != nil {
		t.Errorf("a ko point and a last move on empty points: %v", err)
	}
}
