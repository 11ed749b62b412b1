package tune

import (
	"fmt"
	"path/filepath"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/experiments/journal"
	"github.com/tengen-go/tengen/experiments/match"
)

// The files of a report.
const (
	ReportFile   = "report.json"
	MarkdownFile = "report.md"
)

// Report is how a tuning stands.
type Report struct {
	Folder   string `json:"folder"`
	Plan     *Plan  `json:"plan"`
	Complete bool   `json:"complete"`
	Running  bool   `json:"running"` // a process is writing into the folder now

	Rounds        int `json:"rounds"` // finished
	PlannedRounds int `json:"planned_rounds"`
	Games         int `json:"games"`         // of these rounds
	PlannedGames  int `json:"planned_games"` // of all rounds

	Findings   []Finding   `json:"findings"`
	Steps      []Step      `json:"steps,omitempty"`      // of SPSA
	Candidates []Candidate `json:"candidates,omitempty"` // of Halving, those that came farthest first

	Start string `json:"start"` // the player as it is
	Found string `json:"found"` // the best setting so far, as --player takes it

	Validation *match.Pairing `json:"validation,omitempty"` // numbers are those of what was found
	Conclusion string         `json:"conclusion"`
	Warnings   []string       `json:"warnings"`
}

// Finding is what a tuning says of a parameter.
type Finding struct {
	Param string `json:"param"` // with its range
	Start string `json:"start"`
	Found string `json:"found"`

	// Low and High are the least and the greatest value of the middle in the
	// second half of SPSA: how far chance still carried it.
	Low  string `json:"low,omitempty"`
	High string `json:"high,omitempty"`
}

// Read reports on the tuning in dir, which may be running.
func Read(dir string) (*Report, error) {
	plan, err := Load(dir)
	if err != nil {
		return nil, err
	}
	m := plan.newMethod()
	r := &Report{
		Folder: dir, Plan: plan, Running: journal.Locked(dir), Warnings: []string{},
		PlannedRounds: m.rounds(), PlannedGames: m.games(),
	}
	if err := r.readRounds(m); err != nil {
		return nil, err
	}
	found := m.found()
	for i := range plan.Params {
		r.Findings = append(r.Findings, Finding{Param: plan.Params[i].Text(), Start: plan.start()[i], Found: found[i]})
	}
	m.report(r)
	player, err := plan.player(found)
	if err != nil {
		return nil, err
	}
	r.Start, r.Found = plan.Player.Name, player.Name
	if r.Rounds == r.PlannedRounds {
		if err := r.readValidation(found); err != nil {
			return nil, err
		}
	}
	r.conclude(found)
	return r, nil
}

// readRounds tells a method the results of the rounds that are finished.
func (r *Report) readRounds(m method) error {
	for next := m.next(); next != nil; next = m.next() {
		plan, err := r.Plan.match(next)
		if err != nil {
			return err
		}
		played, err := readRound(r.Folder, next, plan)
		if err != nil {
			return err
		}
		if played == nil {
			break
		}
		m.tell(played.Pairings)
		r.Rounds++
		r.Games += played.Games
	}
	return nil
}

// readValidation reads the match of what was found.
func (r *Report) readValidation(found Setting) error {
	if !r.Plan.validates(found) {
		r.Complete = true
		return nil
	}
	dir := filepath.Join(r.Folder, validationFolder)
	if !match.Is(dir) {
		return nil
	}
	played, err := match.Read(dir)
	if err != nil {
		return err
	}
	r.Complete = played.Complete
	if played.Games > 0 {
		r.Validation = &played.Pairings[0]
	}
	r.Warnings = append(r.Warnings, played.Warnings...)
	return nil
}

// conclude says what is shown.
func (r *Report) conclude(found Setting) {
	switch v := r.Validation; {
	case r.Rounds < r.PlannedRounds:
		r.Conclusion = "the search goes on: what is found so far says little"
	case r.Plan.Validation == 0:
		r.Conclusion = "not validated: whether what was found is better is not known; let it meet the player as it is (tengen match)"
	case !r.Plan.validates(found):
		r.Conclusion = "the player as it is was found best"
	case !r.Complete || v == nil:
		r.Conclusion = "the validation goes on"
	case v.Elo.Lo > 0:
		r.Conclusion = fmt.Sprintf("what was found is better, Elo %s, on this board, with these playouts, against the player as it is", match.EloText(v.Elo))
	case v.Elo.Hi < 0:
		r.Conclusion = fmt.Sprintf("what was found is worse, Elo %s: keep the player as it is", match.EloText(v.Elo))
	default:
		r.Conclusion = fmt.Sprintf("what was found is not shown to be better, Elo %s: keep the player as it is, or give more games", match.EloText(v.Elo))
	}
}

// write writes the report and its figures into dir.
func (r *Report) write(dir string) error {
	if err := datasets.WriteJSON(filepath.Join(dir, ReportFile), r); err != nil {
		return err
	}
	figures := r.figures()
	for _, f := range figures {
		if err := f.Save(filepath.Join(dir, f.stem)); err != nil {
			return fmt.Errorf("%s: %w", f.stem, err)
		}
	}
	return datasets.WriteFileAtomic(filepath.Join(dir, MarkdownFile), []byte(r.markdown(figures)))
}
