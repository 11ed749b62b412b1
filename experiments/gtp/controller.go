package gtp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/tengen-go/tengen/experiments/clock"
	"github.com/tengen-go/tengen/ruleset"
)

// Controller drives another program. Its methods are for one goroutine; Close
// may be called in any case, once or more.
//
// After a crash, a hang, a protocol error or the end of a context during a
// command, the program is no longer of use: every further command returns the
// same error, and only Close is left.
type Controller struct {
	program Program
	process *process
	writes  chan writeJob

	name, version string
	commands      map[string]bool // nil: the program does not tell
	size          ruleset.Size    // last told
	lastID        int
	broken        error
	closed        bool
}

// Answer is what a program said to a command.
type Answer struct {
	OK   bool
	Text string // without ID, lines separated by "\n"
	Took time.Duration
}

type writeJob struct {
	text string
	done chan writeResult
}

type writeResult struct {
	at  time.Time
	err error
}

// Start starts a program and asks for its name, version and commands.
func Start(ctx context.Context, program Program) (*Controller, error) {
	defaults := func(d *time.Duration, value time.Duration) {
		if *d == 0 {
			*d = value
		}
	}
	defaults(&program.StartTimeout, time.Minute)
	defaults(&program.Timeout, time.Minute)
	defaults(&program.MoveTimeout, 10*time.Minute)
	defaults(&program.QuitTimeout, 2*time.Second)
	if program.Name == "" && len(program.Command) > 0 {
		program.Name = program.Command[0]
	}
	if program.Source == nil {
		program.Source = clock.System{}
	}
	p, err := startProcess(program)
	if err != nil {
		return nil, &EngineError{Engine: program.Name, Fault: NotStarted, Err: err}
	}
	c := &Controller{program: program, process: p, writes: make(chan writeJob), size: ruleset.Square(19)}
	go c.write()
	if err := c.introduce(ctx); err != nil {
		if closeErr := c.Close(); closeErr != nil {
			err = fmt.Errorf("%w (%w)", err, closeErr)
		}
		return nil, err
	}
	return c, nil
}

// introduce asks the program who it is. The first answer may take long: some
// programs load and tune before they read anything.
func (c *Controller) introduce(ctx context.Context) error {
	version, err := c.do(ctx, c.program.StartTimeout, "protocol_version")
	if err != nil {
		return err
	}
	if version.OK && strings.TrimSpace(version.Text) != "2" {
		return c.fault(Protocol, "protocol_version", fmt.Sprintf("it speaks version %q of the protocol, not 2", version.Text), nil)
	}
	for _, ask := range []struct {
		command string
		to      *string
	}{{"name", &c.name}, {"version", &c.version}} {
		a, err := c.Do(ctx, ask.command)
		if err != nil {
			return err
		}
		if a.OK {
			*ask.to = excerpt(strings.TrimSpace(a.Text))
		}
	}
	list, err := c.Do(ctx, "list_commands")
	if err != nil || !list.OK {
		return err
	}
	c.commands = map[string]bool{}
	for _, name := range strings.Fields(list.Text) {
		c.commands[name] = true
	}
	return nil
}

// write sends commands. It is a goroutine of its own, since a program that
// does not read blocks its writer.
func (c *Controller) write() {
	for job := range c.writes {
		_, err := io.WriteString(c.process.stdin, job.text)
		job.done <- writeResult{c.program.Source.Now(), err}
	}
}

// Name returns what the program calls itself; its Program.Name if it does not.
func (c *Controller) Name() string {
	if c.name == "" {
		return c.program.Name
	}
	return c.name
}

// Version returns the version of the program, empty if it has none.
func (c *Controller) Version() string { return c.version }

// Has reports whether the program says that it knows a command. One that does
// not tell its commands is taken to know those every program must know.
func (c *Controller) Has(command string) bool {
	if c.commands == nil {
		switch command {
		case "protocol_version", "name", "version", "known_command", "list_commands", "quit",
			"boardsize", "clear_board", "komi", "play", "genmove":
			return true
		}
	}
	return c.commands[command]
}

// Do sends a command and waits for the answer. A failure that the program
// reports is an Answer, not an error.
func (c *Controller) Do(ctx context.Context, name string, args ...string) (Answer, error) {
	return c.do(ctx, c.program.Timeout, name, args...)
}

// Ask is Do for commands that should succeed: a failure is an EngineError with
// the fault Refused.
func (c *Controller) Ask(ctx context.Context, name string, args ...string) (string, error) {
	a, err := c.Do(ctx, name, args...)
	if err != nil {
		return "", err
	}
	return c.succeeded(a, commandText(name, args))
}

// succeeded turns a failure that the program reports into an error.
func (c *Controller) succeeded(a Answer, command string) (string, error) {
	if !a.OK {
		return "", c.fault(Refused, command, fmt.Sprintf("%q", a.Text), nil)
	}
	return a.Text, nil
}

func commandText(name string, args []string) string {
	return strings.Join(append([]string{name}, args...), " ")
}

