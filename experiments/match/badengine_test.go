package match

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/ruleset"
)

// behavior is the environment variable that makes the test binary an engine.
const behavior = "TENGEN_TEST_ENGINE"

func TestMain(m *testing.M) {
	if kind := os.Getenv(behavior); kind != "" {
		actAsEngine(kind)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// bad returns the test binary as an engine that behaves as kind says.
func bad(kind string) Player {
	return Player{Name: kind, Command: []string{os.Args[0], "-test.run=^$"}, Env: []string{behavior + "=" + kind, "GORACE=atexit_sleep_ms=0"}}
}

// with adds an engine to a match and makes it impatient.
func with(plan *Plan, kind string) *Plan {
	plan.Players = append(plan.Players, bad(kind))
	plan.Timeouts = Timeouts{Start: Duration{20 * time.Second}, Reply: Duration{20 * time.Second}, Move: Duration{20 * time.Second}}
	return plan
}

// actAsEngine plays random legal moves, until it has made some of them and
// misbehaves.
func actAsEngine(kind string) {
	const patience = 3 // own moves before anything happens
	end := "\n\n"
	if kind == "crlf" {
		end = "\r\n\r\n"
	}
	answer := func(id, text string) { say(kind, "="+id+" "+text+end) }
	game, moves := newGame(5), 0
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		id, command, _ := strings.Cut(strings.TrimSpace(in.Text()), " ")
		words := strings.Fields(command)
		if kind == "chatter" {
			fmt.Fprintln(os.Stderr, strings.Repeat("thinking ", 2000))
			fmt.Println("and by the way")
		}
		switch words[0] {
		case "protocol_version":
			answer(id, "2")
		case "list_commands":
			answer(id, "boardsize\nclear_board\nkomi\nplay\ngenmove\nquit\ntime_settings\ntime_left\nshowboard")
		case "boardsize":
			var size int
			fmt.Sscan(words[1], &size)
			game = newGame(size)
			answer(id, "")
		case "clear_board":
			game, moves = newGame(game.Size().W), 0
			answer(id, "")
		case "play":
			if kind == "deaf" && moves >= patience {
				say(kind, "?"+id+" illegal move"+end)
				continue
			}
			point, err := ruleset.ParsePoint(words[2])
			if err == nil {
				err = game.Play(point)
			}
			if err != nil {
				say(kind, "?"+id+" "+err.Error()+end)
				continue
			}
			answer(id, "")
		case "genmove":
			if moves++; moves > patience {
				misbehave(kind, id, end)
			}
			answer(id, randomMove(game, kind, moves > patience))
		case "showboard":
			answer(id, "\n"+strings.TrimRight(game.Position().String(), "\n"))
		case "quit":
			answer(id, "")
			return
		default:
			answer(id, "")
		}
	}
}

// say writes an answer, in pieces if the kind asks for it.
func say(kind, text string) {
	if kind != "split" {
		fmt.Print(text)
		return
	}
	for i := range len(text) {
		fmt.Print(text[i : i+1])
		if i%3 == 0 {
			time.Sleep(100 * time.Microsecond)
		}
	}
}

// misbehave does what the kind is named for, and may not return.
func misbehave(kind, id, end string) {
	switch kind {
	case "crash":
		fmt.Fprintln(os.Stderr, "out of cheese")
		os.Exit(3)
	case "hang":
		time.Sleep(time.Hour)
	case "banana":
		fmt.Print("=" + id + " banana" + end)
	case "flood":
		fmt.Print("=" + id + " " + strings.Repeat("banana", 200_000) + end)
	case "slow":
		time.Sleep(1200 * time.Millisecond)
	}
}

func newGame(size int) *ruleset.Game {
	rules, err := ruleset.ParseRules("chinese")
	if err != nil {
		panic(err)
	}
	game, err := ruleset.NewGame(rules, ruleset.Square(size), ruleset.Setup{})
	if err != nil {
		panic(err)
	}
	return game
}

// randomMove makes a move, or names an illegal one.
func randomMove(game *ruleset.Game, kind string, late bool) string {
	points := game.LegalPoints()
	move := ruleset.Pass
	if len(points) > 0 && game.Ply() < 20 {
		move = points[rand.New(rand.NewPCG(uint64(game.Ply()), 1)).IntN(len(points))]
	}
	switch {
	case kind == "offboard" && late:
		return "T19"
	case kind == "illegal" && late:
		for _, p := range game.Size().Points() {
			if game.Position().At(p) != ruleset.Empty {
				return p.String()
			}
		}
	}
	if err := game.Play(move); err != nil {
		panic(err)
	}
	return move.String()
}

// Engines with bad manners but sound moves play like others.
func TestBadManners(t *testing.T) {
	for _, kind := range []string{"plain", "crlf", "split", "chatter"} {
		t.Run(kind, func(t *testing.T) {
			if testing.Short() && kind != "chatter" {
				t.Skip("starts many programs")
			}
			t.Parallel()
			dir, report := play(t, with(tiny(t, 4, "tactical"), kind), Options{Workers: 2})
			if report.Games != 4 || report.Void != 0 || len(report.Rulings) > 0 {
				t.Errorf("%d games, %d void, rulings %v", report.Games, report.Void, report.Rulings)
			}
			logs, err := filepath.Glob(filepath.Join(dir, "log", "chatter-*.log"))
			if err != nil || kind == "chatter" && len(logs) == 0 {
				t.Errorf("the log of standard error: %v, %v", logs, err)
			}
		})
	}
}

// What becomes of games in which an engine fails is as the plan says.
func TestFailures(t *testing.T) {
	for _, test := range []struct {
		kind    string
		change  func(*Plan)
		act     string // of the ruling
		verdict string
		reason  string // end_reason of the games
	}{
		{"crash", nil, "crash", "loses", datasets.EndForfeit},
		{"crash", func(p *Plan) { p.OnCrash = Void }, "crash", "void", datasets.EndVoid},
		{"hang", func(p *Plan) { p.Timeouts.Move = Duration{300 * time.Millisecond} }, "hang", "loses", datasets.EndForfeit},
		{"banana", nil, "protocol error", "loses", datasets.EndForfeit},
		{"flood", nil, "protocol error", "loses", datasets.EndForfeit},
		{"illegal", nil, "forbidden point", "loses", datasets.EndForfeit},
		{"offboard", nil, "forbidden point", "loses", datasets.EndForfeit},
		{"deaf", nil, "wrong removal", "loses", datasets.EndForfeit},
		{"slow", func(p *Plan) { p.Clock.Kind, p.Clock.Main = 1, time.Second }, "overtime", "loses", datasets.EndTime},
	} {
		t.Run(test.kind+" "+test.verdict, func(t *testing.T) {
			if testing.Short() && test.kind != "crash" {
				t.Skip("starts many programs")
			}
			t.Parallel()
			plan := with(tiny(t, 2, "tactical"), test.kind)
			if test.change != nil {
				test.change(plan)
			}
			dir, report := play(t, plan, Options{Workers: 1})
			if report.Rulings[test.kind][test.act] != 2 {
				t.Errorf("rulings %v", report.Rulings)
			}
			games, err := readParts(dir, plan)
			if err != nil {
				t.Fatal(err)
			}
			for _, record := range games {
				row, ruling := record.Game, record.Rulings[0]
				if row.EndReason != test.reason || len(record.Rulings) != 1 || ruling.Verdict != test.verdict {
					t.Errorf("game %d: %s, %+v", row.GameIndex, row.EndReason, record.Rulings)
				}
				won := nameOf(row.Black) == "tactical" && row.Winner == "B" || nameOf(row.White) == "tactical" && row.Winner == "W"
				if wantWon := test.verdict != "void"; won != wantWon {
					t.Errorf("game %d: winner %s of %s and %s", row.GameIndex, row.Winner, row.Black, row.White)
				}
			}
			for _, record := range games {
				if reason := record.Rulings[0].Reason; len(reason) > 500 {
					t.Errorf("a reason of %d bytes: %.500s", len(reason), reason)
				}
			}
			if test.kind == "deaf" {
				reason := games[0].Rulings[0].Reason
				log := string(readFile(t, dir, "log", "deaf-0.log"))
				if !strings.Contains(reason, filepath.Join("log", "deaf-0.log")) || !strings.Contains(log, "referee's board") ||
					!strings.Contains(log, "answer to showboard") || strings.Count(log, " 3 ") < 4 {
					t.Errorf("the boards are not told: %s\n%s", reason, log)
				}
			}
			if record := string(readFile(t, dir, "sgf", games[0].Game.GameID+".sgf")); !strings.Contains(record, test.act) {
				t.Errorf("the SGF file does not tell of the ruling: %s", record)
			}
		})
	}
}

func readFile(t *testing.T, path ...string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Under the policy of the sources the first illegal move is a pass, the second
// one loses.
func TestIllegalMovesUnderThePolicyOfTheSources(t *testing.T) {
	plan := with(tiny(t, 2, "tactical"), "illegal")
	plan.Illegal.Policy = ruleset.PolicySources
	dir, _ := play(t, plan, Options{Workers: 1})
	games, err := readParts(dir, plan)
	if err != nil {
		t.Fatal(err)
	}
	for _, record := range games {
		var verdicts []string
		for _, ruling := range record.Rulings {
			verdicts = append(verdicts, ruling.Verdict)
		}
		if got := strings.Join(verdicts, ", "); got != "forfeit-turn, loses" {
			t.Errorf("game %d: %s", record.Game.GameIndex, got)
		}
		first := record.Rulings[0]
		if pass := int16(plan.Size.Area()); record.Game.Moves[first.Ply] != pass {
			t.Errorf("game %d: move %d is no pass", record.Game.GameIndex, first.Ply+1)
		}
	}
}

// A program that fails in game after game halts the match; the games so far are
// kept.
func TestHalt(t *testing.T) {
	plan := with(tiny(t, 20, "tactical"), "crash")
	dir := filepath.Join(t.TempDir(), "match")
	report, err := Play(context.Background(), dir, plan, Options{Workers: 1})
	if !errors.Is(err, ErrHalted) || !strings.Contains(err.Error(), "crash failed in 3 games in a row") || !strings.Contains(err.Error(), "out of cheese") {
		t.Fatal(err)
	}
	if report.Games != 3 || report.Complete {
		t.Errorf("%d games", report.Games)
	}
	if report, err = Play(context.Background(), dir, plan, Options{Workers: 1}); !errors.Is(err, ErrHalted) || report.Games != 6 {
		t.Errorf("resumed: %v", err)
	}
}

// What is wrong before the first game is said, and no folder is made.
func TestPreflight(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(*Plan)
		want   string
	}{
		{"an executable that is missing", func(p *Plan) { p.Players[1].Command = []string{"no-such-engine"} }, "install no-such-engine"},
		{"a path that is missing", func(p *Plan) { p.Players[1].Command = []string{"./no-such-engine"} }, "try the command in a terminal"},
		{"a program that ends at once", func(p *Plan) { p.Players[1].Command = []string{"true"} }, "protocol_version"},
		{"a program that is no engine", func(p *Plan) {
			p.Players[1].Command, p.Timeouts.Start = []string{"sleep", "60"}, Duration{200 * time.Millisecond}
		}, "do its arguments start GTP"},
		{"a board it does not know", func(p *Plan) { p.Size.H = 7 }, "it knows no boards such as 5x7"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			plan := with(tiny(t, 2, "tactical"), "plain")
			test.change(plan)
			dir := filepath.Join(t.TempDir(), "match")
			_, err := Play(context.Background(), dir, plan, Options{})
			if !errors.Is(err, ErrPreflight) || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
			if _, err := os.Stat(dir); err == nil {
				t.Error("the folder was made")
			}
		})
	}
}
