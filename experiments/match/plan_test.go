package match

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/experiments/rating"
)

func TestParsePlayer(t *testing.T) {
	for _, test := range []struct {
		text, name string
		command    []string // nil: one of this program
		playouts   int
		wrong      string
	}{
		{text: "light:playouts=2000,rave=500", name: "light:playouts=2000,rave=500", playouts: 2000},
		{text: "new=default:playouts=50", name: "new", playouts: 50},
		{text: "gnugo=gnugo --mode gtp --level 10", name: "gnugo", command: []string{"gnugo", "--mode", "gtp", "--level", "10"}},
		{text: `a.b-1="/opt/my engine" -c 'x=y z'`, name: "a.b-1", command: []string{"/opt/my engine", "-c", "x=y z"}},
		{text: "gnugo", wrong: `NAME=COMMAND`},
		{text: "defualt", wrong: `default`},
		{text: "x=", wrong: "no command"},
		{text: "x='gnugo", wrong: "quote"},
		{text: "new=default:playuots=1", wrong: "playouts"},
	} {
		p, err := ParsePlayer(test.text)
		if test.wrong != "" {
			if err == nil || !strings.Contains(err.Error(), test.wrong) {
				t.Errorf("%q: error %v, want %q", test.text, err, test.wrong)
			}
			continue
		}
		if err != nil || p.Name != test.name || !slices.Equal(p.Command, test.command) || p.External() != (test.command != nil) {
			t.Errorf("%q: %+v, %v", test.text, p, err)
			continue
		}
		if !p.External() && p.Player.Playouts() != test.playouts {
			t.Errorf("%q: %d playouts", test.text, p.Player.Playouts())
		}
	}
}

