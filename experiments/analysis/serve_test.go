package analysis

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/mcts"
)

// testConfig is a small search that is repeatable.
func testConfig(change func(*Config)) Config {
	config := Config{Search: mcts.DefaultConfig(), Workers: 2, Seed: 1, Version: "0.1.0", Commit: "abc"}
	config.Search.Playouts = 60
	config.Search.MemoryMiB = 16
	if change != nil {
		change(&config)
	}
	return config
}

// line is what one line of output may hold.
type line struct {
	reply
	NoResults bool    `json:"noResults"`
	Error     string  `json:"error"`
	Warning   string  `json:"warning"`
	Field     string  `json:"field"`
	Action    string  `json:"action"`
	Version   *string `json:"version"`
	GitHash   *string `json:"git_hash"`
	Models    []any   `json:"models"`
	raw       string
}

// converse sends queries and returns all lines that come back.
func converse(t testing.TB, config Config, queries string) []line {
	t.Helper()
	var out bytes.Buffer
	if err := Serve(context.Background(), config, strings.NewReader(queries), &out); err != nil {
		t.Fatal(err)
	}
	return parseLines(t, out.String())
}

func parseLines(t testing.TB, text string) (lines []line) {
	t.Helper()
	for one := range strings.Lines(text) {
		l := line{raw: strings.TrimSpace(one)}
		if err := json.Unmarshal([]byte(one), &l); err != nil {
			t.Fatalf("%v: %s", err, one)
		}
		lines = append(lines, l)
	}
	return lines
}

// checkReply checks what holds of every analysis.
func checkReply(t testing.TB, l line, area int) {
	t.Helper()
	if l.ID == "" || len(l.MoveInfos) == 0 || l.RootInfo.Visits == 0 || l.RootInfo.CurrentPlayer == "" || len(l.RootInfo.ThisHash) != 32 || len(l.RootInfo.SymHash) != 32 {
		t.Errorf("incomplete: %s", l.raw)
	}
	visits := 0
	for i, m := range l.MoveInfos {
		visits += m.Visits
		if m.Order != i || m.Winrate < 0 || m.Winrate > 1 || len(m.PV) == 0 || m.PV[0] != m.Move || m.EdgeVisits != m.Visits ||
			math.Abs(m.Utility-(2*m.Winrate-1)) > 1e-5 || m.ScoreMean != m.ScoreLead || math.Abs(m.ScoreLead) > float64(2*area+400) {
			t.Errorf("move %d: %+v", i, m)
		}
	}
	if visits > l.RootInfo.Visits {
		t.Errorf("%d visits of moves, %d of the root", visits, l.RootInfo.Visits)
	}
}

// TestDocumentedExamples sends the example queries of KataGo's documentation.
func TestDocumentedExamples(t *testing.T) {
	lines := converse(t, testConfig(nil), `{"id":"foo","initialStones":[["B","Q4"],["B","C4"]],"moves":[["W","P5"],["B","P6"]],"rules":"tromp-taylor","komi":7.5,"boardXSize":19,"boardYSize":19,"analyzeTurns":[0,1,2]}`)
	players := map[int]string{}
	for _, l := range lines {
		checkReply(t, l, 361)
		players[l.TurnNumber] = l.RootInfo.CurrentPlayer
		if l.IsDuringSearch || l.ID != "foo" || l.RootInfo.Visits != 60 {
			t.Errorf("got %s", l.raw)
		}
	}
	if len(lines) != 3 || players[0] != "W" || players[1] != "B" || players[2] != "W" {
		t.Errorf("%d answers, players %v", len(lines), players)
	}
	// Every documented field that does not come from a network is there.
	for _, field := range []string{
		"id", "isDuringSearch", "turnNumber", "moveInfos", "rootInfo", "move", "visits", "edgeVisits", "winrate", "scoreMean", "scoreStdev",
		"scoreLead", "scoreSelfplay", "prior", "utility", "lcb", "utilityLcb", "weight", "edgeWeight", "order", "playSelectionValue", "pv",
		"thisHash", "symHash", "currentPlayer",
	} {
		if !strings.Contains(lines[0].raw, `"`+field+`":`) {
			t.Errorf("no field %s: %s", field, lines[0].raw)
		}
	}
	for query, want := range map[string]string{
		`{"id":"foo","action":"query_version"}`:                                           `{"action":"query_version","git_hash":"abc","id":"foo","version":"0.1.0"}`,
		`{"id":"foo","action":"clear_cache"}`:                                             `{"action":"clear_cache","id":"foo"}`,
		`{"id":"bar","action":"terminate","terminateId":"foo"}`:                           `{"action":"terminate","id":"bar","terminateId":"foo"}`,
		`{"id":"bar","action":"terminate","terminateId":"foo","turnNumbers":[1,2]}`:       `{"action":"terminate","id":"bar","terminateId":"foo","turnNumbers":[1,2]}`,
		`{"id":"bar","action":"terminate_all"}`:                                           `{"action":"terminate_all","id":"bar"}`,
		`{"id":"bar","action":"terminate_all","turnNumbers":[1,2]}`:                       `{"action":"terminate_all","id":"bar","turnNumbers":[1,2]}`,
		`{"id":"foo","action":"query_models"}`:                                            `{"action":"query_models","id":"foo","models":[]}`,
		"\uFEFF" + `{"id":"foo","action":"query_models"}`:                                 `{"action":"query_models","id":"foo","models":[]}`,
		`  {"id":"a\"<>&\u00e9","action":"clear_cache","more":{"x":[1.50]}}` + "\r\n\r\n": `{"action":"clear_cache","id":"a\"<>&\u00e9","more":{"x":[1.50]}}`,
	} {
		if lines := converse(t, testConfig(nil), query); len(lines) != 1 || lines[0].raw != want {
			t.Errorf("%s\nanswers %v, want %s", query, lines, want)
		}
	}
}

