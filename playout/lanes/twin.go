package lanes

// game is one playout, played in plain golang. It makes the moves that a lane
// of the assembly kernels makes, for every processor, and it is what the
// kernels are compared with. It follows the rules one after the other and
// knows nothing of how the kernels spread the work over steps.
type game struct {
	geo *Geometry
	pos Position

	move     move  // the one that is being tried
	retries  bool  // this turn has seen attempts before
	rejected Plane // in which these points were given up
	rng      random
	left     int // moves until the playout is cut short
	over     bool

	// For heavy playouts: what the last move did.
	lastLiberty Spot // the last liberty of the chain just played, if it has just one
	attacks     bool
	attacked    Plane // chains of the player to move that it put in atari

	// first[0] and first[1] hold the points where Black and White were the
	// first to play.
	first [2]Plane
}

// start begins a playout from p with the given number of moves to make at most.
func (g *game) start(p *Position, seed uint64, maxMoves int) {
	*g = game{geo: g.geo, pos: *p, rng: newRandom(seed), left: maxMoves}
	g.over = p.Passes >= 2 || maxMoves <= 0
	g.lastLiberty, g.attacked = g.geo.threats(p)
	g.attacks = !g.attacked.IsEmpty()
}

// threats returns what the last move of a position did: the last liberty of
// its chain, if there is just one, and the chains it put in atari. Those are
// all own chains in atari beside it, for it took a liberty from each.
func (g *Geometry) threats(p *Position) (lastLiberty Spot, attacked Plane) {
	if p.Last == NoSpot || !p.Opp.Has(p.Last) {
		return NoSpot, attacked
	}
	if p.Atari.Has(p.Last) {
		empty := g.emptyPoints(p)
		_, lastLiberty, _ = g.reach(p.Last, &p.Opp, &empty)
	}
	var last Plane
	last.Add(p.Last)
	beside := g.neighbors(&last)
	beside = intersection(&beside, &p.Atari)
	return lastLiberty, g.flood(&beside, &p.Own)
}

// turn makes one move: it chooses until a choice is not given up again.
func (g *game) turn(c *Chances, shapes *Shapes) {
	for {
		s, answer, dice := g.choose(c, shapes)
		g.geo.try(&g.pos, s, &g.move)
		if !g.givesUp(c, answer, dice) {
			g.commit()
			return
		}
		g.rejected.Add(s)
		g.retries = true
	}
}

// choose draws a move; answer says that it is one of the rule Capture.
func (g *game) choose(c *Chances, shapes *Shapes) (s Spot, answer bool, dice uint64) {
	pick, dice := g.rng.next()
	moves := g.geo.Candidates(&g.pos)
	if g.retries {
		moves = difference(&moves, &g.rejected)
	}
	if *c != (Chances{}) {
		answer = g.restrict(&moves, c, shapes, dice)
	}
	return moves.Nth(below(pick, moves.Len())), answer, dice
}

// restrict narrows the candidates to those of the first rule that has any and
// takes effect. It reports whether that was the rule Capture.
func (g *game) restrict(moves *Plane, c *Chances, shapes *Shapes, dice uint64) (answer bool) {
	narrow := func(to Plane) bool {
		to = intersection(&to, moves)
		if to.IsEmpty() {
			return false
		}
		*moves = to
		return true
	}
	switch {
	case takesEffect(c.Capture, dice, captureDie) && narrow(g.answers()):
		return true
	case takesEffect(c.Pattern, dice, patternDie) && narrow(g.shapesAround(g.pos.Last, moves, shapes)):
	case takesEffect(c.Anywhere, dice, anywhereDie) && narrow(g.geo.Captures(&g.pos)):
	}
	return false
}

// answers returns the points that capture the chain just played or save the
// chains that it put in atari.
func (g *game) answers() (points Plane) {
	if g.attacks {
		geo := g.geo
		escapes := geo.neighbors(&g.attacked)
		weak := intersection(&g.pos.Opp, &g.pos.Atari)
		counter := geo.flood(&escapes, &weak)
		besideCounter := geo.neighbors(&counter)
		points = union(&escapes, &besideCounter)
	}
	if g.lastLiberty != NoSpot {
		points.Add(g.lastLiberty)
	}
	return points
}

