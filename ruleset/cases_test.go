package ruleset

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// casesDir is where the collected rule cases are; testdata/cases/README.md
// explains them.
func casesDir() string {
	if dir := os.Getenv("TENGEN_CASES"); dir != "" {
		return dir
	}
	return filepath.Join("testdata", "cases")
}

// ruleCase is one line of rules.jsonl.
type ruleCase struct {
	ID    string
	Size  caseSize
	Rules caseRules
	Setup struct {
		Board        []string
		Black, White []string
		ToPlay       string `json:"to_play"`
		Captures     map[string]int
	}
	Moves  []string
	Query  caseQuery
	Expect map[string]json.RawMessage
}

type caseQuery struct {
	Type   string
	Color  string
	Point  string
	N      int
	Depth  int
	Passes bool
	Dead   []string
	Seki   []string
}

type caseRules struct {
	Base, Ko, Suicide, Score, Seki, Neutral, Komi, Tie string

	Handicap        int
	HandicapBonus   string `json:"handicap_bonus"`
	PassStones      *bool  `json:"pass_stones"`
	WhitePassesLast *bool  `json:"white_passes_last"`
	PassesToEnd     int    `json:"passes_to_end"`
}

// caseSize is n for n x n, or [columns, rows].
type caseSize struct{ Size }

func (s *caseSize) UnmarshalJSON(data []byte) error {
	if err := json.Unmarshal(data, &s.W); err == nil {
		s.H = s.W
		return nil
	}
	var sides [2]int
	err := json.Unmarshal(data, &sides)
	s.W, s.H = sides[0], sides[1]
	return err
}

var (
	caseKo      = map[string]KoRule{"simple": KoSimple, "none": KoNone, "psk": KoPositional, "ssk": KoSituational, "nssk": KoNaturalSituational}
	caseSuicide = map[string]Suicide{"forbidden": SuicideForbidden, "multi": SuicideMulti, "any": SuicideAny}
	caseScoring = map[string]Scoring{"area": AreaScoring, "territory": TerritoryScoring, "stone": StoneScoring}
	caseSeki    = map[string]SekiRule{"none": SekiCounts, "dame": SekiDame, "points": SekiCounts}
	caseNeutral = map[string]NeutralRule{"half": NeutralShared}
	caseBonus   = map[string]Compensation{"none": CompensationNone, "N": CompensationN, "N-1": CompensationLess}
	caseTie     = map[string]Color{"draw": Empty, "B": Black, "W": White}
	caseKomi    = map[string]string{"tromp-taylor": "0"}
)

// resolve turns the rules of a case into Rules. The presets of the cases say
// nothing of seki and neutral points, unlike ours.
func (c caseRules) resolve() (r Rules, err error) {
	if c.Base != "" {
		if r, err = ParseRules(c.Base); err != nil {
			return r, err
		}
		r.Seki, r.Neutral = SekiCounts, NeutralNobody
		if komi, ok := caseKomi[c.Base]; ok && c.Komi == "" {
			c.Komi = komi
		}
	}
	err = errors.Join(
		override(&r.Ko, caseKo, c.Ko),
		override(&r.Suicide, caseSuicide, c.Suicide),
		override(&r.Scoring, caseScoring, c.Score),
		override(&r.Seki, caseSeki, c.Seki),
		override(&r.Neutral, caseNeutral, c.Neutral),
		override(&r.Compensation, caseBonus, c.HandicapBonus),
		override(&r.Tie, caseTie, c.Tie),
	)
	if c.Komi != "" {
		var komiErr error
		r.Komi, komiErr = ParseHalfPoints(c.Komi)
		err = errors.Join(err, komiErr)
	}
	if c.PassStones != nil {
		r.PassStones = *c.PassStones
	}
	if c.WhitePassesLast != nil {
		r.WhitePassesLast = *c.WhitePassesLast
	}
	r.PassesToEnd = c.PassesToEnd
	if r.Ko.Superko() {
		r.OnCycle = CycleNone
	}
	// Cases are about other things than the length of a game.
	r.MaxMoves = NoMoveLimit
	return r, err
}

func override[E any](field *E, values map[string]E, text string) error {
	if text == "" {
		return nil
	}
	value, ok := values[text]
	if !ok {
		return fmt.Errorf("unknown value %q", text)
	}
	*field = value
	return nil
}

func (c *ruleCase) size() Size { return c.Size.Size }

