package lifedeath

import (
	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/playout"
	"github.com/tengen-go/tengen/ruleset"
)

// careful is a playout policy that leaves sekis alone.
type careful struct {
	policy playout.Policy
	guards []guard
}

// guard closes the points of one seki while its chains stand.
type guard struct {
	closed fastboard.PointSet
	chains []standing
}

// standing is one stone of a chain: as long as it is there, its chain is.
type standing struct {
	at    fastboard.Point
	color ruleset.Color
}

// policyFor returns the policy of the playouts of a position.
func policyFor(sekis []Seki) playout.Policy {
	var policy playout.Policy = playout.DefaultTactical()
	if len(sekis) == 0 {
		return policy
	}
	c := careful{policy: policy}
	for _, seki := range sekis {
		var g guard
		for _, p := range seki.Open {
			g.closed.Add(fastboard.FromRuleset(p))
		}
		for _, p := range seki.Black {
			g.chains = append(g.chains, standing{fastboard.FromRuleset(p), ruleset.Black})
		}
		for _, p := range seki.White {
			g.chains = append(g.chains, standing{fastboard.FromRuleset(p), ruleset.White})
		}
		c.guards = append(c.guards, g)
	}
	return c
}

// Move draws a move of the policy that is not closed, or, if the policy does
// not come up with one, any other playable point.
func (c careful) Move(b *fastboard.Board, rng *playout.RNG) fastboard.Point {
	for range 4 {
		if p := c.policy.Move(b, rng); p == fastboard.Pass || !c.closed(b, p) {
			return p
		}
	}
	for n := b.EmptyCount(); n > 0; n-- {
		i := int(rng.Intn(uint32(n)))
		if p := b.EmptyAt(i); b.Playable(p) && !c.closed(b, p) {
			return p
		}
		b.SwapEmpty(i, n-1)
	}
	return fastboard.Pass
}

func (c careful) closed(b *fastboard.Board, p fastboard.Point) bool {
	for i := range c.guards {
		if c.guards[i].closed.Has(p) && c.guards[i].stands(b) {
			return true
		}
	}
	return false
}

func (g *guard) stands(b *fastboard.Board) bool {
	for _, stone := range g.chains {
		if b.At(stone.at) != stone.color {
			return false
		}
	}
	return true
}

// String returns the name of the policy below.
func (c careful) String() string { return c.policy.String() }
