package sgf

import (
	"errors"
	"fmt"
	"strings"
)

// What errors wrap, for callers that decide by kind.
var (
	ErrNoGame     = errors.New("no game found: a record starts with (; and holds GM[1]")
	ErrLimit      = errors.New("limit exceeded")
	ErrOtherGame  = errors.New("this is no record of Go")
	ErrSize       = errors.New("unusable board size")
	ErrUnplayable = errors.New("the record cannot be refereed")
)

// Where is a place in a file. Zero fields are unknown, except Offset.
type Where struct {
	File   string
	Game   int   // from 1
	Node   int   // from 1, the root, in the order of the file
	Move   int   // from 1, on the line that was replayed
	Offset int64 // bytes from the start of the file; -1 if unknown
}

// String returns a text such as "a.sgf: game 3, move 12, byte 4711".
func (w Where) String() string {
	var parts []string
	if w.Game > 0 {
		parts = append(parts, fmt.Sprintf("game %d", w.Game))
	}
	switch {
	case w.Move > 0:
		parts = append(parts, fmt.Sprintf("move %d", w.Move))
	case w.Node > 0:
		parts = append(parts, fmt.Sprintf("node %d", w.Node))
	}
	if w.Offset >= 0 {
		parts = append(parts, fmt.Sprintf("byte %d", w.Offset))
	}
	text := strings.Join(parts, ", ")
	switch {
	case w.File == "":
		return text
	case text == "":
		return w.File
	}
	return w.File + ": " + text
}

// Error is why a game or a file cannot be used, and where.
type Error struct {
	Where
	Err error
}

// Error returns a text such as "sgf: a.sgf: game 3, byte 12: ...".
func (e *Error) Error() string {
	if where := e.Where.String(); where != "" {
		return "sgf: " + where + ": " + e.Err.Error()
	}
	return "sgf: " + e.Err.Error()
}

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }

// Note is what a reader did with input that is not as the format says, or
// that needed a choice. Reading went on.
type Note struct {
	Where

	// Problem tells a fault of the file, such as an unclosed tree, from a
	// choice that deserves a record, such as the character set of a file that
	// names none.
	Problem bool
	Text    string
}

// String returns the place and the text.
func (n Note) String() string {
	if where := n.Where.String(); where != "" {
		return where + ": " + n.Text
	}
	return n.Text
}

// HasProblem reports whether one of the notes is a fault of the file.
func HasProblem(notes []Note) bool {
	for _, n := range notes {
		if n.Problem {
			return true
		}
	}
	return false
}

// maxNotes bounds the notes of one game: a file that is wrong everywhere is
// not better understood from a million of them.
const maxNotes = 40

// addNote appends a note unless there are enough of them; the last one says
// that there were more.
func addNote(notes []Note, n Note) []Note {
	switch {
	case len(notes) < maxNotes:
		return append(notes, n)
	case len(notes) == maxNotes:
		n.Text = "further notes are left out"
		return append(notes, n)
	}
	notes[maxNotes].Problem = notes[maxNotes].Problem || n.Problem
	return notes
}