// position returns the setup without asking whether it is legal.
func (c *ruleCase) position() (Position, error) {
	if c.Setup.Board != nil {
		return ParseBoard(strings.Join(c.Setup.Board, "\n"))
	}
	position := NewPosition(c.size())
	for color, names := range map[Color][]string{Black: c.Setup.Black, White: c.Setup.White} {
		for _, name := range names {
			p, err := ParsePoint(name)
			if err != nil {
				return position, err
			}
			position.Set(p, color)
		}
	}
	return position, nil
}

// newGame starts the game of the case, before its moves.
func (c *ruleCase) newGame() (*Game, error) {
	rules, err := c.Rules.resolve()
	if err != nil {
		return nil, err
	}
	position, err := c.position()
	if err != nil {
		return nil, err
	}
	toPlay := Black
	if c.Setup.ToPlay != "" {
		if toPlay, err = ParseColor(c.Setup.ToPlay); err != nil {
			return nil, err
		}
	}
	setup := SetupOf(&position, toPlay)
	setup.Handicap = c.Rules.Handicap
	setup.Captures = [2]int{c.Setup.Captures["B"], c.Setup.Captures["W"]}
	return NewGame(rules, c.size(), setup)
}

// play makes one move of a case; cases go on after the end of the game.
func playCaseMove(g *Game, text string) error {
	colorText, pointText, _ := strings.Cut(text, " ")
	color, err := ParseColor(colorText)
	if err != nil {
		return err
	}
	if pointText == "resign" {
		return g.Resign(color)
	}
	p, err := ParsePoint(pointText)
	if err != nil {
		return err
	}
	err = g.PlayMove(Move{color, p})
	if errors.Is(err, ErrGameOver) {
		if err := g.Resume(); err != nil {
			return err
		}
		return g.PlayMove(Move{color, p})
	}
	return err
}

