package komi

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path/filepath"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/ruleset"
)

// game is what a study keeps of a game.
type game struct {
	komi    ruleset.HalfPoints
	outcome outcome
	counted bool // the margin by the rules of the game is known
	cycled  bool // drawn by repetition, without being counted
	full    bool // all three margins are
	// margins are Black's points less White's, komi not taken off but whatever
	// else White gets: with the game's own komi they give the result. One for
	// each way of counting; that of the rules is margins[Scoring].
	margins [3]ruleset.HalfPoints
	line    string // the opening that was given; "" without one
	opening uint64 // equal for games with the same opening, given or drawn, up to symmetry
	whole   uint64 // equal for equal games
	first   int    // point number of the first move, up to symmetry; -1 without moves
}

// outcome is the result of a game for Black.
type outcome uint8

const (
	none outcome = iota // no result
	win
	draw
	loss
)

var outcomes = map[string]outcome{
	datasets.WinnerBlack: win, datasets.WinnerDraw: draw, datasets.WinnerWhite: loss, datasets.WinnerNone: none,
}

// newGame reads a row of the table games under rules that were read from it.
func newGame(row *datasets.GameRow, rules ruleset.Rules) game {
	g := game{
		komi: rules.Komi, outcome: outcomes[row.Winner],
		opening: experiments.SymmetryKey(row, int(row.ForcedPlies)),
		whole:   experiments.SymmetryKey(row, len(row.Moves)),
		first:   firstPlay(row),
	}
	if row.Opening != nil {
		g.line = *row.Opening
	}
	if row.BlackMargin == nil {
		g.cycled = g.outcome == draw && row.EndReason == datasets.EndDraw
		return g
	}
	g.counted = true
	if row.ScoreArea != nil && row.ScoreTerritory != nil && row.ScoreTax != nil {
		g.full = true
		g.margins = [3]ruleset.HalfPoints{
			ruleset.AreaScoring:      halfPoints(*row.ScoreArea),
			ruleset.TerritoryScoring: halfPoints(*row.ScoreTerritory),
			ruleset.StoneScoring:     halfPoints(*row.ScoreTax),
		}
	}
	g.margins[rules.Scoring] = halfPoints(*row.BlackMargin)
	besides := -rules.Compensation.Points(int(row.Handicap))
	if blackPassedFirst(row) {
		besides += rules.FirstPass
	}
	for i := range g.margins {
		g.margins[i] += besides
	}
	return g
}

func halfPoints(points float64) ruleset.HalfPoints { return ruleset.HalfPoints(math.Round(2 * points)) }

// blackPassedFirst reports whether the first pass of a game was Black's.
func blackPassedFirst(row *datasets.GameRow) bool {
	for ply, move := range row.Moves {
		if int(move) == row.Size().Area() {
			return (row.SetupToPlay == datasets.WinnerBlack) == (ply%2 == 0)
		}
	}
	return false
}

// read adds the games of a run's whole parts.
func (s *sample) read(dir string) error {
	return readRun(dir, func(row *datasets.GameRow, rules ruleset.Rules) error {
		s.add(newGame(row, rules))
		return nil
	})
}

// readRun visits the games of a run's whole parts, in order, with their rules.
func readRun(dir string, visit func(row *datasets.GameRow, rules ruleset.Rules) error) error {
	parts, err := datasets.Parts(dir, "games")
	if err != nil {
		return err
	}
	if len(parts) == 0 {
		return fmt.Errorf("%s: %w: it has no part of the table games", dir, errNoGames)
	}
	parsed := map[string]ruleset.Rules{} // few rules, many rows
	for _, part := range parts {
		for row, err := range datasets.Rows[datasets.GameRow](part) {
			if err != nil {
				return err
			}
			rules, known := parsed[row.RulesJSON]
			if !known {
				if err := json.Unmarshal([]byte(row.RulesJSON), &rules); err != nil {
					return fmt.Errorf("%s: game %d: rules_json: %w", filepath.Base(part), row.GameIndex, err)
				}
				parsed[row.RulesJSON] = rules
			}
			if err := visit(&row, rules); err != nil {
				return err
			}
		}
	}
	return nil
}

var errNoGames = errors.New("no games")
