package stats

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
)

// Placer decides at which komi a study plays next, and how many games. It is a
// pure function of the games so far: an interrupted study goes on as if it had
// not been interrupted.
//
// While the slope of the curve is so uncertain that it may be none, it takes the two komi
// that say most about the whole curve (D-optimal). Then it takes the two komi, and the split
// between them, that most narrow the interval of the fair komi, with the bias
// from a bent curve and the doubt about the slope (c-optimal; Wu, Journal of the American
// Statistical Association 80, 1985, on such designs in steps). Few candidates that stay
// keep intervals honest: komi that follow the estimate make the curve look steeper than it is. It stops as soon as the
// interval is narrow enough. Stopping by the width of an interval, not by where
// it lies, leaves its confidence as it is when the games are many (Chow and
// Robbins, Annals of Mathematical Statistics 36, 1965).
type Placer struct {
	Candidates []float64 // komi that may be played; where several are the same game (see Lattice) one of them
	Target     float64   // half width in points of the interval at which the study is done
	Confidence float64   // of that interval; 0 means 0.95
	MinBatch   int       // games to place at a time, at least; 0 means 100
	MaxBatch   int       // and at most; 0 means 2000
}

// Placement is what to play next.
type Placement struct {
	Next      []KomiGames `json:"next"`      // empty when done
	Fair      Interval    `json:"fair_komi"` // from the games so far, see FairKomiCurved
	Remaining int         `json:"remaining"` // games that will be needed, as far as can be foreseen; 0 if it cannot
	Done      bool        `json:"done"`
	Reason    string      `json:"reason"`
}

// KomiGames is a number of games to play at one komi.
type KomiGames struct {
	Komi  float64 `json:"komi"`
	Games int     `json:"games"`
}

func (p Placer) withDefaults() (Placer, error) {
	var wrong []error
	p.Candidates = slices.Compact(slices.Sorted(slices.Values(p.Candidates)))
	if len(p.Candidates) < 2 {
		wrong = append(wrong, fmt.Errorf("stats: %d candidates for komi: give two or more", len(p.Candidates)))
	}
	if !(p.Target > 0) {
		wrong = append(wrong, fmt.Errorf("stats: target of ±%v points for the fair komi: it must be positive", p.Target))
	}
	if p.Confidence == 0 {
		p.Confidence = 0.95
	}
	if p.MinBatch == 0 {
		p.MinBatch = 100
	}
	if p.MaxBatch == 0 {
		p.MaxBatch = max(2000, p.MinBatch)
	}
	if p.MinBatch < 2 || p.MaxBatch < p.MinBatch {
		wrong = append(wrong, fmt.Errorf("stats: batches of %d to %d games: from 2 upwards, the smaller number first", p.MinBatch, p.MaxBatch))
	}
	return p, errors.Join(wrong...)
}

// Next places the next games, given all games so far.
func (p Placer) Next(cells []KomiCell) (Placement, error) {
	p, err := p.withDefaults()
	if err != nil {
		return Placement{}, err
	}
	cells = mergeEqual(cells)
	open := Interval{math.NaN(), math.Inf(-1), math.Inf(1)}
	n := len(p.Candidates)
	switch len(cells) {
	case 0:
		next := p.both(p.Candidates[n/4], p.Candidates[n-1-n/4])
		return Placement{Next: next, Fair: open, Reason: "no games yet: begin in the middle of the lower and of the upper half"}, nil
	case 1:
		there := cells[0].Komi
		other := p.nearest(there+1, there)
		if cells[0].Black.Rate() < 0.5 {
			other = p.nearest(there-1, there)
		}
		return Placement{Next: []KomiGames{{other, p.MinBatch}}, Fair: open, Reason: "games at one komi only: play at a second one"}, nil
	}
	fit, err := FitLogistic(cells)
	if err != nil {
		return Placement{}, err
	}
	fair := fit.FairKomiCurved(p.Confidence)
	if placement, outside := p.search(fit, cells); outside {
		placement.Fair = fair
		return placement, nil
	}
	return p.refine(fit, fair), nil
}

// search places games while the fair komi is not between the komi played.
func (p Placer) search(fit *Logistic, cells []KomiCell) (Placement, bool) {
	first, last := cells[0].Komi, cells[len(cells)-1].Komi
	span := last - first
	fair := fit.fair()
	if !math.IsNaN(fair) && fair >= first && fair <= last {
		return Placement{}, false
	}
	up := fair > last
	if math.IsNaN(fair) {
		all := Tally{}
		for _, cell := range cells {
			all = all.Add(cell.Black)
		}
		if !fit.oneSided() {
			next := p.both(p.nearest(first-span, math.NaN()), p.nearest(last+span, math.NaN()))
			return Placement{Next: next, Reason: "Black's share of points does not fall with komi so far: play further out on both sides"}, true
		}
		up = all.Wins > 0
		fair = math.Inf(1)
		if !up {
			fair = math.Inf(-1)
		}
	}
	// Not further than twice the range seen: a curve is not to be trusted far from its games.
	aim := p.nearest(min(max(fair, first-2*span), last+2*span), math.NaN())
	if up {
		aim = max(aim, p.beyond(last, up))
	} else {
		aim = min(aim, p.beyond(first, up))
	}
	if aim > first && aim < last || aim == first && !up || aim == last && up {
		// The candidates end before the fair komi.
		distance := math.Abs(fair - aim)
		if clear := fit.oneSided() || distance > normalQuantile(p.Confidence)*fit.FairSE(); clear {
			side := "above"
			if !up {
				side = "below"
			}
			return Placement{Done: true, Reason: fmt.Sprintf("the fair komi lies %s the candidates, whose last is %v: allow komi beyond", side, aim)}, true
		}
	}
	return Placement{Next: []KomiGames{{aim, p.MinBatch}}, Reason: "the fair komi seems to lie outside of the komi played: play there"}, true
}

