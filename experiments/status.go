package experiments

import (
	"fmt"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/experiments/journal"
	"github.com/tengen-go/tengen/ruleset"
)

// Status tells how far a run is, without checking its games.
type Status struct {
	Folder     string    `json:"folder"`
	RunID      string    `json:"run_id"`
	Plan       *Plan     `json:"plan"`
	Complete   bool      `json:"complete"`
	Running    bool      `json:"running"` // a process is writing into the folder now
	Games      int       `json:"games"`   // finished, those of shards in progress included
	Planned    int       `json:"planned"`
	Shards     int       `json:"shards"` // with their parts written
	AllShards  int       `json:"all_shards"`
	Missing    []int     `json:"missing"`    // shards without a part, the first hundred
	Unfinished []string  `json:"unfinished"` // temporary files of a process that was killed, or is running
	LastGame   time.Time `json:"last_game"`  // when the newest part or journal was written; zero if none was
}

// ReadStatus looks at the run in dir.
func ReadStatus(dir string) (*Status, error) {
	plan, err := LoadPlan(dir)
	if err != nil {
		return nil, err
	}
	s := &Status{
		Folder: dir, RunID: plan.RunID(), Plan: plan, Planned: plan.Games, AllShards: plan.Shards(),
		Running: journal.Locked(dir), Missing: []int{}, Unfinished: []string{},
	}
	written, err := plan.written(dir)
	if err != nil {
		return nil, err
	}
	for _, index := range written {
		path := partPath(dir, plan, tableGames, index)
		count, err := datasets.Count(path)
		if err != nil {
			return nil, err
		}
		s.Shards++
		s.Games += int(count)
		s.note(path)
	}
	for index := range plan.Shards() {
		if len(written) > 0 && written[0] == index {
			written = written[1:]
			continue
		}
		journaled, err := countJournal(dir, plan, index)
		if err != nil {
			return nil, err
		}
		s.Games += journaled
		if journaled > 0 {
			s.note(journalPath(dir, index))
		}
		if len(s.Missing) < 100 {
			s.Missing = append(s.Missing, index)
		}
	}
	s.Complete = datasets.IsComplete(dir) && s.Games == s.Planned
	left, err := datasets.Unfinished(dir)
	s.Unfinished = append(s.Unfinished, left...)
	return s, err
}

// note takes the time of a file into LastGame.
func (s *Status) note(path string) {
	if info, err := os.Stat(path); err == nil && info.ModTime().After(s.LastGame) {
		s.LastGame = info.ModTime()
	}
}

// countJournal counts the games in the journal of a shard.
func countJournal(dir string, plan *Plan, index int) (int, error) {
	records, err := readJournal(dir, plan, index)
	return len(records), err
}

// Text is the status as lines for a terminal.
func (s *Status) Text() string {
	state := "stopped; to continue: tengen resume " + s.Folder
	switch {
	case s.Complete:
		state = "complete"
	case s.Running:
		state = "running"
	}
	var b strings.Builder
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "Run\t%s in %s\n", s.RunID, s.Folder)
	fmt.Fprintf(t, "State\t%s\n", state)
	fmt.Fprintf(t, "Games\t%d of %d (%.1f %%)\t\n", s.Games, s.Planned, 100*float64(s.Games)/float64(s.Planned))
	fmt.Fprintf(t, "Shards\t%d of %d written\n", s.Shards, s.AllShards)
	if !s.LastGame.IsZero() {
		fmt.Fprintf(t, "Last written\t%s\n", s.LastGame.Format(time.DateTime))
	}
	fmt.Fprintf(t, "Board\t%v\n", s.Plan.Size)
	fmt.Fprintf(t, "Rules\t%v\n", s.Plan.Rules)
	fmt.Fprintf(t, "Black\t%s\n", s.Plan.Black.Label())
	fmt.Fprintf(t, "White\t%s\n", s.Plan.White.Label())
	fmt.Fprintf(t, "Seed\t%d\n", s.Plan.Seed)
	t.Flush()
	if !s.Running && len(s.Unfinished) > 0 {
		fmt.Fprintf(&b, "%d temporary files of a killed process; resume removes them.\n", len(s.Unfinished))
	}
	return b.String()
}

// Describe says in one line what is about to be played.
func Describe(plan *Plan, dir string) string {
	players := plan.Black.Label()
	if !plan.Black.same(&plan.White) {
		players = fmt.Sprintf("Black %s, White %s", plan.Black.Label(), plan.White.Label())
	}
	return fmt.Sprintf("Run %s: %d games of %v%s, %s, %s, komi %v, seed %d, into %s",
		plan.RunID(), plan.Games, plan.Size, plan.startText(), players, rulesName(plan.Rules), plan.Rules.Komi, plan.Seed, dir)
}

// rulesName is the name of a ruleset, said to be changed where it is.
func rulesName(rules ruleset.Rules) string {
	if rules.Name == "" {
		return "own rules"
	}
	named, err := ruleset.ParseRules(rules.Name)
	named.Komi = rules.Komi
	if err != nil || named != rules {
		return rules.Name + " rules with changes"
	}
	return rules.Name + " rules"
}
