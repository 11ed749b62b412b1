package mcts

import (
	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/playout"
	"github.com/tengen-go/tengen/ruleset"
)

// scoring turns final boards into results under the rules of the game. It is
// set up once per Run.
type scoring struct {
	rules     ruleset.Rules
	territory bool
	taxed     bool               // stone scoring
	color     ruleset.Color      // to move at the root
	threshold ruleset.HalfPoints // what Black must have more than White: komi, compensation, penalties

	// paid is what area exceeds territory by, if nothing is played after the
	// root: see paidAt.
	paid int

	// noPass says that nobody has passed and that the komi depends on who will
	// be the first to.
	noPass bool
}

func newScoring(g *ruleset.Game, count *ruleset.Count) scoring {
	rules := g.Rules()
	c := scoring{
		rules:     rules,
		territory: rules.Scoring == ruleset.TerritoryScoring,
		taxed:     rules.Scoring == ruleset.StoneScoring,
		color:     g.ToPlay(),
		threshold: count.Black - count.White - count.Margin,
		noPass:    rules.FirstPass != 0 && g.Facts().FirstPass == ruleset.Empty,
	}
	if c.territory {
		c.paid = paidAt(g)
	}
	return c
}

// paidAt returns the black stones on the board and among the prisoners less
// the white ones.
//
// Area counts stones on the board, territory counts prisoners, and the
// surrounded points are in both. So Black's area less White's exceeds Black's
// territory and prisoners less White's by just that number. From then on a
// play adds a stone to it, whatever becomes of it, and a capture changes
// nothing. It makes no difference how the stones came there: handicap and
// setup stones count like others, and so do prisoners of a setup.
func paidAt(g *ruleset.Game) int {
	const black, white = ruleset.Black, ruleset.White
	position := g.Position()
	paid := position.Count(black) + g.Captures(white) - position.Count(white) - g.Captures(black)
	if g.Rules().PassStones {
		paid += g.Passes(black) - g.Passes(white)
	}
	return paid
}

// score returns Black's score less White's, before komi, of a simulation that
// went along p, except under stone scoring, where the final board has to be
// looked at.
func (c *scoring) score(p *path, o playout.Outcome) int {
	if c.territory {
		return int(o.Margin) - c.paid - c.paidAlong(p) - c.paidInPlayout(p, o)
	}
	return int(o.Margin)
}

// paidAlong returns Black's plays less White's along p. A pass costs nothing
// in the tree, unless the rules make it hand over a stone.
func (c *scoring) paidAlong(p *path) int {
	paid, sign := 0, 1
	if c.color == ruleset.White {
		sign = -1
	}
	for _, move := range p.moves[:p.depth] {
		if move != fastboard.Pass || c.rules.PassStones {
			paid += sign
		}
		sign = -sign
	}
	return paid
}

// paidInPlayout returns Black's moves less White's in a playout, as if each
// pass handed over a stone: what one side spends on filling its territory or
// on capturing dead stones, the other spends on passes, as in the rules of the
// American Go Association, and territory stays what it was.
func (c *scoring) paidInPlayout(p *path, o playout.Outcome) int {
	switch blackBegins := (c.color == ruleset.Black) == (p.depth%2 == 0); {
	case o.Moves%2 == 0:
		return 0
	case blackBegins:
		return 1
	}
	return -1
}

// result returns the result of a simulation along p, in half wins of Black.
func (c *scoring) result(p *path, score int) uint32 {
	threshold := c.threshold
	if c.noPass && c.blackPassesFirst(p) {
		threshold -= c.rules.FirstPass
	}
	switch doubled := 2 * score; {
	case doubled > int(threshold):
		return 2
	case doubled < int(threshold):
		return 0
	}
	switch c.rules.Tie {
	case ruleset.Black:
		return 2
	case ruleset.White:
		return 0
	}
	return 1
}

// blackPassesFirst reports whether there is a pass along p and the first is
// Black's.
func (c *scoring) blackPassesFirst(p *path) bool {
	for i, move := range p.moves[:p.depth] {
		if move == fastboard.Pass {
			return (c.color == ruleset.Black) == (i%2 == 0)
		}
	}
	return false
}