// refine places games where they narrow the interval most.
func (p Placer) refine(fit *Logistic, fair Interval) Placement {
	if half := (fair.Hi - fair.Lo) / 2; half <= p.Target {
		return Placement{Done: true, Fair: fair, Reason: fmt.Sprintf("the fair komi is known to ±%.3g points, within ±%.3g as asked", half, p.Target)}
	}
	half := func(e *evidence) float64 { return e.half(fit, p.Confidence) }
	reached := func(games int) bool { return half(p.with(fit, p.best(fit, games, half))) <= p.Target }
	remaining := 1
	for !reached(remaining) && remaining < 1<<30 {
		remaining *= 2
	}
	remaining = search(remaining/2, remaining, reached)
	// Half of what is missing: the rest is placed better when these are known.
	batch := min(max((remaining+1)/2, p.MinBatch), p.MaxBatch)
	next := p.best(fit, batch, half)
	if math.IsInf(half(p.with(fit, next)), 1) {
		design := p.best(fit, p.MinBatch, func(e *evidence) float64 { return -e.inform.det() })
		return Placement{Next: design, Fair: fair, Reason: "the slope is uncertain: play at the two komi that show most of the curve"}
	}
	return Placement{
		Next: next, Fair: fair, Remaining: remaining,
		Reason: fmt.Sprintf("some %d games are missing to ±%.3g points: play at the komi that narrow the interval most", remaining, p.Target),
	}
}

// half is half of the width of Fieller's interval of the fair komi (Journal of the Royal
// Statistical Society B 16, 1954), with a bent curve allowed for; infinite where the
// slope may be none.
func (e *evidence) half(fit *Logistic, confidence float64) float64 {
	z := normalQuantile(confidence)
	v := e.inform.inverse()
	bias := bend * e.bias(fit)
	certain := 1 - z*z*v.bb/(fit.at.b*fit.at.b)
	if !(certain > 0) {
		return math.Inf(1)
	}
	return z * math.Sqrt((fit.fairVariance(v)+bias*bias)/certain)
}

// farthest is how far from even chances a design goes, in log odds: from 31 to
// 69 %. An optimal design for a truly logistic curve would go to ±1.5; with skewed
// margins its bias costs more games than it saves.
const farthest = 0.8

// best is the design of so many games, at one or two candidates, for which the
// cost of the evidence that all games then hold is smallest; among equal ones that
// nearest to the fair komi.
func (p Placer) best(fit *Logistic, games int, cost func(*evidence) float64) []KomiGames {
	near := slices.Clone(p.Candidates)
	fair := fit.fair()
	slices.SortStableFunc(near, func(a, b float64) int { return cmp.Compare(math.Abs(a-fair), math.Abs(b-fair)) })
	use := 2
	for use < len(near) && math.Abs(fit.at.odds(near[use]-fit.center)) <= farthest {
		use++
	}
	var best []KomiGames
	least := math.Inf(1)
	for i, a := range near[:use] {
		for _, b := range near[:i+1] {
			for _, quarters := range []int{4, 2, 3, 1} {
				if (a == b) != (quarters == 4) {
					continue
				}
				design := []KomiGames{{a, games * quarters / 4}, {b, games - games*quarters/4}}
				if c := cost(p.with(fit, design)); c < least-1e-9*math.Abs(least) || best == nil {
					best, least = design, c
				}
			}
		}
	}
	best = slices.DeleteFunc(best, func(k KomiGames) bool { return k.Games == 0 })
	slices.SortFunc(best, func(a, b KomiGames) int { return cmp.Compare(a.Komi, b.Komi) })
	return best
}

// with is the evidence of the games so far and of a design.
func (p Placer) with(fit *Logistic, design []KomiGames) *evidence {
	var all Tally
	for _, cell := range fit.cells {
		all = all.Add(cell.Black)
	}
	e := fit.evidence()
	for _, k := range design {
		e.add(fit, k.Komi, float64(k.Games), all.VarianceAt(fit.P(k.Komi)))
	}
	return e
}

// beyond is the next candidate above or below a komi, or that komi itself if there is
// none.
func (p Placer) beyond(komi float64, up bool) float64 {
	at, found := slices.BinarySearch(p.Candidates, komi)
	switch {
	case up && found && at+1 < len(p.Candidates):
		return p.Candidates[at+1]
	case up && !found && at < len(p.Candidates):
		return p.Candidates[at]
	case !up && at > 0:
		return p.Candidates[at-1]
	}
	return komi
}

// both splits a smallest batch between two komi.
func (p Placer) both(a, b float64) []KomiGames {
	return []KomiGames{{a, p.MinBatch - p.MinBatch/2}, {b, p.MinBatch / 2}}
}

// nearest is the candidate nearest to the komi that differs from not.
func (p Placer) nearest(komi, not float64) float64 {
	best := math.NaN()
	for _, c := range p.Candidates {
		if c != not && !(math.Abs(best-komi) <= math.Abs(c-komi)) {
			best = c
		}
	}
	return best
}
