package clock

import (
	"testing"
	"time"
)

// The time for a move fits into what the clock allows, and is a fair share.
func TestAllot(t *testing.T) {
	for _, test := range []struct {
		clock string
		spend time.Duration // before
		want  time.Duration // for one of ten moves to come
	}{
		{"absolute:100s", 0, 10 * time.Second},
		{"absolute:100s", 50 * time.Second, 5 * time.Second},
		{"fischer:100s+10s", 0, 19 * time.Second},
		{"byoyomi:100s+3x20s", 0, 30 * time.Second},
		{"byoyomi:1s+3x20s", 2 * time.Second, 20 * time.Second},
		{"canadian:100s+10/50s", 0, 15 * time.Second},
		{"move:7s", 0, 7 * time.Second},
		{"move:7s", 3 * time.Second, 7 * time.Second},
		{"move:7s,game=20s", 0, 2 * time.Second},
	} {
		settings, err := Parse(test.clock)
		if err != nil {
			t.Fatal(err)
		}
		c := New(settings)
		if test.spend > 0 {
			c.Spend(test.spend)
		}
		got, ok := c.Allot(10, 0)
		limit, _ := c.Limit()
		if !ok || got != test.want || got > limit {
			t.Errorf("%s after %v: %v of %v, want %v", test.clock, test.spend, got, limit, test.want)
		}
		if less, _ := c.Allot(10, time.Second); less != got-time.Second {
			t.Errorf("%s with a lag: %v", test.clock, less)
		}
	}
	if _, ok := New(Settings{}).Allot(10, 0); ok {
		t.Error("no clock allots time")
	}
}
