package lifedeath

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/ruleset"
)

func game(t *testing.T, board string, toPlay ruleset.Color) *ruleset.Game {
	t.Helper()
	position, err := ruleset.ParseBoard(board)
	if err != nil {
		t.Fatal(err)
	}
	g, err := ruleset.NewGame(ruleset.Rules{}, position.Size(), ruleset.SetupOf(&position, toPlay))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func names(points []ruleset.Point) string {
	var words []string
	for _, p := range slices.Sorted(slices.Values(points)) {
		words = append(words, p.String())
	}
	return strings.Join(words, " ")
}

// Filling a shared point loses: White's whole chain, or three stones and then
// a straight four of eye space for White.
const seki = `
	. X . X . X . X .
	X X X X X X X X X
	X O O O O O O O X
	X O . X X X . O X`

// A two-point eye of either side is all that is undecided in the middle.
const settled = `
	. X . X O . O
	X X X X O O O
	X O . X O . O
	X . X X O O .`

// Each side has a living group with two eyes in a corner, and stones without
// room for eyes on the other's side.
const quiet = `
	. X . X O . O . O
	X X X X O O O O O
	. . . X O . . . .
	. O . X O . . X .
	. . . X O . . X .
	X X X X O O O O O
	. . . X O . . . .
	. O . X O . . X .
	. . . X O . . . .`

func TestProven(t *testing.T) {
	position := game(t, settled, ruleset.Black).Position()
	proof := Proven(position)
	if !proof.Complete() || names(proof.Dead) != "B2" {
		t.Errorf("dead %q, open %q", names(proof.Dead), names(proof.Open))
	}
	if pt, _ := ruleset.ParsePoint("C2"); proof.Owner(pt) != ruleset.Black {
		t.Errorf("C2 belongs to %v", proof.Owner(pt))
	}
	proof = Proven(game(t, quiet, ruleset.Black).Position())
	if proof.Complete() || len(proof.Open) != 42 || len(proof.Dead) != 0 {
		t.Errorf("a wall proves something: dead %q, open %q", names(proof.Dead), names(proof.Open))
	}
	if proof.Owner(60000) != ruleset.Empty {
		t.Error("a point off the board has an owner")
	}
}

func TestSekis(t *testing.T) {
	for _, test := range []struct {
		name, board string
		want        []string // the open points
	}{
		{"filling either of two shared points loses", seki, []string{"C1 G1"}},
		{"two stones inside give three, which do not live: no seki", `
			. X . X . X . X
			X X X X X X X X
			X O O O O O O X
			X O . X X . O X`, nil},
		{"the larger side may capture: no seki", `
			. X . X . X . X .
			X X X X X X X X X
			X O O O O O O X .
			X O . X X X . O X`, nil},
		{"a neutral point between living groups is no seki", `
			. X X . O O .
			X X X . O O O
			. X X . O O .`, nil},
		{"a stone in atari is no seki", `
			. X O .
			X X O O
			. X X O
			X O . O`, nil},
		{"nothing on the board", ". . .\n. . .", nil},
	} {
		var got []string
		for _, s := range Sekis(game(t, test.board, ruleset.Black).Position()) {
			got = append(got, names(s.Open))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: open points %q, want %q", test.name, got, test.want)
		}
	}
}

func TestEstimate(t *testing.T) {
	for _, test := range []struct {
		name, board, dead string
		confidence        float64 // at least
	}{
		{"stones without room are dead, walls live", quiet, "B2 H2 H5 B6 H6", 0.8},
		{"what is proved needs no vote", settled, "B2", 1},
		{"nobody is dead in a seki", seki, "", 1},
		{"nobody is dead on an empty board", ". . . .\n. . . .\n. . . .", "", 1},
	} {
		g := game(t, test.board, ruleset.Black)
		e, err := Estimate(g, 300, 1)
		if err != nil {
			t.Fatal(err)
		}
		if names(e.Dead) != test.dead || e.Confidence < test.confidence || e.Confidence > 1 {
			t.Errorf("%s: dead %q with confidence %.2f, want %q with %.2f; chains %+v", test.name, names(e.Dead), e.Confidence, test.dead, test.confidence, e.Chains)
		}
		if e.Facts(g).Method != ruleset.Estimated {
			t.Errorf("%s: method %v", test.name, e.Facts(g).Method)
		}
	}
}

func TestEstimateOfSeki(t *testing.T) {
	e, err := Estimate(game(t, seki, ruleset.White), 200, 5)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range e.Chains {
		if c.Ownership < 0.99 {
			t.Errorf("the chain at %v is broken up: ownership %.2f", c.Stones[0], c.Ownership)
		}
	}
	if pt, _ := ruleset.ParsePoint("C1"); e.Ownership(pt) != 0 {
		t.Errorf("the shared point C1 has ownership %.2f", e.Ownership(pt))
	}
}

func TestEstimateOfAFightIsDoubtful(t *testing.T) {
	e, err := Estimate(game(t, `
		. . . . . . .
		. X O . . . .
		. X O . . . .
		. O X . . . .
		. O X . . . .
		. . . . . . .
		. . . . . . .`, ruleset.Black), 300, 1)
	if err != nil {
		t.Fatal(err)
	}
	if len(e.Dead) != 0 || e.Confidence > 0.8 {
		t.Errorf("dead %q with confidence %.2f", names(e.Dead), e.Confidence)
	}
}

func TestPlayOut(t *testing.T) {
	for _, test := range []struct {
		name, board   string
		black, points int // Black's area, and that of both
	}{
		{"dead stones are taken", quiet, 36, 81},
		{"what is settled stays", settled, 16, 28},
		{"a seki stays", seki, 0, 34},
	} {
		g := game(t, test.board, ruleset.Black)
		before := g.FinalHash()
		p, err := PlayOut(g, 1)
		if err != nil {
			t.Fatal(err)
		}
		count := ruleset.Rules{}.Count(&p.Position, p.Facts)
		total := int((count.Black + count.White) / 2)
		if count.Method != ruleset.PlayedOut || total != test.points || g.FinalHash() != before {
			t.Errorf("%s: %v, %d points counted, want %d\n%v", test.name, count.Method, total, test.points, p.Position.String())
		}
		if test.black != 0 && max(test.black-int(count.Black/2), int(count.Black/2)-test.black) > 5 {
			t.Errorf("%s: Black has %v, want about %d\n%v", test.name, count.Black, test.black, p.Position.String())
		}
		if p.Agreement < 0.8 || p.Agreement > 1 {
			t.Errorf("%s: agreement %.2f", test.name, p.Agreement)
		}
	}
}

// Playing on costs both sides the same in territory: where nothing is left to
// decide, the territory margin after it is the one before.
func TestPlayOutCostsNoTerritory(t *testing.T) {
	rules, err := ruleset.ParseRules("japanese,komi=0")
	if err != nil {
		t.Fatal(err)
	}
	for _, toPlay := range []ruleset.Color{ruleset.Black, ruleset.White} {
		g := game(t, `
			. X . X . . X O . . O
			X X X X X X X O . . O
			. . . . . . X O O O O
			X X X X X X X O . O .`, toPlay)
		p, err := PlayOut(g, 3)
		if err != nil {
			t.Fatal(err)
		}
		before, after := rules.Count(g.Position(), g.Facts()), rules.Count(&p.Position, p.Facts)
		if before.Margin != after.Margin {
			t.Errorf("%v to play: margin %v before, %v after\n%v", toPlay, before.Margin, after.Margin, p.Position.String())
		}
	}
}

func TestSameSeedSameAnswer(t *testing.T) {
	g := game(t, quiet, ruleset.White)
	for range 2 {
		one, err := Estimate(g, 50, 9)
		if err != nil {
			t.Fatal(err)
		}
		two, err := Estimate(g, 50, 9)
		if err != nil || !reflect.DeepEqual(one, two) {
			t.Errorf("two estimates differ: %v", err)
		}
	}
	one, err := PlayOut(g, 9)
	if err != nil {
		t.Fatal(err)
	}
	if two, err := PlayOut(g, 9); err != nil || !reflect.DeepEqual(one, two) {
		t.Errorf("two play-outs differ: %v", err)
	}
}

func TestWhatCannotBePlayed(t *testing.T) {
	large, err := ruleset.NewGame(ruleset.Rules{}, ruleset.Square(25), ruleset.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Estimate(large, 10, 1); err == nil || !strings.Contains(err.Error(), "25x25") {
		t.Errorf("estimate: %v", err)
	}
	if _, err := PlayOut(large, 1); err == nil || !strings.Contains(err.Error(), "25x25") {
		t.Errorf("play out: %v", err)
	}
	if len(Sekis(large.Position())) != 0 {
		t.Error("an empty board has a seki")
	}
	if _, err := Estimate(large, 0, 1); err == nil || !strings.Contains(err.Error(), "0 playouts") {
		t.Errorf("no playouts: %v", err)
	}
}
