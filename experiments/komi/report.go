package komi

import (
	"cmp"
	"fmt"
	"strings"
)

// method is what the report says about how numbers were made.
const method = `## Method

- **Games.** Players play to the end, without resignation, so that margins are true. A game without a result enters into nothing.
- **Score shift.** From the margins of games at one komi follows who would have won at any other, had the moves been the same. Interval: bootstrap
  over games and over clusters, the wider one: games with the same given opening, otherwise copies of a game. It leans towards the komi played, since the players played to win there.
  A game drawn by repetition is a draw at any komi.
- **Separate games.** Games at several komi, that of the score shift and one on either side (further ones where the fair komi lies beyond), shared out so as to narrow the interval
  most, until it is as narrow as asked for. Pilot games only tell where that is, and are not counted here. Fit: logistic in
  komi, a draw being half a win, profile likelihood, with an interval that allows for the curve not being quite logistic, and the wider one of that and a
  bootstrap over clusters where games share some. Where the curve is not logistic: monotone fit, bootstrap, widened to the next komi played. Where
  one step of komi turns the results round: from the highest komi at which Black is certainly ahead to the lowest at which White is (exact
  sign tests, their level divided by komi and rounds). These ask who wins between these players: each game has a seed of its own and counts, copies
  too; games that share a given opening count together.
- **Looking while games come in.** The design is group-sequential, on the clock of information (the reciprocal of the squared standard
  error): looks at one, two and three quarters of what the precision takes, and a last one. The level is spent by the function of O'Brien and
  Fleming's type (Lan and DeMets, Biometrika 70, 1983); intervals at looks are repeated confidence intervals (Jennison and Turnbull, J. R. Statist.
  Soc. B 51, 1989), valid all together. Only the width ends a study, never where the interval lies; the answer is then as wide as was asked for (the
  fixed-width interval of Chow and Robbins, Ann. Math. Statist. 36, 1965), not the luckily narrower one of that moment. The end of a budget of
  games counts as the last look. So does the end of the time; for who goes on because of what was found there is the repeated interval.
- **Two notions of fair.** Equal chances, a draw being half a win; and the komi at which most games are drawn.
- **Tests.** Equal chances at the ruleset's own komi: whether the fair komi is off it at one of the looks, by the same boundaries; without a fit, exact
  sign test of the score shift, in which copies of a game count together as in the interval beside it. Adjusted for the number of settings (Holm). Balanced: the interval of Black's share lies within the margin (two one-sided
  tests, each at half of the level, which pays for the choice of the komi).
- **Shares at one komi.** Wilson's interval, over clusters where that is wider, and Jeffreys', likewise; draws lower the variance.
- **Pairs.** Ways of counting are compared on the same games, bootstrapped together. Games at different komi do not share random numbers: that would
  narrow the slope of the curve, and widen where it crosses one half.

## Caveats

- The interval is about these players at this strength. It holds what they would do in the long run, not what perfect players would.
- Re-scored numbers count final positions of games that were played for another way of counting.
`

// report is the study as a page of Markdown.
func (r *Result) report(figures []figure) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Fair komi\n\nThe komi at which both sides score half of the points, a draw being half a win; %s intervals.\n\n", percent(r.Confidence))
	b.WriteString(r.Markdown())
	b.WriteString("\n")
	if r.Opening != "" {
		fmt.Fprintf(&b, "Precision asked for: ±%s points. Openings: %s. Seed %d. tengen %s.\n\n", number(r.Precision), r.Opening, r.Seed, r.Version)
	}
	for _, f := range figures {
		if f.stem == "strength" {
			fmt.Fprintf(&b, "![%s](%s.png)\n\n", f.Title, f.stem)
		}
	}
	for _, c := range r.Cells {
		c.report(&b, r.Confidence, figures)
	}
	b.WriteString(method)
	for _, warning := range r.Warnings {
		fmt.Fprintf(&b, "- %s.\n", warning)
	}
	return b.String()
}

