package gtp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/experiments/clock"
	"github.com/tengen-go/tengen/mcts"
	"github.com/tengen-go/tengen/ruleset"
)

// run sends lines and returns the answers, joined by " | ", without "=" and
// line breaks, so that a table can hold them.
func run(t *testing.T, e *Engine, script string) string {
	t.Helper()
	var lines []string
	for line := range strings.SplitSeq(script, ";") {
		lines = append(lines, strings.TrimSpace(line))
	}
	out := serve(t, &Server{Handler: e}, strings.Join(lines, "\n")+"\n")
	answers := strings.Split(strings.TrimSuffix(out, "\n\n"), "\n\n")
	for i, a := range answers {
		a = strings.TrimSpace(strings.TrimPrefix(a, "="))
		answers[i] = strings.Join(strings.Fields(a), " ")
	}
	return strings.Join(answers, " | ")
}

func TestCommands(t *testing.T) {
	tests := []struct {
		name, script, want string
	}{
		// Administration.
		{"unknown", "nonsense; known_command nonsense; known_command genmove; known_command", "? unknown command | false | true | ? syntax error: known_command takes the name of a command"},
		{"who is there", "protocol_version; name; version; gogui-title", "2 | tengen | 0.17 | tengen 0.17"},
		{"stop and clear_cache", "stop; clear_cache", " | "},

		// The board.
		{"sizes", "boardsize 5; boardsize 9 13; boardsize 9:13; boardsize 9x13; rectangular_boardsize 1 1; boardsize 26; boardsize 20; boardsize 0; boardsize x; boardsize",
			" |  |  |  |  | ? unacceptable size | ? unacceptable size | ? unacceptable size | ? unacceptable size | ? syntax error: boardsize takes a size, or columns and rows"},
		{"a refused size leaves the board alone", "play b A1; boardsize 99; play w A1", " | ? unacceptable size | ? illegal move"},
		{"moves", "play b C3; play white c4; play B PASS; play w pass; play b pass; play b Q16; play b C3; play b",
			" |  |  |  |  | ? illegal move | ? illegal move | ? syntax error: play takes a color and a vertex"},
		{"no such vertex or color", "play b I5; play green A1; play b resign", `? syntax error: "I5" is no point: write a letter (A to Z without I) and a row, such as D4, or pass | ? syntax error: "green" is no player: write black or white | ? syntax error: "resign" is no point: write a letter (A to Z without I) and a row, such as D4, or pass`},
		{"suicide and ko change nothing", "play b A2; play b B1; play w A1; play w B2; play w C1; play w A1; play b B1; play b E5; play w E6; undo; undo; play b B1",
			" |  | ? illegal move |  |  |  | ? illegal move |  |  |  |  | ? illegal move"},
		{"undo", "undo; play b C3; undo; undo; gg-undo 1; gg-undo x", `? cannot undo |  |  | ? cannot undo | ? cannot undo | ? syntax error: "x" is no integer`},
		{"undo many", "play b A1; play w B2; play b C3; gg-undo 2; play w B2; gg-undo 3; gg-undo 2; gg-undo", " |  |  |  |  | ? cannot undo |  | ? cannot undo"},
		{"play goes on after two passes", "play b pass; play w pass; play b C3; undo; play b D4; play w pass", " |  |  |  |  | "},
		{"an illegal move after two passes as well", "play b C3; play w pass; play b pass; play w C3; final_score; undo; play b D4", " |  |  | ? illegal move | B+73.5 |  | "},
		{"set_position", "set_position b A1 w B2 b C3; play w C3; undo; play w A2; set_position; play b A2",
			" | ? illegal move | ? cannot undo |  |  | "},
		{"set_position refuses what cannot stand", "play b E5; set_position b A1 w A2 w B1; set_position b A1 w A1; set_position b; play w E5",
			" | ? setup: the chain at A1 has no liberty: leave one of its neighbors empty | ? setup: W A1: the point is occupied | ? syntax error: pairs of a color and a vertex are needed | ? illegal move"},

		// Komi and handicap.
		{"komi", "get_komi; komi 6.5; get_komi; komi -3; get_komi; komi 0; get_komi; komi 375; komi 7.3; komi x; komi NaN; komi; get_komi",
			`7.5 |  | 6.5 |  | -3 |  | 0 | ? komi of 375 points is beyond the 361 points of a board | ? syntax error: komi "7.3" is no multiple of half a point | ? syntax error: komi "x" is no multiple of half a point | ? syntax error: komi "NaN" is no multiple of half a point | ? syntax error: komi takes a number of points | 0`},
		{"komi during a game", "play b C3; komi 1; undo; get_komi", " |  |  | 1"},
		{"fixed handicap", "fixed_handicap 4; play b A1; clear_board; fixed_handicap 1; fixed_handicap 10; fixed_handicap x; play b C3; fixed_handicap 2",
			`C3 G7 C7 G3 |  |  | ? invalid number of stones | ? invalid number of stones | ? syntax error: "x" is no integer |  | ? board not empty`},
		{"free handicap places what it can", "place_free_handicap 20; clear_board; place_free_handicap 81; place_free_handicap 1; boardsize 5; place_free_handicap 2",
			"C3 G7 C7 G3 C5 G5 E3 E7 E5 |  | ? invalid number of stones | ? invalid number of stones |  | ? invalid number of stones"},
		{"set_free_handicap", "set_free_handicap C3 E5; set_free_handicap C3 E5; clear_board; set_free_handicap C3; set_free_handicap C3 C3; set_free_handicap C3 pass; set_free_handicap C3 Z9",
			" | ? board not empty |  | ? bad vertex list | ? bad vertex list | ? bad vertex list | ? bad vertex list"},
		{"after handicap White moves", "fixed_handicap 2; showboard", "C3 G7 | A B C D E F G H J 9 . . . . . . . . . 9 8 . . . . . . . . . 8 7 . . . . . . X . . 7 6 . . . . . . . . . 6 5 . . . . . . . . . 5 4 . . . . . . . . . 4 3 . . X . . . . . . 3 2 . . . . . . . . . 2 1 . . . . . . . . . 1 A B C D E F G H J White to play, move 1 captured by Black 0, by White 0 komi 7.5, rules Chinese, handicap 2"},

		// Moves.
		{"genmove makes its move", "genmove b; play w E5; genmove white; genmove; genmove x", `E5 | ? illegal move | C3 | ? syntax error: genmove takes a color | ? syntax error: "x" is no player: write black or white`},
		{"reg_genmove does not", "reg_genmove b; reg_genmove b; play w E5", "E5 | E5 | "},
		{"genmove out of turn", "genmove b; genmove b; genmove b", "E5 | C3 | G7"},
		{"genmove after two passes", "play b pass; play w pass; genmove b", " |  | E5"},
		{"genmove_analyze", "genmove_analyze b 1 maxmoves 1; play w E5", "info move E5 visits 64 utility 0.200000 winrate 0.600000 scoreMean 2.500000 scoreStdev 4.000000 scoreLead 2.500000 scoreSelfplay 2.500000 prior 0.285714 lcb 0.416252 utilityLcb -0.167496 weight 64.0 order 0 pv E5 C3 play E5 | ? illegal move"},
		{"avoided moves are not made", "lz-genmove_analyze b avoid b E5,C3 1", "info move G7 visits 4 winrate 3500 prior 2857 lcb 0 order 0 pv G7 play G7"},
		{"avoid of the opponent does not matter", "lz-genmove_analyze b avoid w E5 1 maxmoves 1", "info move E5 visits 64 winrate 6000 prior 2857 lcb 4163 order 0 pv E5 C3 play E5"},
		{"with all moves avoided it passes", "lz-genmove_analyze b allow b A9 1", "play pass"},
		{"winrate is that of the player to move, score too", "play b E5; kata-genmove_analyze w maxmoves 1 rootInfo true", " | info move C3 visits 64 utility 0.200000 winrate 0.600000 scoreMean -2.500000 scoreStdev 4.000000 scoreLead -2.500000 scoreSelfplay -2.500000 prior 0.285714 lcb 0.416252 utilityLcb -0.167496 weight 64.0 order 0 pv C3 G7 rootInfo winrate 0.600000 visits 84 utility 0.200000 scoreLead -2.500000 scoreSelfplay -2.500000 scoreStdev 4.000000 play C3"},
		{"minmoves shows moves without visits", "lz-genmove_analyze b minmoves 4", "info move E5 visits 64 winrate 6000 prior 2857 lcb 4163 order 0 pv E5 C3 info move C3 visits 16 winrate 4750 prior 2857 lcb 1011 order 1 pv C3 info move G7 visits 4 winrate 3500 prior 2857 lcb 0 order 2 pv G7 info move pass visits 0 winrate 5000 prior 1429 lcb 0 order 3 pv pass play E5"},
		{"what analysis does not know is an error", "kata-analyze b 1 pvVisits true; kata-analyze x; lz-analyze 1 ownership true; analyze 1 maxmoves; lz-analyze interval x; lz-analyze avoid b D4; lz-analyze avoid b D44,x 1; lz-analyze noResultValue false movesOwnership true; lz-analyze allow b A1 0; analyze ownership maybe",
			`? pvVisits is not supported | ? syntax error: x needs a value | ? syntax error: ownership is not supported | ? syntax error: maxmoves needs a value | ? syntax error: interval "x" is no number of centiseconds | ? syntax error: avoid needs a color, vertices and a depth | ? syntax error: "D44" is no point: write a letter (A to Z without I) and a row, such as D4, or pass | ? syntax error: movesOwnership is not supported | ? syntax error: depth "0" is no number of moves | ? syntax error: ownership "maybe" is neither true nor false`},

		{"kata-search only says the move", "kata-search b; kata-search_analyze b maxmoves 1 noResultValue true; play w E5", "E5 | info move E5 visits 64 utility 0.200000 winrate 0.600000 scoreMean 2.500000 scoreStdev 4.000000 scoreLead 2.500000 scoreSelfplay 2.500000 noResultValue 0 prior 0.285714 lcb 0.416252 utilityLcb -0.167496 weight 64.0 order 0 pv E5 C3 play E5 | "},
		{"what lines cannot hold without superko is left out", "kata-set-rules japanese; boardsize 2; kata-genmove_analyze b maxmoves 1 noResultValue true ownershipStdev true", " |  | info move A1 visits 64 utility 0.200000 winrate 0.600000 scoreMean 2.500000 scoreStdev 4.000000 scoreLead 2.500000 scoreSelfplay 2.500000 prior 0.285714 lcb 0.416252 utilityLcb -0.167496 weight 64.0 order 0 pv A1 B1 ownershipStdev 1.0000 1.0000 1.0000 1.0000 play A1"},
		{"friendlyPassOk is accepted and changes nothing", `kata-set-rules {"ko":"SIMPLE","friendlyPassOk":true}; kata-set-rule friendlyPassOk true; kata-set-rule friendlyPassOk false; kata-set-rule friendlyPassOk x; kata-get-rules`,
			` |  |  | ? syntax error: friendlyPassOk "x": write true or false | {"ko":"SIMPLE","scoring":"AREA","tax":"NONE","suicide":true,"hasButton":false,"whiteHandicapBonus":"0","friendlyPassOk":false,"komi":7.5}`},

		// The result.
		{"final_score counts the board as it stands", "final_score; play b E5; final_score; komi 0; final_score", "W+7.5 |  | B+73.5 |  | B+81"},
		{"a tie is 0", "boardsize 1 3; komi 0; final_score", " |  | 0"},
		{"one scoring function", "boardsize 3; komi 1; play b B2; play w pass; play b pass; final_score; printsgf", " |  |  |  |  | B+8 | (;FF[4]CA[UTF-8]GM[1]AP[tengen:0.17]SZ[3]RU[Chinese]KM[1]RE[B+8];B[bb];W[] ;B[])"},
		{"a repetition under rules without superko is no result", "boardsize 1 3; kata-set-rules japanese; play b A2; play w pass; play b A3; play w A1; final_score; play b A2; final_score; play w pass; printsgf",
			" |  |  |  |  |  | W+11.5 |  | ? cannot score: the game has no result: no-result |  | (;FF[4]CA[UTF-8]GM[1]AP[tengen:0.17]SZ[1:3]RU[Japanese]KM[7.5];B[ab];W[];B[aa] ;W[ac];B[ab];W[])"},
		{"unknown status", "final_status_list undead; final_status_list", `? syntax error: status "undead": write alive, seki or dead | ? syntax error: final_status_list takes a status: alive, seki or dead`},
		{"stones believed dead are named by commands of their own", "play b E5; play w C3; final_status_list dead; final_status_list alive; final_status_list seki; tengen-estimate_score; final_score",
			" |  |  | C3 E5 |  | W+7.5 estimated, dead: none | W+7.5"},

		// Time.
		{"time settings", "time_settings 300 0 0; time_settings 0 1 0; time_settings 1; kgs-time_settings byoyomi 600 30 5; kata-time_settings fischer 60 1.5; kata-list_time_settings; kgs-time_settings hourglass",
			" |  | ? syntax error: time_settings takes main time, overtime and number of stones |  |  | none absolute byoyomi canadian fischer | ? syntax error: no time control \"hourglass\": name one of none, absolute, byoyomi, canadian, fischer"},
		{"time_left", "time_left b 30 0; time_left x 30 0; time_left b; time_left w -5 0; time_left", ` | ? syntax error: "x" is no player: write black or white | ? syntax error: time_left takes a color, a time and a number of stones |  | ? syntax error: time_left needs a color`},

		// Rules.
		{"rules by name keep the komi", "komi 5.5; kata-set-rules tromp-taylor; get_komi; tengen-rules chinese,komi=3; get_komi; kgs-rules new_zealand; kata-get-rules",
			` |  | 5.5 |  | 3 |  | {"ko":"SITUATIONAL","scoring":"AREA","tax":"NONE","suicide":true,"hasButton":false,"whiteHandicapBonus":"0","friendlyPassOk":false,"komi":3}`},
		{"KataGo's object", `kata-set-rules {"ko":"SIMPLE","scoring":"TERRITORY","tax":"SEKI","suicide":false}; kata-get-rules`,
			` | {"ko":"SIMPLE","scoring":"TERRITORY","tax":"SEKI","suicide":false,"hasButton":false,"whiteHandicapBonus":"0","friendlyPassOk":false,"komi":7.5}`},
		{"one rule by KataGo's names", "kata-set-rule ko SIMPLE; kata-set-rule suicide true; kata-set-rule whiteHandicapBonus 0; kata-set-rule tax ALL; kata-set-rule hasButton false; kata-get-rules; kata-set-rule tax NONE; kata-set-rule scoring TERRITORY; kata-set-rule tax ALL; kata-set-rule hasButton true; kata-set-rule tax x",
			` |  |  |  |  | {"ko":"SIMPLE","scoring":"AREA","tax":"ALL","suicide":true,"hasButton":false,"whiteHandicapBonus":"0","friendlyPassOk":false,"komi":7.5} |  |  | ? tax ALL is not supported with territory scoring | ? hasButton true is not supported | ? syntax error: tax "x": write NONE, SEKI or ALL`},
		{"one rule by its own name", "kata-set-rules japanese; kata-set-rule ko situational; kata-set-rule whiteHandicapBonus N-1; tengen-rules", " |  |  | japanese,scoring=territory,ko=situational,suicide=forbidden,komi=7.5,first-pass=0,seki=two-eyes,neutral=nobody,compensation=n-1,placement=fixed,start=empty,pass-stones=false,white-passes-last=false,passes=2,tie=draw,cycle=forbid,fill-in=none,max-moves=auto"},
		{"rules that make the game so far illegal are refused", "kata-set-rules tromp-taylor; gogui-play_sequence w A1 b B1 b B2 b A3; play w A2; kata-set-rules chinese; kata-get-rules",
			` |  |  | ? the game so far does not fit: move 5: W A2: the stone would have no liberty | {"ko":"POSITIONAL","scoring":"AREA","tax":"NONE","suicide":true,"hasButton":false,"whiteHandicapBonus":"0","friendlyPassOk":false,"komi":7.5}`},
		{"the board stays empty under rules with a start of their own", "kata-set-rules chinese-ancient; clear_board; play b C3; final_score", " |  |  | B+71.5"},

		// Settings.
		{"parameters", "kata-list-params; kata-get-param maxPlayouts; kata-set-param maxPlayouts 10; kata-set-param maxTime 1.5; kata-set-param maxPlayouts 0; tengen-param; kata-set-param maxTime 0; kata-get-param nonsense; kata-set-param maxTime x; tengen-param live_gfx 1; kata-get-param; kata-set-param maxTime; kata-set-param resign_below 2",
			`live_gfx maxPlayouts maxTime resign_below | 84 |  |  |  | [bool] live_gfx 0 [string] maxPlayouts 0 [string] maxTime 1.5 [string] resign_below 0 | ? one of maxPlayouts and maxTime must be above 0 | ? unknown parameter "nonsense": there are live_gfx, maxPlayouts, maxTime, resign_below | ? maxTime "x": write seconds, 0 for no limit | ? live_gfx: there is nowhere to draw | ? syntax error: kata-get-param takes the name of a parameter | ? syntax error: kata-set-param takes the name of a parameter and a value | ? resign_below "2": write a winrate from 0, for never, to 1`},

		// Servers and match programs.
		{"the end of a game", "kgs-game_over; cgos-gameover", " | "},
		{"cgos-genmove_analyze", "boardsize 2; cgos-genmove_analyze b; cgos-genmove_analyze", ` | {"winrate":0.6,"score":2.5,"visits":84,"moves":[{"move":"A1","winrate":0.6,"score":2.5,"prior":0.2857,"pv":"B1","visits":64},{"move":"B1","winrate":0.475,"score":2.5,"prior":0.2857,"pv":"","visits":16},{"move":"A2","winrate":0.35,"score":2.5,"prior":0.2857,"pv":"","visits":4}],"ownership":"ffff"} play A1 | ? syntax error: cgos-genmove_analyze needs a color`},
		{"nothing is explained before a move", "gomill-explain_last_move", ""},

		// GoGui.
		{"setup is undone step by step", "play b E5; gogui-setup w E4 b E6; gogui-setup e E5; play b E5; gogui-undo_setup; undo; gogui-undo_setup; play b E4; gogui-undo_setup; play b E4; undo; undo; gogui-undo_setup",
			" |  |  |  | ? cannot undo setup |  |  | ? illegal move |  |  |  |  | ? cannot undo setup"},
		{"setup that cannot stand", "gogui-setup b; gogui-setup x A1; gogui-setup b A1 w A2 w B1; gogui-setup b Z9; gogui-setup b pass",
			`? syntax error: pairs of a color and a vertex are needed | ? syntax error: "x" is no player: write black or white | ? setup: the chain at A1 has no liberty: leave one of its neighbors empty | ? syntax error: "Z9" is no vertex of the board | ? syntax error: "pass" is no vertex of the board`},
		{"a sequence is all or nothing", "gogui-play_sequence b A1 w B2; gogui-play_sequence b C3 w C3; play b C3; gogui-play_sequence b", " | ? illegal move |  | ? syntax error: pairs of a color and a vertex are needed"},
		{"what GoGui shows", "tengen-moves; tengen-variation; tengen-visits", "INFLUENCE E5 0.76 C3 0.19 G7 0.05 LABEL E5 60% C3 48% G7 35% VAR b E5 w C3 TEXT 84 visits, winrate 60.0 % for Black | E5 C3 | E5 64 C3 16 G7 4"},

		// Records.
		{"loadsgf wants a file", "loadsgf; loadsgf /nowhere/x.sgf", "? syntax error: loadsgf takes the name of a file, and the number of a move | ? cannot load file: open /nowhere/x.sgf: no such file or directory"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := newEngine(t, func(c *Config) { c.Searcher = &scripted{likes: points(t, "E5", "C3", "G7")} })
			if got := run(t, e, tt.script); got != tt.want {
				t.Errorf("%s\ngot  %s\nwant %s", tt.script, got, tt.want)
			}
		})
	}
}

