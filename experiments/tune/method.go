package tune

import (
	"fmt"

	"github.com/tengen-go/tengen/experiments/match"
	"github.com/tengen-go/tengen/ruleset"
)

// Method says how better settings are looked for; see the package comment.
type Method uint8

// The methods.
const (
	SPSA Method = iota
	Halving
)

var methodWords = []string{"spsa", "halving"}

// String returns "spsa" or "halving".
func (m Method) String() string { return methodWords[m] }

// MarshalText writes the word.
func (m Method) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads the word.
func (m *Method) UnmarshalText(text []byte) error {
	for i, word := range methodWords {
		if word == string(text) {
			*m = Method(i)
			return nil
		}
	}
	return fmt.Errorf("method %q is unknown: %s", text, ruleset.Suggest(string(text), methodWords))
}

// round is what a method wants to be played next.
type round struct {
	number  int // from 1
	kind    match.Kind
	players []entrant
	pairs   int // of any two that meet
}

// entrant is a player of a round.
type entrant struct {
	name    string
	setting Setting
}

// method is a method at work. It is a function of the plan and of the results
// that it was told.
type method interface {
	// next is the round to be played, nil at the end.
	next() *round

	// tell gives the results of that round.
	tell(pairings []match.Pairing)

	// found is the best setting so far.
	found() Setting

	// rounds is how many rounds there are in all, and games how many games.
	rounds() int
	games() int

	// report adds what the method has to tell.
	report(r *Report)
}

func (p *Plan) newMethod() method {
	if p.Method == Halving {
		return newHalving(p)
	}
	return newSPSA(p)
}

// points is the share of points that the first player of a pairing made, one
// half without games that count.
func points(p *match.Pairing) float64 {
	if p.Pairs.N() == 0 {
		return 0.5
	}
	return p.Pairs.Rate()
}
