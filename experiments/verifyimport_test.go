package experiments

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/experiments/records"
)

// importedGames are records whose results the board confirms, contradicts or
// does not tell.
const importedGames = `(;GM[1]SZ[5]KM[0]RU[Chinese]RE[B+25];B[cc];W[];B[])
(;GM[1]SZ[5]KM[0]RU[Chinese]RE[B+3];B[cc];W[];B[])
(;GM[1]SZ[5]KM[6.5]RU[Japanese]RE[B+R];B[cc];W[bb];B[dd])
(;GM[1]SZ[5]RE[B+];B[cc];W[];B[])
(;GM[1]SZ[5]RE[Void];B[cc];W[];B[])
(;GM[1]SZ[5]RE[0];B[cc];W[];B[])
(;GM[1]SZ[5]RE[W+T];B[cc])
(;GM[1]SZ[5]RE[?];B[cc])
(;GM[1]SZ[5]RE[W+2.5];B[cc])
(;GM[1]SZ[9]HA[2]AB[cc][gg]KM[0.5]RU[AGA]RE[W+3.5];W[ee];B[ec])
(;GM[1]SZ[5];B[cc];W[cc])
`

// imported imports the games and returns the folder.
func imported(t *testing.T) string {
	t.Helper()
	file, dir := filepath.Join(t.TempDir(), "games.sgf"), filepath.Join(t.TempDir(), "import")
	if err := os.WriteFile(file, []byte(importedGames), 0o644); err != nil {
		t.Fatal(err)
	}
	report, err := records.Import(context.Background(), []string{file}, dir, records.Options{Version: "test"})
	if err != nil || report.Games != 10 || report.Rejected != 1 {
		t.Fatalf("%v: %+v", err, report)
	}
	return dir
}

func TestVerifyImport(t *testing.T) {
	dir := imported(t)
	v, err := VerifyImport(context.Background(), dir, VerifyOptions{})
	if err != nil || v.Failures > 0 || v.Games != 10 || v.Replayed != 10 || v.Planned != 10 || !v.Complete {
		t.Errorf("%v: %+v", err, v)
	}
	if v, err = VerifyImport(context.Background(), dir, VerifyOptions{Sample: 3}); err != nil || v.Replayed != 3 || v.Games != 10 {
		t.Errorf("%v: %+v", err, v)
	}
	if _, err = VerifyImport(context.Background(), dir, VerifyOptions{Regenerate: 1}); err == nil {
		t.Error("it plays games of an import again")
	}
	status, err := records.ReadStatus(dir)
	if err != nil || !status.Complete || status.Games != 10 || status.Rejected != 1 || !slices.Equal(status.Boards, []string{"5x5 9", "9x9 1"}) {
		t.Errorf("%v: %+v", err, status)
	}
	if _, err := LoadPlan(dir); err == nil || !strings.Contains(err.Error(), "is an import") {
		t.Errorf("the plan of a run: %v", err)
	}
}

func TestVerifyImportFindsWhatIsWrong(t *testing.T) {
	one := 1.0
	for name, test := range map[string]struct {
		game   int
		change func(row *datasets.GameRow)
		want   string
	}{
		"a count that the board contradicts": {0, func(row *datasets.GameRow) { row.Result = "B+23" }, "column scoring_method"},
		"another count":                      {0, func(row *datasets.GameRow) { row.ScoreTax = &one }, "column score_tax"},
		"a count nobody made":                {1, func(row *datasets.GameRow) { row.ScoreArea = &one }, "column score_area"},
		"another margin":                     {1, func(row *datasets.GameRow) { row.BlackMargin = &one }, "column black_margin"},
		"the wrong winner":                   {2, func(row *datasets.GameRow) { row.Winner = "W" }, "column"},
		"another way to win":                 {3, func(row *datasets.GameRow) { row.EndReason = "time" }, "column end_reason"},
		"an illegal move":                    {2, func(row *datasets.GameRow) { row.Moves = []int16{12, 12, 13} }, "ply 1"},
		"another hash":                       {7, func(row *datasets.GameRow) { row.FinalHash++ }, "column final_hash"},
		"no source":                          {4, func(row *datasets.GameRow) { row.SourceFile = nil }, "source"},
		"another import":                     {4, func(row *datasets.GameRow) { row.RunID = "x" }, "belongs to import x"},
		"a game twice":                       {8, func(row *datasets.GameRow) { row.GameIndex = 9 }, "there twice"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := imported(t)
			if err := os.Remove(filepath.Join(dir, datasets.SuccessName)); err != nil {
				t.Fatal(err)
			}
			parts, err := datasets.Parts(dir, "games")
			if err != nil {
				t.Fatal(err)
			}
			rewritePart(t, parts[0], test.game, test.change)
			v, err := VerifyImport(context.Background(), dir, VerifyOptions{})
			if err != nil || v.Complete {
				t.Fatalf("%v: %+v", err, v)
			}
			if v.Failures == 0 || !strings.Contains(strings.Join(v.Problems, "\n"), test.want) {
				t.Errorf("problems %q do not name %q", v.Problems, test.want)
			}
		})
	}
	dir := imported(t)
	parts, err := datasets.Parts(dir, "games")
	if err != nil {
		t.Fatal(err)
	}
	rewritePart(t, parts[0], 0, func(row *datasets.GameRow) { row.Black = "somebody else" })
	if v, err := VerifyImport(context.Background(), dir, VerifyOptions{}); err != nil || v.Failures != 1 || !strings.Contains(v.Problems[0], "part-00000.parquet") {
		t.Errorf("%v: a changed file: %+v", err, v)
	}
}
