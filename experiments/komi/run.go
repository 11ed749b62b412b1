package komi

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/ruleset"
)

// Options are what may differ between two executions of a study without
// changing its games. Only Time may change which rounds are played.
type Options struct {
	Workers int             // games played at once; 0 = one for each processor
	Drain   <-chan struct{} // when closed, no more games begin and the running ones are finished
	// Time is how long this execution may play, shared evenly by the settings that
	// are left; 0 = until every setting is done. What was found by then is the
	// result, and another execution goes on from there.
	Time     time.Duration
	Progress func(name string, round Round, games experiments.Progress) // after every game; may be nil
	Round    func(name string, round Round)                             // before every round; may be nil
}

// study is one execution of a plan.
type study struct {
	dir      string
	plan     *Plan
	options  Options
	deadline time.Time // zero for none
	played   int       // games of this execution
	playouts int64     // of this execution
}

// Run plays what is missing of the study and writes its result into dir, which
// is created if need be. It returns experiments.ErrInterrupted when ctx was
// cancelled or Options.Drain closed; the same call then continues.
func Run(ctx context.Context, dir string, plan *Plan, options Options) (*Result, error) {
	if err := plan.Validate(); err != nil {
		return nil, err
	}
	if err := Claim(dir, plan); err != nil {
		return nil, err
	}
	s := &study{dir: dir, plan: plan, options: options}
	if options.Time > 0 {
		s.deadline = time.Now().Add(options.Time)
	}
	result := newResult(plan)
	settings := plan.Settings()
	folders := names(settings)
	for i, setting := range settings {
		cell, err := s.settle(ctx, setting, folders[i], len(settings)-i)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", folders[i], err)
		}
		result.Cells = append(result.Cells, cell)
	}
	holm(result.Cells)
	worths(result.Cells)
	return result, result.Write(dir, plan)
}

func newResult(plan *Plan) *Result {
	return &Result{
		Version: experiments.Version, Seed: plan.Seed, Precision: plan.Precision, Confidence: plan.Confidence,
		Opening: openingText(plan.Opening),
	}
}

func openingText(o experiments.Opening) string {
	var parts []string
	if len(o.Prefix) > 0 {
		parts = append(parts, "every game begins "+strings.Join(o.Prefix, " "))
	}
	if len(o.Book) > 0 {
		parts = append(parts, fmt.Sprintf("games take %d given openings in turn", len(o.Book)))
	}
	if o.Sampled > 0 {
		parts = append(parts, fmt.Sprintf("the first %d plies are drawn by visits at temperature %v", o.Sampled, o.Temperature))
	} else {
		parts = append(parts, "games differ by the seeds of their searches")
	}
	return strings.Join(parts, "; ")
}

// Claim stores the plan in dir, or makes sure that dir holds the same study. Run does it
// too; who wants to say something before the first game can do it earlier.
func Claim(dir string, plan *Plan) error {
	path := filepath.Join(dir, PlanFile)
	stored, err := os.ReadFile(path)
	if err == nil {
		if bytes.Equal(stored, plan.Canonical()) {
			return nil
		}
		return fmt.Errorf("%s holds another study (its %s differs): choose another folder with --out, or continue that one with: tengen resume %s", dir, PlanFile, dir)
	}
	if !errors.Is(err, os.ErrNotExist) {
		return err
	}
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%w; choose another folder with --out", err)
	}
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), ".inprogress") {
			return fmt.Errorf("%s is not empty and holds no study (it has %s): choose another folder with --out", dir, entry.Name())
		}
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("the study's folder cannot be made: %w; choose another with --out", err)
	}
	return datasets.WriteFileAtomic(path, plan.Canonical())
}

