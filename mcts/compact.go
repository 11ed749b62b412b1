package mcts

import (
	"math/bits"
	"sync/atomic"
)

// rootMark is the mark of the node that becomes the root; every other mark is
// the place of a link.
const rootMark = 1

// compact makes root the first node of the arena and drops everything that is
// not below it, and the nodes that fewer than keep visits went through. The
// links of dropped nodes become leaves again and keep their visits: values do
// not change. It returns the new ref of root.
//
// It slides the nodes down in one pass from root to the end of the arena, in
// place. That works because children lie behind their parents: when a node's
// turn comes, its parent has been moved already and has left its mark, the
// place of the link to correct, in the header of the node. A node without
// mark is garbage. As gaps only shrink, no node is written over before its
// turn.
func (a *arena) compact(root ref, keep uint32) ref {
	a.words(root)[0] |= rootMark << headerMark
	end := a.next.Load()
	free := uint64(firstNode)
	for at := uint64(root); at < end; {
		w := a.words(ref(at))
		if w[0] == 0 { // the rest of the chunk is empty
			at = (at>>chunkBits + 1) << chunkBits
			continue
		}
		size := a.nodeWords(int(w[0] & headerKids))
		if mark := w[0] >> headerMark; mark != 0 {
			free = a.move(w[:size], free)
			a.relink(ref(free), mark, keep)
			free += uint64(size)
		}
		at += uint64(size)
	}
	a.next.Store(free)
	return firstNode
}

// move copies the words of a node to the first place from free on and returns
// that place.
func (a *arena) move(words []uint64, free uint64) uint64 {
	to := placeFrom(free, len(words))
	if to != free {
		a.endChunk(free)
	}
	copy(a.words(ref(to)), words)
	return to
}

// relink corrects the link to a node that has moved to r, and marks the
// children that it keeps.
func (a *arena) relink(r ref, mark uint64, keep uint32) {
	if mark != rootMark {
		l := &a.words(ref(mark))[0]
		*l = uint64(link(*l).withChild(r))
	}
	w := a.words(r)
	kids := int(w[0] & headerKids)
	w[0] &= 1<<headerMark - 1
	first := a.headerWords() + 2*kids
	for slot := first; slot < first+kids; slot++ {
		child := link(w[slot]).child()
		if child == noNode {
			continue
		}
		c := a.words(child)
		if keep > 0 && a.total(c) < keep {
			w[slot] = uint64(link(w[slot]).withChild(noNode))
			continue
		}
		c[0] |= uint64(r+ref(slot)) << headerMark
	}
}

// prune drops the least visited nodes until at least half of the arena is
// free, and returns the new ref of root.
func (a *arena) prune(root ref) ref {
	var wordsOf [33]uint64 // by the number of bits of the visits
	a.walk(func(_ ref, w []uint64) {
		wordsOf[bits.Len32(a.total(w))] += uint64(len(w))
	})
	level, kept := len(wordsOf), uint64(0)
	for level > 0 && kept+wordsOf[level-1] <= a.capacity()/2 {
		level--
		kept += wordsOf[level]
	}
	// The least number of visits with that many bits. Level 33 keeps nothing
	// but the root.
	keep := uint32(min(uint64(1)<<level>>1, 1<<32-1))
	return a.compact(root, keep)
}

// walk calls f for the words of every node, garbage included.
func (a *arena) walk(f func(r ref, words []uint64)) {
	end := a.next.Load()
	for at := uint64(firstNode); at < end; {
		w := a.words(ref(at))
		kids := int(atomic.LoadUint64(&w[0]) & headerKids)
		if kids == 0 {
			at = (at>>chunkBits + 1) << chunkBits
			continue
		}
		size := a.nodeWords(kids)
		f(ref(at), w[:size])
		at += uint64(size)
	}
}
