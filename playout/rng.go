package playout

import "math/bits"

// RNG is the random source of playouts: small enough to live in registers and
// to be inlined, which the sources of math/rand/v2 are not. It is the
// multiply-with-carry generator MWC128 of Sebastiano Vigna (public domain): one
// multiplication of 64 by 64 bits a number, and a period of about 2**127. The
// number returned is already there when it is asked for, and the multiplication
// for the next one runs beside what the caller does with it; generators that
// multiply first cost a uniform playout 5 % more time.
//
// The zero value returns zeros only: use NewRNG.
type RNG struct{ x, carry uint64 }

// multiplier is Vigna's choice for MWC128.
const multiplier = 0xffebb71d94fcdaf9

// NewRNG returns a source whose stream depends on seed alone. Neighboring seeds
// give unrelated streams.
func NewRNG(seed uint64) RNG {
	const golden = 0x9e3779b97f4a7c15
	seed += golden
	// The carry must not be 0 and must be below the multiplier.
	return RNG{x: mix(seed), carry: mix(seed+golden)>>1 | 1}
}

// mix spreads every bit of x over the whole word, one to one: the finalizer of
// splitmix64.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Uint64 returns 64 random bits.
func (r *RNG) Uint64() uint64 {
	x := r.x
	hi, lo := bits.Mul64(x, multiplier)
	lo, over := bits.Add64(lo, r.carry, 0)
	r.x, r.carry = lo, hi+over
	return x
}

// Intn returns a number from 0 to n-1. It takes the upper 32 bits times n and
// drops the fraction; no number is more likely than another by more than
// n/2**32 of its chance, which no playout can notice.
func (r *RNG) Intn(n uint32) uint32 {
	return uint32(r.Uint64() >> 32 * uint64(n) >> 32)
}

// Chance reports true in chance of 256 cases.
func (r *RNG) Chance(chance uint16) bool { return r.Uint64()>>56 < uint64(chance) }
