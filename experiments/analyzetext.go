package experiments

import (
	"fmt"
	"math"
	"strings"

	"github.com/tengen-go/tengen/ruleset"
)

// Text is the analysis as a page for a terminal: the board with the best moves
// on it, who will own what, and a table of the moves.
func (a *Analysis) Text() string {
	var b strings.Builder
	var parts []string
	if a.Source != "" {
		parts = append(parts, a.Source)
	}
	if a.Number > 0 {
		parts = append(parts, fmt.Sprintf("game %d", a.Number))
	}
	if a.Move > 0 {
		parts = append(parts, fmt.Sprintf("after move %d", a.Move))
	}
	player := playerName(a.ToPlay)
	fmt.Fprintf(&b, "%s\n", strings.Join(append(parts, a.Size, "komi "+a.Komi, player+" to move"), ", "))
	fmt.Fprintf(&b, "%s: %d playouts in %.2f s, seed %d\n\n", a.Player, a.Playouts, a.Seconds, a.Seed)
	a.writeBoards(&b)
	fmt.Fprintf(&b, "\n%s plays %s: wins %.1f %%, %s in the mean (playouts: ± %.1f points)\n\n",
		player, a.Best, 100*a.Winrate, leadText(player, a.Lead), a.LeadStdev)
	a.writeMoves(&b)
	return b.String()
}

// playerName is the name of a player from its letter or name.
func playerName(color string) string {
	if color == ruleset.White.String() {
		return "White"
	}
	return "Black"
}

func leadText(player string, lead float64) string {
	if lead < 0 {
		return fmt.Sprintf("%s is behind by %.1f points", player, -lead)
	}
	return fmt.Sprintf("%s leads by %.1f points", player, lead)
}

// mark is the letter of a move on the board: a for the first, none for those
// that the alphabet has no letter for.
func mark(i int) string {
	if i > 'z'-'a' {
		return ""
	}
	return string(rune('a' + i))
}

// shades draw ownership in steps from White's to Black's.
var shades = []string{"O", "o", "-", ".", "+", "x", "X"}

func shade(owned float64) string {
	return shades[int(math.Round((owned+1)/2*float64(len(shades)-1)))]
}

// writeBoards draws the position and, beside it, the ownership.
func (a *Analysis) writeBoards(b *strings.Builder) {
	size := a.game.Size()
	marks := map[ruleset.Point]string{}
	for i, m := range a.Moves {
		marks[m.point] = mark(i)
	}
	columns := "  "
	for x := range size.W {
		columns += " " + columnName(size.PointAt(x))
	}
	gap := strings.Repeat(" ", 5)
	fmt.Fprintf(b, "%s%s%s\n", columns, gap+"  ", columns)
	last := ruleset.NoPoint
	if moves := a.game.Moves(); len(moves) > 0 {
		last = moves[len(moves)-1].Point
	}
	for y := range size.H {
		stones, owned := "", ""
		for x := range size.W {
			i := y*size.W + x
			p := size.PointAt(i)
			text := a.Board[y][x : x+1]
			if m := marks[p]; m != "" {
				text = m
			}
			before := " "
			switch {
			case p == last:
				before = "("
			case x > 0 && size.PointAt(i-1) == last:
				before = ")"
			}
			stones += before + text
			owned += " " + shade(a.owned[i])
		}
		end := " "
		if size.PointAt(y*size.W+size.W-1) == last {
			end = ")"
		}
		row := size.H - y
		fmt.Fprintf(b, "%2d%s%s%-2d%s%2d%s %d\n", row, stones, end, row, gap, row, owned, row)
	}
	fmt.Fprintf(b, "%s%s%s\n", columns, gap+"  ", columns)
	b.WriteString("a, b, c: the moves below; ( ): the last move. Beside: X x + Black's at the end of playouts, O o - White's\n")
}

// columnName is the letter of a point's column.
func columnName(p ruleset.Point) string { return p.String()[:1] }

// writeMoves writes a line for each move.
func (a *Analysis) writeMoves(b *strings.Builder) {
	fmt.Fprintf(b, "   move    visits  share   wins   lead  prior  line\n")
	for i, m := range a.Moves {
		fmt.Fprintf(b, "%-1s  %-5s %8d %5.1f%% %5.1f%% %+6.1f %5.1f%%  %s\n", mark(i), m.Move, m.Visits,
			100*m.Share, 100*m.Winrate, m.Lead, 100*m.Prior, strings.Join(m.Line, " "))
	}
}
