package lanes

import "fmt"

// Chances says how often each rule of the heavy policy takes effect: in so
// many of 256 cases where it has a move to offer. The zero value switches every
// rule off, and a heavy playout is then the light playout from the same seed.
//
// The rules are asked in the order of the fields; the first that has a move
// and takes effect restricts the choice to its moves. Which of them is played
// is then as random as in a light playout.
type Chances struct {
	// Local answers the last move: capture its chain if that has one liberty;
	// for own chains that it put in atari, extend at the last liberty or
	// capture a neighbor that is itself in atari.
	Local uint16
	// Pattern plays next to the last move, diagonals included, where one of
	// the 3x3 shapes is.
	Pattern uint16
	// Capture takes any chain that is in atari.
	Capture uint16
	// SelfAtari avoids moves that leave their own chain of two stones or more
	// in atari and capture nothing: the move is given up for this turn and
	// another is chosen. SelfAtariStone does so where the chain is the new
	// stone alone. Moves of the rule Local are always checked.
	SelfAtari, SelfAtariStone uint16
}

// always is the chance of a rule that takes effect whenever it can.
const always = 256

// DefaultChances are the chances with which the heavy policy was found to be
// far stronger than the light one in a plain tree search; single values matter
// little.
func DefaultChances() Chances {
	return Chances{Local: 230, Pattern: 230, Capture: 128, SelfAtari: 240, SelfAtariStone: 128}
}

// The byte of the dice that each rule throws.
const (
	selfAtariStoneDie = 3 + iota
	selfAtariDie
	captureDie
	patternDie
	localDie
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
	set(c.Local, localDie)
	set(c.Pattern, patternDie)
	set(c.Capture, captureDie)
	set(c.SelfAtari, selfAtariDie)
	set(c.SelfAtariStone, selfAtariStoneDie)
	return limit, enabled
}

// validate reports a chance that is none.
func (c *Chances) validate() error {
	if top := max(c.Local, c.Pattern, c.Capture, c.SelfAtari, c.SelfAtariStone); top > always {
		return fmt.Errorf("lanes: a chance of %d in 256: it must be 0 to 256", top)
	}
	return nil
}
