package komi

import (
	"fmt"
	"math"
	"slices"

	"github.com/tengen-go/tengen/experiments/stats"
	"github.com/tengen-go/tengen/ruleset"
)

// The numbers of games in a round.
const (
	leastPilot = 16 // see pilotGames
	mostPilot  = 32
	mostPilots = 6   // then the shift is made where the last one points to
	listGames  = 32  // at each komi of a list, before more are placed
	leastBatch = 32  // of separate games placed at a time
	mostBatch  = 320 // so that the placement follows what is learned
	leastShift = 32
	mostShift  = 400
)

// next says which round a setting plays next. It is a function of the plan and
// of the games of the rounds so far, whose list is done; done without a round
// says why there is none.
func (p *Plan) next(s *sample, done []Round) (round Round, ok bool, reason string, err error) {
	left := p.MaxGames - len(s.games)
	if left <= 0 {
		return Round{}, false, fmt.Sprintf("the budget of %d games is spent", p.MaxGames), nil
	}
	round, ok, reason, err = p.wanted(s, done)
	round.Number, round.Reason = len(done), reason
	round.Games = min(round.Games, left)
	return round, ok, reason, err
}

// wanted is next without regard to the budget.
func (p *Plan) wanted(s *sample, done []Round) (Round, bool, string, error) {
	if len(p.Komi) > 0 {
		if list := p.list(); len(done) < len(list) {
			return Round{Stage: Listed, Komi: list[len(done)], Games: min(listGames, p.MaxGames/len(list))}, true, "every komi of the list once", nil
		}
		if p.alone() {
			return p.moreMargins(s)
		}
		return p.separately(s)
	}
	if len(done) == 0 {
		return Round{Stage: Pilot, Komi: s.setting.first(), Games: p.pilotGames()}, true, "a first look at the margins", nil
	}
	last := done[len(done)-1]
	switch last.Stage {
	case Pilot:
		return p.afterPilot(s, done, last)
	default:
		return p.separately(s)
	}
}

// pilotGames is how many games a pilot has: enough to see where the margins lie, but not
// a great part of the budget.
func (p *Plan) pilotGames() int { return min(max(p.MaxGames/8, leastPilot), mostPilot) }

// list is Komi in order, each once.
func (p *Plan) list() []ruleset.HalfPoints {
	list := slices.Clone(p.Komi)
	slices.Sort(list)
	return slices.Compact(list)
}

// alone reports that one komi is listed, so that there is no curve.
func (p *Plan) alone() bool { return len(p.list()) == 1 }

// moreMargins goes on at the only komi of the list until the score shift is as
// sure as asked for. Its width falls with the root of the number of games.
func (p *Plan) moreMargins(s *sample) (Round, bool, string, error) {
	shift, err := s.shift()
	if err != nil {
		return Round{}, false, err.Error(), nil //nolint:nilerr // more games would have no margins either
	}
	if half(shift.Fair) <= p.Precision {
		return Round{}, false, fmt.Sprintf("the score shift is known to ±%s points, within ±%s as asked", number(half(shift.Fair)), number(p.Precision)), nil
	}
	missing := float64(len(s.games)) * (math.Pow(half(shift.Fair)/p.Precision, 2) - 1)
	games := int(min(max(math.Ceil(missing), leastBatch), mostBatch))
	return Round{Stage: Listed, Komi: p.list()[0], Games: games}, true, "the score shift is not as narrow as asked", nil
}

// first is where the search for the fair komi begins: what White gets under
// the rules, as far as the board can hold it.
func (s Setting) first() ruleset.HalfPoints {
	return min(s.Rules.Komi, ruleset.WholePoints(s.area()))
}

