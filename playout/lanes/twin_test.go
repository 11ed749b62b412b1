package lanes

import (
	"fmt"
	"testing"
)

var defaultDrawings = []string{
	"XOX/.../???", "XO./.../?.?", "XO?/X../x.?", ".O./X../...",
	"XO?/O.o/?o?", "XO?/O.X/???", "?X?/O.O/ooo", "OX?/o.O/???",
	"X.?/O.?/###", "OX?/X.O/###", "?X?/x.O/###", "?OX/X.O/###",
}

// policies are the ones that every check goes through: light, every rule
// always, and chances between.
var policies = map[string]policy{
	"light":   {},
	"always":  {Chances{256, 256, 256, 256, 256}, defaultDrawings},
	"default": {DefaultChances(), defaultDrawings},
	"mixed":   {Chances{100, 60, 200, 90, 220}, defaultDrawings},
	"local":   {Chances{Local: 256}, defaultDrawings},
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
	sizes := [][3]int{{1, 1, 5}, {2, 1, 20}, {2, 2, 20}, {3, 3, 20}, {5, 5, 20}, {7, 7, 20}, {7, 3, 10}, {9, 9, 20}, {4, 9, 10}, {13, 13, 3}, {11, 6, 5}, {19, 19, 1}, {19, 2, 5}, {16, 17, 1}}
	shapes := DefaultShapes()
	for _, size := range sizes {
		geo, err := NewGeometry(size[0], size[1])
		if err != nil {
			t.Fatal(err)
		}
		for name, pol := range policies {
			g := game{geo: geo}
			var p Position
			for seed := range uint64(size[2]) {
				if err := follow(&g, &p, seed, &pol, shapes, 3*geo.Area()); err != nil {
					t.Fatalf("%dx%d %s: %v", size[0], size[1], name, err)
				}
			}
		}
	}
}
