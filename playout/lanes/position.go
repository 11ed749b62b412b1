package lanes

import (
	"fmt"
	"math/bits"
)

// Position is where a playout begins, seen by the player to move. The zero
// value is the empty board with Black to move.
type Position struct {
	Own, Opp Plane // stones of the player to move, and of the opponent

	// Atari holds the stones, of both players, whose chain has exactly one
	// liberty. It follows from the stones: fill it with
	// Geometry.FindAtari, or let Geometry.Play carry it from move to move.
	Atari Plane

	Ko     Spot  // the point barred by simple ko, or NoSpot
	Last   Spot  // the opponent's last move, NoSpot after a pass or if unknown; only heavy playouts look at it
	White  bool  // White is to move
	Passes uint8 // passes in a row just before
}

// FindAtari sets p.Atari from the stones.
func (g *Geometry) FindAtari(p *Position) {
	p.Atari = Plane{}
	empty := g.emptyPoints(p)
	for _, stones := range [2]*Plane{&p.Own, &p.Opp} {
		for rest := *stones; !rest.IsEmpty(); {
			var seed Plane
			seed.Add(rest.Nth(0))
			chain := g.flood(&seed, stones)
			if n := g.liberties(&chain, &empty); n.Len() == 1 {
				p.Atari = union(&p.Atari, &chain)
			}
			rest = difference(&rest, &chain)
		}
	}
}

// Captures returns the points beside enemy chains in atari: a legal move there
// captures, and no other does.
func (g *Geometry) Captures(p *Position) Plane {
	weak := intersection(&p.Opp, &p.Atari)
	return g.neighbors(&weak)
}

// Beyond returns the points of p, the chains of the stones among them, and the
// points next to all these: one step further where a chain is one point.
func (g *Geometry) Beyond(p *Plane, position *Position) Plane {
	own, opp := g.flood(p, &position.Own), g.flood(p, &position.Opp)
	reached := *p
	for i := range g.words {
		reached[i] |= own[i] | opp[i]
	}
	next := g.neighbors(&reached)
	return union(&reached, &next)
}

// Away returns the points that are more than so many steps, up, down, left or
// right, from every stone.
func (g *Geometry) Away(p *Position, steps int) Plane {
	near := union(&p.Own, &p.Opp)
	for range steps {
		next := g.neighbors(&near)
		near = union(&near, &next)
	}
	return difference(&g.mask, &near)
}

// emptyPoints returns the points without a stone.
func (g *Geometry) emptyPoints(p *Position) (empty Plane) {
	for i := range g.words {
		empty[i] = g.mask[i] &^ (p.Own[i] | p.Opp[i])
	}
	return empty
}

// liberties returns the points of empty that are next to stones.
func (g *Geometry) liberties(stones, empty *Plane) (libs Plane) {
	for i := range g.words {
		libs[i] = g.around(stones, i) & empty[i]
	}
	return libs
}

// Candidates returns the points that a uniform playout chooses from: every
// legal move of the player to move that does not fill an own eye.
//
// A point is legal if it is empty, not barred by ko, and next to an empty
// point, to an own chain with a second liberty or to an enemy chain without
// one. With the Atari plane at hand that is one look at the neighbors.
//
// A point is an own eye if all its neighbors are own stones and at most one of
// its diagonal neighbors is an enemy stone; at the edge of the board, none.
func (g *Geometry) Candidates(p *Position) (moves Plane) {
	var contact, foreign Plane // what makes a neighbor legal; what is no own stone
	for i, mask := range g.mask[:g.words] {
		contact[i] = p.Atari[i]&p.Opp[i] | mask&^(p.Atari[i]|p.Opp[i])
		foreign[i] = mask &^ p.Own[i]
	}
	for i, mask := range g.mask[:g.words] {
		// The diagonals, counted: at least one, at least two enemy stones.
		a, b := p.Opp.up(i, g.stride+1), p.Opp.up(i, g.stride-1)
		c, d := p.Opp.down(i, g.stride+1), p.Opp.down(i, g.stride-1)
		two := a&b | c&d | (a|b)&(c|d)
		one := a | b | c | d
		noEye := g.around(&foreign, i) | two | one&g.edge[i]
		moves[i] = mask &^ (p.Own[i] | p.Opp[i]) & g.around(&contact, i) & noEye
	}
	if p.Ko != NoSpot {
		moves.Remove(p.Ko)
	}
	return moves
}

// Play makes the move at s, which must be legal, or a pass if s is NoSpot, for
// the player to move, and turns p to the opponent's point of view.
func (g *Geometry) Play(p *Position, s Spot) {
	if s != NoSpot && g.isQuiet(p, s) {
		p.Own.Add(s)
		p.Ko, p.Last, p.Passes = NoSpot, s, 0
		p.turn(g.words)
		return
	}
	var m move
	g.try(p, s, &m)
	g.settle(p, &m)
}

