package komi

import (
	"cmp"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/tengen-go/tengen/experiments/stats"
)

// shownMoves is how many first moves a page for a terminal lists.
const shownMoves = 6

// Text is the result as a page for a terminal.
func (r *Result) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Fair komi: the komi at which both sides score half of the points, a draw being half a win (%s intervals)\n\n", percent(r.Confidence))
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "rules\tsize\tplayers\thandicap\tfair komi\tinterval\tmost draws at\tgames\tdifferent\tmethod")
	for _, c := range r.Cells {
		fair, draws := "–\t–", "–"
		if c.FairKomi != nil {
			fair = fmt.Sprintf("%s\t%s", c.fairText(), rangeText(c.Fair()))
		}
		if c.DrawKomi != nil {
			draws = fmt.Sprintf("%s (%s)", number(c.DrawKomi.Estimate), percent(c.DrawShare.Estimate))
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%d\t%s\t%s\t%d\t%d\t%s\n", cmp.Or(c.Ruleset, "own"), c.Size, c.Players, c.Handicap, fair, draws, c.Games, c.Distinct, c.Method)
	}
	t.Flush()
	for _, c := range r.Cells {
		b.WriteString("\n")
		c.write(&b, r.Confidence)
	}
	for _, warning := range r.Warnings {
		fmt.Fprintf(&b, "\nNote: %s.\n", warning)
	}
	return b.String()
}

// write writes what is known of a cell.
func (c *Cell) write(b *strings.Builder, confidence float64) {
	fmt.Fprintf(b, "%s, %s\n", c.title(), c.Players)
	for _, line := range c.lines() {
		fmt.Fprintf(b, "  %s\n", line)
	}
	if len(c.Komi) > 0 {
		t := tabwriter.NewWriter(b, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprintf(t, "  komi\tgames\tBlack\tdraws\tWhite\tBlack's share\t%s interval\t\n", percent(confidence))
		for _, p := range c.Komi {
			fmt.Fprintf(t, "  %s\t%d\t%d\t%d\t%d\t%s\t%s … %s\t\n", number(p.Komi), p.Results.Games(), p.Results.Wins, p.Results.Draws, p.Results.Losses,
				percent(p.Black.Estimate), percent(p.Black.Lo), percent(p.Black.Hi))
		}
		t.Flush()
	}
	if moves := c.FirstMoves; len(moves) > 0 {
		t := tabwriter.NewWriter(b, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprintf(t, "  first move\tgames\tBlack's share, margins shifted to komi %s\tmean margin\t\n", number(c.FirstMovesAt))
		for _, m := range moves[:min(len(moves), shownMoves)] {
			fmt.Fprintf(t, "  %s\t%d\t%s (%s … %s)\t%+.1f\t\n", m.Move, m.Games, percent(m.Black.Estimate), percent(m.Black.Lo), percent(m.Black.Hi), m.Margin.Estimate)
		}
		t.Flush()
		if out := c.firstMovesOut(); out != "" {
			fmt.Fprintf(b, "  %s\n", out)
		}
	}
	for _, warning := range c.Warnings {
		fmt.Fprintf(b, "  Note: %s.\n", warning)
	}
}

// firstMovesOut says which games the first moves leave out, if there are any.
func (c *Cell) firstMovesOut() string {
	if c.FirstMovesOut == 0 {
		return ""
	}
	return fmt.Sprintf("First moves leave out %d of %d games, which were not counted (%d were drawn by repetition)", c.FirstMovesOut, c.Games, c.Cycled)
}

// lines are the findings about a cell, a sentence each.
func (c *Cell) lines() []string {
	var lines []string
	add := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	if s := c.Shift; s != nil {
		add("Score shift of %d games at komi %v: fair komi %s (%s)", s.Games, s.Played, number(s.Fair.Estimate), rangeText(s.Fair))
	}
	if s := c.Separate; s != nil && !s.boundsOnly() {
		fit := ""
		if !s.fit.Penalized {
			fit = fmt.Sprintf("logistic fit %s (%s), ", number(s.Logistic.Estimate), rangeText(s.Logistic))
		}
		add("Separate games, %d at %d komi: %smonotone fit %s, Black certainly ahead or behind outside of %s", s.Games, len(c.Komi),
			fit, number(s.Isotonic.Estimate), rangeText(s.Bracket))
	}
	if c.Discrepancy != nil {
		add("Separate less shift: %+.2f points (%s)", c.Discrepancy.Estimate, rangeText(*c.Discrepancy))
	}
	if c.Parity != "" {
		add("Parity: %s", c.Parity)
	}
	if c.DrawKomi != nil {
		add("Most draws at komi %s (%s): %s of the games", number(c.DrawKomi.Estimate), rangeText(*c.DrawKomi), intervalPercent(*c.DrawShare))
	}
	if d := c.Drift; d != nil {
		add("Mean margin at komi %s less that at komi %s: %+.2f points (%s), %s; the score shift takes it for 0",
			number(d.High), number(d.Low), d.Difference.Estimate, rangeText(d.Difference), pText(d.P))
	}
	if u := c.Usual; u != nil {
		add("At the ruleset's own komi of %v Black would score %s; test of equal chances (%s): %s, adjusted for all settings (Holm): %s", u.Komi, intervalPercent(u.Black), u.Method, pText(u.P), pText(u.Holm))
	}
	if bal := c.Balance; bal != nil {
		verdict := "not shown to be balanced"
		if bal.Balanced {
			verdict = "balanced"
		}
		scores := "scores"
		if e := c.Separate; e != nil && e.curved && !e.misfit() {
			scores = "scores, by the fitted curve,"
		}
		add("At komi %s, the nearest played, Black %s %s: %s within ±%s (equivalence test, %s)", number(bal.Komi), scores, intervalPercent(bal.Rate), verdict, percent(bal.Within), pText(bal.P))
	}
	for _, r := range c.Rescored {
		add("Re-scored by %s, not played for it: fair komi %s (%s), which is %+.2f (%s) in the same games", r.Scoring, number(r.Fair.Estimate), rangeText(r.Fair),
			r.Difference.Estimate, rangeText(r.Difference))
	}
	if c.Compensation != 0 {
		add("White's %v points for the handicap stones are not in these komi", c.Compensation)
	}
	if c.Worth != nil {
		add("%d handicap stones raise the fair komi by %s points (%s)", c.Handicap, number(c.Worth.Estimate), rangeText(*c.Worth))
	}
	if n := len(c.Looks); n > 1 {
		var at []string
		for _, look := range c.Looks[:n-1] {
			at = append(at, fmt.Sprintf("%s (±%s) after %d games", number(look.Fair.Estimate), number(half(look.Fair)), look.Games))
		}
		add("Looks on the way, all intervals valid together: %s", strings.Join(at, ", "))
	}
	if c.Repeated != nil {
		add("The interval is that of a study which ends here; for one that goes on because of what was found it is %s", rangeText(*c.Repeated))
	}
	if c.Stopped != "" {
		add("Ended: %s", c.Stopped)
	}
	return lines
}

func percent(x float64) string {
	return strings.TrimSuffix(fmt.Sprintf("%.1f", 100*x), ".0") + " %"
}

func intervalPercent(i stats.Interval) string {
	return fmt.Sprintf("%s (%s … %s)", percent(i.Estimate), percent(i.Lo), percent(i.Hi))
}

func pText(p float64) string {
	if p < 0.0001 {
		return "p < 0.0001"
	}
	return fmt.Sprintf("p = %.2g", p)
}