// TestEveryCommandIsTested keeps the tables complete.
func TestEveryCommandIsTested(t *testing.T) {
	var text []byte
	for _, pattern := range []string{"testdata/*.transcript", "*_test.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			// Not the list of commands itself.
			for line := range bytes.Lines(data) {
				if bytes.ContainsAny(line, "> ;\"") {
					text = append(text, line...)
				}
			}
		}
	}
	for _, name := range newEngine(t, nil).commandNames() {
		if !bytes.Contains(text, []byte(name)) {
			t.Errorf("%s is not tested", name)
		}
	}
}

// TestDeadStones: White has a stone that cannot live in the strip that Black owns.
func TestDeadStones(t *testing.T) {
	setup := "set_position"
	for row := 1; row <= 9; row++ {
		setup += fmt.Sprintf(" b B%d w C%d", row, row)
	}
	e := newEngine(t, func(c *Config) { c.Searcher = &scripted{} })
	got := run(t, e, setup+" w A5; final_status_list dead; final_status_list seki; final_status_list alive; tengen-estimate_score; final_score")
	want := " | A5 |  | B1 B2 B3 B4 B5 B6 B7 B8 B9 C1 C2 C3 C4 C5 C6 C7 C8 C9 | W+52.5 estimated, dead: A5 | W+62.5"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	// With nothing better to do, cleanup takes dead stones instead of passing.
	s := &scripted{likes: points(t, "A4", "H1"), value: 0.01}
	e = newEngine(t, func(c *Config) { c.Searcher = passing{s}; c.ResignBelow = 0.2 })
	got = run(t, e, setup+" w A5; kgs-genmove_cleanup b; play w H3; reg_genmove b; genmove b")
	if want := " | A4 |  | pass | resign"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// passing is a searcher that wants to pass.
type passing struct{ *scripted }

func (p passing) Run(ctx context.Context, g *ruleset.Game, b mcts.Budget, seed uint64) (*mcts.Report, error) {
	r, err := p.scripted.Run(ctx, g, b, seed)
	r.Best, r.PV = ruleset.Pass, []ruleset.Point{ruleset.Pass}
	return r, err
}

func TestNoOwnership(t *testing.T) {
	e := newEngine(t, func(c *Config) { c.Searcher = blind{&scripted{}} })
	got := run(t, e, "tengen-ownership; kata-genmove_analyze b 1 ownership true maxmoves 0; genmove w")
	want := "? the search does not tell who owns the points | play A1 | B1"
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// blind is a searcher that knows no ownership.
type blind struct{ *scripted }

func (b blind) Run(ctx context.Context, g *ruleset.Game, budget mcts.Budget, seed uint64) (*mcts.Report, error) {
	r, err := b.scripted.Run(ctx, g, budget, seed)
	r.Ownership = nil
	return r, err
}

func TestLines(t *testing.T) {
	e := newEngine(t, func(c *Config) { c.Searcher = withLines{&scripted{}} })
	got := run(t, e, "kata-genmove_analyze b 1 maxmoves 2 pvVisits true")
	for _, want := range []string{"pv A1 pass pvVisits 5 2 info", "pv B1 pass pvVisits 5 2 play A1"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in %s", want, got)
		}
	}
}

func TestResign(t *testing.T) {
	s := &scripted{value: 0.05}
	e := newEngine(t, func(c *Config) { c.Searcher = s; c.ResignBelow = 0.1 })
	got := run(t, e, "play b C3; genmove w; final_score; printsgf; undo; play b C3; play w D4; final_score")
	want := " | resign | B+R | (;FF[4]CA[UTF-8]GM[1]AP[tengen:0.17]SZ[9]RU[Chinese]KM[7.5]RE[B+R];B[cg]) |  |  |  | W+7.5"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	got = run(t, e, "clear_board; genmove_analyze b 1 maxmoves 0; komi 0; final_score; play b A1")
	if want := " | play resign |  | W+R | "; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestRulesOfEndings: the engine plays on whatever happens, but the result is
// that of the rules.
func TestRulesOfEndings(t *testing.T) {
	rules, err := ruleset.ParseRules("japanese,max-moves=3")
	if err != nil {
		t.Fatal(err)
	}
	e := newEngine(t, func(c *Config) { c.Rules = rules })
	got := run(t, e, "play b A1; play w B2; play b C3; final_score; play w D4; final_score; printsgf; undo; undo; final_score")
	if !strings.HasPrefix(got, " |  |  | ? cannot score: the game has no result: move-limit |  | ? cannot score: the game has no result: move-limit | ") ||
		!strings.HasSuffix(got, " |  |  | W+6.5") {
		t.Errorf("got %s", got)
	}
}

func TestProcessorTime(t *testing.T) {
	got := run(t, newEngine(t, nil), "genmove b; cputime; gomill-cpu_time")
	var all, moves float64
	if n, err := fmt.Sscanf(got, "A1 | %f | %f", &all, &moves); n != 2 || all < moves || moves < 0 {
		t.Errorf("got %s (%v)", got, err)
	}
}

func TestSearchError(t *testing.T) {
	s := &scripted{fail: errors.New("no memory")}
	e := newEngine(t, func(c *Config) { c.Searcher = s })
	got := run(t, e, "genmove b; tengen-variation; tengen-moves; cgos-genmove_analyze w; kata-genmove_analyze b; play b A1")
	want := "? cannot generate a move: no memory | ? no memory | ? no memory | ? cannot generate a move: no memory |  | "
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestBudget checks what the searcher is asked for.
func TestBudget(t *testing.T) {
	tests := []struct {
		name, script string
		want         mcts.Budget
	}{
		{"without a clock the configured budget", "genmove b", mcts.Budget{Playouts: 84}},
		{"a clock that sets no limit", "time_settings 0 1 0; genmove b", mcts.Budget{Playouts: 84}},
		{"main time is divided among 30 moves", "time_settings 300 0 0; genmove b", mcts.Budget{Playouts: 84, Time: 9900 * time.Millisecond}},
		{"time_left counts", "time_settings 300 0 0; time_left b 30 0; genmove b", mcts.Budget{Playouts: 84, Time: 900 * time.Millisecond}},
		{"of the right player", "time_settings 300 0 0; time_left w 30 0; genmove b", mcts.Budget{Playouts: 84, Time: 9900 * time.Millisecond}},
		{"a time per move", "time_settings 0 5 1; genmove b", mcts.Budget{Playouts: 84, Time: 4900 * time.Millisecond}},
		{"a Canadian block", "time_settings 0 50 10; genmove b", mcts.Budget{Playouts: 84, Time: 4900 * time.Millisecond}},
		{"the rest of it", "time_settings 0 50 10; time_left b 6 3; genmove b", mcts.Budget{Playouts: 84, Time: 1900 * time.Millisecond}},
		{"byo-yomi", "kgs-time_settings byoyomi 0 10 3; genmove b", mcts.Budget{Playouts: 84, Time: 9900 * time.Millisecond}},
		{"before byo-yomi", "kgs-time_settings byoyomi 30 10 3; genmove b", mcts.Budget{Playouts: 84, Time: 10900 * time.Millisecond}},
		{"increment", "kata-time_settings fischer 30 2; genmove b", mcts.Budget{Playouts: 84, Time: 2700 * time.Millisecond}},
		{"in time trouble a quarter is kept from the lag", "time_settings 300 0 0; time_left b 3 0; genmove b", mcts.Budget{Playouts: 84, Time: 25 * time.Millisecond}},
		{"no time at all", "time_settings 300 0 0; time_left b 0 0; genmove b", mcts.Budget{Playouts: 84, Time: time.Millisecond}},
		{"late in the game some moves are still expected", "time_settings 80 0 0; gogui-play_sequence " + manyPasses + "; genmove b", mcts.Budget{Playouts: 84, Time: 9900 * time.Millisecond}},
		{"a limit of time", "kata-set-param maxTime 2; time_settings 300 0 0; genmove b", mcts.Budget{Playouts: 84, Time: 2 * time.Second}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := &scripted{}
			run(t, newEngine(t, func(c *Config) { c.Searcher = s }), tt.script)
			if len(s.budgets) != 1 || s.budgets[0] != tt.want {
				t.Errorf("asked for %v, want %v", s.budgets, tt.want)
			}
		})
	}
}

var manyPasses = strings.TrimSpace(strings.Repeat("b pass w pass ", 40))

// TestOwnClock: the engine counts its own time when nobody tells it.
func TestOwnClock(t *testing.T) {
	fake := &clock.Fake{}
	s := &scripted{source: fake}
	e := newEngine(t, func(c *Config) { c.Searcher = s; c.Source = fake; c.Budget = mcts.Budget{Time: time.Hour} })
	run(t, e, "time_settings 60 0 0; genmove b; genmove w; genmove b; clear_board; genmove b")
	var asked []string
	for _, b := range s.budgets {
		asked = append(asked, b.Time.String())
	}
	if got := strings.Join(asked, " "); got != "1.9s 1.968965517s 1.903448275s 1.9s" {
		t.Errorf("asked for %s", got)
	}
}

// TestSeeds: random choice depends on the seed, the game and the ply alone.
func TestSeeds(t *testing.T) {
	seeds := func(seed uint64, script string) []uint64 {
		s := &scripted{}
		run(t, newEngine(t, func(c *Config) { c.Searcher = s; c.Seed = seed }), script)
		return s.seeds
	}
	a := seeds(1, "reg_genmove b; reg_genmove b; genmove b; genmove w; clear_board; genmove b")
	b := seeds(1, "reg_genmove b; reg_genmove b; genmove b; genmove w; clear_board; genmove b")
	c := seeds(2, "genmove b")
	if len(a) != 5 || a[0] != a[1] || a[1] != a[2] || a[2] == a[3] || a[4] == a[0] || c[0] == a[0] {
		t.Errorf("seeds %v, and %v with another seed", a, c)
	}
	for i := range a {
		if a[i] != b[i] {
			t.Errorf("seed %d is %d and %d", i, a[i], b[i])
		}
	}
}

func TestLiveGfx(t *testing.T) {
	var gfx bytes.Buffer
	e := newEngine(t, func(c *Config) { c.Gfx = &gfx })
	if got := run(t, e, "tengen-param live_gfx 1; genmove b; tengen-param live_gfx 0; genmove w"); got != " | A1 |  | B1" {
		t.Errorf("got %s", got)
	}
	want := "gogui-gfx:\nINFLUENCE A1 0.76 B1 0.19 C1 0.05\nLABEL A1 60% B1 48% C1 35%\nVAR b A1 w B1\nTEXT 84 visits, winrate 60.0 % for Black\n\n"
	if gfx.String() != want {
		t.Errorf("got %q", gfx.String())
	}
}

func TestSGFFiles(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	game := write("a game.sgf", "(;FF[4]GM[1]SZ[5]KM[2.5]RU[Japanese];B[cc];W[bb];B[dd](;W[aa])(;W[ab]))")
	handicap := write("handicap.sgf", "(;SZ[9]HA[2]AB[cg][gc]KM[0.5];W[ee])")
	later := write("later.sgf", "(;SZ[5];B[aa];W[bb];AB[cc]AE[aa];B[dd])")
	tests := []struct{ name, script, want string }{
		{"a whole game", "loadsgf " + game + "; get_komi; play w A5; undo; play w C3; tengen-rules", " | 2.5 | ? illegal move |  | ? illegal move | " + chinese("2.5")},
		{"up to a move", "loadsgf " + game + " 2; play w B4; undo; undo; undo", " |  |  |  | ? cannot undo"},
		{"a quoted name", `loadsgf "` + game + `" 1; play w C3`, " | "},
		{"beyond the end", "loadsgf " + game + " 99; play b A5", " | ? illegal move"},
		{"moves count from 1", "loadsgf " + game + " 0", "? syntax error: move 0: moves count from 1"},
		{"handicap", "loadsgf " + handicap + "; final_score; undo; undo", " | W+1.5 |  | ? cannot undo"},
		{"stones that are set later", "loadsgf " + later + "; play b A5; play w D2; undo", " |  | ? illegal move | "},
		{"too large", "loadsgf " + write("large.sgf", "(;SZ[25];B[aa])") + "; play b A9", "? cannot load file: fastboard: board size 25x25: each side must be 1 to 19 to be searched | "},
		{"illegal", "loadsgf " + write("bad.sgf", "(;SZ[5];B[aa];W[aa])") + "; play b A5", "? cannot load file: move 2: W A5: the point is occupied | "},
		{"no game", "loadsgf " + write("no.sgf", "hello") + "; play b A5", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := run(t, newEngine(t, nil), tt.script)
			if tt.want == "" && strings.HasPrefix(got, "? cannot load file: ") {
				return
			}
			if got != tt.want {
				t.Errorf("%s\ngot  %s\nwant %s", tt.script, got, tt.want)
			}
		})
	}

	out := filepath.Join(dir, "out file.sgf")
	e := newEngine(t, nil)
	got := run(t, e, "fixed_handicap 2; komi 0.5; play w E5; printsgf "+out+"; clear_board; loadsgf "+out+"; printsgf; printsgf /nowhere/x.sgf")
	if want := "C3 G7 |  |  |  |  |  | (;FF[4]CA[UTF-8]GM[1]AP[tengen:0.17]SZ[9]RU[Chinese]KM[0.5]HA[2]AB[cg][gc]PL[W] ;W[ee]) | ? cannot write the record: open /nowhere/x.sgf: no such file or directory"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func chinese(komi string) string {
	return "chinese,scoring=area,ko=positional,suicide=forbidden,komi=" + komi + ",first-pass=0,seki=counts,neutral=shared,compensation=n,placement=free,start=empty,pass-stones=false,white-passes-last=false,passes=2,tie=draw,cycle=forbid,fill-in=none,max-moves=auto"
}

func TestConfig(t *testing.T) {
	good := Config{Searcher: &scripted{}, Budget: mcts.Budget{Playouts: 1}}
	if _, err := NewEngine(good); err != nil {
		t.Fatal(err)
	}
	bad := map[string]func(c *Config){
		"searcher": func(c *Config) { c.Searcher = nil },
		"budget":   func(c *Config) { c.Budget = mcts.Budget{} },
		"resign":   func(c *Config) { c.ResignBelow = 1 },
		"lag":      func(c *Config) { c.Lag = -1 },
		"name":     func(c *Config) { c.Name = "a\nb" },
		"rules":    func(c *Config) { c.Rules.Ko = 99 },
		"size":     func(c *Config) { c.Size = ruleset.Square(30) },
		"search":   func(c *Config) { c.Size = ruleset.Square(25) },
	}
	for name, change := range bad {
		c := good
		change(&c)
		if _, err := NewEngine(c); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestClientVersion(t *testing.T) {
	for own, want := range map[string]string{
		"": "0.17", "0.1.0": "0.17 0.1.0", "0.15.2": "0.15.2", "1.20": "1.20", "2": "0.17 2", "0.16 x": "0.16 x", "1.x": "0.17 1.x",
	} {
		if got := ClientVersion(own); got != want {
			t.Errorf("ClientVersion(%q) = %q, want %q", own, got, want)
		}
	}
}