// do sends a command and waits for its answer, at most for the timeout.
func (c *Controller) do(ctx context.Context, timeout time.Duration, name string, args ...string) (Answer, error) {
	command := commandText(name, args)
	switch {
	case c.closed:
		return Answer{}, fmt.Errorf("engine %s: %w", c.program.Name, os.ErrClosed)
	case c.broken != nil:
		return Answer{}, c.broken
	case name == "" || strings.ContainsAny(command, "\r\n#"):
		return Answer{}, fmt.Errorf("engine %s: %q cannot be sent as a command", c.program.Name, command)
	}
	if err := c.unasked(); err != nil {
		return Answer{}, err
	}
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	c.lastID++
	id := strconv.Itoa(c.lastID)
	sent, err := c.send(ctx, timer, id, command)
	if err != nil {
		return Answer{}, err
	}
	answer, err := c.receive(ctx, timer, command)
	if err != nil {
		return Answer{}, err
	}
	if answer.id != "" && answer.id != id {
		return Answer{}, c.fail(Protocol, command, fmt.Sprintf("an answer to command %s came, not to %s", answer.id, id), nil)
	}
	return Answer{OK: answer.ok, Text: answer.text, Took: max(answer.at.Sub(sent), 0)}, nil
}

// unasked reports answers that came while nothing was asked, and the end of
// the program.
func (c *Controller) unasked() error {
	select {
	case e := <-c.process.events:
		if e.answer != nil {
			return c.fail(Protocol, "", fmt.Sprintf("an answer nobody asked for: %q", e.answer.text), nil)
		}
		return c.ended("", e.err)
	default:
		return nil
	}
}

// send writes a command and returns when it was written.
func (c *Controller) send(ctx context.Context, timer *time.Timer, id, command string) (time.Time, error) {
	c.process.log(Sent, id+" "+command, c.program.Source.Now())
	job := writeJob{id + " " + command + "\n", make(chan writeResult, 1)}
	c.writes <- job
	select {
	case r := <-job.done:
		if r.err == nil {
			return r.at, nil
		}
		// The pipe is gone, and so is the program: say how it ended.
		return r.at, c.ended(command, r.err)
	case <-timer.C:
		return time.Time{}, c.fail(Hang, command, "it does not read its input", nil)
	case <-ctx.Done():
		return time.Time{}, c.abandon(ctx, command)
	}
}

// receive waits for an answer.
func (c *Controller) receive(ctx context.Context, timer *time.Timer, command string) (*rawAnswer, error) {
	exited := c.process.exited
	var drained <-chan time.Time
	for {
		select {
		case e := <-c.process.events:
			if e.answer != nil {
				return e.answer, nil
			}
			return nil, c.ended(command, e.err)
		case <-exited:
			// What it wrote last may still be on its way.
			exited = nil
			drained = time.After(drain)
		case <-drained:
			return nil, c.ended(command, io.EOF)
		case <-timer.C:
			return nil, c.fail(Hang, command, "no answer in time", nil)
		case <-ctx.Done():
			return nil, c.abandon(ctx, command)
		}
	}
}

// ended says why output ended: the program did, or what it wrote is no GTP.
func (c *Controller) ended(command string, err error) error {
	if !errors.Is(err, io.EOF) && !c.process.waitExit(drain) {
		return c.fail(Protocol, command, "", err)
	}
	detail := "it closed its output, but runs"
	if c.process.waitExit(drain) {
		detail = "it ended with " + c.process.state.String()
		waitFor(c.process.said, drain) // its last words may still be on their way
	}
	return c.fail(Crash, command, detail, nil)
}

// abandon gives the program up because of the context.
func (c *Controller) abandon(ctx context.Context, command string) error {
	c.broken = fmt.Errorf("engine %s: %q was given up: %w", c.program.Name, command, context.Cause(ctx))
	return c.broken
}

// fault makes an error.
func (c *Controller) fault(f Fault, command, detail string, err error) *EngineError {
	e := &EngineError{Engine: c.program.Name, Fault: f, Command: command, Detail: detail, Err: err}
	if f == Crash || f == Hang {
		e.Stderr = c.process.lastWords()
	}
	return e
}

// fail makes an error after which the program is of no use.
func (c *Controller) fail(f Fault, command, detail string, err error) error {
	c.broken = c.fault(f, command, detail, err)
	return c.broken
}

// Illegal returns the error for a move of the program that a referee rejects.
func (c *Controller) Illegal(m ruleset.Move, reason error) *EngineError {
	return c.fault(Illegal, "genmove "+color(m.Color), m.String(), reason)
}

// Close asks the program to quit, and kills it and all that it started if it
// does not. The error says that it had to be killed; that of a program which
// was of no use before is not told again.
func (c *Controller) Close() error {
	if c.closed {
		return nil
	}
	var failure error
	deadline := time.Now().Add(c.program.QuitTimeout)
	asked := c.broken == nil
	if asked {
		_, failure = c.do(context.Background(), c.program.QuitTimeout, "quit")
		// A program that ends without an answer is as good.
		if c.process.waitExit(0) {
			failure = nil
		}
	}
	c.closed = true
	close(c.writes)
	_ = c.process.stdin.Close() // the end of input is a reason to end, too
	if !c.process.waitExit(time.Until(deadline)) && asked && failure == nil {
		failure = c.fault(Hang, "quit", "it did not end and was killed", nil)
	}
	c.process.end()
	return failure
}

// CPUTime returns the processor time of a program that was closed, without
// that of what it started and did not wait for.
func (c *Controller) CPUTime() time.Duration {
	if state := c.process.state; c.closed && state != nil {
		return state.UserTime() + state.SystemTime()
	}
	return 0
}
