package main

// # The course of a move
//
// A step of the kernel runs the same code over all games. What comes of it
// depends on where the move of a game stands:
//
//   - fresh: the game is about to draw a move. It becomes so when it is loaded
//     and whenever a move is done or given up.
//   - waiting, in heavy kernels: it was about to draw, but the rule Capture has
//     not flooded yet what it offers (the set counter, in restrict). For the
//     rest of the step it is not fresh; then it is again.
//   - It has drawn, and its stone lies on the board, but the floods that say
//     what the stone does are not done. The planes stone and front keep both
//     for the next step.
//   - post: the chain of the stone is settled, so stone is empty, and only
//     pending chains are left to be flooded.
//   - over: two passes, or no moves left.
//
// Fresh games alone draw and take a random number. The others go through the
// draw with nothing to draw: where a fresh game has bit n set to have PDEP move
// it to the n-th candidate, they have no bit, so what they draw is empty. So is
// what a fresh game draws that has no candidates, because PDEP finds no place to
// move the bit to. An empty stone of a fresh game is a pass: there is nothing to
// flood, and settle is done with it in the same step.
//
// # Floods
//
// After a move is drawn, its stone is put on the board and the chains that it
// touches are looked at: captured, in atari, freed. Chains are found by flooding
// from stone to stone, and a game whose floods are not done after a fixed number
// of steps goes on with the next step of the kernel; only that game loses time.
//
// All floods of a game run at once, in one set called front: the new stone
// floods its own chain, and each enemy chain is flooded along its own color.
// Enemy chains that were in atari are thereby captured. Of the others beside
// the stone, most are seen to have a second liberty at a glance; the rest is
// pending and flooded one after the other. A chain flooded in part is done
// with as soon as two liberties are found. Pending are also own chains in atari
// that touch captured stones: they gain a liberty.
//
// # What may not be played
//
// The plane ban holds the ko point and, in heavy kernels, the points that were
// given up in this turn: takeBack takes their stone off the board, keepBoard
// puts them in. The first move that is not given up, passes included, sets ban
// anew: to the ko point that it makes, or to nothing.

// putStone puts the stone on the board and finds out where the floods begin.
func (k *kernel) putStone() {
	c := k.coder()
	own, opp, atari := c.plane("own"), c.plane("opp"), c.plane("atari")
	stone := c.stones()
	empty := c.plane("empty")
	free := c.each(func(i int) *value { return c.andNot(empty(i), stone(i)) })
	beside := c.each(func(i int) *value { return c.beside(stone, i) })
	dying := c.each(func(i int) *value { return c.tern(A&B&C, beside(i), opp(i), atari(i)) })
	hit := c.each(func(i int) *value { return c.tern(A&B&^C, beside(i), opp(i), atari(i)) })
	pending := c.pendingChains(hit, free)
	// Captures go first: then nothing else of the enemy is flooded.
	noCapture := c.testZero(nil, c.any(dying))
	front := c.startFlood(stone, dying, pending, noCapture)
	c.keep("stone", stone)
	c.keep("own", c.each(func(i int) *value { return c.or(own(i), stone(i)) }))
	c.keep("empty", free)
	c.keep("pending", pending)
	c.keep("front", front)
	if k.heavy {
		c.notePlayed()
	}
	k.phase("Place the stone", c, k.groupsPlace)
}

// flood lets the fronts grow.
func (k *kernel) flood() {
	c := k.coder()
	c.keep("front", c.grown(c.plane("front"), c.plane("own")))
	k.phase("Flood the chains", c, k.groupsFlood)
}

// settle finds out which games are done with a chain, and which with the move.
func (k *kernel) settle() {
	s := &settling{coder: k.coder()}
	s.look()
	s.decide()
	s.keepWork()
	s.keepBoard()
	s.keepKnowledge()
	s.keepCourse()
	k.phase("Settle what the move does", s.coder, k.groupsSettle)
}

// settling is what settle knows of the games of a group.
type settling struct {
	*coder
	// The position, with the stone on it, and the work so far.
	mine, opp, atari, empty plane
	stone, front, pending   plane
	post                    *value

	// The chain of the stone, or an own chain that is freed; the enemy's, and
	// of these the captured; and what lies beside them.
	chain, enemy, dead       plane
	besideChain, besideEnemy plane
	chainLibs                plane
	chainCount, enemyCount   *value // their liberties

	// The games that are done with the chains in front; that work on.
	decided, undecided *value
	// Of those decided: the chain of the stone was among them; the move is
	// given up; it captures; its chain, an enemy chain is in atari; another
	// chain is pending; none is, and the move is done.
	first, givenUp, captured, chainAtari, enemyAtari, more, done *value
	left                                                         plane // still pending
}

