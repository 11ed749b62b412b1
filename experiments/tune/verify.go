package tune

import (
	"context"
	"path/filepath"

	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/experiments/match"
)

// Verify checks every match of the tuning in dir as match.Verify does, and that
// each is the one that follows from the plan and the rounds before. The options
// are for each match.
func Verify(ctx context.Context, dir string, options experiments.VerifyOptions) (*experiments.Verification, error) {
	plan, err := Load(dir)
	if err != nil {
		return nil, err
	}
	report, err := Read(dir)
	v := &experiments.Verification{Folder: dir, Problems: []string{}}
	if err != nil {
		v.Complain("%v", err)
		return v, nil
	}
	m := plan.newMethod()
	v.Complete, v.Planned = report.Complete, m.games()
	if last := roundFolder(dir, report.Rounds+1); report.Rounds < m.rounds() && match.Is(filepath.Join(dir, validationFolder)) {
		v.Complain("%s is missing or not finished, but there is a validation", last)
	}
	folders, err := filepath.Glob(filepath.Join(dir, roundsFolder, "*"))
	if err != nil {
		return nil, err
	}
	if validation := filepath.Join(dir, validationFolder); match.Is(validation) {
		folders = append(folders, validation)
		v.Planned += plan.Validation
	}
	for _, folder := range folders {
		if !match.Is(folder) {
			continue // killed before its plan was stored
		}
		one, err := match.Verify(ctx, folder, options)
		if err != nil {
			return nil, err
		}
		v.Include(folder, one)
	}
	return v, nil
}
