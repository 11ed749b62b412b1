package lanes

import "fmt"

// Chances says how often each rule of the heavy policy takes effect: in so
// many of 256 cases where it has a move to offer. The zero value switches every
// rule off, and a heavy playout is then the light playout from the same seed.
//
// A turn is a series of attempts. In each, the rules Capture, Pattern and
// Anywhere are asked in this order; the first that offers a candidate and takes
// effect restricts the choice to what it offers. One of these points is then
// chosen, all alike. It may be given up as self-atari: then it is out for this
// turn, and the next attempt begins with new dice.
type Chances struct {
	// Capture answers the last move. If its chain is in atari, the last
	// liberty is offered; for each own chain beside it that is in atari, its
	// last liberty and that of every enemy chain in atari that touches it.
	Capture uint16
	// Pattern offers the points around the last move, diagonals included, that
	// are in the middle of one of the Shapes.
	Pattern uint16
	// Anywhere offers the last liberty of every enemy chain in atari.
	Anywhere uint16
	// SelfAtari gives up a move that takes nothing and leaves its chain, of two
	// stones or more, with one liberty; SelfAtariStone does so where the chain
	// is the new stone alone. A point offered by the rule Capture is given up
	// in both cases whatever the chance.
	SelfAtari, SelfAtariStone uint16
}

// always is the chance of a rule that takes effect whenever it can.
const always = 256

// DefaultChances are the chances with which the heavy policy was found to be
// far stronger than the light one in a plain tree search; single values matter
// little.
func DefaultChances() Chances {
	return Chances{Capture: 230, Pattern: 230, Anywhere: 128, SelfAtari: 240, SelfAtariStone: 128}
}

// The byte of the dice that each rule throws.
const (
	selfAtariStoneDie = 3 + iota
	selfAtariDie
	anywhereDie
	patternDie
	captureDie
)

// takesEffect reports whether a rule with the given chance takes effect.
func takesEffect(chance uint16, dice uint64, die uint) bool {
	return dice>>(8*die)&0xff < uint64(chance)
}

// packed returns the chances as the kernels compare them with the dice, a byte
// per rule: a rule takes effect if its die is at most the byte of limit and
// its byte of enabled is set. (A chance of 256 does not fit a byte, one less
// does; zero is what enabled is for.)
func (c *Chances) packed() (limit, enabled uint64) {
	set := func(chance uint16, die uint) {
		if chance > 0 {
			limit |= uint64(min(chance, always)-1) << (8 * die)
			enabled |= 0xff << (8 * die)
		}
	}
	set(c.Capture, captureDie)
	set(c.Pattern, patternDie)
	set(c.Anywhere, anywhereDie)
	set(c.SelfAtari, selfAtariDie)
	set(c.SelfAtariStone, selfAtariStoneDie)
	return limit, enabled
}

// validate reports a chance that is none.
func (c *Chances) validate() error {
	if top := max(c.Capture, c.Pattern, c.Anywhere, c.SelfAtari, c.SelfAtariStone); top > always {
		return fmt.Errorf("lanes: a chance of %d in 256: it must be 0 to 256", top)
	}
	return nil
}
