package gtp

import (
	"bufio"
	"bytes"
	"reflect"
	"strings"
	"testing"
)

func TestParseCommand(t *testing.T) {
	tests := []struct {
		name, line string
		want       *Command // nil: nothing to answer
	}{
		{"a command alone", "name", &Command{Name: "name"}},
		{"an id", "12 play b D4", &Command{ID: "12", Name: "play", Args: []string{"b", "D4"}, Text: "b D4"}},
		{"an id with zeros is echoed as it is", "007 name", &Command{ID: "007", Name: "name"}},
		{"a number too long for an id is a command", "12345678901234567890 name",
			&Command{Name: "12345678901234567890", Args: []string{"name"}, Text: "name"}},
		{"an id alone still wants an answer", "5", &Command{ID: "5"}},
		{"tabs are blanks", "\tplay\tb\t D4\t", &Command{Name: "play", Args: []string{"b", "D4"}, Text: "b  D4"}},
		{"a carriage return vanishes", "name\r", &Command{Name: "name"}},
		{"control characters vanish", "na\x00\x07me\x7f", &Command{Name: "name"}},
		{"a comment ends the line", "name # what?", &Command{Name: "name"}},
		{"a comment alone", "# name", nil},
		{"blank", "  \t\r", nil},
		{"empty", "", nil},
		{"blanks in a file name are kept", "loadsgf my games/a  b.sgf", &Command{Name: "loadsgf",
			Args: []string{"my", "games/a", "b.sgf"}, Text: "my games/a  b.sgf"}},
		{"bytes that are no UTF-8 are kept", "loadsgf \xb3\xb4.sgf", &Command{Name: "loadsgf",
			Args: []string{"\xb3\xb4.sgf"}, Text: "\xb3\xb4.sgf"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, ok := ParseCommand(tt.line)
			if ok != (tt.want != nil) {
				t.Fatalf("to answer: %v", ok)
			}
			if tt.want == nil {
				return
			}
			if len(c.Args) == 0 {
				c.Args = nil
			}
			if !reflect.DeepEqual(c, *tt.want) {
				t.Errorf("got %#v, want %#v", c, *tt.want)
			}
		})
	}
}

func TestAnswerText(t *testing.T) {
	tests := []struct {
		name   string
		lines  []string // streamed
		text   string
		failed bool
		want   string
	}{
		{"nothing to say", nil, "", false, "=7\n\n"},
		{"one line", nil, "D4", false, "=7 D4\n\n"},
		{"two lines", nil, "D4\nQ16", false, "=7 D4\nQ16\n\n"},
		{"an empty line within would end it", nil, "a\n\n \nb\n", false, "=7 a\nb\n\n"},
		{"a drawing begins on a line of its own", nil, "\n A B\n1 . .\n", false, "=7\n A B\n1 . .\n\n"},
		{"control characters vanish", nil, "a\rb\x00\tc", false, "=7 ab c\n\n"},
		{"a failure has one line", nil, "bad\n\nthing", true, "?7 bad; ; thing\n\n"},
		{"streamed lines", []string{"info 1", "info\n2"}, "", false, "=7\ninfo 1\ninfo; 2\n\n"},
		{"streamed lines and a result", []string{"info 1"}, "play D4", false, "=7\ninfo 1\nplay D4\n\n"},
		{"a failure after lines cannot be told", []string{"info 1"}, "bad", true, "=7\ninfo 1\n\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out bytes.Buffer
			s := &Stream{out: bufio.NewWriter(&out), id: "7"}
			for _, line := range tt.lines {
				if err := s.Line(line); err != nil {
					t.Fatal(err)
				}
			}
			if err := s.finish(tt.text, tt.failed); err != nil {
				t.Fatal(err)
			}
			if out.String() != tt.want {
				t.Errorf("got %q, want %q", out.String(), tt.want)
			}
			if strings.Count(out.String(), "\n\n") != 1 {
				t.Errorf("%q is not one answer", out.String())
			}
		})
	}
}
