package lanes

import (
	"math/rand/v2"
	"testing"
)

// TestShapesAreAsDrawn puts stones around a point at random, in the middle, at
// the edge and in the corner, and compares the table with the drawings.
func TestShapesAreAsDrawn(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	shapes := DefaultShapes()
	geo := geometry(t, 3, 3)
	found := 0
	for range 6_000 {
		g := game{geo: geo}
		for s := range geo.mask.Spots {
			switch rng.IntN(3) {
			case 0:
				g.pos.Own.Add(s)
			case 1:
				g.pos.Opp.Add(s)
			}
		}
		center := geo.Spot(1+rng.IntN(3), 1+rng.IntN(3))
		g.pos.Own.Remove(center)
		g.pos.Opp.Remove(center)
		r := newReferee(geo, &g.pos, 0, 1)
		col, row := geo.ColRow(center)
		got, want := shapes.has(g.neighborhood(center)), r.fits((row-1)*3+col-1, testShapes)
		if got != want {
			t.Fatalf("around %d of %v: shape found %v, want %v", center, g.pos, got, want)
		}
		if got {
			found++
		}
	}
	if found < 150 {
		t.Errorf("only %d shapes were found: the test tests nothing", found)
	}
}

func TestNewShapesExplains(t *testing.T) {
	for _, drawing := range []string{"", "XOX/...", "XOX/.../????", "XOX/.../??!", "XOX/.X./???"} {
		if _, err := NewShapes(drawing); err == nil {
			t.Errorf("shape %q: no error", drawing)
		}
	}
}

// TestDiceAreFair counts the dice of many attempts, alone and in pairs with
// each other and with the pick: chi squared over 16 x 16 high halves.
func TestDiceAreFair(t *testing.T) {
	const draws = 1 << 18
	high := func(pick uint32, dice uint64, which int) int {
		if which == 0 {
			return int(pick >> 28)
		}
		return int(dice >> (8*(which+2) + 4) & 0xf)
	}
	rng := newRandom(1)
	var counts [6][6][256]int
	for range draws {
		pick, dice := rng.next()
		for a := range 6 {
			for b := range a {
				counts[a][b][high(pick, dice, a)<<4|high(pick, dice, b)]++
			}
		}
	}
	for a := range 6 {
		for b := range a {
			chi := 0.0
			for _, n := range counts[a][b] {
				d := float64(n) - draws/256
				chi += d * d / (draws / 256)
			}
			// 255 degrees of freedom: mean 255, standard deviation 22.6.
			if chi > 255+5*22.6 || chi < 255-5*22.6 {
				t.Errorf("dice %d and %d: chi squared %.0f of 255 degrees of freedom", a, b, chi)
			}
		}
	}
}
