package mcts

import (
	"math/rand/v2"
	"testing"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/playout"
	"github.com/tengen-go/tengen/ruleset"
)

// plainLadder reads ladders as ladder does, and makes every move that it looks at.
type plainLadder struct{ left int }

func (l *plainLadder) catches(b *fastboard.Board, move, other, chain fastboard.Point) bool {
	l.left = ladderReading
	return room(b, other, move) < 3 && l.caught(l.after(b, move), chain)
}

func (l *plainLadder) saves(b *fastboard.Board, move, chain fastboard.Point) bool {
	l.left = ladderReading
	return room(b, move, fastboard.NoPoint) >= 3 || l.escapes(b, move, chain)
}

func (l *plainLadder) after(b *fastboard.Board, move fastboard.Point) *fastboard.Board {
	l.left--
	next := *b
	next.Play(move)
	return &next
}

func (l *plainLadder) caught(b *fastboard.Board, chain fastboard.Point) bool {
	liberty, atari := b.InAtari(chain)
	if !atari || l.left <= 0 {
		return false
	}
	if room(b, liberty, fastboard.NoPoint) >= 3 || l.escapes(b, liberty, chain) {
		return false
	}
	for p := chain; ; {
		for _, q := range p.Neighbors() {
			if b.At(q) != b.ToPlay().Opponent() {
				continue
			}
			if capture, ok := b.InAtari(q); ok && capture != liberty && l.escapes(b, capture, chain) {
				return false
			}
		}
		if p = b.NextInChain(p); p == chain {
			return true
		}
	}
}

func (l *plainLadder) escapes(b *fastboard.Board, move, chain fastboard.Point) bool {
	if !b.Legal(move) {
		return false
	}
	next := l.after(b, move)
	liberties := make([]fastboard.Point, 3)
	switch next.FirstLiberties(chain, liberties) {
	case 1:
		return false
	case 2:
		x, y := liberties[0], liberties[1]
		return !l.chased(next, x, y, chain) && !l.chased(next, y, x, chain)
	}
	return true
}

func (l *plainLadder) chased(b *fastboard.Board, move, other, chain fastboard.Point) bool {
	return l.left > 0 && b.Legal(move) && room(b, other, move) < 3 && l.caught(l.after(b, move), chain)
}

// TestLadderShortcuts plays random games and compares the reading of all ladders
// with one without shortcuts, in result and in positions looked at.
func TestLadderShortcuts(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	games, results := 36, [2]int{}
	for i := range games {
		size := ruleset.Square(5 + i%9)
		queue, err := playout.NewPool(1).NewQueue(size, playout.BatchOptions{}, 1)
		if err != nil {
			t.Fatal(err)
		}
		grid := newGrid(queue.Geometry())
		b := fastboard.New(size)
		var fast ladder
		for b.Passes() < 2 && b.Moves() < 2*size.Area() {
			position := queue.PositionOf(b)
			plays := grid.Candidates(&position)
			for spot := range plays.Spots {
				p := grid.points[spot]
				for _, q := range p.Neighbors() {
					var plain plainLadder
					var got, want bool
					found := make([]fastboard.Point, 3)
					switch n := b.FirstLiberties(q, found); {
					case n == 1 && b.At(q) == b.ToPlay():
						got, want = fast.saves(b, p, q), plain.saves(b, p, q)
					case n == 2 && b.At(q) != b.ToPlay():
						other := found[0] ^ found[1] ^ p
						got, want = fast.catches(b, p, other, q), plain.catches(b, p, other, q)
					default:
						continue
					}
					// Readings that came to their end may have passed it by one.
					if got != want || max(fast.left, 0) != max(plain.left, 0) {
						t.Fatalf("%v for the chain at %v: %v with %d positions left, not %v with %d, on\n%v", p, q, got, fast.left, want, plain.left, b)
					}
					if want {
						results[1]++
					} else {
						results[0]++
					}
				}
			}
			b.Play(somePlay(rng, &grid, plays))
		}
	}
	if min(results[0], results[1]) < 500 {
		t.Errorf("only %v readings failed and succeeded", results)
	}
}
