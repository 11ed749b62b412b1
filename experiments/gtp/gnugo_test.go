package gtp

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/experiments/clock"
	"github.com/tengen-go/tengen/ruleset"
)

// gnuGo finds GNU Go. Where it is missing the test is skipped, or fails if
// TENGEN_REQUIRE=1 says that nothing may be missing.
func gnuGo(t *testing.T) Program {
	t.Helper()
	for _, name := range []string{"gnugo", "/usr/games/gnugo"} {
		if path, err := exec.LookPath(name); err == nil {
			return Program{
				Name:    "gnugo",
				Command: []string{path, "--mode", "gtp", "--level", "1", "--chinese-rules", "--seed", "1", "--never-resign"},
				Timeout: 30 * time.Second,
			}
		}
	}
	if os.Getenv("TENGEN_REQUIRE") == "1" {
		t.Fatal("gnugo is missing, and TENGEN_REQUIRE=1 asks for it")
	}
	t.Skip("gnugo is not installed")
	return Program{}
}

// TestGNUGoCommands uses all that the Controller can ask with a program of
// other people.
func TestGNUGoCommands(t *testing.T) {
	p := gnuGo(t)
	if testing.Short() {
		t.Skip("takes a second")
	}
	t.Parallel()
	ctx := context.Background()
	c := start(t, p)
	step := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	if c.Name() != "GNU Go" || !c.Has("final_status_list") || c.Has("kata-analyze") {
		t.Errorf("%s %s", c.Name(), c.Version())
	}
	step(c.BoardSize(ctx, ruleset.Square(9)))
	step(c.ClearBoard(ctx))
	step(c.Komi(ctx, 11))
	settings := clock.Settings{Kind: clock.Canadian, Main: time.Minute, Period: 30 * time.Second, Stones: 5}
	told, err := c.TimeSettings(ctx, settings)
	step(err)
	if !told.Exact || told.Command != "time_settings" {
		t.Errorf("the clock is told by %+v", told)
	}
	step(c.TimeLeft(ctx, told, ruleset.Black, clock.New(settings)))
	step(c.Handicap(ctx, points(t, "C3", "G7")))
	reply, err := c.GenMove(ctx, ruleset.White, time.Minute)
	step(err)
	if reply.Point == ruleset.NoPoint || reply.Took <= 0 {
		t.Errorf("reply %+v", reply)
	}
	// What it refuses leaves it usable.
	err = c.Play(ctx, ruleset.Move{Color: ruleset.Black, Point: reply.Point})
	var fault *EngineError
	if !errors.As(err, &fault) || fault.Fault != Refused {
		t.Errorf("an occupied point: %v", err)
	}
	step(c.Undo(ctx))
	step(c.Play(ctx, ruleset.Move{Color: ruleset.White, Point: reply.Point}))
	step(c.BoardSize(ctx, ruleset.Square(5))) // counting a large empty board takes seconds
	step(c.ClearBoard(ctx))
	step(c.Komi(ctx, 1))
	step(c.Play(ctx, ruleset.Move{Color: ruleset.Black, Point: ruleset.At(3, 3)}))
	score, err := c.FinalScore(ctx)
	step(err)
	if !strings.HasPrefix(score, "B+") && !strings.HasPrefix(score, "W+") {
		t.Errorf("score %q", score)
	}
	alive, err := c.FinalStatus(ctx, "alive")
	step(err)
	dead, err := c.FinalStatus(ctx, "dead")
	step(err)
	if len(alive)+len(dead) > 1 { // what it thinks of the stone is its affair
		t.Errorf("alive %v, dead %v", alive, dead)
	}
	if err := c.BoardSize(ctx, ruleset.Size{W: 9, H: 13}); !errors.As(err, &fault) {
		t.Errorf("9x13: %v", err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}

// TestGNUGoGame plays a game between GNU Go and the Engine, each a process of
// its own, under the eyes of the referee.
func TestGNUGoGame(t *testing.T) {
	p := gnuGo(t)
	if testing.Short() {
		t.Skip("plays a game")
	}
	t.Parallel()
	ctx := context.Background()
	players := map[ruleset.Color]*Controller{ruleset.Black: start(t, p), ruleset.White: start(t, program("search"))}
	rules, err := ruleset.ParseRules("chinese")
	if err != nil {
		t.Fatal(err)
	}
	g, err := ruleset.NewGame(rules, ruleset.Square(9), ruleset.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range players {
		for _, err := range []error{c.BoardSize(ctx, g.Size()), c.ClearBoard(ctx), c.Komi(ctx, rules.Komi)} {
			if err != nil {
				t.Fatal(err)
			}
		}
		if _, err := c.Rules(ctx, rules); err != nil {
			t.Fatal(err)
		}
	}
	for !g.Over() {
		color := g.ToPlay()
		reply, err := players[color].GenMove(ctx, color, time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		if reply.Resign {
			t.Fatal("resigned")
		}
		m := ruleset.Move{Color: color, Point: reply.Point}
		if err := g.PlayMove(m); err != nil {
			t.Fatal(players[color].Illegal(m, err))
		}
		if err := players[color.Opponent()].Play(ctx, m); err != nil {
			t.Fatal(err)
		}
	}
	score, err := players[ruleset.White].FinalScore(ctx)
	if err != nil || score != g.Result().String() {
		t.Errorf("the engine says %s (%v), the referee %v", score, err, g.Result())
	}
	t.Logf("%d moves, %v", g.Ply(), g.Result())
}
