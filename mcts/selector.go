package mcts

import (
	"math"
	"math/bits"
	"sync/atomic"

	"github.com/tengen-go/tengen/fastboard"
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
// A child that is proven to lose is worth 0, less than any other, as a prior has
// wins. Of children of the same worth, chance takes one.
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

// scan is a buffer of choose.
type scan struct {
	worths [(maxChildren+15)/16*16 + 48]float32 // whole vectors, and three more
	best   [(maxChildren + 63) / 64]uint64
}

// maxChildren is the largest number of children of a node.
const maxChildren = fastboard.MaxSide*fastboard.MaxSide + 1

// explored returns the total of a node with the given words for choose.
func (s *Search) explored(words []uint64) uint64 {
	if s.selector.exploration == 0 {
		return 0
	}
	return uint64(s.arena.total(words))
}

// choose returns the slot of the best child, given the tallies of all and the
// total of their node, which matters only to exploration. noise is any number; it
// decides between children of the same worth.
func (s *selector) choose(scan *scan, visits, rave []uint64, total, noise uint64) int {
	explore := float32(0) // c * sqrt(ln N), in the units of worth
	if s.exploration != 0 {
		explore = winUnits * s.exploration * float32(math.Sqrt(math.Log(float64(total)+1)))
	}
	// The first of several bests is taken, so noise says where to begin.
	start := int(noise >> 32 * uint64(len(visits)) >> 32)
	slot, worth := s.best(scan, visits, rave, explore, uint32(provenLoss), start)
	if worth == 0 {
		// Everything loses. What loses in playouts too loses more easily.
		slot, _ = s.best(scan, visits, rave, explore, 0, start)
	}
	return slot
}

// best returns the first of the best children from start on, or else the first of
// all, and its worth. Those with a bit of worthless in their tally of visits are
// worth 0.
func (s *selector) best(scan *scan, visits, rave []uint64, explore float32, worthless uint32, start int) (slot int, worth float32) {
	if hasVectors {
		return bestVector(&visits[0], &rave[0], len(visits), s.perEquivalence, explore, worthless, start, &scan.worths[0])
	}
	return s.bestPlain(scan, visits, rave, explore, worthless, start)
}

func (s *selector) bestPlain(scan *scan, visits, rave []uint64, explore float32, worthless uint32, start int) (slot int, worth float32) {
	scan.findBest(visits, rave, s.perEquivalence, explore, worthless)
	slot = firstFrom(scan.best[:(len(visits)+63)/64], start)
	return slot, scan.worths[slot]
}

// firstFrom returns the first bit of a set from number start on, or else the
// first of all.
func firstFrom(set []uint64, start int) int {
	word := set[start/64] >> (start % 64)
	if word != 0 {
		return start + bits.TrailingZeros64(word)
	}
	for i := start/64 + 1; i < len(set); i++ {
		if set[i] != 0 {
			return 64*i + bits.TrailingZeros64(set[i])
		}
	}
	for i, word := range set {
		if word != 0 {
			return 64*i + bits.TrailingZeros64(word)
		}
	}
	return start // not reached: one is always the best
}

// findBest sets scan.best to the children of the highest worth.
func (s *scan) findBest(visits, rave []uint64, perEquivalence, explore float32, worthless uint32) {
	rave = rave[:len(visits)]
	top := float32(math.Inf(-1))
	for i := range visits {
		v, worth := atomic.LoadUint64(&visits[i]), float32(0)
		if uint32(v)&worthless == 0 {
			worth = mean(v, atomic.LoadUint64(&rave[i]), perEquivalence)
			if explore != 0 {
				worth += explore / float32(math.Sqrt(float64(float32(tally(v).count()))))
			}
		}
		s.worths[i] = worth
		top = max(top, worth)
	}
	clear(s.best[:])
	for i, worth := range s.worths[:len(visits)] {
		if worth == top {
			s.best[i/64] |= 1 << (i % 64)
		}
	}
}

// mean returns the blend of the value and the RAVE value of a child, from its
// tallies, in units.
//
// Here, as wherever numbers of floating point decide on moves, products that
// are added to something are converted to the type they have: the compiler may
// then not fuse the two operations, as it does on some processors, and the
// rounding is the same on all.
func mean(visits, rave uint64, perEquivalence float32) float32 {
	m := float32(int64(rave & (1<<32 - 1)))
	t := 1 + float32(m*perEquivalence)
	wins := float32(int64(rave>>32)) + float32(float32(int64(visits>>32))*t)
	return wins / (m + float32(float32(int64(visits&countMask))*t))
}
