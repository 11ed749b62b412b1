package mcts

import (
	"math/bits"
	"sync/atomic"

	"github.com/tengen-go/tengen/playout"
	"github.com/tengen-go/tengen/playout/lanes"
	"github.com/tengen-go/tengen/ruleset"
)

// updateRAVE enters the result, in units of Black, for every child along p
// whose move its player made first in the rest of the simulation.
//
// It goes backwards: from the playout, which knows who played each point
// first, along the moves in the tree, each of which comes before what has been
// seen so far.
func (w *worker) updateRAVE(p *path, black uint32, result *playout.Result) {
	s := w.search
	var first [2]lanes.Plane // of Black, of White
	if result != nil {
		first[0], first[1] = result.FirstBlack, result.FirstWhite
	}
	mover := int(s.scoring.color-ruleset.Black)&1 ^ p.depth&1
	results := [2]uint64{
		uint64(oneVisit) + uint64(oneUnit)*uint64(unitsFor(ruleset.Black, black)),
		uint64(oneVisit) + uint64(oneUnit)*uint64(unitsFor(ruleset.White, black)),
	}
	if p.fresh {
		w.addRAVE(p.nodes[p.depth], &first[mover], results[mover])
	}
	for i := p.depth - 1; i >= 0; i-- {
		mover ^= 1
		spot := s.grid.spot(p.moves[i]) // NoSpot is among no plays
		word, bit := spot/64%lanes.MaxWords, uint64(1)<<(spot%64)
		first[mover][word] |= bit
		first[mover^1][word] &^= bit
		w.addRAVE(p.nodes[i], &first[mover], results[mover])
	}
}

// addRAVE enters a result for the children of one node whose moves are among
// those given.
//
// The vectors are not atomic, only their words are: where two workers add to
// the same word at the same moment, one of their simulations may be missing in it,
// as if its move had been played by the other player first. A word keeps its count
// and its results in step all the same. Atomic additions of half a board for every
// node would take a third of the time.
func (w *worker) addRAVE(r ref, moves *lanes.Plane, result uint64) {
	words, private := w.words(r)
	plays, rave := w.search.arena.rave(words)
	switch {
	case hasVectors:
		addRAVEVector(&rave[0], &plays[0], &moves[0], len(plays), result)
	case !private:
		shareRAVE(rave, plays, moves, result)
	default:
		addRAVEPlain(rave, plays, moves, result)
	}
}

// addRAVEPlain adds result to the words of rave, one for each bit of plays in
// order, whose bit is in moves.
func addRAVEPlain(rave, plays []uint64, moves *lanes.Plane, result uint64) {
	base := 0
	for i, play := range plays {
		for rest := play & moves[i]; rest != 0; rest &= rest - 1 {
			rave[base+bits.OnesCount64(play&(rest&-rest-1))] += result
		}
		base += bits.OnesCount64(play)
	}
}

// shareRAVE is addRAVEPlain where several workers add.
func shareRAVE(rave, plays []uint64, moves *lanes.Plane, result uint64) {
	base := 0
	for i, play := range plays {
		for rest := play & moves[i]; rest != 0; rest &= rest - 1 {
			atomic.AddUint64(&rave[base+bits.OnesCount64(play&(rest&-rest-1))], result)
		}
		base += bits.OnesCount64(play)
	}
}

// inherit lets a new node begin with RAVE simulations of an older one in which
// the same player moves: what was good for him two plies ago often still is.
func (w *worker) inherit(to, from ref) {
	child, elder := w.search.arena.node(to), w.search.arena.node(from)
	inheritRAVE(child.rave, child.plays(), elder.rave, elder.plays(), uint32(w.search.config.Inherit))
}

// inheritRAVE sets the words of rave, one for each bit of plays in order, to
// those of the elder's plays of the same bits, in which no more than so many
// simulations count. (The grandfather heuristic of S. Gelly and D. Silver,
// Combining online and offline knowledge in UCT, ICML 2007, for RAVE.)
func inheritRAVE(rave, plays, elderRAVE, elderPlays []uint64, most uint32) {
	base, elderBase := 0, 0
	for i, play := range plays {
		elder := elderPlays[i]
		for rest := play & elder; rest != 0; rest &= rest - 1 {
			before := rest&-rest - 1
			t := tally(atomic.LoadUint64(&elderRAVE[elderBase+bits.OnesCount64(elder&before)]))
			rave[base+bits.OnesCount64(play&before)] = uint64(t.atMost(most))
		}
		base += bits.OnesCount64(play)
		elderBase += bits.OnesCount64(elder)
	}
}
