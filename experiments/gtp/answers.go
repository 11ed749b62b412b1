package gtp

import (
	"fmt"
	"strings"
	"time"
)

// rawAnswer is an answer as it came in.
type rawAnswer struct {
	ok   bool
	id   string // empty without
	text string
	at   time.Time // of the read that completed it
}

// answerParser puts lines together into answers. It is told about one line at
// a time, so that it does not matter where the writer cut.
type answerParser struct {
	limit  int // bytes of an answer
	inside bool
	answer rawAnswer
	lines  []string
	size   int
}

// line takes in a line without its break. It returns an answer if the line
// completes one, and whether the line belongs to none: chatter.
func (p *answerParser) line(text string, at time.Time) (done *rawAnswer, chatter bool, err error) {
	text = strings.TrimRight(text, "\r")
	if !p.inside {
		if !p.open(text) {
			return nil, strings.TrimSpace(text) != "", nil
		}
		return nil, false, nil
	}
	if strings.TrimSpace(text) == "" {
		p.answer.text = strings.Join(p.lines, "\n")
		p.answer.at = at
		complete := p.answer
		p.inside = false
		return &complete, false, nil
	}
	if p.size += len(text) + 1; p.size > p.limit {
		return nil, false, fmt.Errorf("an answer of more than %d bytes", p.limit)
	}
	p.lines = append(p.lines, text)
	return nil, false, nil
}

// open begins an answer if the line is the first of one: "=" or "?", an ID,
// and a blank or nothing. Other programs print rules of "=====".
func (p *answerParser) open(text string) bool {
	if text == "" || text[0] != '=' && text[0] != '?' {
		return false
	}
	rest := text[1:]
	digits := 0
	for digits < len(rest) && '0' <= rest[digits] && rest[digits] <= '9' {
		digits++
	}
	id, rest := rest[:digits], rest[digits:]
	if rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return false
	}
	p.inside = true
	p.answer = rawAnswer{ok: text[0] == '=', id: id}
	p.lines, p.size = nil, len(text)
	if rest = strings.TrimSpace(rest); rest != "" {
		p.lines = append(p.lines, rest)
	}
	return true
}
