package mcts

import (
	"sync/atomic"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/playout/lanes"
	"github.com/tengen-go/tengen/ruleset"
)

// tally is a number of results and their sum in one word, so that one atomic
// operation keeps both in step: the count in the lower half, below three bits
// for what is proven, see proof; in the upper half the results of the player
// who chooses among the children, in units of which winUnits are a win.
type tally uint64

const (
	oneVisit tally = 1
	oneUnit  tally = 1 << 32

	countMask = 1<<29 - 1
	winUnits  = 16 // visits times units do not overflow, see mostVisits
)

func makeTally(n, units uint32) tally { return tally(units)<<32 | tally(n) }

func (t tally) count() uint32 { return uint32(t) & countMask }
func (t tally) units() uint32 { return uint32(t >> 32) }
func (t tally) proof() proof  { return proof(t) & proofMask }

// atMost returns a tally of the same mean with no more than n results.
func (t tally) atMost(n uint32) tally {
	if t.count() <= n {
		return t
	}
	return makeTally(n, uint32(uint64(t.units())*uint64(n)/uint64(t.count())))
}

// value returns the mean result in [0, 1]; 0 without results.
func (t tally) value() float64 {
	if t.count() == 0 {
		return 0
	}
	return float64(t.units()) / (winUnits * float64(t.count()))
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
//	header  number of children, of the spare ones among them, and flags; in
//	        the upper half a mark, used by compact
//	priors  the counts of the priors of all children, added up
//	state   the rest of the position: see stateOf
//	planes  four planes of as many words as the board needs: the plays among
//	        the children, and the position (own and opponent's stones, those
//	        in atari)
//	visits  per child: visits, running ones included, their results, and
//	        what is proven; the prior counts like visits
//	rave    per child: simulations with the move at any time, and results
//	links   per child
//
// The plays stand in the order of their bits in the planes, then comes the pass,
// which every node has, so that it can be allowed later, when the node becomes
// the root. The spare children behind it are moves that the search does without,
// until everything else is proven not to win; then they and the pass are open.
type node struct {
	header              *uint64
	state               uint64
	planes              []uint64
	visits, rave, links []uint64 // without those that may not be chosen
}

const (
	planeCount    = 4
	childWords    = 3
	headerKids    = 1<<12 - 1
	headerSpare   = 12      // the shift of the number of spare children
	headerPass    = 1 << 24 // the pass may be chosen
	headerOpen    = 1 << 25 // all children may be chosen
	headerPartial = 1 << 26 // there are legal moves that are no children
	headerNarrow  = 1 << 27 // there are few plays, those alike by symmetry counted too
	headerMark    = 32      // the shift of the mark
)

func (a *arena) headerWords() int           { return 3 + planeCount*a.planes }
func (a *arena) nodeWords(children int) int { return a.headerWords() + childWords*children }

// node returns the view of the node at r.
func (a *arena) node(r ref) (n node) {
	w := a.words(r)
	kids, usable := children(atomic.LoadUint64(&w[0]))
	head := a.headerWords()
	body := w[head : head+childWords*kids]
	n.header, n.state = &w[0], w[2]
	n.planes = w[3:head]
	n.visits = body[:usable]
	n.rave = body[kids : kids+usable]
	n.links = body[2*kids : 2*kids+usable]
	return n
}

// children returns the number of children by a header, and of those among them that
// may be chosen.
func children(header uint64) (kids, usable int) {
	kids = int(header & headerKids)
	usable = kids
	if header&headerOpen == 0 {
		usable -= int(header>>headerSpare&headerKids) + 1
		if header&headerPass != 0 {
			usable++
		}
	}
	return kids, usable
}

// total returns the visits that went on to a child of a node with the given words,
// running ones included. It adds them up, as it is rarely asked: a sum kept in the
// node would be one more word that all workers write.
func (a *arena) total(w []uint64) (n uint32) {
	kids, head := int(atomic.LoadUint64(&w[0])&headerKids), a.headerWords()
	for i := range w[head : head+kids] {
		n += tally(atomic.LoadUint64(&w[head+i])).count()
	}
	return n - uint32(w[1])
}

// rave returns the plane of the plays among the children of a node with the given
// words and the tallies of RAVE of all its children: what node returns, with less
// to look at.
func (a *arena) rave(w []uint64) (plays, rave []uint64) {
	kids := int(atomic.LoadUint64(&w[0]) & headerKids)
	head := a.headerWords()
	return w[3 : 3+a.planes], w[head+kids : head+2*kids]
}

// link returns the word of the link to a child of the node at r.
func (a *arena) link(r ref, slot int) *uint64 {
	w := a.words(r)
	kids := int(atomic.LoadUint64(&w[0]) & headerKids)
	return &w[a.headerWords()+2*kids+slot]
}

// plays returns the plane of the plays among the children.
func (n *node) plays() []uint64 { return n.planes[:len(n.planes)/planeCount] }

// position writes the position of a node with the given words. What p has in words
// that are not in use must be 0.
func (a *arena) position(w []uint64, p *lanes.Position) {
	planes := w[3+a.planes : 3+planeCount*a.planes]
	for i := range min(a.planes, lanes.MaxWords) {
		p.Own[i], p.Opp[i], p.Atari[i] = planes[i], planes[a.planes+i], planes[2*a.planes+i]
	}
	state := w[2]
	p.Ko, p.Last = lanes.Spot(state), lanes.Spot(state>>16)
	p.Passes, p.White = uint8(state>>32), state>>40&1 != 0
}

// stateOf packs what a position has beside its planes.
func stateOf(p *lanes.Position) uint64 {
	state := uint64(p.Ko) | uint64(p.Last)<<16 | uint64(p.Passes)<<32
	if p.White {
		state |= 1 << 40
	}
	return state
}

// pass returns the slot of the pass.
func (n *node) pass() int {
	header := atomic.LoadUint64(n.header)
	return int(header&headerKids) - 1 - int(header>>headerSpare&headerKids)
}

// has reports whether a flag of the header is set.
func (n *node) has(flag uint64) bool { return atomic.LoadUint64(n.header)&flag != 0 }

// allow says whether the pass may be chosen, unless everything is open. Not
// while workers run.
func (n *node) allow(pass bool) {
	*n.header &^= headerPass
	if pass {
		*n.header |= headerPass
	}
}

// visit returns the visits of a child without its prior, and what is proven.
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

// moves are the children of a node before it is built: the plays in the order of
// their bits, the pass, and the spare ones.
type moves struct {
	list    []candidate
	spare   int
	pass    bool // it may be chosen
	narrow  bool // there are few plays, see Search.narrow
	partial bool // there are legal moves that are not in the list
}

// candidate is a child before its node is built.
type candidate struct {
	move    fastboard.Point
	suicide bool
	prior   tally
}

// newNode writes a node for a position and its moves. It returns noNode if the
// arena is full.
func (a *arena) newNode(p *lanes.Position, plays *lanes.Plane, m moves) ref {
	kids := len(m.list)
	r := a.alloc(a.nodeWords(kids))
	if r == noNode {
		return noNode
	}
	w := a.words(r)
	w[0], w[2] = uint64(kids)|uint64(m.spare)<<headerSpare, stateOf(p)
	if m.pass {
		w[0] |= headerPass
	}
	if m.partial {
		w[0] |= headerPartial
	}
	if m.narrow {
		w[0] |= headerNarrow
	}
	for i, plane := range [planeCount]*lanes.Plane{plays, &p.Own, &p.Opp, &p.Atari} {
		copy(w[3+i*a.planes:3+(i+1)*a.planes], plane[:])
	}
	head := a.headerWords()
	body := w[head : head+childWords*kids]
	visits, rave, links := body[:kids], body[kids:2*kids], body[2*kids:]
	priors := uint64(0)
	for i, c := range m.list {
		priors += uint64(c.prior.count())
		visits[i] = uint64(c.prior)
		rave[i] = 0
		links[i] = uint64(makeLink(c.move, c.prior))
	}
	w[1] = priors
	return r
}

// unitsFor turns the units of Black in a result into those of c.
func unitsFor(c ruleset.Color, black uint32) uint32 {
	if c == ruleset.White {
		return winUnits - black
	}
	return black
}
