package gtp

import (
	"fmt"
	"strings"
)

// Fault is what a program did wrong.
type Fault uint8

// The faults.
const (
	NotStarted Fault = iota + 1 // it could not be started
	Crash                       // it ended by itself, or closed its output
	Hang                        // it did not answer in time
	Protocol                    // its answer makes no sense
	Refused                     // it answered that a command failed
	Illegal                     // its move is illegal
)

var faultNames = [...]string{"", "not started", "crash", "hang", "protocol error", "refusal", "illegal move"}

// String returns words such as "crash" or "illegal move".
func (f Fault) String() string {
	if f >= NotStarted && int(f) < len(faultNames) {
		return faultNames[f]
	}
	return fmt.Sprintf("Fault(%d)", uint8(f))
}

// EngineError is the fault of one program.
type EngineError struct {
	Engine  string
	Fault   Fault
	Command string   // that was running; empty for none
	Detail  string   // what happened
	Stderr  []string // the last lines of its error output, for Crash and Hang
	Err     error    // the cause, if there is one
}

// maxExcerpt bounds what a message quotes of a program's words, in bytes.
const maxExcerpt = 200

// excerpt cuts what a program said to a length that fits into a message.
func excerpt(text string) string {
	if len(text) <= maxExcerpt {
		return text
	}
	return fmt.Sprintf("%s… (%d bytes)", strings.ToValidUTF8(text[:maxExcerpt], ""), len(text))
}

// Error returns one line, with an excerpt where the program said much.
func (e *EngineError) Error() string {
	text := fmt.Sprintf("engine %s: %v", e.Engine, e.Fault)
	if e.Command != "" {
		text += fmt.Sprintf(" at %q", e.Command)
	}
	if e.Detail != "" {
		text += ": " + excerpt(e.Detail)
	}
	if e.Err != nil {
		text += ": " + excerpt(e.Err.Error())
	}
	for i, line := range e.Stderr[max(0, len(e.Stderr)-3):] {
		text += [...]string{"; its last words: ", " | ", " | "}[i] + excerpt(line)
	}
	return text
}

// Unwrap returns the cause.
func (e *EngineError) Unwrap() error { return e.Err }
