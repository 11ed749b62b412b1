package analysis

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"unicode/utf8"
)

// MaxLine is the length of a query from which on it is refused, in bytes.
const MaxLine = 16 << 20

// Serve answers queries from in until its end, or the end of ctx. Reading
// cannot be stopped: if ctx ends first, one goroutine stays behind until in
// returns from a last Read.
func Serve(ctx context.Context, config Config, in io.Reader, out io.Writer) error {
	if err := config.Validate(); err != nil {
		return err
	}
	if config.PVLen == 0 {
		config.PVLen = DefaultPVLen
	}
	if config.Log == nil {
		config.Log = slog.New(slog.DiscardHandler)
	}
	work, stop := context.WithCancel(ctx)
	defer stop()
	s := &server{config: &config, queue: newQueue(), ctx: work}
	s.out = startOutput(out, config.Log, stop)
	var workers sync.WaitGroup
	for range config.Workers {
		workers.Go(func() { (&worker{server: s}).run() })
	}
	ended := make(chan error, 1)
	go func() { ended <- s.read(in) }()
	var err error
	select {
	case err = <-ended:
		if config.QuitWithoutWaiting {
			stop()
		}
	case <-work.Done():
		err = ctx.Err()
	}
	s.queue.close()
	workers.Wait()
	return errors.Join(err, s.out.close())
}

// server is what a run of Serve shares.
type server struct {
	config *Config
	queue  *queue
	out    *output
	ctx    context.Context
}

// read handles lines until the input ends.
func (s *server) read(in io.Reader) error {
	r := bufio.NewReaderSize(in, 1<<16)
	for {
		line, long, err := readLine(r)
		switch {
		case s.ctx.Err() != nil:
			return nil
		case long:
			s.out.error(fmt.Sprintf("Request line is longer than %d bytes, ignoring it", MaxLine))
		case len(line) > 0:
			s.handle(line)
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("analysis: reading a query: %w", err)
		}
	}
}

// readLine returns the next line without blanks around it; long says that it is
// too long, and was left out.
func readLine(r *bufio.Reader) (line []byte, long bool, err error) {
	for {
		var part []byte
		part, err = r.ReadSlice('\n')
		if long = long || len(line)+len(part) > MaxLine; long {
			line = nil
		} else {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			// Some programs begin their output with the mark of UTF-8.
			return bytes.TrimSpace(bytes.TrimPrefix(line, []byte("\uFEFF"))), long, err
		}
	}
}

// shown bounds what is repeated of a line that makes no sense.
const shown = 200

// handle reads one line.
func (s *server) handle(line []byte) {
	s.config.Log.Debug("request", "line", string(line))
	var o object
	switch err := json.Unmarshal(line, &o); {
	case !utf8.Valid(line):
		s.out.error("could not parse input line as json request: it is not UTF-8")
		return
	case err != nil && json.Valid(line) || err == nil && o == nil:
		s.out.error("Request line was valid json but was not an object, ignoring: " + cut(line))
		return
	case err != nil:
		s.out.error(err.Error() + " - could not parse input line as json request: " + cut(line))
		return
	}
	id, ok := o.text("id")
	if !ok {
		s.out.error("Request must have a string \"id\" field")
		return
	}
	var err error
	if action, ok := o.text("action"); ok {
		err = s.act(action, o)
	} else {
		err = s.enqueue(id, o)
	}
	var wrong *fieldError
	if errors.As(err, &wrong) {
		s.out.fieldError(id, wrong)
	}
}

func cut(line []byte) string {
	if len(line) > shown {
		return string(bytes.ToValidUTF8(line[:shown], nil)) + "…"
	}
	return string(line)
}

// enqueue reads a query and queues its positions.
func (s *server) enqueue(id string, o object) error {
	q, err := parseQuery(id, o, s.config)
	if err != nil {
		return err
	}
	for _, w := range q.warnings {
		s.out.warning(id, w)
	}
	s.queue.add(s.ctx, q)
	return nil
}