// look finds the chains in front and their liberties.
func (s *settling) look() {
	s.post = s.number("post")
	s.front, s.mine, s.opp, s.atari = s.plane("front"), s.plane("own"), s.plane("opp"), s.plane("atari")
	s.empty, s.stone, s.pending = s.plane("empty"), s.plane("stone"), s.plane("pending")

	s.chain = s.each(func(i int) *value { return s.and(s.front(i), s.mine(i)) })
	s.enemy = s.each(func(i int) *value { return s.and(s.front(i), s.opp(i)) })
	s.dead = s.each(func(i int) *value { return s.and(s.enemy(i), s.atari(i)) })
	s.besideChain = s.each(func(i int) *value { return s.beside(s.chain, i) })
	s.besideEnemy = s.each(func(i int) *value { return s.beside(s.enemy, i) })
	empty := s.empty // without the stones captured in this step
	s.chainLibs = s.each(func(i int) *value { return s.tern(A&(B|C), s.besideChain(i), empty(i), s.dead(i)) })
	s.chainCount = s.count(s.chainLibs)
	s.enemyCount = s.count(s.each(func(i int) *value { return s.and(s.besideEnemy(i), empty(i)) }))
}

// decide finds out which games are done with what.
func (s *settling) decide() {
	k, one := s.k, s.constant("one")
	rest := s.unreached()
	if k.heavy {
		rest = s.or(rest, s.number("waiting")) // no move was drawn
	}
	playing := s.test(s.disjoint(s.number("passes"), s.constant("two")), s.number("left"))
	s.decided, s.undecided = s.testZero(playing, rest), s.test(nil, rest)
	s.first = s.testZero(s.decided, s.post)
	if k.heavy {
		s.takeBack()
	}
	s.captured = s.test(s.decided, s.any(s.dead))
	s.chainAtari = s.compare(s.decided, equal, s.chainCount, one)
	s.enemyAtari = s.compare(s.decided, equal, s.enemyCount, one)

	// Is there another chain to look at, or is the move done?
	s.left = s.each(func(i int) *value {
		rest := s.doMasked(s.decided, s.pending(i), "VPANDNQ", s.front(i), s.pending(i)) // less the front
		freed := s.tern(A&B&C, s.besideEnemy(i), s.mine(i), s.atari(i))
		return s.ternMasked(s.captured, A|B&^C, rest, freed, s.front(i))
	})
	anyLeft := s.any(s.left)
	s.more, s.done = s.test(s.decided, anyLeft), s.testZero(s.decided, anyLeft)
}

// unreached returns the stones that the floods have yet to reach.
//
// A chain is decided if it has two liberties or is flooded to the end. Own
// stones in atari must all be reached in any case, for they leave it as a
// whole, and so must all stones of a chain that is freed.
func (s *settling) unreached() *value {
	one := s.constant("one")
	chainRest := s.each(func(i int) *value { return s.tern(A&B&^C, s.besideChain(i), s.mine(i), s.front(i)) })
	enemyRest := s.each(func(i int) *value { return s.tern(A&B&^C, s.besideEnemy(i), s.opp(i), s.front(i)) })
	rest := s.any(s.each(func(i int) *value { return s.and(chainRest(i), s.atari(i)) }))
	unreached := s.any(chainRest)
	rest = s.doMasked(s.compare(nil, lessEqual, s.chainCount, one), rest, "VPORQ", rest, unreached)
	rest = s.tern(A|B&C, rest, unreached, s.post)
	return s.doMasked(s.compare(nil, lessEqual, s.enemyCount, one), rest, "VPORQ", rest, s.any(enemyRest))
}

// takeBack takes the stone off again in the games that give their move up.
// They count as neither decided nor undecided; keepBoard bans the point, and
// keepCourse has them draw again.
func (s *settling) takeBack() {
	s.givenUp = s.selfAtari(s.first, s.chainCount, s.chain, s.stone, s.dead)
	s.decided, s.first = s.kAndNot(s.decided, s.givenUp), s.kAndNot(s.first, s.givenUp)
	mine, empty, pending := s.mine, s.empty, s.pending
	s.mine = s.each(func(i int) *value { return s.doMasked(s.givenUp, mine(i), "VPANDNQ", s.stone(i), mine(i)) })
	s.empty = s.each(func(i int) *value { return s.doMasked(s.givenUp, empty(i), "VPORQ", empty(i), s.stone(i)) })
	s.pending = s.each(func(i int) *value { return s.doMasked(s.givenUp, pending(i), "VPXORQ", pending(i), pending(i)) })
}

