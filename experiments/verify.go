package experiments

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/ruleset"
)

// VerifyOptions says how much of a run is checked.
type VerifyOptions struct {
	Sample     int // games to replay, drawn at random; 0 = all
	Regenerate int // games to play again from the plan and to compare
	Workers    int // 0 = one for each processor
	Progress   func(Progress)
}

// maxProblems bounds how many problems are listed; they are all counted.
const maxProblems = 100

// Verification is what a check of a run found.
type Verification struct {
	Folder      string   `json:"folder"`
	Complete    bool     `json:"complete"`
	Games       int      `json:"games"`       // stored
	Planned     int      `json:"planned"`     //
	Replayed    int      `json:"replayed"`    // with the referee: every move legal, same result, counts and hash
	Positions   int      `json:"positions"`   // rows of the table positions compared with the replay
	Regenerated int      `json:"regenerated"` // played again from the plan, same moves and visits
	Unique      int      `json:"unique"`      // up to symmetry
	Duplicates  int      `json:"duplicates"`
	Failures    int      `json:"failures"`
	Problems    []string `json:"problems"` // the first of them
	Notes       []string `json:"notes,omitempty"`
}

// Note adds a remark that is no problem.
func (v *Verification) Note(format string, args ...any) {
	v.Notes = append(v.Notes, fmt.Sprintf(format, args...))
}

// Complain adds a problem.
func (v *Verification) Complain(format string, args ...any) {
	v.Failures++
	if len(v.Problems) < maxProblems {
		v.Problems = append(v.Problems, fmt.Sprintf(format, args...))
	}
}

// Include adds what was found in the run in folder, which is part of what v checks.
func (v *Verification) Include(folder string, one *Verification) {
	v.Games += one.Games
	v.Replayed += one.Replayed
	v.Regenerated += one.Regenerated
	v.Unique += one.Unique
	v.Duplicates += one.Duplicates
	for _, problem := range one.Problems {
		v.Complain("%s: %s", folder, problem)
	}
	v.Failures += one.Failures - len(one.Problems)
}

