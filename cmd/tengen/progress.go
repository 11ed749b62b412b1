package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/tengen-go/tengen/experiments"
)

// plainInterval is the time between two progress lines where there is no bar.
const plainInterval = 30 * time.Second

// meter shows progress on standard error: a bar on a terminal, a plain line now
// and then elsewhere.
type meter struct {
	w     io.Writer
	label string
	unit  string
	begun time.Time
	bar   *progressbar.ProgressBar // nil where lines are printed
	next  time.Time                // of the next line
	quiet bool
	text  string // see tell
}

// newMeter begins to show progress of the given kind of work.
func (a *app) newMeter(label, unit string) *meter {
	now := time.Now()
	m := &meter{w: a.stderr, label: label, unit: unit, begun: now, next: now.Add(plainInterval), quiet: a.quiet}
	if !a.quiet && a.wantsBar() {
		m.bar = progressbar.NewOptions(0,
			progressbar.OptionSetWriter(a.stderr),
			progressbar.OptionSetDescription(label),
			progressbar.OptionSetItsString(unit),
			progressbar.OptionShowIts(),
			progressbar.OptionShowCount(),
			progressbar.OptionUseANSICodes(false),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionSetWidth(30),
			progressbar.OptionClearOnFinish(),
		)
	}
	return m
}

func (a *app) wantsBar() bool {
	if a.progress != "auto" {
		return a.progress == "always"
	}
	file, ok := a.stderr.(*os.File)
	return ok && term.IsTerminal(int(file.Fd())) && os.Getenv("CI") == "" && os.Getenv("TERM") != "dumb"
}

// tell adds a text that changes as the work goes on.
func (m *meter) tell(text string) {
	m.text = text
	if m.bar != nil && !m.quiet {
		m.bar.Describe(m.label + " " + text)
	}
}

// show reports that done of total are finished, played of them since the
// beginning of this execution.
func (m *meter) show(p experiments.Progress) {
	switch {
	case m.quiet:
	case m.bar != nil:
		m.bar.ChangeMax(p.Total)
		_ = m.bar.Set(p.Done) // an error to draw is no reason to stop
	case !time.Now().Before(m.next):
		m.next = time.Now().Add(plainInterval)
		fmt.Fprintln(m.w, m.line(p))
	}
}

// line is the progress as a line of a log.
func (m *meter) line(p experiments.Progress) string {
	line := fmt.Sprintf("%s: %d of %d %s (%.0f %%)", m.label, p.Done, p.Total, m.unit, 100*float64(p.Done)/float64(p.Total))
	if elapsed := time.Since(m.begun).Seconds(); p.Played > 0 && elapsed > 0 {
		rate := float64(p.Played) / elapsed
		left := time.Duration(float64(p.Total-p.Done) / rate * float64(time.Second))
		line += fmt.Sprintf(", %.3g %s/s", rate, m.unit)
		if p.Playouts > 0 {
			line += fmt.Sprintf(", %s playouts/s", experiments.SI(float64(p.Playouts)/elapsed))
		}
		line += fmt.Sprintf(", %v left", left.Round(time.Second))
	}
	if m.text != "" {
		line += ", " + m.text
	}
	return line
}

// done takes the bar off the screen.
func (m *meter) done() {
	if m.bar != nil {
		_ = m.bar.Finish()
	}
}
