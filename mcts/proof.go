package mcts

import (
	"sync/atomic"

	"github.com/tengen-go/tengen/playout/lanes"
	"github.com/tengen-go/tengen/ruleset"
)

// # Proofs
//
// A simulation that ends in the tree, by passes, has no playout: its result is
// certain. What follows from it is noted with the children on its way: a child
// is proven to win if all replies to it are proven to lose, to lose if one reply
// wins, and drawn likewise. A child that is proven to lose is chosen no more, so
// that the simulations go where there is something to find out; the counts of
// visits and their results stay as they are.
//
// A proof is one under the referee's rules, if both sides may play anything
// legal: superko is checked against the game and the path, and a node belongs to
// one path only. What else a proof needs:
//
//   - All replies. Moves that the search does without, the pass where it is no
//     child and fillings of own eyes, are spare children of every node. Once all
//     others are proven not to win they are opened, searched, and have to be
//     proven too. Where moves are missing that are legal, which are some
//     suicides and, under natural situational superko, now and then the taking
//     back of a ko, a node is never proven by all of its children.
//   - Games that end as the tree thinks. Under territory scoring they are played
//     out, and there are no proofs. Neither are there where repetitions
//     end games as draws or without result, where the taking back of a ko is
//     allowed, or while moves are barred (Restrict). A game that would be longer
//     than the rules allow proves nothing.

// proof is what is certain about a child, for the player who chooses it; flags
// in the lower half of a tally.
type proof uint32

const (
	unproven   proof = 0
	provenWin  proof = 1 << 29
	provenDraw proof = 1 << 30
	provenLoss proof = 1 << 31
	proofMask        = provenWin | provenDraw | provenLoss
)

// proofOf returns the proof of a result in half wins.
func proofOf(halfWins uint32) proof {
	return [...]proof{provenLoss, provenDraw, provenWin}[halfWins]
}

// value returns the value of what is proven.
func (p proof) value() float64 {
	switch p {
	case provenWin:
		return 1
	case provenDraw:
		return 0.5
	}
	return 0
}

// canProve reports whether ends in the tree prove something.
func (s *Search) canProve() bool {
	rules := &s.scoring.rules
	return s.config.Solver && !s.scoring.territory && s.allowed == nil &&
		(rules.Ko.Superko() || rules.Ko == ruleset.KoSimple && rules.OnCycle == ruleset.CycleNone)
}

// prove notes a result that is certain, in half wins of Black, with the last move
// of p, and what follows from it with those before.
func (w *worker) prove(p *path, black uint32) {
	s := w.search
	if len(s.game)+p.depth > s.scoring.rules.MoveLimit(s.count.Size) {
		return
	}
	halfWins := black // of the player who made the move
	if (s.scoring.color == ruleset.White) == (p.depth%2 == 1) {
		halfWins = 2 - black
	}
	for i := p.depth - 1; i >= 0; i-- {
		n := s.arena.node(p.nodes[i])
		slot := int(p.slots[i])
		if tally(atomic.LoadUint64(&n.visits[slot])).proof() != unproven {
			return // and so is what follows from it
		}
		w.set(p.nodes[i], s.arena.headerWords()+slot, uint64(proofOf(halfWins)))
		certain := false
		if halfWins, certain = n.proven(); !certain {
			if n.closed() {
				w.set(p.nodes[i], 0, headerOpen)
			}
			return
		}
		halfWins = 2 - halfWins
	}
}

// set sets bits of a word of the node at r, and of its copy.
func (w *worker) set(r ref, place int, bits uint64) {
	word := &w.search.arena.words(r)[place]
	if !w.shared {
		*word |= bits
		return
	}
	atomic.OrUint64(word, bits)
	if c := w.copies.at(r); c.of == r {
		c.words[place] |= bits
		c.known[place] |= bits
	}
}

// proven returns the result for the player to move at n, in half wins, if it is
// certain by what is proven about its children.
func (n *node) proven() (halfWins uint32, certain bool) {
	certain = len(n.visits) == int(atomic.LoadUint64(n.header)&headerKids) && !n.has(headerPartial)
	for slot := range n.visits {
		switch tally(atomic.LoadUint64(&n.visits[slot])).proof() {
		case provenWin:
			return 2, true
		case provenDraw:
			halfWins = 1
		case unproven:
			certain = false
		}
	}
	return halfWins, certain
}

// closed reports whether the children that may be chosen are proven not to win, so
// that all must be allowed to be.
func (n *node) closed() bool {
	for slot := range n.visits {
		if tally(atomic.LoadUint64(&n.visits[slot])).proof() == unproven {
			return false
		}
	}
	return true
}

// addSpare adds to the children of w.board, which position is too, those that
// proofs need besides: legal moves among the points given, which are the empty
// ones that list has left out by themselves.
func (w *worker) addSpare(left *lanes.Plane) {
	s, b := w.search, &w.board
	rules := &s.scoring.rules
	for spot := range left.Spots {
		p := s.grid.points[spot]
		switch {
		case b.Legal(p): // fills an own eye
			if s.superko && w.keys.repeats(b.HashAfter(p), b.ToPlay()) {
				continue
			}
			w.moves.list = append(w.moves.list, candidate{move: p, prior: priorTally(evenSims)})
			w.moves.spare++
		case p == b.Ko():
			if s.superko && !w.keys.repeats(b.HashAfter(p), b.ToPlay()) {
				w.moves.partial = true
			}
		default:
			stones := b.Suicide(p)
			allowed := rules.Suicide == ruleset.SuicideAny && stones > 0 ||
				rules.Suicide == ruleset.SuicideMulti && stones > 1
			if allowed && !(s.superko && w.keys.repeats(b.HashAfterSuicide(p), b.ToPlay())) {
				w.moves.partial = true
			}
		}
	}
}
