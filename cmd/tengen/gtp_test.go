package main

import (
	"bytes"
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// session runs the engine with some commands and returns its answers, one
// for each, without ids and blank lines.
func session(t *testing.T, args []string, commands string) (answers []string, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code := run(context.Background(), append([]string{"gtp"}, args...), strings.NewReader(commands), &out, &errs)
	if code != exitOK {
		t.Fatalf("exit code %d: %s", code, errs.String())
	}
	for answer := range strings.SplitSeq(strings.TrimSpace(out.String()), "\n\n") {
		answers = append(answers, strings.TrimSpace(answer))
	}
	return answers, errs.String()
}

func TestGTPSession(t *testing.T) {
	answers, stderr := session(t, []string{"--size", "5", "--playouts", "200", "--seed", "1", "--rules", "tromp-taylor", "--komi", "3.5", "--name", "Tester"},
		"1 name\n2 protocol_version\n3 get_komi\n4 boardsize 5\n5 clear_board\n6 play b C3\n7 play w C3\n8 genmove w\n9 foo\n10 final_score\n11 quit\n12 name\n")
	want := []string{"=1 Tester", "=2 2", "=3 3.5", "=4", "=5", "=6", "?7 illegal move", "=8 [A-E][1-5]", "?9 unknown command", "=10 .*", "=11"}
	if len(answers) != len(want) {
		t.Fatalf("%d answers: %q", len(answers), answers)
	}
	for i, pattern := range want {
		if !regexp.MustCompile("^" + regexp.QuoteMeta(pattern[:2]) + pattern[2:] + "$").MatchString(answers[i]) {
			t.Errorf("answer %d is %q, want %s", i+1, answers[i], pattern)
		}
	}
	for _, want := range []string{"ready", "seed=1", "playouts=200", "tromp-taylor"} {
		if !strings.Contains(stderr, want) {
			t.Errorf("the log does not say %q: %s", want, stderr)
		}
	}
}

// The same seed gives the same game, played to its end; its record and its
// score agree.
func TestGTPPlaysARepeatableGame(t *testing.T) {
	args := []string{"--size", "4", "--player", "light:playouts=60", "--seed", "5", "--quiet"}
	moves, stderr := session(t, args, strings.Repeat("genmove b\ngenmove w\n", 48))
	if stderr != "" {
		t.Errorf("a quiet session logs %q", stderr)
	}
	end := 1
	for end < len(moves) && (moves[end-1] != "= pass" || moves[end] != "= pass") {
		end++
	}
	if end == len(moves) {
		t.Fatalf("the game does not end: %q", moves)
	}
	end++
	commands := strings.Repeat("genmove b\ngenmove w\n", 48)[:end*len("genmove b\n")] + "final_score\nprintsgf\n" // and the end of the input
	again, _ := session(t, args, commands)
	if !slices.Equal(again[:end], moves[:end]) {
		t.Errorf("\n%q\nis not\n%q", again[:end], moves[:end])
	}
	score := strings.TrimPrefix(again[end], "= ")
	if !strings.Contains(again[end+1], "RE["+score+"]") {
		t.Errorf("final_score %s, printsgf %s", score, again[end+1])
	}
}

func TestGTPByTime(t *testing.T) {
	answers, stderr := session(t, []string{"--size", "7", "--time", "20ms", "--workers", "2", "--resign", "0.01", "--traffic"}, "genmove b\nquit\n")
	if len(answers) != 2 || !strings.HasPrefix(answers[0], "= ") {
		t.Errorf("got %q", answers)
	}
	if !strings.Contains(stderr, "command=\"genmove b\"") || !strings.Contains(stderr, "playouts=0 time=20ms") {
		t.Errorf("the log is %s", stderr)
	}
}

func TestGTPBadFlags(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{"--player uniform", "choose default, light or strong"},
		{"--player stronk", "stronk"},
		{"--player default:playouts=5 --playouts 7", "contradict"},
		{"--player default:workers=2", "--workers"},
		{"--playouts 0", "--playouts"},
		{"--time -1s", "--time"},
		{"--size 20", "19"},
		{"--komi 6.25", "half"},
		{"--rules chineze", "chinese"},
		{"--resign 2", "resign"},
		{"--workers 0", "workers"},
		{"--json", "--json"},
		{"extra", "extra"},
	} {
		code, stdout, stderr := tengen(t, append([]string{"gtp"}, strings.Fields(test.args)...)...)
		if code != exitUsage || stdout != "" || !strings.Contains(stderr, test.want) {
			t.Errorf("%s: exit code %d, %q, %s", test.args, code, stdout, stderr)
		}
	}
}
