package komi

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/tengen-go/tengen/experiments/stats"
)

// cell makes everything known of a setting out of its games.
func (s *sample) cell(name string, within float64) (*Cell, error) {
	setting := s.setting
	c := &Cell{
		Name: name, Ruleset: setting.Rules.Name, Rules: setting.Rules.String(), Size: setting.Size.String(),
		Players: setting.Players(), Playouts: setting.Black.Playouts, Handicap: setting.Handicap,
		Compensation: setting.compensation().Points(),
		Games:        len(s.games), Resigned: resigned(s.games), Cycled: cycled(s.games),
		Distinct: distinct(s.games, func(g game) uint64 { return g.whole }),
		Openings: distinct(s.games, func(g game) uint64 { return g.opening }),
		Method:   "none", Warnings: []string{}, setting: setting,
	}
	_, c.NoResult = tally(s.games)
	if len(s.games) == 0 {
		c.warn("no games yet")
		return c, nil
	}
	var err error
	if c.Komi, err = s.points(); err != nil {
		return nil, err
	}
	margins, _ := s.margins(s.games, setting.Rules.Scoring)
	c.Margins = bins(margins)
	lattice := stats.Lattice{}
	if len(margins) > 0 {
		if lattice, err = s.lattice(); err != nil {
			return nil, err
		}
		if len(margins) >= leastParity {
			c.Parity = parity(lattice)
		}
	}
	if err := s.estimate(c, lattice); err != nil {
		return nil, err
	}
	if err := s.balance(c, within); err != nil {
		return nil, err
	}
	if c.FairKomi != nil && c.Resigned == 0 { // margins of the games that were not resigned are not those of all
		c.FirstMovesAt = lattice.Canonical(math.Round(*c.FairKomi))
		if c.FirstMoves, err = s.firstMoves(c.FirstMovesAt); err != nil {
			return nil, err
		}
		c.FirstMovesOut = c.Games
		for _, move := range c.FirstMoves {
			c.FirstMovesOut -= move.Games
		}
	}
	c.warnAboutGames()
	return c, nil
}

// estimate fills in both estimators and what follows from them.
func (s *sample) estimate(c *Cell, lattice stats.Lattice) error {
	shift, err := s.shift()
	if err != nil {
		c.warn("%v", err)
	} else {
		c.Shift = shift
		c.DrawKomi, c.DrawShare = &shift.Draw, &shift.Draws
		c.setFair(shift.Fair, "score shift")
		if shift.Cycled > 0 {
			c.warn("%d of %d games at komi %v were drawn by repetition: draws at any komi, which do not move the fair one; if all of them had gone to one side, the score shift would say %s",
				shift.Cycled, shift.Cycled+shift.Games, shift.Played, rangeText(shift.doubt))
		}
		for _, warning := range shift.Warnings {
			if c.Parity == "" && shift.Games >= leastParity || !strings.Contains(warning, "one and the same game") { // said by Parity
				c.warn("score shift: %s", warning)
			}
		}
		var errRescored, errUsual error
		c.Rescored, errRescored = s.rescored(shift.Played)
		if !s.ownless {
			c.Usual, errUsual = s.usual(shift)
		}
		if err := errors.Join(errRescored, errUsual); err != nil {
			return err
		}
	}
	separate, warnings, err := s.separate(lattice)
	if err != nil {
		return err
	}
	if separate != nil && separate.boundsOnly() && c.Shift != nil {
		warnings = []string{separate.besideShift(c.Shift)} // which is the answer
	}
	for _, warning := range warnings {
		c.warn("%s", warning)
	}
	if separate == nil {
		return nil
	}
	separate.Profile = separate.fit.FairKomiProfile(s.nominal())
	separate.isotonic(s, lattice)
	c.Separate = separate
	if separate.boundsOnly() && c.Shift != nil {
		return nil // the shift knows more
	}
	c.setFair(separate.Fair, separate.Method)
	c.Middle = separate.middle()
	if komi := rising(stats.MergeSteps(s.cells(), lattice), s.nominal()); len(komi) == 2 {
		c.warn("Black's share of points rises from %s at komi %s to %s at komi %s, more than chance explains: with komi these players do not play the same game, and no one komi need be the fair one; play more games around it, or stronger players",
			percent(komi[0].Black.Rate()), s.playedAs(komi[0].Komi, lattice), percent(komi[1].Black.Rate()), s.playedAs(komi[1].Komi, lattice))
	}
	if separate.curved {
		looks, err := s.looksWith(separate)
		if err != nil {
			return err
		}
		if s.rounds > 0 {
			c.Looks = looks
		}
		if !s.ownless {
			if c.Usual, err = s.usualOf(separate, looks, c); err != nil {
				return err
			}
		}
	}
	if c.Shift != nil {
		if !c.Middle {
			c.discrepancy()
		}
		c.Drift = s.drift()
	}
	return nil
}

// discrepancy compares the estimators. The games of the shift are a part of
// those of the fit, so that the difference varies less than independent
// estimates would: the interval errs on the wide side.
func (c *Cell) discrepancy() {
	d := c.Separate.Fair.Estimate - c.Shift.Fair.Estimate
	off := math.Hypot(half(c.Separate.Fair), half(c.Shift.Fair))
	c.Discrepancy = &stats.Interval{Estimate: d, Lo: d - off, Hi: d + off}
	if c.Discrepancy.Lo > 0 || c.Discrepancy.Hi < 0 {
		c.warn("the estimators disagree by %s points: margins of games at komi %v do not tell how the players fare at others", number(d), c.Shift.Played)
	}
}

func (c *Cell) warn(format string, args ...any) {
	c.Warnings = append(c.Warnings, fmt.Sprintf(format, args...))
}

// warnAboutGames says what is odd about the games themselves.
func (c *Cell) warnAboutGames() {
	if c.NoResult*20 > c.Games {
		c.warn("%d of %d games have no result (limit of moves or repetition) and are left out", c.NoResult, c.Games)
	}
	if c.Distinct*10 < c.Games*9 {
		c.warn("only %d of %d games differ: the players repeat themselves, and the interval says what these players do rather than what is true of the game; draw opening plies (--opening-plies 4), or raise --temperature", c.Distinct, c.Games)
		if c.Separate != nil && c.Fair() == c.Separate.Bracket {
			c.warn("who is certainly ahead at a komi is tested over all games, copies included, as each has a seed of its own; shares, and the test of the ruleset's own komi, take copies for one game")
		}
	}
	if c.setting.Rules.Tie.IsPlayer() {
		c.warn("even scores are won by %v under these rules; the score shift counts them as half a win", c.setting.Rules.Tie)
	}
}

// holm adjusts the tests of the usual komi for their number.
func holm(cells []*Cell) {
	var p []float64
	for _, c := range cells {
		if c.Usual != nil {
			p = append(p, c.Usual.P)
		}
	}
	adjusted := stats.Holm(p)
	for _, c := range cells {
		if c.Usual != nil {
			c.Usual.Holm, adjusted = adjusted[0], adjusted[1:]
		}
	}
}

// worths compares settings with handicap to those without.
func worths(cells []*Cell) {
	for _, c := range cells {
		for _, even := range cells {
			same := c.setting
			same.Handicap = 0
			if c.Handicap > 0 && even.FairKomi != nil && c.FairKomi != nil && same.canonical() == even.setting.canonical() {
				a, b := c.Fair(), even.Fair()
				d, off := a.Estimate-b.Estimate, math.Hypot(half(a), half(b))
				c.Worth = &stats.Interval{Estimate: d, Lo: d - off, Hi: d + off}
			}
		}
	}
}
