package mcts

import (
	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/ruleset"
)

// evidence is what a feature of a move is worth as a prior: a number of
// imagined simulations, and how many of them were won.
type evidence struct{ visits, wins float64 }

// knowledge is what each feature of a move is worth.
type knowledge struct {
	even        evidence            // every move
	captureOne  evidence            // takes one stone
	captureMany evidence            // takes a chain of several
	saveOne     evidence            // takes a stone out of atari
	saveMany    evidence            // the same for a chain of several
	attack      evidence            // puts a chain into atari
	ladderOne   evidence            // catches one stone in a ladder
	ladderMany  evidence            // the same for a chain of several
	doomed      evidence            // takes a chain out of atari that is caught in a ladder
	selfAtari   evidence            // leaves its own chain in atari
	shape       evidence            // makes one of the 3x3 shapes of playouts
	lowLine     evidence            // on the first two lines with no stone nearby
	thirdLine   evidence            // on the third line with no stone nearby
	near        [reach + 1]evidence // so many steps from the last move
}

// defaultKnowledge is the knowledge at Config.Priors 1.
var defaultKnowledge = knowledge{
	even:        evidence{5, 2.5},
	captureOne:  evidence{15, 15},
	captureMany: evidence{30, 30},
	saveOne:     evidence{10, 10},
	saveMany:    evidence{20, 20},
	attack:      evidence{0, 0},
	ladderOne:   evidence{10, 10},
	ladderMany:  evidence{20, 20},
	doomed:      evidence{20, 0},
	selfAtari:   evidence{10, 0},
	shape:       evidence{10, 10},
	lowLine:     evidence{10, 0},
	thirdLine:   evidence{10, 10},
	near:        [reach + 1]evidence{},
}

// priors gives moves what is believed of them before their first visit.
type priors struct {
	knowledge
	weight float64
}

func newPriors(weight float64) priors { return priors{defaultKnowledge, weight} }

// look is one worker's view of a position whose moves get priors.
type look struct {
	*fastboard.Board
	distance [fastboard.NumPoints]uint8 // from the last move, by chains; 0 is far
	liberty  [fastboard.NumPoints]uint8 // of the chain of a stone; 0 is not known yet
	queue    []fastboard.Point
	ladder   ladder
}

// apply sets the priors of the candidates on b, the pass being the last.
func (p *priors) apply(l *look, b *fastboard.Board, list []candidate) {
	plays := list[:len(list)-1]
	list[len(plays)].prior = p.even.tally()
	if p.weight > 0 {
		l.begin(b)
	}
	for i := range plays {
		sum := p.even
		if p.weight > 0 {
			known := p.evidence(l, plays[i].move)
			sum.add(evidence{known.visits * p.weight, known.wins * p.weight})
		}
		plays[i].prior = sum.tally()
	}
}

// tally rounds evidence to a tally that fits into a link and is not empty.
func (e evidence) tally() tally {
	if e.visits > maxPriorCount {
		e.visits, e.wins = maxPriorCount, e.wins*maxPriorCount/e.visits
	}
	n := max(uint32(e.visits+0.5), 1)
	return makeTally(n, min(uint32(2*e.wins+0.5), 2*n))
}

func (e *evidence) add(f evidence) {
	e.visits += f.visits
	e.wins += f.wins
}

func (l *look) begin(b *fastboard.Board) {
	l.Board = b
	clear(l.liberty[:])
	l.measure()
}

// reach is how far from the last move distances are measured.
const reach = 3

// measure finds the distance of points from the last move, where the stones
// of a chain count as one point.
func (l *look) measure() {
	clear(l.distance[:])
	last := l.LastMove()
	if last <= fastboard.Pass || l.At(last) == ruleset.Empty {
		return
	}
	queue := l.queue[:0]
	// A distance is stored plus one.
	mark := func(p fastboard.Point, d uint8) {
		if l.distance[p] != 0 || l.At(p) == ruleset.Border {
			return
		}
		l.distance[p] = d
		queue = append(queue, p)
		if l.At(p) != ruleset.Empty {
			for q := l.NextInChain(p); q != p; q = l.NextInChain(q) {
				l.distance[q] = d
				queue = append(queue, q)
			}
		}
	}
	mark(last, 1)
	for i := 0; i < len(queue); i++ {
		p := queue[i]
		d := l.distance[p]
		if d > reach {
			break
		}
		for _, q := range p.Neighbors() {
			mark(q, d+1)
		}
	}
	l.queue = queue
}

// liberties returns the number of liberties of the chain at p, 3 for more.
func (l *look) liberties(p fastboard.Point) int {
	if l.liberty[p] == 0 {
		var found [3]fastboard.Point
		n := uint8(libertiesOf(l.Board, p, &found))
		l.liberty[p] = n
		for q := l.NextInChain(p); q != p; q = l.NextInChain(q) {
			l.liberty[q] = n
		}
	}
	return int(l.liberty[p])
}

// evidence adds up the features of a move.
func (k *knowledge) evidence(l *look, p fastboard.Point) (sum evidence) {
	if d := l.distance[p]; d > 1 {
		sum.add(k.near[d-1])
	}
	code := l.Pattern3x3(p)
	if hasShape(code) {
		sum.add(k.shape)
	}
	switch {
	case hasStones(code):
		k.tactics(l, p, &sum)
	case l.alone(p):
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
	captured, saved, doomed, caught, attacked, touches := 0, 0, 0, 0, false, false
	for _, q := range p.Neighbors() {
		c := l.At(q)
		if !c.IsPlayer() {
			continue
		}
		touches = true
		switch n := l.liberties(q); {
		case n == 1 && c != us:
			captured = max(captured, l.ChainSize(q))
		case n == 1 && l.ladder.saves(l.Board, p, q):
			saved = max(saved, l.ChainSize(q))
		case n == 1:
			doomed = max(doomed, l.ChainSize(q))
		case n == 2 && c != us && l.ladder.catches(l.Board, p, q):
			caught = max(caught, l.ChainSize(q))
		case n == 2 && c != us:
			attacked = true
		}
	}
	if !touches {
		return
	}
	sum.bySize(captured, k.captureOne, k.captureMany)
	sum.bySize(saved, k.saveOne, k.saveMany)
	sum.bySize(caught, k.ladderOne, k.ladderMany)
	if attacked {
		sum.add(k.attack)
	}
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

// alone reports whether there is no stone within three steps of p.
func (l *look) alone(p fastboard.Point) bool {
	const far = 3
	for dy := -far; dy <= far; dy++ {
		row := p.Row() + dy
		if row < 1 || row > l.Size().H {
			continue
		}
		width := far - max(dy, -dy)
		for col := max(p.Col()-width, 1); col <= min(p.Col()+width, l.Size().W); col++ {
			if l.At(fastboard.At(col, row)) != ruleset.Empty {
				return false
			}
		}
	}
	return true
}
