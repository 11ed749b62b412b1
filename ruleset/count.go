package ruleset

// DeadStones is how the dead stones of a final position were found.
type DeadStones uint8

// The methods.
const (
	AllAlive  DeadStones = iota // none is dead: the board is counted as it stands
	Agreed                      // the players, or a record, named them
	PlayedOut                   // play went on until only own eyes were left, and all that stands is alive
	Estimated                   // playouts marked them
	Proved                      // all that is alive is pass-alive, and the rest lies in its area
)

var deadStonesNames = []string{"all-alive", "agreed", "playout", "estimate", "proved"}

// String returns a word such as "all-alive".
func (d DeadStones) String() string { return nameOf(deadStonesNames, d) }

// Facts is what a count needs to know besides the board and the rules.
type Facts struct {
	Dead   []Point    // stones to take off first; a chain is dead as a whole
	Method DeadStones // how they were found

	// Uncounted are surrounded points that count for nobody, such as eyes in
	// seki, where the players say so.
	Uncounted []Point

	Captures  [2]int // stones taken by Black and by White
	Passes    [2]int // by Black and by White
	FirstPass Color  // who passed first; Empty if nobody did
	Handicap  int    // number of handicap stones

	// Penalty is points lost by Black and by White, such as those of Ing's
	// clock.
	Penalty [2]HalfPoints
}

// Side is the part of one side in a Count, in points where not said
// otherwise.
type Side struct {
	Stones     int        // living stones on the board
	Surrounded int        // points that only this side surrounds
	Uncounted  int        // surrounded points that do not count, because of seki
	Shared     int        // neutral points shared with the opponent, half a point each
	Captured   int        // opponent's stones taken during the game
	Dead       int        // opponent's dead stones taken off afterwards
	PassStones int        // handed over by the opponent's passes
	Penalty    HalfPoints // points lost off the board; not in the total
	Groups     int        // living groups
	Tax        int        // points paid for the groups
}

// Count is the count of one position under one ruleset, taken apart.
type Count struct {
	Scoring      Scoring
	Method       DeadStones
	Size         Size
	Black, White HalfPoints // before komi and compensation
	Komi         HalfPoints // for White
	Compensation HalfPoints // for White, because of handicap stones
	Margin       HalfPoints // Black - White - Komi - Compensation, and penalties
	Tie          Color      // who wins an even score
	Neutral      int        // points that neither side owns
	FillIn       int        // stones of each side in counting by filling in; 0 where it is not the custom
	sides        [2]Side
	owners       [NumPoints]Color
}

// Side returns the part of c.
func (c Count) Side(color Color) Side {
	if !color.IsPlayer() {
		return Side{}
	}
	return c.sides[color-Black]
}

// Owner returns who owns a point: by area the living stone or the side that
// alone surrounds it, by territory only surrounded points have an owner.
// Points that do not count because of seki have none.
func (c Count) Owner(p Point) Color {
	if int(p) >= NumPoints {
		return Border
	}
	return c.owners[p]
}

// Result returns the result by score.
func (c Count) Result() Result {
	r := Result{Ending: ByScore, Margin: c.Margin}
	switch {
	case c.Margin > 0:
		r.Winner = Black
	case c.Margin < 0:
		r.Winner = White
	default:
		r.Winner = c.Tie
	}
	return r
}

// Count counts a position. It is the only scoring function: every result
// comes from here.
func (r Rules) Count(position *Position, facts Facts) Count {
	board := *position
	count := Count{
		Scoring: r.Scoring, Method: facts.Method, Size: board.size,
		Tie: r.Tie, FillIn: r.FillIn,
	}
	count.Komi, count.Compensation = r.Owed(facts)
	for i := range count.sides {
		count.sides[i].Captured = facts.Captures[i]
		count.sides[i].Penalty = facts.Penalty[i]
		if r.PassStones {
			count.sides[i].PassStones = facts.Passes[1-i]
		}
	}
	count.takeOff(&board, facts.Dead)
	count.survey(&board, r, facts.Uncounted)
	count.Black = count.total(Black, r)
	count.White = count.total(White, r)
	count.Margin = count.Black - count.White - count.Komi - count.Compensation - facts.Penalty[0] + facts.Penalty[1]
	return count
}

