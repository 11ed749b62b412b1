package match

import (
	"context"
	"fmt"
	"slices"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/experiments/journal"
)

// Verify checks the match in dir, complete or not: that its files are sound and
// as the manifest lists them, that every game is the one of the plan, that both
// games of a pair begin alike, and that the referee, playing the games again,
// finds every move legal and the same results, which the SGF files show. Options.Regenerate plays so many
// games again where that gives the same ones. Problems of the match are listed
// in the result; the error is for a check that could not be made.
func Verify(ctx context.Context, dir string, options experiments.VerifyOptions) (*experiments.Verification, error) {
	plan, err := Load(dir)
	if err != nil {
		return nil, err
	}
	v := &experiments.Verification{Folder: dir, Planned: plan.Total(), Problems: []string{}}
	played, err := readPlayed(dir, plan)
	if err != nil {
		v.Complain("%v", err)
		return v, nil
	}
	v.Complete = datasets.IsComplete(dir)
	if v.Complete {
		manifest, err := datasets.ReadManifest(dir)
		if err == nil {
			err = manifest.Check(dir)
		}
		if err != nil {
			v.Complain("manifest: %v", err)
		}
	}
	s := newStandings(plan)
	for _, record := range played {
		if index := record.Game.GameIndex; index < 0 || index >= int64(len(s.games)) || s.games[index] != nil {
			v.Complain("game %d is not in the plan, or there twice", index)
			continue
		}
		s.add(record)
	}
	v.Games = len(played)
	if v.Complete {
		v.Planned = s.total() // a sequential test may have ended it
		if !s.complete() || v.Games != v.Planned {
			v.Complain("the match is said to be complete, but has %d of %d games", v.Games, v.Planned)
		}
	}
	check := checker{v: v, running: journal.Locked(dir), standings: s, run: plan.RunID(), seen: map[uint64]bool{}}
	for index, record := range s.games {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if record != nil {
			check.game(index, record)
		}
		if options.Progress != nil && record != nil {
			options.Progress(experiments.Progress{Done: v.Replayed, Total: v.Games, Played: v.Replayed})
		}
	}
	v.Unique, v.Duplicates = len(check.seen), v.Games-len(check.seen)
	return v, check.regenerate(ctx, plan, options.Regenerate)
}

// checker checks the games of a match.
type checker struct {
	v         *experiments.Verification
	standings *standings
	run       string
	seen      map[uint64]bool
	running   bool // a process is writing into the folder
}

func (c *checker) game(index int, record *Record) {
	row, f, plan := &record.Game, c.standings.fixtures[index], c.standings.plan
	complain := func(format string, args ...any) {
		c.v.Complain("game %d: %s", index, fmt.Sprintf(format, args...))
	}
	switch {
	case row.RunID != c.run || row.GameID != gameID(c.run, index):
		complain("it belongs to match %s", row.RunID)
	case row.Seed != experiments.GameSeed(plan.Seed, index) || row.PairID != int64(f.pair):
		complain("its seed or its pair is not that of the plan")
	case row.Size() != plan.Size.Size || row.Ruleset != plan.Rules.String():
		complain("its board or its rules are not those of the plan")
	case nameOf(row.Black) != plan.Players[f.players[0]].Name || nameOf(row.White) != plan.Players[f.players[1]].Name:
		complain("%s has Black and %s has White, which is not in the plan", nameOf(row.Black), nameOf(row.White))
	}
	if partner := c.standings.games[index-index%2]; partner != nil && !sameOpening(row, &partner.Game) {
		complain("it does not begin as the other game of its pair")
	}
	_, problems := experiments.CheckReplay(row)
	for _, problem := range problems {
		complain("%s", problem)
	}
	if !c.running { // a file may be about to be written
		if err := checkSGF(c.v.Folder, record); err != nil {
			complain("%v", err)
		}
	}
	c.v.Replayed++
	c.seen[experiments.SymmetryKey(row, len(row.Moves))] = true
}

// sameOpening reports whether two games begin alike.
func sameOpening(a, b *datasets.GameRow) bool {
	return a.ForcedPlies == b.ForcedPlies && a.SetupToPlay == b.SetupToPlay && a.Handicap == b.Handicap &&
		slices.Equal(a.SetupBlack, b.SetupBlack) && slices.Equal(a.SetupWhite, b.SetupWhite) &&
		slices.Equal(a.Moves[:a.ForcedPlies], b.Moves[:b.ForcedPlies])
}

// regenerate plays games again that are a function of the plan.
func (c *checker) regenerate(ctx context.Context, plan *Plan, count int) error {
	if count <= 0 {
		return nil
	}
	t, err := newTable(plan, "", 0, false)
	if err != nil {
		return err
	}
	for index, record := range c.standings.games {
		f := c.standings.fixtures[index]
		if record == nil || !plan.repeatable(f) || c.v.Regenerated >= count {
			continue
		}
		again, err := t.play(ctx, index, f)
		if err != nil {
			return fmt.Errorf("game %d: %w", index, err)
		}
		c.v.Regenerated++
		if !slices.Equal(again.Game.Moves, record.Game.Moves) || again.Game.Result != record.Game.Result {
			c.v.Complain("game %d: played again from the plan it comes out otherwise", index)
		}
	}
	return nil
}

// repeatable reports whether a game is a function of the plan.
func (p *Plan) repeatable(f fixture) bool {
	for _, number := range f.players {
		player := &p.Players[number]
		if player.External() || player.Player.Search != nil && (p.MoveTime.Duration > 0 || clockOf(p, player).Kind != 0) {
			return false
		}
	}
	return true
}
