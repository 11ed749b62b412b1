package clock

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/ruleset"
)

func must(t *testing.T, text string) Settings {
	t.Helper()
	s, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSpend(t *testing.T) {
	tests := []struct {
		name     string
		settings string
		moves    string // durations of the moves
		want     string // what the clock says after each
	}{
		{"without a clock nobody loses", "none", "1h 1000h", "no clock|no clock"},
		{"main time alone may be used up, but not exceeded", "absolute:10s", "4s 6s 1ns", "6s|0s|out of time"},
		{"a move within the period costs nothing", "byoyomi:10s+3x30s", "4s 6s 29s 29.999999999s",
			"6s|3 periods of 30s|3 periods of 30s|3 periods of 30s"},
		{"a full period costs one kept period", "byoyomi:0+3x60s", "60s 119s", "2 periods of 1m|1 periods of 1m"},
		{"the last period may not be used up", "byoyomi:0+2x60s", "60s 60s", "1 periods of 1m|out of time"},
		{"one long move uses several periods", "byoyomi:10s+5x30s", "100s 59s", "2 periods of 30s|1 periods of 30s"},
		{"one move may use everything", "byoyomi:10s+5x30s", "160s", "out of time"},
		{"the kept periods are the end of the main time", "byoyomi:3m,keep=2x60s", "59s 1s 119s", "1s|2 periods of 1m|1 periods of 1m"},
		{"Canadian overtime begins within the move", "canadian:10s+3/60s", "15s 20s 20s 60s",
			"2 moves in 55s|1 moves in 35s|3 moves in 1m|2 moves in 0s"},
		{"a Canadian block that is exceeded is lost", "canadian:0+2/60s", "40s 21s", "1 moves in 20s|out of time"},
		{"time left over is carried into the next block", "canadian:0+2/60s,carry", "10s 10s 10s", "1 moves in 50s|2 moves in 1m40s|1 moves in 1m30s"},
		{"otherwise it is not", "canadian:0+2/60s", "10s 10s 10s", "1 moves in 50s|2 moves in 1m|1 moves in 50s"},
		{"a time per move is not saved up", "move:10s", "1s 10s 10.1s", "10s a move|10s a move|out of time"},
		{"a time per move under a time for the game", "move:10s,game=15s", "8s 8s", "10s a move, 7s in all|out of time"},
		{"every move adds after it was made", "fischer:10s+5s", "10s 5s 6s", "5s|5s|out of time"},
		{"unused increments are saved up", "fischer:10s+5s", "1s 1s 17s", "14s|18s|6s"},
		{"three blocks of Ing, then lost", "ing:10s+3x5s", "10s 1s 9s 5s 1s",
			"0s and 3 blocks of 5s|4s and 2 blocks of 5s|0s and 1 blocks of 5s|0s and 0 blocks of 5s|out of time"},
		{"a late move within the margin uses up what there was", "absolute:10s,margin=50ms", "9s 1.05s 51ms", "1s|0s|out of time"},
		{"the margin gives back no period", "byoyomi:0+2x10s,margin=50ms", "10.02s 10.049s 10.06s", "1 periods of 10s|1 periods of 10s|out of time"},
		{"the margin of an increment", "fischer:1s+1s,margin=100ms", "1.1s 1.2s", "1s|out of time"},
		{"a negative duration counts as nothing", "absolute:10s", "-5s", "10s"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := New(must(t, tt.settings))
			var got []string
			for _, m := range strings.Fields(tt.moves) {
				d, err := time.ParseDuration(m)
				if err != nil {
					t.Fatal(err)
				}
				limit, limited := c.Limit()
				inTime := c.Spend(d)
				got = append(got, c.String())
				if inTime == c.Lost() {
					t.Errorf("Spend says %v, Lost %v", inTime, c.Lost())
				}
				exceeds := limited && d > limit+c.settings.Margin
				if exceeds && inTime {
					t.Errorf("a move of %v beyond the limit %v is in time", d, limit)
				}
				if limited && d < limit && !inTime {
					t.Errorf("a move of %v within the limit %v is late", d, limit)
				}
			}
			if s := strings.Join(got, "|"); s != tt.want {
				t.Errorf("got  %s\nwant %s", s, tt.want)
			}
		})
	}
}

func TestPenalty(t *testing.T) {
	c := New(must(t, "ing:72m+3x12m"))
	want := []struct {
		spend time.Duration
		half  ruleset.HalfPoints
	}{
		{72 * time.Minute, 0}, // up to the limit nothing is due
		{time.Second, 4},      // within 12 minutes two points
		{12 * time.Minute, 8}, // 12 to 24 minutes four
		{24 * time.Minute, 12},
	}
	for i, w := range want {
		in := c.Spend(w.spend)
		if c.Penalty() != w.half || in != (i < 3) {
			t.Errorf("after move %d: %v points, in time %v; want %v", i+1, c.Penalty(), in, w.half)
		}
	}
	spent, moves := c.Spent()
	if spent != 72*time.Minute+time.Second+36*time.Minute || moves != 4 {
		t.Errorf("spent %v in %d moves", spent, moves)
	}
}

