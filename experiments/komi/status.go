package komi

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/experiments/journal"
	"github.com/tengen-go/tengen/experiments/stats"
)

// Status tells how far a study is, and what is known so far.
type Status struct {
	Folder   string          `json:"folder"`
	Plan     *Plan           `json:"plan"`
	Complete bool            `json:"complete"`  // every setting is done, and the result is written
	Running  bool            `json:"running"`   // a process is writing into the folder now
	Games    int             `json:"games"`     // finished
	MaxGames int             `json:"max_games"` // of all settings; a study ends as soon as it is as precise as asked
	Settings []SettingStatus `json:"settings"`
}

// SettingStatus is how far a setting is.
type SettingStatus struct {
	Name     string `json:"name"`
	Ruleset  string `json:"ruleset"` // its name; "" for rules of one's own
	Rules    string `json:"rules"`
	Size     string `json:"size"`
	Players  string `json:"players"`
	Handicap int    `json:"handicap"`

	Games    int    `json:"games"` // finished
	MaxGames int    `json:"max_games"`
	Complete bool   `json:"complete"`
	Ended    string `json:"ended,omitempty"` // why no more games are played
	Round    *Round `json:"round,omitempty"` // that goes on, or is next

	// FairKomi is what is known of the fair komi from the games of whole parts, as many
	// as Used says. Null before the first of them.
	Used     int       `json:"games_used"`
	FairKomi *float64  `json:"fair_komi"`
	Lo       *float64  `json:"lo"`
	Hi       *float64  `json:"hi"`
	Middle   bool      `json:"fair_komi_is_middle,omitempty"` // see Cell
	Method   string    `json:"method"`
	Interval Certainty `json:"interval,omitempty"`
}

// Certainty says what an interval of a study on the way holds for.
type Certainty string

// The kinds of intervals.
const (
	Final    Certainty = "final"    // the answer of a setting that is done
	Repeated Certainty = "repeated" // holds together with those of all other looks at the study
	Ordinary Certainty = "ordinary" // holds for games that nobody looks at before the end: a first estimate
)

// ReadStatus looks at the study in dir, which may be going on.
func ReadStatus(dir string) (*Status, error) {
	plan, err := LoadPlan(dir)
	if err != nil {
		return nil, err
	}
	s := &Status{Folder: dir, Plan: plan, Running: journal.Locked(dir), Complete: true}
	reader := newReader(dir, plan)
	result, err := plan.result(reader.at)
	if err != nil {
		return nil, err
	}
	for _, cell := range result.Cells {
		one := SettingStatus{
			Name: cell.Name, Ruleset: cell.Ruleset, Rules: cell.Rules, Size: cell.Size, Players: cell.Players, Handicap: cell.Handicap,
			Games: cell.Games, MaxGames: plan.MaxGames, Complete: !cell.unfinished, Used: cell.Games, Method: cell.Method, Middle: cell.Middle,
		}
		if open := reader.open[cell.Name]; cell.unfinished {
			one.Round, one.Games = &open.round, cell.Games+open.beyond
			s.Complete = false
		} else {
			one.Ended = cell.Stopped
		}
		if cell.FairKomi != nil {
			fair, certainty := cell.soFar()
			one.FairKomi, one.Lo, one.Hi, one.Interval = &fair.Estimate, &fair.Lo, &fair.Hi, certainty
		}
		s.Games, s.MaxGames = s.Games+one.Games, s.MaxGames+one.MaxGames
		s.Settings = append(s.Settings, one)
	}
	if s.Complete {
		written, err := readWritten(dir)
		s.Complete = err == nil && written.is(result)
	}
	return s, nil
}

// soFar is what is known of the fair komi and may be said now.
func (c *Cell) soFar() (stats.Interval, Certainty) {
	last := len(c.Looks) - 2 // the one after that is none that the study took
	switch {
	case !c.unfinished:
		return c.Fair(), Final
	case c.Repeated != nil:
		return *c.Repeated, Repeated
	case c.Separate != nil && c.Method == c.Separate.Method && !c.Separate.curved:
		return c.Fair(), Repeated // see bracket
	case last >= 0:
		return c.Looks[last].Fair, Repeated
	}
	return c.Fair(), Ordinary
}

// reader reads the rounds that were played of a study.
type reader struct {
	dir  string
	plan *Plan
	seen map[string]bool      // folders of rounds
	open map[string]openRound // by name of the setting, where its rounds end before they are done
}

// openRound is a round of which games are missing.
type openRound struct {
	round  Round
	beyond int // games that are finished, but in no whole part
}

func newReader(dir string, plan *Plan) *reader {
	return &reader{dir: dir, plan: plan, seen: map[string]bool{}, open: map[string]openRound{}}
}

