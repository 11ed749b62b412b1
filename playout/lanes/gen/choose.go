package main

import "fmt"

// choose finds the candidates of every game and draws one of them.
func (k *kernel) choose() {
	c := k.coder()
	moves := c.candidates()
	c.draw(moves)
	k.phase("Choose: candidates, and one of them at random", c, k.groupsChoose)
}

// candidates returns the legal moves that fill no own eye.
func (c *coder) candidates() plane {
	own, opp, atari := c.plane("own"), c.plane("opp"), c.plane("atari")
	// A move is legal next to an empty point, to an own chain that is not in
	// atari and to an enemy chain that is.
	contact := c.each(func(i int) *value {
		return c.tern(A&B|^A&^B&C, atari(i), opp(i), c.board("mask", i))
	})
	foreign := c.each(func(i int) *value { return c.andNot(c.board("mask", i), own(i)) })

	// An own eye has only own stones beside it and at most one enemy stone
	// diagonally, none at the edge. Row by row: bad rows alone make a point no
	// eye, if they lie above or below it (a foreign neighbor, or two enemies);
	// of weak rows, with one enemy, it takes two, or one at the edge.
	left := c.each(func(i int) *value { return c.up(opp, i, 1) })
	right := c.each(func(i int) *value { return c.down(opp, i, 1) })
	bad := c.each(func(i int) *value { return c.tern(A|B&C, foreign(i), left(i), right(i)) })
	weak := c.each(func(i int) *value { return c.or(left(i), right(i)) })
	n := c.k.stride
	return c.each(func(i int) *value {
		three, fourth := c.around(contact, i)
		noEye := c.tern(A|B|C, c.up(foreign, i, 1), c.down(foreign, i, 1), c.up(bad, i, n))
		corners := c.tern(A&B|A&C|B&C, c.up(weak, i, n), c.down(weak, i, n), c.board("edge", i))
		noEye = c.tern(A|B|C, noEye, c.down(bad, i, n), corners)
		moves := c.tern((A|B)&C, three, fourth, noEye)
		return c.tern(A&B&^C, moves, c.plane("empty")(i), c.plane("ban")(i))
	})
}

// step takes the random numbers of the fresh games one step further. It
// returns the number to pick a move with and the state before the step.
func (c *coder) step() (pick, high *value) {
	state := c.number("random")
	high = c.do("VPSRLQ $32", state)
	pick = c.xor(state, high)
	product := c.do("VPMULUDQ", state, c.constant("multiplier"))
	c.store(c.k.at("random", 0), c.doMasked(c.flag("fresh"), state, "VPADDQ", product, high))
	return pick, high
}

// draw picks the n-th of the moves of a fresh game, n being random. The vector
// unit computes n; finding the n-th bit of a word is one instruction of the
// scalar unit, PDEP, which would idle otherwise: it moves bit n of a number to
// the n-th bit of a mask.
func (c *coder) draw(moves plane) {
	k, fresh := c.k, c.flag("fresh")
	words := k.words
	var before []*value // moves in the words before
	total := c.do("VPOPCNTQ", moves(0))
	for i := 1; i < words; i++ {
		before = append(before, total)
		total = c.sum(total, c.do("VPOPCNTQ", moves(i)))
	}
	pick, _ := c.step()
	n := c.do("VPSRLQ $32", c.do("VPMULUDQ", pick, total))
	one := c.constant("one")
	// First find the word: as long as n is not below the number of moves in a
	// word, go on with the next.
	word, index := moves(0), c.constant("zero")
	here := n
	for i := 1; i < words; i++ {
		beyond := c.compare(nil, notLess, n, before[i-1])
		word = c.doMasked(beyond, word, "VMOVDQA64", moves(i))
		here = c.doMasked(beyond, here, "VPSUBQ", n, before[i-1])
		index = c.doMasked(beyond, index, "VPADDQ", index, one)
	}
	c.store(k.at("moves", 0), word)
	c.store(k.at("nth", 0), c.doMasked(fresh, nil, "VPSLLVQ", one, here))
	if words > 1 {
		c.store(k.at("index", 0), index)
	}
	c.write(func(offset int) (lines []string) {
		for lane := range 8 {
			at := func(name string) mem {
				m := k.at(name, 0).shifted(offset)
				m.offset += 8 * lane
				return m
			}
			r := fmt.Sprintf("R%d", 8+lane%8)
			lines = append(lines,
				fmt.Sprintf("MOVQ %s, %s", at("nth"), r),
				fmt.Sprintf("PDEPQ %s, %s, %s", at("moves"), r, r),
				fmt.Sprintf("MOVQ %s, %s", r, at("drawn")))
		}
		return lines
	})
}
