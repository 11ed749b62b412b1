package analysis

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"sync"
)

// output writes lines in the order in which they are said. Saying never waits
// for the client: one that sends all its queries before it reads an answer must
// not bring everything to a halt.
type output struct {
	log *slog.Logger

	mu     sync.Mutex
	filled sync.Cond
	lines  [][]byte
	closed bool
	failed error // of writing: nobody listens any more

	finished chan struct{}
}

// startOutput writes to w until the output is closed. broken is called when
// writing fails.
func startOutput(w io.Writer, log *slog.Logger, broken func()) *output {
	o := &output{log: log, finished: make(chan struct{})}
	o.filled.L = &o.mu
	go func() {
		defer close(o.finished)
		for {
			lines := o.next()
			if lines == nil {
				return
			}
			if _, err := w.Write(bytes.Join(lines, nil)); err != nil {
				o.mu.Lock()
				o.failed, o.closed, o.lines = fmt.Errorf("analysis: writing an answer: %w", err), true, nil
				o.mu.Unlock()
				broken()
				return
			}
		}
	}()
	return o
}

// next returns what has been said since the last call, nil at the end.
func (o *output) next() [][]byte {
	o.mu.Lock()
	defer o.mu.Unlock()
	for len(o.lines) == 0 && !o.closed {
		o.filled.Wait()
	}
	lines := o.lines
	o.lines = nil
	return lines
}

// say writes a value on a line of its own.
func (o *output) say(v any) {
	var line bytes.Buffer
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil { // a bug: only plain values are said
		o.log.Error("an answer cannot be written", "error", err)
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed {
		return
	}
	o.lines = append(o.lines, line.Bytes())
	o.filled.Signal()
}

// close writes what is left and returns the error of writing, if there was one.
func (o *output) close() error {
	o.mu.Lock()
	o.closed = true
	o.filled.Signal()
	o.mu.Unlock()
	<-o.finished
	return o.failed
}

// problem is an error or a warning.
type problem struct {
	ID      *string `json:"id,omitempty"`
	Field   string  `json:"field,omitempty"`
	Error   string  `json:"error,omitempty"`
	Warning string  `json:"warning,omitempty"`
}

func (o *output) error(text string) {
	o.log.Info("error", "error", text)
	o.say(problem{Error: text})
}

func (o *output) fieldError(id string, e *fieldError) {
	o.log.Info("error", "id", id, "field", e.field, "error", e.text)
	o.say(problem{ID: &id, Field: e.field, Error: e.text})
}

func (o *output) warning(id string, e fieldError) {
	o.log.Info("warning", "id", id, "field", e.field, "warning", e.text)
	o.say(problem{ID: &id, Field: e.field, Warning: e.text})
}
