package sgf

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/ruleset"
)

// casesDir is where the collected cases are.
func casesDir() string {
	if dir := os.Getenv("TENGEN_CASES"); dir != "" {
		return dir
	}
	return filepath.Join("testdata", "cases")
}

// eachCase calls f for every line of a file of cases.
func eachCase[C any](t *testing.T, name string, f func(c C)) {
	t.Helper()
	file, err := os.Open(filepath.Join(casesDir(), name))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 64<<20)
	n := 0
	for lines.Scan() {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		var c C
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatalf("%s, line %d: %v", name, n+1, err)
		}
		n++
		f(c)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if n == 0 {
		t.Fatalf("%s holds no cases", name)
	}
}

// sgfCase is one line of sgf.jsonl.
type sgfCase struct {
	ID  string
	SGF string
	B64 *string
	Gen *struct {
		Kind string
		N    int
	}
	Query struct {
		Type, Text, App, Rules string
		Game                   int
	}
	Expect map[string]any
}

// input returns the bytes of the record.
func (c *sgfCase) input(t *testing.T) []byte {
	switch {
	case c.B64 != nil:
		data, err := base64.StdEncoding.DecodeString(*c.B64)
		if err != nil {
			t.Fatal(err)
		}
		return data
	case c.Gen != nil:
		return generate(t, c.Gen.Kind, c.Gen.N)
	}
	return []byte(c.SGF)
}

// generate makes a big input by its recipe.
func generate(t *testing.T, kind string, n int) []byte {
	switch kind {
	case "comment":
		return []byte("(;GM[1]SZ[9]C[" + strings.Repeat("x", n) + "];B[ee])")
	case "passes":
		var b strings.Builder
		b.WriteString("(;GM[1]SZ[9]")
		for i := range n {
			b.WriteString(";" + "BW"[i%2:i%2+1] + "[]")
		}
		return []byte(b.String() + ")")
	case "parens":
		return bytes.Repeat([]byte("("), n)
	case "nested":
		return []byte("(;GM[1]SZ[9]" + strings.Repeat("(;B[]", n) + strings.Repeat(")", n) + ")")
	case "games":
		return bytes.Repeat([]byte("(;GM[1]SZ[9];B[ee];W[cc])\n"), n)
	case "zeros":
		return make([]byte, n)
	case "values":
		return []byte("(;GM[1]SZ[9]XX" + strings.Repeat("[aa]", n) + ";B[ee])")
	}
	t.Fatalf("no recipe %q", kind)
	return nil
}

func TestCasesSGF(t *testing.T) {
	eachCase(t, "sgf.jsonl", func(c sgfCase) {
		t.Run(c.ID, func(t *testing.T) {
			check(t, c.Expect, c.answer(t))
		})
	})
}

// check compares the keys that the case names; any_of lists alternatives.
func check(t *testing.T, expect, got map[string]any) {
	t.Helper()
	alternatives := []any{expect}
	if listed, ok := expect["any_of"].([]any); ok {
		alternatives = listed
	}
	var complaints []string
	for _, a := range alternatives {
		wrong := differences(a.(map[string]any), got)
		if len(wrong) == 0 {
			return
		}
		complaints = append(complaints, strings.Join(wrong, "; "))
	}
	t.Errorf("%s\nfull answer: %v", strings.Join(complaints, "\nor "), got)
}

func differences(expect, got map[string]any) (wrong []string) {
	for key, want := range expect {
		have, ok := got[key]
		if !ok {
			wrong = append(wrong, "no answer to "+key)
			continue
		}
		have = viaJSON(have)
		if list, isList := want.([]any); isList && key == "first_moves" {
			have = have.([]any)[:min(len(list), len(have.([]any)))]
		}
		if !reflect.DeepEqual(want, have) {
			wrong = append(wrong, fmt.Sprintf("%s is %v, want %v", key, have, want))
		}
	}
	return wrong
}

