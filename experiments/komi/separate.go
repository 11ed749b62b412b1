package komi

import (
	"fmt"
	"math"

	"github.com/tengen-go/tengen/experiments/stats"
)

// SeparateEstimate is the fair komi by games played at several komi.
type SeparateEstimate struct {
	Games    int             `json:"games"`
	Logistic stats.Interval  `json:"logistic"` // see stats.Logistic.FairKomiCurved; null ends are unbounded
	Profile  stats.Interval  `json:"profile"`  // logistic, profile likelihood
	Clusters *stats.Interval `json:"clusters"` // logistic, bootstrap over given openings or, without, over different games; null where each game stands for itself
	Isotonic stats.Interval  `json:"isotonic"` // monotone fit, bootstrap over games
	Bracket  stats.Interval  `json:"bracket"`  // without a curve, see there
	Misfit   float64         `json:"misfit_p"` // p-value of the curve being logistic
	Slope    float64         `json:"slope"`    // by how much Black's share of points falls per point of komi, at the fair komi
	OneSided bool            `json:"one_sided"`

	// Fair is the fit, or the bracket where that is narrower or the results are
	// separated, so that the fit rests on its penalty alone.
	Fair   stats.Interval `json:"fair_komi"`
	Method string         `json:"method"`

	curved   bool    // Fair is that of a fit
	design   float64 // by how much games that share clusters widen intervals; 1 for none
	unfair   float64 // p-value of the ruleset's own komi being fair, without a curve
	bound    float64 // standard errors on either side of it
	standard float64 // error, by the delta method, clusters counted
	lattice  stats.Lattice
	fit      *stats.Logistic
	monotone stats.Isotonic
}

// isotonic adds the monotone fit, which is for the reader where a logistic curve fits.
func (e *SeparateEstimate) isotonic(s *sample, lattice stats.Lattice) {
	e.Isotonic, _ = s.bootstrap().Cells(stats.MergeSteps(cellsOf(s.evidence()), lattice), func(drawn []stats.KomiCell) float64 {
		fit, err := stats.FitIsotonic(drawn)
		if err != nil {
			return math.NaN()
		}
		return fit.FairKomi()
	}, s.rng())
}

// outward widens an interval to the next komi played, since between those a
// monotone curve may go anywhere. An end on a komi played goes to the one beyond it: there
// the share is one half for all that the games say, and where all of them ended alike a
// bootstrap cannot know that others might not have.
func outward(i stats.Interval, cells []stats.KomiCell) stats.Interval {
	lo, hi := math.Inf(-1), math.Inf(1)
	for _, cell := range cells {
		if cell.Komi < i.Lo {
			lo = max(lo, cell.Komi)
		}
		if cell.Komi > i.Hi {
			hi = min(hi, cell.Komi)
		}
	}
	return stats.Interval{Estimate: i.Estimate, Lo: lo, Hi: hi}
}

// se is the standard error of a curved answer, by the delta method.
func (e *SeparateEstimate) se() float64 { return e.standard }

// doubt warns where the games say little about the slope.
func (e *SeparateEstimate) doubt(confidence, reach float64) (warnings []string) {
	if e.misfit() || e.fit.SlopeDoubt(confidence) <= muchDoubt {
		return nil
	}
	return []string{fmt.Sprintf("these games say little about how fast Black's share of points falls with komi: the interval reaches as far as it may on account of that, up to the size of the board (±%s); more games would tell, at komi further apart", number(reach))}
}

// muchDoubt is from where on the uncertain slope makes an interval wider by a quarter or more.
const muchDoubt = 0.36

// balance is what the fitted curve says about the chances at a komi, as stats.Logistic.Balance
// does, at the bound of the estimate. Clusters widen it as they widen the interval of the fair komi.
func (e *SeparateEstimate) balance(komi, within float64) (share stats.Interval, inside float64) {
	share, inside = e.fit.Balance(e.lattice.Canonical(komi), within, e.bound*e.design)
	return share, inside / e.design
}

// misfit reports that the curve is not logistic, as with players who win either
// everything or nothing: then a fit is biased wherever its games are not.
func (e *SeparateEstimate) misfit() bool { return e.Misfit < 0.05 }

// boundsOnly reports that the games do not hold the fair komi between them.
func (e *SeparateEstimate) boundsOnly() bool { return e.OneSided || !(e.fit.Slope < 0) }

// fewestClusters is how many clusters a bootstrap over them needs to say
// anything at all.
const fewestClusters = 5

