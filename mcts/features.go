package mcts

import (
	"math/bits"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/ruleset"
)

// What a move does to the chains beside it, as features.
const (
	captureOne  = iota // takes one stone
	captureMany        // takes a chain of several
	saveOne            // takes a stone out of atari
	saveMany
	doomedOne // takes a stone out of atari that is caught in a ladder
	doomedMany
	ladderOne // catches a stone in a ladder
	ladderMany
	atari         // leaves an enemy chain one liberty, and no ladder
	selfAtariOne  // leaves the new stone one liberty
	selfAtariMany // the same with a chain
	tacticCount
)

// The features of a move, by ranges of their numbers. A move has one feature of
// each range at most, but any number of tactics.
const (
	shapeFeature  = 0                                 // the 3x3 points around it, see shapeClasses
	tacticFeature = shapeFeature + maxShapes          // see above
	lastFeature   = tacticFeature + tacticCount       // distance from the last move
	ownFeature    = lastFeature + distanceCount       // distance from the own move before that
	lineFeature   = ownFeature + distanceCount        // line, by how full the board is
	stepFeature   = lineFeature + fullCount*lineCount // steps from the last move, a chain being one
	openFeature   = stepFeature + stepCount           // both lines of a lonely point, see openClass
	featureCount  = openFeature + openCount

	distanceCount = 12
	lineCount     = 5
	fullCount     = firstStones + 3
	stepCount     = 3
	openCount     = lineCount * (lineCount + 1) / 2
	mostFeatures  = 6 + tacticCount // of one move
)

// features are those of one move.
type features struct {
	list [mostFeatures]uint16
	n    int
}

func (f *features) add(number int) {
	f.list[f.n] = uint16(number)
	f.n++
}

// features finds those of a move.
func (l *look) features(p fastboard.Point, f *features) {
	f.n = 0
	code := seenBy(l.ToPlay(), l.Pattern3x3(p))
	f.add(shapeFeature + int(shapeClasses[code]))
	if isPlay(l.LastMove()) {
		f.add(lastFeature + distance(p, l.LastMove()))
	}
	if isPlay(l.before) {
		f.add(ownFeature + distance(p, l.before))
	}
	size := l.Size()
	f.add(lineFeature + fullness(l.Board)*lineCount + lineOf(p, size) - 1)
	spot := l.grid.spot(p)
	for i := range l.steps {
		if l.steps[i].Has(spot) {
			f.add(stepFeature + i)
			break
		}
	}
	if l.lonely.Has(spot) {
		f.add(openFeature + openClass(p, size))
	}
	for set := l.tactics(p); set != 0; set &= set - 1 {
		f.add(tacticFeature + bits.TrailingZeros16(uint16(set)))
	}
}

func isPlay(p fastboard.Point) bool { return p != fastboard.Pass && p != fastboard.NoPoint }

// lineOf returns the line of a point, from 1 at the edge; the last one stands for
// all further inside.
func lineOf(p fastboard.Point, size ruleset.Size) int {
	return min(p.Col(), p.Row(), size.W+1-p.Col(), size.H+1-p.Row(), lineCount)
}

// openClass numbers the points by the lines on which they lie as seen from two
// sides of a corner, whichever is which: what the first moves in a corner and
// along a side are told by.
func openClass(p fastboard.Point, size ruleset.Size) int {
	x, y := min(p.Col(), size.W+1-p.Col(), lineCount), min(p.Row(), size.H+1-p.Row(), lineCount)
	low, high := min(x, y), max(x, y)
	return high*(high-1)/2 + low - 1
}

// fullness returns how full a board is: at first by the number of its stones,
// each step twice the one before, then in steps of a sixth of its points; the
// last one stands for all beyond.
func fullness(b *fastboard.Board) int {
	area := b.Size().Area()
	stones := area - b.EmptyCount()
	if full := 6 * stones / area; full > 0 {
		return min(firstStones+full, fullCount-1)
	}
	return min(bits.Len(uint(stones/2)), firstStones)
}

// firstStones is how many steps count stones: none and one, two and three, four
// to seven.
const firstStones = 3

// distance is dx + dy + max(dx, dy), counted from 0 for neighbors; the last one
// stands for all beyond. (The distance of R. Coulom, Computing Elo ratings of
// move patterns in the game of Go, 2007.)
func distance(p, q fastboard.Point) int { return distanceOf(p.Col()-q.Col(), p.Row()-q.Row()) }

// distanceOf is the distance of points so many columns and rows apart.
func distanceOf(dx, dy int) int {
	dx, dy = max(dx, -dx), max(dy, -dy)
	return min(max(dx+dy+max(dx, dy)-2, 0), distanceCount-1)
}

// tacticSet is a set of tactics, one bit each.
type tacticSet uint16

// tactics finds what a move does to the chains beside it.
func (l *look) tactics(p fastboard.Point) (set tacticSet) {
	us := l.ToPlay()
	touches := false
	var heads [4]fastboard.Point
	for i, q := range p.Neighbors() {
		head := l.Head(q)
		if head == fastboard.NoPoint {
			continue
		}
		touches = true
		chain := l.chainOf(head)
		if chain.liberties > 2 || seenBefore(&heads, head) {
			continue
		}
		heads[i] = head
		one := 0
		switch own := l.At(q) == us; {
		case chain.liberties == 1 && !own:
			one = captureOne
		case chain.liberties == 1 && l.ladder.saves(l.Board, p, q):
			one = saveOne
		case chain.liberties == 1:
			one = doomedOne
		case own:
			continue
		case l.ladder.catches(l.Board, p, chain.first^chain.second^p, q):
			one = ladderOne
		default:
			set |= 1 << atari
			continue
		}
		if l.NextInChain(q) != q {
			one++ // the feature for many stones follows that for one
		}
		set |= 1 << one
	}
	if touches && l.SelfAtari(p) {
		set |= 1 << (selfAtariOne + min(l.NeighborCount(p, us), 1))
	}
	return set
}

// seenBefore reports whether head is among the heads.
func seenBefore(heads *[4]fastboard.Point, head fastboard.Point) bool {
	return heads[0] == head || heads[1] == head || heads[2] == head
}

// moveBefore returns the move before the last one at the end of p.
func (w *worker) moveBefore(p *path) fastboard.Point {
	if p.depth >= 2 {
		return p.moves[p.depth-2]
	}
	moves := w.search.game
	i := len(moves) + p.depth - 2
	if i < 0 || moves[i].Point == ruleset.Pass {
		return fastboard.NoPoint
	}
	return fastboard.FromRuleset(moves[i].Point)
}
