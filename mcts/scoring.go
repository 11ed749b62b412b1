package mcts

import (
	"math"

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

	// scoreWeight is Config.ScoreWeight in units of 1/fullWeight, and whole the
	// points of the board in half points: see units.
	scoreWeight, whole int

	// noPass says that nobody has passed and that the komi depends on who will
	// be the first to.
	noPass bool
}

func newScoring(g *ruleset.Game, count *ruleset.Count, scoreWeight float64) scoring {
	rules := g.Rules()
	c := scoring{
		rules:     rules,
		territory: rules.Scoring == ruleset.TerritoryScoring,
		taxed:     rules.Scoring == ruleset.StoneScoring,
		color:     g.ToPlay(),
		threshold: count.Black - count.White - count.Margin,

		scoreWeight: int(math.Round(scoreWeight * fullWeight)),
		whole:       2 * g.Size().Area(),
		noPass:      rules.FirstPass != 0 && g.Facts().FirstPass == ruleset.Empty,
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

// lead returns what Black is ahead by after komi and the like, in half points, at
// the end of a simulation along p with a score.
func (c *scoring) lead(p *path, score int) int {
	threshold := c.threshold
	if c.noPass && c.blackPassesFirst(p) {
		threshold -= c.rules.FirstPass
	}
	return 2*score - int(threshold)
}

// result returns the result of a lead, in half wins of Black.
func (c *scoring) result(lead int) uint32 {
	switch {
	case lead > 0:
		return 2
	case lead < 0:
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

// fullWeight is a score weight of 1 in scoring.
const fullWeight = 1 << 16

// units returns what is entered in the tree for a result of Black, in units:
//
//	(1-weight) * result + weight * (1 + lead/board) / 2
//
// of a win, where the lead is taken as the whole board at most, so that White's
// and Black's add up to a win. What is left over when rounding down to units
// becomes one more as often as it should, as the lower bits of chance say. All
// of that is done with integers, and is the same on all processors.
//
// (That a share of the result which grows in proportion to the margin keeps
// games with much komi in sense is from Pachi, where its weight is called
// val_scale.)
func (c *scoring) units(halfWins uint32, lead int, chance uint64) uint32 {
	result := int(halfWins) * (winUnits / 2)
	if c.scoreWeight == 0 {
		return uint32(result)
	}
	lead = min(max(lead, -c.whole), c.whole)
	exact := result*(fullWeight-c.scoreWeight) + winUnits*c.scoreWeight*(c.whole+lead)/(2*c.whole)
	return uint32((exact + int(chance%fullWeight)) / fullWeight)
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