func TestPlanFromJSON(t *testing.T) {
	plan := DefaultPlan()
	err := plan.Parse([]byte(`{"games": 20, "size": "13", "kind": "gauntlet", "clock": "fischer:30s+1s", "illegal": "sources", "on_crash": "void",
		"timeouts": {"start": "2m"}, "players": ["default:playouts=10",
		{"name": "a", "command": "gnugo --mode 'gtp'", "clock": "move:2s", "env": ["X=1"]},
		{"name": "b", "command": ["gnugo", "--mode", "gtp"]}, {"name": "c", "player": "tactical"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if err := plan.Validate(); err != nil {
		t.Fatal(err)
	}
	if plan.Total() != 60 || !slices.Equal(plan.Players[1].Command, plan.Players[2].Command) || plan.Players[3].Player.Policy != "tactical" ||
		plan.Timeouts.Start.Minutes() != 2 || plan.Timeouts.Reply.Minutes() != 1 {
		t.Errorf("%+v", plan)
	}
	again := DefaultPlan()
	if err := again.Parse(plan.Canonical()); err != nil || again.Hash() != plan.Hash() {
		t.Errorf("read back: %v", err)
	}
}

func TestWrongPlans(t *testing.T) {
	for _, test := range []struct{ json, want string }{
		{`{"gmaes": 3}`, `unknown field "gmaes"`},
		{`{"players": [{"name": "x", "comand": "gnugo"}, "default"]}`, `unknown field "comand"`},
		{`{"players": ["default"]}`, "two or more"},
		{`{"players": ["default", "default"]}`, "two players are named default"},
		{`{"players": ["default", "light"], "games": 7}`, "even number"},
		{`{"players": ["default", {"name": "x"}]}`, "has no command"},
		{`{"players": ["default", {"name": "x", "player": "light", "command": "gnugo"}]}`, "command, env and dir are for other programs"},
		{`{"players": ["default", "light"], "clock": "ing:1h+3x5m"}`, "ing takes points"},
		{`{"players": ["default", "light", "uniform"], "sprt": {"elo0": 0, "elo1": 20}}`, "between two players"},
		{`{"players": ["default", "light"], "sprt": {"elo0": 20, "elo1": 0}}`, "elo1"},
		{`{"players": ["default", "light"], "kind": "swiss"}`, "round-robin, gauntlet or ladder"},
		{`{"players": ["default", "light"], "move_time": "-1s"}`, "move_time"},
		{`{"players": ["default", "light"], "opening": {"prefix": ["E5", "E5"], "temperature": 1}}`, "opening move 2"},
	} {
		plan := DefaultPlan()
		err := plan.Parse([]byte(test.json))
		if err == nil {
			err = plan.Validate()
		}
		if err == nil || !strings.Contains(strings.ToLower(err.Error()), strings.ToLower(test.want)) {
			t.Errorf("%s: error %v, want %q", test.json, err, test.want)
		}
	}
}

// Pairs have one opening and swapped colors, and every pairing the same ones.
func TestSchedule(t *testing.T) {
	plan := tiny(t, 4, "light:playouts=5", "tactical", "uniform")
	met := map[[2]int]int{}
	openings := map[int]int{}
	fixtures := plan.fixtures()
	for i, f := range fixtures {
		met[f.players]++
		openings[f.opening]++
		if other := fixtures[i^1]; f.pair != i/2 || other.opening != f.opening || other.players != [2]int{f.players[1], f.players[0]} {
			t.Errorf("game %d: %+v and %+v are no pair", i, f, other)
		}
	}
	if len(met) != 6 || len(openings) != 2 || len(fixtures) != plan.Total() {
		t.Errorf("%v, %v", met, openings)
	}
	for players, n := range met {
		if n != 2 {
			t.Errorf("%v meet %d times", players, n)
		}
	}
	plan.Kind = Gauntlet
	for _, f := range plan.fixtures() {
		if f.players[0] != 0 && f.players[1] != 0 {
			t.Errorf("%v meet in a gauntlet", f.players)
		}
	}
	plan.Kind = Ladder
	if fixtures := plan.fixtures(); len(fixtures) != plan.Total() || plan.Total() != 4*2 {
		t.Errorf("a ladder of three has %d games and lists %d", plan.Total(), len(fixtures))
	}
	for _, f := range plan.fixtures() {
		if f.players[0]-f.players[1] != 1 && f.players[1]-f.players[0] != 1 {
			t.Errorf("%v meet on a ladder", f.players)
		}
	}
}

// A sequential test ends the match with the pair that decides, whatever the
// number of workers, and it does so again after a stop.
func TestSPRT(t *testing.T) {
	plan := tiny(t, 400, "light:playouts=20", "uniform")
	plan.SPRT = &SPRT{Elo0: 0, Elo1: 100}
	one, report := play(t, plan, Options{Workers: 1})
	if report.SPRT.Verdict != rating.AcceptElo1 || report.Games >= 400 || report.Games != 2*report.SPRT.N {
		t.Fatalf("%d games: %+v", report.Games, report.SPRT)
	}
	four, _ := play(t, plan, Options{Workers: 4})
	for path, hash := range contents(t, one) {
		if contents(t, four)[path] != hash {
			t.Errorf("%s differs with four workers", path)
		}
	}
	if a, b := len(contents(t, one)), len(contents(t, four)); a != b {
		t.Errorf("%d files and %d", a, b)
	}
	again, err := Play(context.Background(), one, plan, Options{})
	if err != nil || again.Games != report.Games || !again.Complete {
		t.Errorf("played again: %v", err)
	}
}

// Folders that hold something else are refused and left alone.
func TestFolders(t *testing.T) {
	plan := tiny(t, 2, "tactical", "uniform")
	dir, _ := play(t, plan, Options{})
	other := tiny(t, 4, "tactical", "uniform")
	if _, err := Play(context.Background(), dir, other, Options{}); err == nil || !strings.Contains(err.Error(), "tengen resume") {
		t.Error(err)
	}
	foreign := t.TempDir()
	if err := os.WriteFile(filepath.Join(foreign, "thesis.tex"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Play(context.Background(), foreign, plan, Options{}); err == nil || !strings.Contains(err.Error(), "thesis.tex") {
		t.Error(err)
	}
	if _, err := Load(t.TempDir()); err == nil || !strings.Contains(err.Error(), "no match") {
		t.Error(err)
	}
}

// A game that was changed is found.
func TestVerifyFindsChanges(t *testing.T) {
	plan := tiny(t, 2, "tactical", "uniform")
	dir, _ := play(t, plan, Options{})
	path := partPath(dir, plan, tableGames)
	data := readFile(t, path)
	data[len(data)/2] ^= 1
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	v, err := Verify(context.Background(), dir, experiments.VerifyOptions{})
	if err != nil || v.Failures == 0 {
		t.Errorf("%+v, %v", v, err)
	}
}
