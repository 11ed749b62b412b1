package gtp

import (
	"bufio"
	"io"
	"strings"
)

// Stream writes the lines of an answer while its command still runs.
type Stream struct {
	out   *bufio.Writer
	id    string
	begun bool
	err   error // of the first write that failed
}

// Begin starts the answer, as a success. Line does so by itself.
func (s *Stream) Begin() error {
	if !s.begun {
		s.begun = true
		s.write("=" + s.id + "\n")
	}
	return s.err
}

// Line writes one line and flushes it. An error says that nobody reads any
// more.
func (s *Stream) Line(text string) error {
	if s.Begin() != nil {
		return s.err
	}
	s.write(oneLine(text) + "\n")
	return s.err
}

func (s *Stream) write(text string) {
	if s.err != nil {
		return
	}
	if _, s.err = io.WriteString(s.out, text); s.err == nil {
		s.err = s.out.Flush()
	}
}

// finish ends the answer. The text of a success may have several lines; if it
// starts with a line break, so does the answer after its first character.
func (s *Stream) finish(text string, failed bool) error {
	switch {
	case failed && !s.begun:
		s.write("?" + s.id + " " + oneLine(text) + "\n\n")
	case failed: // too late to take the success back
		s.write("\n")
	case s.begun:
		if text = body(text); text != "" {
			text += "\n"
		}
		s.write(text + "\n")
	default:
		head := "=" + s.id
		if strings.HasPrefix(text, "\n") {
			head += "\n"
		} else if text != "" {
			head += " "
		}
		s.write(head + body(text) + "\n\n")
	}
	return s.err
}

// body makes a text fit for an answer: an empty line would end it.
func body(text string) string {
	lines := strings.Split(strings.Trim(text, "\n"), "\n")
	kept := lines[:0]
	for _, line := range lines {
		if line = strings.TrimRight(clean(line), " "); line != "" {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\n")
}

// oneLine puts a text into one line.
func oneLine(text string) string {
	return strings.TrimRight(clean(strings.ReplaceAll(strings.Trim(text, "\n"), "\n", "; ")), " ")
}

// clean drops control characters and turns tabs into blanks, byte by byte:
// file names need not be UTF-8.
func clean(line string) string {
	if strings.IndexFunc(line, isControl) < 0 {
		return line
	}
	kept := make([]byte, 0, len(line))
	for i := range len(line) {
		switch b := line[i]; {
		case b == '\t':
			kept = append(kept, ' ')
		case !isControl(rune(b)):
			kept = append(kept, b)
		}
	}
	return string(kept)
}

func isControl(r rune) bool { return r < ' ' || r == 0x7f }
