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
	"github.com/tengen-go/tengen/experiments/journal"
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
	unlock, err := journal.Lock(dir)
	if err != nil {
		return nil, err
	}
	s := &study{dir: dir, plan: plan, options: options}
	if options.Time > 0 {
		s.deadline = time.Now().Add(options.Time)
	}
	result, err := plan.result(func(left int) rounds {
		deadline := s.share(left)
		return func(games *sample, name string, round Round) (bool, error) {
			return s.play(ctx, games, name, round, deadline)
		}
	})
	if err == nil {
		err = result.Write(dir, plan)
	}
	return result, errors.Join(err, unlock())
}

// share is until when a setting may play if so many are left; zero for no end.
func (s *study) share(left int) time.Time {
	if s.deadline.IsZero() {
		return s.deadline
	}
	return time.Now().Add(time.Until(s.deadline) / time.Duration(left))
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

// play plays a round and adds its games. complete is false if the time was
// spent before all were played; then the whole parts are added.
func (s *study) play(ctx context.Context, games *sample, name string, round Round, deadline time.Time) (complete bool, err error) {
	dir := roundFolder(s.dir, name, round)
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
	err = games.read(dir)
	if errors.Is(err, errNoGames) && !complete {
		err = nil
	}
	return complete, err
}

// roundFolder is where a round of a setting lies in a study.
func roundFolder(dir, name string, round Round) string {
	return filepath.Join(dir, "settings", name, fmt.Sprintf("round-%02d-%s-komi-%v", round.Number, round.Stage, round.Komi))
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