// TestWishes asks for everything that an answer can hold.
func TestWishes(t *testing.T) {
	lines := converse(t, testConfig(nil), `{"id":"a","moves":[["b","(2,2)"],["w","pass"]],"rules":{"ko":"POSITIONAL","scoring":"AREA","tax":"NONE","suicide":true,"hasButton":false,"whiteHandicapBonus":"0","friendlyPassOk":true},`+
		`"komi":0.5,"boardXSize":5,"boardYSize":6,"analyzeTurns":[2],"includeOwnership":true,"includeOwnershipStdev":true,"includeMovesOwnership":true,"includeMovesOwnershipStdev":true,`+
		`"includePolicy":true,"includePVVisits":true,"includeNoResultValue":true,"analysisPVLen":1,"maxVisits":100,"initialPlayer":"b"}`)
	if len(lines) != 2 || !strings.Contains(lines[0].raw, `"warning":"friendlyPassOk is not used`) {
		t.Fatalf("got %v", lines)
	}
	l := lines[1]
	checkReply(t, l, 30)
	if len(l.Ownership) != 30 || len(l.OwnershipStdev) != 30 || len(l.Policy) != 31 || l.RootInfo.Visits != 100 {
		t.Errorf("%d owners, %d deviations, %d of policy, %d visits", len(l.Ownership), len(l.OwnershipStdev), len(l.Policy), l.RootInfo.Visits)
	}
	const c4 = 2*5 + 2
	if l.Ownership[c4] < 0.5 || l.Policy[c4] != -1 {
		t.Errorf("Black's stone at (2,2): ownership %v, policy %v", l.Ownership[c4], l.Policy[c4])
	}
	sum := 0.0
	for _, p := range l.Policy {
		sum += max(p, 0)
	}
	if math.Abs(sum-1) > 0.01 {
		t.Errorf("the policy adds up to %v", sum)
	}
	for _, m := range l.MoveInfos {
		if len(m.Ownership) != 30 || len(m.OwnershipStdev) != 30 || len(m.PV) > 2 || len(m.PVVisits) != len(m.PV) || m.NoResultValue == nil {
			t.Errorf("move %+v", m)
		}
	}
}