func TestParse(t *testing.T) {
	tests := []struct{ text, want string }{
		{"none", "none"},
		{"", ""},
		{" Absolute:90m ", "absolute:1h30m"},
		{"absolute:5400", "absolute:1h30m"},
		{"包干:1h", "absolute:1h"},
		{"byoyomi:30m+5x30s", "byoyomi:30m+5x30s"},
		{"byo-yomi:0+5x0.5", "byoyomi:0s+5x500ms"},
		{"读秒:3h,keep=5x60s", "byoyomi:2h55m+5x1m"},
		{"canadian:10m+25/5m,carry,margin=50ms", "canadian:10m+25/5m,carry,margin=50ms"},
		{"ing:3h30m+3x35m", "ing:3h30m+3x35m"},
		{"ing:3h30m+3x35m,penalty=1.5", "ing:3h30m+3x35m,penalty=1.5"},
		{"move:10s", "move:10s"},
		{"move:10s,game=1h", "move:10s,game=1h"},
		{"fischer:5m+10s", "fischer:5m+10s"},
		{"none:5m", "error"}, {"absolute", "error"}, {"absolute:", "error"}, {"absolute:0", "error"}, {"absolute:-5s", "error"},
		{"absolute:5m+5x30s", "error"}, {"byoyomi:5m", "error"}, {"byoyomi:5m+0x30s", "error"}, {"byoyomi:5m+3x0", "error"},
		{"byoyomi:1m,keep=5x30s", "error"}, {"byoyomi:5m+1x30s,keep=5x30s", "error"}, {"canadian:5m+25", "error"},
		{"fischer:5m", "error"}, {"move:1s,carry", "error"}, {"blitz:1s", "error"}, {"absolute:9999999h", "error"},
		{"absolute:NaN", "error"}, {"absolute:+Inf", "error"}, {"ing:1h+3x5m,penalty=-1", "error"},
		{"absolute:1h,margin=1s,margin=2s", "error"}, {"absolute:1e300", "error"},
	}
	for _, tt := range tests {
		s, err := Parse(tt.text)
		switch {
		case tt.want == "error" || tt.want == "":
			if err == nil {
				t.Errorf("Parse(%q) = %v, want an error", tt.text, s)
			}
		case err != nil:
			t.Errorf("Parse(%q): %v", tt.text, err)
		case s.String() != tt.want:
			t.Errorf("Parse(%q) = %v, want %v", tt.text, s, tt.want)
		default:
			var back Settings
			if err := back.UnmarshalText([]byte(s.String())); err != nil || back != s {
				t.Errorf("%v is read back as %v, %v", s, back, err)
			}
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range append(examples[:], "byoyomi:3h,keep=5x60s", "absolute:1h,margin=1ns", "罚点:1+1x1") {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse(text)
		if err != nil {
			return
		}
		if err := s.Validate(); err != nil {
			t.Fatalf("Parse(%q) gives %+v: %v", text, s, err)
		}
		back, err := Parse(s.String())
		if err != nil || back != s {
			t.Fatalf("%q: %+v is written %q and read back as %+v, %v", text, s, s, back, err)
		}
		c := New(s)
		for i := range 20 {
			c.Spend(time.Duration(i*i) * time.Second)
		}
		if left := c.Left(); left.Time < 0 || left.Periods < 0 || left.Stones < 0 {
			t.Fatalf("%v has %+v left", s, left)
		}
	})
}

func TestValidate(t *testing.T) {
	bad := []Settings{
		{Kind: 99}, {Main: time.Second}, {Kind: Absolute}, {Kind: Absolute, Main: time.Second, Periods: 1},
		{Kind: Fischer, Main: -1, Period: time.Second}, {Kind: Canadian, Period: time.Second, Stones: 2000},
		{Kind: Byoyomi, Period: time.Second, Periods: 1, Carry: true}, {Kind: PerMove, Period: time.Second, Penalty: 4},
	}
	for _, s := range bad {
		if s.Validate() == nil {
			t.Errorf("%+v passes", s)
		}
	}
}

func TestSGF(t *testing.T) {
	tests := map[string]string{
		"none": " ", "absolute:30m": "1800 ", "byoyomi:30m+5x30s": "1800 5x30 byo-yomi",
		"canadian:10m+25/5m": "600 25/300 Canadian", "fischer:5m+500ms": "300 0.5 fischer", "move:10s": " 10 per move",
		"ing:1h+3x5m": "3600 3x300 Ing, 2 points each",
	}
	for text, want := range tests {
		tm, ot := must(t, text).SGF()
		if got := tm + " " + ot; got != want {
			t.Errorf("%s: TM and OT %q, want %q", text, got, want)
		}
	}
}

func TestFake(t *testing.T) {
	var f Fake
	start := f.Now()
	f.Advance(3 * time.Second)
	if got := f.Now().Sub(start); got != 3*time.Second {
		t.Errorf("advanced by %v", got)
	}
	if (System{}).Now().IsZero() {
		t.Error("the machine has no time")
	}
	pair := NewPair(must(t, "absolute:1s"), must(t, "absolute:2s"))
	pair.Of(ruleset.White).Spend(time.Second)
	if b, w := pair.Of(ruleset.Black).Left().Time, pair.Of(ruleset.White).Left().Time; b != time.Second || w != time.Second {
		t.Errorf("left %v and %v", b, w)
	}
}

func ExampleClock() {
	settings, err := Parse("byoyomi:10m+3x30s")
	if err != nil {
		fmt.Println(err)
		return
	}
	c := New(settings)
	for _, move := range []time.Duration{4 * time.Minute, 7 * time.Minute, 20 * time.Second, 45 * time.Second} {
		inTime := c.Spend(move)
		fmt.Println(move, inTime, c)
	}
	// Output:
	// 4m0s true 6m
	// 7m0s true 1 periods of 30s
	// 20s true 1 periods of 30s
	// 45s false out of time
}
