package opinion

import "github.com/tengen-go/tengen/ruleset"

// Restricter is a Searcher that can be told not to look at some moves.
type Restricter interface {
	Restrict(allowed func(depth int, m ruleset.Move) bool)
}

// Bar is a wish of a client: points where a player may not play, or the only
// ones where he may, in the first moves of the search.
type Bar struct {
	Color  ruleset.Color
	Points map[ruleset.Point]bool
	Only   bool
	Until  int // number of moves from the root
}

// Bars are all wishes of a client; without any, everything is allowed.
type Bars []Bar

// Add puts a bar in. Points that alone are allowed add to those of the player
// that are already.
func (b *Bars) Add(bar Bar) {
	for i, other := range *b {
		if other.Color == bar.Color && other.Only && bar.Only {
			for p := range bar.Points {
				other.Points[p] = true
			}
			(*b)[i].Until = max(other.Until, bar.Until)
			return
		}
	}
	*b = append(*b, bar)
}

// Allowed reports whether a move may be looked at, depth moves below the root.
func (b Bars) Allowed(depth int, m ruleset.Move) bool {
	for _, bar := range b {
		if bar.Color == m.Color && depth < bar.Until && bar.Points[m.Point] != bar.Only {
			return false
		}
	}
	return true
}

// Restrict tells a searcher that can be told, and returns how to lift the bars
// again.
func (b Bars) Restrict(s Searcher) (lift func()) {
	r, can := s.(Restricter)
	if !can || len(b) == 0 {
		return func() {}
	}
	r.Restrict(b.Allowed)
	return func() { r.Restrict(nil) }
}
