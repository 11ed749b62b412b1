package playout

import (
	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/ruleset"
)

// Trace remembers who played each point first: what the statistics called AMAF
// (all moves as first) and RAVE are made of. The zero value is empty.
type Trace struct {
	first [fastboard.NumPoints]ruleset.Color
}

// Reset forgets all moves.
func (t *Trace) Reset() { *t = Trace{} }

// Add notes that c played p. Only the first move at a point counts; what is
// played there later, after a capture, is not noted, nor is a pass.
func (t *Trace) Add(p fastboard.Point, c ruleset.Color) {
	if first := &t.first[p%fastboard.NumPoints]; *first == ruleset.Empty && p != fastboard.Pass {
		*first = c
	}
}

// First returns who played p first, Empty if nobody did.
func (t *Trace) First(p fastboard.Point) ruleset.Color { return t.first[p%fastboard.NumPoints] }
