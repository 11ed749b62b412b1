package lanes

// game is one playout, played in plain golang. It makes the moves that a lane
// of the assembly kernels makes, for every processor, and it is what the
// kernels are compared with. It follows the rules one after the other and
// knows nothing of how the kernels spread the work over steps.
type game struct {
	geo *Geometry
	pos Position

	rejected Plane // points given up for this turn as self-atari
	rng      random
	left     int // moves until the playout is cut short
	over     bool

	// For heavy playouts: what the last move did.
	lastLiberty Plane // the last liberty of the chain just played, if it has one
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
}

// threats returns what the last move of a position did: the last liberty of
// its chain, if there is just one, and the chains it put in atari. A chain that
// was in atari before and touches it would have gained or lost everything, so
// these are all own chains in atari beside the last move.
func (g *Geometry) threats(p *Position) (lastLiberty, attacked Plane) {
	if p.Last == NoSpot || !p.Opp.Has(p.Last) {
		return lastLiberty, attacked
	}
	var last Plane
	last.Add(p.Last)
	if p.Atari.Has(p.Last) {
		chain := g.flood(&last, &p.Opp)
		empty := g.emptyPoints(p)
		lastLiberty = g.liberties(&chain, &empty)
	}
	beside := g.neighbors(&last)
	beside = intersection(&beside, &p.Atari)
	return lastLiberty, g.flood(&beside, &p.Own)
}

// turn makes one move: it chooses until a choice is not given up again.
func (g *game) turn(c *Chances, shapes *Shapes) {
	for {
		s, local, dice := g.choose(c, shapes)
		m := g.geo.try(&g.pos, s)
		if g.givesUp(c, &m, local, dice) {
			g.rejected.Add(s)
			continue
		}
		g.commit(s, &m)
		return
	}
}

// choose draws a move; local says that it is one of the rule Local.
func (g *game) choose(c *Chances, shapes *Shapes) (s Spot, local bool, dice uint64) {
	pick, dice := g.rng.next()
	moves := g.geo.Candidates(&g.pos)
	moves = difference(&moves, &g.rejected)
	if *c != (Chances{}) {
		moves, local = g.restrict(moves, c, shapes, dice)
	}
	return moves.Nth(below(pick, moves.Len())), local, dice
}

// restrict narrows the candidates to those of the first rule that has any and
// takes effect.
func (g *game) restrict(moves Plane, c *Chances, shapes *Shapes, dice uint64) (narrowed Plane, local bool) {
	offer := func(rule Plane, chance uint16, die uint) bool {
		rule = intersection(&rule, &moves)
		if rule.IsEmpty() || !takesEffect(chance, dice, die) {
			return false
		}
		moves = rule
		return true
	}
	switch {
	case offer(g.localAnswers(), c.Local, localDie):
		return moves, true
	case offer(g.shapesBeside(g.pos.Last, shapes), c.Pattern, patternDie):
	case offer(g.captures(), c.Capture, captureDie):
	}
	return moves, false
}

// counterReach is how far along an enemy chain in atari a capture is looked
// for that saves an own chain beside it. The kernels flood so many steps.
const counterReach = 2

// localAnswers returns the points that capture the chain just played or save
// the chains that it put in atari.
func (g *game) localAnswers() Plane {
	geo := g.geo
	besideAttacked := geo.neighbors(&g.attacked)
	weak := intersection(&g.pos.Opp, &g.pos.Atari)
	counter := intersection(&besideAttacked, &weak)
	for range counterReach {
		grown := geo.neighbors(&counter)
		grown = intersection(&grown, &weak)
		counter = union(&counter, &grown)
	}
	besideCounter := geo.neighbors(&counter)
	answers := union(&besideAttacked, &besideCounter)
	return union(&answers, &g.lastLiberty)
}

// captures returns the points next to an enemy chain in atari, whose only
// empty neighbor is its last liberty.
func (g *game) captures() Plane {
	weak := intersection(&g.pos.Opp, &g.pos.Atari)
	return g.geo.neighbors(&weak)
}

// shapesBeside returns the points next to s, diagonals included, around which
// there is one of the shapes.
func (g *game) shapesBeside(s Spot, shapes *Shapes) (found Plane) {
	if s == NoSpot {
		return found
	}
	for _, step := range g.geo.steps() {
		if q := Spot(int(s) + step); g.geo.Contains(q) && shapes.has(g.neighborhood(q)) {
			found.Add(q)
		}
	}
	return found
}

// neighborhood returns the number of what lies around s: see Shapes.
func (g *game) neighborhood(s Spot) (n uint16) {
	for k, step := range g.geo.steps() {
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

// steps returns the distances to the eight neighbors, from the lower left
// along the rows.
func (g *Geometry) steps() [8]int {
	n := int(g.stride)
	return [8]int{-n - 1, -n, -n + 1, -1, 1, n - 1, n, n + 1}
}

// givesUp reports whether a move is given up as self-atari.
func (g *game) givesUp(c *Chances, m *move, local bool, dice uint64) bool {
	if m.liberties.Len() != 1 || !m.captured.IsEmpty() {
		return false
	}
	switch {
	case local:
		return true
	case m.chain.Len() > 1:
		return takesEffect(c.SelfAtari, dice, selfAtariDie)
	}
	return takesEffect(c.SelfAtariStone, dice, selfAtariStoneDie)
}

// commit makes the move and ends the playout after two passes in a row or when
// no moves are left.
func (g *game) commit(s Spot, m *move) {
	if s != NoSpot && !g.first[0].Has(s) && !g.first[1].Has(s) {
		mover := 0
		if g.pos.White {
			mover = 1
		}
		g.first[mover].Add(s)
	}
	passes := g.pos.Passes + 1
	if s != NoSpot {
		passes = 0
	}
	g.geo.settle(&g.pos, s, m)
	g.pos.Passes = passes
	g.rejected = Plane{}
	g.attacked = m.attacked
	g.lastLiberty = Plane{}
	if m.liberties.Len() == 1 {
		g.lastLiberty = m.liberties
	}
	g.left--
	g.over = passes >= 2 || g.left == 0
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

func (e *twinEngine) run(playing []uint8) {
	for {
		anyOver := uint8(0)
		for group, lanes := range playing {
			anyOver |= lanes & e.over(group)
		}
		if anyOver != 0 {
			return
		}
		for i := range e.games {
			if g := &e.games[i]; !g.over {
				g.turn(&e.chances[i], e.options.Shapes)
			}
		}
	}
}

func (e *twinEngine) over(group int) (lanes uint8) {
	for i := 8 * group; i < min(8*group+8, len(e.games)); i++ {
		if e.games[i].over {
			lanes |= 1 << (i % 8)
		}
	}
	return lanes
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

func (e *twinEngine) name() string { return "plain golang" }