func (r *reader) at(int) rounds { return r.read }

// read adds the games of a round, as far as it was played.
func (r *reader) read(games *sample, name string, round Round) (complete bool, err error) {
	dir := roundFolder(r.dir, name, round)
	stored, err := os.ReadFile(filepath.Join(dir, experiments.PlanFile))
	if errors.Is(err, os.ErrNotExist) {
		r.open[name] = openRound{round: round}
		return false, nil
	}
	if err != nil {
		return false, err
	}
	r.seen[dir] = true
	if !bytes.Equal(stored, r.plan.run(games.setting, round).Canonical()) {
		return false, fmt.Errorf("%s is not the round that follows from the plan and the games before it: move it away, then resume (it is played again)", dir)
	}
	before := len(games.games)
	if err := games.read(dir); err != nil && !errors.Is(err, errNoGames) {
		return false, err
	}
	read := len(games.games) - before
	if read == round.Games {
		return true, nil
	}
	status, err := experiments.ReadStatus(dir)
	if err != nil {
		return false, err
	}
	r.open[name] = openRound{round, max(status.Games-read, 0)}
	return false, nil
}

// written is what the result that a study wrote is about.
type written struct {
	Version string `json:"version"`
	Cells   []struct {
		Name    string `json:"name"`
		Games   int    `json:"games"`
		Stopped string `json:"stopped"`
	} `json:"cells"`
}

func readWritten(dir string) (*written, error) {
	data, err := os.ReadFile(filepath.Join(dir, ResultFile))
	if err != nil {
		return nil, err
	}
	w := new(written)
	if err := json.Unmarshal(data, w); err != nil {
		return nil, fmt.Errorf("%s: %w", ResultFile, err)
	}
	return w, nil
}

// is reports whether it is about the same games as a result.
func (w *written) is(r *Result) bool {
	if len(w.Cells) != len(r.Cells) {
		return false
	}
	for i, cell := range r.Cells {
		if w.Cells[i].Name != cell.Name || w.Cells[i].Games != cell.Games || w.Cells[i].Stopped != cell.Stopped {
			return false
		}
	}
	return true
}

// Text is the status as lines for a terminal.
func (s *Status) Text() string {
	var b strings.Builder
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "Study\t%s, %s\n", s.Folder, s.state())
	fmt.Fprintf(t, "Asked\t±%s points, %s intervals\n", number(s.Plan.Precision), percent(s.Plan.Confidence))
	each := ""
	if len(s.Settings) > 1 {
		each = fmt.Sprintf(", %d for each of %d settings", s.Plan.MaxGames, len(s.Settings))
	}
	fmt.Fprintf(t, "Games\t%d so far, at most %d%s\n", s.Games, s.MaxGames, each)
	fmt.Fprintf(t, "Seed\t%d\n", s.Plan.Seed)
	t.Flush()
	b.WriteString("\n")
	fmt.Fprintln(t, "rules\tsize\tplayers\thandicap\tgames\tfair komi\tinterval\t\tmethod\tstate")
	kinds := map[Certainty]bool{}
	for i := range s.Settings {
		one := &s.Settings[i]
		fair, interval := "–", "–"
		if one.FairKomi != nil {
			interval = rangeText(stats.Interval{Lo: *one.Lo, Hi: *one.Hi})
			if !one.Middle {
				fair = number(*one.FairKomi)
			}
		}
		kinds[one.Interval] = true
		fmt.Fprintf(t, "%s\t%s\t%s\t%d\t%d\t%s\t%s\t%s\t%s\t%s\n", cmp.Or(one.Ruleset, "own"), one.Size, one.Players, one.Handicap, one.Games,
			fair, interval, one.Interval, one.Method, one.state())
	}
	t.Flush()
	if kinds[Repeated] || kinds[Ordinary] {
		b.WriteString("\n")
	}
	if kinds[Repeated] {
		b.WriteString("repeated: holds however often the study is looked at while it goes on.\n")
	}
	if kinds[Ordinary] {
		b.WriteString("ordinary: a first estimate, which does not allow for the games to come.\n")
	}
	return b.String()
}

func (s *Status) state() string {
	switch {
	case s.Complete:
		return "complete"
	case s.Running:
		return "running"
	}
	return "stopped; to continue: tengen resume " + s.Folder
}

func (s *SettingStatus) state() string {
	switch {
	case s.Complete:
		return "done"
	case s.Games == 0:
		return "not begun"
	}
	return fmt.Sprintf("round %d, %s: %d games at komi %v", s.Round.Number, s.Round.Stage, s.Round.Games, s.Round.Komi)
}
