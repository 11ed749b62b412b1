package experiments

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/ruleset"
)

func TestVerifyFindsWhatIsWrong(t *testing.T) {
	plan := tinyPlan(t, 4)
	for _, test := range []struct {
		name   string
		change func(row *datasets.GameRow)
		want   string
	}{
		{"another winner", func(row *datasets.GameRow) { row.Winner, row.Result = "draw", "0" }, "column winner"},
		{"another margin", func(row *datasets.GameRow) { margin := *row.BlackMargin + 2; row.BlackMargin = &margin }, "column black_margin"},
		{"another area score", func(row *datasets.GameRow) { score := *row.ScoreArea + 1; row.ScoreArea = &score }, "column score_area"},
		{"another hash", func(row *datasets.GameRow) { row.FinalHash++ }, "column final_hash"},
		{"an illegal move", func(row *datasets.GameRow) { row.Moves = slices.Clone(row.Moves); row.Moves[3] = row.Moves[2] }, "ply 3"},
		{"a missing end", func(row *datasets.GameRow) {
			row.Moves = row.Moves[:len(row.Moves)-1]
			row.MoveVisits, row.MoveWinrate, row.MoveScore = row.MoveVisits[:len(row.Moves)], row.MoveWinrate[:len(row.Moves)], row.MoveScore[:len(row.Moves)]
			row.NumMoves--
		}, "column result"},
		{"another seed", func(row *datasets.GameRow) { row.Seed++ }, "seed"},
		{"another method of counting", func(row *datasets.GameRow) { row.ScoringMethod = "agreed" }, "column scoring_method"},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := play(t, plan, Options{})
			if err := os.Remove(filepath.Join(dir, datasets.SuccessName)); err != nil {
				t.Fatal(err)
			}
			rewrite(t, plan, dir, test.change)
			v, err := Verify(context.Background(), dir, VerifyOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if v.Failures == 0 || !strings.Contains(strings.Join(v.Problems, "\n"), test.want) {
				t.Errorf("problems %q do not name %q", v.Problems, test.want)
			}
		})
	}
}

// rewrite changes game 2 of the first part.
func rewrite(t *testing.T, plan *Plan, dir string, change func(*datasets.GameRow)) {
	t.Helper()
	rewritePart(t, partPath(dir, plan, tableGames, 0), 2, change)
}

