package mcts

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/playout"
	"github.com/tengen-go/tengen/ruleset"
)

// Report is what a Run found. Values are in [0, 1] for the player to move, a
// draw counting half.
type Report struct {
	// Best is the move to play, Pass included: the most visited one, where
	// the rules for passing in the package comment do not say otherwise.
	Best ruleset.Point

	// Value is the value of Best.
	Value float64

	// PV is the principal variation: Best, and the most visited replies.
	PV []ruleset.Point

	// Children are the moves looked at, the most visited first; those of
	// equal visits by their priors, then in the order of their points. A pass
	// that ends the game
	// comes last, without visits: its value is known.
	Children []Child

	// Playouts is the number of simulations of this Run, and Reused that of
	// earlier Runs that were found in the tree. The visits of the children
	// add up to both.
	Playouts int
	Reused   int

	// Capped is how many of the playouts were cut off by the limit of moves
	// and counted as they stood.
	Capped int

	// BlackScore is Black's mean score less White's over the playouts of this
	// Run, in points as the rules count them, komi not taken off: area,
	// territory and prisoners, or area less group tax.
	BlackScore float64

	// ScoreStdev is the standard deviation of the scores of these playouts.
	ScoreStdev float64

	// Ownership is the mean owner of each point at the end of the playouts of
	// this Run, from -1 for White to +1 for Black, in the order of
	// ruleset.Size.Index; nil unless Config.Ownership is set.
	Ownership []float64

	// TreeFull says that the memory limit was met and the least visited nodes
	// were dropped.
	TreeFull bool

	Nodes       int // in the tree
	MemoryBytes int // held for it
	Elapsed     time.Duration
}

// Child is a move at the root.
type Child struct {
	Point  ruleset.Point
	Visits int
	Value  float64 // 0 without visits, except that of a pass that ends the game

	// Proven says that Value is certain: the result, if both sides play the best
	// they can.
	Proven bool

	// Score is Black's mean score less White's, as BlackScore, over the
	// playouts of this Run that began with the move; 0 without any. That of a
	// pass that ends the game is known. ScoreStdev is their standard
	// deviation.
	Score      float64
	ScoreStdev float64

	RAVEVisits int // simulations with the move at any time, by the same player first, inherited ones included
	RAVEValue  float64

	PriorVisits int // imagined simulations before the first real one
	PriorValue  float64
}

// report describes the tree.
func (s *Search) report(g *ruleset.Game) *Report {
	r := &Report{TreeFull: s.pruned, MemoryBytes: s.arena.bytes()}
	total := &s.workers[0].sums
	for _, w := range s.workers[1:] {
		total.merge(&w.sums)
	}
	r.Playouts = total.playouts
	r.Capped = total.capped
	r.BlackScore, r.ScoreStdev = total.all.mean(), total.all.deviation()
	s.arena.walk(func(ref, []uint64) { r.Nodes++ })
	r.Children = s.children(total)
	root := s.arena.node(s.root)
	if s.passEnds() && s.mayPass && root.find(fastboard.Pass) < 0 {
		r.Children = append(r.Children, Child{
			Point: ruleset.Pass,
			Value: float64(s.standing()) / 2,

			Proven: s.proves,
			Score:  (s.count.Black - s.count.White).Points(),
		})
	}
	r.Best, r.Value = s.choose(g, r.Children, &total.ownership)
	r.PV = s.variation(r.Best)
	if s.config.Ownership {
		r.Ownership = ownership(g.Size(), &total.ownership)
	}
	return r
}

// merge adds the sums of another worker.
func (s *sums) merge(other *sums) {
	s.playouts += other.playouts
	s.capped += other.capped
	s.all.merge(other.all)
	for i, m := range other.slots {
		s.slots[i].merge(m)
	}
	s.ownership.Merge(&other.ownership)
}

// children lists the children of the root.
func (s *Search) children(total *sums) []Child {
	n := s.arena.node(s.root)
	children := make([]Child, len(n.links))
	for slot := range children {
		l, visits, rave := n.link(slot), n.visit(slot), n.raveTally(slot)
		prior := l.prior()
		c := Child{
			Point:       l.move().Ruleset(),
			Visits:      int(visits.count()),
			Value:       s.value(visits, &total.slots[slot]),
			Proven:      visits.proof() != unproven,
			RAVEVisits:  int(rave.count()),
			RAVEValue:   rave.value(),
			PriorVisits: int(prior.count()),
			PriorValue:  prior.value(),
			Score:       total.slots[slot].mean(),
			ScoreStdev:  total.slots[slot].deviation(),
		}
		children[slot] = c
	}
	slices.SortFunc(children, func(a, b Child) int {
		return cmp.Or(cmp.Compare(b.Visits, a.Visits), cmp.Compare(b.PriorVisits, a.PriorVisits), cmp.Compare(a.Point, b.Point))
	})
	return children
}

