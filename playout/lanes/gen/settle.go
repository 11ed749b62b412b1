package main

// settle puts the drawn stones on the board and finds out what they did to the
// chains: captured, in atari, freed. Chains are found by flooding from stone to
// stone, and a game whose floods are not done after a fixed number of steps
// goes on with the next step of the kernel; only that game loses time.
//
// All floods of a game run at once, in one set called front: the new stone
// floods its own chain, and each enemy chain is flooded along its own color.
// Enemy chains that were in atari are thereby captured. Of the others beside
// the stone, most are seen to have a second liberty at a glance; the rest is
// pending and flooded one after the other. A chain flooded in part is done
// with as soon as two liberties are found.
//
// A game is fresh when it has just drawn a move, post once its own chain is
// settled and only pending chains are left. Pending are also own chains in
// atari that touch captured stones: they gain a liberty.
func (k *kernel) settle() {
	c := k.coder()
	own, opp, atari := c.plane("own"), c.plane("opp"), c.plane("atari")

	stone := c.stones()
	mine := c.each(func(i int) *value { return c.or(own(i), stone(i)) })
	empty := c.each(func(i int) *value { return c.andNot(c.plane("empty")(i), stone(i)) })
	beside := c.each(func(i int) *value { return c.beside(stone, i) })
	dying := c.each(func(i int) *value { return c.tern(A&B&C, beside(i), opp(i), atari(i)) })
	hit := c.each(func(i int) *value { return c.tern(A&B&^C, beside(i), opp(i), atari(i)) })
	pending := c.pendingChains(hit, empty)

	// Where the floods begin. Captures go first: then nothing else of the
	// enemy is flooded.
	noCapture := c.testZero(nil, c.any(dying))
	front := c.startFlood(stone, dying, pending, noCapture)
	c.keep("stone", stone)
	c.keep("own", mine)
	c.keep("empty", empty)
	c.keep("pending", pending)
	c.keep("front", front)
	if k.heavy {
		c.notePlayed()
	}
	k.phase("Place the stone", c, k.groupsPlace)

	c = k.coder()
	front, mine = c.plane("front"), c.plane("own")
	c.keep("front", c.flood(front, mine))
	k.phase("Flood", c, k.groupsFlood)

	c = k.coder()
	post, one := c.number("post"), c.constant("one")
	front, mine, opp, atari = c.plane("front"), c.plane("own"), c.plane("opp"), c.plane("atari")
	empty, stone, pending = c.plane("empty"), c.plane("stone"), c.plane("pending")
	// The chain of the stone, or an own chain that is freed; and the enemy's.
	chain := c.each(func(i int) *value { return c.and(front(i), mine(i)) })
	enemy := c.each(func(i int) *value { return c.and(front(i), opp(i)) })
	dead := c.each(func(i int) *value { return c.and(enemy(i), atari(i)) })
	besideChain := c.each(func(i int) *value { return c.beside(chain, i) })
	besideEnemy := c.each(func(i int) *value { return c.beside(enemy, i) })
	chainLibs := c.each(func(i int) *value { return c.tern(A&(B|C), besideChain(i), empty(i), dead(i)) })
	enemyLibs := c.each(func(i int) *value { return c.and(besideEnemy(i), empty(i)) })
	// Stones of the chains that the floods have not reached.
	chainRest := c.each(func(i int) *value { return c.tern(A&B&^C, besideChain(i), mine(i), front(i)) })
	enemyRest := c.each(func(i int) *value { return c.tern(A&B&^C, besideEnemy(i), opp(i), front(i)) })

	// A chain is decided if it has two liberties or is flooded to the end. Own
	// stones in atari must all be reached in any case, for they leave it as a
	// whole, and so must all stones of a chain that is freed.
	rest := c.any(c.each(func(i int) *value { return c.and(chainRest(i), atari(i)) }))
	chainCount, enemyCount := c.count(chainLibs), c.count(enemyLibs)
	unreached := c.any(chainRest)
	rest = c.doMasked(c.compare(nil, lessEqual, chainCount, one), rest, "VPORQ", rest, unreached)
	rest = c.tern(A|B&C, rest, unreached, post)
	rest = c.doMasked(c.compare(nil, lessEqual, enemyCount, one), rest, "VPORQ", rest, c.any(enemyRest))
	if k.heavy {
		rest = c.or(rest, c.number("waiting")) // no move was drawn
	}
	passes, movesLeft := c.number("passes"), c.number("left")
	playing := c.test(c.disjoint(passes, c.constant("two")), movesLeft)
	decided, undecided := c.testZero(playing, rest), c.test(nil, rest)

	first := c.testZero(decided, post)
	var givenUp *value
	if k.heavy {
		// The stone comes off again, and nothing else has happened.
		givenUp = c.selfAtari(first, chainCount, chain, stone, dead)
		decided, first = c.kAndNot(decided, givenUp), c.kAndNot(first, givenUp)
		board, free := mine, empty
		mine = c.each(func(i int) *value { return c.doMasked(givenUp, board(i), "VPANDNQ", stone(i), board(i)) })
		empty = c.each(func(i int) *value { return c.doMasked(givenUp, free(i), "VPORQ", free(i), stone(i)) })
		waiting := pending
		pending = c.each(func(i int) *value { return c.doMasked(givenUp, waiting(i), "VPXORQ", waiting(i), waiting(i)) })
	}
	captured := c.test(decided, c.any(dead))
	chainAtari := c.compare(decided, equal, chainCount, one)
	enemyAtari := c.compare(decided, equal, enemyCount, one)

	// Is there another chain to look at, or is the move done?
	left := c.each(func(i int) *value {
		rest := c.doMasked(decided, pending(i), "VPANDNQ", front(i), pending(i))
		freed := c.tern(A&B&C, besideEnemy(i), mine(i), atari(i))
		return c.ternMasked(captured, A|B&^C, rest, freed, front(i))
	})
	anyLeft := c.any(left)
	more, done := c.test(decided, anyLeft), c.testZero(decided, anyLeft)
	c.keep("pending", left)
	c.keep("stone", c.each(func(i int) *value { return c.only(undecided, stone(i)) }))
	c.keep("front", c.each(func(i int) *value { return c.only(undecided, front(i)) }))
	nowPost := c.only(undecided, post)
	c.store(k.at("post", 0), c.doMasked(more, nowPost, "VPORQ", nowPost, c.constant("allOnes")))

	// Ko: a single stone that took a single stone and has no other liberty.
	// When something is captured, the front holds nothing but the two.
	ko := c.compare(captured, equal, chainCount, one)
	ko = c.spread(c.compare(ko, equal, c.count(front), c.constant("two")))
	barred := c.plane("ban")
	c.keep("ban", c.each(func(i int) *value {
		ban := barred(i)
		if k.heavy {
			ban = c.doMasked(givenUp, ban, "VPORQ", ban, stone(i))
		}
		return c.doMasked(first, ban, "VPANDQ", dead(i), ko)
	}))

	// The board, seen by the next player if the move is done.
	rival := c.each(func(i int) *value { return c.doMasked(captured, opp(i), "VPANDNQ", dead(i), opp(i)) })
	c.keep("empty", c.each(func(i int) *value { return c.doMasked(captured, empty(i), "VPORQ", empty(i), dead(i)) }))
	c.keep("atari", c.each(func(i int) *value {
		a := c.doMasked(decided, atari(i), "VPANDNQ", front(i), atari(i))
		a = c.doMasked(chainAtari, a, "VPORQ", a, chain(i))
		return c.doMasked(enemyAtari, a, "VPORQ", a, enemy(i))
	}))
	for i := range k.words {
		next, other := c.choose(done, rival(i), mine(i)), c.choose(done, mine(i), rival(i))
		c.store(k.at("own", i), next)
		c.store(k.at("opp", i), other)
	}

	if k.heavy {
		// What the move did, for the rules of the next.
		attacked := c.plane("attacked")
		c.keep("attacked", c.each(func(i int) *value {
			a := c.doMasked(first, attacked(i), "VPXORQ", attacked(i), attacked(i))
			return c.doMasked(enemyAtari, a, "VPORQ", a, enemy(i))
		}))
		single, old := c.spread(chainAtari), c.plane("lastLiberty")
		c.keep("lastLiberty", c.each(func(i int) *value {
			return c.doMasked(first, old(i), "VPANDQ", chainLibs(i), single)
		}))
	}
	if k.trace {
		c.noteFirst(first, done, stone)
	}

	// The end: two passes, or no moves left.
	pass := c.testZero(first, c.any(stone))
	nowPasses := c.doMasked(first, passes, "VPXORQ", passes, passes)
	nowPasses = c.doMasked(pass, nowPasses, "VPADDQ", passes, one)
	if k.heavy {
		last := c.doMasked(first, c.number("last"), "VMOVDQA64", c.number("played"))
		c.store(k.at("last", 0), c.doMasked(pass, last, "VMOVDQA64", c.constant("noSpot")))
	}
	movesLeft = c.doMasked(done, movesLeft, "VPADDQ", movesLeft, c.constant("allOnes"))
	c.store(k.at("passes", 0), nowPasses)
	c.store(k.at("left", 0), movesLeft)
	over := c.kOr(c.testAny(nil, nowPasses, c.constant("two")), c.testZero(nil, movesLeft))
	c.store(k.at("over", 0), over)
	again := done
	if k.heavy {
		again = c.kOr(c.kOr(done, givenUp), c.test(nil, c.number("waiting")))
	}
	c.store(k.at("fresh", 0), c.kAndNot(again, over))
	k.phase("Settle: what the stone does to the chains beside it", c, k.groupsSettle)
}