// isQuiet reports whether a stone at s plainly changes nothing but its point: it
// has two liberties of its own, no chain beside it is in atari, and the enemy
// stones beside it have two others. Most moves in a search are such, and the
// twentieth part of its time went into trying them.
func (g *Geometry) isQuiet(p *Position, s Spot) bool {
	free := 0
	for _, step := range g.steps4() {
		n := Spot(int(s) + step)
		if !g.mask.Has(n) {
			continue
		}
		word, bit := n/64, n%64
		switch {
		case p.Atari[word]>>bit&1 != 0:
			return false
		case p.Opp[word]>>bit&1 != 0:
			if g.freeBeside(p, n) < 3 { // s is one
				return false
			}
		case p.Own[word]>>bit&1 == 0:
			free++
		}
	}
	return free >= 2
}

// freeBeside returns how many of the points beside s are empty.
func (g *Geometry) freeBeside(p *Position, s Spot) (n int) {
	for _, step := range g.steps4() {
		q := Spot(int(s) + step)
		if g.mask.Has(q) {
			n += int(^(p.Own[q/64] | p.Opp[q/64]) >> (q % 64) & 1)
		}
	}
	return n
}

// turn turns p to the opponent's view.
func (p *Position) turn(words int) {
	for i := range min(words, MaxWords) {
		p.Own[i], p.Opp[i] = p.Opp[i], p.Own[i]
	}
	p.White = !p.White
}

// move is a move and what it does.
type move struct {
	spot Spot // NoSpot is a pass

	// The chain of the stone: its liberties, counted up to two or a few more;
	// if there is just one, which, and all stones.
	liberties int
	liberty   Spot
	chain     Plane

	joined   Plane // own chains in atari that become part of it
	captures bool
	captured Plane // enemy stones taken off
	attacks  bool
	attacked Plane // enemy chains that are put in atari
}

// try finds out what playing at s would do. It changes nothing but m.
func (g *Geometry) try(p *Position, s Spot, m *move) {
	*m = move{spot: s}
	if s == NoSpot {
		return
	}
	own := p.Own
	own.Add(s)
	empty := g.emptyPoints(p)
	empty.Remove(s)

	// Captures first: they may be what the stone lives by.
	for _, step := range g.steps4() {
		n := Spot(int(s) + step)
		switch {
		case p.Opp.Has(n) && p.Atari.Has(n) && !m.captured.Has(n):
			_, _, chain := g.reach(n, &p.Opp, &empty)
			m.captured = union(&m.captured, &chain)
			m.captures = true
		case p.Own.Has(n) && p.Atari.Has(n) && !m.joined.Has(n):
			// Its liberty was s, so the flood runs to the end.
			_, _, chain := g.reach(n, &p.Own, &empty)
			m.joined = union(&m.joined, &chain)
		}
	}
	// The other enemy chains beside the stone have lost a liberty.
	for _, step := range g.steps4() {
		n := Spot(int(s) + step)
		if p.Opp.Has(n) && !p.Atari.Has(n) && !m.attacked.Has(n) && g.free(n, &empty) < 2 {
			if liberties, _, chain := g.reach(n, &p.Opp, &empty); liberties == 1 {
				m.attacked = union(&m.attacked, &chain)
				m.attacks = true
			}
		}
	}
	if m.captures {
		empty = union(&empty, &m.captured)
	}
	if m.liberties = g.free(s, &empty); m.liberties < 2 {
		m.liberties, m.liberty, m.chain = g.reach(s, &own, &empty)
	}
}

// free returns how many of the points beside s are empty.
func (g *Geometry) free(s Spot, empty *Plane) (n int) {
	for _, step := range g.steps4() {
		if empty.Has(Spot(int(s) + step)) {
			n++
		}
	}
	return n
}

// steps4 returns the distances to the four points beside a point.
func (g *Geometry) steps4() [4]int {
	return [4]int{g.steps[1], g.steps[3], g.steps[4], g.steps[6]}
}

// settle makes a move that was tried: it puts the stone on the board, takes the
// captured ones off, brings the rest of the position up to date and turns it to
// the opponent's view.
func (g *Geometry) settle(p *Position, m *move) {
	p.Ko = NoSpot
	p.Last = m.spot
	if m.spot == NoSpot {
		p.Passes++
	} else {
		p.Passes = 0
		p.Own.Add(m.spot)
		g.updateAtari(p, m)
	}
	p.turn(g.words)
}

// updateAtari brings Atari and Ko up to date and takes captured stones off.
func (g *Geometry) updateAtari(p *Position, m *move) {
	for i := range g.words {
		p.Atari[i] = p.Atari[i]&^m.joined[i] | m.attacked[i]
	}
	if m.captures {
		// Own chains in atari that touch the captured stones gain a liberty.
		freed := g.neighbors(&m.captured)
		freed = intersection(&freed, &p.Atari)
		freed = g.flood(&freed, &p.Own)
		for i := range g.words {
			p.Opp[i] &^= m.captured[i]
			p.Atari[i] &^= m.captured[i] | freed[i]
		}
	}
	if m.liberties == 1 {
		p.Atari = union(&p.Atari, &m.chain)
		// A single stone that took a single stone and whose only liberty is
		// there: it may not be retaken at once.
		if m.captures && m.captured.Len() == 1 && m.chain.Len() == 1 {
			p.Ko = m.captured.Nth(0)
		}
	}
}

