package records

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/datasets/sgf"
	"github.com/tengen-go/tengen/ruleset"
)

// randomRecord returns a game of random legal moves, with a pass where none is
// found.
func randomRecord(seed uint64, side, moves int) string {
	rng := rand.New(rand.NewPCG(seed, 1))
	rules := ruleset.Rules{Ko: ruleset.KoPositional, Komi: 13}
	game, err := ruleset.NewGame(rules, ruleset.Square(side), ruleset.Setup{})
	if err != nil {
		panic(err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "(;GM[1]FF[4]SZ[%d]KM[6.5]RU[Chinese]PB[Black %d]PW[White]RE[B+R]", side, seed)
	points := game.Size().Points()
	for tries := 0; game.Ply() < moves && !game.Over(); tries++ {
		p := points[rng.IntN(len(points))]
		if tries > 100*moves {
			p = ruleset.Pass
		}
		color := game.ToPlay()
		if game.Play(p) == nil {
			fmt.Fprintf(&b, ";%v[%s]", color, sgf.FormatPoint(p, game.Size()))
		}
	}
	b.WriteString(")")
	return b.String()
}

// write makes a file in a folder.
func write(t testing.TB, dir, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// imported is what an import left.
type imported struct {
	dir     string
	report  *Report
	games   []datasets.GameRow
	rejects []datasets.RejectRow
}

func load(t testing.TB, options Options, paths ...string) imported {
	t.Helper()
	in := imported{dir: filepath.Join(t.TempDir(), "out")}
	var err error
	if in.report, err = Import(t.Context(), paths, in.dir, options); err != nil {
		t.Fatal(err)
	}
	for row, err := range (Filter{}).From(in.dir) {
		if err != nil {
			t.Fatal(err)
		}
		in.games = append(in.games, *row)
	}
	for row, err := range datasets.Rows[datasets.RejectRow](filepath.Join(in.dir, RejectsName)) {
		if err != nil {
			t.Fatal(err)
		}
		in.rejects = append(in.rejects, row)
	}
	if int(in.report.Games) != len(in.games) || int(in.report.Rejected) != len(in.rejects) {
		t.Fatalf("%d games and %d rejects, the report says %+v", len(in.games), len(in.rejects), in.report)
	}
	manifest, err := datasets.ReadManifest(in.dir)
	if err == nil {
		err = manifest.Check(in.dir)
	}
	if err != nil || !datasets.IsComplete(in.dir) {
		t.Fatal("the folder is no whole data set", err)
	}
	return in
}

// loadText imports one file.
func loadText(t testing.TB, text string) imported {
	t.Helper()
	return load(t, Options{}, write(t, t.TempDir(), "games.sgf", []byte(text)))
}
