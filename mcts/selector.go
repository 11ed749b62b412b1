package mcts

import (
	"math"
	"sync/atomic"
)

// selector is the formula that chooses among children. With n visits and w
// wins, those of the prior included, and a RAVE tally of m simulations and v
// wins, a child is worth
//
//	(1-b) * w/n + b * v/m + c * sqrt(ln N / n)
//
// where N is the number of visits of all children, c the exploration and
//
//	b = m / (m + n + m*n/k)
//
// the weight of RAVE for an equivalence of k: half of it at n = k if m is
// large, none in the long run. (The formula of b is David Silver's, with
// 4*bias² = 1/k; see Gelly and Silver, Monte-Carlo tree search and rapid
// action value estimation in computer Go, Artificial Intelligence 175, 2011.)
// The first two terms are computed with one division as
//
//	(v + w*t) / (m + n*t), t = 1 + m/k
//
// Of children of the same worth, chance takes one.
type selector struct {
	exploration    float32
	perEquivalence float32 // 1/k
}

func newSelector(c Config) selector {
	s := selector{exploration: float32(c.Exploration)}
	if c.RAVE > 0 {
		s.perEquivalence = float32(1 / c.RAVE)
	}
	return s
}

// choose returns the slot of the best child. noise is any number; it decides
// between children of the same worth.
func (s *selector) choose(n *node, noise uint64) int {
	// The first of several bests is taken, so noise says where to begin.
	visits := n.visits
	rave := n.rave[:len(visits)]
	start := int(noise >> 32 * uint64(len(visits)) >> 32)
	scan := scan{perEquivalence: s.perEquivalence, worth: float32(math.Inf(-1))}
	if s.exploration == 0 {
		scan.greedy(visits, rave, start, len(visits))
		scan.greedy(visits, rave, 0, start)
		return scan.best
	}
	total := atomic.LoadUint64(n.total)
	scan.explore = 2 * s.exploration * float32(math.Sqrt(math.Log(float64(total)+1)))
	scan.exploring(visits, rave, start, len(visits))
	scan.exploring(visits, rave, 0, start)
	return scan.best
}

// scan looks for the best child.
type scan struct {
	perEquivalence float32
	explore        float32 // 2 * c * sqrt(ln N), as worth is in half wins
	worth          float32 // of the best so far
	best           int
}

// greedy looks at the children from one slot to another without exploration:
// a loop of its own, since it is the busiest of the search.
func (s *scan) greedy(visits, rave []uint64, from, to int) {
	perEquivalence, best, bestWorth := s.perEquivalence, s.best, s.worth
	visits = visits[from:to]
	rave = rave[from:to][:len(visits)]
	for i := range visits {
		worth := mean(atomic.LoadUint64(&visits[i]), atomic.LoadUint64(&rave[i]), perEquivalence)
		if worth > bestWorth {
			best, bestWorth = from+i, worth
		}
	}
	s.best, s.worth = best, bestWorth
}

func (s *scan) exploring(visits, rave []uint64, from, to int) {
	for i := from; i < to; i++ {
		v := atomic.LoadUint64(&visits[i])
		worth := mean(v, atomic.LoadUint64(&rave[i]), s.perEquivalence) + float32(s.explore*inverseRoot(tally(v).count()))
		if worth > s.worth {
			s.best, s.worth = i, worth
		}
	}
}

// mean returns the blend of the value and the RAVE value of a child, from its
// tallies, in half wins.
//
// Here, as wherever numbers of floating point decide on moves, products that
// are added to something are converted to the type they have: the compiler may
// then not fuse the two operations, as it does on some processors, and the
// rounding is the same on all.
func mean(visits, rave uint64, perEquivalence float32) float32 {
	m := float32(int64(rave & (1<<32 - 1)))
	t := 1 + float32(m*perEquivalence)
	wins := float32(int64(rave>>32)) + float32(float32(int64(visits>>32))*t)
	return wins / (m + float32(float32(int64(visits&(1<<32-1)))*t))
}

const rootTable = 4096

// inverseRoots holds 1/sqrt(n).
var inverseRoots = func() (table [rootTable]float32) {
	for n := range table {
		table[n] = float32(1 / math.Sqrt(float64(n)))
	}
	return table
}()

// inverseRoot returns 1/sqrt(n) for n >= 1.
func inverseRoot(n uint32) float32 {
	if n < rootTable {
		return inverseRoots[n]
	}
	return float32(1 / math.Sqrt(float64(n)))
}
