package mcts

import (
	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/playout/lanes"
	"github.com/tengen-go/tengen/ruleset"
)

// # Symmetry
//
// On the empty board, after a first move in its middle and now and then later,
// a position looks the same when it is turned or mirrored, and then every move
// has others that are worth the same. The tree has one of them as a child, so
// that simulations add up there instead of being spread over as many as eight
// copies. Which one is left to the seed, and games begin in all corners.
//
// The symmetries of a position in the tree are those of the root that take no
// move on the way to another point. Those that come about otherwise are found
// when the position becomes the root. What a superko rule forbids may depend on
// how a position came about; two moves of which only one repeats a position are
// not alike, but what they lead to is taken to be.

// symmetrySet is a set of the symmetries of a board, a bit for each by its number
// (see ruleset.Size.Reflect) but the identity, which all positions have.
type symmetrySet uint8

// symmetries are those of a board as points.
type symmetries struct {
	count  int
	images [8][fastboard.NumPoints]fastboard.Point
	fixing [fastboard.NumPoints]symmetrySet // those that take a point to itself
}

func newSymmetries(size ruleset.Size) *symmetries {
	t := &symmetries{count: size.Symmetries()}
	for k := range t.count {
		for p := range fastboard.Point(fastboard.NumPoints) {
			t.images[k][p] = p // the pass, and what is off the board
		}
		for i := range size.Area() {
			t.images[k][fastboard.FromRuleset(size.PointAt(i))] = fastboard.FromRuleset(size.PointAt(size.Reflect(k, i)))
		}
		for p, image := range t.images[k] {
			if k > 0 && int(image) == p {
				t.fixing[p] |= 1 << k
			}
		}
	}
	return t
}

// of returns the symmetries of a position, its last move and its ko included.
func (t *symmetries) of(b *fastboard.Board) (set symmetrySet) {
	for k := 1; k < t.count; k++ {
		if t.isOf(k, b) {
			set |= 1 << k
		}
	}
	return set
}

func (t *symmetries) isOf(k int, b *fastboard.Board) bool {
	image := &t.images[k]
	if last, ko := b.LastMove(), b.Ko(); isPlay(last) && image[last] != last || isPlay(ko) && image[ko] != ko {
		return false
	}
	size := b.Size()
	for i := range size.Area() {
		p := fastboard.FromRuleset(size.PointAt(i))
		if b.At(p) != b.At(image[p]) {
			return false
		}
	}
	return true
}

// along returns the symmetries that are left of a set after moves.
func (t *symmetries) along(set symmetrySet, moves []fastboard.Point) symmetrySet {
	for _, move := range moves {
		if set == 0 {
			break
		}
		set &= t.fixing[move%fastboard.NumPoints]
	}
	return set
}

// dropMirrored takes plays out of the set that are like others by the symmetries,
// all but the one that a symmetry chosen by chance takes to the first point.
func (t *symmetries) dropMirrored(set symmetrySet, plays *lanes.Plane, g *grid, chance uint64) {
	if set == 0 {
		return
	}
	all, order := *plays, &t.images[chance%uint64(t.count)]
	for spot := range all.Spots {
		p := g.points[spot]
		for k := 1; k < t.count; k++ {
			image := t.images[k][p]
			if set>>k&1 != 0 && all.Has(g.spot(image)) && order[image] < order[p] {
				plays.Remove(spot)
				break
			}
		}
	}
}
