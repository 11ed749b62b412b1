package analysis

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/ruleset"
)

// parsed reads a query of a 9x9 board with more fields.
func parsed(t *testing.T, more string) *query {
	t.Helper()
	var o object
	text := `{"id":"a","boardXSize":9,"boardYSize":9,` + more + `}`
	if err := strictObject(text, &o); err != nil {
		t.Fatal(err)
	}
	config := testConfig(nil)
	config.PVLen = DefaultPVLen
	q, err := parseQuery("a", o, &config)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return q
}

func TestMalformed(t *testing.T) {
	board := `"boardXSize":9,"boardYSize":9,`
	whole := board + `"rules":"chinese","moves":[]`
	for _, test := range []struct{ query, field, want string }{
		{`{`, "", "could not parse input line as json request"},
		{"\xff{}", "", "could not parse input line as json request"},
		{`null`, "", "not an object"},
		{`[1,2]`, "", "not an object"},
		{`7`, "", "not an object"},
		{`{}`, "", `string "id"`},
		{`{"id":7}`, "", `string "id"`},
		{`{"id":"a","action":"dance"}`, "", "'action' field must be"},
		{`{"id":"a","action":"terminate"}`, "terminateId", "terminateId"},
		{`{"id":"a","action":"terminate","terminateId":"b","turnNumbers":3}`, "turnNumbers", "array of integers"},
		{`{"id":"a","action":"terminate_all","turnNumbers":["x"]}`, "turnNumbers", "array of integers"},
		{`{"id":"a"}`, "boardXSize", "integer from 1 to 19"},
		{`{"id":"a","boardXSize":9}`, "boardYSize", "integer from 1 to 19"},
		{`{"id":"a","boardXSize":20,"boardYSize":9}`, "boardXSize", "integer from 1 to 19"},
		{`{"id":"a","boardXSize":9,"boardYSize":"9"}`, "boardYSize", "integer from 1 to 19"},
		{`{"id":"a","boardXSize":9.5,"boardYSize":9}`, "boardXSize", "integer from 1 to 19"},
		{`{"id":"a",` + board + `"rules":"chinese"}`, "moves", "array"},
		{`{"id":"a",` + board + `"rules":"chinese","moves":"D4"}`, "moves", "array of pairs"},
		{`{"id":"a",` + board + `"rules":"chinese","moves":[["B"]]}`, "moves", "array of pairs"},
		{`{"id":"a",` + board + `"rules":"chinese","moves":[["B",4]]}`, "moves", "array of pairs"},
		{`{"id":"a",` + board + `"rules":"chinese","moves":[["G","D4"]]}`, "moves", "parse player: G"},
		{`{"id":"a",` + board + `"rules":"chinese","moves":[["B","K4"]]}`, "moves", "board location: K4"},
		{`{"id":"a",` + board + `"rules":"chinese","moves":[["B","(9,0)"]]}`, "moves", "board location"},
		{`{"id":"a",` + board + `"rules":"chinese","moves":[["B","(1;0)"]]}`, "moves", "board location"},
		{`{"id":"a",` + board + `"rules":"chinese","moves":[["B","D4"],["W","D4"]]}`, "moves", "Illegal move 1: D4"},
		{`{"id":"a",` + whole + `,"initialStones":[["B","pass"]]}`, "initialStones", "board location: pass"},
		{`{"id":"a",` + whole + `,"initialStones":[["B","A2"],["B","B1"],["W","A1"]]}`, "initialStones", "no liberty"},
		{`{"id":"a",` + whole + `,"initialPlayer":"green"}`, "initialPlayer", `"b" or "w"`},
		{`{"id":"a",` + whole + `,"initialPlayer":3}`, "initialPlayer", `"b" or "w"`},
		{`{"id":"a",` + whole + `,"analyzeTurns":[1]}`, "analyzeTurns", "Invalid turn number: 1"},
		{`{"id":"a",` + whole + `,"analyzeTurns":[-1]}`, "analyzeTurns", "Invalid turn number"},
		{`{"id":"a",` + whole + `,"analyzeTurns":0}`, "analyzeTurns", "array of integers"},
		{`{"id":"a",` + whole + `,"priorities":[0]}`, "priorities", "analyzeTurns"},
		{`{"id":"a",` + whole + `,"analyzeTurns":[0],"priorities":[0,1]}`, "priorities", "matching length"},
		{`{"id":"a",` + whole + `,"analyzeTurns":[0],"priorities":["x"]}`, "priorities", "integers"},
		{`{"id":"a",` + whole + `,"analyzeTurns":[0],"priorities":[9223372036854775807]}`, "priorities", "Invalid priority"},
		{`{"id":"a",` + whole + `,"analyzeTurns":[0],"priorities":[1],"priority":3}`, "priority", "both"},
		{`{"id":"a",` + whole + `,"priority":1.5}`, "priority", "2^62"},
		{`{"id":"a",` + board + `"moves":[]}`, "rules", "rules string"},
		{`{"id":"a",` + board + `"moves":[],"rules":7}`, "rules", "rules string"},
		{`{"id":"a",` + board + `"moves":[],"rules":"chinezze"}`, "rules", "chinese"},
		{`{"id":"a",` + board + `"moves":[],"rules":"aga-button"}`, "rules", "choose aga"},
		{`{"id":"a",` + board + `"moves":[],"rules":{"ko":"NEVER","tax":"NONE"}}`, "rules", "NEVER"},
		{`{"id":"a",` + whole + `,"komi":0.25}`, "komi", "half-integer"},
		{`{"id":"a",` + whole + `,"komi":401}`, "komi", "half-integer"},
		{`{"id":"a",` + whole + `,"komi":"7.5"}`, "komi", "half-integer"},
		{`{"id":"a",` + whole + `,"whiteHandicapBonus":0}`, "whiteHandicapBonus", "string"},
		{`{"id":"a",` + whole + `,"whiteHandicapBonus":"N+1"}`, "whiteHandicapBonus", "N-1"},
		{`{"id":"a",` + whole + `,"maxVisits":0}`, "maxVisits", "2^50"},
		{`{"id":"a",` + whole + `,"maxVisits":1e3}`, "maxVisits", "2^50"},
		{`{"id":"a",` + whole + `,"analysisPVLen":0}`, "analysisPVLen", "1 to 1000"},
		{`{"id":"a",` + whole + `,"rootFpuReductionMax":3}`, "rootFpuReductionMax", "0.0 to 2.0"},
		{`{"id":"a",` + whole + `,"rootPolicyTemperature":0}`, "rootPolicyTemperature", "0.01 to 100.0"},
		{`{"id":"a",` + whole + `,"includeOwnership":1}`, "includeOwnership", "boolean"},
		{`{"id":"a",` + whole + `,"includePolicy":"true"}`, "includePolicy", "boolean"},
		{`{"id":"a",` + whole + `,"reportDuringSearchEvery":0}`, "reportDuringSearchEvery", "seconds"},
		{`{"id":"a",` + whole + `,"firstReportDuringSearchAfter":"1"}`, "firstReportDuringSearchAfter", "seconds"},
		{`{"id":"a",` + whole + `,"overrideSettings":3}`, "overrideSettings", "object"},
		{`{"id":"a",` + whole + `,"overrideSettings":{"maxVisits":"many"}}`, "overrideSettings", "maxVisits"},
		{`{"id":"a",` + whole + `,"overrideSettings":{"maxTime":-1}}`, "overrideSettings", "maxTime"},
		{`{"id":"a",` + whole + `,"overrideSettings":{"reportAnalysisWinratesAs":"GREEN"}}`, "overrideSettings", "SIDETOMOVE"},
		{`{"id":"a",` + whole + `,"overrideSettings":{"policy":"genius"}}`, "overrideSettings", "genius"},
		{`{"id":"a",` + whole + `,"overrideSettings":{"expand":-1}}`, "overrideSettings", "expand"},
		{`{"id":"a",` + whole + `,"overrideSettings":{"lanes":"5,\"playouts\":0"}}`, "overrideSettings", "lanes"},
		{`{"id":"a",` + whole + `,"allowMoves":[],"avoidMoves":[]}`, "allowMoves", "both"},
		{`{"id":"a",` + whole + `,"avoidMoves":{}}`, "avoidMoves", "list of dicts"},
		{`{"id":"a",` + whole + `,"avoidMoves":[{"player":"B","moves":["C3"]}]}`, "avoidMoves", "untilDepth"},
		{`{"id":"a",` + whole + `,"avoidMoves":[{"player":"X","moves":["C3"],"untilDepth":1}]}`, "player", `"b" or "w"`},
		{`{"id":"a",` + whole + `,"avoidMoves":[{"player":"B","moves":"C3","untilDepth":1}]}`, "moves", "array"},
		{`{"id":"a",` + whole + `,"avoidMoves":[{"player":"B","moves":["C33"],"untilDepth":1}]}`, "moves", "C33"},
		{`{"id":"a",` + whole + `,"avoidMoves":[{"player":"B","moves":["C3"],"untilDepth":0}]}`, "untilDepth", "positive"},
		{`{"id":"a",` + whole + `,"allowMoves":[{"player":"B","moves":["C3"],"untilDepth":1},{"player":"B","moves":["D3"],"untilDepth":1}]}`, "allowMoves", "more than once"},
	} {
		lines := converse(t, testConfig(nil), test.query+"\n")
		if len(lines) != 1 {
			t.Errorf("%s: %d lines", test.query, len(lines))
			continue
		}
		l := lines[0]
		if !strings.Contains(l.Error, test.want) || l.Field != test.field || (l.ID == "a") != (test.field != "") {
			t.Errorf("%s\nanswers %s\nwant an error about %q of field %q", test.query, l.raw, test.want, test.field)
		}
	}
}

