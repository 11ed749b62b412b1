package gtp

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tengen-go/tengen/experiments/clock"
	"github.com/tengen-go/tengen/ruleset"
)

// traffic collects the lines of a program.
type traffic struct {
	mu    sync.Mutex
	lines []string
}

// wait waits for a line, since the log may lag behind.
func (t *traffic) wait(part string) string {
	for range 500 {
		if text := t.text(); strings.Contains(text, part) {
			return text
		}
		time.Sleep(10 * time.Millisecond)
	}
	return t.text()
}

func (t *traffic) add(x Traffic) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lines = append(t.lines, x.Kind.String()+" "+x.Text)
}

func (t *traffic) text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.Join(t.lines, "\n")
}

func start(t *testing.T, p Program) *Controller {
	t.Helper()
	c, err := Start(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// TestController plays a few moves with programs that answer, each in its way.
func TestController(t *testing.T) {
	for _, kind := range []string{"good", "drip", "crlf", "chatter", "flood", "noids", "secretive", "mute-quit", "slow"} {
		t.Run(kind, func(t *testing.T) {
			if testing.Short() && kind != "good" && kind != "chatter" {
				t.Skip("starts many programs")
			}
			t.Parallel()
			ctx := context.Background()
			var log traffic
			p := program(kind)
			p.Traffic = log.add
			c := start(t, p)
			step := func(what string, err error) {
				t.Helper()
				if err != nil {
					t.Fatalf("%s: %v", what, err)
				}
			}
			step("boardsize", c.BoardSize(ctx, ruleset.Square(9)))
			step("clear_board", c.ClearBoard(ctx))
			step("komi", c.Komi(ctx, 15))
			step("play", c.Play(ctx, ruleset.Move{Color: ruleset.Black, Point: ruleset.At(5, 5)}))
			reply, err := c.GenMove(ctx, ruleset.White, time.Minute)
			step("genmove", err)
			want := ruleset.At(3, 3)
			if kind == "good" || kind == "drip" {
				want = ruleset.At(1, 1)
			}
			if reply.Point != want || reply.Resign {
				t.Errorf("the move is %+v", reply)
			}
			if kind == "slow" && (reply.Took < 50*time.Millisecond || reply.Took > 10*time.Second) {
				t.Errorf("50 ms were measured as %v", reply.Took)
			}
			step("undo", c.Undo(ctx))
			step("Close", c.Close())
			step("Close again", c.Close())
			if kind == "chatter" && !strings.Contains(log.text(), "~ === engine ===") {
				t.Errorf("chatter is not in the log:\n%s", log.text())
			}
			if kind == "flood" && strings.Count(log.text(), "! x") != 2000 {
				t.Errorf("%d lines of 2000 were drained", strings.Count(log.text(), "! x"))
			}
			if c.CPUTime() <= 0 && runtime.GOOS == "linux" {
				t.Errorf("processor time %v", c.CPUTime())
			}
			if _, err := c.Do(ctx, "name"); !errors.Is(err, os.ErrClosed) {
				t.Errorf("after Close: %v", err)
			}
		})
	}
}

// TestFaults meets programs that do something wrong.
func TestFaults(t *testing.T) {
	genmove := func(ctx context.Context, c *Controller) error {
		_, err := c.GenMove(ctx, ruleset.Black, 0)
		return err
	}
	tests := []struct {
		name, kind string
		change     func(p *Program)
		act        func(ctx context.Context, c *Controller) error // nil: the start fails
		fault      Fault
		want       string // in the message
		goesOn     bool   // the program can be used afterwards
	}{
		{"a program that is not there", "good", func(p *Program) { p.Command = []string{"/nowhere/engine"} }, nil, NotStarted, "no such file", false},
		{"no command at all", "good", func(p *Program) { p.Command = nil }, nil, NotStarted, "no command", false},
		{"a crash at the start", "crash-start", nil, nil, Crash, "exit status 7; its last words: no weights", false},
		{"no answer at the start", "silent", func(p *Program) { p.StartTimeout = 100 * time.Millisecond }, nil, Hang, `at "protocol_version": no answer`, false},
		{"an old protocol", "old", nil, nil, Protocol, `version "1"`, false},
		{"a crash", "crash", nil, genmove, Crash, `crash at "genmove b": it ended with exit status 3; its last words: thinking | out of cheese`, false},
		{"a crash within an answer", "crash-late", nil, genmove, Crash, "exit status 4", false},
		{"a crash while a child holds the output", "orphan", nil, genmove, Crash, "exit status 5", false},
		{"the end of output", "close", nil, genmove, Crash, "closed its output", false},
		{"a hang", "hang", func(p *Program) { p.MoveTimeout = 200 * time.Millisecond }, genmove, Hang, "no answer in time; its last words: let me think", false},
		{"another id", "wrong-id", nil, genmove, Protocol, "answer to command 99", false},
		{"no vertex", "banana", nil, genmove, Protocol, `"banana" is no point`, false},
		{"a vertex off the board", "offboard", func(*Program) {}, func(ctx context.Context, c *Controller) error {
			if err := c.BoardSize(ctx, ruleset.Square(9)); err != nil {
				return err
			}
			return genmove(ctx, c)
		}, Illegal, "illegal move at \"genmove b\": B T19: the point is not on the board", true},
		{"a refusal", "refuse", nil, genmove, Refused, `"cannot generate a move"`, true},
		{"refused komi", "strict", nil, func(ctx context.Context, c *Controller) error { return c.Komi(ctx, 15) }, Refused, `refusal at "komi 7.5": "I play at 6.5 only"`, true},
		{"boards it does not know", "refuse", nil, func(ctx context.Context, c *Controller) error { return c.BoardSize(ctx, ruleset.Size{W: 9, H: 13}) }, Refused, "no boards such as 9x13", true},
		{"an answer without end", "endless", nil, genmove, Protocol, "an answer of more than", false},
		{"an answer nobody asked for", "twice", nil, func(ctx context.Context, c *Controller) error {
			if err := c.ClearBoard(ctx); err != nil {
				return err
			}
			time.Sleep(200 * time.Millisecond)
			return genmove(ctx, c)
		}, Protocol, `nobody asked for: "one more"`, false},
		{"deafness", "deaf", func(p *Program) { p.Timeout, p.MoveTimeout = 300*time.Millisecond, 100*time.Millisecond }, func(ctx context.Context, c *Controller) error {
			// Behind the controller's back, so that it does not wait for a move.
			if _, err := c.process.stdin.Write([]byte("genmove b\n")); err != nil {
				return err
			}
			_, err := c.Do(ctx, "loadsgf", strings.Repeat("x", 1<<20))
			return err
		}, Hang, "does not read its input", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if testing.Short() && tt.kind != "crash" && tt.kind != "hang" {
				t.Skip("starts many programs")
			}
			t.Parallel()
			ctx := context.Background()
			p := program(tt.kind)
			if !tt.goesOn {
				p.QuitTimeout = 300 * time.Millisecond
			}
			if tt.change != nil {
				tt.change(&p)
			}
			c, err := Start(ctx, p)
			if tt.act != nil {
				if err != nil {
					t.Fatal(err)
				}
				err = tt.act(ctx, c)
			}
			var fault *EngineError
			if !errors.As(err, &fault) {
				t.Fatalf("got %v, no EngineError", err)
			}
			if fault.Fault != tt.fault || !strings.Contains(err.Error(), tt.want) || fault.Engine != p.Name {
				t.Errorf("got %v (%v), want %v with %q", err, fault.Fault, tt.fault, tt.want)
			}
			if c == nil {
				return
			}
			_, err = c.Do(ctx, "name")
			if (err == nil) != tt.goesOn {
				t.Errorf("afterwards: %v", err)
			}
			if err := c.Close(); err != nil {
				t.Errorf("Close: %v", err)
			}
		})
	}
}

func TestStubbornProgramIsKilled(t *testing.T) {
	t.Parallel()
	p := program("stubborn")
	p.QuitTimeout = 100 * time.Millisecond
	c := start(t, p)
	var fault *EngineError
	if err := c.Close(); !errors.As(err, &fault) || fault.Fault != Hang {
		t.Errorf("Close: %v", err)
	}
	select {
	case <-c.process.exited:
	default:
		t.Error("it still runs")
	}
}

func TestContextEndsCommand(t *testing.T) {
	t.Parallel()
	p := program("hang")
	p.QuitTimeout = 100 * time.Millisecond
	c := start(t, p)
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(50*time.Millisecond, cancel)
	if _, err := c.GenMove(ctx, ruleset.Black, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("genmove: %v", err)
	}
	if _, err := c.Do(context.Background(), "name"); !errors.Is(err, context.Canceled) {
		t.Errorf("afterwards: %v", err)
	}
	if err := c.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
}

// TestGroupIsKilled: what a program started does not outlive Close.
func TestGroupIsKilled(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("looks into /proc")
	}
	t.Parallel()
	var log traffic
	p := program("orphan")
	p.Traffic = log.add
	c := start(t, p)
	if _, err := c.GenMove(context.Background(), ruleset.Black, 0); err == nil {
		t.Fatal("no crash")
	}
	_, after, _ := strings.Cut(log.wait("~ child "), "~ child ")
	pid, _, _ := strings.Cut(after, "\n")
	running := func() bool {
		stat, err := os.ReadFile("/proc/" + pid + "/stat")
		return err == nil && !strings.Contains(string(stat), ") Z") && !strings.Contains(string(stat), ") X")
	}
	if pid == "" || !running() {
		t.Fatalf("child %q does not run:\n%s", pid, log.text())
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	for range 100 {
		if !running() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("the child still runs")
}

// TestSlowLogIsNotCharged: what happens between the pipe and the caller is not
// the program's time, even where its answer comes in pieces.
func TestSlowLogIsNotCharged(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for a slow log")
	}
	t.Parallel()
	p := program("drip")
	thinking := false
	p.Traffic = func(x Traffic) {
		if thinking = thinking || strings.Contains(x.Text, "genmove b"); thinking {
			time.Sleep(300 * time.Millisecond)
		}
	}
	c := start(t, p)
	reply, err := c.GenMove(context.Background(), ruleset.Black, 0)
	if err != nil || reply.Took > 250*time.Millisecond {
		t.Errorf("took %v, %v", reply.Took, err)
	}
}

func TestControllerHelpers(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	c := start(t, program("good"))
	if c.Name() != "tengen" || c.Version() != "0.17" || !c.Has("kata-analyze") || c.Has("nonsense") {
		t.Errorf("%s %s", c.Name(), c.Version())
	}
	step := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	step(c.BoardSize(ctx, ruleset.Size{W: 9, H: 7}))
	step(c.ClearBoard(ctx))
	rules, _ := ruleset.ParseRules("ing")
	told, err := c.Rules(ctx, rules)
	step(err)
	if told.Command != "kata-set-rules" || len(told.Lost) == 0 {
		t.Errorf("told %+v", told)
	}
	a, err := c.TimeSettings(ctx, clock.Settings{Kind: clock.Fischer, Main: time.Minute, Period: time.Second})
	step(err)
	step(c.TimeLeft(ctx, a, ruleset.Black, clock.New(clock.Settings{Kind: clock.Fischer, Main: time.Minute, Period: time.Second})))
	step(c.Handicap(ctx, points(t, "C3", "G5")))
	reply, err := c.RegGenMove(ctx, ruleset.White, 0)
	step(err)
	step(c.Play(ctx, ruleset.Move{Color: ruleset.White, Point: reply.Point}))
	score, err := c.FinalScore(ctx)
	step(err)
	if score != "W+9" { // 2 stones to 1, 8 points of komi, 2 for the handicap
		t.Errorf("score %s", score)
	}
	alive, err := c.FinalStatus(ctx, "alive")
	step(err)
	if len(alive) != 3 {
		t.Errorf("alive: %v", alive)
	}
	step(c.ClearBoard(ctx))
	step(c.Setup(ctx, ruleset.Setup{Black: points(t, "A1"), White: points(t, "B2", "C3")}))
	text, err := c.Ask(ctx, "showboard")
	step(err)
	if strings.Count(text, "O") != 2 {
		t.Errorf("board:\n%s", text)
	}
	if _, err := c.Do(ctx, "play b A1\nquit"); err == nil {
		t.Error("two lines were sent as one command")
	}
	err = c.Illegal(ruleset.Move{Color: ruleset.White, Point: ruleset.At(1, 1)}, ruleset.ErrSuperko)
	if !errors.Is(err, ruleset.ErrSuperko) {
		t.Error(err)
	}
}

// TestPlainProgram: without extensions, stones go as moves.
func TestPlainProgram(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	var log traffic
	p := program("offboard")
	p.Traffic = log.add
	c := start(t, p)
	if err := c.Handicap(ctx, points(t, "C3", "G7")); err != nil {
		t.Fatal(err)
	}
	if err := c.Setup(ctx, ruleset.Setup{White: points(t, "E5")}); err != nil {
		t.Fatal(err)
	}
	told, err := c.Rules(ctx, ruleset.Rules{})
	if err != nil || told.Command != "" || len(told.Lost) == 0 {
		t.Errorf("rules: %+v, %v", told, err)
	}
	var sent []string
	for _, line := range strings.Split(log.wait("play w E5"), "\n") {
		if text, ok := strings.CutPrefix(line, "> "); ok && strings.Contains(text, "play") {
			sent = append(sent, text[strings.Index(text, "play"):])
		}
	}
	if want := []string{"play b C3", "play b G7", "play w E5"}; !slices.Equal(sent, want) {
		t.Errorf("sent %v", sent)
	}
	if _, err := c.FinalStatus(ctx, "dead"); err == nil || !strings.Contains(err.Error(), `"Z25" is no vertex`) {
		t.Errorf("final_status_list: %v", err)
	}
}

func TestAnswerParser(t *testing.T) {
	tests := []struct {
		name, input string
		want        []string
		chatter     int
	}{
		{"one answer", "=1 C3\n\n", []string{"=1:C3"}, 0},
		{"nothing", "=\n\n", []string{"=:"}, 0},
		{"a failure", "?12 bad move\n\n", []string{"?12:bad move"}, 0},
		{"lines", "= a\n b\n= c\n\n", []string{"=:a\n b\n= c"}, 0},
		{"CRLF", "=1 a\r\nb\r\n\r\n", []string{"=1:a\nb"}, 0},
		{"chatter", "hello\n\n=====\n=1 C3\n\n\n\nbye\n", []string{"=1:C3"}, 3},
		{"a blank line of blanks", "=1 a\n  \n", []string{"=1:a"}, 0},
		{"a tab", "=1\ta\n\n", []string{"=1:a"}, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := answerParser{limit: 100}
			var got []string
			chatter := 0
			for line := range strings.Lines(tt.input) {
				done, isChatter, err := p.line(strings.TrimSuffix(line, "\n"), time.Time{})
				if err != nil {
					t.Fatal(err)
				}
				if isChatter {
					chatter++
				}
				if done != nil {
					mark := map[bool]string{true: "=", false: "?"}[done.ok]
					got = append(got, fmt.Sprintf("%s%s:%s", mark, done.id, done.text))
				}
			}
			if !slices.Equal(got, tt.want) || chatter != tt.chatter {
				t.Errorf("got %q and %d lines of chatter", got, chatter)
			}
		})
	}
}

func ExampleStart() {
	ctx := context.Background()
	engine, err := Start(ctx, program("good")) // Program{Command: []string{"gnugo", "--mode", "gtp"}}
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = engine.Close() }()
	if err := engine.BoardSize(ctx, ruleset.Square(9)); err != nil {
		fmt.Println(err)
		return
	}
	reply, err := engine.GenMove(ctx, ruleset.Black, 0)
	fmt.Println(engine.Name(), "plays", reply.Point, err)
	// Output: tengen plays A1 <nil>
}
