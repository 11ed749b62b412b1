package sgf

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/ruleset"
)

func TestText(t *testing.T) {
	for raw, want := range map[string]string{
		`a\]b`: "a]b", `a\\`: `a\`, `a\:b:c`: "a:b:c", "a\r\nb": "a\nb", "a\n\rb": "a\nb", "a\rb": "a\nb", "a\n\nb": "a\n\nb",
		"a\\\nb": "ab", "a\\\r\nb": "ab", "a\tb": "a b", "a\\\tb": "a b", "a\v": "a ", `\a`: "a", `a\`: "a", "围\\棋": "围棋",
	} {
		if got := Text(raw); got != want {
			t.Errorf("Text(%q) is %q, want %q", raw, got, want)
		}
	}
	if got := SimpleText("a\r\nb\\\nc"); got != "a bc" {
		t.Errorf("SimpleText gives %q", got)
	}
	for _, text := range []string{"", `]`, `\`, `a]b\c:d`, "a\nb", `\]`, "\n(;GM[1"} {
		if got := Text(Escape(text)); got != text {
			t.Errorf("%q comes back as %q", text, got)
		}
	}
	first, second := Decompose(Compose(`a:b]`, `c:d`))
	if Text(first) != "a:b]" || Text(second) != "c:d" {
		t.Errorf("the pair comes back as %q and %q", first, second)
	}
}

// sameTree compares properties and shape.
func sameTree(a, b *Tree) error {
	flat := func(t *Tree) (out []string) {
		for n := range t.Nodes() {
			line := fmt.Sprint(len(n.Children))
			for _, p := range n.Props {
				if n.Parent == nil && (p.ID == "CA" || p.ID == "FF") {
					continue
				}
				line += fmt.Sprintf(" %s%q", p.ID, p.Values)
			}
			out = append(out, line)
		}
		return out
	}
	if x, y := flat(a), flat(b); !reflect.DeepEqual(x, y) {
		return fmt.Errorf("%q and %q", x, y)
	}
	return nil
}

func TestWritingKeepsEverything(t *testing.T) {
	for _, text := range []string{
		"(;GM[1]SZ[9]XX[a][][b]KGSDE[foo];B[aa](;W[bb]C[a\\]b\\\\];B[])(;W[cc](;B[dd])(;B[ee])))",
		"(;CA[GBK]FF[3]C[a\r\nb\tc\\\nd];;;B[aa])",
		"(;PB[黑:棋\\:];LB[aa:1][bb:\\]])",
	} {
		game := mustParse(t, text)
		again := mustParse(t, game.String())
		if err := sameTree(game, again); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if raw, _ := again.Root.Get("CA"); raw != "UTF-8" {
			t.Errorf("%s: CA is %q", text, raw)
		}
	}
}

func TestWriteRepairsHandMadeValues(t *testing.T) {
	tree := NewTree()
	tree.Root.Set("C", `a]b\`)
	tree.Root.Set("PB", "\xff黑")
	tree.Root.Set("PW", "\n(;GM[1")
	tree.Root.AddChild().Set("B", "aa")
	again := mustParse(t, tree.String())
	if again.Root.Text("C") != `a]b\` || again.Root.Text("PB") != "\uFFFD黑" || again.Root.Text("PW") != "\n(;GM[1" {
		t.Errorf("written as %s", tree)
	}
	tree.Root.Set("bad id", "x")
	if err := Write(&bytes.Buffer{}, tree); err == nil {
		t.Error("a bad identifier is written")
	}
	if err := Write(failing{}, NewTree()); !errors.Is(err, errFull) {
		t.Errorf("error %v, want %v", err, errFull)
	}
}

var errFull = errors.New("disk full")

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errFull }

func TestRecord(t *testing.T) {
	rules, err := ruleset.ParseRules("chinese,komi=0")
	if err != nil {
		t.Fatal(err)
	}
	setup, err := ruleset.HandicapSetup(ruleset.Size{W: 9, H: 13}, []ruleset.Point{ruleset.At(3, 3), ruleset.At(7, 11)})
	if err != nil {
		t.Fatal(err)
	}
	game, err := ruleset.NewGame(rules, ruleset.Size{W: 9, H: 13}, setup)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []ruleset.Point{ruleset.At(5, 5), ruleset.At(1, 13), ruleset.Pass} {
		if err := game.Play(p); err != nil {
			t.Fatal(err)
		}
	}
	if err := game.Resign(ruleset.White); err != nil {
		t.Fatal(err)
	}
	record := NewRecord(game)
	record.Black, record.White = Player{Name: "a [1]"}, Player{Name: "b", Rank: "9d"}
	record.Application = [2]string{"tengen", "1"}
	record.Comments = []string{"", "V\n[0.5]"}
	record.Extra = []Prop{{"XS", []string{"7"}}}
	tree, err := record.Tree()
	if err != nil {
		t.Fatal(err)
	}
	const want = `(;FF[4]CA[UTF-8]GM[1]AP[tengen:1]SZ[9:13]RU[Chinese]KM[0]HA[2]PB[a [1\]]PW[b]WR[9d]RE[B+R]XS[7]AB[ck][gc]PL[W]
;W[ei];B[aa]C[V
[0.5\]];W[])
`
	if got := tree.String(); got != want {
		t.Errorf("written as\n%s\nwant\n%s", got, want)
	}
	back, notes, err := mustParse(t, tree.String()).ToGame(GameOptions{})
	if err != nil || len(notes) > 0 {
		t.Fatal(err, notes)
	}
	if back.FinalHash() != game.FinalHash() || back.Rules() != game.Rules() || back.Result() != game.Result() {
		t.Errorf("the game comes back under %v with result %v", back.Rules(), back.Result())
	}
}

func TestRecordErrors(t *testing.T) {
	off := ruleset.At(10, 10)
	for name, r := range map[string]Record{
		"no size":       {},
		"move off":      {Size: ruleset.Square(9), Moves: []ruleset.Move{{Color: ruleset.Black, Point: off}}},
		"nobody's move": {Size: ruleset.Square(9), Moves: []ruleset.Move{{Point: ruleset.Pass}}},
		"setup off":     {Size: ruleset.Square(9), Setup: ruleset.Setup{White: []ruleset.Point{off}}},
	} {
		if _, err := r.Tree(); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestWriteSeveralGames(t *testing.T) {
	var out strings.Builder
	if err := Write(&out, mustParse(t, "(;B[aa])"), mustParse(t, "(;B[bb])")); err != nil {
		t.Fatal(err)
	}
	collection, err := Parse([]byte(out.String()), Options{})
	if err != nil || len(collection.Games) != 2 || len(collection.Notes) > 0 {
		t.Errorf("%v from %q", err, out.String())
	}
}
