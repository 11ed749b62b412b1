package fastboard

import "github.com/tengen-go/tengen/ruleset"

// record is what moves beside a point ask about it, in 16 bytes.
type record struct {
	// open is delta(p) at an empty point, else 0. The open fields of the four
	// neighbors add up to the liberties of a new stone.
	open uint64

	// around counts the four neighbors and has the color of the point, see the
	// constants below.
	around uint32

	// chain[0] is the head of the black chain that this stone belongs to,
	// chain[1] of the white one; 0 if there is no such stone here.
	chain [2]Point
}

// The parts of record.around. The border counts as black and as white, so that
// "all four are mine or border" is one bit of one counter.
const (
	aroundBlack  = 0  // bits 0-3: black neighbors and border
	aroundWhite  = 4  // bits 4-7: white neighbors and border
	aroundEmpty  = 8  // bits 8-11
	aroundBorder = 12 // bits 12-15
	aroundColor  = 16 // the color of the point itself: nothing above the counters of an empty one

	aroundAnyEmpty = 0xf << aroundEmpty
)

// color returns what is on the point.
func (r *record) color() ruleset.Color { return ruleset.Color(r.around >> aroundColor) }

// delta is what one pseudo-liberty at p contributes to the info of a chain:
// 1 to the count in bits 0-9, p to the sum in bits 10-29, p*p to the sum of
// squares in bits 30-63. A chain has at most 2*(19*18) pseudo-liberties, and p
// is below 400, so no field can overflow into the next.
func delta(p Point) uint64 {
	n := uint64(p)
	return 1 | n<<10 | n*n<<30
}

const (
	infoCount    = 1<<10 - 1
	infoSumShift = 10
	infoSumMask  = 1<<20 - 1
	infoSqShift  = 30
)

// noChain is the info kept at head 0, the "chain" of empty and border
// neighbors. Moves add to it and subtract from it like anywhere else, to save
// a branch; it is so large that it can be mistaken neither for a captured chain
// nor for one whose liberties are all at one point. Between two captures, when
// it is renewed, it drifts by less than 361 * 6 deltas, or 2**60.
const noChain = 1 << 62

// onlyLibertyIs reports whether all the pseudo-liberties in info are the empty
// point that d is the delta of.
func onlyLibertyIs(info, d uint64) bool { return info == info&infoCount*d }