// noteFirst adds the stone of a finished move to the points where its player
// was the first to play, if nobody was.
func (c *coder) noteFirst(first, done *value, stone plane) {
	white := c.number("white")
	byBlack, byWhite := c.testZero(first, white), c.test(first, white)
	black, other := c.plane("firstBlack"), c.plane("firstWhite")
	fresh := c.each(func(i int) *value { return c.tern(A&^(B|C), stone(i), black(i), other(i)) })
	c.keep("firstBlack", c.each(func(i int) *value { return c.doMasked(byBlack, black(i), "VPORQ", black(i), fresh(i)) }))
	c.keep("firstWhite", c.each(func(i int) *value { return c.doMasked(byWhite, other(i), "VPORQ", other(i), fresh(i)) }))
	c.store(c.k.at("white", 0), c.doMasked(done, white, "VPXORQ", white, c.constant("allOnes")))
}

// stones returns the stone of the move: the one just drawn, or the one that
// the game is still working on. No game has both; post games have neither.
func (c *coder) stones() plane {
	drawn, kept := c.number("drawn"), c.plane("stone")
	if c.k.words == 1 {
		return c.each(func(i int) *value { return c.or(drawn, kept(i)) })
	}
	return c.each(func(i int) *value {
		here := c.compare(nil, equal, c.number("index"), c.board("indices", i))
		return c.doMasked(here, kept(i), "VPORQ", kept(i), drawn)
	})
}

