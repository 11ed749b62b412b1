package gtp

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/mcts"
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

// program starts the test binary as an engine.
func program(kind string) Program {
	return Program{
		Name: kind, Command: []string{os.Args[0], "-test.run=^$"}, Env: []string{behavior + "=" + kind, "GORACE=atexit_sleep_ms=0"},
		StartTimeout: 20 * time.Second, Timeout: 20 * time.Second, MoveTimeout: 20 * time.Second, QuitTimeout: 10 * time.Second,
	}
}

// actAsEngine behaves, or does not.
func actAsEngine(kind string) {
	switch kind {
	case "good":
		serveStdin(true, os.Stdout)
	case "search":
		serveStdin(false, os.Stdout)
	case "drip": // every byte is a write of its own
		serveStdin(true, drip{})
	case "crash-start":
		fmt.Fprintln(os.Stderr, "no weights")
		os.Exit(7)
	case "silent":
		time.Sleep(time.Hour)
	case "sleeper": // the child of "orphan"
		time.Sleep(time.Hour)
	default:
		misbehave(kind)
	}
}

// serveStdin runs an Engine with the scripted searcher, or with search.
func serveStdin(script bool, out io.Writer) {
	rules, err := ruleset.ParseRules("chinese")
	config := Config{Rules: rules, Budget: mcts.Budget{Playouts: 200}, Size: ruleset.Square(9)}
	if script {
		config.Searcher = &scripted{}
	} else if err == nil {
		search := mcts.DefaultConfig()
		search.Ownership = true
		config.Searcher, err = mcts.New(search)
	}
	if err != nil {
		panic(err)
	}
	e, err := NewEngine(config)
	if err != nil {
		panic(err)
	}
	server := Server{Handler: e}
	if err := server.Serve(context.Background(), os.Stdin, out); err != nil {
		panic(err)
	}
}

type drip struct{}

func (drip) Write(p []byte) (int, error) {
	for i := range p {
		if _, err := os.Stdout.Write(p[i : i+1]); err != nil {
			return i, err
		}
	}
	return len(p), nil
}

// misbehave answers like a small engine, but for what kind says.
func misbehave(kind string) {
	end := "\n\n"
	switch kind {
	case "crlf":
		end = "\r\n\r\n"
	case "chatter":
		fmt.Print("Welcome!\n=====\n=== engine ===\n\n?-?\n")
		fmt.Fprintln(os.Stderr, "loading")
	case "flood":
		line := strings.Repeat("x", 1000) + "\n"
		for range 2000 {
			fmt.Fprint(os.Stderr, line)
		}
	}
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		c, _ := ParseCommand(in.Text())
		answer := func(mark, text string) { fmt.Print(mark + c.ID + " " + text + end) }
		switch {
		case c.Name == "protocol_version":
			version := "2"
			if kind == "old" {
				version = "1"
			}
			answer("=", version)
		case c.Name == "list_commands" && kind == "secretive":
			answer("?", "unknown command")
		case c.Name == "list_commands":
			answer("=", "list_commands\ntime_settings\ntime_left\nundo\nreg_genmove\nfinal_score\nfinal_status_list")
		case c.Name == "quit":
			if kind == "stubborn" {
				time.Sleep(time.Hour)
			}
			if kind != "mute-quit" {
				answer("=", "")
			}
			return
		case c.Name == "komi" && kind == "strict":
			answer("?", "I play at 6.5 only")
		case c.Name == "genmove" && kind == "noids":
			fmt.Print("= C3\n\n")
		case c.Name == "final_status_list":
			answer("=", map[string]string{"offboard": "A1 Z25"}[kind]+" C3 D4\nE5")
		case c.Name == "final_score":
			answer("=", "W+3.5")
		case strings.HasSuffix(c.Name, "genmove"):
			badMove(kind, answer)
		default:
			if kind == "noids" {
				fmt.Print("=\n\n")
				continue
			}
			answer("=", "")
		}
		if kind == "twice" && c.Name == "clear_board" {
			fmt.Print("= one more\n\n")
		}
	}
}

// badMove answers genmove.
func badMove(kind string, answer func(mark, text string)) {
	switch kind {
	case "crash":
		fmt.Fprintln(os.Stderr, "thinking\nout of cheese")
		os.Exit(3)
	case "crash-late": // in the middle of an answer
		fmt.Print("= C")
		os.Exit(4)
	case "close": // its output, but it goes on
		_ = os.Stdout.Close()
		time.Sleep(time.Hour)
	case "orphan": // what it started outlives it, and holds its output open
		child := exec.Command(os.Args[0], "-test.run=^$")
		child.Env = append(os.Environ(), behavior+"=sleeper")
		child.Stdout = os.Stdout
		if err := child.Start(); err != nil {
			panic(err)
		}
		fmt.Printf("child %d\n", child.Process.Pid)
		os.Exit(5)
	case "hang":
		fmt.Fprintln(os.Stderr, "let me think")
		time.Sleep(time.Hour)
	case "slow":
		time.Sleep(50 * time.Millisecond)
		answer("=", "C3")
	case "wrong-id":
		fmt.Print("=99 C3\n\n")
	case "banana":
		answer("=", "banana")
	case "offboard":
		answer("=", "T19")
	case "resign":
		answer("=", "RESIGN")
	case "refuse":
		answer("?", "cannot generate a move")
	case "endless":
		line := []byte("= " + strings.Repeat("x", 1<<16) + "\n")
		for {
			if _, err := os.Stdout.Write(line); err != nil {
				os.Exit(0)
			}
			line[0] = ' '
		}
	case "deaf":
		time.Sleep(time.Hour)
	default:
		answer("=", "c3")
	}
}
