package clock

import (
	"sync"
	"time"

	"github.com/tengen-go/tengen/ruleset"
)

// Source tells the time.
type Source interface {
	Now() time.Time
}

// System is the clock of the machine.
type System struct{}

// Now returns the time of the machine.
func (System) Now() time.Time { return time.Now() }

// Fake is a Source that stands still until it is moved. Its zero value is
// ready, and safe for concurrent use.
type Fake struct {
	mu     sync.Mutex
	passed time.Duration
}

// Now returns the time to which the source was moved.
func (f *Fake) Now() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return time.Unix(0, 0).Add(f.passed)
}

// Advance moves the source.
func (f *Fake) Advance(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.passed += d
}

// Pair is the two clocks of a game.
type Pair struct {
	clocks [2]*Clock
}

// NewPair returns the clocks of a game in which each player has a time
// control.
func NewPair(black, white Settings) *Pair {
	return &Pair{[2]*Clock{New(black), New(white)}}
}

// Of returns the clock of a player, Black or White.
func (p *Pair) Of(c ruleset.Color) *Clock {
	if c == ruleset.White {
		return p.clocks[1]
	}
	return p.clocks[0]
}