func (c *ruleCase) game() (*Game, error) {
	g, err := c.newGame()
	if err != nil {
		return nil, err
	}
	for i, m := range c.Moves {
		if err := playCaseMove(g, m); err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	return g, nil
}

func pointNames(points []Point) []string {
	names := []string{}
	for _, p := range points {
		names = append(names, p.String())
	}
	slices.Sort(names)
	return names
}

func parsePoints(t *testing.T, names []string) (points []Point) {
	t.Helper()
	for _, name := range names {
		p, err := ParsePoint(name)
		if err != nil {
			t.Fatal(err)
		}
		points = append(points, p)
	}
	return points
}

// answer computes what a case asks. A value of the answer may be any that
// marshals to the expected JSON.
type answer map[string]any

// answers are the queries that rules.jsonl may ask.
var answers = map[string]func(t *testing.T, c *ruleCase) answer{
	"legal": func(t *testing.T, c *ruleCase) answer {
		g := mustGame(t, c)
		err := g.LegalMove(mustMove(t, g, c.Query.Color, c.Query.Point))
		a := answer{"legal": err == nil}
		if err != nil {
			a["reason"] = reason(err)
		}
		return a
	},
	"legal_moves": func(t *testing.T, c *ruleCase) answer {
		g := mustGame(t, c)
		color := queryColor(t, g, c)
		count := 0
		illegal := []Point{}
		for _, p := range g.Size().Points() {
			err := g.LegalMove(Move{color, p})
			if err == nil {
				count++
			} else if g.Position().At(p) == Empty {
				illegal = append(illegal, p)
			}
		}
		return answer{"count": count, "illegal_empty": pointNames(illegal)}
	},
	"legal_counts": func(t *testing.T, c *ruleCase) answer {
		g, err := c.newGame()
		if err != nil {
			t.Fatal(err)
		}
		counts := []int{len(g.LegalPoints()) + 1}
		for _, m := range c.Moves {
			if err := playCaseMove(g, m); err != nil {
				t.Fatal(err)
			}
			if g.Over() { // counted as if play went on
				if err := g.Resume(); err != nil {
					t.Fatal(err)
				}
			}
			counts = append(counts, len(g.LegalPoints())+1)
		}
		return answer{"counts": counts}
	},
	"state": func(t *testing.T, c *ruleCase) answer {
		g := mustGame(t, c)
		var ko any
		if p := g.KoPoint(); p != NoPoint {
			ko = p.String()
		}
		return answer{
			"board":    boardRows(g.Size(), g.Position().At),
			"captures": map[string]int{"B": g.Captures(Black), "W": g.Captures(White)},
			"ko":       ko, "to_play": g.ToPlay().String(),
		}
	},
	"first_illegal": func(t *testing.T, c *ruleCase) answer {
		g, err := c.newGame()
		if err != nil {
			t.Fatal(err)
		}
		for i, m := range c.Moves {
			if err := playCaseMove(g, m); err != nil {
				return answer{"index": i, "reason": reason(err)}
			}
		}
		return answer{"index": nil, "reason": nil}
	},
	"liberties": func(t *testing.T, c *ruleCase) answer {
		g := mustGame(t, c)
		stones, liberties := g.Position().Chain(parsePoints(t, []string{c.Query.Point})[0])
		return answer{"liberties": len(liberties), "stones": len(stones)}
	},
	"liberties_map": func(t *testing.T, c *ruleCase) answer {
		g := mustGame(t, c)
		return answer{"map": grid(g.Size(), func(p Point) any {
			stones, liberties := g.Position().Chain(p)
			if stones == nil {
				return nil
			}
			return len(liberties)
		})}
	},
	"liberties_after": func(t *testing.T, c *ruleCase) answer {
		g := mustGame(t, c)
		color := queryColor(t, g, c)
		return answer{"map": grid(g.Size(), func(p Point) any {
			board := *g.Position()
			if board.At(p) != Empty {
				return nil
			}
			board.Place(color, p)
			_, liberties := board.Chain(p)
			return len(liberties)
		})}
	},
	"effects": func(t *testing.T, c *ruleCase) answer {
		g := mustGame(t, c)
		color := queryColor(t, g, c)
		var captures, kos, suicides []Point
		for _, p := range g.Size().Points() {
			board := *g.Position()
			if board.At(p) != Empty {
				continue
			}
			captured, suicide := board.Place(color, p)
			if len(captured) > 0 {
				captures = append(captures, p)
			}
			if len(suicide) > 0 {
				suicides = append(suicides, p)
			}
			if koAfter(&board, p, captured) != NoPoint {
				kos = append(kos, p)
			}
		}
		return answer{"captures": pointNames(captures), "ko_captures": pointNames(kos), "suicides": pointNames(suicides)}
	},
	"score": func(t *testing.T, c *ruleCase) answer {
		count := mustCount(t, c)
		return answer{
			"black": count.Black.Points(), "white": count.White.Points(), "margin": count.Margin.Points(),
			"result": count.Result().String(), "neutral": count.Neutral,
			"groups": map[string]int{"B": count.Side(Black).Groups, "W": count.Side(White).Groups},
		}
	},
	"area_map":      ownerMap,
	"territory_map": ownerMap,
	"pass_alive": func(t *testing.T, c *ruleCase) answer {
		position, err := c.position()
		if err != nil {
			t.Fatal(err)
		}
		color, err := ParseColor(c.Query.Color)
		if err != nil {
			t.Fatal(err)
		}
		stones, area := PassAlive(&position, color)
		return answer{"stones": pointNames(stones), "area": pointNames(area)}
	},
	"repetition": func(t *testing.T, c *ruleCase) answer {
		r, found := mustGame(t, c).Repetition()
		if !found {
			return answer{"first": nil, "again": nil}
		}
		return answer{
			"first": r.First, "again": r.Again, "length": r.Length,
			"captures": map[string]int{"B": r.Captures[0], "W": r.Captures[1]},
		}
	},
	"game_over": func(t *testing.T, c *ruleCase) answer {
		g := mustGame(t, c)
		a := answer{"over": g.Over(), "by": nil, "winner": nil}
		switch g.Result().Ending {
		case ByScore:
			a["by"] = "passes"
		case ByResignation:
			a["by"] = "resign"
			a["winner"] = g.Result().Winner.String()
		}
		return a
	},
	"setup_valid": func(t *testing.T, c *ruleCase) answer {
		_, err := c.newGame()
		return answer{"valid": err == nil}
	},
	"fixed_handicap": func(_ *testing.T, c *ruleCase) answer {
		points, err := FixedHandicap(c.size(), c.Query.N)
		if err != nil {
			return answer{"points": nil}
		}
		return answer{"points": pointNames(points)}
	},
	"count_legal": func(t *testing.T, c *ruleCase) answer {
		count, err := LegalPositions(c.size())
		if err != nil {
			t.Fatal(err)
		}
		return answer{"count": count.String()}
	},
	"perft": func(t *testing.T, c *ruleCase) answer {
		return answer{"count": perft(t, mustGame(t, c), c.Query.Depth, c.Query.Passes)}
	},
}

// ownerMap answers area_map and territory_map.
func ownerMap(t *testing.T, c *ruleCase) answer {
	if c.Query.Type == "territory_map" {
		c.Rules.Score = "territory"
	}
	count := mustCount(t, c)
	return answer{"map": boardRows(c.size(), count.Owner)}
}

func mustCount(t *testing.T, c *ruleCase) Count {
	t.Helper()
	g := mustGame(t, c)
	facts := g.Facts()
	facts.Dead = parsePoints(t, c.Query.Dead)
	facts.Uncounted = parsePoints(t, c.Query.Seki)
	return g.Rules().Count(g.Position(), facts)
}

func mustGame(t *testing.T, c *ruleCase) *Game {
	t.Helper()
	g, err := c.game()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func mustMove(t *testing.T, g *Game, color, point string) Move {
	t.Helper()
	m := Move{Color: g.ToPlay(), Point: parsePoints(t, []string{point})[0]}
	if color != "" {
		var err error
		if m.Color, err = ParseColor(color); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

func queryColor(t *testing.T, g *Game, c *ruleCase) Color {
	t.Helper()
	return mustMove(t, g, c.Query.Color, "pass").Color
}

func reason(err error) string {
	for name, sentinel := range map[string]error{
		"occupied": ErrOccupied, "suicide": ErrSuicide, "ko": ErrKo, "superko": ErrSuperko, "off board": ErrOffBoard, "over": ErrGameOver,
	} {
		if errors.Is(err, sentinel) {
			return name
		}
	}
	return err.Error()
}

func boardRows(size Size, at func(Point) Color) []string {
	var rows []string
	for row := size.H; row >= 1; row-- {
		var b strings.Builder
		for col := 1; col <= size.W; col++ {
			b.WriteByte(".XO#"[at(At(col, row))])
		}
		rows = append(rows, b.String())
	}
	return rows
}

func grid(size Size, at func(Point) any) [][]any {
	var rows [][]any
	for row := size.H; row >= 1; row-- {
		var line []any
		for col := 1; col <= size.W; col++ {
			line = append(line, at(At(col, row)))
		}
		rows = append(rows, line)
	}
	return rows
}

// sameJSON compares an answer with the expected JSON. In a map of rows, an
// expected "?" allows anything; lists of points may be in any order.
func sameJSON(t *testing.T, key string, want json.RawMessage, got any) bool {
	t.Helper()
	gotText, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	var wantValue, gotValue any
	if err := errors.Join(json.Unmarshal(want, &wantValue), json.Unmarshal(gotText, &gotValue)); err != nil {
		t.Fatal(err)
	}
	switch key {
	case "illegal_empty", "stones", "area", "captures", "ko_captures", "suicides", "points":
		sortStrings(wantValue)
		sortStrings(gotValue)
	case "map":
		openPoints(wantValue, gotValue)
	}
	wantText, _ := json.Marshal(wantValue)
	gotText, _ = json.Marshal(gotValue)
	return bytes.Equal(wantText, gotText)
}

func sortStrings(value any) {
	if list, ok := value.([]any); ok {
		slices.SortFunc(list, func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	}
}

func openPoints(want, got any) {
	wantRows, ok1 := want.([]any)
	gotRows, ok2 := got.([]any)
	if !ok1 || !ok2 || len(wantRows) != len(gotRows) {
		return
	}
	for i := range wantRows {
		wantRow, ok1 := wantRows[i].(string)
		gotRow, ok2 := gotRows[i].(string)
		if !ok1 || !ok2 || len(wantRow) != len(gotRow) {
			return
		}
		open := []byte(gotRow)
		for j := range open {
			if wantRow[j] == '?' {
				open[j] = '?'
			}
		}
		gotRows[i] = string(open)
	}
}

// readLines calls use for every line of a case file.
func readLines(t *testing.T, name string, use func(line []byte)) {
	t.Helper()
	file, err := os.Open(filepath.Join(casesDir(), name))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	scanner := bufio.NewScanner(file)
	scanner.Buffer(nil, 1<<24)
	lines := 0
	for scanner.Scan() {
		if len(bytes.TrimSpace(scanner.Bytes())) > 0 {
			lines++
			use(scanner.Bytes())
		}
	}
	if err := scanner.Err(); err != nil {
		t.Fatal(err)
	}
	if lines == 0 {
		t.Fatalf("%s has no cases", name)
	}
}

func TestCasesRules(t *testing.T) {
	readLines(t, "rules.jsonl", func(line []byte) {
		var c ruleCase
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		t.Run(c.ID, func(t *testing.T) {
			ask, known := answers[c.Query.Type]
			if !known {
				t.Fatalf("no code answers the query %q", c.Query.Type)
			}
			got := ask(t, &c)
			for key, want := range c.Expect {
				value, known := got[key]
				if !known {
					t.Errorf("no code answers %q of the query %q", key, c.Query.Type)
				} else if !sameJSON(t, key, want, value) {
					text, _ := json.Marshal(value)
					t.Errorf("%s is %s, want %s", key, text, want)
				}
			}
		})
	})
}
