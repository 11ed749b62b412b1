package lifedeath

import (
	"slices"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/ruleset"
)

// Limits of the places that Sekis looks at, and of the search in each.
const (
	maxSekiRegion = 4      // points of one empty region
	maxSekiOpen   = 7      // empty points of one place
	maxSekiNodes  = 10_000 // positions
	maxSekiDepth  = 60     // moves
)

// decisive is the number of stones whose capture at once decides the fight: the
// room they leave is enough for two eyes, whoever plays there first.
const decisive = 7

// Seki is a place where both sides have stones without two eyes of their own,
// and neither gains by playing first.
type Seki struct {
	Black, White []ruleset.Point // stones that live in it
	Open         []ruleset.Point // empty points that neither side wants to play
}

// Sekis returns the places of a position that are proved to be seki.
//
// A place is a set of small empty regions, one of them between both colors,
// with all the chains that have no liberty anywhere else. All sequences of
// plays on its points are searched, passes included: it is a seki if neither
// Black nor White, moving first, ends with a better count of area than is on
// the board now, every stone counted as alive. Plays elsewhere, such as ko
// threats, are left out; chains that reach out of the place are taken as safe,
// whoever takes seven stones at once has won the fight, and a cycle counts as a
// gain, so that a ko is no seki.
//
// What is larger than the limits of the search is not found, nor is a seki with
// a point left that one side can fill without harm.
func Sekis(position *ruleset.Position) []Seki {
	if fastboard.CheckSize(position.Size()) != nil {
		return nil
	}
	m := newMap(position)
	var found []Seki
	done := make([]bool, len(m.regions))
	for id := range m.regions {
		if done[id] || !m.regions[id].shared() {
			continue
		}
		place, ok := m.place(id)
		for _, r := range place.regions {
			done[r] = true
		}
		if ok && place.settled(position) {
			found = append(found, place.seki())
		}
	}
	return found
}

// chain and region are the parts of a position; border of a region are the
// chains next to it, and of a chain the empty regions.
type chain struct {
	color   ruleset.Color
	stones  []ruleset.Point
	border  []int
	passing bool // pass-alive
}

type region struct {
	points       []ruleset.Point
	border       []int
	black, white bool // colors next to it
}

func (r *region) shared() bool { return r.black && r.white && len(r.points) <= maxSekiRegion }

// boardMap is a position taken apart into chains and empty regions.
type boardMap struct {
	chains  []chain
	regions []region
}

func newMap(position *ruleset.Position) *boardMap {
	m := &boardMap{}
	proof := Proven(position)
	var at [ruleset.NumPoints]int // 1 + index of the chain
	for _, p := range position.Size().Points() {
		if color := position.At(p); color.IsPlayer() && at[p] == 0 {
			stones, _ := position.Chain(p)
			m.chains = append(m.chains, chain{color: color, stones: stones, passing: proof.Owner(p) == color})
			for _, s := range stones {
				at[s] = len(m.chains)
			}
		}
	}
	var seen [ruleset.NumPoints]bool
	for _, p := range position.Size().Points() {
		if position.At(p) != ruleset.Empty || seen[p] {
			continue
		}
		seen[p] = true
		id, r := len(m.regions), region{points: []ruleset.Point{p}}
		for i := 0; i < len(r.points); i++ {
			for _, n := range r.points[i].Neighbors() {
				switch position.At(n) {
				case ruleset.Empty:
					if !seen[n] {
						seen[n] = true
						r.points = append(r.points, n)
					}
				case ruleset.Black, ruleset.White:
					r.black = r.black || position.At(n) == ruleset.Black
					r.white = r.white || position.At(n) == ruleset.White
					if c := at[n] - 1; !slices.Contains(r.border, c) {
						r.border = append(r.border, c)
						m.chains[c].border = append(m.chains[c].border, id)
					}
				}
			}
		}
		m.regions = append(m.regions, r)
	}
	return m
}

// place is what one search plays on.
type place struct {
	*boardMap
	regions, chains []int
}

// place grows from a region: the chains next to it that have no liberty but in
// small regions, the other regions of these chains, and so on. It is false for
// a place that cannot be a seki or is too large.
func (m *boardMap) place(start int) (p place, ok bool) {
	p = place{boardMap: m, regions: []int{start}}
	open := 0
	for i := 0; i < len(p.regions); i++ {
		r := &m.regions[p.regions[i]]
		if open += len(r.points); open > maxSekiOpen {
			return p, false
		}
		for _, c := range r.border {
			if slices.Contains(p.chains, c) || m.chains[c].passing || !m.confined(c) {
				continue
			}
			p.chains = append(p.chains, c)
			for _, next := range m.chains[c].border {
				if !slices.Contains(p.regions, next) {
					p.regions = append(p.regions, next)
				}
			}
		}
	}
	var black, white bool
	for _, c := range p.chains {
		black = black || m.chains[c].color == ruleset.Black
		white = white || m.chains[c].color == ruleset.White
	}
	return p, black && white
}

// confined reports whether a chain has liberties in small regions only.
func (m *boardMap) confined(c int) bool {
	for _, r := range m.chains[c].border {
		if len(m.regions[r].points) > maxSekiRegion {
			return false
		}
	}
	return true
}