func TestTooLongALine(t *testing.T) {
	lines := converse(t, testConfig(nil), `{"id":"`+strings.Repeat("x", MaxLine)+"\"}\n"+`{"id":"b","action":"clear_cache"}`)
	if len(lines) != 2 || !strings.Contains(lines[0].Error, "longer than") || lines[1].ID != "b" {
		t.Errorf("got %d lines", len(lines))
	}
}

func TestWarnings(t *testing.T) {
	for more, want := range map[string][]string{
		`"maxVisit":5`: {"maxVisit: Unexpected or unused field, do you have a typo? did you mean maxVisits?"},
		`"overrideSettings":{"wideRootNoise":0.04,"cpuctExploration":"1","numAnalysisThreads":3,"playouts":3,"Playouts":3,"rave":"300","expand":3,"maxTime":"60"}`: {"overrideSettings: Unknown config params, which nothing here uses: Playouts,cpuctExploration,numAnalysisThreads,playouts,wideRootNoise"},
		`"rootPolicyTemperature":1.5,"rootFpuReductionMax":0`: {
			"rootFpuReductionMax: Not used: there is no network whose policy it could change",
			"rootPolicyTemperature: Not used: there is no network whose policy it could change",
		},
	} {
		q := parsed(t, `"rules":"chinese","moves":[],`+more)
		var got []string
		for _, w := range q.warnings {
			got = append(got, w.Error())
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s\nwarns %q\nwant  %q", more, got, want)
		}
	}
	lines := converse(t, testConfig(nil), `{"id":"w","rules":"japanese","boardXSize":5,"boardYSize":5,"moves":[],"includeNoResultValue":true}`)
	if len(lines) != 2 || lines[0].Warning == "" || lines[0].Field != "includeNoResultValue" || lines[0].ID != "w" {
		t.Errorf("got %v", lines)
	}
	checkReply(t, lines[1], 25)
}

