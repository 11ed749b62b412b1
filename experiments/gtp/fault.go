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

// Error returns one line.
func (e *EngineError) Error() string {
	text := fmt.Sprintf("engine %s: %v", e.Engine, e.Fault)
	if e.Command != "" {
		text += fmt.Sprintf(" at %q", e.Command)
	}
	if e.Detail != "" {
		text += ": " + e.Detail
	}
	if e.Err != nil {
		text += fmt.Sprintf(": %v", e.Err)
	}
	if n := len(e.Stderr); n > 0 {
		text += fmt.Sprintf("; its last words: %s", strings.Join(e.Stderr[max(0, n-3):], " | "))
	}
	return text
}

// Unwrap returns the cause.
func (e *EngineError) Unwrap() error { return e.Err }
