package komi

import (
	"context"
	"path/filepath"
	"slices"

	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/experiments/journal"
)

// Verify checks the study in dir, complete or not: the runs of all settings as
// experiments.Verify does, that each is the round that follows from the plan and
// the games before it, and that the result is what the games give. The options
// are for each run. Problems of the study are listed in what it returns; the error
// is for a check that could not be made.
func Verify(ctx context.Context, dir string, options experiments.VerifyOptions) (*experiments.Verification, error) {
	plan, err := LoadPlan(dir)
	if err != nil {
		return nil, err
	}
	v := &experiments.Verification{Folder: dir, Planned: len(plan.Settings()) * plan.MaxGames, Problems: []string{}}
	folders, err := filepath.Glob(filepath.Join(dir, "settings", "*", "*", experiments.PlanFile))
	if err != nil {
		return nil, err
	}
	for i, path := range folders {
		folders[i] = filepath.Dir(path)
	}
	slices.Sort(folders)
	if err := verifyRounds(ctx, v, folders, options); err != nil {
		return nil, err
	}
	running := journal.Locked(dir)
	reader := newReader(dir, plan)
	result, err := plan.result(reader.at)
	if err != nil {
		v.Complain("%v", err)
		v.Note("the result of the study is compared when its games are sound")
		return v, nil
	}
	v.Complete, v.Planned = true, 0
	for _, cell := range result.Cells {
		if cell.unfinished {
			v.Complete = false
			v.Planned += plan.MaxGames
			continue
		}
		v.Planned += cell.Games
	}
	for _, folder := range folders {
		if !reader.seen[folder] && !running {
			v.Complain("%s: games of rounds before it are missing, or it does not belong to this study", folder)
		}
	}
	if running {
		v.Complete = false
		v.Note("a process is writing into the folder: the result is not compared")
		return v, nil
	}
	return v, verifyResult(v, plan, result)
}

// verifyRounds checks the runs of a study.
func verifyRounds(ctx context.Context, v *experiments.Verification, folders []string, options experiments.VerifyOptions) error {
	show := options.Progress
	for _, folder := range folders {
		if before := v.Replayed; show != nil {
			options.Progress = func(p experiments.Progress) {
				p.Done, p.Total, p.Played = p.Done+before, max(p.Total+before, v.Planned), p.Played+before
				show(p)
			}
		}
		one, err := experiments.Verify(ctx, folder, options)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			v.Complain("%s: %v", folder, err)
			continue
		}
		v.Include(folder, one)
	}
	return nil
}
