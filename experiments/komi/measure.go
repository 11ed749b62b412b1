package komi

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/experiments/stats"
	"github.com/tengen-go/tengen/ruleset"
)

// Measured is what a planner can learn from games.
type Measured struct {
	Slope      float64 // by how much Black's share of points falls per point of komi
	Draws      float64 // share of drawn games
	SecondsPer float64 // of one worker for a game
}

// Measure looks at the games of a run, or at those of a study's first setting at the komi
// with most games.
func Measure(dir string) (Measured, error) {
	runs := []string{dir}
	if IsStudy(dir) {
		var err error
		if runs, err = studyRuns(dir); err != nil {
			return Measured{}, err
		}
	}
	var s *sample
	var first string
	var m Measured
	timed := 0
	for _, run := range runs {
		err := readRun(run, func(row *datasets.GameRow, rules ruleset.Rules) error {
			key, setting := settingOf(row, rules)
			if first == "" {
				first, s = key, newSample(setting, DefaultPlan().Confidence)
			}
			if key == first {
				s.add(newGame(row, rules))
			}
			return nil
		})
		if err != nil {
			return m, err
		}
		seconds, games, err := clock(run)
		if err != nil {
			return m, err
		}
		m.SecondsPer += seconds
		timed += games
	}
	if timed > 0 {
		m.SecondsPer /= float64(timed)
	}
	if s == nil {
		return m, fmt.Errorf("%s: %w", dir, errNoGames)
	}
	margins, _ := s.margins(s.games, s.setting.Rules.Scoring)
	if n := resigned(s.games); n > 0 {
		return m, fmt.Errorf("%s: %d games were resigned, or ended without a count: the slope needs the margins of all; give --slope or --sd", dir, n)
	}
	all, err := stats.NewMargins(margins)
	if err != nil {
		return m, fmt.Errorf("%s: %w", dir, err)
	}
	m.Slope = min(all.Slope(), 1)
	// Games that were all drawn leave no doubt, and a planner without doubt plans none.
	draws := all.Tally(all.FairKomi()).Draws + cycled(s.games)
	m.Draws = min(float64(draws)/float64(all.Games()+cycled(s.games)), 0.99)
	return m, nil
}

// studyRuns are the folders of a study's runs.
func studyRuns(dir string) ([]string, error) {
	plans, err := filepath.Glob(filepath.Join(dir, "settings", "*", "round-*", "plan.json"))
	if err == nil && len(plans) == 0 {
		err = fmt.Errorf("%s: %w yet", dir, errNoGames)
	}
	for i, plan := range plans {
		plans[i] = filepath.Dir(plan)
	}
	return plans, err
}

// clock adds up the time that the workers of a run were at work. A worker plays
// several games side by side, so that it is less than the games took together.
func clock(dir string) (seconds float64, games int, err error) {
	parts, err := datasets.Parts(dir, "timings")
	if err != nil && !os.IsNotExist(err) {
		return 0, 0, err
	}
	type span struct{ from, to int64 } // nanoseconds
	busy := map[int32][]span{}
	for _, part := range parts {
		for row, err := range datasets.Rows[datasets.TimingRow](part) {
			if err != nil {
				return 0, 0, err
			}
			from := row.StartedAt.UnixNano()
			busy[row.Worker] = append(busy[row.Worker], span{from, from + row.DurationNS})
			games++
		}
	}
	for _, worker := range slices.Sorted(maps.Keys(busy)) {
		spans := busy[worker]
		slices.SortFunc(spans, func(a, b span) int { return cmp.Compare(a.from, b.from) })
		end := spans[0].from
		for _, s := range spans {
			seconds += float64(max(0, s.to-max(s.from, end))) / 1e9
			end = max(end, s.to)
		}
	}
	return seconds, games, nil
}
