package experiments

import "testing"

// TestGamesAtOnce looks at how many games share the lanes: the more, the fewer
// playouts each has in flight.
func TestGamesAtOnce(t *testing.T) {
	for _, c := range []struct {
		black, white string
		want         int
	}{
		{"uniform", "tactical", 1}, // nothing waits for lanes
		{"default:playouts=400", "default:playouts=400", 12},
		{"default:playouts=1600", "default:playouts=20000", 6},
		{"default:playouts=5000", "default:playouts=5000", 2},
		{"default:playouts=200000", "light:playouts=20000", 1},
		{"default:lanes=1", "default", 12},
	} {
		plan := &Plan{Black: player(t, c.black), White: player(t, c.white)}
		if got := gamesAtOnce(plan); got != c.want {
			t.Errorf("%s against %s: %d games at a time, want %d", c.black, c.white, got, c.want)
		}
	}
}
