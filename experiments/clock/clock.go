package clock

import (
	"fmt"
	"time"

	"github.com/tengen-go/tengen/ruleset"
)

// Clock is the time of one player. Make it with New; the zero value is a clock
// without limit.
type Clock struct {
	settings Settings
	left     Left
	blocks   int // of Ing, begun
	spent    time.Duration
	moves    int
	lost     bool
}

// Left is what a player has left.
type Left struct {
	// Time is what is left of the main time, of a block, or of the time of
	// the game; the period of Byoyomi is always whole.
	Time     time.Duration
	Overtime bool // the main time is used up
	Periods  int  // of Byoyomi, or blocks of Ing that have not begun
	Stones   int  // moves due in the rest of a Canadian block
}

// New returns the clock of a player who has not moved yet.
func New(s Settings) *Clock {
	c := &Clock{settings: s, left: Left{Time: s.Main, Periods: s.Periods}}
	if s.Main == 0 && (s.Kind == Byoyomi || s.Kind == Canadian || s.Kind == Ing) {
		c.left = c.overtime()
	}
	return c
}

// overtime is what a player has at the moment the main time ends. A block of
// Ing begins with the first instant that needs it, so that nobody pays for
// time that is not used.
func (c *Clock) overtime() Left {
	left := Left{Overtime: true, Periods: c.left.Periods}
	switch c.settings.Kind {
	case Byoyomi:
		left.Time = c.settings.Period
	case Canadian:
		left.Time, left.Stones = c.settings.Period, c.settings.Stones
	}
	return left
}

// Settings returns the time control.
func (c *Clock) Settings() Settings { return c.settings }

// Left returns what is left.
func (c *Clock) Left() Left { return c.left }

// Lost reports whether the player has lost on time.
func (c *Clock) Lost() bool { return c.lost }

// Spent returns the time of all moves so far, and their number.
func (c *Clock) Spent() (time.Duration, int) { return c.spent, c.moves }

// Penalty returns the points that overtime has cost so far.
func (c *Clock) Penalty() ruleset.HalfPoints {
	return c.settings.Penalty * ruleset.HalfPoints(c.blocks)
}

// Spend charges the time of one move and reports whether it came in time. A
// move that is late by no more than the margin is in time, and uses up what
// there was.
func (c *Clock) Spend(d time.Duration) bool {
	d = max(d, 0)
	before := *c
	c.charge(d)
	if late := c.lost && !before.lost; late && c.settings.Margin > 0 {
		*c = before
		c.charge(max(d-c.settings.Margin, min(d, c.last())))
	}
	c.spent = before.spent + d
	c.moves = before.moves + 1
	return !c.lost
}

// last is the longest time that is still in time. Only a period of Byoyomi is
// lost at the very moment in which it ends.
func (c *Clock) last() time.Duration {
	limit, ok := c.Limit()
	if ok && c.settings.Kind == Byoyomi {
		limit--
	}
	return max(limit, 0)
}

// Limit returns how long the next move may take at most, and false if there
// is no limit.
func (c *Clock) Limit() (time.Duration, bool) {
	s, left := c.settings, c.left
	switch s.Kind {
	case Absolute, Fischer:
		return left.Time, true
	case Byoyomi:
		if left.Overtime {
			return time.Duration(left.Periods) * s.Period, true
		}
		return left.Time + time.Duration(left.Periods)*s.Period, true
	case Canadian:
		if left.Overtime {
			return left.Time, true
		}
		return left.Time + s.Period, true
	case Ing:
		return left.Time + time.Duration(left.Periods)*s.Period, true
	case PerMove:
		if s.Main > 0 {
			return min(s.Period, left.Time), true
		}
		return s.Period, true
	}
	return 0, false
}

// charge takes the time of a move off.
func (c *Clock) charge(d time.Duration) {
	s := c.settings
	switch s.Kind {
	case Absolute:
		c.take(d)
	case Fischer:
		c.take(d)
		if !c.lost {
			c.left.Time = min(c.left.Time+s.Period, MaxTime)
		}
	case PerMove:
		if d > s.Period {
			c.lost = true
		}
		if s.Main > 0 {
			c.take(d)
		}
	case Byoyomi:
		c.chargeByoyomi(c.enterOvertime(d))
	case Canadian:
		c.chargeCanadian(c.enterOvertime(d))
	case Ing:
		c.chargeIng(c.enterOvertime(d))
	}
}

// take takes d off the time that is left.
func (c *Clock) take(d time.Duration) {
	c.left.Time -= d
	if c.left.Time < 0 {
		c.left.Time, c.lost = 0, true
	}
}

// enterOvertime uses main time for d and returns what has to come from
// overtime. A move that uses up the main time exactly is followed by overtime,
// and has used none of it: then the second result is false.
func (c *Clock) enterOvertime(d time.Duration) (over time.Duration, in bool) {
	if c.left.Overtime {
		return d, true
	}
	if d < c.left.Time {
		c.left.Time -= d
		return 0, false
	}
	d -= c.left.Time
	c.left = c.overtime()
	return d, d > 0
}

func (c *Clock) chargeByoyomi(d time.Duration, in bool) {
	if !in {
		return
	}
	used := int(min(d/c.settings.Period, maxCount+1))
	c.left.Periods -= used
	if c.left.Periods <= 0 {
		c.left.Periods, c.left.Time, c.lost = 0, 0, true
	}
}

func (c *Clock) chargeCanadian(d time.Duration, in bool) {
	if !in {
		return
	}
	c.take(d)
	if c.lost {
		return
	}
	if c.left.Stones--; c.left.Stones > 0 {
		return
	}
	left := c.left.Time
	c.left = c.overtime()
	if c.settings.Carry {
		c.left.Time = min(c.left.Time+left, MaxTime)
	}
}

func (c *Clock) chargeIng(d time.Duration, in bool) {
	if !in {
		return
	}
	for d > c.left.Time {
		d -= c.left.Time
		c.left.Time = 0
		if c.left.Periods == 0 {
			c.lost = true
			return
		}
		c.left.Periods--
		c.left.Time = c.settings.Period
		c.blocks++
	}
	c.left.Time -= d
}

// String describes what is left: "4m30s", "3 periods of 30s", "25 moves in
// 4m10s".
func (c *Clock) String() string {
	s, left := c.settings, c.left
	round := func(d time.Duration) string { return short(d.Round(time.Millisecond)) }
	switch {
	case c.lost:
		return "out of time"
	case s.Kind == None:
		return "no clock"
	case s.Kind == PerMove && s.Main > 0:
		return fmt.Sprintf("%s a move, %s in all", short(s.Period), round(left.Time))
	case s.Kind == PerMove:
		return short(s.Period) + " a move"
	case !left.Overtime:
		return round(left.Time)
	case s.Kind == Byoyomi:
		return fmt.Sprintf("%d periods of %s", left.Periods, short(s.Period))
	case s.Kind == Canadian:
		return fmt.Sprintf("%d moves in %s", left.Stones, round(left.Time))
	}
	return fmt.Sprintf("%s and %d blocks of %s", round(left.Time), left.Periods, short(s.Period))
}
