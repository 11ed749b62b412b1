package gtp

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
)

// echo is a Handler of a few commands.
type echo struct{}

func (echo) Interruptible(name string) bool { return name == "watch" }

func (echo) Handle(ctx context.Context, c Command, stream *Stream) (string, error) {
	switch c.Name {
	case "echo":
		return c.Text, nil
	case "fail":
		return "", errors.New("failed")
	case "panic":
		panic("oops")
	case "quit":
		return "", ErrQuit
	case "watch": // until the end of ctx
		if err := stream.Line("info"); err != nil {
			return "", err
		}
		<-ctx.Done()
		return "", nil
	case "ponder":
		<-ctx.Done()
		return "interrupted", nil
	case "think": // the same, but only an interrupt ends it
		select {
		case <-ctx.Done():
			return "interrupted", nil
		case <-time.After(300 * time.Millisecond):
			return "thought", nil
		}
	}
	return "", errors.New("unknown command")
}

func serve(t testing.TB, server *Server, input string) string {
	t.Helper()
	var out bytes.Buffer
	if err := server.Serve(context.Background(), strings.NewReader(input), &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestServe(t *testing.T) {
	long := strings.Repeat("x", 300)
	tests := []struct{ name, input, want string }{
		{"answers in order", "1 echo a\n2 fail\necho b\n", "=1 a\n\n?2 failed\n\n= b\n\n"},
		{"unknown", "3 nonsense\n", "?3 unknown command\n\n"},
		{"comments and empty lines get no answer", "\n# x\n\r\n  \necho a # b\n", "= a\n\n"},
		{"CRLF", "echo a\r\nquit\r\n", "= a\n\n=\n\n"},
		{"the last line may lack its break", "echo a", "= a\n\n"},
		{"after quit nothing is answered", "9 quit\necho a\n", "=9\n\n"},
		{"a line too long is refused as a whole", "4 echo " + long + "\n5 echo b\n", "?4 line too long\n\n=5 b\n\n"},
		{"also without an end", "4 echo " + long, "?4 line too long\n\n"},
		{"a panic is an error", "6 panic\n7 echo a\n", "?6 internal error in panic: see the log\n\n=7 a\n\n"},
		{"input that waits ends analysis at once", "1 watch\n2 echo a\n", "=1\ninfo\n\n=2 a\n\n"},
		{"an empty line as well", "1 watch\n\n", "=1\ninfo\n\n"},
		{"and the end of input", "1 watch\n", "=1\ninfo\n\n"},
		{"a command that generates moves goes on", "1 think\n2 echo a\n", "=1 thought\n\n=2 a\n\n"},
		{"unless it is interrupted", "1 think\n# interrupt\n", "=1 interrupted\n\n"},
		{"an interrupt of nothing", "# interrupt\n1 think\n", "=1 thought\n\n"},
		{"nothing", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := serve(t, &Server{Handler: echo{}, MaxLine: 200}, tt.input); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// session is a running server with a client that reads line by line.
type session struct {
	t      *testing.T
	in     *io.PipeWriter
	out    *bufio.Reader
	done   chan error
	cancel context.CancelFunc
}

func startSession(t *testing.T, h Handler) *session {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	s := &session{t: t, in: inW, out: bufio.NewReader(outR), done: make(chan error, 1), cancel: cancel}
	go func() {
		server := Server{Handler: h}
		err := server.Serve(ctx, inR, outW)
		_ = outW.Close()
		s.done <- err
	}()
	t.Cleanup(func() {
		cancel()
		_ = inW.Close()
		_ = outR.Close()
	})
	return s
}

func (s *session) send(line string) {
	s.t.Helper()
	if _, err := fmt.Fprintln(s.in, line); err != nil {
		s.t.Fatal(err)
	}
}

// line reads one line.
func (s *session) line() string {
	s.t.Helper()
	text, err := s.out.ReadString('\n')
	if err != nil {
		s.t.Fatal(err)
	}
	return strings.TrimSuffix(text, "\n")
}

// answer reads up to an empty line.
func (s *session) answer() string {
	s.t.Helper()
	var lines []string
	for {
		line := s.line()
		if line == "" {
			return strings.Join(lines, "\n")
		}
		lines = append(lines, line)
	}
}

func TestServeFlushesAndStops(t *testing.T) {
	s := startSession(t, echo{})
	s.send("1 echo a") // every answer comes before the next command is sent
	if got := s.answer(); got != "=1 a" {
		t.Fatalf("got %q", got)
	}
	s.send("2 watch")
	if got := s.line() + s.line(); got != "=2info" {
		t.Fatalf("got %q", got)
	}
	s.send("3 echo b") // ends the analysis, and is answered itself
	if got := s.answer() + s.answer(); got != "=3 b" {
		t.Fatalf("got %q", got)
	}
	s.send("4 think")
	time.Sleep(20 * time.Millisecond)
	s.send("# interrupt")
	if got := s.answer(); got != "=4 interrupted" {
		t.Fatalf("got %q", got)
	}
	s.send("5 watch")
	s.line()
	s.cancel()
	for {
		if _, err := s.out.ReadString('\n'); err != nil {
			break
		}
	}
	if err := <-s.done; !errors.Is(err, context.Canceled) {
		t.Fatalf("Serve: %v", err)
	}
}

// A client that leaves does not wait for what was asked for.
func TestServeEndsWithTheClient(t *testing.T) {
	for name, leave := range map[string]func(s *session){
		"end of the input": func(s *session) { _ = s.in.Close() },
		"quit":             func(s *session) { s.send("quit") },
		"quit after more":  func(s *session) { s.send("2 ponder"); s.send("quit") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := startSession(t, echo{})
			s.send("1 ponder")
			time.Sleep(2 * scriptTime)
			leave(s)
			if got := s.answer(); got != "=1 interrupted" {
				t.Errorf("got %q", got)
			}
			go func() { _, _ = io.Copy(io.Discard, s.out) }()
			if err := <-s.done; err != nil {
				t.Errorf("Serve: %v", err)
			}
		})
	}
}

func TestServeWriteError(t *testing.T) {
	s := Server{Handler: echo{}}
	err := s.Serve(context.Background(), strings.NewReader("echo a\necho b\n"), brokenPipe{})
	if !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("Serve: %v", err)
	}
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestServeReadError(t *testing.T) {
	s := Server{Handler: echo{}}
	in := io.MultiReader(strings.NewReader("echo a\n"), failingReader{})
	var out bytes.Buffer
	err := s.Serve(context.Background(), in, &out)
	if !errors.Is(err, io.ErrNoProgress) || out.String() != "= a\n\n" {
		t.Errorf("Serve: %v after %q", err, out.String())
	}
}

type failingReader struct{}

func (failingReader) Read([]byte) (int, error) { return 0, io.ErrNoProgress }
