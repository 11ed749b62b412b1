package playout

import (
	"errors"
	"fmt"

	"github.com/tengen-go/tengen/fastboard"
)

// Always is the chance of a rule that takes effect whenever it has a move.
const Always = 256

// Tactical plays by a few rules about atari and shape around the last move,
// and like Uniform where they have nothing to say. Each field is the chance of
// a rule, from 0, never, to Always. The zero value has no rules: it plays with
// the probabilities of Uniform.
//
// A turn is a series of attempts. An attempt starts from the candidates, the
// legal points that fill no own eye, less the points given up before in this
// turn; if there is none, the move is a pass. The rules Capture, Pattern and
// Anywhere are asked in this order. A rule offers those of its points that are
// candidates. If there are any, it takes effect with its chance, the points it
// offers are chosen from, and the rules after it are not asked. If no rule
// takes effect, all candidates are chosen from. All points chosen from have the
// same probability.
//
// The point chosen may then be given up, as SelfAtari and SelfAtariStone say,
// and the next attempt begins. Otherwise it is the move. All chances are drawn
// anew in every attempt.
type Tactical struct {
	// Capture answers the last move. If its chain is in atari, the last
	// liberty is offered. For each own chain next to the last move that is in
	// atari, its last liberty is offered and the last liberty of every enemy
	// chain in atari that touches it.
	Capture uint16

	// Pattern offers the points of the 3x3 square around the last move that
	// are themselves in the middle of one of the Shapes.
	Pattern uint16

	// Anywhere offers the last liberty of every enemy chain in atari.
	Anywhere uint16

	// SelfAtari is the chance that a point is given up because the move takes
	// nothing and leaves its chain, of two stones or more, with just one
	// liberty; SelfAtariStone is the same for a chain that is the new stone
	// alone. A point offered by the rule Capture is given up in both cases
	// whatever the chance.
	SelfAtari, SelfAtariStone uint16
}

// DefaultTactical returns the chances with which the policy was found to be
// far stronger than Uniform in tree search. Single values matter little.
func DefaultTactical() Tactical {
	return Tactical{
		Capture:        230,
		Pattern:        230,
		Anywhere:       128,
		SelfAtari:      240,
		SelfAtariStone: 128,
	}
}

// chances lists the fields of t with the names that ParsePolicy knows.
func (t *Tactical) chances() []chance {
	return []chance{
		{"capture", &t.Capture},
		{"pattern", &t.Pattern},
		{"anywhere", &t.Anywhere},
		{"selfatari", &t.SelfAtari},
		{"stone", &t.SelfAtariStone},
	}
}

type chance struct {
	name  string
	value *uint16
}

// Validate reports every chance that is above Always.
func (t Tactical) Validate() error {
	var errs []error
	for _, c := range t.chances() {
		if *c.value > Always {
			errs = append(errs, fmt.Errorf("tactical playouts: %s=%d: a chance is 0 to %d", c.name, *c.value, Always))
		}
	}
	return errors.Join(errs...)
}

// String returns the policy with all its chances, as ParsePolicy reads it.
func (t Tactical) String() string {
	text := "tactical"
	separator := ":"
	for _, c := range t.chances() {
		text += fmt.Sprintf("%s%s=%d", separator, c.name, *c.value)
		separator = ","
	}
	return text
}

// Move draws a move by the rules.
func (t Tactical) Move(b *fastboard.Board, rng *RNG) fastboard.Point {
	return t.move(&turn{Board: b}, rng)
}

// move makes attempts until a point is not given up.
func (t *Tactical) move(a *turn, rng *RNG) fastboard.Point {
	for {
		p, answer := t.choose(a, rng)
		if p == fastboard.Pass || !t.givesUp(a.Board, p, answer, rng) {
			a.givenUp = fastboard.PointSet{}
			return p
		}
		a.givenUp.Add(p)
	}
}

// choose makes one attempt. It says whether the point is an answer to the last
// move, offered by the rule Capture.
func (t *Tactical) choose(a *turn, rng *RNG) (p fastboard.Point, answer bool) {
	if last := a.LastMove(); last > fastboard.Pass {
		a.offerAnswers(last)
		if a.takesEffect(t.Capture, rng) {
			return a.draw(rng), true
		}
		a.offerShapes(last)
		if a.takesEffect(t.Pattern, rng) {
			return a.draw(rng), false
		}
	}
	// The chance is drawn before the points are looked for, which saves half
	// of the work and changes no probability.
	if rng.Chance(t.Anywhere) {
		a.offerCaptures()
		if a.any {
			return a.draw(rng), false
		}
	}
	return a.drawCandidate(rng), false
}

// givesUp reports whether the point chosen is given up as a self-atari.
func (t *Tactical) givesUp(b *fastboard.Board, p fastboard.Point, answer bool, rng *RNG) bool {
	switch {
	case !b.SelfAtari(p):
		return false
	case answer:
		return true
	case b.NeighborCount(p, b.ToPlay()) > 0:
		return rng.Chance(t.SelfAtari)
	}
	return rng.Chance(t.SelfAtariStone)
}