// afterPilot goes where the margins of the last pilot point to, until they
// point to where it was played. Who cannot win at a komi may lose everything there, so
// that margins point far to the other side; between pilots that one side won and
// pilots that the other won, it goes to the middle then. Half of the budget is left to
// games that tell of the curve.
func (p *Plan) afterPilot(s *sample, done []Round, last Round) (Round, bool, string, error) {
	margins, _ := s.margins(s.at(last.Komi), s.setting.Rules.Scoring)
	if len(margins) == 0 {
		return Round{}, false, "none of the pilot games was counted", nil
	}
	m, err := stats.NewMargins(margins)
	if err != nil {
		return Round{}, false, "", err
	}
	shift := m.Shift(s.bootstrap(), s.rng()).Fair
	near := func(komi ruleset.HalfPoints) bool {
		return shift.Lo-1 <= komi.Points() && komi.Points() <= shift.Hi+1
	}
	low, high := s.sides(done)
	if !near(last.Komi) && len(done) < mostPilots && 2*len(s.games) < p.MaxGames {
		look := Round{Stage: Pilot, Komi: s.setting.nearest(shift.Estimate), Games: p.pilotGames()}
		reason := fmt.Sprintf("margins at komi %v call %s fair", last.Komi, number(shift.Estimate))
		if low < high && (look.Komi <= low || look.Komi >= high) {
			look.Komi = s.setting.nearest((low.Points() + high.Points()) / 2)
			return look, true, reason + fmt.Sprintf(", but Black wins at %v and White at %v: look in between", low, high), nil
		}
		return look, true, reason + ": look there", nil
	}
	// Now all pilots around here count, but for those that one side won clearly.
	var pilots []game
	for _, g := range s.games {
		if g.komi == last.Komi || near(g.komi) && low < g.komi && g.komi < high {
			pilots = append(pilots, g)
		}
	}
	margins, _ = s.margins(pilots, s.setting.Rules.Scoring)
	if m, err = stats.NewMargins(margins); err != nil {
		return Round{}, false, "", err
	}
	fair := m.FairKomi()
	draws, slope := float64(m.Tally(math.Round(fair)).Draws)/float64(m.Games()), math.Max(m.Slope(), 1e-3)
	games := stats.GamesForKomi(p.Precision, p.Confidence, slope, draws)
	return Round{Stage: Shift, Komi: s.setting.nearest(fair), Games: min(max(games, leastShift), mostShift, max(p.MaxGames/3, leastShift))}, true,
		"margins at one komi near the fair one, for the score shift", nil
}

// sides returns the highest komi of the rounds so far at which Black won clearly, and the
// lowest at which White did; beyond all points of the board where there is none.
func (s *sample) sides(done []Round) (low, high ruleset.HalfPoints) {
	high = ruleset.WholePoints(s.setting.area() + 1)
	low = -high
	for _, round := range done {
		black, _ := tally(s.at(round.Komi))
		switch share := black.Rate(); {
		case black.Games() == 0:
		case share >= clearly:
			low = max(low, round.Komi)
		case share <= 1-clearly:
			high = min(high, round.Komi)
		}
	}
	return low, high
}

// clearly is the share of points at which a side is ahead beyond doubt in a pilot.
const clearly = 0.8

// nearest is the whole komi nearest to a number of points that the board can
// hold.
func (s Setting) nearest(points float64) ruleset.HalfPoints {
	limit := float64(s.area())
	return ruleset.WholePoints(int(math.Round(min(max(points, -limit), limit))))
}

// separately goes on with games at several komi until the interval is narrow
// enough, and looks at it where a look is due.
func (p *Plan) separately(s *sample) (Round, bool, string, error) {
	lattice := stats.Lattice{Step: 1}
	if margins, _ := s.margins(s.games, s.setting.Rules.Scoring); len(margins) > 0 {
		m, err := stats.NewMargins(margins)
		if err != nil {
			return Round{}, false, "", err
		}
		lattice = m.Lattice()
	}
	estimate, _, err := s.separate(lattice)
	if err != nil {
		return Round{}, false, "", err
	}
	round, ok, reason, err := p.place(s, estimate, lattice)
	if ok && err == nil {
		err = s.watch(estimate)
	}
	return round, ok, reason, err
}