// TestPointOfView: what is told of one side is turned around for the other.
func TestPointOfView(t *testing.T) {
	query := `{"id":"a","moves":[["B","C3"]],"rules":"chinese","boardXSize":5,"boardYSize":5,"includeOwnership":true,"overrideSettings":{"reportAnalysisWinratesAs":"%s"}}` + "\n"
	byView := map[string]line{}
	for _, view := range perspectives {
		byView[view] = converse(t, testConfig(nil), fmt.Sprintf(query, view))[0]
	}
	black, white, mover := byView["BLACK"], byView["WHITE"], byView["SIDETOMOVE"]
	if white.raw != mover.raw {
		t.Error("White is to move, and his view is not that of the side to move")
	}
	if black.RootInfo.Winrate <= 0.5 || math.Abs(black.RootInfo.Winrate+white.RootInfo.Winrate-1) > 1e-5 || black.RootInfo.ScoreLead != -white.RootInfo.ScoreLead {
		t.Errorf("Black's view %+v, White's %+v", black.RootInfo, white.RootInfo)
	}
	b, w := black.MoveInfos[0], white.MoveInfos[0]
	if b.Move != w.Move || b.LCB < b.Winrate || w.LCB > w.Winrate || black.Ownership[12] <= 0 || white.Ownership[12] >= 0 || b.ScoreStdev != w.ScoreStdev {
		t.Errorf("Black's view %+v, White's %+v", b, w)
	}
	if defaulted := converse(t, testConfig(nil), strings.Replace(query, `,"overrideSettings":{"reportAnalysisWinratesAs":"%s"}`, "", 1))[0]; defaulted.raw != black.raw {
		t.Error("the default is not Black's view")
	}
}

// TestManyQueries: each of two hundred is answered once, and alike whatever the
// number of workers.
func TestManyQueries(t *testing.T) {
	var queries strings.Builder
	for i := range 200 {
		fmt.Fprintf(&queries, `{"id":"q%d","moves":[["B","C3"],["W","%s"]],"rules":"chinese","boardXSize":5,"boardYSize":5,"maxVisits":%d,"priority":%d}`+"\n",
			i, []string{"B2", "D3", "D4", "B4", "C4"}[i%5], 10+i%7, i%3)
	}
	var first []string
	for _, workers := range []int{1, 3, 16} {
		var raw []string
		for _, l := range converse(t, testConfig(func(c *Config) { c.Workers = workers }), queries.String()) {
			checkReply(t, l, 25)
			raw = append(raw, l.raw)
		}
		slices.Sort(raw)
		if len(raw) != 200 || len(slices.Compact(slices.Clone(raw))) != 200 {
			t.Fatalf("%d answers", len(raw))
		}
		if first == nil {
			first = raw
		} else if !slices.Equal(raw, first) {
			t.Errorf("%d workers give other answers", workers)
		}
	}
}

// talk is a session in which the test waits for answers.
type talk struct {
	t    *testing.T
	in   *io.PipeWriter
	out  chan line
	done chan error
}

func startTalk(t *testing.T, config Config) *talk {
	t.Helper()
	inReader, inWriter := io.Pipe()
	outReader, outWriter := io.Pipe()
	k := &talk{t: t, in: inWriter, out: make(chan line, 1000), done: make(chan error, 1)}
	go func() {
		err := Serve(context.Background(), config, inReader, outWriter)
		outWriter.Close()
		k.done <- err
	}()
	go func() {
		defer close(k.out)
		decoder := json.NewDecoder(outReader)
		for {
			var raw json.RawMessage
			if decoder.Decode(&raw) != nil {
				return
			}
			l := line{raw: string(raw)}
			if err := json.Unmarshal(raw, &l); err != nil {
				t.Error(err)
			}
			k.out <- l
		}
	}()
	return k
}

func (k *talk) send(format string, args ...any) {
	fmt.Fprintf(k.in, format+"\n", args...)
}

func (k *talk) next() line {
	k.t.Helper()
	select {
	case l, ok := <-k.out:
		if !ok {
			k.t.Fatal("the output has ended")
		}
		return l
	case <-time.After(20 * time.Second):
		k.t.Fatal("no answer")
	}
	return line{}
}

func (k *talk) end() {
	k.t.Helper()
	k.in.Close()
	for l := range k.out {
		k.t.Errorf("one more line: %s", l.raw)
	}
	if err := <-k.done; err != nil {
		k.t.Error(err)
	}
}

const long = `"moves":[],"rules":"chinese","boardXSize":9,"boardYSize":9,"maxVisits":100000000`

