package tune

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/experiments/journal"
	"github.com/tengen-go/tengen/experiments/match"
)

// Options are what may differ between two executions of a plan.
type Options struct {
	Workers  int                        // games played at once; 0 = one for each processor
	Drain    <-chan struct{}            // when closed, no more games begin and the running ones are finished
	Progress func(experiments.Progress) // after every game, of all rounds together; may be nil
	Round    func(text string)          // after every round, with its result; may be nil
}

// The folders of the matches.
const (
	roundsFolder     = "rounds"
	validationFolder = "validation"
)

func roundFolder(dir string, number int) string {
	return filepath.Join(dir, roundsFolder, fmt.Sprintf("%04d", number))
}

// execution is one execution of a plan.
type execution struct {
	dir     string
	plan    *Plan
	options Options
	method  method
	done    int // games of finished matches
	before  experiments.Progress
}

// Run plays what is missing of a tuning and writes its report into dir, which is
// made if need be. It returns experiments.ErrInterrupted when ctx was cancelled
// or Options.Drain closed, with a report of what is there; the same call then
// continues.
func Run(ctx context.Context, dir string, plan *Plan, options Options) (*Report, error) {
	if err := plan.Validate(); err != nil {
		return nil, err
	}
	unlock, err := claim(dir, plan)
	if err != nil {
		return nil, err
	}
	e := &execution{dir: dir, plan: plan, options: options, method: plan.newMethod()}
	err = e.execute(ctx)
	if unlockErr := unlock(); unlockErr != nil || err != nil && !errors.Is(err, experiments.ErrInterrupted) {
		return nil, errors.Join(err, unlockErr)
	}
	report, reportErr := Read(dir)
	if reportErr != nil {
		return nil, errors.Join(err, reportErr)
	}
	if err == nil {
		err = report.write(dir)
	}
	return report, err
}

// execute plays round after round, and then the validation.
func (e *execution) execute(ctx context.Context) error {
	for r := e.method.next(); r != nil; r = e.method.next() {
		m, err := e.plan.match(r)
		if err != nil {
			return err
		}
		report, err := readRound(e.dir, r, m)
		if err != nil {
			return err
		}
		if report != nil {
			e.method.tell(report.Pairings)
			e.done += report.Games
			continue
		}
		report, err = e.play(ctx, roundFolder(e.dir, r.number), m)
		if err != nil {
			return fmt.Errorf("round %d: %w", r.number, err)
		}
		e.method.tell(report.Pairings)
		if e.options.Round != nil {
			e.options.Round(e.plan.roundText(r, report.Pairings, e.method))
		}
	}
	found := e.method.found()
	if !e.plan.validates(found) {
		return nil
	}
	m, err := e.plan.validation(found)
	if err == nil {
		_, err = e.play(ctx, filepath.Join(e.dir, validationFolder), m)
	}
	if err != nil {
		return fmt.Errorf("validation: %w", err)
	}
	return nil
}

// readRound reads a round that is finished, nil for one that is not.
func readRound(dir string, r *round, plan *match.Plan) (*match.Report, error) {
	folder := roundFolder(dir, r.number)
	if !datasets.IsComplete(folder) {
		return nil, nil
	}
	report, err := match.Read(folder)
	if err == nil && report.RunID != plan.RunID() {
		err = fmt.Errorf("%s is not the match that belongs there: move it away, then resume (it is played again)", folder)
	}
	return report, err
}

// play plays a match.
func (e *execution) play(ctx context.Context, dir string, plan *match.Plan) (*match.Report, error) {
	var last experiments.Progress
	report, err := match.Play(ctx, dir, plan, match.Options{
		Workers: e.options.Workers, Drain: e.options.Drain,
		Progress: func(p match.Progress) {
			last = p.Progress
			if e.options.Progress != nil {
				e.options.Progress(experiments.Progress{
					Done: e.done + p.Done, Total: e.method.games() + e.plan.Validation,
					Played: e.before.Played + p.Played, Playouts: e.before.Playouts + p.Playouts,
				})
			}
		},
	})
	e.done += plan.Total()
	e.before.Played += last.Played
	e.before.Playouts += last.Playouts
	return report, err
}

// validates reports whether there is something to validate.
func (p *Plan) validates(found Setting) bool {
	return p.Validation > 0 && strings.Join(found, ",") != strings.Join(p.start(), ",")
}

// claim takes possession of dir for the plan: it stores the plan, or makes sure
// that the one stored is the same.
func claim(dir string, plan *Plan) (unlock func() error, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%w; choose another folder with --out", err)
	}
	path := filepath.Join(dir, PlanFile)
	stored, err := os.ReadFile(path)
	switch {
	case err == nil && !bytes.Equal(stored, plan.Canonical()):
		return nil, fmt.Errorf("%s holds another tuning (its %s differs): choose another folder with --out, or continue that one with: tengen resume %s", dir, PlanFile, dir)
	case err != nil && !errors.Is(err, os.ErrNotExist):
		return nil, err
	case err != nil:
		for _, entry := range entries {
			if name := entry.Name(); name != journal.LockFile && !strings.HasSuffix(name, ".inprogress") {
				return nil, fmt.Errorf("%s is not empty and holds no tuning (it has %s): choose another folder with --out", dir, name)
			}
		}
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("the folder of the tuning cannot be made: %w; choose another with --out", err)
	}
	unlock, err = journal.Lock(dir)
	if err != nil {
		return nil, err
	}
	if stored == nil {
		if err := datasets.WriteFileAtomic(path, plan.Canonical()); err != nil {
			return nil, errors.Join(err, unlock())
		}
	}
	return unlock, nil
}
