package records

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/tengen-go/tengen/datasets"
)

// shown is how many rejects and copies a report lists; all are counted.
const shown = 20

// maxCardRules bounds the rulesets that a data set card lists.
const maxCardRules = 20

// Report tells what an import did.
type Report struct {
	Folder string `json:"folder"`
	Run    string `json:"run"`
	Files  int    `json:"files"`

	Records  int64 `json:"records"` // games and rejected ones
	Games    int64 `json:"games"`
	Rejected int64 `json:"rejected"`
	Copies   int64 `json:"copies"` // of earlier games, up to symmetry

	Sizes      map[string]int64 `json:"sizes"`       // games by board size
	EndReasons map[string]int64 `json:"end_reasons"` // games by the column end_reason
	Winners    map[string]int64 `json:"winners"`     // games by the column winner

	WithoutRules  int64 `json:"without_rules"`  // games whose record names no known rules
	WithoutKomi   int64 `json:"without_komi"`   // games whose record has no usable komi
	WithoutResult int64 `json:"without_result"` // games whose record tells no outcome
	Repaired      int64 `json:"repaired"`       // games whose record has faults that could be repaired

	// Hash is the same where the same games were taken over in the same order.
	Hash uint64 `json:"hash,string"`

	FirstRejects []Reject      `json:"first_rejects"`
	FirstCopies  []Copy        `json:"first_copies"`
	Elapsed      time.Duration `json:"elapsed_ns"`

	rules map[string]int64
}

// Copy is a game whose start and moves are those of an earlier one, up to
// symmetry.
type Copy struct {
	Game   int64  `json:"game"` // game_index
	File   string `json:"file"`
	Record int    `json:"record"` // within the file, from 1
	Of     int64  `json:"of"`     // game_index
}

func newReport(dir, run string, files int) *Report {
	return &Report{
		Folder: dir, Run: run, Files: files,
		Sizes: map[string]int64{}, EndReasons: map[string]int64{}, Winners: map[string]int64{},
		FirstRejects: []Reject{}, FirstCopies: []Copy{}, rules: map[string]int64{},
	}
}

func (r *Report) addGame(t *taken) {
	count := func(to *int64, when bool) {
		if when {
			*to++
		}
	}
	r.Records++
	r.Games++
	r.Hash = mix(r.Hash + t.row.FinalHash)
	r.Sizes[t.row.Size().String()]++
	r.EndReasons[t.row.EndReason]++
	r.Winners[t.row.Winner]++
	r.rules[t.row.Ruleset]++
	count(&r.WithoutRules, t.noRules)
	count(&r.WithoutKomi, t.noKomi)
	count(&r.WithoutResult, t.row.EndReason == datasets.EndUnfinished)
	count(&r.Repaired, t.repaired)
}

func (r *Report) addReject(reject Reject) {
	r.Records++
	r.Rejected++
	if len(r.FirstRejects) < shown {
		r.FirstRejects = append(r.FirstRejects, reject)
	}
}

func (r *Report) addCopy(c Copy) {
	r.Copies++
	if len(r.FirstCopies) < shown {
		r.FirstCopies = append(r.FirstCopies, c)
	}
}

// Text returns the report for people.
func (r *Report) Text() string {
	var b strings.Builder
	line := func(label, format string, args ...any) {
		fmt.Fprintf(&b, "%-11s"+format+"\n", append([]any{label}, args...)...)
	}
	rate := ""
	if s := r.Elapsed.Seconds(); s > 0 {
		rate = fmt.Sprintf(", %.0f games/s", float64(r.Games)/s)
	}
	line("Imported", "%d of %d records in %d files, in %v%s", r.Games, r.Records, r.Files, r.Elapsed.Round(time.Millisecond), rate)
	line("Rejected", "%d%s", r.Rejected, note(r.Rejected, ", with the reasons in "+RejectsName))
	line("Copies", "%d%s", r.Copies, note(r.Copies, " have the start and the moves of an earlier game, up to symmetry"))
	line("Boards", "%s", counts(r.Sizes))
	line("Winners", "%s", counts(r.Winners))
	line("Ended by", "%s", counts(r.EndReasons))
	for _, doubt := range []struct {
		n    int64
		text string
	}{
		{r.WithoutRules, "name no known rules: area counting and simple ko, or what was asked for, are assumed"},
		{r.WithoutKomi, "have no usable komi: that of the rules is assumed, 0 without rules or with a handicap"},
		{r.WithoutResult, "tell no result"},
		{r.Repaired, "had faults that could be repaired"},
	} {
		if doubt.n > 0 {
			line("Note", "%d games %s", doubt.n, doubt.text)
		}
	}
	line("Written to", "%s", r.Folder)
	return b.String()
}

func note(n int64, text string) string {
	if n == 0 {
		return ""
	}
	return text
}

// counts lists what occurs, the most frequent first.
func counts(of map[string]int64) string {
	keys := slices.SortedFunc(maps.Keys(of), func(a, b string) int {
		if of[a] != of[b] {
			return int(of[b] - of[a])
		}
		return strings.Compare(a, b)
	})
	const most = 8
	var parts []string
	for i, key := range keys {
		if i == most {
			parts = append(parts, fmt.Sprintf("and %d others", len(keys)-most))
			break
		}
		parts = append(parts, fmt.Sprintf("%s %d", key, of[key]))
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ", ")
}

func (r *Report) card() datasets.Card {
	rules := slices.Sorted(maps.Keys(r.rules))
	notes := []string{
		"Every move was checked against the rules. Winner and result are what the record states. scoring_method is all-alive where the count of the board confirms it, recorded where the margin is the record's alone, and then no other count is given.",
		fmt.Sprintf("%d records were rejected, see %s; %d games are copies of others, up to symmetry; %d records name no known rules, %d have no usable komi, %d tell no result.",
			r.Rejected, RejectsName, r.Copies, r.WithoutRules, r.WithoutKomi, r.WithoutResult),
	}
	if more := len(rules) - maxCardRules; more > 0 {
		rules = rules[:maxCardRules]
		notes = append(notes, fmt.Sprintf("There are %d other rulesets in the games.", more))
	}
	return datasets.Card{
		Title:   fmt.Sprintf("%d games of Go from game records", r.Games),
		Summary: fmt.Sprintf("%d games of Go, taken from SGF records in %d files.", r.Games, r.Files),
		Rules:   rules, Notes: notes,
	}
}