// Verify checks a run: that its files are sound and as the manifest lists them,
// that every game is where it belongs, and that the referee, playing the games
// again, finds every move legal and the same result, counts and hash. Problems
// of the run are listed in the result; the error is for a check that could not
// be made.
func Verify(ctx context.Context, dir string, options VerifyOptions) (*Verification, error) {
	plan, err := LoadPlan(dir)
	if err != nil {
		return nil, err
	}
	v := &Verification{Folder: dir, Planned: plan.Games, Problems: []string{}}
	for _, problem := range checkFinished(dir, plan) {
		v.Complain("%s", problem)
	}
	s := scan{plan: plan, dir: dir, chosen: sample(plan.Games, options.Sample), seen: map[uint64]bool{}}
	v.replay(options, len(s.chosen), stored.check, func(work chan<- stored, answers chan<- answer) {
		s.work, s.answers = work, answers
		s.run(ctx)
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	v.Games, v.Unique, v.Duplicates = s.games, len(s.seen), s.games-len(s.seen)
	if err := v.regenerate(ctx, dir, plan, options.Regenerate); err != nil {
		return nil, err
	}
	v.Complete = v.Games == v.Planned && datasets.IsComplete(dir)
	return v, nil
}

// replay checks the games that read hands on, several at once, and takes in what
// they and read itself answer. chosen is how many games there will be, 0 for all
// that are planned.
func (v *Verification) replay(options VerifyOptions, chosen int, check func(stored) answer, read func(chan<- stored, chan<- answer)) {
	total := v.Planned
	if chosen > 0 {
		total = chosen
	}
	work, answers := make(chan stored), make(chan answer)
	var group sync.WaitGroup
	for range workerCount(options.Workers) {
		group.Go(func() {
			for game := range work {
				answers <- check(game)
			}
		})
	}
	go func() {
		defer close(answers)
		read(work, answers)
		close(work)
		group.Wait()
	}()
	for a := range answers {
		v.Replayed += a.replayed
		v.Positions += a.positions
		for _, problem := range a.problems {
			v.Complain("%s", problem)
		}
		if options.Progress != nil && a.replayed > 0 {
			options.Progress(Progress{Done: v.Replayed, Total: total, Played: v.Replayed})
		}
	}
}

// sample draws which games to check, the same ones each time; nil means all.
func sample(games, count int) map[int]bool {
	if count <= 0 || count >= games {
		return nil
	}
	rng := rand.New(rand.NewPCG(uint64(games), uint64(count)))
	chosen := make(map[int]bool, count)
	for len(chosen) < count {
		chosen[rng.IntN(games)] = true
	}
	return chosen
}

// stored is a game as the tables hold it.
type stored struct {
	row       datasets.GameRow
	positions []datasets.PositionRow // empty where the run has none
}

// answer is what the check of a game, or of a part, found.
type answer struct {
	replayed  int
	positions int
	problems  []string
}

// scan reads the tables of a run, checks that every game is where it belongs,
// and hands those that were chosen to be replayed on.
type scan struct {
	plan    *Plan
	dir     string
	chosen  map[int]bool
	games   int
	seen    map[uint64]bool
	work    chan<- stored
	answers chan<- answer
}

func (s *scan) run(ctx context.Context) {
	written, err := s.plan.written(s.dir)
	if err != nil {
		s.answers <- answer{problems: []string{err.Error()}}
	}
	for _, shard := range written {
		if ctx.Err() != nil {
			return
		}
		if err := s.shard(shard); err != nil {
			s.answers <- answer{problems: []string{err.Error()}}
		}
	}
}

func (s *scan) shard(shard int) error {
	path := partPath(s.dir, s.plan, tableGames, shard)
	positions := func() (datasets.PositionRow, error, bool) { return datasets.PositionRow{}, nil, false }
	if s.plan.Positions {
		next, stop := iter.Pull2(datasets.Rows[datasets.PositionRow](partPath(s.dir, s.plan, tablePositions, shard)))
		defer stop()
		positions = next
	}
	opening, err := s.plan.Begin(0)
	if err != nil {
		return err
	}
	start := startOf(opening)
	index, end := s.plan.ShardRange(shard)
	for row, err := range datasets.Rows[datasets.GameRow](path) {
		if err != nil {
			return err
		}
		err := s.plan.checkRow(&row, index)
		if err == nil && !sameStart(&startColumns{row.SetupBlack, row.SetupWhite, row.SetupToPlay, row.Handicap}, &start) {
			err = fmt.Errorf("game %d: %w", index, errStart)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		game := stored{row: row}
		given := len(s.plan.Opening.line(index)) // these plies have no rows
		for ply := given; s.plan.Positions && ply < len(row.Moves); ply++ {
			position, err, ok := positions()
			if err != nil || !ok || position.GameIndex != row.GameIndex || int(position.Ply) != ply {
				return errors.Join(fmt.Errorf("table positions of game %d: no row for ply %d", index, ply), err)
			}
			game.positions = append(game.positions, position)
		}
		s.games++
		s.seen[SymmetryKey(&row, len(row.Moves))] = true
		if s.chosen == nil || s.chosen[index] {
			s.work <- game
		}
		index++
	}
	if index != end {
		return fmt.Errorf("%s: it ends before game %d", path, index)
	}
	if _, _, more := positions(); more {
		return fmt.Errorf("table positions of shard %d: more rows than moves", shard)
	}
	return nil
}

// checkRow reports a row that is not what the plan has as game number index.
func (p *Plan) checkRow(row *datasets.GameRow, index int) error {
	switch {
	case row.GameIndex != int64(index):
		return fmt.Errorf("game %d stands where game %d belongs", row.GameIndex, index)
	case row.Seed != GameSeed(p.Seed, index):
		return fmt.Errorf("game %d: its seed is not that of the plan", index)
	case row.RunID != p.RunID():
		return fmt.Errorf("game %d: it belongs to run %s, not to %s", index, row.RunID, p.RunID())
	case row.Size() != p.Size.Size:
		return fmt.Errorf("game %d: its board is %v, the plan's %v", index, row.Size(), p.Size.Size)
	case row.Ruleset != p.Rules.String():
		return fmt.Errorf("game %d: its rules are not those of the plan", index)
	}
	return nil
}

// check replays the game with the referee and compares what comes out.
func (s stored) check() answer {
	a := answer{replayed: 1, positions: len(s.positions)}
	complain := func(format string, args ...any) {
		a.problems = append(a.problems, fmt.Sprintf("game %d: ", s.row.GameIndex)+fmt.Sprintf(format, args...))
	}
	game, problems := CheckReplay(&s.row)
	for _, problem := range problems {
		complain("%s", problem)
	}
	if game != nil {
		s.checkPositions(game, complain)
	}
	return a
}

// CheckReplay replays a stored game with the referee and lists where what comes
// out is not what the row says. The game is nil if it could not be replayed.
func CheckReplay(row *datasets.GameRow) (game *ruleset.Game, problems []string) {
	game, err := Replay(row)
	if err != nil {
		return nil, []string{err.Error()}
	}
	var want datasets.GameRow
	fillResult(&want, game)
	if row.EndReason == datasets.EndVoid && want.EndReason == datasets.EndNoResult {
		want.EndReason = datasets.EndVoid // the board does not tell
	}
	return game, columnsThatDiffer(row, &want, game)
}

// columnsThatDiffer lists the columns of the result that are not as they should be.
func columnsThatDiffer(row, want *datasets.GameRow, game *ruleset.Game) (problems []string) {
	for _, column := range []struct{ name, stored, want string }{
		{"result", row.Result, want.Result},
		{"winner", row.Winner, want.Winner},
		{"end_reason", row.EndReason, want.EndReason},
		{"scoring_method", row.ScoringMethod, want.ScoringMethod},
		{"dead_stones", fmt.Sprint(row.DeadStones), fmt.Sprint(want.DeadStones)},
		{"black_margin", textOf(row.BlackMargin), textOf(want.BlackMargin)},
		{"score_area", textOf(row.ScoreArea), textOf(want.ScoreArea)},
		{"score_territory", textOf(row.ScoreTerritory), textOf(want.ScoreTerritory)},
		{"score_tax", textOf(row.ScoreTax), textOf(want.ScoreTax)},
		{"final_hash", fmt.Sprint(row.FinalHash), fmt.Sprint(game.FinalHash())},
		{"num_moves", fmt.Sprint(row.NumMoves), fmt.Sprint(game.Ply())},
	} {
		if column.stored != column.want {
			problems = append(problems, fmt.Sprintf("column %s is %s, but the replay gives %s", column.name, column.stored, column.want))
		}
	}
	return problems
}

// checkPositions compares the rows of the table positions with the game.
func (s stored) checkPositions(game *ruleset.Game, complain func(string, ...any)) {
	if len(s.positions) == 0 {
		return
	}
	hashes := game.History()
	for _, row := range s.positions {
		ply := int(row.Ply)
		if row.Move != s.row.Moves[ply] || row.Hash != hashes[ply] || row.GameID != s.row.GameID {
			complain("table positions, ply %d: not the position or the move of the game", ply)
			return
		}
	}
}

func textOf(x *float64) string {
	if x == nil {
		return "null"
	}
	return fmt.Sprint(*x)
}

// regenerate plays some of the games again and compares them with the stored.
func (v *Verification) regenerate(ctx context.Context, dir string, plan *Plan, count int) error {
	if count <= 0 || v.Games == 0 {
		return nil
	}
	table, err := NewTable(plan)
	if err != nil {
		return err
	}
	chosen := sample(plan.Games, count)
	for row, err := range plan.games(dir) {
		if err != nil {
			return err
		}
		if chosen != nil && !chosen[int(row.GameIndex)] {
			continue
		}
		record, err := table.Play(ctx, int(row.GameIndex))
		if err != nil {
			return fmt.Errorf("game %d: %w", row.GameIndex, err)
		}
		v.Regenerated++
		again := BlankUnsearched(record.Game)
		if !slices.Equal(again.Moves, row.Moves) || !slices.Equal(again.MoveVisits, row.MoveVisits) {
			v.Complain("game %d: played again from the plan it comes out otherwise", row.GameIndex)
		}
	}
	return nil
}
