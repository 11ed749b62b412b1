package match

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/experiments/clock"
	"github.com/tengen-go/tengen/experiments/gtp"
	"github.com/tengen-go/tengen/ruleset"
)

// gnuGo finds GNU Go. Where it is missing the test is skipped, or fails if
// TENGEN_REQUIRE=1 says that nothing may be missing.
func gnuGo(t *testing.T) []string {
	t.Helper()
	for _, name := range []string{"gnugo", "/usr/games/gnugo"} {
		if path, err := exec.LookPath(name); err == nil {
			return []string{path, "--mode", "gtp", "--level", "1", "--chinese-rules", "--positional-superko"}
		}
	}
	if os.Getenv("TENGEN_REQUIRE") == "1" {
		t.Fatal("gnugo is missing, and TENGEN_REQUIRE=1 asks for it")
	}
	t.Skip("gnugo is not installed")
	return nil
}

// Games against GNU Go, and of GNU Go against itself, end without any ruling,
// and are counted as GNU Go itself counts them.
func TestGNUGo(t *testing.T) {
	command := gnuGo(t)
	if testing.Short() {
		t.Skip("plays games")
	}
	t.Parallel()
	plan := tiny(t, 2)
	plan.Kind = Gauntlet
	plan.Size.Size = ruleset.Square(7)
	own, err := ParsePlayer("default:playouts=100")
	if err != nil {
		t.Fatal(err)
	}
	plan.Players = []Player{{Name: "gnugo", Command: command}, own, {Name: "twin", Command: command}}
	// With more time GNU Go thinks longer; the margin is for a busy machine.
	plan.Clock = clock.Settings{Kind: clock.Canadian, Main: time.Second, Period: 2 * time.Second, Stones: 10, Margin: time.Minute}
	dir, report := play(t, plan, Options{Workers: 2})
	if report.Games != 4 || report.Void != 0 || len(report.Rulings) > 0 || report.Endings[datasets.EndTime] > 0 {
		t.Errorf("%d games, %d void, rulings %v, endings %v", report.Games, report.Void, report.Rulings, report.Endings)
	}
	games, err := readParts(dir, plan)
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	engine, err := gtp.Start(ctx, gtp.Program{Name: "gnugo", Command: command})
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close()
	for _, record := range games {
		row := &record.Game
		if row.EndReason != datasets.EndScore {
			continue
		}
		if _, err := engine.Ask(ctx, "loadsgf", filepath.Join(dir, "sgf", row.GameID+".sgf")); err != nil {
			t.Fatal(err)
		}
		score, err := engine.FinalScore(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if row.ScoringMethod == ruleset.PlayedOut.String() { // the players disagreed
			t.Logf("game %d: %s, and GNU Go says %s", row.GameIndex, row.Result, score)
		} else if score != row.Result {
			t.Errorf("game %d: %s (%s), but GNU Go says %s", row.GameIndex, row.Result, row.ScoringMethod, score)
		}
	}
}