// keepWork keeps what the games that are not done with the move go on with.
func (s *settling) keepWork() {
	s.keep("pending", s.left)
	s.keep("stone", s.each(func(i int) *value { return s.only(s.undecided, s.stone(i)) }))
	s.keep("front", s.each(func(i int) *value { return s.only(s.undecided, s.front(i)) }))
	post := s.only(s.undecided, s.post)
	s.store(s.k.at("post", 0), s.doMasked(s.more, post, "VPORQ", post, s.constant("allOnes")))
}

// keepBoard brings the position up to date, and turns it to the next player's
// view if the move is done.
func (s *settling) keepBoard() {
	// Ko: a single stone that took a single stone and has no other liberty.
	// When something is captured, the front holds nothing but the two.
	alone := s.compare(s.captured, equal, s.chainCount, s.constant("one"))
	ko := s.spread(s.compare(alone, equal, s.count(s.front), s.constant("two")))
	barred := s.plane("ban")
	s.keep("ban", s.each(func(i int) *value {
		ban := barred(i)
		if s.k.heavy {
			ban = s.doMasked(s.givenUp, ban, "VPORQ", ban, s.stone(i))
		}
		return s.doMasked(s.first, ban, "VPANDQ", s.dead(i), ko)
	}))

	s.keep("empty", s.each(func(i int) *value { return s.doMasked(s.captured, s.empty(i), "VPORQ", s.empty(i), s.dead(i)) }))
	s.keep("atari", s.each(func(i int) *value {
		a := s.doMasked(s.decided, s.atari(i), "VPANDNQ", s.front(i), s.atari(i))
		a = s.doMasked(s.chainAtari, a, "VPORQ", a, s.chain(i))
		return s.doMasked(s.enemyAtari, a, "VPORQ", a, s.enemy(i))
	}))
	for i := range s.k.words {
		rival := s.doMasked(s.captured, s.opp(i), "VPANDNQ", s.dead(i), s.opp(i))
		next, other := s.choose(s.done, rival, s.mine(i)), s.choose(s.done, s.mine(i), rival)
		s.store(s.k.at("own", i), next)
		s.store(s.k.at("opp", i), other)
	}
}

// keepKnowledge keeps what the rules of the next move and the trace want to
// know of this one.
func (s *settling) keepKnowledge() {
	if s.k.heavy {
		attacked := s.plane("attacked")
		s.keep("attacked", s.each(func(i int) *value {
			a := s.doMasked(s.first, attacked(i), "VPXORQ", attacked(i), attacked(i))
			return s.doMasked(s.enemyAtari, a, "VPORQ", a, s.enemy(i))
		}))
		single, before := s.spread(s.chainAtari), s.plane("lastLiberty")
		s.keep("lastLiberty", s.each(func(i int) *value {
			return s.doMasked(s.first, before(i), "VPANDQ", s.chainLibs(i), single)
		}))
	}
	if s.k.trace {
		s.noteFirst(s.first, s.done, s.stone)
	}
}

// keepCourse counts moves and passes: the end is two passes, or no moves left.
func (s *settling) keepCourse() {
	k, passes, movesLeft := s.k, s.number("passes"), s.number("left")
	pass := s.testZero(s.first, s.any(s.stone))
	nowPasses := s.doMasked(s.first, passes, "VPXORQ", passes, passes)
	nowPasses = s.doMasked(pass, nowPasses, "VPADDQ", passes, s.constant("one"))
	nowLeft := s.doMasked(s.done, movesLeft, "VPADDQ", movesLeft, s.constant("allOnes"))
	s.store(k.at("passes", 0), nowPasses)
	s.store(k.at("left", 0), nowLeft)
	over := s.kOr(s.testAny(nil, nowPasses, s.constant("two")), s.testZero(nil, nowLeft))
	s.store(k.at("over", 0), over)

	fresh := s.done
	if k.heavy {
		last := s.doMasked(s.first, s.number("last"), "VMOVDQA64", s.number("played"))
		s.store(k.at("last", 0), s.doMasked(pass, last, "VMOVDQA64", s.constant("noSpot")))
		fresh = s.kOr(s.kOr(fresh, s.givenUp), s.test(nil, s.number("waiting")))
	}
	s.store(k.at("fresh", 0), s.kAndNot(fresh, over))
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
		// x-1 differs from x in the lowest bit that is set and those below, so
		// x &^ (x-1) is that bit, and nothing if x is zero.
		minusOne := c.sum(pending(i), c.constant("allOnes"))
		front[i] = c.ternMasked(lowerEmpty, A|B&^C, reached, pending(i), minusOne)
	}
	return func(i int) *value { return front[i] }
}

// grown lets the front grow along chains: from a stone to the neighbors of the
// same color, up, down, right and left, so many times.
func (c *coder) grown(front, mine plane) plane {
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