func TestSettings(t *testing.T) {
	q := parsed(t, `"rules":"chinese","moves":[],"maxVisits":77,"overrideSettings":{"maxVisits":5,"maxTime":1.5,"rave":"300","priors":0,"policy":"uniform","numSearchThreads":3}`)
	s := q.config.Search
	if s.Playouts != 77 || s.Time.Seconds() != 1.5 || s.RAVE != 300 || s.Priors != 0 || s.Policy != "uniform" || s.Workers != 3 {
		t.Errorf("got %+v", s)
	}
}

func TestGames(t *testing.T) {
	for _, test := range []struct {
		name, more string
		player     ruleset.Color
		handicap   int
		komi       ruleset.HalfPoints
	}{
		{"an even game", `"rules":"chinese","moves":[["B","D4"],["W","E5"]]`, ruleset.Black, 0, 15},
		{"no moves", `"rules":"japanese","moves":[]`, ruleset.Black, 0, 13},
		{"handicap stones", `"rules":"chinese","moves":[],"initialStones":[["B","D4"],["B","F4"]],"komi":0.5`, ruleset.White, 2, 1},
		{"one stone is no handicap", `"rules":"chinese","moves":[],"initialStones":[["B","D4"]]`, ruleset.Black, 0, 15},
		{"handicap by moves in a row", `"rules":"aga","moves":[["B","D4"],["B","F4"],["B","F6"],["W","E5"]]`, ruleset.White, 3, 15},
		{"handicap by moves and passes", `"rules":"aga","moves":[["B","D4"],["W","pass"],["B","F6"],["W","E5"]]`, ruleset.Black, 2, 15},
		{"a position of both colors", `"rules":"chinese","moves":[],"initialStones":[["B","D4"],["B","F4"],["W","A1"]],"initialPlayer":"w"`, ruleset.White, 0, 15},
		{"a later stone replaces", `"rules":"chinese","moves":[],"initialStones":[["B","D4"],["B","F4"],["W","D4"]]`, ruleset.Black, 0, 15},
		{"White begins", `"rules":"chinese","moves":[["W","D4"]]`, ruleset.Black, 0, 15},
		{"after two passes the game goes on", `"rules":"chinese","moves":[["B","pass"],["W","pass"]]`, ruleset.Black, 0, 15},
		{"and moves may follow", `"rules":"chinese","moves":[["B","pass"],["W","pass"],["W","D4"]]`, ruleset.Black, 0, 15},
		{"territory rules in parts", `"rules":{"ko":"SIMPLE","scoring":"TERRITORY","tax":"SEKI","suicide":false},"moves":[]`, ruleset.Black, 0, 13},
		{"with komi", `"rules":{"ko":"SIMPLE","scoring":"TERRITORY","tax":"SEKI","suicide":false,"komi":5.5},"moves":[]`, ruleset.Black, 0, 11},
		{"rules in one word", `"rules":"koPOSITIONALscoreAREAtaxNONEsui1whbN","moves":[],"komi":7`, ruleset.Black, 0, 14},
	} {
		q := parsed(t, test.more)
		g, err := q.game(len(q.moves), nil)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if test.name != "handicap by moves in a row" && g.ToPlay() != test.player || g.Handicap() != test.handicap || g.Rules().Komi != test.komi || g.Over() {
			t.Errorf("%s: %v to play, handicap %d, komi %v", test.name, g.ToPlay(), g.Handicap(), g.Rules().Komi)
		}
	}
	q := parsed(t, `"rules":"chinese","moves":[],"initialStones":[["B","D4"],["B","F4"]],"whiteHandicapBonus":"N-1"`)
	if g, _ := q.game(0, nil); g.Score(nil).Compensation != ruleset.WholePoints(1) {
		t.Errorf("compensation %v", g.Score(nil).Compensation)
	}
}

