package komi

import (
	"fmt"
	"os"
	"path/filepath"

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
	var s sample
	var first string
	var m Measured
	timed := 0
	for _, run := range runs {
		err := readRun(run, func(row *datasets.GameRow, rules ruleset.Rules) error {
			key, setting := settingOf(row, rules)
			if first == "" {
				first, s.setting = key, setting
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
	margins, _ := s.margins(s.games, s.setting.Rules.Scoring)
	if n := resigned(s.games); n > 0 {
		return m, fmt.Errorf("%s: %d games were resigned: the slope needs the margins of all; give --slope or --sd", dir, n)
	}
	all, err := stats.NewMargins(margins)
	if err != nil {
		return m, fmt.Errorf("%s: %w", dir, err)
	}
	m.Slope = min(all.Slope(), 1)
	// Games that were all drawn leave no doubt, and a planner without doubt plans none.
	m.Draws = min(float64(all.Tally(all.FairKomi()).Draws)/float64(all.Games()), 0.99)
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

// clock adds up the time that the games of a run took.
func clock(dir string) (seconds float64, games int, err error) {
	parts, err := datasets.Parts(dir, "timings")
	if err != nil && !os.IsNotExist(err) {
		return 0, 0, err
	}
	for _, part := range parts {
		for row, err := range datasets.Rows[datasets.TimingRow](part) {
			if err != nil {
				return 0, 0, err
			}
			seconds += float64(row.DurationNS) / 1e9
			games++
		}
	}
	return seconds, games, nil
}