// TestPriorities: with one worker busy, what waits is taken by priority, then
// by arrival; a higher priority for one turn comes first.
func TestPriorities(t *testing.T) {
	k := startTalk(t, testConfig(func(c *Config) { c.Workers = 1 }))
	k.send(`{"id":"busy",%s,"firstReportDuringSearchAfter":0.001}`, long)
	if l := k.next(); l.ID != "busy" || !l.IsDuringSearch {
		t.Fatalf("got %s", l.raw)
	}
	short := `"moves":[["B","C3"],["W","B2"]],"rules":"chinese","boardXSize":5,"boardYSize":5,"maxVisits":10`
	k.send(`{"id":"last",%s,"priority":-5}`, short)
	k.send(`{"id":"third",%s}`, short)
	k.send(`{"id":"fourth",%s}`, short)
	k.send(`{"id":"turns",%s,"analyzeTurns":[2,0,1],"priorities":[8,-9,9]}`, short)
	k.send(`{"id":"stop","action":"terminate","terminateId":"busy"}`)
	if l := k.next(); l.Action != "terminate" {
		t.Errorf("got %s", l.raw)
	}
	var order []string
	for range 7 {
		l := k.next()
		order = append(order, fmt.Sprintf("%s/%d", l.ID, l.TurnNumber))
		if l.ID == "busy" {
			checkReply(t, l, 81) // what was found so far
		}
	}
	want := []string{"busy/0", "turns/1", "turns/2", "third/2", "fourth/2", "last/2", "turns/0"}
	if !slices.Equal(order, want) {
		t.Errorf("order %v, want %v", order, want)
	}
	k.end()
}

// TestTerminate stops what runs and what waits; each is answered once.
func TestTerminate(t *testing.T) {
	k := startTalk(t, testConfig(func(c *Config) { c.Workers = 1 }))
	k.send(`{"id":"a",%s,"reportDuringSearchEvery":0.001}`, long)
	k.next()
	k.send(`{"id":"b",%s}`, long)
	k.send(`{"id":"c","moves":[["B","C3"]],"analyzeTurns":[0,1],"rules":"chinese","boardXSize":9,"boardYSize":9,"maxVisits":100000000}`)
	k.send(`{"id":"t1","action":"terminate","terminateId":"c","turnNumbers":[1]}`)
	k.send(`{"id":"t2","action":"terminate","terminateId":"nobody"}`)
	k.send(`{"id":"t3","action":"terminate_all"}`)
	got := map[string]int{}
	for finals := 0; finals < 7; {
		l := k.next()
		if l.IsDuringSearch {
			continue
		}
		finals++
		key := fmt.Sprintf("%s/%d", l.ID, l.TurnNumber)
		got[key]++
		if waiting := l.ID == "b" || l.ID == "c"; l.NoResults != waiting {
			t.Errorf("%s: no results: %v", key, l.NoResults)
		}
		if l.NoResults && strings.Contains(l.raw, "moveInfos") {
			t.Errorf("got %s", l.raw)
		}
	}
	for _, key := range []string{"a/0", "b/0", "c/0", "c/1", "t1/0", "t2/0", "t3/0"} {
		if got[key] != 1 {
			t.Errorf("%s answered %d times", key, got[key])
		}
	}
	k.end()
}

func TestQuitWithoutWaiting(t *testing.T) {
	config := testConfig(func(c *Config) { c.QuitWithoutWaiting = true })
	started := time.Now()
	for _, l := range converse(t, config, strings.Repeat(`{"id":"a",`+long+"}\n", 20)) {
		t.Errorf("an answer: %s", l.raw)
	}
	if time.Since(started) > 5*time.Second {
		t.Error("it waited")
	}
}

// TestContextEnds: the context stops everything, also while the input is open.
func TestContextEnds(t *testing.T) {
	in, out := io.Pipe()
	defer out.Close()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- Serve(ctx, testConfig(nil), in, io.Discard) }()
	fmt.Fprintf(out, `{"id":"a",%s}`+"\n", long)
	cancel()
	select {
	case err := <-done:
		if err == nil {
			t.Error("no error")
		}
	case <-time.After(10 * time.Second):
		t.Fatal("it goes on")
	}
}

// failing refuses to be written to.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestNobodyListens(t *testing.T) {
	err := Serve(context.Background(), testConfig(nil), strings.NewReader(strings.Repeat(`{"id":"a","action":"clear_cache"}`+"\n", 1000)), failing{})
	if err == nil || !strings.Contains(err.Error(), "writing an answer") {
		t.Errorf("error %v", err)
	}
}
