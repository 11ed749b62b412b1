package benchmarks

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/experiments/match"
	"github.com/tengen-go/tengen/experiments/plots"
	"github.com/tengen-go/tengen/experiments/rating"
	"github.com/tengen-go/tengen/experiments/stats"
)

var strengthFolder = flag.String("strength", "", "record the matches in this folder, those of README.md, in testdata/strength.json, README.md and strength.svg")

const (
	strengthPath   = "testdata/strength.json"
	strengthFigure = "strength.svg"
)

// ladderMatches and ablationMatch are matches whose plans lie in testdata.
var ladderMatches = []string{"ladder-100", "ladder-1600", "ladder-12800"}

const ablationMatch = "ablation"

// strengths is what testdata/strength.json holds.
type strengths struct {
	Ladder   ladder   `json:"ladder"`
	Ablation ablation `json:"ablation"`
}

// source is where numbers come from.
type source struct {
	Engine int    `json:"engine"` // see experiments.Engine
	Board  string `json:"board"`
}

func sourceOf(report *match.Report) source {
	return source{report.Plan.Engine, report.Plan.Size.String()}
}

// ladder is the default player with more and more playouts.
type ladder struct {
	source
	Rungs []rung `json:"rungs"`
}

// ablation is the default player against itself with something changed.
type ablation struct {
	source
	Changes []change `json:"changes"`
}

// rung is a number of playouts.
type rung struct {
	Playouts int             `json:"playouts"`
	Elo      stats.Interval  `json:"elo"`            // over the lowest rung
	Step     *stats.Interval `json:"step,omitempty"` // over the rung below, by the games of these two alone
	Games    int             `json:"games"`          // of these two
}

// change is one that makes the default player another.
type change struct {
	Name   string         `json:"name"`
	Player string         `json:"player"`
	Rate   stats.Interval `json:"rate"` // share of points of the whole player
	Elo    stats.Interval `json:"elo"`  // of the whole player
	Games  int            `json:"games"`
}

