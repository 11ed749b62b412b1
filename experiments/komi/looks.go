package komi

import (
	"math"
	"slices"

	"github.com/tengen-go/tengen/experiments/stats"
)

// Look is what a study saw when it looked at the fair komi: what it could have
// reported then, valid together with what it reports of all other looks.
type Look struct {
	Games       int     `json:"games"`       // of the setting, so far
	Information float64 `json:"information"` // as a fraction of what the precision asked for takes; see stats.Monitor
	Bound       float64 `json:"bound"`       // in standard errors
	// Fair is the repeated confidence interval of the fair komi.
	Fair stats.Interval `json:"fair_komi"`
	// Usual is by how many standard errors the fair komi lies above the ruleset's own, or
	// above the one that stands for it where several are the same game; at the bound and
	// beyond, that one is shown to be unfair.
	Usual float64 `json:"usual_z"`
}

// nominal is the confidence of ordinary intervals that are as wide as the report
// needs them now: that of the sample or, of a study, the one which makes this the
// last of its looks. See stats.Monitor.
func (s *sample) nominal() float64 { return s.closing }

// watch takes a look at an estimate if one is due. Those without a standard error,
// of results to which no curve can be fitted, hold at all looks anyway (see
// bracket).
func (s *sample) watch(e *SeparateEstimate) error {
	if e == nil || !e.curved || e.misfit() {
		return nil
	}
	fraction, se, err := s.information(e)
	if err != nil || !s.monitor.Due(fraction) {
		return err
	}
	bound, err := s.monitor.Bound(fraction)
	if err != nil {
		return err
	}
	s.looks = append(s.looks, s.look(e, fraction, se, bound))
	s.monitor.Look(fraction)
	return s.close()
}

// information is the fraction of the information that a study on the way has, and the
// standard error that belongs to it.
func (s *sample) information(e *SeparateEstimate) (fraction, se float64, err error) {
	curve, err := s.monitor.Fraction(e.se(), s.precision)
	if err != nil {
		return 0, 0, err
	}
	steady, err := s.steady(e)
	if err != nil {
		return 0, 0, err
	}
	fraction = min(curve, steady)
	return fraction, e.se() * math.Sqrt(curve/fraction), nil
}

// steady is the most that the fraction of the information can be: what so many games give
// with the slope that the margins of all games show. While games are few chance makes the curve
// look steep now and then, and a look, or an end, just then would trust it too much.
func (s *sample) steady(e *SeparateEstimate) (fraction float64, err error) {
	fraction = math.Inf(1)
	if margins, _ := s.margins(s.games, s.setting.Rules.Scoring); len(margins) > 0 && s.precision > 0 {
		m, err := stats.NewMargins(margins)
		if err != nil {
			return 0, err
		}
		fraction = min(fraction, float64(e.Games)/float64(stats.GamesForKomi(s.precision, s.nominal(), m.Slope(), 0)))
	}
	return fraction, nil
}

// close makes the intervals of a study those of its last look.
func (s *sample) close() error {
	bound, err := s.monitor.Last()
	s.closing = stats.NominalConfidence(bound)
	return err
}

// look is what an estimate says, with a bound at a fraction of the information.
func (s *sample) look(e *SeparateEstimate, fraction, se, bound float64) Look {
	l := Look{Games: len(s.games), Information: fraction, Bound: bound}
	l.Fair, l.Usual = s.repeated(e, se, bound)
	return l
}

// repeated is the interval of an estimate, and by how many standard errors the ruleset's own
// komi is off. Of a fitted curve neither takes the slope for known. A standard error that is
// more than the fit's widens both.
func (s *sample) repeated(e *SeparateEstimate, se, bound float64) (stats.Interval, float64) {
	own := e.lattice.Canonical(s.setting.Rules.Komi.Points())
	if e.misfit() {
		return stats.RepeatedInterval(e.Fair.Estimate, se, bound), (e.Fair.Estimate - own) / se
	}
	slack := se / e.fit.CurvedSE()
	profile := e.fit.FairKomiCurved(stats.NominalConfidence(bound * slack))
	share, inside := e.fit.Balance(own, 0, bound)
	return cut(profile, s.setting.reach()), math.Copysign(inside/slack, share.Estimate-0.5)
}

// looksWith are the looks so far and a last one at an estimate.
func (s *sample) looksWith(e *SeparateEstimate) ([]Look, error) {
	fraction := 1.0
	if s.precision > 0 {
		var err error
		if fraction, err = s.monitor.Fraction(e.se(), s.precision); err != nil {
			return nil, err
		}
	}
	last := s.look(e, fraction, e.se(), e.bound)
	last.Fair = e.Fair
	return append(slices.Clone(s.looks), last), nil
}

// mayGoOn adds the interval that holds if the study goes on because of what a cell
// shows.
func (s *sample) mayGoOn(c *Cell) error {
	e := c.Separate
	if e == nil || !e.curved || c.Method != e.Method {
		return nil
	}
	fraction, se, err := s.information(e)
	if err != nil || fraction >= 1 {
		return err
	}
	bound, err := s.monitor.Bound(fraction)
	if err != nil {
		return nil // no more information than at the look before
	}
	repeated, _ := s.repeated(e, se, bound)
	c.Repeated = &repeated
	return nil
}

// usualOf tests the ruleset's own komi at all looks, or once where nobody looked. Where no
// logistic curve fits, nothing is said by one.
func (s *sample) usualOf(e *SeparateEstimate, looks []Look, c *Cell) (*Usual, error) {
	if e.misfit() {
		own := e.lattice.Canonical(s.setting.Rules.Komi.Points())
		u := &Usual{Komi: s.setting.Rules.Komi.Points(), Black: c.shareWithoutCurve(own, e.lattice), P: e.unfair, Holm: e.unfair}
		u.Method = "separate games, sign tests"
		return u, nil
	}
	var z []float64
	for _, look := range looks {
		z = append(z, look.Usual)
	}
	p, err := s.monitor.P(z...)
	u := &Usual{Komi: s.setting.Rules.Komi.Points(), P: p, Holm: p, Method: "separate games, group-sequential"}
	if s.precision == 0 {
		u.Method = "separate games, fitted curve"
	}
	u.Black, _ = e.balance(u.Komi, 0)
	return u, err
}
