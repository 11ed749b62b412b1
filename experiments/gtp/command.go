package gtp

import (
	"strings"
)

// Command is one line of input.
type Command struct {
	ID   string // digits; empty without
	Name string // empty if the line has an ID only
	Args []string
	Text string // the arguments as they were written, for file names with blanks
}

// maxID is the number of digits up to which a leading number is an ID. The
// protocol stops at 2147483647; longer ones are echoed all the same.
const maxID = 18

// ParseCommand reads a line, without its line break. It returns false for a
// line that asks for nothing: blank, or a comment. As the protocol says,
// control characters are dropped, tabs are blanks, and "#" begins a comment.
func ParseCommand(line string) (Command, bool) {
	if comment := strings.IndexByte(line, '#'); comment >= 0 {
		line = line[:comment]
	}
	line = strings.Trim(clean(line), " ")
	if line == "" {
		return Command{}, false
	}
	var c Command
	first, rest := cutBlank(line)
	if isID(first) {
		c.ID = first
		first, rest = cutBlank(rest)
	}
	c.Name = first
	c.Text = rest
	c.Args = strings.FieldsFunc(rest, func(r rune) bool { return r == ' ' })
	return c, true
}

func cutBlank(s string) (first, rest string) {
	first, rest, _ = strings.Cut(s, " ")
	return first, strings.TrimLeft(rest, " ")
}

func isID(s string) bool {
	if s == "" || len(s) > maxID {
		return false
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// String returns the line.
func (c Command) String() string {
	return strings.TrimSpace(strings.Join(append([]string{c.ID, c.Name}, c.Args...), " "))
}

// isInterrupt recognizes the comment that asks to end the running command.
func isInterrupt(line string) bool {
	text, ok := strings.CutPrefix(strings.TrimSpace(line), "#")
	return ok && strings.TrimSpace(text) == "interrupt"
}