// Owed returns what White gets without owning it: komi, which may depend on who
// passed first, and the compensation for handicap stones.
func (r Rules) Owed(facts Facts) (komi, compensation HalfPoints) {
	komi = r.Komi
	if facts.FirstPass == Black {
		komi -= r.FirstPass
	}
	return komi, r.Compensation.Points(facts.Handicap)
}

// takeOff removes the dead chains; each stone is a prisoner of the opponent.
func (c *Count) takeOff(board *Position, dead []Point) {
	for _, p := range dead {
		color := board.At(p)
		if !color.IsPlayer() {
			continue // taken off already, with its chain
		}
		c.sides[color.Opponent()-Black].Dead += len(board.removeChain(p))
	}
}

// survey finds out whose every point is.
func (c *Count) survey(board *Position, r Rules, uncounted []Point) {
	regions := board.emptyRegions()
	var excluded [NumPoints]bool
	for _, p := range uncounted {
		if int(p) < NumPoints {
			excluded[p] = true
		}
	}
	for _, region := range regions {
		if region.owner() != Empty {
			continue
		}
		c.Neutral += len(region.points)
		if r.Neutral == NeutralShared {
			c.sides[0].Shared += len(region.points)
			c.sides[1].Shared += len(region.points)
		}
	}
	for _, g := range board.groups(regions) {
		side := &c.sides[g.color-Black]
		side.Stones += g.stones
		side.Groups++
		counted := 0
		for _, p := range g.surrounded {
			if excluded[p] || r.Seki.bars(g) {
				side.Uncounted++
				continue
			}
			c.owners[p] = g.color
			counted++
		}
		side.Surrounded += len(g.surrounded)
		if r.Scoring == StoneScoring {
			side.Tax += min(2, counted)
		}
	}
	if r.Scoring == TerritoryScoring {
		return
	}
	for _, p := range board.size.Points() {
		if board.At(p).IsPlayer() {
			c.owners[p] = board.At(p)
		}
	}
}

// bars reports whether the surrounded points of a group count for nobody.
func (s SekiRule) bars(g group) bool {
	switch s {
	case SekiDame:
		return g.touchesShare
	case SekiTwoEyes:
		return g.touchesShare && !g.twoEyes()
	}
	return false
}

// total adds up one side.
func (c *Count) total(color Color, r Rules) HalfPoints {
	s := c.Side(color)
	surrounded := s.Surrounded - s.Uncounted
	if r.Scoring == TerritoryScoring {
		return WholePoints(surrounded + s.Captured + s.Dead + s.PassStones)
	}
	return WholePoints(s.Stones+surrounded-s.Tax) + HalfPoints(s.Shared)
}

// Score counts the current position with the given stones as dead, under the
// rules of the game; nil counts the board as it stands.
func (g *Game) Score(dead []Point) Count {
	facts := g.Facts()
	facts.Dead, facts.Method = dead, AllAlive
	if len(dead) > 0 {
		facts.Method = Agreed
	}
	return g.rules.Count(&g.position, facts)
}

// Facts returns what a count needs to know of the game so far, with the dead
// stones of Settle.
func (g *Game) Facts() Facts {
	return Facts{
		Dead: g.dead, Method: g.method,
		Captures: g.now.captures, Passes: g.now.passes, FirstPass: g.now.firstPass, Handicap: g.handicap,
		Penalty: g.now.penalty,
	}
}

// Count counts the game with the dead stones of Settle: the count that
// Result comes from.
func (g *Game) Count() Count { return g.rules.Count(&g.position, g.Facts()) }
