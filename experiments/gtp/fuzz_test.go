package gtp

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/experiments/freeplay"
	"github.com/tengen-go/tengen/ruleset"
)

// notWhileFuzzing are commands that touch files, or take long by themselves.
var notWhileFuzzing = []string{"loadsgf", "printsgf"}

// FuzzServer feeds noise to the engine. Every command has exactly one answer,
// with its ID, whatever it says; nothing panics; and the game stays one that
// the rules allow.
func FuzzServer(f *testing.F) {
	for _, seed := range []string{
		"1 name\nversion\nquit\n",
		"boardsize 5\nclear_board\nplay b C3\ngenmove w\nundo\nfinal_score\n",
		"12 play b A1\r\n\r\n# comment\nplay w A1 # again\nshowboard",
		"kata-analyze b 10 ownership true\nname\nlz-analyze 10 avoid b A1,B2 3\n\n",
		"kgs-time_settings byoyomi 600 30 5\ntime_left b 30 5\ncgos-genmove_analyze b\n",
		"set_position b A1 w B2\ngogui-setup e A1\ngogui-undo_setup\ngogui-play_sequence b C3 w D4\ngg-undo 2\n",
		"kata-set-rules japanese\nkata-set-rule ko SITUATIONAL\nkomi 5.5\ntengen-rules\n",
		"fixed_handicap 9\nplay w pass\nplay b pass\nplay w A1\nkgs-genmove_cleanup b\nprintsgf\n",
		"\x00\xff=? \t\n999999999999999999999 x\n7\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		if len(input) <= 4096 {
			checkSession(t, input)
		}
	})
}

// TestRandomSessions makes up commands from words that commands take.
func TestRandomSessions(t *testing.T) {
	names := newEngine(t, nil).commandNames()
	words := strings.Fields("b w black white e pass resign A1 B2 C3 D4 E5 A5 E1 C4 D3 Z9 0 1 2 3 5 7.5 -3 9 1000000 true false " +
		"dead alive chinese japanese tromp-taylor ko SIMPLE SITUATIONAL scoring TERRITORY suicide maxPlayouts live_gfx " +
		"byoyomi canadian fischer none avoid allow A1,B2 ownership interval maxmoves \"\" {} # x")
	rng := rand.New(rand.NewPCG(1, 2))
	sessions := 200
	if testing.Short() {
		sessions = 40
	}
	for range sessions {
		var input bytes.Buffer
		for range 40 {
			name := names[rng.IntN(len(names))]
			switch {
			case name == "quit" || slices.Contains(notWhileFuzzing, name):
				continue
			case rng.IntN(3) == 0:
				name = "play" // or the game would not get anywhere
			}
			if rng.IntN(2) == 0 {
				fmt.Fprintf(&input, "%d ", rng.IntN(100))
			}
			input.WriteString(name)
			for range rng.IntN(5) {
				input.WriteString(" " + words[rng.IntN(len(words))])
			}
			input.WriteString([]string{"\n", "\n", "\r\n", "\n\n"}[rng.IntN(4)])
		}
		checkSession(t, input.Bytes())
	}
}

// checkSession runs a session and checks what holds of all of them.
func checkSession(t *testing.T, input []byte) {
	t.Helper()
	e := newEngine(t, func(c *Config) { c.Size = ruleset.Square(5) })
	for _, name := range notWhileFuzzing {
		delete(e.commands, name)
	}
	var out bytes.Buffer
	server := Server{Handler: &checking{Engine: e, t: t}}
	if err := server.Serve(context.Background(), bytes.NewReader(input), &out); err != nil {
		t.Fatal(err)
	}
	var ids []string
	for line := range bytes.SplitSeq(input, []byte("\n")) {
		c, ok := ParseCommand(string(line))
		if !ok {
			continue
		}
		ids = append(ids, c.ID)
		if c.Name == "quit" {
			break
		}
	}
	answers := strings.Split(strings.TrimSuffix(out.String(), "\n\n"), "\n\n")
	if out.Len() == 0 {
		answers = nil
	}
	if len(answers) != len(ids) {
		t.Fatalf("%d commands have %d answers:\n%s\n%s", len(ids), len(answers), input, out.String())
	}
	for i, a := range answers {
		head, _, _ := strings.Cut(a, "\n")
		head, _, _ = strings.Cut(head, " ")
		if head != "="+ids[i] && head != "?"+ids[i] {
			t.Fatalf("the answer to command %d, id %q, begins with %q", i, ids[i], head)
		}
		if strings.Contains(a, "internal error") {
			t.Fatalf("panic: %s\n%s", a, input)
		}
		if strings.ContainsFunc(strings.ReplaceAll(a, "\n", ""), isControl) {
			t.Fatalf("control characters in %q", a)
		}
	}
}

// checking looks at the engine after every command.
type checking struct {
	*Engine
	t *testing.T
}

func (c *checking) Handle(ctx context.Context, cmd Command, stream *Stream) (string, error) {
	before, moves := *c.game.Position(), c.game.Moves()
	text, err := c.Engine.Handle(ctx, cmd, stream)
	if err != nil && err != ErrQuit && (before != *c.game.Position() || !slices.Equal(moves, c.game.Moves())) {
		c.t.Fatalf("%q failed and changed the game", cmd.String())
	}
	if p := c.game.Position().NoLiberty(); p != ruleset.NoPoint {
		c.t.Fatalf("after %q the chain at %v has no liberty", cmd.String(), p)
	}
	if err := c.rules.Validate(); err != nil {
		c.t.Fatalf("after %q: %v", cmd.String(), err)
	}
	if again, err := freeplay.Replay(c.rules, c.game.Size(), c.setup, c.game.Moves()); err != nil || again.FinalHash() != c.game.FinalHash() {
		c.t.Fatalf("after %q the game cannot be replayed: %v", cmd.String(), err)
	}
	return text, err
}