// place places games at several komi, given the estimate from those so far, which
// is nil without games at two.
func (p *Plan) place(s *sample, estimate *SeparateEstimate, lattice stats.Lattice) (Round, bool, string, error) {
	placer := stats.Placer{
		Candidates: p.candidates(s, lattice), Target: p.Precision, Confidence: s.nominal(),
		MinBatch: leastBatch, MaxBatch: mostBatch,
	}
	if len(placer.Candidates) < 2 {
		return Round{}, false, fmt.Sprintf("%v: the komi of the list are one and the same game", lattice), nil
	}
	if estimate != nil && half(estimate.Bracket) <= p.Precision {
		return Round{}, false, fmt.Sprintf("the fair komi is certain to lie in %s, which is as narrow as asked", rangeText(estimate.Bracket)), nil
	}
	cells := stats.MergeSteps(cellsOf(s.evidence()), lattice)
	if estimate != nil && estimate.fit.Penalized {
		if komi, ok := besides(estimate.Bracket, placer.Candidates, cells); ok {
			return Round{Stage: Separate, Komi: halfPoints(komi), Games: leastBatch}, true, "one step of komi turns the results round: play on both sides of it", nil
		}
	}
	if estimate != nil && estimate.misfit() && !estimate.boundsOnly() && !estimate.fit.Penalized {
		if half(estimate.Fair) <= p.Precision {
			return Round{}, false, fmt.Sprintf("the fair komi is known to ±%s points, within ±%s as asked", number(half(estimate.Fair)), number(p.Precision)), nil
		}
		return Round{Stage: Separate, Komi: halfPoints(neighbor(estimate.Isotonic.Estimate, placer.Candidates, cells)), Games: leastBatch}, true,
			"the curve is not logistic: play on both sides of where it crosses one half", nil
	}
	if len(p.Komi) == 0 {
		var err error
		if placer.Candidates, err = s.designed(placer.Candidates, estimate); err != nil {
			return Round{}, false, "", err
		}
		if komi, ok := unplayed(s.grid, cells); ok {
			return Round{Stage: Separate, Komi: halfPoints(komi), Games: leastBatch}, true, "on both sides of the komi of the score shift: three komi tell whether a curve fits", nil
		}
	}
	placed, err := placer.Next(cells)
	if err != nil {
		return Round{}, false, "", err
	}
	if placed.Done && half(placed.Fair) <= p.Precision {
		steady, err := s.steady(estimate)
		if err != nil {
			return Round{}, false, "", err
		}
		// The placer knows nothing of clusters, nor of a slope that looks steep by chance.
		if wide := half(estimate.Fair) / math.Sqrt(min(steady, 1)); wide > p.Precision {
			placer.Target *= 0.999 * p.Precision / wide
			if placed, err = placer.Next(cells); err != nil {
				return Round{}, false, "", err
			}
			placed.Reason += " (games share openings or are copies, or the curve looks steeper than the margins say)"
		}
	}
	if placed.Done {
		return Round{}, false, placed.Reason, nil
	}
	// One komi at a time: the other one comes next, if it still is the best.
	most := placed.Next[0]
	for _, next := range placed.Next {
		if next.Games > most.Games {
			most = next
		}
	}
	return Round{Stage: Separate, Komi: halfPoints(most.Komi), Games: most.Games}, true, placed.Reason, nil
}

// besides is the candidate nearest to the likely fair komi, below it or else above, at
// which there are too few games yet to bound it.
func besides(fair stats.Interval, candidates []float64, cells []stats.KomiCell) (komi float64, ok bool) {
	few := func(komi float64) bool {
		for _, cell := range cells {
			if cell.Komi == komi {
				return cell.Black.Games() < leastBatch
			}
		}
		return true
	}
	for i := len(candidates) - 1; i >= 0; i-- {
		if below := candidates[i]; fair.Lo < below && below < fair.Estimate && few(below) {
			return below, true
		}
	}
	for _, above := range candidates {
		if fair.Estimate < above && above < fair.Hi && few(above) {
			return above, true
		}
	}
	return 0, false
}

// neighbor is the candidate next to a komi, below or above or at it, with fewest
// games.
func neighbor(fair float64, candidates []float64, cells []stats.KomiCell) float64 {
	games := map[float64]int{}
	for _, cell := range cells {
		games[cell.Komi] = cell.Black.Games()
	}
	at, _ := slices.BinarySearch(candidates, fair)
	near := candidates[max(at-1, 0):min(at+2, len(candidates))]
	best := near[0]
	for _, komi := range near {
		if games[komi] < games[best] {
			best = komi
		}
	}
	return best
}

// candidates are the komi at which separate games may be played: of komi that
// are the same game the one that stands for them, if it can be played.
func (p *Plan) candidates(s *sample, lattice stats.Lattice) []float64 {
	var list []float64
	if len(p.Komi) > 0 {
		for _, komi := range p.list() {
			list = append(list, lattice.Canonical(komi.Points()))
		}
	} else {
		limit := ruleset.WholePoints(s.setting.area())
		for komi := -limit; komi <= limit; komi++ {
			list = append(list, lattice.Canonical(komi.Points()))
		}
	}
	list = slices.DeleteFunc(list, func(komi float64) bool { return 2*komi != math.Trunc(2*komi) })
	slices.Sort(list)
	return slices.Compact(list)
}
