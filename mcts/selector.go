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
// Between children of the same worth noise decides.
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
// between children that are equal or almost so.
func (s *selector) choose(n *node, noise uint64) int {
	total := uint32(atomic.LoadUint64(n.total))
	explore := s.exploration * float32(math.Sqrt(math.Log(float64(total)+1)))
	visits := n.visits
	rave := n.rave[:len(visits)]
	jitter := noiseTable[noise%noiseOffsets:][:len(visits)]
	best, bestWorth := 0, float32(math.Inf(-1))
	for i := range visits {
		v := tally(atomic.LoadUint64(&visits[i]))
		r := tally(atomic.LoadUint64(&rave[i]))
		m := float32(r.count())
		t := 1 + m*s.perEquivalence
		worth := (float32(r.halfWins()) + float32(v.halfWins())*t) / (2 * (m + float32(v.count())*t))
		worth += explore*inverseRoot(v.count()) + jitter[i]
		if worth > bestWorth {
			best, bestWorth = i, worth
		}
	}
	return best
}

const (
	noiseOffsets = 1024
	noiseSize    = 1e-5 // below what one result of ten thousand changes
	rootTable    = 4096
)

// noiseTable is random numbers below noiseSize, from a fixed multiplicative
// generator. A search reads it from a random place on.
var noiseTable = func() (table [noiseOffsets + 512]float32) {
	x := uint64(1)
	for i := range table {
		x = x*6364136223846793005 + 1442695040888963407
		table[i] = float32(x>>40) / (1 << 24) * noiseSize
	}
	return table
}()

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
