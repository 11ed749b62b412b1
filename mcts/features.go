package mcts

import (
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
	shapeFeature  = 0                           // the 3x3 points around it, see shapeClasses
	tacticFeature = shapeFeature + maxShapes    // see above
	lastFeature   = tacticFeature + tacticCount // distance from the last move
	ownFeature    = lastFeature + distanceCount // distance from the own move before that
	lineFeature   = ownFeature + distanceCount  // line, by how full the board is
	stepFeature   = lineFeature + fullCount*lineCount
	featureCount  = stepFeature + stepCount // steps from the last move, a chain being one

	distanceCount = 12
	lineCount     = 5
	fullCount     = 3
	stepCount     = 3
	mostFeatures  = 5 + tacticCount // of one move
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
	line := min(p.Col(), p.Row(), size.W+1-p.Col(), size.H+1-p.Row(), lineCount)
	full := min(2*fullCount*(size.Area()-l.EmptyCount())/size.Area(), fullCount-1)
	f.add(lineFeature + full*lineCount + line - 1)
	spot := l.grid.spot(p)
	for i := range l.steps {
		if l.steps[i].Has(spot) {
			f.add(stepFeature + i)
			break
		}
	}
	if hasStones(code) {
		l.tactics(p, f)
	}
}

func isPlay(p fastboard.Point) bool { return p != fastboard.Pass && p != fastboard.NoPoint }

// distance is dx + dy + max(dx, dy), counted from 0 for neighbors; the last one
// stands for all beyond. (The distance of R. Coulom, Computing Elo ratings of
// move patterns in the game of Go, 2007.)
func distance(p, q fastboard.Point) int {
	dx, dy := p.Col()-q.Col(), p.Row()-q.Row()
	dx, dy = max(dx, -dx), max(dy, -dy)
	return min(max(dx+dy+max(dx, dy)-2, 0), distanceCount-1)
}

// tactics adds the features that have to do with the chains beside a move.
func (l *look) tactics(p fastboard.Point, f *features) {
	us := l.ToPlay()
	var has [tacticCount]bool
	touches := false
	neighbors := p.Neighbors()
	for i, q := range neighbors {
		c := l.At(q)
		if !c.IsPlayer() || l.anyOf(neighbors[:i], q) {
			continue
		}
		touches = true
		one := -1
		switch chain := l.chainAt(q); {
		case chain.liberties > 2:
		case chain.liberties == 1 && c != us:
			one = captureOne
		case chain.liberties == 1 && l.ladder.saves(l.Board, p, q):
			one = saveOne
		case chain.liberties == 1:
			one = doomedOne
		case c != us && l.ladder.catches(l.Board, p, chain.first^chain.second^p, q):
			one = ladderOne
		case c != us:
			has[atari] = true
		}
		if one >= 0 {
			many := min(l.ChainSize(q)-1, 1)
			has[one+many] = true
		}
	}
	if touches && l.SelfAtari(p) {
		many := min(l.NeighborCount(p, us), 1)
		has[selfAtariOne+many] = true
	}
	for t, yes := range has {
		if yes {
			f.add(tacticFeature + t)
		}
	}
}

// anyOf reports whether q belongs to the chain of one of the points.
func (l *look) anyOf(points []fastboard.Point, q fastboard.Point) bool {
	for _, p := range points {
		if l.SameChain(p, q) {
			return true
		}
	}
	return false
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