// Margin returns the area of Black minus that of White.
func (g *Geometry) Margin(p *Position) int {
	margin := g.ownMargin(&p.Own, &p.Opp)
	if p.White {
		return -margin
	}
	return margin
}

// ownMargin is Margin in the eyes of the player to move.
func (g *Geometry) ownMargin(own, opp *Plane) (margin int) {
	byOwn, byOpp := g.Owned(own, opp)
	for i := range g.words {
		margin += bits.OnesCount64(byOwn[i]) - bits.OnesCount64(byOpp[i])
	}
	return margin
}

// Owned returns the area of each player: his stones, and the empty points from
// which a way through empty points leads to no others.
func (g *Geometry) Owned(own, opp *Plane) (byOwn, byOpp Plane) {
	// Word i lies at i+1, so that words 0 and words+1 are there and empty.
	var foreign, strange [MaxWords + 2]uint64 // no own stones, none of the opponent
	for i, mask := range g.mask[:g.words] {
		foreign[i+1], strange[i+1] = mask&^own[i], mask&^opp[i]
	}
	n, rest := g.stride&63, -g.stride&63
	wide := uint64(0) // empty points with others beside them
	for i := range g.words {
		a, b, c := foreign[i], foreign[i+1], foreign[i+2]
		besideOpp := b<<1 | a>>63 | b>>1 | c<<63 | b<<n | a>>rest | b>>n | c<<rest
		d, e, f := strange[i], strange[i+1], strange[i+2]
		besideOwn := e<<1 | d>>63 | e>>1 | f<<63 | e<<n | d>>rest | e>>n | f<<rest
		empty := b & e
		byOwn[i], byOpp[i] = own[i]|empty&besideOwn&^besideOpp, opp[i]|empty&besideOpp&^besideOwn
		wide |= empty & (empty>>1 | c&f<<63 | empty>>n | c&f<<rest)
	}
	if wide != 0 {
		g.ownRegions(own, opp, &byOwn, &byOpp)
	}
	return byOwn, byOpp
}

// ownRegions is Owned where an empty point is not all of its region. Most
// playouts end without any, in one-point eyes and points that both are beside.
func (g *Geometry) ownRegions(own, opp, byOwn, byOpp *Plane) {
	var empty Plane
	for i, mask := range g.mask[:g.words] {
		empty[i] = mask &^ (own[i] | opp[i])
	}
	besideOwn, besideOpp := g.neighbors(own), g.neighbors(opp)
	fromOwn, fromOpp := g.flood(&besideOwn, &empty), g.flood(&besideOpp, &empty)
	for i := range g.words {
		byOwn[i], byOpp[i] = own[i]|fromOwn[i]&^fromOpp[i], opp[i]|fromOpp[i]&^fromOwn[i]
	}
}

// Check reports what is wrong with a position that was put together by hand:
// stones off the board or on one another, a chain without liberties, a wrong
// Atari plane, a ko on a stone or off the board, a last move off the board or on
// a stone of the player to move.
func (g *Geometry) Check(p *Position) error {
	all := union(&p.Own, &p.Opp)
	if off := difference(&all, &g.mask); !off.IsEmpty() {
		return g.noPoint("a stone", off.Nth(0))
	}
	if both := intersection(&p.Own, &p.Opp); !both.IsEmpty() {
		return fmt.Errorf("lanes: spot %d holds stones of both players", both.Nth(0))
	}
	empty := g.emptyPoints(p)
	breathing := g.neighbors(&empty)
	own, opp := g.flood(&breathing, &p.Own), g.flood(&breathing, &p.Opp)
	alive := union(&own, &opp)
	if dead := difference(&all, &alive); !dead.IsEmpty() {
		return fmt.Errorf("lanes: the chain at spot %d has no liberty", dead.Nth(0))
	}
	want := *p
	g.FindAtari(&want)
	if want.Atari != p.Atari {
		return fmt.Errorf("lanes: the Atari plane does not fit the stones: call Geometry.FindAtari")
	}
	switch {
	case p.Ko != NoSpot && !g.Contains(p.Ko):
		return g.noPoint("the ko point", p.Ko)
	case all.Has(p.Ko):
		return fmt.Errorf("lanes: the ko point, spot %d, is not empty", p.Ko)
	case p.Last != NoSpot && !g.Contains(p.Last):
		return g.noPoint("the last move", p.Last)
	case p.Own.Has(p.Last):
		return fmt.Errorf("lanes: the last move, spot %d, is a stone of the player to move: it must be the opponent's", p.Last)
	}
	return nil
}

// noPoint is the error of something at a spot that is no point of the board.
func (g *Geometry) noPoint(what string, s Spot) error {
	return fmt.Errorf("lanes: %s at spot %d is off the %dx%d board: use Geometry.Spot", what, s, g.cols, g.rows)
}
