package experiments

import "math/rand/v2"

// stream names the purpose of a random stream, so that no two purposes of one
// game share their numbers.
type stream uint64

const (
	seedStream stream = iota + 1
	openingStream
	samplingStream
	searchStream
	cleanupStream
)

// mix derives one number from three: two rounds of the finalizer of SplitMix64
// (Steele, Lea and Flood, OOPSLA 2014) over each in turn. Neighboring inputs
// give unrelated outputs, which a sum or an XOR would not.
func mix(seed uint64, purpose stream, index uint64) uint64 {
	for _, v := range [...]uint64{uint64(purpose), index} {
		seed = (seed ^ v) * 0x9e3779b97f4a7c15
		seed = finalize(finalize(seed) + 0x9e3779b97f4a7c15)
	}
	return seed
}

func finalize(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// GameSeed returns the seed of game number game of a run with the given master
// seed. It is stored with the game, and everything random in the game follows
// from it.
func GameSeed(master uint64, game int) uint64 { return mix(master, seedStream, uint64(game)) }

// newRand returns the random source of one purpose within one game.
func newRand(gameSeed uint64, purpose stream) *rand.Rand {
	return rand.New(rand.NewPCG(gameSeed, uint64(purpose)))
}
