package records

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/datasets/sgf"
)

// again exports games to a file and imports it.
func again(t *testing.T, rows []datasets.GameRow) []datasets.GameRow {
	t.Helper()
	path := filepath.Join(t.TempDir(), "again.sgf")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for i := range rows {
		tree, err := Tree(&rows[i], [2]string{"tengen", "0"})
		if err == nil {
			err = sgf.Write(file, tree)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	in := load(t, Options{}, path)
	if len(in.rejects) > 0 {
		t.Fatal(in.report.FirstRejects)
	}
	return in.games
}

func TestImportOfExportIsTheSame(t *testing.T) {
	var text strings.Builder
	for _, record := range []string{
		"(;GM[1]SZ[9]KM[7.5]RU[Chinese]PB[Black]PW[]RE[B+R];B[ee];W[cc];B[])",
		"(;GM[1]SZ[9:13]KM[-3]RU[Japanese]PB[a\\]b\\\\c]PW[黑棋:白棋]RE[W+2.5];W[ee];B[cc])",
		"(;GM[1]SZ[19]KM[0.5]RU[AGA]HA[3]AB[dd][pp][dp]RE[W+T];W[ee];B[pd])",
		"(;GM[1]SZ[9]RU[chinese,ko=simple,max-moves=40]KM[3.5]RE[Void];B[ee])",
		"(;GM[1]SZ[9]RU[Chinese]HA[2];B[cc];B[gg];W[ee])",
		"(;GM[1]SZ[9]RU[古代]AB[gc][cg]AW[cc][gg]PL[W]RE[0];W[ee])",
		"(;GM[1]SZ[9]RU[古代]RE[B+];W[ee])",
		"(;GM[1]SZ[19]RU[Tromp-Taylor]KM[150.0]RE[W+150];B[aa];W[];B[])",
		"(;GM[1]SZ[5]AB[aa][bb]AW[cc]PL[W])",
		"(;GM[1]SZ[5]RE[?];B[aa])",
		"(;GM[1]SZ[25]KM[0]RU[NZ]RE[W+F];B[yy];W[aa])",
		"(;GM[1]SZ[3]RU[Tromp-Taylor]KM[0]RE[B+9];B[bb];W[];B[])",
		"(;GM[1]SZ[2]RE[B+R]" + strings.Repeat(";B[];W[];B[aa];W[bb];B[ab];W[aa];B[];W[];B[ab]"[:20], 1) + ")",
		"(;GM[1]SZ[5]HA[1]KM[0]RU[Chinese]PB[name {\"x\":1}];B[aa])",
	} {
		text.WriteString(record + "\n")
	}
	first := loadText(t, text.String())
	if len(first.rejects) > 0 {
		t.Fatal(first.report.FirstRejects)
	}
	compare(t, first.games, again(t, first.games))
}

func compare(t *testing.T, first, second []datasets.GameRow) {
	t.Helper()
	if len(first) != len(second) {
		t.Fatalf("%d games became %d", len(first), len(second))
	}
	for i := range first {
		a, b := first[i], second[i]
		for _, row := range []*datasets.GameRow{&a, &b} { // what an import decides
			row.RunID, row.GameID, row.GameIndex, row.PairID, row.SourceFile, row.SourceGame = "", "", 0, 0, nil, nil
			for _, list := range []*[]int16{&row.Moves, &row.SetupBlack, &row.SetupWhite} {
				*list = append([]int16{}, *list...)
			}
		}
		if !reflect.DeepEqual(a, b) {
			t.Errorf("game %d:\n%+v\nbecame\n%+v", i, a, b)
		}
	}
}

func TestRoundTripOfRandomGames(t *testing.T) {
	var text strings.Builder
	for i := range 300 {
		text.WriteString(randomRecord(uint64(i), 2+i%12, i%9) + "\n")
	}
	first := loadText(t, text.String())
	byIndex := func(rows []datasets.GameRow) []datasets.GameRow { // parts come by size
		sorted := make([]datasets.GameRow, len(rows))
		for _, row := range rows {
			sorted[row.GameIndex] = row
		}
		return sorted
	}
	games := byIndex(first.games)
	compare(t, games, byIndex(again(t, games)))
}

func TestWinRates(t *testing.T) {
	in := loadText(t, "(;GM[1]SZ[5]RU[Chinese]KM[7.5];B[aa];W[bb];B[cc])")
	row := in.games[0]
	nan := float32(0)
	nan /= nan
	row.MoveWinrate, row.MoveScore, row.MoveVisits = []float32{0.625, nan, 0.3}, []float32{1.5, nan, -2}, []int32{100, 0, 7}
	tree, err := Tree(&row, [2]string{"tengen", "0"})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for node := range tree.MainLine() {
		if node != tree.Root {
			got = append(got, fmt.Sprintf("%s|%s", node.Text("C"), node.Text("SBKV")))
		}
	}
	want := []string{"Black wins 62.5 %, margin before komi +1.5, 100 visits|62.50", "|", "Black wins 30.0 %, margin before komi -2.0, 7 visits|30.00"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %q", got)
	}
	// Without our own property the win rates are still those of SBKV, which mean
	// nothing in the records of others.
	tree.Root.Set(ownColumns)
	for application, want := range map[string]string{"tengen": "[0.625 NaN 0.3]", "Sabaki": "[]"} {
		tree.Root.Set("AP", sgf.Compose(application, "1"))
		if got := fmt.Sprint(loadText(t, tree.String()).games[0].MoveWinrate); got != want {
			t.Errorf("of %s: %s, want %s", application, got, want)
		}
	}
}

// What SGF has no word for comes back, as long as the moves are the same.
func TestColumnsBeyondSGFComeBack(t *testing.T) {
	in := loadText(t, "(;GM[1]SZ[5]RU[Chinese]KM[7.5]RE[B+R];B[aa];W[bb];B[cc])(;GM[1]SZ[5]RE[Void])")
	first := in.games
	nan, opening := float32(math.NaN()), "B C3; \"]\\"
	row := &first[0]
	row.Seed, row.ForcedPlies, row.Opening, row.BlackPlayouts, row.WhitePlayouts = math.MaxUint64, 1, &opening, 100, 200
	row.MoveWinrate, row.MoveScore, row.MoveVisits = []float32{nan, 0.123456, 1}, []float32{nan, -2.7182817, 1e-9}, []int32{0, 7, math.MaxInt32}
	first[1].Seed, first[1].EndReason = 7, datasets.EndVoid
	second := again(t, first)
	// NaN is not equal to itself.
	for _, list := range [][]float32{row.MoveWinrate, row.MoveScore, second[0].MoveWinrate, second[0].MoveScore} {
		if !math.IsNaN(float64(list[0])) {
			t.Errorf("%v does not begin with NaN", list)
		}
		list[0] = 0
	}
	compare(t, first, second)

	tree, err := Tree(row, [2]string{"tengen", "0"})
	if err != nil {
		t.Fatal(err)
	}
	text := tree.String()
	for name, changed := range map[string]string{
		"another move":  strings.Replace(text, ";B[cc]", ";B[dd]", 1),
		"a bad value":   strings.Replace(text, `"forced_plies":1`, `"forced_plies":9`, 1),
		"a list cut":    strings.Replace(text, `"move_visits":[0,`, `"move_visits":[`, 1),
		"no whole JSON": strings.Replace(text, `"seed"`, `seed`, 1),
	} {
		if changed == text {
			t.Errorf("%s: nothing was changed in %s", name, text)
		}
		var notes []string
		path := write(t, t.TempDir(), "x.sgf", []byte(changed))
		in := load(t, Options{Note: func(n sgf.Note) { notes = append(notes, n.Text) }}, path)
		if len(in.games) != 1 || in.games[0].Seed != 0 || in.games[0].MoveVisits != nil || !strings.Contains(strings.Join(notes, "\n"), ownColumns) {
			t.Errorf("%s: %+v, notes %q", name, in.games, notes)
		}
	}
}

func TestFilter(t *testing.T) {
	in := loadText(t, `(;GM[1]SZ[5]RE[B+R];B[aa];W[bb])(;GM[1]SZ[5]RE[W+R];B[aa];W[bb];B[cc])(;GM[1]SZ[5]RE[B+R];B[aa];W[bb];B[dd])(;GM[1]SZ[5];B[ee])`)
	for _, test := range []struct {
		filter Filter
		want   string
	}{
		{Filter{}, "[0 1 2 3]"},
		{Filter{Winner: "B"}, "[0 2]"},
		{Filter{Winner: "none"}, "[3]"},
		{Filter{MinMoves: 3}, "[1 2]"},
		{Filter{Limit: 2}, "[0 1]"},
		{Filter{Winner: "B", Limit: 1}, "[0]"},
		{Filter{Games: []int64{2, 0}}, "[0 2]"},
		{Filter{Games: []int64{2, 9}}, "[2] has no game 9"},
	} {
		var got []int64
		end := ""
		for row, err := range test.filter.From(in.dir) {
			if err != nil {
				_, end, _ = strings.Cut(err.Error(), in.dir)
				end, _, _ = strings.Cut(end, ":")
				break
			}
			got = append(got, row.GameIndex)
		}
		if text := fmt.Sprint(got) + end; text != test.want {
			t.Errorf("%+v: %s, want %s", test.filter, text, test.want)
		}
	}
	for _, err := range (Filter{}).From(filepath.Join(in.dir, RejectsName)) {
		if err == nil || !strings.Contains(err.Error(), "rejects") {
			t.Error(err)
		}
	}
}
