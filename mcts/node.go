package mcts

import (
	"sync/atomic"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/playout/lanes"
	"github.com/tengen-go/tengen/ruleset"
)

// tally is a number of results and their sum in one word, so that one atomic
// operation keeps both in step: the count in the lower half, the half wins of
// the player who chooses among the children in the upper one.
type tally uint64

const (
	oneVisit   tally = 1
	oneHalfWin tally = 1 << 32
)

func makeTally(n, halfWins uint32) tally { return tally(halfWins)<<32 | tally(n) }

func (t tally) count() uint32    { return uint32(t) }
func (t tally) halfWins() uint32 { return uint32(t >> 32) }

// value returns the mean result in [0, 1]; 0 without results.
func (t tally) value() float64 {
	if t.count() == 0 {
		return 0
	}
	return float64(t.halfWins()) / (2 * float64(t.count()))
}

// link is what does not change about a child, and where its node is: the ref
// in bits 0-31, the move in bits 32-47, the count of its prior above. Of the
// imagined simulations of a prior, evenSims are half won, the others won.
type link uint64

const linkRefMask link = 1<<32 - 1

func makeLink(move fastboard.Point, prior tally) link {
	return link(move)<<32 | link(prior.count())<<48
}

func (l link) child() ref            { return ref(l & linkRefMask) }
func (l link) move() fastboard.Point { return fastboard.Point(l >> 32) }
func (l link) prior() tally          { return priorTally(uint32(l >> 48)) }
func (l link) withChild(r ref) link  { return l&^linkRefMask | link(r) }

// node is a view of one expanded node in the arena. Its words are
//
//	header  number of children, and a flag whether the last of them, the
//	        pass, may be chosen; in the upper half a mark, used by compact
//	total   visits that went on to a child, running ones included
//	state   the rest of the position: see stateOf
//	planes  four planes of as many words as the board needs: the plays among
//	        the children, and the position (own and opponent's stones, those
//	        in atari)
//	visits  per child: visits, running ones included, and half wins; the
//	        prior counts like visits
//	rave    per child: simulations with the move at any time, and half wins
//	links   per child
//
// The children stand in the order of their bits in the planes. The pass is the
// last child of every node, so that it can be allowed later, when the node
// becomes the root.
type node struct {
	header, total       *uint64
	state               uint64
	planes              []uint64
	visits, rave, links []uint64 // without the pass, if it may not be chosen
}

const (
	planeCount = 4
	childWords = 3
	headerPass = 1 << 16
	headerMark = 32 // the shift of the mark
	headerKids = 1<<16 - 1
)

func (a *arena) headerWords() int           { return 3 + planeCount*a.planes }
func (a *arena) nodeWords(children int) int { return a.headerWords() + childWords*children }

// node returns the view of the node at r.
func (a *arena) node(r ref) node {
	w := a.words(r)
	kids := int(w[0] & headerKids)
	usable := kids - 1
	if w[0]&headerPass != 0 {
		usable = kids
	}
	head := a.headerWords()
	body := w[head : head+childWords*kids]
	return node{
		header: &w[0],
		total:  &w[1],
		state:  w[2],
		planes: w[3:head],
		visits: body[:usable],
		rave:   body[kids : kids+usable],
		links:  body[2*kids : 2*kids+usable],
	}
}

// plays returns the plane of the plays among the children.
func (n *node) plays() []uint64 { return n.planes[:len(n.planes)/planeCount] }

// position writes the position of the node.
func (n *node) position(p *lanes.Position) {
	words := len(n.planes) / planeCount
	for i, plane := range [...]*lanes.Plane{&p.Own, &p.Opp, &p.Atari} {
		copy(plane[:], n.planes[(i+1)*words:(i+2)*words])
		clear(plane[words:])
	}
	p.Ko, p.Last = lanes.Spot(n.state), lanes.Spot(n.state>>16)
	p.Passes, p.White = uint8(n.state>>32), n.state>>40&1 != 0
}

// stateOf packs what a position has beside its planes.
func stateOf(p *lanes.Position) uint64 {
	state := uint64(p.Ko) | uint64(p.Last)<<16 | uint64(p.Passes)<<32
	if p.White {
		state |= 1 << 40
	}
	return state
}

// allow says whether the pass may be chosen. Not while workers run.
func (n *node) allow(pass bool) {
	*n.header &^= headerPass
	if pass {
		*n.header |= headerPass
	}
}

// visit returns the visits of a child without its prior.
func (n *node) visit(slot int) tally {
	return tally(atomic.LoadUint64(&n.visits[slot])) - n.link(slot).prior()
}

func (n *node) raveTally(slot int) tally { return tally(atomic.LoadUint64(&n.rave[slot])) }
func (n *node) link(slot int) link       { return link(atomic.LoadUint64(&n.links[slot])) }

// find returns the slot of a move, -1 if it is no child.
func (n *node) find(move fastboard.Point) int {
	for slot := range n.links {
		if n.link(slot).move() == move {
			return slot
		}
	}
	return -1
}

// candidate is a child before its node is built.
type candidate struct {
	move    fastboard.Point
	prior   tally
	suicide bool
}

// newNode writes a node for a position and its candidates, of which the pass is
// the last. It returns noNode if the arena is full.
func (a *arena) newNode(p *lanes.Position, plays *lanes.Plane, candidates []candidate, pass bool) ref {
	kids := len(candidates)
	r := a.alloc(a.nodeWords(kids))
	if r == noNode {
		return noNode
	}
	w := a.words(r)
	w[0], w[1], w[2] = uint64(kids), 0, stateOf(p)
	if pass {
		w[0] |= headerPass
	}
	for i, plane := range [planeCount]*lanes.Plane{plays, &p.Own, &p.Opp, &p.Atari} {
		copy(w[3+i*a.planes:3+(i+1)*a.planes], plane[:])
	}
	head := a.headerWords()
	body := w[head : head+childWords*kids]
	visits, rave, links := body[:kids], body[kids:2*kids], body[2*kids:]
	for i, c := range candidates {
		visits[i] = uint64(c.prior)
		rave[i] = 0
		links[i] = uint64(makeLink(c.move, c.prior))
	}
	return r
}

// halfWinsFor turns half wins of Black into those of c in n results.
func halfWinsFor(c ruleset.Color, black, n uint32) uint32 {
	if c == ruleset.White {
		return 2*n - black
	}
	return black
}