// pendingChains returns the stones of the enemy chains hit by the move that
// might be in atari now, and those still waiting from earlier steps.
//
// A stone with two empty neighbors is not in atari. Nor is one with an empty
// neighbor that has a stone beside it with another: two stones side by side
// have no neighbor in common.
func (c *coder) pendingChains(hit, empty plane) plane {
	opp := c.plane("opp")
	type sides struct{ two, one *value } // at least so many empty neighbors
	known := make([]*sides, c.k.words)
	look := func(i int) *sides {
		if known[i] == nil {
			n := c.k.stride
			a, b, d, e := c.up(empty, i, n), c.down(empty, i, n), c.up(empty, i, 1), c.down(empty, i, 1)
			s := &sides{two: c.tern(A&B|A&C|B&C, a, b, d)}
			one := c.tern(A|B|C, a, b, d)
			s.two = c.tern(A|B&C, s.two, one, e)
			s.one = c.tern((A|B)&C, one, e, opp(i))
			known[i] = s
		}
		return known[i]
	}
	if !c.k.certify {
		return c.each(func(i int) *value {
			return c.tern(A&^B|C, hit(i), look(i).two, c.plane("pending")(i))
		})
	}
	one := c.each(func(i int) *value { return look(i).one })
	return c.each(func(i int) *value {
		three, fourth := c.around(one, i)
		pair := c.tern((A|B)&C, three, fourth, one(i))
		return c.or(c.tern(A&^(B|C), hit(i), look(i).two, pair), c.plane("pending")(i))
	})
}

// startFlood returns where the floods begin: the new stone, the chains it
// captures, what earlier steps have reached and, if nothing is captured, the
// lowest stone that is pending.
func (c *coder) startFlood(stone, dying, pending plane, noCapture *value) plane {
	lowerEmpty := noCapture // and all lower words are empty
	front := make([]*value, c.k.words)
	for i := range front {
		if i > 0 {
			lowerEmpty = c.testZero(lowerEmpty, pending(i-1))
		}
		reached := c.tern(A|B|C, stone(i), dying(i), c.plane("front")(i))
		minusOne := c.sum(pending(i), c.constant("allOnes"))
		front[i] = c.ternMasked(lowerEmpty, A|B&^C, reached, pending(i), minusOne)
	}
	return func(i int) *value { return front[i] }
}

// flood lets the front grow along chains: from a stone to the neighbors of the
// same color, up, down, right and left, so many times.
func (c *coder) flood(front, mine plane) plane {
	opp := c.plane("opp")
	type direction struct {
		distance int
		lower    plane // stones linked to the one a distance down
		upper    plane // to the one a distance up
	}
	var directions []direction
	for _, n := range []int{c.k.stride, 1} {
		lower := c.each(func(i int) *value {
			mineToo := c.and(mine(i), c.up(mine, i, n))
			return c.tern(A|B&C, mineToo, opp(i), c.up(opp, i, n))
		})
		upper := c.each(func(i int) *value { return c.down(lower, i, n) })
		directions = append(directions, direction{n, lower, upper})
	}
	for range c.k.floods {
		for _, d := range directions {
			before := front
			up := c.each(func(i int) *value {
				return c.tern(A|B&C, before(i), c.up(before, i, d.distance), d.lower(i))
			})
			front = c.each(func(i int) *value {
				return c.tern(A|B&C, up(i), c.down(up, i, d.distance), d.upper(i))
			})
		}
	}
	return front
}
