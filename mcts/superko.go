package mcts

import "github.com/tengen-go/tengen/ruleset"

// keySet is a set of the superko keys of a game: open addressing in a table
// that is at most half full. It is filled once per search and then only read.
type keySet struct {
	slots []uint64 // 0 is free
	zero  bool     // whether the key 0, the empty board, is in the set
}

// fill makes the set hold exactly the given keys.
func (s *keySet) fill(keys []uint64) {
	size := 16
	for size < 2*len(keys) {
		size *= 2
	}
	if size > len(s.slots) {
		s.slots = make([]uint64, 2*size)
	} else {
		clear(s.slots)
	}
	s.zero = false
	for _, key := range keys {
		s.add(key)
	}
}

func (s *keySet) add(key uint64) {
	if key == 0 {
		s.zero = true
		return
	}
	mask := uint64(len(s.slots) - 1)
	i := key & mask
	for s.slots[i] != 0 && s.slots[i] != key {
		i = (i + 1) & mask
	}
	s.slots[i] = key
}

// has reports whether key is in the set.
func (s *keySet) has(key uint64) bool {
	if key == 0 {
		return s.zero
	}
	mask := uint64(len(s.slots) - 1)
	for i := key & mask; s.slots[i] != 0; i = (i + 1) & mask {
		if s.slots[i] == key {
			return true
		}
	}
	return false
}

// history is what superko needs to know at a node: the keys of the game and
// those of the path from the root. The zero value knows of no superko.
type history struct {
	rules ruleset.Rules
	game  *keySet
	path  []uint64
	most  int // stones that a position of the path or the game may have had
}

// begin forgets the path. The game's positions had at most so many stones.
func (h *history) begin(most int) { h.path, h.most = h.path[:0], most }

// repeats reports whether a play by c that leads to the given stones is barred.
func (h *history) repeats(stones uint64, c ruleset.Color) bool {
	key := h.rules.SuperkoKey(stones, c.Opponent())
	if h.game.has(key) {
		return true
	}
	for _, k := range h.path {
		if k == key {
			return true
		}
	}
	return false
}

// made notes the situation after a move by c, a pass or a play: the key of the
// stones and how many there are.
func (h *history) made(stones uint64, count int, c ruleset.Color, pass bool) {
	h.most = max(h.most, count)
	if pass && h.rules.Ko == ruleset.KoNaturalSituational {
		return // which remembers what plays made; passes make nothing
	}
	h.path = append(h.path, h.rules.SuperkoKey(stones, c.Opponent()))
}
