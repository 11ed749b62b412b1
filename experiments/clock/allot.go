package clock

import (
	"time"

	"github.com/tengen-go/tengen/ruleset"
)

// MovesLeft is how many moves a player should keep time for. A game is expected
// to fill three quarters of the board, and to last for some moves whatever has
// been played.
func MovesLeft(size ruleset.Size, ply int) int {
	area := size.Area()
	return max((area*3/4-ply)/2, area/12, 8)
}

// Allot divides what the clock shows among the moves to come and returns the
// time for the next one, less lag, which is lost between the player and the
// clock. It returns false for a clock without limit.
func (c *Clock) Allot(moves int, lag time.Duration) (time.Duration, bool) {
	limit, limited := c.Limit()
	if !limited {
		return 0, false
	}
	s, left := c.Settings(), c.Left()
	t := left.Time / time.Duration(max(moves, 1))
	switch s.Kind {
	case Fischer:
		t += s.Period * 9 / 10
	case Byoyomi:
		if t += s.Period; left.Overtime {
			t = left.Time
		}
	case PerMove:
		if s.Main == 0 {
			t = s.Period
		}
	case Canadian:
		if t += s.Period / time.Duration(s.Stones); left.Overtime {
			t = left.Time / time.Duration(max(left.Stones, 1))
		}
	}
	t = min(t, limit)
	return max(t-lag, t/4, time.Millisecond), true
}
