package experiments

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/tengen-go/tengen/ruleset"
)

// Text is the table as a page for a terminal.
func (t *ScoreTable) Text() string {
	var b strings.Builder
	b.WriteString(t.title() + "\n" + t.methodText() + "\n\n" + t.drawing)
	b.WriteString("X O living, x o dead, + Black's, - White's, . shared or neutral (by area)\n\n")
	t.writeRows(&b)
	if t.Number > 0 && t.RecordRules == "" {
		b.WriteString("record: names neither rules nor komi\n")
	}
	if t.Estimated {
		b.WriteString("\nThese are estimates, not results.\n")
	}
	for i, note := range t.Notes {
		if i == 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "Note: %s.\n", note)
	}
	return b.String()
}

func (t *ScoreTable) title() string {
	var parts []string
	if t.Source != "" {
		parts = append(parts, t.Source)
	}
	if t.Number > 0 {
		parts = append(parts, fmt.Sprintf("game %d", t.Number))
	}
	if t.Moves > 0 {
		parts = append(parts, fmt.Sprintf("after move %d of %d", t.Move, t.Moves))
	}
	player := "Black"
	if t.ToPlay == ruleset.White.String() {
		player = "White"
	}
	return strings.Join(append(parts, t.Size, player+" to move"), ", ")
}

func (t *ScoreTable) methodText() string {
	text := "Dead stones: " + t.Method
	switch {
	case t.Estimate != nil:
		text += fmt.Sprintf(", an opinion of %d playouts (seed %d); confidence of the most doubtful chain %.2f", t.Estimate.Playouts, t.Estimate.Seed, t.Estimate.Confidence)
	case t.PlayedOut != nil:
		return text + fmt.Sprintf(": %d moves were played on (seed %d), all that stands is alive; tries agree with this end to %s",
			len(t.PlayedOut.Moves), t.PlayedOut.Seed, percent(t.PlayedOut.Agreement))
	case t.Method == ruleset.AllAlive.String():
		return text + ", the board is counted as it stands"
	}
	if len(t.Dead) == 0 {
		return text + "; none"
	}
	return text + "; " + strings.Join(t.Dead, " ")
}

// writeRows writes one line a ruleset. Pairs are Black's and White's.
func (t *ScoreTable) writeRows(b *strings.Builder) {
	outcome := "result"
	if t.Estimated {
		outcome = "estimate"
	}
	lines := [][]string{{"ruleset", "count", "Black", "White", "stones", "points", "taken", "dead", "shared", "groups", "tax", "komi", "comp.", "margin", outcome, "in zi"}}
	for _, row := range t.Rows {
		black, white := row.count.Side(ruleset.Black), row.count.Side(ruleset.White)
		pair := func(black, white int) string {
			if black == 0 && white == 0 {
				return "-"
			}
			return fmt.Sprintf("%d:%d", black, white)
		}
		territory := row.count.Scoring == ruleset.TerritoryScoring
		stones, taken := pair(black.Stones, white.Stones), "-"
		if territory {
			stones, taken = "-", pair(black.Captured+black.PassStones, white.Captured+white.PassStones)
		}
		zi := row.Chinese
		if territory {
			zi = "-"
		}
		lines = append(lines, []string{
			row.Name, row.Scoring, row.count.Black.String(), row.count.White.String(), stones,
			pair(black.Surrounded-black.Uncounted, white.Surrounded-white.Uncounted), taken, pair(black.Dead, white.Dead),
			fmt.Sprint(black.Shared), pair(black.Groups, white.Groups), pair(black.Tax, white.Tax),
			row.count.Komi.String(), row.count.Compensation.String(), row.count.Margin.String(), row.Result, zi,
		})
	}
	widths := make([]int, len(lines[0]))
	for _, line := range lines {
		for i, cell := range line {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, line := range lines {
		for i, cell := range line {
			space := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			switch {
			case i == len(line)-1:
				b.WriteString(cell + "\n")
			case i < 2:
				b.WriteString(cell + space + "  ")
			default:
				b.WriteString(space + cell + "  ")
			}
		}
	}
}