// Markdown is the table of the result, a row a cell.
func (r *Result) Markdown() string {
	var b strings.Builder
	b.WriteString("| rules | board | players | handicap | fair komi | interval | score shift | most draws at | games | different |\n" +
		"| --- | --- | --- | --: | --: | --- | --: | --: | --: | --: |\n")
	for _, c := range r.Cells {
		fair, interval, shift, draws := "–", "–", "–", "–"
		if c.FairKomi != nil {
			fair, interval = c.fairText(), rangeText(c.Fair())
		}
		if c.Shift != nil {
			shift, draws = number(c.Shift.Fair.Estimate), number(c.DrawKomi.Estimate)
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %d | %s | %s | %s | %s | %d | %d |\n",
			cmp.Or(c.Ruleset, "own"), c.Size, c.Players, c.Handicap, fair, interval, shift, draws, c.Games, c.Distinct)
	}
	return b.String()
}

// report writes the section of a cell.
func (c *Cell) report(b *strings.Builder, confidence float64, figures []figure) {
	fmt.Fprintf(b, "## %s, %s\n\n", c.title(), c.Players)
	fmt.Fprintf(b, "- Rules: `%s`\n- Black: `%s`\n", c.Rules, c.setting.Black.Text)
	if c.setting.White != c.setting.Black {
		fmt.Fprintf(b, "- White: `%s`\n", c.setting.White.Text)
	}
	for _, line := range c.lines() {
		fmt.Fprintf(b, "- %s\n", line)
	}
	for _, warning := range c.Warnings {
		fmt.Fprintf(b, "- **Note:** %s\n", warning)
	}
	b.WriteString("\n")
	for _, f := range figures {
		if f.stem == c.Name+"-winrate" || f.stem == c.Name+"-margins" {
			fmt.Fprintf(b, "![%s](%s.png)\n\n", f.Title, f.stem)
		}
	}
	if len(c.Komi) > 0 {
		fmt.Fprintf(b, "| komi | games | Black | draws | White | no result | Black's share | %s interval, Wilson | Jeffreys |\n| --: | --: | --: | --: | --: | --: | --: | --- | --- |\n", percent(confidence))
		for _, p := range c.Komi {
			fmt.Fprintf(b, "| %s | %d | %d | %d | %d | %d | %s | %s … %s | %s … %s |\n", number(p.Komi), p.Results.Games(), p.Results.Wins, p.Results.Draws, p.Results.Losses, p.NoResult,
				percent(p.Black.Estimate), percent(p.Black.Lo), percent(p.Black.Hi), percent(p.Jeffreys.Lo), percent(p.Jeffreys.Hi))
		}
		b.WriteString("\n")
	}
	if len(c.FirstMoves) > 0 {
		fmt.Fprintf(b, "First moves, mirror images and rotations taken together; margins shifted to komi %s:\n\n", number(c.FirstMovesAt))
		b.WriteString("| move | games | Black's share | interval | mean margin |\n| --- | --: | --: | --- | --: |\n")
		for _, m := range c.FirstMoves {
			fmt.Fprintf(b, "| %s | %d | %s | %s … %s | %+.1f |\n", m.Move, m.Games, percent(m.Black.Estimate), percent(m.Black.Lo), percent(m.Black.Hi), m.Margin.Estimate)
		}
		b.WriteString("\n")
		if out := c.firstMovesOut(); out != "" {
			fmt.Fprintf(b, "%s.\n\n", out)
		}
	}
	if len(c.Looks) > 0 {
		b.WriteString("Looks at the fair komi:\n\n| games | information | bound | fair komi | interval | off the usual komi |\n| --: | --: | --: | --: | --- | --: |\n")
		for _, look := range c.Looks {
			fmt.Fprintf(b, "| %d | %s | %.2f | %s | %s | %+.2f standard errors |\n", look.Games, percent(look.Information), look.Bound, number(look.Fair.Estimate), rangeText(look.Fair), look.Usual)
		}
		b.WriteString("\n")
	}
	if len(c.Rounds) > 0 {
		b.WriteString("Rounds:\n\n| round | stage | komi | games | why |\n| --: | --- | --: | --: | --- |\n")
		for _, round := range c.Rounds {
			fmt.Fprintf(b, "| %d | %s | %v | %d | %s |\n", round.Number, round.Stage, round.Komi, round.Games, round.Reason)
		}
		b.WriteString("\n")
	}
}