// viaJSON gives a value the types that decoded JSON has.
func viaJSON(v any) any {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	var out any
	if err := json.Unmarshal(data, &out); err != nil {
		panic(err)
	}
	return out
}

func (c *sgfCase) answer(t *testing.T) map[string]any {
	switch c.Query.Type {
	case "sgf":
		return describe(c.input(t), c.Query.Game)
	case "result":
		return describeResult(c.Query.Text)
	case "komi":
		komi, _, err := ParseKomi(c.Query.Text, c.Query.App, c.Query.Rules)
		if err != nil {
			return map[string]any{"komi": nil}
		}
		return map[string]any{"komi": komi.Points()}
	case "rules_text":
		rules, ok := ParseRules(c.Query.Text)
		return map[string]any{"rules": presetOf(rules, ok)}
	}
	t.Fatalf("no code answers a query of type %q", c.Query.Type)
	return nil
}

// presetOf returns the name that the cases have for a ruleset.
func presetOf(rules ruleset.Rules, known bool) any {
	switch {
	case !known || rules.Name == "":
		return nil
	case rules.Name == "chinese-ancient":
		return "ancient"
	}
	return rules.Name
}

func describeResult(text string) map[string]any {
	r, _ := ParseResult(text)
	answer := map[string]any{"winner": nil, "by": nil, "margin": nil}
	switch {
	case r.Winner.IsPlayer():
		answer["winner"] = r.Winner.String()
	case r.Draw():
		answer["winner"] = "draw"
	case r.Ending == ruleset.ByNoResult:
		answer["winner"] = "void"
	}
	by := map[ruleset.Ending]string{
		ruleset.ByScore: "score", ruleset.ByResignation: "resign", ruleset.ByTime: "time", ruleset.ByForfeit: "forfeit",
	}
	if word, ok := by[r.Ending]; ok {
		answer["by"] = word
	}
	if r.HasMargin {
		answer["margin"] = max(r.Margin, -r.Margin).Points()
	}
	return answer
}

// describe answers everything that is asked of a record.
func describe(data []byte, game int) map[string]any {
	failed := map[string]any{"error": true}
	collection, err := Parse(data, Options{})
	if err != nil || game >= len(collection.Games) {
		return failed
	}
	tree := collection.Games[game]
	info, err := tree.Info()
	if err != nil {
		return failed
	}
	line, err := tree.Replay()
	if err != nil {
		return failed
	}
	nodes, lines := tree.Count()
	moves := make([]string, 0, len(line.Moves))
	for _, m := range line.Moves {
		moves = append(moves, m.String())
	}
	answer := map[string]any{
		"error": false, "games": len(collection.Games),
		"size": []int{info.Size.W, info.Size.H}, "komi": info.Komi.Points(), "handicap": info.Handicap,
		"rules": presetOf(info.Rules, info.HasRules), "result": info.ResultText,
		"black": info.Black.Name, "white": info.White.Name, "comment": info.Comment,
		"setup":       map[string]int{"B": line.Start.Count(ruleset.Black), "W": line.Start.Count(ruleset.White)},
		"setup_valid": line.StartError == nil, "setup_later": line.LaterSetup,
		"moves": len(moves), "passes": line.Passes, "first_moves": moves, "first_player": line.FirstPlayer.String(),
		"nodes": nodes, "lines": lines,
		"captures":  map[string]int{"B": line.Captures[0], "W": line.Captures[1]},
		"board":     rows(&line.Position),
		"bad_point": line.BadPoints > 0, "illegal_at": nil,
		"problems": HasProblem(collection.Notes) || HasProblem(tree.Notes) || HasProblem(info.Notes) || HasProblem(line.Notes),
	}
	if _, ok := tree.Root.Get("KM"); ok && !info.HasKomi {
		answer["komi"] = nil
	}
	if line.IllegalAt >= 0 {
		answer["illegal_at"] = line.IllegalAt
	}
	return answer
}

