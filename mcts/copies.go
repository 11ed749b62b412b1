package mcts

import "sync/atomic"

// copies are those that one of several workers has of the nodes that it visits most.
//
// A cache line that two processors write takes longer to come from one to the other
// than a node takes otherwise, and near the root all simulations write the same
// lines. So a worker enters its simulations in copies of its own, and brings copy
// and node together now and then: it adds to the node what it has added to the
// copy, with atomic additions, and takes over what others have. Nothing gets lost,
// and a worker knows of most of what the others have found.
//
// In a second of processor time, two workers made 0.87 times the simulations of one
// on 9x9 with uniform playouts and 0.90 times with tactical ones; without copies and
// with atomic sums of RAVE 0.68 and 0.78 times (Zen 5, busy, 30,000 and 20,000
// playouts a search).
type copies [copyCount]nodeCopy

// nodeCopy is the copy of a node, if any.
type nodeCopy struct {
	of    ref
	words []uint64 // as those of the node
	known []uint64 // what the node had when the two were brought together
	left  int      // visits until they are again
}

const (
	copyCount  = 64
	copyVisits = 128 // a node that was visited so often has a copy

	// A copy is brought together with its node after one visit for copyShare that
	// the node had, but not after more than copyPatience.
	copyShare    = 16
	copyPatience = 128
)

// at returns the place of the copy of a node.
func (c *copies) at(r ref) *nodeCopy { return &c[uint32(r)*0x9e3779b1>>26%copyCount] }

// words returns the words of the node at r that the worker reads and writes: those of
// its copy, if it has one. private says that nobody else does.
func (w *worker) words(r ref) (words []uint64, private bool) {
	if !w.shared {
		return w.search.arena.words(r), true
	}
	if c := w.copies.at(r); c.of == r {
		return c.words, true
	}
	return w.search.arena.words(r), false
}

// come notes that the worker comes to the node at r, which had so many visits.
func (w *worker) come(r ref, visits uint32) {
	c, a := w.copies.at(r), w.search.arena
	if c.of == r {
		if c.left--; c.left > 0 {
			return
		}
		a.join(c)
	} else {
		if visits < copyVisits {
			return
		}
		a.join(c)
		a.copyNode(r, c)
	}
	c.left = int(min(visits/copyShare, copyPatience))
}

// joinAll brings all copies together with their nodes and gives them up.
func (w *worker) joinAll() {
	for i := range w.copies {
		w.search.arena.join(&w.copies[i])
		w.copies[i].of = noNode
	}
}

// copyNode makes c a copy of the node at r.
func (a *arena) copyNode(r ref, c *nodeCopy) {
	node := a.words(r)
	size := a.nodeWords(int(atomic.LoadUint64(&node[0]) & headerKids))
	c.of, c.words, c.known = r, c.words[:0], c.known[:0]
	for i := range node[:size] {
		word := atomic.LoadUint64(&node[i])
		c.words, c.known = append(c.words, word), append(c.known, word)
	}
}

// join brings a copy, if it is one, and its node together.
func (a *arena) join(c *nodeCopy) {
	if c.of == noNode {
		return
	}
	node := a.words(c.of)[:len(c.words)]
	head := a.headerWords()
	links := head + (len(node)-head)/childWords*2
	c.words[0] = atomic.LoadUint64(&node[0])
	for i := head; i < links; i++ {
		word := uint64(0)
		if more := c.words[i] - c.known[i]; more != 0 {
			word = atomic.AddUint64(&node[i], more)
		} else {
			word = atomic.LoadUint64(&node[i])
		}
		c.words[i], c.known[i] = word, word
	}
	for i := links; i < len(node); i++ {
		c.words[i] = atomic.LoadUint64(&node[i])
	}
}