// separate estimates from games at several komi; nil with games at fewer than
// two. Komi that are the same game on the lattice are one.
func (s *sample) separate(lattice stats.Lattice) (*SeparateEstimate, []string, error) {
	cells := stats.MergeSteps(cellsOf(s.evidence()), lattice)
	if len(cells) < 2 {
		return nil, nil, nil
	}
	fit, err := stats.FitLogistic(cells)
	if err != nil {
		return nil, nil, err
	}
	level := s.nominal()
	certain, err := s.signTests(cells, lattice)
	if err != nil {
		return nil, nil, err
	}
	e := &SeparateEstimate{
		lattice: lattice, fit: fit, design: 1, Misfit: fit.Misfit, Slope: -fit.Slope / 4, // of a logistic curve at one half
		Logistic: fit.FairKomiCurved(level),
		Bracket:  bracket(cells, certain, max(s.rounds, 1), s.confidence, s.setting.reach()),
		unfair:   unfairWithoutCurve(lattice.Canonical(s.setting.Rules.Komi.Points()), cells, certain, max(s.rounds, 1)),
	}
	if e.monotone, err = stats.FitIsotonic(cells); err != nil {
		return nil, nil, err
	}
	var all stats.Tally
	for _, cell := range cells {
		all = all.Add(cell.Black)
	}
	e.Games = all.Games()
	e.Fair, e.Method = e.Bracket, "separate games, bracket"
	e.OneSided = 2*all.Wins+all.Draws == 0 || 2*all.Losses+all.Draws == 0
	if e.boundsOnly() {
		e.Method = "bounds only"
		return e, []string{fmt.Sprintf("these games tell on which side the fair komi lies and no more: it is %s by them and by the size of the board, and the middle is no estimate", rangeText(e.Bracket))}, nil
	}
	fair, method := e.Logistic, "separate games, logistic fit"
	if e.misfit() {
		e.isotonic(s, lattice)
		fair, method = outward(e.Isotonic, cells), "separate games, monotone fit"
	} else if over, ok := s.overClusters(lattice); ok {
		e.Clusters = &over
		if half(over) > half(fair) {
			e.design = half(over) / half(fair)
		}
		fair, method = wider(fair, over), method+", cluster bootstrap"
	}
	reach := s.setting.reach()
	if !e.misfit() {
		fair = cut(fair, reach)
	}
	if !fit.Penalized && half(fair) <= half(e.Bracket) { // false for an interval that does not exist
		e.Fair, e.Method = fair, method
		e.curved, e.bound = half(e.Fair) > 0, stats.Bound(level)
		e.standard = half(e.Fair) / e.bound
		if !e.misfit() {
			e.standard = e.design * e.fit.CurvedSE()
		}
		if e.misfit() {
			return e, []string{fmt.Sprintf("Black's share of points does not fall as a logistic curve does (%s): the fair komi is that of the monotone fit", pText(e.Misfit))}, nil
		}
		warnings := append(e.doubt(level, reach), fit.Warnings...)
		if fit.Outside {
			played := s.komis()
			warnings = append(warnings, fmt.Sprintf("the fair komi lies outside of the komi played (%v to %v): play there", played[0], played[len(played)-1]))
		}
		return e, warnings, nil
	}
	if !fit.Penalized {
		return e, []string{"no curve fitted to these games bounds the fair komi as well as the tests of who is ahead: the interval runs from the highest komi at which Black is certainly ahead to the lowest at which White is, or to the size of the board"}, nil
	}
	return e, []string{"the results turn round so fast that no curve can be fitted: the interval runs from the highest komi at which Black is certainly ahead to the lowest at which White is"}, nil
}

// overClusters bootstraps the fit over clusters, if games share some and there
// are enough of them.
func (s *sample) overClusters(lattice stats.Lattice) (stats.Interval, bool) {
	var clusters [][]game
	index := map[string]int{}
	decided := 0
	for _, g := range s.evidence() {
		if g.outcome == none {
			continue
		}
		decided++
		at, known := index[s.cluster(g)]
		if !known {
			at = len(clusters)
			index[s.cluster(g)] = at
			clusters = append(clusters, nil)
		}
		clusters[at] = append(clusters[at], g)
	}
	if len(clusters) < fewestClusters || len(clusters) == decided {
		return stats.Interval{}, false
	}
	b := s.bootstrap()
	b.Replicates = 400
	var drawn []game
	reach := s.setting.reach()
	interval, _ := b.Interval(len(clusters), func(units []int) float64 {
		drawn = drawn[:0]
		for _, unit := range units {
			drawn = append(drawn, clusters[unit]...)
		}
		fit, err := stats.FitLogistic(stats.MergeSteps(cellsOf(drawn), lattice))
		if err != nil || !(fit.Slope < 0) {
			return math.NaN()
		}
		return min(max(fit.FairKomi(s.nominal()).Estimate, -reach), reach)
	}, s.rng())
	return interval, !math.IsNaN(interval.Estimate)
}

// cut cuts an interval of komi at what the board allows.
func cut(i stats.Interval, reach float64) stats.Interval {
	limit := func(x float64) float64 { return min(max(x, -reach), reach) }
	return stats.Interval{Estimate: limit(i.Estimate), Lo: limit(i.Lo), Hi: limit(i.Hi)}
}

// rangeText writes an interval as "3.5 … 7".
func rangeText(i stats.Interval) string { return end(i.Lo) + " … " + end(i.Hi) }

// end writes an end of an interval.
func end(x float64) string {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return "unbounded"
	}
	return number(x)
}

// number writes points with at most two decimals; a number that does not exist is none.
func number(x float64) string {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return "none"
	}
	text := fmt.Sprintf("%.2f", x)
	for text[len(text)-1] == '0' {
		text = text[:len(text)-1]
	}
	if text[len(text)-1] == '.' {
		text = text[:len(text)-1]
	}
	if text == "-0" {
		return "0"
	}
	return text
}