// shapesAround returns those of the moves next to s, diagonals included, that
// are in the middle of one of the shapes.
func (g *game) shapesAround(s Spot, moves *Plane, shapes *Shapes) (found Plane) {
	if s == NoSpot {
		return found
	}
	for _, step := range g.geo.steps {
		if q := Spot(int(s) + step); moves.Has(q) && shapes.has(g.neighborhood(q)) {
			found.Add(q)
		}
	}
	return found
}

// neighborhood returns the number of what lies around s: see Shapes.
func (g *game) neighborhood(s Spot) (n uint16) {
	for k, step := range g.geo.steps {
		q := Spot(int(s) + step)
		if !g.geo.Contains(q) {
			continue
		}
		if !g.pos.Own.Has(q) {
			n |= 1 << k
		}
		if !g.pos.Opp.Has(q) {
			n |= 1 << (8 + k)
		}
	}
	return n
}

// givesUp reports whether the move that was tried is given up as self-atari.
func (g *game) givesUp(c *Chances, answer bool, dice uint64) bool {
	m := &g.move
	switch {
	case m.liberties != 1 || m.captures:
		return false
	case answer:
		return true
	case m.chain.Len() > 1:
		return takesEffect(c.SelfAtari, dice, selfAtariDie)
	}
	return takesEffect(c.SelfAtariStone, dice, selfAtariStoneDie)
}

// commit makes the move that was tried and ends the playout after two passes in
// a row or when no moves are left.
func (g *game) commit() {
	m := &g.move
	if s := m.spot; s != NoSpot && !g.first[0].Has(s) && !g.first[1].Has(s) {
		mover := 0
		if g.pos.White {
			mover = 1
		}
		g.first[mover].Add(s)
	}
	g.geo.settle(&g.pos, m)
	if g.retries {
		g.retries, g.rejected = false, Plane{}
	}
	g.attacks, g.attacked = m.attacks, m.attacked
	g.lastLiberty = NoSpot
	if m.liberties == 1 {
		g.lastLiberty = m.liberty
	}
	g.left--
	g.over = g.pos.Passes >= 2 || g.left == 0
}

// twinEngine plays a batch with the twin, a move of every game at a time.
type twinEngine struct {
	options *Options
	games   []game
	chances []Chances
}

func newTwinEngine(geo *Geometry, options *Options) engine {
	e := &twinEngine{options: options, games: make([]game, options.Lanes), chances: make([]Chances, options.Lanes)}
	for i := range e.games {
		e.games[i] = game{geo: geo, over: true}
	}
	return e
}

func (e *twinEngine) load(lane int, p *Position, seed uint64, c *Chances) {
	e.chances[lane] = *c
	e.games[lane].start(p, seed, e.options.MaxMoves)
}

func (e *twinEngine) run(playing, over []uint64) {
	for !e.anyOver(playing, over) {
		e.step()
	}
}

// anyOver sets over to those of the lanes that are over, and reports whether there
// is any.
func (e *twinEngine) anyOver(playing, over []uint64) bool {
	any := uint64(0)
	clear(over)
	for i := range e.games {
		if e.games[i].over {
			over[i/64] |= 1 << (i % 64) & playing[i/64]
		}
		any |= over[i/64]
	}
	return any != 0
}

// step makes a move in every game.
func (e *twinEngine) step() {
	for i := range e.games {
		if g := &e.games[i]; !g.over {
			g.turn(&e.chances[i], e.options.Shapes)
		}
	}
}

func (e *twinEngine) stones(lane int) (own, opp, atari Plane) {
	p := &e.games[lane].pos
	return p.Own, p.Opp, p.Atari
}

func (e *twinEngine) margin(lane int) int {
	g := &e.games[lane]
	return g.geo.ownMargin(&g.pos.Own, &g.pos.Opp)
}

func (e *twinEngine) count(lane int) (moves int, capped bool) {
	g := &e.games[lane]
	return e.options.MaxMoves - g.left, g.over && g.left == 0 && g.pos.Passes < 2
}

func (e *twinEngine) first(lane int) (black, white Plane) {
	if !e.options.Trace {
		return black, white
	}
	return e.games[lane].first[0], e.games[lane].first[1]
}

func (e *twinEngine) ending(lane int, own, opp, black, white *Plane) {
	*own, *opp, _ = e.stones(lane)
	*black, *white = e.first(lane)
}

func (e *twinEngine) name() string { return "plain golang" }
