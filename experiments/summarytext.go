package experiments

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/tengen-go/tengen/experiments/stats"
)

// Text is the summary as a page for a terminal.
func (s *Summary) Text() string {
	var b strings.Builder
	players := s.Black + " against itself"
	if s.Black != s.White {
		players = fmt.Sprintf("Black %s, White %s", s.Black, s.White)
	}
	start := ""
	if s.Start != "" {
		start = ", " + s.Start
	}
	fmt.Fprintf(&b, "Run %s: %d games of %s%s, %s, seed %d\n  %s\n\n", s.RunID, s.Games, s.Size, start, players, s.Seed, s.Rules)
	if s.Games == 0 {
		b.WriteString("No part is finished yet.\n")
		return b.String()
	}
	s.writeResults(&b)
	s.writeDistributions(&b)
	s.writeFacts(&b)
	for _, warning := range s.Warnings() {
		fmt.Fprintf(&b, "Note: %s.\n", warning)
	}
	s.writeOpeners(&b)
	return b.String()
}

func (s *Summary) writeResults(b *strings.Builder) {
	if s.Shares == nil {
		return
	}
	t := columns(b)
	fmt.Fprintf(t, "\tgames\tshare\t95 %% interval\t\n")
	for _, row := range []struct {
		name  string
		n     int
		share stats.Interval
	}{
		{"Black wins", s.Results.Wins, s.Shares.Black},
		{"Draws", s.Results.Draws, s.Shares.Draw},
		{"White wins", s.Results.Losses, s.Shares.White},
	} {
		fmt.Fprintf(t, "%s\t%d\t%s\t%s … %s\t %s\n", row.name, row.n, percent(row.share.Estimate),
			percent(row.share.Lo), percent(row.share.Hi), bar(row.share.Estimate, 30))
	}
	t.Flush()
	fmt.Fprintf(b, "At komi %v Black scores %s (95 %%: %s … %s), a draw being half a win.\n\n",
		s.Komi, percent(s.BlackRate.Estimate), percent(s.BlackRate.Lo), percent(s.BlackRate.Hi))
}

func (s *Summary) writeDistributions(b *strings.Builder) {
	t := columns(b)
	fmt.Fprintf(t, "\tmean\t95 %% interval\tsd\tmin\t5 %%\t25 %%\tmedian\t75 %%\t95 %%\tmax\t\n")
	for _, row := range []struct {
		name   string
		format string
		d      *Distribution
	}{{"Margin", "%+.1f", s.Margin}, {"Length", "%.1f", s.Length}} {
		if d := row.d; d != nil {
			number := func(x float64) string { return fmt.Sprintf(row.format, x) }
			whole := func(x float64) string { return strings.TrimSuffix(number(x), ".0") }
			interval := number(d.Mean.Lo) + " … " + number(d.Mean.Hi)
			if d.N == 1 {
				interval = "unknown" // one value does not tell how far others are
			}
			fmt.Fprintf(t, "%s\t%s\t%s\t%.1f\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t\n", row.name, number(d.Mean.Estimate),
				interval, d.SD, whole(d.Min), whole(d.Q05), whole(d.Q25), whole(d.Median), whole(d.Q75), whole(d.Q95), whole(d.Max))
		}
	}
	t.Flush()
	if s.Margin == nil {
		b.WriteString("\n")
		return
	}
	b.WriteString("\nMargin (Black, points before komi):\n")
	most := 0
	for _, bin := range s.Margin.Bins {
		most = max(most, bin.N)
	}
	for _, bin := range s.Margin.Bins {
		fmt.Fprintf(b, "  %+4.0f … %+4.0f %6d %s\n", bin.Lo, bin.Hi-1, bin.N, bar(float64(bin.N)/float64(most), 40))
	}
	b.WriteString("\n")
}

func (s *Summary) writeFacts(b *strings.Builder) {
	var endings, prefixes []string
	for _, name := range s.endingsByCount() {
		endings = append(endings, fmt.Sprintf("%s %d", name, s.Endings[name]))
	}
	for _, prefix := range s.Prefixes {
		prefixes = append(prefixes, fmt.Sprintf("%d after %d plies", prefix.Unique, prefix.Plies))
	}
	fmt.Fprintf(b, "Ended by    %s\n", strings.Join(endings, ", "))
	fmt.Fprintf(b, "Different   %d of %d games, mirror images and rotations being the same; %s\n", s.Unique, s.Games, strings.Join(prefixes, ", "))
	if e := s.Execution; e != nil && e.Played > 0 && e.Elapsed > 0 {
		seconds := e.Elapsed.Seconds()
		fmt.Fprintf(b, "Speed       %.3g games/s, %s playouts/s (%d games in %.1f s)\n", float64(e.Played)/seconds, SI(float64(e.Playouts)/seconds), e.Played, seconds)
	}
	if s.Speed.GameSeconds > 0 {
		fmt.Fprintf(b, "Per game    %.3g s, %s playouts/s, beside others\n", s.Speed.GameSeconds/float64(s.Games), SI(s.Speed.PlayoutsPerS))
	}
	fmt.Fprintf(b, "Files       %d files, %sB in %s\n", s.Files, SI(float64(s.Bytes)), s.Folder)
}

// writeOpeners shows how to open the data.
func (s *Summary) writeOpeners(b *strings.Builder) {
	folder := strings.ReplaceAll(filepath.ToSlash(s.Folder), "'", "''")
	fmt.Fprintf(b, `
Open it:
  duckdb -c "SELECT winner, count(*) AS games, avg(black_margin) AS margin FROM '%s' GROUP BY winner"
  python3 -c "import pandas; print(pandas.read_parquet('%s').groupby('winner').black_margin.describe())"
`, path.Join(folder, "games/**/*.parquet"), path.Join(folder, "games"))
}

func columns(b *strings.Builder) *tabwriter.Writer {
	return tabwriter.NewWriter(b, 0, 0, 2, ' ', tabwriter.AlignRight)
}

func percent(x float64) string { return fmt.Sprintf("%.1f %%", 100*x) }

// bar draws a share of full width.
func bar(share float64, width int) string {
	eighths := int(share*float64(width)*8 + 0.5)
	bar := strings.Repeat("█", eighths/8)
	if rest := eighths % 8; rest > 0 {
		bar += string([]rune("▏▎▍▌▋▊▉")[rest-1])
	}
	return bar
}

// SI writes a number with three digits and a prefix: 950, 12.3k, 1.25M.
func SI(x float64) string {
	for _, unit := range []struct {
		size float64
		name string
	}{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if x >= 0.9995*unit.size {
			return fmt.Sprintf("%.3g%s", x/unit.size, unit.name)
		}
	}
	return fmt.Sprintf("%.3g", x)
}