// README.md tells what is recorded of strength, and -strength records it.
func TestReadmeShowsStrength(t *testing.T) {
	if *strengthFolder != "" {
		recordStrength(t)
	}
	data, err := os.ReadFile(strengthPath)
	if err != nil {
		t.Fatal(err)
	}
	var s strengths
	if err := json.Unmarshal(data, &s); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- strength -->\n", "<!-- /strength -->\n"
	before, rest, ok := strings.Cut(string(page), begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("README.md has no place between %q and %q", begin, end)
	}
	want := before + begin + s.markdown() + end + after
	if want == string(page) {
		return
	}
	if *strengthFolder == "" && !*update {
		t.Fatalf("README.md does not tell what %s says: go test ./benchmarks -run Readme -update", strengthPath)
	}
	if err := os.WriteFile("README.md", []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

// The plans of the matches can be played, and their players are what they are
// called.
func TestPlansOfStrength(t *testing.T) {
	for _, name := range append([]string{ablationMatch}, ladderMatches...) {
		data, err := os.ReadFile(filepath.Join("testdata", name+".json"))
		if err != nil {
			t.Fatal(err)
		}
		plan := match.DefaultPlan()
		if err := errors.Join(plan.Parse(data), plan.Validate()); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for i := range plan.Players {
			player := &plan.Players[i]
			if playouts := strconv.Itoa(player.Player.Playouts()); name != ablationMatch && player.Name != playouts {
				t.Errorf("%s: player %s has %s playouts", name, player.Name, playouts)
			}
		}
	}
}

// recordStrength reads the matches. What the folder has no match of stays as it
// was recorded before.
func recordStrength(t *testing.T) {
	var s strengths
	data, err := os.ReadFile(strengthPath)
	if err == nil {
		err = json.Unmarshal(data, &s)
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	if found := readLadder(t); len(found.Rungs) > 0 {
		s.Ladder = found
	}
	if report := readMatch(t, ablationMatch); report != nil {
		s.Ablation = ablation{source: sourceOf(report)}
		for i, p := range report.Pairings {
			if p.Pairs.N() > 0 {
				s.Ablation.Changes = append(s.Ablation.Changes, change{
					Name: p.Opponent, Player: report.Plan.Players[i+1].Player.Name, Rate: p.Rate, Elo: p.Elo, Games: p.Results.Games(),
				})
			}
		}
	}
	data, err = json.MarshalIndent(s, "", " ")
	if err == nil {
		err = os.WriteFile(strengthPath, append(data, '\n'), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	figure := s.figure()
	drawing, err := figure.SVG()
	if err == nil {
		err = os.WriteFile(strengthFigure, drawing, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// readLadder rates all rungs together.
func readLadder(t *testing.T) ladder {
	var l ladder
	var table rating.Table
	steps := map[string]match.Pairing{}
	for _, name := range ladderMatches {
		report := readMatch(t, name)
		if report == nil {
			continue
		}
		l.source = sourceOf(report)
		for _, p := range report.Pairings {
			if p.Pairs.N() > 0 {
				addPairs(t, &table, &p)
				steps[p.Opponent] = p
			}
		}
	}
	if len(steps) == 0 {
		return l
	}
	ratings, err := table.Rate(rating.Options{Anchor: "100", Confidence: experiments.Confidence})
	if err != nil {
		t.Fatal(err)
	}
	for _, warning := range ratings.Warnings {
		t.Log(warning)
	}
	for _, player := range ratings.Players {
		playouts, err := strconv.Atoi(player.Name)
		if err != nil {
			t.Fatal(err)
		}
		r := rung{Playouts: playouts, Elo: player.Elo}
		if p, ok := steps[player.Name]; ok {
			step := stats.Interval{Estimate: -p.Elo.Estimate, Lo: -p.Elo.Hi, Hi: -p.Elo.Lo} // told from the other side
			r.Step, r.Games = &step, p.Results.Games()
		}
		l.Rungs = append(l.Rungs, r)
	}
	return l
}

// readMatch reads a match, complete or not, nil if it was not begun.
func readMatch(t *testing.T, name string) *match.Report {
	dir := filepath.Join(*strengthFolder, name)
	if !match.Is(dir) {
		t.Logf("%s: no match", dir)
		return nil
	}
	report, err := match.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, warning := range report.Warnings {
		t.Logf("%s: %s", name, warning)
	}
	return report
}

// addPairs puts the pairs of a pairing into a table of several matches. The
// outcomes of the games matter by their sum only.
func addPairs(t *testing.T, table *rating.Table, p *match.Pairing) {
	for points, n := range p.Pairs {
		first := rating.Outcome(min(points, int(rating.Win)))
		for range n {
			if err := table.AddPair(p.Player, p.Opponent, first, rating.Outcome(points)-first); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// markdown is the record as a part of README.md.
func (s *strengths) markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n`default` on %s by playouts a move, each against half as many, as engine %d:\n\n", s.Ladder.Board, s.Ladder.Engine)
	b.WriteString("| playouts | Elo over 100 | interval | Elo over half as many | interval | games of these two |\n| ---: | ---: | --- | ---: | --- | ---: |\n")
	for _, r := range s.Ladder.Rungs {
		if r.Step == nil {
			fmt.Fprintf(&b, "| %d | 0 | | | | |\n", r.Playouts)
			continue
		}
		fmt.Fprintf(&b, "| %d | %s | %s | %s | %s | %d |\n", r.Playouts, estimate(r.Elo), span(r.Elo), estimate(*r.Step), span(*r.Step), r.Games)
	}
	fmt.Fprintf(&b, "\n![Elo over playouts](%s)\n", strengthFigure)
	if len(s.Ablation.Changes) > 0 {
		fmt.Fprintf(&b, "\n`default` on %s against itself with something switched off or otherwise, at equal playouts, as engine %d:\n\n", s.Ablation.Board, s.Ablation.Engine)
		b.WriteString("| change | player | points of `default` | Elo of `default` over it | interval | games |\n| --- | --- | ---: | ---: | --- | ---: |\n")
		for _, c := range s.Ablation.Changes {
			fmt.Fprintf(&b, "| %s | `%s` | %.0f %% | %s | %s | %d |\n", strings.ReplaceAll(c.Name, "-", " "), c.Player, 100*c.Rate.Estimate, estimate(c.Elo), span(c.Elo), c.Games)
		}
	}
	b.WriteString("\nIntervals are of 95 %, by pairs of games.\n\n")
	return b.String()
}

// estimate is the difference in Elo. That of a player who won all games is
// infinite, which JSON does not tell from one that is unknown: the interval does.
func estimate(i stats.Interval) string {
	switch {
	case !math.IsNaN(i.Estimate):
		return points(i.Estimate)
	case math.IsInf(i.Hi, 1) && !math.IsInf(i.Lo, -1):
		return points(i.Hi)
	case math.IsInf(i.Lo, -1) && !math.IsInf(i.Hi, 1):
		return points(i.Lo)
	}
	return "?"
}

func span(i stats.Interval) string { return points(i.Lo) + " … " + points(i.Hi) }

func points(elo float64) string {
	switch {
	case math.IsInf(elo, 1):
		return "∞"
	case math.IsInf(elo, -1):
		return "-∞"
	}
	return fmt.Sprintf("%.0f", math.Round(elo)+0) // no negative zero
}

// figure is Elo over playouts.
func (s *strengths) figure() plots.Figure {
	line := plots.Series{Name: "default, with 95 % interval", Kind: plots.LineDots}
	axis := plots.Axis{Label: "Playouts a move", Log: true}
	for _, r := range s.Ladder.Rungs {
		line.Points = append(line.Points, plots.Point{X: float64(r.Playouts), Y: r.Elo.Estimate, Lo: r.Elo.Lo, Hi: r.Elo.Hi})
		axis.Ticks = append(axis.Ticks, plots.Tick{At: float64(r.Playouts), Label: strconv.Itoa(r.Playouts)})
	}
	return plots.Figure{
		Title: "Strength over playouts", Subtitle: fmt.Sprintf("%s, each against half as many playouts", s.Ladder.Board),
		X: axis, Y: plots.Axis{Label: "Elo over 100 playouts"}, Series: []plots.Series{line}, LegendAt: plots.TopLeft,
	}
}
