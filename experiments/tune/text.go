package tune

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/tengen-go/tengen/experiments/match"
	"github.com/tengen-go/tengen/experiments/stats"
)

// Describe says in one line what is about to be played.
func Describe(plan *Plan, dir string) string {
	m := plan.newMethod()
	return fmt.Sprintf("Tuning of %s by %v: %d rounds, %d games of %v, then %d to validate, seed %d, into %s",
		plan.Player.Name, plan.Method, m.rounds(), m.games(), plan.Size, plan.Validation, plan.Seed, dir)
}

// text is a setting in words: "rave=700, priors=130".
func (p *Plan) text(s Setting) string {
	var parts []string
	for i := range p.Params {
		parts = append(parts, p.Params[i].Name+"="+s[i])
	}
	return strings.Join(parts, ", ")
}

// roundText is the result of a round in a line.
func (p *Plan) roundText(r *round, pairings []match.Pairing, m method) string {
	text := fmt.Sprintf("round %d of %d: ", r.number, m.rounds())
	if r.kind == match.Gauntlet {
		return text + fmt.Sprintf("%d candidates, %d pairs each; best so far %s", len(r.players)-1, r.pairs, p.text(m.found()))
	}
	return text + fmt.Sprintf("%s made %.0f %% against %s; found so far %s",
		p.text(r.players[0].setting), 100*points(&pairings[0]), p.text(r.players[1].setting), p.text(m.found()))
}

// Text is the report for a terminal.
func (r *Report) Text() string {
	var b strings.Builder
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "Tuning\t%s, %s\n", r.Folder, r.state())
	fmt.Fprintf(t, "Method\t%s\n", r.methodText())
	fmt.Fprintf(t, "Player\t%s\n", r.Plan.Player.Label())
	fmt.Fprintf(t, "Board, rules\t%v, %v\n", r.Plan.Size, r.Plan.Rules)
	fmt.Fprintf(t, "Seed\t%d\n", r.Plan.Seed)
	fmt.Fprintf(t, "Games\t%d of %d in %d of %d rounds\n", r.Games, r.PlannedGames, r.Rounds, r.PlannedRounds)
	_ = t.Flush() // a strings.Builder takes everything
	for _, table := range r.tables() {
		fmt.Fprintln(&b)
		t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		for _, row := range table {
			fmt.Fprintln(t, strings.Join(row, "\t"))
		}
		_ = t.Flush()
	}
	fmt.Fprintf(&b, "\nFound       --player %s\n", r.Found)
	if v := r.Validation; v != nil {
		fmt.Fprintf(&b, "Validation  found – start: %s, %.1f %% of the points (95 %% interval %.1f to %.1f), Elo %s\n",
			match.TallyText(v.Results), 100*v.Rate.Estimate, 100*v.Rate.Lo, 100*v.Rate.Hi, match.EloText(v.Elo))
	}
	fmt.Fprintf(&b, "Conclusion  %s\n", r.Conclusion)
	for _, warning := range r.Warnings {
		fmt.Fprintf(&b, "Note: %s.\n", warning)
	}
	return b.String()
}

func (r *Report) state() string {
	switch {
	case r.Running:
		return "running"
	case r.Complete:
		return "complete"
	}
	return "stopped; to continue: tengen resume " + r.Folder
}

func (r *Report) methodText() string {
	if r.Plan.Method == Halving {
		return fmt.Sprintf("sequential halving, %d rounds", r.PlannedRounds)
	}
	s := r.Plan.SPSA
	return fmt.Sprintf("SPSA, %d iterations of %d pairs, perturbation %v, step %v", r.PlannedRounds, s.Pairs, s.Perturbation, s.Step)
}

// shownRows is how many rows of a long table are shown.
const shownRows = 12

// tables are what the method did, and what was found, as rows of cells.
func (r *Report) tables() [][][]string {
	var tables [][][]string
	header := func(first ...string) []string {
		for _, param := range r.Plan.Params {
			first = append(first, param.Name)
		}
		return first
	}
	if len(r.Steps) > 0 {
		rows := [][]string{header("iteration", "share of plus")}
		rows = append(rows, append([]string{"0", "–"}, r.Plan.start()...))
		for k, step := range r.Steps {
			if every := (len(r.Steps) + shownRows - 1) / shownRows; (k+1)%every == 0 || k+1 == len(r.Steps) {
				rows = append(rows, append([]string{fmt.Sprint(k + 1), fmt.Sprintf("%.0f %%", 100*step.Share)}, step.Middle...))
			}
		}
		tables = append(tables, rows)
	}
	if len(r.Candidates) > 0 {
		rows := [][]string{header("candidate", "rounds", "pairs", "share of points")}
		for _, c := range r.Candidates {
			rows = append(rows, append([]string{c.Name, fmt.Sprint(c.Rounds), fmt.Sprint(c.Pairs.N()), percent(c.Rate)}, c.Setting...))
		}
		tables = append(tables, rows)
	}
	rows := [][]string{{"parameter", "start", "found"}}
	if len(r.Steps) > 0 {
		rows[0] = append(rows[0], "middles of the second half")
	}
	for _, f := range r.Findings {
		row := []string{f.Param, f.Start, f.Found}
		if len(r.Steps) > 0 {
			row = append(row, f.Low+" to "+f.High)
		}
		rows = append(rows, row)
	}
	return append(tables, rows)
}

// markdown is the report as a page.
func (r *Report) markdown(figures []figure) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Tuning of %s\n\n%s; %v, %d games, seed %d.\n\nFound: `--player %s`\n\n", r.Start, r.methodText(), r.Plan.Size, r.Games, r.Plan.Seed, r.Found)
	if v := r.Validation; v != nil {
		fmt.Fprintf(&b, "Validation: %s in %d games on openings of its own, Elo %s.\n\n", match.TallyText(v.Results), v.Results.Games(), match.EloText(v.Elo))
	}
	fmt.Fprintf(&b, "Conclusion: %s.\n", r.Conclusion)
	for _, warning := range r.Warnings {
		fmt.Fprintf(&b, "\nNote: %s.\n", warning)
	}
	for _, table := range r.tables() {
		fmt.Fprintf(&b, "\n| %s |\n|%s\n", strings.Join(table[0], " | "), strings.Repeat(" --- |", len(table[0])))
		for _, row := range table[1:] {
			fmt.Fprintf(&b, "| %s |\n", strings.Join(row, " | "))
		}
	}
	for _, f := range figures {
		fmt.Fprintf(&b, "\n![%s](%s.svg)\n", f.Title, f.stem)
	}
	return b.String()
}

func percent(i stats.Interval) string {
	return fmt.Sprintf("%.0f %% (%.0f to %.0f)", 100*i.Estimate, 100*i.Lo, 100*i.Hi)
}