// TestForbiddenMovesAreMade as KataGo makes them, with a warning.
func TestForbiddenMovesAreMade(t *testing.T) {
	ko := `"initialStones":[["B","B9"],["W","C9"],["B","A8"],["W","B8"],["W","D8"],["B","B7"],["W","C7"]],"moves":[["B","C8"],["W","B8"]]`
	lines := converse(t, testConfig(nil), `{"id":"a","rules":"chinese","boardXSize":9,"boardYSize":9,`+ko+`,"analyzeTurns":[1,2]}`)
	if len(lines) != 3 || lines[0].Field != "moves" || !strings.Contains(lines[0].Warning, "1: B8") {
		t.Fatalf("got %v", lines)
	}
	for _, l := range lines[1:] {
		checkReply(t, l, 81)
		for _, m := range l.MoveInfos {
			if l.TurnNumber == 1 && m.Move == "B8" {
				t.Error("the ko is retaken at once by the search")
			}
		}
	}
}

// TestBars: moves are avoided, others alone allowed.
func TestBars(t *testing.T) {
	query := `{"id":"a","rules":"chinese","boardXSize":5,"boardYSize":5,"moves":[],%s}`
	for _, test := range []struct {
		bars string
		ok   func(reply) bool
	}{
		{`"avoidMoves":[{"player":"B","moves":["C3"],"untilDepth":1},{"player":"B","moves":["C2","pass"],"untilDepth":3},{"player":"W","moves":["D3"],"untilDepth":2}]`, func(r reply) bool {
			return !slices.ContainsFunc(r.MoveInfos, func(m moveInfo) bool {
				return m.Move == "C3" || m.Move == "C2" || len(m.PV) > 1 && m.PV[1] == "D3"
			})
		}},
		{`"allowMoves":[{"player":"B","moves":["A1","B2"],"untilDepth":1}]`, func(r reply) bool {
			return r.MoveInfos[0].Move == "B2" && (len(r.MoveInfos) == 1 || len(r.MoveInfos) == 2 && r.MoveInfos[1].Move == "A1")
		}},
		{`"allowMoves":[{"player":"B","moves":["B2"],"untilDepth":2},{"player":"W","moves":["C3"],"untilDepth":2}]`, func(r reply) bool {
			return len(r.MoveInfos) == 1 && len(r.MoveInfos[0].PV) > 2 && r.MoveInfos[0].PV[1] == "C3"
		}},
	} {
		lines := converse(t, testConfig(func(c *Config) { c.Search.Playouts = 400 }), fmt.Sprintf(query, test.bars))
		if len(lines) != 1 || !test.ok(lines[0].reply) {
			t.Errorf("%s\nanswers %v", test.bars, lines)
		}
	}
}

