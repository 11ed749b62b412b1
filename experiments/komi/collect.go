package komi

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/ruleset"
)

// group is the games of runs that differ in komi alone.
type group struct {
	sample
	seeds  map[uint64]bool
	copies int // games with a seed that another one has
}

// CheckCollect reports numbers that Collect does not take.
func CheckCollect(confidence, within float64) error {
	if !(confidence >= 0.5 && confidence < 1) {
		return fmt.Errorf("confidence is %v: it must be 0.5 to less than 1, such as 0.95", confidence)
	}
	if !(within > 0 && within < 0.5) {
		return fmt.Errorf("within is %v: it is the distance from one half that counts as balanced, above 0 and below 0.5, such as 0.01", within)
	}
	return nil
}

// Collect makes a result out of finished runs, of self-play or imported. Games
// whose rules (but for komi), board, players, handicap and start are the same are one cell,
// whichever run they come from.
func Collect(dirs []string, confidence, within float64) (*Result, error) {
	if err := CheckCollect(confidence, within); err != nil {
		return nil, err
	}
	result := &Result{Version: experiments.Version, Confidence: confidence}
	groups := map[string]*group{}
	var order []string
	seen := map[string]string{} // games and the folder they were met in
	for _, dir := range dirs {
		if !datasets.IsComplete(dir) {
			result.Warnings = append(result.Warnings, dir+" is not complete: the parts that are there are taken")
		}
		err := readRun(dir, func(row *datasets.GameRow, rules ruleset.Rules) error {
			if other, twice := seen[row.GameID]; twice {
				return fmt.Errorf("game %s is in %s too: name each run once", row.GameID, other)
			}
			seen[row.GameID] = dir
			key, setting := settingOf(row, rules)
			g := groups[key]
			if g == nil {
				g = &group{sample: *newSample(setting, confidence), seeds: map[uint64]bool{}}
				groups[key] = g
				order = append(order, key)
			}
			if row.Seed != 0 && g.seeds[row.Seed] {
				g.copies++
			}
			g.seeds[row.Seed] = true
			g.add(newGame(row, rules))
			return nil
		})
		if errors.Is(err, errNoGames) {
			return nil, err // which names the folder
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", dir, err)
		}
	}
	if len(order) == 0 {
		return nil, fmt.Errorf("%s: %w in these runs: nothing can be said about komi", strings.Join(dirs, ", "), errNoGames)
	}
	var settings []Setting
	for _, key := range order {
		settings = append(settings, groups[key].setting)
	}
	folders := names(settings)
	for i, key := range order {
		g := groups[key]
		g.setOwnKomi()
		cell, err := g.cell(folders[i], within)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", folders[i], err)
		}
		if g.copies > 0 {
			cell.warn("%d games have the seed of another one, as runs with one master seed do: their intervals are too narrow", g.copies)
		}
		result.Cells = append(result.Cells, cell)
	}
	if len(result.Cells) > 1 {
		result.Warnings = append(result.Warnings, fmt.Sprintf("the runs differ in rules, board, players, handicap or start: %d cells, none of which mixes them", len(result.Cells)))
	}
	holm(result.Cells)
	worths(result.Cells)
	return result, nil
}

// setOwnKomi makes the komi of the setting that of the ruleset, which need not be that of any
// of its games. Rules without a name prescribe the komi they were played with, or none if
// there are several; and none of the rulesets prescribes one for handicap games.
func (g *group) setOwnKomi() {
	preset, err := ruleset.ParseRules(g.setting.Rules.Name)
	switch {
	case g.setting.Handicap > 0:
		g.ownless = true
	case err == nil:
		g.setting.Rules.Komi = preset.Komi
	default:
		g.ownless = len(g.komis()) > 1
	}
}

// settingOf reads the setting of a game, and a key that is the same for games of one
// setting and start.
func settingOf(row *datasets.GameRow, rules ruleset.Rules) (key string, setting Setting) {
	setting = Setting{
		Rules: rules, Size: experiments.BoardSize{Size: row.Size()}, Handicap: int(row.Handicap),
		Black: seatIn(row.Black, row.BlackPlayouts), White: seatIn(row.White, row.WhitePlayouts),
	}
	alike := setting
	alike.Black, alike.White = setting.Black.resolved(), setting.White.resolved()
	key = fmt.Sprint(alike.canonical(), slices.Sorted(slices.Values(row.SetupBlack)), slices.Sorted(slices.Values(row.SetupWhite)), row.SetupToPlay)
	return key, setting
}