// value returns the share of wins of a child of the root. The tree knows its
// visits and units; of the visits of this Run the wins too. In those of earlier
// ones, margins are taken to have the share in the units that they have now.
func (s *Search) value(visits tally, now *results) float64 {
	if p := visits.proof(); p != unproven {
		return p.value()
	}
	n := float64(visits.count())
	if n == 0 {
		return 0
	}
	wins, units := now.halfWins, now.units // in half a win and a unit
	if s.scoring.color == ruleset.White {
		wins, units = 2*now.n-wins, winUnits*now.n-units
	}
	rest := n - float64(now.n)
	old := (float64(visits.units()) - float64(units)) / winUnits
	if weight := s.config.ScoreWeight; rest > 0 && weight > 0 {
		margins := 0.5 * weight // of a visit, if they are even
		if now.n > 0 {
			margins = float64(units)/(winUnits*float64(now.n)) - (1-weight)*float64(wins)/(2*float64(now.n))
		}
		old = min(max((old-rest*margins)/(1-weight), 0), rest)
	}
	return (float64(wins)/2 + old) / n
}

// usualVariation is more moves than a principal variation has as a rule.
const usualVariation = 64

// variation follows the most visited children from the move best on.
func (s *Search) variation(best ruleset.Point) []ruleset.Point {
	moves, _ := s.Line(best)
	if len(moves) == 0 {
		moves = []ruleset.Point{best} // a pass that ends the game
	}
	return moves
}

// Line returns the principal variation of a move at the root of the last Run:
// the move and the most visited replies, and the visits of each. It returns
// nothing if the move was not looked at.
func (s *Search) Line(first ruleset.Point) (moves []ruleset.Point, visits []int) {
	if s.root == noNode || first != ruleset.Pass && !s.count.Size.Contains(first) {
		return nil, nil
	}
	n := s.arena.node(s.root)
	slot := n.find(fastboard.FromRuleset(first))
	moves, visits = make([]ruleset.Point, 0, usualVariation), make([]int, 0, usualVariation)
	for slot >= 0 && len(moves) < maxDepth {
		l := n.link(slot)
		moves = append(moves, l.move().Ruleset())
		visits = append(visits, int(n.visit(slot).count()))
		if l.child() == noNode {
			break
		}
		n = s.arena.node(l.child())
		slot = n.mostVisited()
	}
	return moves, visits
}

// mostVisited returns the slot with most visits, -1 if there are none; of moves
// that win for certain, if there are, and rather not of those that lose.
func (n *node) mostVisited() int {
	best, most := -1, uint64(0)
	for slot := range n.visits {
		v := n.visit(slot)
		rank := uint64(v.count())
		switch v.proof() {
		case unproven, provenDraw:
			rank |= 1 << 32
		case provenWin:
			rank |= 1 << 33
		}
		if v.count() > 0 && rank > most {
			best, most = slot, rank
		}
	}
	return best
}

func ownership(size ruleset.Size, sums *playout.Ownership) []float64 {
	mean := make([]float64, size.Area())
	for i := range mean {
		mean[i] = sums.At(fastboard.FromRuleset(size.PointAt(i)))
	}
	return mean
}

// Resign reports whether the player to move should give up: whether the value
// of the best move is below a threshold such as Config.ResignBelow. A search
// that has seen nothing does not give up.
func (r *Report) Resign(below float64) bool {
	return r.Value < below && r.Playouts+r.Reused > 0
}

// Sample draws a move for openings that vary: a child is chosen with a
// probability that grows with its visits to the power of 1/temperature. 1 is
// in proportion to the visits, 0 always plays Best, and a large temperature
// makes all visited moves alike. Passes are not drawn: if Best is a pass,
// Sample returns it, otherwise a play.
func (r *Report) Sample(rng *rand.Rand, temperature float64) ruleset.Point {
	if r.Best == ruleset.Pass || !(temperature > 0) || len(r.Children) == 0 {
		return r.Best
	}
	most := float64(max(r.Children[0].Visits, 1))
	weight := func(c Child) float64 {
		if c.Point == ruleset.Pass || c.Visits == 0 || c.Proven && c.Value < r.Value {
			return 0
		}
		return math.Pow(float64(c.Visits)/most, 1/temperature)
	}
	sum := 0.0
	for _, c := range r.Children {
		sum += weight(c)
	}
	at := float64(rng.Float64() * sum)
	for _, c := range r.Children {
		if at -= weight(c); at < 0 {
			return c.Point
		}
	}
	return r.Best
}
