package sgf

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

// mustParse returns the first game of a text.
func mustParse(t testing.TB, text string) *Tree {
	t.Helper()
	collection, err := Parse([]byte(text), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return collection.Games[0]
}

func TestLenientReading(t *testing.T) {
	for _, c := range []struct {
		name, text, want, note string
	}{
		{"as it should be", "(;GM[1]SZ[9];B[aa]\n;W[bb])", "(;GM[1]SZ[9];B[aa];W[bb])", ""},
		{"blanks everywhere", " ( ; GM [1] SZ\n[9] ; B\t[aa] ) ", "(;GM[1]SZ[9];B[aa])", ""},
		{"the first semicolon is missing", "(GM[1]SZ[9];B[aa])", "(;GM[1]SZ[9];B[aa])", "semicolon before the node is missing"},
		{"no semicolons at all", "(;GM[1]SZ[9]B[aa]W[bb]B[cc])", "(;GM[1]SZ[9]B[aa]W[bb]B[cc])", "second move in one node"},
		{"a variation without semicolon", "(;SZ[9](B[aa];W[bb])(B[cc]))", "(;SZ[9](;B[aa];W[bb])(;B[cc]))", "semicolon before the node is missing"},
		{"long names of old files", "(;GaMe[1]SiZe[9];Black[aa])", "(;GM[1]SZ[9];B[aa])", ""},
		{"small letters alone", "(;gm[1]sz[9];b[aa])", "(;GM[1]SZ[9];B[aa])", "written in capitals"},
		{"an unknown property with digits", "(;XY1[a][b];B[aa])", "(;XY1[a][b];B[aa])", ""},
		{"mail around the game", "Dear (all),\n(;B[aa])\nbye :)", "(;B[aa])", "belong to no game"},
		{"a mark of UTF-8 between games", "(;B[aa])\n\uFEFF(;B[bb])", "(;B[aa])", ""},
		{"junk between nodes", "(;B[aa] ?? ;W[bb])", "(;B[aa];W[bb])", "is left out"},
		{"an identifier without value", "(;B[aa]KO;W[bb])", "(;B[aa];W[bb])", "no value in brackets"},
		{"a value without identifier", "(;B[aa];[bb];W[cc])", "(;B[aa];;W[cc])", "value without property"},
		{"an empty variation", "(;B[aa]()(;W[bb]))", "(;B[aa];W[bb])", "empty variation"},
		{"a node after the variations", "(;B[aa](;W[bb]);W[cc])", "(;B[aa](;W[bb])(;W[cc]))", ""},
		{"one parenthesis too many", "(;B[aa]))", "(;B[aa])", "belong to no game"},
		{"double parentheses", "((;B[aa]))", "(;B[aa])", "belong to no game"},
		{"cut after a node", "(;B[aa];W[bb]", "(;B[aa];W[bb])", "not closed"},
		{"cut in a variation", "(;B[aa](;W[bb];B[cc]", "(;B[aa];W[bb];B[cc])", "2 closing parentheses are missing"},
		{"cut in a value", "(;B[aa]C[it was", "(;B[aa]C[it was])", "value is not closed"},
		{"cut after a backslash", `(;B[aa]C[it was\`, `(;B[aa]C[it was\\])`, "value is not closed"},
		{"a property twice", "(;C[a]C[b])", "(;C[a]C[b])", "comes twice"},
		{"escapes stay", `(;C[a\]b\\c\:d:e\` + "\n" + `f])`, `(;C[a\]b\\c\:d:e\` + "\n" + `f])`, ""},
		{"brackets in text", "(;C[a[b\\]c];B[aa])", "(;C[a[b\\]c];B[aa])", ""},
		{"parentheses in text", "(;C[:-) (;B[aa\\]];B[aa])", "(;C[:-) (;B[aa\\]];B[aa])", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			collection, err := Parse([]byte(c.text), Options{})
			if err != nil {
				t.Fatal(err)
			}
			game := collection.Games[0]
			got := strings.Replace(strings.ReplaceAll(game.String(), ")\n", ")"), "FF[4]CA[UTF-8]", "", 1)
			if got != c.want {
				t.Errorf("read as %q, want %q", got, c.want)
			}
			notes := fmt.Sprint(game.Notes, collection.Notes)
			if c.note == "" && notes != "[] []" || !strings.Contains(notes, c.note) {
				t.Errorf("notes %s, want %q", notes, c.note)
			}
		})
	}
}

func TestNoGame(t *testing.T) {
	for _, text := range []string{"", " \n", "hello", "()", "(((((", ")", "(;", "[;B[aa]]", "(foo)", "\x00\x00"} {
		collection, err := Parse([]byte(text), Options{File: "x.sgf"})
		if text == "(;" {
			if err != nil || len(collection.Games) != 1 {
				t.Errorf("%q: %v, want a game of one node", text, err)
			}
			continue
		}
		if !errors.Is(err, ErrNoGame) || !strings.Contains(err.Error(), "x.sgf") {
			t.Errorf("%q: error %v, want %v with the name of the file", text, err, ErrNoGame)
		}
	}
}

func TestUnclosedGameDoesNotSwallowTheNext(t *testing.T) {
	for _, text := range []string{
		"(;GM[1];B[aa];W[bb]\n(;GM[1];B[cc])\n(;FF[4]GM[1];B[dd])",
		"(;GM[1];B[aa];W[bb]C[not closed\n(;GM[1];B[cc])\r\n(;FF[4]GM[1];B[dd])",
	} {
		collection, err := Parse([]byte(text), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if len(collection.Games) != 3 || !HasProblem(collection.Games[0].Notes) {
			t.Errorf("%q: %d games, want 3, the first with a problem", text, len(collection.Games))
		}
	}
}

func TestReaderBytewise(t *testing.T) {
	text := "junk (;GM[1]SZ[9]PB[黑棋]C[a\\]b];B[aa](;W[bb])(;W[cc]))\r\n(;GM[1];B[aa]\n(;GM[1]PB[ü];B[dd]) end"
	whole, err := Parse([]byte(text), Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := NewReader(iotest.OneByteReader(strings.NewReader(text)), Options{})
	i := 0
	for game, err := range r.Games() {
		if err != nil {
			t.Fatal(err)
		}
		want := whole.Games[i]
		if game.String() != want.String() || fmt.Sprint(game.Notes) != fmt.Sprint(want.Notes) || game.Where() != want.Where() {
			t.Errorf("game %d: %v %v %v, want %v %v %v", i, game, game.Notes, game.Where(), want, want.Notes, want.Where())
		}
		i++
	}
	if i != 3 || fmt.Sprint(r.Notes()) != fmt.Sprint(whole.Notes) {
		t.Errorf("%d games with notes %v, want 3 with %v", i, r.Notes(), whole.Notes)
	}
}

func TestReusedMemoryHoldsTheRightGame(t *testing.T) {
	var text strings.Builder
	for i := range 50 {
		fmt.Fprintf(&text, "(;GM[1]PB[p%d]AB%s%s(;B[aa]C[c%d])(;B[bb]))\n", i, strings.Repeat("[cc]", 1+i%7*400), strings.Repeat(";W[dd]", i%5*1000), i)
	}
	whole, err := Parse([]byte(text.String()), Options{})
	if err != nil {
		t.Fatal(err)
	}
	i := 0
	for game, err := range NewReader(strings.NewReader(text.String()), Options{Reuse: true}).Games() {
		if err != nil {
			t.Fatal(err)
		}
		if game.String() != whole.Games[i].String() {
			t.Fatalf("game %d differs", i+1)
		}
		i++
	}
	if i != len(whole.Games) {
		t.Errorf("%d games, want %d", i, len(whole.Games))
	}
}

func TestReaderReportsReadErrors(t *testing.T) {
	broken := errors.New("disk on fire")
	r := NewReader(io.MultiReader(strings.NewReader("(;B[aa])(;W[bb])  "), iotest.ErrReader(broken)), Options{})
	games, failures := 0, 0
	for _, err := range r.Games() {
		switch {
		case errors.Is(err, broken):
			failures++
		case err != nil:
			t.Fatal(err)
		default:
			games++
		}
	}
	if games != 2 || failures != 1 {
		t.Errorf("%d games and %d failures, want 2 and 1", games, failures)
	}
}

func TestLimits(t *testing.T) {
	long := "(;GM[1]C[" + strings.Repeat("x", 300_000) + "];B[aa])\n"
	nodes := "(;GM[1]" + strings.Repeat(";", 2000) + ")\n"
	values := "(;GM[1]AB" + strings.Repeat("[aa]", 9000) + ")\n"
	good := "(;GM[1];B[aa])\n"
	opts := Options{MaxGameBytes: 200_000, MaxNodes: 1000}
	r := NewReader(strings.NewReader(good+long+nodes+values+good), opts)
	games, limits := 0, 0
	for _, err := range r.Games() {
		switch {
		case errors.Is(err, ErrLimit):
			limits++
		case err != nil:
			t.Fatal(err)
		default:
			games++
		}
	}
	if games != 2 || limits != 3 {
		t.Errorf("%d games and %d over the limit, want 2 and 3", games, limits)
	}
}

func TestReaderFindsItsWayAfterALongGame(t *testing.T) {
	good := "(;GM[1];B[aa])\n"
	long := "(;GM[1]C[" + strings.Repeat("not closed ", 100_000) + "\n"
	gbk := "(;GM[1]CA[GBK]PB[\xba\xda]C[" + strings.Repeat("\xba\xda", 500_000) + "])\n"
	r := NewReader(strings.NewReader(good+long+good+gbk+good), Options{MaxGameBytes: 100_000})
	var got []string
	for game, err := range r.Games() {
		if err != nil {
			got = append(got, "error")
			continue
		}
		got = append(got, strings.TrimSpace(game.String()))
	}
	const read = "(;FF[4]CA[UTF-8]GM[1];B[aa])"
	if want := []string{read, "error", read, "error", read}; !slices.Equal(got, want) {
		t.Errorf("read %q, want %q", got, want)
	}
}

// generatedGames is a stream of n games that exists nowhere in memory.
type generatedGames struct {
	n       int
	pending []byte
}

func (g *generatedGames) Read(p []byte) (int, error) {
	if len(g.pending) == 0 {
		if g.n == 0 {
			return 0, io.EOF
		}
		g.n--
		g.pending = fmt.Appendf(nil, "(;GM[1]FF[4]SZ[19]PB[a%d]PW[b]%s)\n", g.n, strings.Repeat(";B[pd];W[dp]", 100))
	}
	n := copy(p, g.pending)
	g.pending = g.pending[n:]
	return n, nil
}

func TestStreamingNeedsLittleMemory(t *testing.T) {
	const n = 3000
	r := NewReader(&generatedGames{n: n}, Options{})
	games := 0
	for _, err := range r.Games() {
		if err != nil {
			t.Fatal(err)
		}
		games++
	}
	if games != n {
		t.Errorf("%d games, want %d", games, n)
	}
	if cap(r.buffer) > 512<<10 {
		t.Errorf("the buffer grew to %d bytes for games of 1.3 kB", cap(r.buffer))
	}
}

// TestHugeInputs holds input made to hurt to linear time.
func TestHugeInputs(t *testing.T) {
	n := 100_000
	if testing.Short() {
		n = 10_000
	}
	for name, text := range map[string]string{
		"nested variations":    "(;SZ[9]" + strings.Repeat("(;B[]", n) + strings.Repeat(")", n) + ")",
		"nested, never closed": "(;SZ[9]" + strings.Repeat("(;B[]", n),
		"siblings":             "(;SZ[9]" + strings.Repeat("(;B[])", n) + ")",
		"properties of a node": "(;SZ[9]" + strings.Repeat("X[]", n) + ")",
		"values":               "(;SZ[9]AB" + strings.Repeat("[aa:ss]", n/10) + ")",
		"backslashes":          "(;C[" + strings.Repeat(`\`, n) + "])",
		"opening parentheses":  strings.Repeat("(", n),
		"starts":               strings.Repeat("(;", n),
		"closing parentheses":  "(;B[aa])" + strings.Repeat(")", n),
		"broken characters":    "(;C[" + strings.Repeat("\xff\xfe", n) + "])",
		"escape sequences":     "(;C[" + strings.Repeat("\x1b$B", n) + "])",
		"escape bytes":         "(;C[" + strings.Repeat("\x1b", n) + "])",
		"blanks":               "(" + strings.Repeat(" ", n) + ";B[aa])",
		"lines of starts":      strings.Repeat("\n(;GM[1]", n/10),
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			collection, err := Parse([]byte(text), Options{})
			if err == nil {
				for _, game := range collection.Games[:min(len(collection.Games), 10)] {
					if line, err := game.Replay(); err == nil {
						line.PositionAt(5)
					}
					_, _, _ = game.ToGame(GameOptions{})
					var out bytes.Buffer
					if err := Write(&out, game); err != nil {
						t.Error(err)
					}
				}
			}
			if took := time.Since(start); took > 20*time.Second {
				t.Errorf("took %v", took)
			}
		})
	}
}

func TestDeepNestingKeepsEveryNode(t *testing.T) {
	const n = 100_000
	game := mustParse(t, "(;SZ[9]"+strings.Repeat("(;B[]", n)+strings.Repeat(")", n)+")")
	if nodes, lines := game.Count(); nodes != n+1 || lines != 1 {
		t.Errorf("%d nodes in %d lines, want %d in 1", nodes, lines, n+1)
	}
}

func TestTree(t *testing.T) {
	game := mustParse(t, "(;SZ[9];B[aa](;W[bb];B[cc])(;W[dd](;B[ee])(;B[ff])))")
	var order []string
	for n := range game.Nodes() {
		for _, p := range n.Props {
			order = append(order, p.ID+p.Values[0])
		}
	}
	if got, want := strings.Join(order, " "), "SZ9 Baa Wbb Bcc Wdd Bee Bff"; got != want {
		t.Errorf("nodes in the order %s, want %s", got, want)
	}
	last := game.Root.Next().Children[1].Children[1]
	if path := last.Path(); len(path) != 4 || path[0] != game.Root || path[3] != last {
		t.Errorf("the path has %d nodes", len(path))
	}
	n := game.End()
	n.SetText("C", `a]\b`)
	if raw, _ := n.Get("C"); raw != `a\]\\b` || n.Text("C") != `a]\b` {
		t.Errorf("raw %q, text %q", raw, n.Text("C"))
	}
	n.Set("C")
	if n.Has("C") || !n.Has("B") {
		t.Error("Set without values must remove that property alone")
	}
}
