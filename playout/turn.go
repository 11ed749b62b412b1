package playout

import (
	"math/bits"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/ruleset"
)

// turn is what the rules of Tactical look at and where they put their offers.
// The zero value with a board serves for one move. A loop that plays all moves
// of a playout keeps it from move to move, with tracking on.
type turn struct {
	*fastboard.Board
	givenUp fastboard.PointSet // in this turn
	offered fastboard.PointSet
	any     bool // whether a point is offered

	// With tracking, weak has the last liberty of every chain in atari,
	// whoever owns it, and perhaps points that once were one. A chain gets
	// into atari only by a move beside it or by a stone of its own, and at both
	// the rule Capture looks anyway; so Anywhere need not look at the whole
	// board, which would take a third of the time of a playout.
	tracking bool
	weak     fastboard.PointSet
}

// track turns tracking on.
func (a *turn) track() {
	a.tracking = true
	for i := range a.EmptyCount() {
		if p := a.EmptyAt(i); a.Captures(p, ruleset.Black) || a.Captures(p, ruleset.White) {
			a.weak.Add(p)
		}
	}
}

// offer offers the empty point p if it is a candidate.
func (a *turn) offer(p fastboard.Point) {
	if a.isCandidate(p) {
		a.offered.Add(p)
		a.any = true
	}
}

// isCandidate reports whether the empty point p may be chosen.
func (a *turn) isCandidate(p fastboard.Point) bool {
	return a.Playable(p) && !a.givenUp.Has(p)
}

// takesEffect reports whether a rule with the given chance takes effect with
// what is offered; if not, the offer is withdrawn.
func (a *turn) takesEffect(chance uint16, rng *RNG) bool {
	if !a.any {
		return false
	}
	if rng.Chance(chance) {
		return true
	}
	a.withdraw()
	return false
}

func (a *turn) withdraw() {
	a.offered = fastboard.PointSet{}
	a.any = false
}

// draw draws one of the points offered.
func (a *turn) draw(rng *RNG) fastboard.Point {
	n := rng.Intn(uint32(a.offered.Len()))
	p := a.offered.Nth(int(n))
	a.withdraw()
	return p
}

// drawCandidate draws a candidate like Uniform, Pass if there is none.
func (a *turn) drawCandidate(rng *RNG) fastboard.Point {
	for n := a.EmptyCount(); n > 0; n-- {
		i := int(rng.Intn(uint32(n)))
		p := a.EmptyAt(i)
		if a.isCandidate(p) {
			return p
		}
		a.SwapEmpty(i, n-1)
	}
	return fastboard.Pass
}

// offerAnswers is the rule Capture.
func (a *turn) offerAnswers(last fastboard.Point) {
	if liberty, atari := a.InAtari(last); atari {
		a.weak.Add(liberty)
		a.offer(liberty)
	}
	us := a.ToPlay()
	for _, p := range last.Neighbors() {
		if a.At(p) != us {
			continue
		}
		if liberty, atari := a.InAtari(p); atari {
			a.weak.Add(liberty)
			a.offer(liberty)
			a.offerCounters(p, us.Opponent())
		}
	}
}

// offerCounters offers the captures of enemy chains that touch the chain at p.
func (a *turn) offerCounters(p fastboard.Point, enemy ruleset.Color) {
	for q := p; ; {
		for _, r := range q.Neighbors() {
			if a.At(r) != enemy {
				continue
			}
			if liberty, atari := a.InAtari(r); atari {
				a.offer(liberty)
			}
		}
		if q = a.NextInChain(q); q == p {
			return
		}
	}
}

// offerShapes is the rule Pattern.
func (a *turn) offerShapes(last fastboard.Point) {
	for _, p := range last.Neighbors() {
		a.offerShape(p)
	}
	for _, p := range last.Diagonals() {
		a.offerShape(p)
	}
}

func (a *turn) offerShape(p fastboard.Point) {
	if a.At(p) == ruleset.Empty && hasShape(a.Pattern3x3(p)) {
		a.offer(p)
	}
}

// offerCaptures is the rule Anywhere.
func (a *turn) offerCaptures() {
	us := a.ToPlay()
	if !a.tracking {
		for i := range a.EmptyCount() {
			if p := a.EmptyAt(i); a.Captures(p, us) {
				a.offer(p)
			}
		}
		return
	}
	for i, word := range a.weak {
		for ; word != 0; word &= word - 1 {
			p := fastboard.Point(64*i + bits.TrailingZeros64(word))
			switch {
			case a.At(p) != ruleset.Empty:
				a.weak.Remove(p)
			case a.Captures(p, us):
				a.offer(p)
			case !a.Captures(p, us.Opponent()):
				a.weak.Remove(p)
			}
		}
	}
}
