package komi

import (
	"fmt"

	"github.com/tengen-go/tengen/experiments"
)

// rounds plays a round of a setting, or reads one that was played, and adds its
// games. complete is false if some of them are missing, as at the end of the time;
// then those of whole parts are added.
type rounds func(games *sample, name string, round Round) (complete bool, err error)

// result takes every setting to its end, or to where its rounds end. at gives the
// rounds of the next setting when so many are left.
func (p *Plan) result(at func(left int) rounds) (*Result, error) {
	result := &Result{
		Version: experiments.Version, Seed: p.Seed, Precision: p.Precision, Confidence: p.Confidence,
		Opening: openingText(p.Opening),
	}
	settings := p.Settings()
	folders := names(settings)
	for i, setting := range settings {
		cell, err := p.settle(setting, folders[i], at(len(settings)-i))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", folders[i], err)
		}
		result.Cells = append(result.Cells, cell)
	}
	holm(result.Cells)
	worths(result.Cells)
	return result, nil
}

// Ends of a study that can go on.
const (
	timeSpent       = "the time is spent"
	timeSpentBefore = "the time is spent before the first games were finished"
)

// settle takes one setting from round to round.
func (p *Plan) settle(setting Setting, name string, play rounds) (*Cell, error) {
	games, err := p.sample(setting)
	if err != nil {
		return nil, err
	}
	var done []Round
	stopped, unfinished := "", true
	for stopped == "" {
		round, more, reason, err := p.next(games, done)
		if err != nil {
			return nil, err
		}
		if !more {
			stopped, unfinished = reason, false
			break
		}
		complete, err := play(games, name, round)
		if err != nil {
			return nil, err
		}
		if len(games.games) == 0 && !complete {
			stopped = timeSpentBefore
			break
		}
		done = append(done, round)
		games.played(round)
		if !complete {
			stopped = timeSpent
		}
	}
	cell, err := games.cell(name, p.Within)
	if err != nil {
		return nil, err
	}
	cell.Rounds, cell.Stopped, cell.unfinished = done, stopped, unfinished
	if komi := p.list(); p.alone() {
		cell.warn("all games are at komi %v: the fair komi is that of their margins, had the players made the same moves at any other, and leans towards %v; games at several komi would tell how far: leave --komi out, or list more of them", komi[0], komi[0])
	}
	if unfinished {
		if err := games.mayGoOn(cell); err != nil {
			return nil, err
		}
	}
	if cell.FairKomi != nil {
		reached := half(cell.Fair()) <= p.Precision
		cell.Reached = &reached
		if !reached {
			cell.warn("the interval is ±%s points, wider than ±%s as asked: %s", number(half(cell.Fair())), number(p.Precision), stopped)
		}
	}
	return cell, nil
}