func (p place) seki() Seki {
	var s Seki
	for _, c := range p.chains {
		if stones := p.boardMap.chains[c].stones; p.boardMap.chains[c].color == ruleset.Black {
			s.Black = append(s.Black, stones...)
		} else {
			s.White = append(s.White, stones...)
		}
	}
	for _, r := range p.regions {
		s.Open = append(s.Open, p.boardMap.regions[r].points...)
	}
	slices.Sort(s.Black)
	slices.Sort(s.White)
	slices.Sort(s.Open)
	return s
}

// settled reports whether neither side gains by playing first.
func (p place) settled(position *ruleset.Position) bool {
	var points []fastboard.Point
	var owners [fastboard.NumPoints]ruleset.Color
	seki := p.seki()
	for _, list := range [][]ruleset.Point{seki.Open, seki.Black, seki.White} {
		for _, pt := range list {
			points = append(points, fastboard.FromRuleset(pt))
		}
	}
	for _, attacker := range [...]ruleset.Color{ruleset.Black, ruleset.White} {
		var board fastboard.Board
		if board.Load(position, attacker, ruleset.NoPoint, 0) != nil {
			return false
		}
		board.Owners(&owners)
		s := search{
			attacker: attacker, points: points, par: board.AreaScore(),
			known: map[situation]bool{}, path: map[situation]bool{},
		}
		for _, pt := range points {
			switch owners[pt] {
			case attacker:
				s.held++
			case attacker.Opponent():
				s.held--
			}
		}
		if s.gains(&board, 0, false) {
			return false
		}
	}
	return true
}

// situation is a board with what a search has to know of the moves before.
type situation struct {
	hash   uint64
	toPlay ruleset.Color
	passes int
	ko     fastboard.Point
}

// search asks whether one side can get more than par.
type search struct {
	attacker ruleset.Color
	points   []fastboard.Point
	par      int // Black's margin of area at the start
	held     int // the attacker's margin on the points alone
	nodes    int
	known    map[situation]bool
	path     map[situation]bool // from the start to here
}

// gains reports whether the attacker gets more than par against every
// defense. It errs to the side of the attacker: where the search ends early, and
// where the game would go in circles. fought says that several stones were
// taken on the way, after which it pays to look for proved life.
func (s *search) gains(b *fastboard.Board, depth int, fought bool) bool {
	if b.Passes() >= 2 {
		if s.attacker == ruleset.White {
			return b.AreaScore() < s.par
		}
		return b.AreaScore() > s.par
	}
	here := situation{b.Hash(), b.ToPlay(), b.Passes(), b.Ko()}
	if gains, ok := s.known[here]; ok {
		return gains
	}
	s.nodes++
	if s.nodes > maxSekiNodes || depth > maxSekiDepth || s.path[here] {
		return true
	}
	if fought {
		if gains, decided := s.proved(b); decided {
			s.known[here] = gains
			return gains
		}
	}
	s.path[here] = true
	defer delete(s.path, here)

	// The attacker looks for one move that gains, the defender for one after
	// which nothing does.
	attacking := b.ToPlay() == s.attacker
	gains := !attacking
	for _, p := range s.moves(b) {
		var next fastboard.Board
		next.CopyFrom(b)
		next.Play(p)
		taken := next.EmptyCount() - b.EmptyCount() + 1
		var result bool
		if taken >= decisive && p != fastboard.Pass {
			result = attacking
		} else {
			result = s.gains(&next, depth+1, fought || taken > 1 && p != fastboard.Pass)
		}
		if result == attacking {
			gains = attacking
			break
		}
	}
	s.known[here] = gains
	return gains
}

// proved reports whether one side has proved so many of the points that the
// rest does not matter, and then whether the attacker gains.
func (s *search) proved(b *fastboard.Board) (gains, decided bool) {
	position := b.Position()
	proof := Proven(&position)
	most, least := len(s.points), -len(s.points)
	for _, p := range s.points {
		switch proof.Owner(p.Ruleset()) {
		case s.attacker:
			least += 2
		case s.attacker.Opponent():
			most -= 2
		}
	}
	return least > s.held, least > s.held || most <= s.held
}

// moves returns the moves to try, those first that decide most fights:
// captures, then plays beside the last move. Who answers a pass tries a pass
// before anything else.
func (s *search) moves(b *fastboard.Board) []fastboard.Point {
	var captures, near, far []fastboard.Point
	last := b.LastMove()
	for _, p := range s.points {
		switch {
		case b.At(p) != ruleset.Empty || !b.Legal(p):
		case b.Captures(p, b.ToPlay()):
			captures = append(captures, p)
		case neighbors(p, last):
			near = append(near, p)
		default:
			far = append(far, p)
		}
	}
	if last == fastboard.Pass || last == fastboard.NoPoint {
		return slices.Concat([]fastboard.Point{fastboard.Pass}, captures, far)
	}
	return slices.Concat(captures, near, far, []fastboard.Point{fastboard.Pass})
}

func neighbors(p, q fastboard.Point) bool {
	near := p.Neighbors()
	return slices.Contains(near[:], q)
}
