package mcts

import (
	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/playout/lanes"
)

// evidence is what a feature of a move is worth as a prior: a number of
// imagined simulations, and how many of them were won.
type evidence struct{ visits, wins float64 }

// knowledge is what each feature of a move is worth.
type knowledge struct {
	even        evidence // every move
	captureOne  evidence // takes one stone
	captureMany evidence // takes a chain of several
	saveOne     evidence // takes a stone out of atari
	saveMany    evidence // the same for a chain of several
	ladderOne   evidence // catches one stone in a ladder
	ladderMany  evidence // the same for a chain of several
	doomed      evidence // takes a chain out of atari that is caught in a ladder
	selfAtari   evidence // leaves its own chain in atari
	shape       evidence // makes one of the 3x3 shapes of playouts
	lowLine     evidence // on the first two lines with no stone nearby
	thirdLine   evidence // on the third line with no stone nearby
}

// defaultKnowledge is the knowledge at Config.Priors 1.
var defaultKnowledge = knowledge{
	even:        evidence{5, 2.5},
	captureOne:  evidence{15, 15},
	captureMany: evidence{30, 30},
	saveOne:     evidence{10, 10},
	saveMany:    evidence{20, 20},
	ladderOne:   evidence{10, 10},
	ladderMany:  evidence{20, 20},
	doomed:      evidence{20, 0},
	selfAtari:   evidence{10, 0},
	shape:       evidence{10, 10},
	lowLine:     evidence{10, 0},
	thirdLine:   evidence{10, 10},
}

// weighted returns the knowledge with all numbers of simulations multiplied,
// except those of even.
func (k knowledge) weighted(weight float64) knowledge {
	for _, e := range []*evidence{
		&k.captureOne, &k.captureMany, &k.saveOne, &k.saveMany, &k.ladderOne, &k.ladderMany,
		&k.doomed, &k.selfAtari, &k.shape, &k.lowLine, &k.thirdLine,
	} {
		e.visits *= weight
		e.wins *= weight
	}
	return k
}

// priors gives moves what is believed of them before their first visit.
type priors struct {
	knowledge
	off bool // all moves are alike
}

func newPriors(weight float64) priors {
	return priors{defaultKnowledge.weighted(weight), weight == 0}
}

// look is one worker's view of a position whose moves get priors.
type look struct {
	*fastboard.Board
	grid   *grid
	near   lanes.Plane // points that have a stone within nearby steps
	seen   uint32      // the number of the position
	chains [fastboard.NumPoints]chain
	ladder ladder
}

// chain is what is known of the chain of a stone, if it was looked at in the
// position with the number seen.
type chain struct {
	seen      uint32
	liberties uint8           // 3 for more
	first     fastboard.Point // the first two liberties
	second    fastboard.Point
}

// nearby is how many steps from a stone the empty part of the board begins.
const nearby = 3

// apply sets the priors of the candidates on b, whose position is given too,
// the pass being the last.
func (p *priors) apply(l *look, b *fastboard.Board, position *lanes.Position, list []candidate) {
	plays := list[:len(list)-1]
	list[len(plays)].prior = p.even.tally()
	if p.off {
		for i := range plays {
			plays[i].prior = p.even.tally()
		}
		return
	}
	l.begin(b, position)
	for i := range plays {
		if plays[i].suicide {
			sum := p.even
			sum.add(p.selfAtari)
			plays[i].prior = sum.tally()
			continue
		}
		plays[i].prior = p.evidence(l, plays[i].move).tally()
	}
}

// begin looks at another board, whose position is given too.
func (l *look) begin(b *fastboard.Board, position *lanes.Position) {
	l.Board = b
	l.seen++
	stones := position.Own
	for i := range stones {
		stones[i] |= position.Opp[i]
	}
	l.near = l.grid.Near(&stones, nearby)
}

// tally rounds evidence to a tally that fits into a link and is not empty.
func (e evidence) tally() tally {
	if e.visits > maxPriorCount {
		e.visits, e.wins = maxPriorCount, e.wins*maxPriorCount/e.visits
	}
	n := max(uint32(e.visits+0.5), 1)
	return makeTally(n, min(uint32(float64(2*e.wins)+0.5), 2*n))
}

func (e *evidence) add(f evidence) {
	e.visits += f.visits
	e.wins += f.wins
}

// chainAt returns what matters of the chain at p.
func (l *look) chainAt(p fastboard.Point) *chain {
	c := &l.chains[p]
	if c.seen != l.seen {
		var found [3]fastboard.Point
		n := libertiesOf(l.Board, p, &found)
		*c = chain{l.seen, uint8(n), found[0], found[1]}
		for q := l.NextInChain(p); q != p; q = l.NextInChain(q) {
			l.chains[q] = *c
		}
	}
	return c
}

// evidence adds up the features of a move.
func (k *knowledge) evidence(l *look, p fastboard.Point) evidence {
	sum := k.even
	code := l.Pattern3x3(p)
	if hasShape(code) {
		sum.add(k.shape)
	}
	switch {
	case hasStones(code):
		k.tactics(l, p, &sum)
	case !l.near.Has(l.grid.spot(p)):
		size := l.Size()
		switch line := min(p.Col(), p.Row(), size.W+1-p.Col(), size.H+1-p.Row()); {
		case line <= 2:
			sum.add(k.lowLine)
		case line == 3:
			sum.add(k.thirdLine)
		}
	}
	return sum
}

// tactics adds the features of a move that have to do with the stones beside
// it.
func (k *knowledge) tactics(l *look, p fastboard.Point, sum *evidence) {
	us := l.ToPlay()
	captured, saved, doomed, caught, touches := 0, 0, 0, 0, false
	for _, q := range p.Neighbors() {
		c := l.At(q)
		if !c.IsPlayer() {
			continue
		}
		touches = true
		switch chain := l.chainAt(q); {
		case chain.liberties > 2:
		case chain.liberties == 1 && c != us:
			captured = max(captured, l.ChainSize(q))
		case chain.liberties == 1 && l.ladder.saves(l.Board, p, q):
			saved = max(saved, l.ChainSize(q))
		case chain.liberties == 1:
			doomed = max(doomed, l.ChainSize(q))
		case c != us && l.ladder.catches(l.Board, p, chain.first^chain.second^p, q):
			caught = max(caught, l.ChainSize(q))
		}
	}
	if !touches {
		return
	}
	sum.bySize(captured, k.captureOne, k.captureMany)
	sum.bySize(saved, k.saveOne, k.saveMany)
	sum.bySize(caught, k.ladderOne, k.ladderMany)
	if l.SelfAtari(p) {
		sum.add(k.selfAtari)
	} else if doomed > 0 {
		sum.add(k.doomed)
	}
}

// bySize adds evidence for a chain of one stone or of many, if there is one.
func (e *evidence) bySize(stones int, one, many evidence) {
	switch {
	case stones > 1:
		e.add(many)
	case stones == 1:
		e.add(one)
	}
}
