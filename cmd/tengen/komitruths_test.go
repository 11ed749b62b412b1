package main

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/experiments/komi"
)

var truthsFolder = flag.String("truths", "", "put a table of the studies in this folder, beside the values of perfect play, into README.md")

// perfectKomi are the komi of perfect play under area counting.
//
//   - 2x2: Bill Taylor's proof, with superko (Sensei's Library, "2x2 board"). Without it the board is a
//     tie at any komi from -1 to 1, as either side can force a cycle (van der Werf and Winands).
//   - 3x3, 3x5, 4x4, 5x5: complete search under Chinese rules (Erik van der Werf and Mark Winands,
//     Solving Go for Rectangular Boards, ICGA Journal 32, 2009, table 1). 5x5 was solved by the former
//     in 2002 (https://erikvanderwerf.tengen.nl/5x5/5x5solved.html).
//   - 6x6: analysis by people, no proof (Ted Drange with Bill Spight, by Sensei's Library, "Small board Go").
//   - 7x7: analysis by amateurs with the help of professionals (James Davies, American Go Journal 29,
//     1995), and KataGo's opening book of 2021 (https://katagobooks.org).
//   - 9x9: the komi of KataGo's opening book of 2023, far from a proof (same place).
var perfectKomi = []struct {
	size string
	komi float64
}{{"2x2", 1}, {"3x3", 9}, {"3x5", 15}, {"4x4", 2}, {"5x5", 25}, {"6x6", 4}, {"7x7", 9}, {"9x9", 7}}

const truthsHeader = "| board | perfect play | fair komi found | interval | holds it | players | games | minutes of one worker |\n" +
	"| --- | --: | --: | --- | --- | --- | --: | --: |\n"

// The table of known truths in README.md is made of studies, and -truths puts a
// new one there.
func TestReadmeShowsTheTruths(t *testing.T) {
	path := filepath.Join("..", "..", "README.md")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- truths -->\n", "<!-- /truths -->\n"
	before, rest, ok := strings.Cut(string(data), begin)
	table, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("README.md has no place between %q and %q", begin, end)
	}
	if table != "" && !strings.HasPrefix(table, truthsHeader) {
		t.Error("the columns of the truths in README.md are other ones now: make the table again with the command that stands there")
	}
	if *truthsFolder == "" {
		return
	}
	rows, err := truthRows(*truthsFolder)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(before+begin+truthsHeader+rows+end+after), 0o644); err != nil {
		t.Fatal(err)
	}
}

// truthRows are the rows of all settings of the studies in a folder whose truth is
// known, by board and strength.
func truthRows(folder string) (string, error) {
	paths, err := filepath.Glob(filepath.Join(folder, "*", komi.ResultFile))
	if err != nil || len(paths) == 0 {
		return "", fmt.Errorf("%s: no folder in it has a %s (%w)", folder, komi.ResultFile, err)
	}
	type row struct {
		board, playouts int
		text            string
	}
	var rows []row
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			return "", err
		}
		var result komi.Result
		if err := json.Unmarshal(data, &result); err != nil {
			return "", fmt.Errorf("%s: %w", path, err)
		}
		cost, err := komi.Measure(filepath.Dir(path))
		if err != nil {
			return "", err
		}
		for _, c := range result.Cells {
			for board, truth := range perfectKomi {
				if c.Size != truth.size || c.FairKomi == nil {
					continue
				}
				holds := "no"
				if *c.Lo <= truth.komi && truth.komi <= *c.Hi {
					holds = "yes"
				}
				text := fmt.Sprintf("| %s | %v | %.2f | %.2f … %.2f | %s | %s | %d | %.1f |\n", c.Size, truth.komi,
					*c.FairKomi, *c.Lo, *c.Hi, holds, c.Players, c.Games, cost.SecondsPer*float64(c.Games)/60)
				rows = append(rows, row{board, c.Playouts, text})
			}
		}
	}
	slices.SortStableFunc(rows, func(a, b row) int {
		return cmp.Or(cmp.Compare(a.board, b.board), cmp.Compare(a.playouts, b.playouts))
	})
	var b strings.Builder
	for _, r := range rows {
		b.WriteString(r.text)
	}
	return b.String(), nil
}

// Two small studies make a table.
func TestTruthRows(t *testing.T) {
	folder := t.TempDir()
	for _, size := range []string{"3", "2"} {
		if code, _, stderr := tengen(t, "komi", "--size", size, "--playouts", "200", "--games", "100", "--seed", "3", "--out", filepath.Join(folder, size)); code != exitOK {
			t.Fatal(stderr)
		}
	}
	rows, err := truthRows(folder)
	if err != nil {
		t.Fatal(err)
	}
	if lines := strings.Split(rows, "\n"); len(lines) != 3 || !strings.HasPrefix(lines[0], "| 2x2 | 1 |") || !strings.HasPrefix(lines[1], "| 3x3 | 9 |") || !strings.Contains(lines[1], "| yes |") {
		t.Errorf("rows:\n%s", rows)
	}
	if _, err := truthRows(t.TempDir()); err == nil {
		t.Error("a folder without studies: no error")
	}
}
