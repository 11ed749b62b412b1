package mcts

import (
	"sync"
	"sync/atomic"
)

// chunkWords is the size of a chunk of the arena, 512 KiB: large enough that a
// node of the largest board wastes little at its end, small enough for a
// memory limit in whole MiB.
const (
	chunkBits  = 16
	chunkWords = 1 << chunkBits
	chunkMask  = chunkWords - 1
	chunkBytes = chunkWords * 8
)

type chunk [chunkWords]uint64

// ref is where a node begins in the arena, counted in words; 0 is no node.
type ref uint32

const (
	noNode    ref = 0
	firstNode ref = 2 // the words before it are never used

	// expanding stands in a link while a worker builds the child.
	expanding ref = 1
)

// arena hands out memory for nodes from chunks of plain words. Nothing in it
// is a pointer, so the garbage collector never looks inside, and a tree is
// forgotten by setting one number back. Chunks are allocated when first
// needed and kept for later trees.
//
// alloc may be called by several workers at once; everything else wants the
// arena to itself.
type arena struct {
	chunks []atomic.Pointer[chunk] // its length is the memory limit
	next   atomic.Uint64           // the first free word
	growth sync.Mutex              // held while a chunk is allocated
	planes int                     // words of a plane of the nodes at present
}

// newArena returns an empty arena that grows to at most mib MiB.
func newArena(mib int) *arena {
	a := &arena{chunks: make([]atomic.Pointer[chunk], mib<<20/chunkBytes)}
	a.clear()
	return a
}

// clear forgets all nodes.
func (a *arena) clear() { a.next.Store(uint64(firstNode)) }

// capacity returns the number of words that fit.
func (a *arena) capacity() uint64 { return uint64(len(a.chunks)) << chunkBits }

// bytes returns the memory that the arena holds at present, used or not.
func (a *arena) bytes() int {
	n := 0
	for i := range a.chunks {
		if a.chunks[i].Load() != nil {
			n += chunkBytes
		}
	}
	return n
}

// alloc returns room for size words within one chunk, or noNode if the arena
// is full. The words keep what an earlier tree left in them.
//
// References only grow: a child is allocated after its parent and so lies
// behind it. compact relies on that.
func (a *arena) alloc(size int) ref {
	for {
		free := a.next.Load()
		start := placeFrom(free, size)
		if start+uint64(size) > a.capacity() {
			return noNode
		}
		if a.next.CompareAndSwap(free, start+uint64(size)) {
			a.grow(int(start >> chunkBits))
			if start != free {
				a.endChunk(free)
			}
			return ref(start)
		}
	}
}

// placeFrom returns the first place from word free on where a node of the
// given size does not straddle two chunks.
func placeFrom(free uint64, size int) uint64 {
	if free>>chunkBits != (free+uint64(size)-1)>>chunkBits {
		return (free>>chunkBits + 1) << chunkBits
	}
	return free
}

// endChunk marks the words from free to the end of its chunk as no node.
func (a *arena) endChunk(free uint64) {
	if free&chunkMask != 0 {
		a.grow(int(free >> chunkBits)) // its first tenant may not have come to it yet
		a.chunks[free>>chunkBits].Load()[free&chunkMask] = 0
	}
}

// grow makes sure that a chunk is there.
func (a *arena) grow(index int) {
	if a.chunks[index].Load() != nil {
		return
	}
	a.growth.Lock()
	defer a.growth.Unlock()
	if a.chunks[index].Load() == nil {
		a.chunks[index].Store(new(chunk))
	}
}

// words returns the words from r to the end of its chunk.
func (a *arena) words(r ref) []uint64 {
	return a.chunks[r>>chunkBits].Load()[r&chunkMask:]
}
