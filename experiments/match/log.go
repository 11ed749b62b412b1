package match

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/tengen-go/tengen/experiments/gtp"
)

// maxLog is where the log of a program is cut, in bytes.
const maxLog = 64 << 20

// engineLog is the file into which a program's error output goes, and on request
// all that is said.
type engineLog struct {
	mu      sync.Mutex // traffic comes from a goroutine of its own
	path    string
	traffic bool
	file    *os.File
	size    int64
	err     error
}

// logFolder holds the logs of programs.
func logFolder(dir string) string { return filepath.Join(dir, "log") }

func newEngineLog(dir, player string, worker int, traffic bool) *engineLog {
	return &engineLog{path: filepath.Join(logFolder(dir), fmt.Sprintf("%s-%d.log", player, worker)), traffic: traffic}
}

// name is the file within the folder of the match.
func (l *engineLog) name() string { return filepath.Join(logFolder(""), filepath.Base(l.path)) }

// line takes a line that went between the match and the program.
func (l *engineLog) line(t gtp.Traffic) {
	if l.traffic || t.Kind == gtp.Stderr || t.Kind == gtp.Chatter {
		l.write(t.At, t.Kind.String(), t.Text)
	}
}

// note takes what the match itself has to say, marked "#".
func (l *engineLog) note(text string) {
	at := time.Now()
	for line := range strings.Lines(strings.TrimRight(text, "\n")) {
		l.write(at, "#", strings.TrimRight(line, "\r\n"))
	}
}

func (l *engineLog) write(at time.Time, mark, line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err != nil || l.size > maxLog || l.file == nil && !l.open() {
		return
	}
	text := fmt.Sprintf("%s %s %s\n", at.Format("2006-01-02 15:04:05.000"), mark, line)
	if l.size += int64(len(text)); l.size > maxLog {
		text = fmt.Sprintf("The log is cut at %d MiB.\n", maxLog>>20)
	}
	_, l.err = l.file.WriteString(text)
}

// open opens the file when there is something to write.
func (l *engineLog) open() bool {
	if l.err = os.MkdirAll(filepath.Dir(l.path), 0o777); l.err != nil {
		return false
	}
	l.file, l.err = os.OpenFile(l.path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	if l.err != nil {
		return false
	}
	info, err := l.file.Stat()
	if err == nil {
		l.size = info.Size()
	}
	l.err = err
	return err == nil
}

// close ends the log. The error says that it is not whole.
func (l *engineLog) close() error {
	if l.file == nil {
		return l.err
	}
	if err := l.file.Close(); l.err == nil {
		return err
	}
	return l.err
}
