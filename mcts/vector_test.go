package mcts

import (
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/tengen-go/tengen/playout/lanes"
)

// TestVectors compares the vector functions with plain golang on random nodes:
// the very same children and sums must come out.
func TestVectors(t *testing.T) {
	if !hasVectors {
		if os.Getenv("TENGEN_REQUIRE") == "1" {
			t.Fatal("this processor has no AVX-512, and TENGEN_REQUIRE=1 asks for it")
		}
		t.Skip("this processor has no AVX-512")
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		kids := 1 + rng.IntN(maxChildren)
		visits, rave := make([]uint64, kids), make([]uint64, kids)
		most := 1 + uint32(rng.IntN(1<<rng.IntN(27)))
		for i := range visits {
			n, m := 1+rng.Uint32N(most), rng.Uint32N(most)
			visits[i] = uint64(makeTally(n, rng.Uint32N(winUnits*n+1)))
			rave[i] = uint64(makeTally(m, rng.Uint32N(winUnits*m+1)))
			if rng.IntN(3) == 0 {
				visits[i] |= uint64(proofOf(rng.Uint32N(3)))
			}
		}
		if rng.IntN(4) == 0 { // a fresh node
			for i := range visits {
				visits[i], rave[i] = uint64(makeTally(5+10*rng.Uint32N(2), 5)), 0
			}
		}
		perEquivalence, explore := float32(1)/float32(1+rng.IntN(3000)), float32(rng.IntN(2))*rng.Float32()
		worthless := uint32(rng.IntN(2)) * uint32(provenLoss)
		var plain, vector scan
		formula, start := selector{perEquivalence: perEquivalence}, rng.IntN(kids)
		slot, worth := formula.bestPlain(&plain, visits, rave, explore, worthless, start)
		vectorSlot, vectorWorth := bestVector(&visits[0], &rave[0], kids, perEquivalence, explore, worthless, start, &vector.worths[0])
		if slot != vectorSlot || worth != vectorWorth {
			t.Fatalf("of %d children from %d on, %d of worth %v and %d of %v are the best", kids, start, slot, worth, vectorSlot, vectorWorth)
		}
		if !slices.Equal(plain.worths[:kids], vector.worths[:kids]) {
			t.Fatalf("the worths of %d children differ", kids)
		}

		words := 1 + rng.IntN(lanes.MaxWords)
		var plays, moves lanes.Plane
		count := 0
		for i := range words {
			plays[i], moves[i] = rng.Uint64()&rng.Uint64(), rng.Uint64()&rng.Uint64()
			for word := plays[i]; word != 0; word &= word - 1 {
				count++
			}
		}
		one := make([]uint64, count+8)
		for i := range one {
			one[i] = rng.Uint64()
		}
		two := slices.Clone(one)
		addRAVEPlain(one, plays[:words], &moves, 1<<32|1)
		addRAVEVector(&two[0], &plays[0], &moves[0], words, 1<<32|1)
		if !slices.Equal(one, two) {
			t.Fatalf("RAVE of %d children in %d words differs", count, words)
		}
	}
}