// settle plays one setting to its end, or to the end of its share of the time.
func (s *study) settle(ctx context.Context, setting Setting, name string, left int) (*Cell, error) {
	games, err := s.plan.sample(setting)
	if err != nil {
		return nil, err
	}
	var deadline time.Time
	if !s.deadline.IsZero() {
		deadline = time.Now().Add(time.Until(s.deadline) / time.Duration(left))
	}
	var done []Round
	var stopped string
	for {
		round, more, reason, err := s.plan.next(games, done)
		if err != nil {
			return nil, err
		}
		if !more {
			stopped = reason
			break
		}
		complete, err := s.play(ctx, games, name, round, deadline)
		if err != nil {
			return nil, err
		}
		if len(games.games) == 0 && !complete {
			stopped = "the time is spent before the first games were finished"
			break
		}
		done = append(done, round)
		games.rounds = len(done)
		if !complete {
			stopped = timeSpent
			break
		}
	}
	cell, err := games.cell(name, s.plan.Within)
	if err != nil {
		return nil, err
	}
	cell.Rounds, cell.Stopped = done, stopped
	if komi := s.plan.list(); s.plan.alone() {
		cell.warn("all games are at komi %v: the fair komi is that of their margins, had the players made the same moves at any other, and leans towards %v; games at several komi would tell how far: leave --komi out, or list more of them", komi[0], komi[0])
	}
	if stopped == timeSpent {
		if err := games.mayGoOn(cell); err != nil {
			return nil, err
		}
	}
	if cell.FairKomi != nil {
		reached := half(cell.Fair()) <= s.plan.Precision
		cell.Reached = &reached
		if !reached {
			cell.warn("the interval is ±%s points, wider than ±%s as asked: %s", number(half(cell.Fair())), number(s.plan.Precision), stopped)
		}
	}
	return cell, nil
}

// timeSpent is the end of a study that can go on.
const timeSpent = "the time is spent"

// play plays a round and adds its games. complete is false if the time was
// spent before all were played; then the whole parts are added.
func (s *study) play(ctx context.Context, games *sample, name string, round Round, deadline time.Time) (complete bool, err error) {
	dir := filepath.Join(s.dir, "settings", name, fmt.Sprintf("round-%02d-%s-komi-%v", round.Number, round.Stage, round.Komi))
	if s.options.Round != nil {
		s.options.Round(name, round)
	}
	drain, release := drainAt(s.options.Drain, deadline)
	defer release()
	before := len(games.games)
	plan := s.plan.run(games.setting, round)
	execution, err := experiments.SelfPlay(ctx, dir, plan, experiments.Options{
		Workers: s.options.Workers, Drain: drain,
		Progress: func(p experiments.Progress) {
			if s.options.Progress != nil {
				p.Done, p.Total = p.Done+before, p.Total+before
				p.Played, p.Playouts = p.Played+s.played, p.Playouts+s.playouts
				s.options.Progress(name, round, p)
			}
		},
	})
	if execution != nil {
		s.played += execution.Played
		s.playouts += execution.Playouts
	}
	complete = err == nil
	if errors.Is(err, experiments.ErrInterrupted) && ctx.Err() == nil && !isClosed(s.options.Drain) && !deadline.IsZero() {
		err = nil // time, which is no failure
	}
	if err != nil {
		return false, err
	}
	err = readRun(dir, func(row *datasets.GameRow, rules ruleset.Rules) error {
		games.add(newGame(row, rules))
		return nil
	})
	if errors.Is(err, errNoGames) && !complete {
		err = nil
	}
	return complete, err
}

// drainAt closes the channel that it returns when another one closes or at a
// time, whichever comes first.
func drainAt(other <-chan struct{}, deadline time.Time) (drain <-chan struct{}, release func()) {
	if deadline.IsZero() {
		return other, func() {}
	}
	closing, stop := make(chan struct{}), make(chan struct{})
	timer := time.NewTimer(time.Until(deadline))
	go func() {
		select {
		case <-other:
		case <-timer.C:
		case <-stop:
			return
		}
		close(closing)
	}()
	return closing, func() { timer.Stop(); close(stop) }
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}
