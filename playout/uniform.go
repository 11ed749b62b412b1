package playout

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/ruleset"
)

// Uniform plays every legal move that does not fill an own eye with the same
// probability, and passes when there is none.
type Uniform struct {
	// Suicide adds the suicides of two stones or more to the moves, for rules
	// that allow them. Every move then costs a look at more points, and
	// playouts are longer. [Batch] knows no suicide.
	Suicide bool
}

// Move draws from the empty points without replacement until one is playable.
// Most draws succeed at once; to list the playable points first would cost a
// look at every empty point.
func (u Uniform) Move(b *fastboard.Board, rng *RNG) fastboard.Point {
	for n := b.EmptyCount(); n > 0; n-- {
		i := int(rng.Intn(uint32(n)))
		if p := b.EmptyAt(i); b.Playable(p) || u.Suicide && b.Suicide(p) > 1 && !b.EyeLike(p, b.ToPlay()) {
			return p
		}
		b.SwapEmpty(i, n-1)
	}
	return fastboard.Pass
}

// String returns "uniform" or "uniform:suicide=true", which ParsePolicy reads
// back.
func (u Uniform) String() string {
	if u.Suicide {
		return "uniform:suicide=true"
	}
	return "uniform"
}

// set reads the options of ParsePolicy.
func (u *Uniform) set(options string) error {
	name, value, _ := strings.Cut(options, "=")
	if name = strings.ToLower(strings.TrimSpace(name)); name != "suicide" {
		return fmt.Errorf("unknown option %q: %s", name, ruleset.Suggest(name, []string{"suicide"}))
	}
	suicide, err := strconv.ParseBool(strings.TrimSpace(value))
	if err != nil {
		return fmt.Errorf("option %q: write suicide=true or suicide=false", options)
	}
	u.Suicide = suicide
	return nil
}

// runSuicidal plays on with suicides.
func runSuicidal(b *fastboard.Board, rng *RNG, limit int, trace *Trace) {
	policy := Uniform{Suicide: true}
	for b.Passes() < 2 && b.Moves() < limit {
		p := policy.Move(b, rng)
		if trace != nil {
			trace.Add(p, b.ToPlay())
		}
		if p != fastboard.Pass && b.Suicide(p) > 0 {
			b.PlaySuicide(p)
		} else {
			b.Play(p)
		}
	}
}
