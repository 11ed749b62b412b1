package gtp

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"sync"
	"time"

	"github.com/tengen-go/tengen/experiments/clock"
)

// Program says how to start a program and how to deal with it. Command is
// needed; the rest has defaults.
type Program struct {
	Name    string   // for messages; empty means the first word of Command
	Command []string // the executable and its arguments
	Env     []string // "KEY=value", added to the environment
	Dir     string   // to run in; empty means the current one

	StartTimeout time.Duration // for the first answer; 0 means a minute
	Timeout      time.Duration // for other answers than moves; 0 means a minute
	MoveTimeout  time.Duration // for moves without a clock; 0 means 10 minutes
	QuitTimeout  time.Duration // from quit to the end; 0 means 2 seconds

	// Traffic is told of every line in both directions and on standard
	// error, by one goroutine, up to the end of Close. It may lag behind: its
	// time is not charged to the program.
	Traffic func(Traffic)

	Source clock.Source // nil means clock.System
}

// Traffic is a line that went between a program and its controller.
type Traffic struct {
	At   time.Time
	Kind TrafficKind
	Text string
}

// TrafficKind is where a line went.
type TrafficKind uint8

// The kinds of traffic.
const (
	Sent     TrafficKind = iota // a command
	Received                    // a line of an answer
	Chatter                     // a line that belongs to no answer
	Stderr                      // a line on standard error
)

var trafficMarks = [...]string{">", "<", "~", "!"}

// String returns a mark: ">" for what was sent, "<" for what was received, "~"
// for chatter, "!" for error output.
func (k TrafficKind) String() string {
	if int(k) < len(trafficMarks) {
		return trafficMarks[k]
	}
	return fmt.Sprintf("TrafficKind(%d)", uint8(k))
}

const (
	maxAnswer = 16 << 20 // bytes
	maxLine   = 1 << 20  // of output; longer lines are cut
	lastWords = 20       // lines of standard error that are kept
	logLag    = 4096     // lines by which the log may lag behind
)

// process is a running program and the goroutines around it.
type process struct {
	cmd     *exec.Cmd
	source  clock.Source
	stdin   io.WriteCloser
	pipes   []io.Closer // our ends of its output
	readers sync.WaitGroup

	events chan event    // in the order of the output
	said   chan struct{} // closed at the end of its standard error
	exited chan struct{} // closed when it has ended
	state  *os.ProcessState
	closed chan struct{} // closed when nobody listens to events any more

	traffic chan Traffic  // nil: nobody wants to know
	logged  chan struct{} // closed when all of it was told

	mu    sync.Mutex
	words []string // the last lines of standard error
}

// event is an answer, or the end of the output.
type event struct {
	answer *rawAnswer
	err    error // io.EOF, or why the output makes no sense
}

// startProcess starts a program.
func startProcess(p Program) (*process, error) {
	if len(p.Command) == 0 {
		return nil, errors.New("no command to start it is given")
	}
	r := &process{
		cmd: exec.Command(p.Command[0], p.Command[1:]...), source: p.Source,
		events: make(chan event, 32), said: make(chan struct{}), exited: make(chan struct{}), closed: make(chan struct{}),
	}
	r.cmd.Dir = p.Dir
	r.cmd.Env = append(os.Environ(), p.Env...)
	ownGroup(r.cmd)
	stdin, err := r.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := r.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	stderr, err := r.cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := r.cmd.Start(); err != nil {
		return nil, err
	}
	r.stdin, r.pipes = stdin, []io.Closer{stdout, stderr}
	if p.Traffic != nil {
		r.traffic, r.logged = make(chan Traffic, logLag), make(chan struct{})
		go func() {
			defer close(r.logged)
			for t := range r.traffic {
				p.Traffic(t)
			}
		}()
	}
	r.readers.Go(func() { r.readAnswers(stdout) })
	r.readers.Go(func() {
		defer close(r.said)
		r.readLines(stderr, r.errorLine)
	})
	go func() {
		// Not exec.Cmd.Wait, which would close the pipes under the readers.
		r.state, _ = r.cmd.Process.Wait()
		close(r.exited)
	}()
	return r, nil
}

// readAnswers turns standard output into events.
func (r *process) readAnswers(stdout io.Reader) {
	parser := answerParser{limit: maxAnswer}
	err := r.readLines(stdout, func(text string, at time.Time) error {
		answer, chatter, err := parser.line(text, at)
		if err != nil {
			return err
		}
		if answer != nil && !r.emit(event{answer: answer}) {
			return io.EOF
		}
		switch {
		case chatter:
			r.log(Chatter, text, at)
		case text != "" && answer == nil:
			r.log(Received, text, at)
		}
		return nil
	})
	r.emit(event{err: err})
}

func (r *process) emit(e event) bool {
	select {
	case r.events <- e:
		return true
	case <-r.closed:
		return false
	}
}

// readLines calls line for every line with the time of the read that completed
// it, until the end, which is io.EOF, or an error of line.
func (r *process) readLines(in io.Reader, line func(text string, at time.Time) error) error {
	buffer := make([]byte, 64<<10)
	var pending []byte
	for {
		n, err := in.Read(buffer)
		at := r.source.Now()
		rest := buffer[:n]
		for {
			i := bytes.IndexByte(rest, '\n')
			if i < 0 {
				break
			}
			text := append(pending, rest[:i]...)
			rest, pending = rest[i+1:], pending[:0]
			if lineErr := line(string(text[:min(len(text), maxLine)]), at); lineErr != nil {
				return lineErr
			}
		}
		if len(pending) < maxLine {
			pending = append(pending, rest...)
		}
		if err != nil {
			if len(pending) > 0 {
				if lineErr := line(string(pending), at); lineErr != nil {
					return lineErr
				}
			}
			return io.EOF // a pipe that was closed under the reader is the end as well
		}
	}
}

func (r *process) errorLine(text string, at time.Time) error {
	r.mu.Lock()
	r.words = append(r.words, text)
	if len(r.words) > lastWords {
		r.words = r.words[1:]
	}
	r.mu.Unlock()
	r.log(Stderr, text, at)
	return nil
}

func (r *process) log(kind TrafficKind, text string, at time.Time) {
	if r.traffic != nil {
		r.traffic <- Traffic{At: at, Kind: kind, Text: text}
	}
}

// lastWords returns the last lines of standard error.
func (r *process) lastWords() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.words)
}

// waitExit waits for the end of the process, at most for d.
func (r *process) waitExit(d time.Duration) bool { return waitFor(r.exited, d) }

// waitFor waits until a channel is closed, at most for d.
func waitFor(done <-chan struct{}, d time.Duration) bool {
	select {
	case <-done:
		return true
	default:
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-done:
		return true
	case <-timer.C:
		return false
	}
}

// drain is how long output is awaited after the end of a process. Where a
// process that it started holds the pipe open, the end of output never comes.
const drain = 200 * time.Millisecond

// end kills what is left of the process and its group and waits until all
// goroutines are done.
func (r *process) end() {
	killGroup(r.cmd.Process)
	<-r.exited
	close(r.closed)
	finished := make(chan struct{})
	go func() {
		r.readers.Wait()
		close(finished)
	}()
	timer := time.NewTimer(drain)
	defer timer.Stop()
	select {
	case <-finished:
	case <-timer.C:
	}
	for _, p := range r.pipes {
		_ = p.Close() // only unblocks the readers
	}
	_ = r.stdin.Close()
	<-finished
	if r.traffic != nil {
		close(r.traffic)
		<-r.logged
	}
}