// rows draws a board as the cases do.
func rows(p *ruleset.Position) []string {
	var out []string
	size := p.Size()
	for row := size.H; row >= 1; row-- {
		var line strings.Builder
		for col := 1; col <= size.W; col++ {
			line.WriteByte(".XO"[p.At(ruleset.At(col, row))])
		}
		out = append(out, line.String())
	}
	return out
}

// gameCase is one line of games.jsonl.
type gameCase struct {
	ID    string
	Size  int
	Rules struct {
		Ko, Suicide, Score, Seki, Komi string

		Handicap      int
		HandicapBonus string `json:"handicap_bonus"`
	}
	SGF   string
	Query struct {
		Type string
		Dead []string
	}
	Expect map[string]any
}

// rules resolves the rules of a case; games.jsonl uses few of the keys.
func (c *gameCase) rules(t *testing.T) ruleset.Rules {
	text := "ko=" + c.Rules.Ko + ",suicide=" + c.Rules.Suicide + ",scoring=" + c.Rules.Score + ",komi=" + c.Rules.Komi
	if c.Rules.Seki != "" {
		text += ",seki=" + c.Rules.Seki
	}
	if c.Rules.HandicapBonus != "" {
		text += ",compensation=" + strings.ToLower(c.Rules.HandicapBonus)
	}
	rules, err := ruleset.ParseRules(text)
	if err != nil {
		t.Fatal(err)
	}
	rules.MaxMoves = ruleset.NoMoveLimit
	return rules
}

func TestCasesGames(t *testing.T) {
	eachCase(t, "games.jsonl", func(c gameCase) {
		t.Run(c.ID, func(t *testing.T) {
			if c.Query.Type != "score" {
				t.Fatalf("no code answers a query of type %q", c.Query.Type)
			}
			collection, err := Parse([]byte(c.SGF), Options{})
			if err != nil {
				t.Fatal(err)
			}
			rules := c.rules(t)
			game, _, err := collection.Games[0].ToGame(GameOptions{Rules: &rules})
			if err != nil {
				t.Fatal(err)
			}
			if game.Size() != ruleset.Square(c.Size) {
				t.Errorf("size %v, want %d", game.Size(), c.Size)
			}
			var dead []ruleset.Point
			for _, name := range c.Query.Dead {
				p, err := ruleset.ParsePoint(name)
				if err != nil {
					t.Fatal(err)
				}
				dead = append(dead, p)
			}
			count := game.Score(dead)
			line, err := collection.Games[0].Replay()
			if err != nil {
				t.Fatal(err)
			}
			// Passes after the end are moves of the record, not of the game.
			if game.Ply() > len(line.Moves) || game.Ply() < len(line.Moves)-1 {
				t.Errorf("%d moves were played, the record has %d", game.Ply(), len(line.Moves))
			}
			if line.Position != *game.Position() {
				t.Error("the record executed and the game played end in different positions")
			}
			check(t, c.Expect, map[string]any{
				"margin": count.Margin.Points(), "moves": len(line.Moves), "board": rows(game.Position()),
				"captures": map[string]int{"B": game.Captures(ruleset.Black), "W": game.Captures(ruleset.White)},
			})
			checkRecordedResult(t, collection.Games[0], count.Margin)
		})
	})
}

// checkRecordedResult compares RE with the count.
func checkRecordedResult(t *testing.T, tree *Tree, margin ruleset.HalfPoints) {
	info, err := tree.Info()
	if err != nil {
		t.Fatal(err)
	}
	if info.Result.HasMargin && info.Result.Margin != margin {
		t.Errorf("RE[%s] is read as margin %v, the count gives %v", info.ResultText, info.Result.Margin, margin)
	}
}

// sgfField returns the record of a line of games.jsonl.
func sgfField(line []byte) (string, error) {
	var c gameCase
	err := json.Unmarshal(line, &c)
	return c.SGF, err
}
