package benchmarks

import (
	"math"
	"time"
)

// CoreClock measures the clock of the core it runs on, in hertz: the best of a
// few short loops of operations each of which needs the result of the one
// before, and takes one cycle.
func CoreClock() float64 {
	best := 0.0
	for range clockTries {
		begun := time.Now()
		clockSink = chain(clockSink|1, clockRounds)
		if elapsed := time.Since(begun).Seconds(); elapsed > 0 {
			best = math.Max(best, clockRounds*chainLength/elapsed)
		}
	}
	return best
}

const (
	clockTries  = 20 // short ones: on a busy machine some are not interrupted
	clockRounds = 50_000
	chainLength = 16 // operations of one round of chain
)

// clockSink keeps the compiler from leaving the loop out.
var clockSink uint64

// chain is additions and exclusive ors in turn, which no compiler can combine.
func chain(x uint64, rounds int) uint64 {
	a, b := x, ^x
	for range rounds {
		x += a
		x ^= b
		x += a
		x ^= b
		x += a
		x ^= b
		x += a
		x ^= b
		x += a
		x ^= b
		x += a
		x ^= b
		x += a
		x ^= b
		x += a
		x ^= b
	}
	return x
}
