package playout

import "math/bits"

// RNG is the random source of playouts: small enough to live in registers and
// to be inlined, which math/rand/v2 is not. It is the generator wyrand of Wang
// Yi (wyhash, public domain): a counter, and a multiplication of 64 by 64 bits
// whose two halves are folded. Every seed starts at another place of the one
// circle of 2**64 states; NewRNG scatters neighboring seeds over it.
//
// The zero value works and equals NewRNG of some seed.
type RNG struct{ state uint64 }

// NewRNG returns a source whose stream depends on seed alone.
func NewRNG(seed uint64) RNG {
	// The finalizer of splitmix64, a bijection.
	seed = (seed ^ seed>>30) * 0xbf58476d1ce4e5b9
	seed = (seed ^ seed>>27) * 0x94d049bb133111eb
	return RNG{seed ^ seed>>31}
}

// Uint64 returns 64 random bits.
func (r *RNG) Uint64() uint64 {
	r.state += 0xa0761d6478bd642f
	hi, lo := bits.Mul64(r.state, r.state^0xe7037ed1a0b428db)
	return hi ^ lo
}

// Intn returns a number from 0 to n-1. It takes the upper 32 bits times n and
// drops the fraction; no number is more likely than another by more than
// n/2**32 of its chance, which no playout can notice.
func (r *RNG) Intn(n uint32) uint32 {
	return uint32(r.Uint64() >> 32 * uint64(n) >> 32)
}

// Chance reports true in chance of 256 cases.
func (r *RNG) Chance(chance uint16) bool { return r.Uint64()>>56 < uint64(chance) }