func TestHashes(t *testing.T) {
	keys := func(more string) [2]string {
		q := parsed(t, `"rules":"chinese",`+more)
		g, err := q.game(len(q.moves), nil)
		if err != nil {
			t.Fatal(err)
		}
		this, symmetric := hashes(g)
		return [2]string{this, symmetric}
	}
	a := keys(`"moves":[["B","C4"],["W","E5"]]`)
	mirrored := keys(`"moves":[["B","G4"],["W","E5"]]`)
	otherPlayer := keys(`"moves":[],"initialStones":[["B","C4"],["W","E5"]],"initialPlayer":"w"`)
	sameByStones := keys(`"moves":[],"initialStones":[["B","C4"],["W","E5"]],"initialPlayer":"b"`)
	if a[0] == mirrored[0] || a[1] != mirrored[1] || a == otherPlayer || a[1] == otherPlayer[1] || a != sameByStones {
		t.Errorf("%v, mirrored %v, White to move %v, by stones %v", a, mirrored, otherPlayer, sameByStones)
	}
}

func TestParseSettings(t *testing.T) {
	config := testConfig(nil)
	settings, err := ParseSettings("# comment\nmaxVisits = 500 # inline\n\r\nnumAnalysisThreads=3\r\nreportAnalysisWinratesAs = WHITE\nanalysisPVLen = 4\nnnCacheSizePowerOfTwo = 20\nlogDir = x = y\n")
	if err != nil {
		t.Fatal(err)
	}
	unused, err := config.Apply(settings)
	if err != nil || config.Search.Playouts != 500 || config.Workers != 3 || config.Perspective != AsWhite || config.PVLen != 4 ||
		!slices.Equal(unused, []string{"logDir", "nnCacheSizePowerOfTwo"}) {
		t.Errorf("%v: %+v, unused %v", err, config, unused)
	}
	if _, err := ParseSettings("a = 1\nnonsense"); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("error %v", err)
	}
}

// outline replaces what depends on the search: numbers and moves, and all but
// the first element of lists.
func outline(v any) any {
	switch v := v.(type) {
	case float64:
		return 0
	case string:
		return "…"
	case []any:
		if len(v) > 0 {
			return []any{outline(v[0])}
		}
	case map[string]any:
		for key := range v {
			v[key] = outline(v[key])
		}
	}
	return v
}

// outlined is a line with the results of the search in outline.
func outlined(t *testing.T, raw string) string {
	t.Helper()
	var o map[string]any
	if err := json.Unmarshal([]byte(raw), &o); err != nil {
		t.Fatal(err)
	}
	for _, field := range []string{"moveInfos", "rootInfo", "ownership", "ownershipStdev", "policy"} {
		if value, ok := o[field]; ok {
			o[field] = outline(value)
		}
	}
	text, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestTranscript compares a session with what it was, the results of searches
// in outline; -update rewrites it.
func TestTranscript(t *testing.T) {
	file := filepath.Join("testdata", "session.transcript")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for text := range strings.Lines(string(data)) {
		sent, ok := strings.CutPrefix(text, "> ")
		if !ok {
			if strings.HasPrefix(text, "# ") {
				b.WriteString(text)
			}
			continue
		}
		b.WriteString(text)
		for _, l := range converse(t, testConfig(func(c *Config) { c.Workers = 1; c.Search.Playouts = 30 }), sent) {
			b.WriteString(outlined(t, l.raw) + "\n")
		}
	}
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if b.String() != string(data) {
		t.Errorf("differs from %s; rewrite it with -update if that is right:\n%s", file, b.String())
	}
}
