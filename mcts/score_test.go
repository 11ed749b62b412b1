package mcts

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/playout"
	"github.com/tengen-go/tengen/playout/lanes"
	"github.com/tengen-go/tengen/ruleset"
)

// TestScorer plays random games and compares the scorer with the sum of the
// weights of the features, for every move.
func TestScorer(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	var s scorer
	var seen [featureCount]bool
	for _, size := range []ruleset.Size{{W: 9, H: 9}, {W: 5, H: 12}, {W: 13, H: 13}, {W: 19, H: 19}, {W: 1, H: 3}, {W: 7, H: 7}} {
		queue, err := playout.NewPool(1).NewQueue(size, playout.BatchOptions{}, 1)
		if err != nil {
			t.Fatal(err)
		}
		grid := newGrid(queue.Geometry())
		s.resize(size)
		for range 4 {
			l := look{grid: &grid, before: fastboard.NoPoint}
			b := fastboard.New(size)
			for range 2 * size.Area() {
				position := queue.PositionOf(b)
				l.begin(b, &position)
				s.begin(&l, &position)
				plays := grid.Candidates(&position)
				for spot := range plays.Spots {
					p := grid.points[spot]
					var f features
					l.features(p, &f)
					want := 0
					for _, n := range f.list[:f.n] {
						want += int(s.weights[n])
						seen[n] = true
					}
					if got := s.score(&l, p); got != want {
						t.Fatalf("%v: the score of %v is %d, not %d, the sum of the weights of %v", size, p, got, want, f.list[:f.n])
					}
				}
				if b.Passes() > 1 {
					break
				}
				l.before = b.LastMove()
				b.Play(somePlay(rng, &grid, plays))
			}
		}
	}
	for n := tacticFeature; n < featureCount; n++ {
		if !seen[n] {
			t.Errorf("no move has feature %d", n)
		}
	}
}

// somePlay returns a random one of some plays, now and then a pass.
func somePlay(rng *rand.Rand, grid *grid, plays lanes.Plane) fastboard.Point {
	if plays.IsEmpty() || rng.IntN(20) == 0 {
		return fastboard.Pass
	}
	return grid.points[plays.Nth(rng.IntN(plays.Len()))]
}

// TestFar looks at all pairs of points: the numbers tell them apart as columns and
// rows do.
func TestFar(t *testing.T) {
	type step struct{ cols, rows int }
	steps := map[int]step{}
	for p := range fastboard.Point(fastboard.Stride * fastboard.Stride) {
		for q := range fastboard.Point(fastboard.Stride * fastboard.Stride) {
			if p.Col() == 0 || p.Row() == 0 || q.Col() == 0 || q.Row() == 0 {
				continue
			}
			d, here := far(p)-far(q), step{p.Col() - q.Col(), p.Row() - q.Row()}
			if old, ok := steps[d]; ok && old != here || max(d, -d) > farMiddle {
				t.Fatalf("%d is both %v and %v", d, old, here)
			}
			steps[d] = here
		}
	}
}

// TestTouchesStones compares all codes with their points.
func TestTouchesStones(t *testing.T) {
	for code := range 1 << 16 {
		want := false
		for _, i := range [4]int{1, 3, 4, 6} {
			want = want || bits.OnesCount(uint(code>>(2*i)&3)) == 1
		}
		if touchesStones(uint16(code)) != want {
			t.Fatalf("%04x: %v", code, !want)
		}
	}
}