// rewritePart changes one game of a part.
func rewritePart(t *testing.T, path string, game int, change func(*datasets.GameRow)) {
	t.Helper()
	var rows []datasets.GameRow
	for row, err := range datasets.Rows[datasets.GameRow](path) {
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	change(&rows[game])
	meta, err := datasets.ReadMeta(path)
	if err != nil {
		t.Fatal(err)
	}
	writer, err := datasets.Create[datasets.GameRow](path, meta)
	if err != nil {
		t.Fatal(err)
	}
	if err := writer.Write(rows...); err != nil {
		t.Fatal(err)
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestVerifyComparesFilesWithTheManifest(t *testing.T) {
	plan := tinyPlan(t, 4)
	dir := play(t, plan, Options{})
	rewrite(t, plan, dir, func(row *datasets.GameRow) { row.PairID = 99 })
	v, err := Verify(context.Background(), dir, VerifyOptions{Sample: 1})
	if err != nil {
		t.Fatal(err)
	}
	if v.Failures != 1 || !strings.Contains(v.Problems[0], "part-00000.parquet") {
		t.Errorf("problems: %q", v.Problems)
	}
}

func TestVerifyPlaysAgain(t *testing.T) {
	plan := tinyPlan(t, 4)
	dir := play(t, plan, Options{})
	if v, err := Verify(context.Background(), dir, VerifyOptions{Sample: 2, Regenerate: 2}); err != nil || v.Failures != 0 || v.Replayed != 2 || v.Regenerated != 2 {
		t.Errorf("%+v, %v", v, err)
	}
	if err := os.Remove(filepath.Join(dir, datasets.SuccessName)); err != nil {
		t.Fatal(err)
	}
	rewrite(t, plan, dir, func(row *datasets.GameRow) { row.MoveVisits = slices.Clone(row.MoveVisits); row.MoveVisits[0]++ })
	if v, err := Verify(context.Background(), dir, VerifyOptions{Regenerate: 4}); err != nil || v.Failures != 1 {
		t.Errorf("%+v, %v", v, err)
	}
}

func TestOptionsOfGames(t *testing.T) {
	plan := tinyPlan(t, 6)
	for _, test := range []struct {
		name   string
		change func(plan *Plan)
		check  func(row datasets.GameRow) bool
	}{
		{"a prefix begins every game", func(plan *Plan) { plan.Opening.Prefix = []string{"C3", "B2"} }, func(row datasets.GameRow) bool {
			return row.Moves[0] == 12 && row.Moves[1] == 16 && *row.Opening == "C3 B2" && row.MoveVisits[0] == 0 && row.MoveVisits[2] > 0
		}},
		{"resigning", func(plan *Plan) { plan.Resign = Resign{Below: 0.49, Moves: 1}; plan.Opening.Sampled = 0 }, func(row datasets.GameRow) bool {
			return row.EndReason == datasets.EndResignation && row.BlackMargin == nil && row.ScoreArea == nil
		}},
		{"a limit of moves is no draw", func(plan *Plan) { plan.Rules.MaxMoves = 3 }, func(row datasets.GameRow) bool {
			return row.EndReason == datasets.EndMoveLimit && row.Winner == datasets.WinnerNone && row.Result == "Void" && row.NumMoves == 3
		}},
		{"stopping when all is settled", func(plan *Plan) { plan.StopSettled = true }, func(row datasets.GameRow) bool {
			return row.ScoringMethod == ruleset.Proved.String() || row.ScoringMethod == ruleset.AllAlive.String()
		}},
		{"players without search", func(plan *Plan) { plan.Black, plan.White = player(t, "uniform"), player(t, "tactical") }, func(row datasets.GameRow) bool {
			return row.Black == "uniform" && row.MoveVisits[0] == 0 && row.MoveWinrate[0] != row.MoveWinrate[0]
		}},
		{"a rectangle", func(plan *Plan) { plan.Size = BoardSize{ruleset.Size{W: 3, H: 5}} }, func(row datasets.GameRow) bool {
			return row.BoardW == 3 && row.BoardH == 5
		}},
		{"a draw at an even komi", func(plan *Plan) {
			plan.Size = BoardSize{ruleset.Square(1)}
			plan.Rules.Komi = 0
		}, func(row datasets.GameRow) bool {
			return row.Winner == datasets.WinnerDraw && row.Result == "0"
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			plan := *plan
			test.change(&plan)
			dir := play(t, &plan, Options{})
			for row, err := range plan.games(dir) {
				if err != nil {
					t.Fatal(err)
				}
				if !test.check(row) {
					t.Errorf("game %d is not as it must be: %+v", row.GameIndex, row)
				}
			}
			if v, err := Verify(context.Background(), dir, VerifyOptions{Regenerate: 1}); err != nil || v.Failures > 0 {
				t.Errorf("verify: %+v, %v", v, err)
			}
		})
	}
}

func TestSettledGamesEndEarlier(t *testing.T) {
	plan := tinyPlan(t, 20)
	length := func(plan *Plan) (plies int, proved int) {
		dir := play(t, plan, Options{})
		for row, err := range plan.games(dir) {
			if err != nil {
				t.Fatal(err)
			}
			plies += int(row.NumMoves)
			if row.ScoringMethod == ruleset.Proved.String() {
				proved++
			}
		}
		return plies, proved
	}
	full, _ := length(plan)
	plan.StopSettled = true
	short, proved := length(plan)
	if proved == 0 || short >= full {
		t.Errorf("%d of 20 games were settled, %d plies instead of %d", proved, short, full)
	}
}

func TestTerritoryGamesAreCleanedUp(t *testing.T) {
	plan := tinyPlan(t, 12)
	plan.Size = BoardSize{ruleset.Square(7)}
	rules, err := ruleset.ParseRules("japanese")
	if err != nil {
		t.Fatal(err)
	}
	plan.Rules = rules
	dir := play(t, plan, Options{})
	dead := 0
	for row, err := range plan.games(dir) {
		if err != nil {
			t.Fatal(err)
		}
		if row.ScoringMethod != ruleset.PlayedOut.String() {
			t.Errorf("game %d was counted by %q", row.GameIndex, row.ScoringMethod)
		}
		dead += len(row.DeadStones)
	}
	t.Logf("%d dead stones in 12 games", dead)
	if v, err := Verify(context.Background(), dir, VerifyOptions{Regenerate: 2}); err != nil || v.Failures > 0 || !v.Complete {
		t.Errorf("%+v, %v", v, err)
	}
}

func TestLostChains(t *testing.T) {
	board := func(text string) ruleset.Position {
		position, err := ruleset.ParseBoard(text)
		if err != nil {
			t.Fatal(err)
		}
		return position
	}
	passed := board(`
		. X O . .
		. X O X .
		O X O . .
		. X O . .
		. X O . .`)
	later := board(`
		. X O . .
		X X O O O
		. X O . O
		X X O O .
		. X O . O`)
	count := ruleset.Rules{}.Count(&later, ruleset.Facts{})
	var names []string
	for _, p := range lost(&passed, &count) {
		names = append(names, p.String())
	}
	if got := strings.Join(names, " "); got != "A3 D4" {
		t.Errorf("dead are %s, want A3 D4", got)
	}
}

func TestPositionsBeginAfterTheOpening(t *testing.T) {
	plan := tinyPlan(t, 4)
	plan.Positions = true
	plan.Opening.Prefix = []string{"C3", "B2"}
	dir := play(t, plan, Options{})
	if v, err := Verify(context.Background(), dir, VerifyOptions{Regenerate: 1}); err != nil || v.Failures > 0 || !v.Complete || v.Positions == 0 {
		t.Errorf("%+v, %v", v, err)
	}
}

// A finished run that lost a file is mended by resuming it.
func TestResumeMendsAFinishedRun(t *testing.T) {
	plan := tinyPlan(t, 8)
	for _, test := range []struct {
		name   string
		damage func(dir string) error
	}{
		{"a shard is gone", func(dir string) error {
			return errors.Join(os.Remove(partPath(dir, plan, tableGames, 1)), os.Remove(partPath(dir, plan, tableTimings, 1)))
		}},
		{"the manifest is gone", func(dir string) error { return os.Remove(filepath.Join(dir, datasets.ManifestName)) }},
		{"the manifest is no JSON", func(dir string) error {
			return os.WriteFile(filepath.Join(dir, datasets.ManifestName), []byte("x"), 0o644)
		}},
	} {
		dir := play(t, plan, Options{})
		if err := test.damage(dir); err != nil {
			t.Fatal(err)
		}
		if v, err := Verify(context.Background(), dir, VerifyOptions{}); err != nil || v.Failures == 0 || !strings.Contains(v.Problems[0], "resume") {
			t.Errorf("%s: %+v, %v", test.name, v, err)
		}
		if _, err := SelfPlay(context.Background(), dir, plan, Options{}); err != nil {
			t.Fatal(err)
		}
		if v, err := Verify(context.Background(), dir, VerifyOptions{}); err != nil || v.Failures > 0 || !v.Complete {
			t.Errorf("%s, after resuming: %+v, %v", test.name, v, err)
		}
	}
}
