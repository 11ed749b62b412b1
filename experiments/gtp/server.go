package gtp

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"
)

// Handler answers commands, one at a time.
type Handler interface {
	// Handle runs a command and returns the text of a success or an error,
	// whose text becomes that of the failure. ErrQuit is a success that ends
	// the session. Lines written to the stream come before the text. When ctx
	// is cancelled, Handle should return soon, with what there is.
	Handle(ctx context.Context, c Command, stream *Stream) (string, error)

	// Interruptible reports whether input that arrives ends the command.
	Interruptible(name string) bool
}

// ErrQuit is returned by a Handler to end the session.
var ErrQuit = errors.New("quit")

// DefaultMaxLine is the length of a line from which on it is refused.
const DefaultMaxLine = 256 << 10

// queued is how many lines the server reads ahead.
const queued = 64

// Server connects a Handler to a client.
type Server struct {
	Handler Handler
	Log     *slog.Logger // nil: no log
	MaxLine int          // bytes of a line; 0 means DefaultMaxLine

	mu      sync.Mutex
	read    int64  // lines that arrived, the end of input included
	stop    int64  // the last of them that was an interrupt
	running int64  // the line whose command runs; 0: none
	any     bool   // whether any input ends it
	cancel  func() // of the running command
	begun   time.Time
	left    bool // the client left while a command was running
}

// scriptTime is how soon after the beginning of a command the session may end
// without ending the command. A script comes as a whole, with quit or the end
// of the input, and waits for all answers; a client that ends the session later
// has left.
const scriptTime = 250 * time.Millisecond

// inputLine is one line as it arrived.
type inputLine struct {
	text   string
	number int64
	long   bool // more than MaxLine: text is the beginning
}

// Serve answers commands from in until quit, the end of the input, or the end
// of ctx, and returns nil for the first two. Every answer is flushed. Reading
// cannot be stopped: unless the input has ended, one goroutine stays behind
// until in returns from a last Read. A command that runs when the client ends
// the session is cancelled, and so are those that wait.
func (s *Server) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	if s.Log == nil {
		s.Log = slog.New(slog.DiscardHandler)
	}
	lines := make(chan inputLine, queued)
	done := make(chan struct{})
	defer close(done)
	var readErr error // set before lines is closed
	go func() {
		defer close(lines)
		readErr = s.readLines(in, lines, done)
	}()
	w := bufio.NewWriter(out)
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case line, ok := <-lines:
			if !ok {
				if errors.Is(readErr, io.EOF) {
					return nil
				}
				return fmt.Errorf("gtp: reading commands: %w", readErr)
			}
			quit, err := s.answer(ctx, line, w)
			if err != nil {
				return fmt.Errorf("gtp: writing an answer: %w", err)
			}
			if quit {
				return nil
			}
		}
	}
}

// readLines passes lines on until the input ends.
func (s *Server) readLines(in io.Reader, lines chan<- inputLine, done <-chan struct{}) error {
	limit := s.MaxLine
	if limit <= 0 {
		limit = DefaultMaxLine
	}
	r := bufio.NewReaderSize(in, limit+1)
	ahead := false // whether lines had to wait: then the end comes late, and tells nothing
	for {
		text, err := r.ReadSlice('\n')
		line := inputLine{long: errors.Is(err, bufio.ErrBufferFull)}
		line.text = string(bytes.TrimRight(text, "\r\n"))
		if line.long {
			line.text = line.text[:min(len(line.text), 256)]
			for errors.Is(err, bufio.ErrBufferFull) {
				_, err = r.ReadSlice('\n')
			}
		}
		if err == nil || line.text != "" { // the last line may lack its break
			c, _ := ParseCommand(line.text)
			line.number = s.arrived(line.text, c.Name == "quit" && !ahead)
			ahead = ahead || len(lines) == cap(lines)
			select {
			case lines <- line:
			case <-done:
				return io.EOF
			}
		}
		if err != nil {
			s.arrived("", !ahead)
			return err
		}
	}
}

// arrived notes that a line came in, or the end of the input, and ends the
// running command if it should; last says that the client wants no more.
func (s *Server) arrived(text string, last bool) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.read++
	interrupt := isInterrupt(text)
	if interrupt {
		s.stop = s.read
	}
	leaves := last && s.running != 0 && time.Since(s.begun) > scriptTime
	if s.running != 0 && (s.any || interrupt || leaves) {
		s.cancel()
	}
	s.left = s.left || leaves
	return s.read
}

// begin makes the context of the command in a line.
func (s *Server) begin(ctx context.Context, line inputLine, c Command) (context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running, s.any, s.cancel, s.begun = line.number, s.Handler.Interruptible(c.Name), cancel, time.Now()
	if s.any && s.read > line.number || s.stop > line.number || s.left {
		cancel()
	}
	return ctx, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.running = 0
		cancel()
	}
}

// answer runs the command of a line.
func (s *Server) answer(ctx context.Context, line inputLine, w *bufio.Writer) (quit bool, err error) {
	c, ok := ParseCommand(line.text)
	if !ok && !line.long {
		return false, nil
	}
	stream := &Stream{out: w, id: c.ID}
	started := time.Now()
	if line.long {
		s.Log.Warn("line too long", "begins", line.text)
		return false, stream.finish("line too long", true)
	}
	ctx, end := s.begin(ctx, line, c)
	defer end()
	text, failure := s.call(ctx, c, stream)
	if quit = errors.Is(failure, ErrQuit); quit {
		failure = nil
	}
	if failure != nil {
		text = failure.Error()
	}
	s.Log.Debug("gtp", "command", c.String(), "ok", failure == nil, "answer", text, "took", time.Since(started))
	return quit, stream.finish(text, failure != nil)
}

// call turns a panic into an error: a fault in one command must not end the
// game.
func (s *Server) call(ctx context.Context, c Command, stream *Stream) (text string, err error) {
	defer func() {
		if p := recover(); p != nil {
			s.Log.Error("panic", "command", c.String(), "panic", p, "stack", string(debug.Stack()))
			text, err = "", fmt.Errorf("internal error in %s: see the log", c.Name)
		}
	}()
	return s.Handler.Handle(ctx, c, stream)
}
