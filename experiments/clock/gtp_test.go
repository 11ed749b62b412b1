package clock

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func knows(commands ...string) func(string) bool {
	return func(c string) bool { return slices.Contains(commands, c) }
}

func TestFromGTP(t *testing.T) {
	tests := []struct{ command, want string }{
		{"time_settings 1800 0 0", "absolute:30m"},
		{"time_settings 600 300 25", "canadian:10m+25/5m"},
		{"time_settings 0 5 1", "canadian:0s+1/5s"},
		{"time_settings 0 1 0", "none"},  // as the protocol defines it
		{"time_settings 60 1 0", "none"}, // the same: overtime without stones is no limit
		{"time_settings 0 0 0", "none"},
		{"time_settings 60 0 10", "absolute:1m"},
		{"time_settings 0.5 0 0", "absolute:500ms"},
		{"time_settings 1", "error"}, {"time_settings a b c", "error"}, {"time_settings -1 0 0", "error"},
		{"time_settings NaN 0 0", "error"}, {"time_settings 1 1 -1", "error"}, {"time_settings 1e99 0 0", "absolute:8760h"},
		{"kgs-time_settings none", "none"},
		{"kgs-time_settings absolute 900", "absolute:15m"},
		{"kgs-time_settings byoyomi 600 30 5", "byoyomi:10m+5x30s"},
		{"kgs-time_settings canadian 600 300 25", "canadian:10m+25/5m"},
		{"kgs-time_settings byoyomi 600 0 0", "absolute:10m"},
		{"kata-time_settings fischer 300 2.5", "fischer:5m+2.5s"},
		{"kata-time_settings fischer 300", "error"}, {"kgs-time_settings", "error"}, {"kgs-time_settings hourglass 5", "error"},
		{"kgs-time_settings byoyomi 600 30 x", "error"}, {"kgs-time_settings absolute 0", "error"},
	}
	for _, tt := range tests {
		fields := strings.Fields(tt.command)
		read := FromKGS
		if fields[0] == "time_settings" {
			read = FromTimeSettings
		}
		s, err := read(fields[1:])
		got := s.String()
		if err != nil {
			got = "error"
		}
		if got != tt.want {
			t.Errorf("%s: %s (%v), want %s", tt.command, got, err, tt.want)
		}
	}
}

func TestAnnounce(t *testing.T) {
	tests := []struct {
		name, settings, commands, want string
		exact                          bool
	}{
		{"version 2 knows absolute time", "absolute:10m", "time_settings", "time_settings 600 0 0", true},
		{"and Canadian overtime", "canadian:10m+25/5m", "time_settings", "time_settings 600 300 25", true},
		{"carried time comes with time_left", "canadian:10m+25/5m,carry", "time_settings", "time_settings 600 300 25", false},
		{"a time per move is one stone in that time", "move:10s", "time_settings", "time_settings 0 10 1", true},
		{"a time for the game besides is kept from it", "move:10s,game=1h", "time_settings", "time_settings 0 10 1", false},
		{"one period can be told exactly", "byoyomi:10m+1x30s", "time_settings", "time_settings 600 30 1", true},
		{"five look like one", "byoyomi:10m+5x30s", "time_settings", "time_settings 600 30 1", false},
		{"unless the KGS command is there", "byoyomi:10m+5x30s", "time_settings kgs-time_settings", "kgs-time_settings byoyomi 600 30 5", true},
		{"increments look like none", "fischer:5m+3s", "time_settings kgs-time_settings", "kgs-time_settings absolute 300", false},
		{"but not to KataGo's command", "fischer:5m+500ms", "time_settings kata-time_settings", "kata-time_settings fischer 300 0.5", true},
		{"overtime that costs points is not offered", "ing:1h+3x5m", "kata-time_settings", "kata-time_settings absolute 3600", false},
		{"fractions are cut off", "absolute:1m30.5s", "time_settings", "time_settings 90 0 0", false},
		{"but not to nothing", "move:200ms", "time_settings", "time_settings 0 1 1", false},
		{"no clock", "none", "time_settings", "time_settings 0 1 0", true},
		{"no clock, KGS", "none", "kgs-time_settings", "kgs-time_settings none", true},
		{"a program that cannot be told", "absolute:10m", "", "", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := must(t, tt.settings).Announce(knows(strings.Fields(tt.commands)...))
			got := strings.TrimSpace(a.Command + " " + strings.Join(a.Args, " "))
			if got != tt.want || a.Exact != tt.exact {
				t.Errorf("%q, exact %v; want %q, %v", got, a.Exact, tt.want, tt.exact)
			}
		})
	}
}

func TestTimeLeft(t *testing.T) {
	tests := []struct {
		name, settings, commands, spend, want string
	}{
		{"main time", "absolute:10m", "time_settings", "61.5s", "538 0"},
		{"fractions for KataGo", "absolute:10m", "kata-time_settings", "61.5s", "538.5 0"},
		{"Canadian block", "canadian:10s+25/5m", "time_settings", "20s 20s", "270 23"},
		{"periods for KGS", "byoyomi:10s+5x30s", "kgs-time_settings", "10s 31s", "30 4"},
		{"periods as one stone in version 2", "byoyomi:10s+5x30s", "time_settings", "10s 31s", "30 1"},
		{"time per move", "move:10s", "time_settings", "1s", "10 1"},
		{"time per move, game time short", "move:10s,game=15s", "time_settings", "9s", "6 1"},
		{"Fischer", "fischer:5m+3s", "kata-time_settings", "10s", "293 0"},
		{"all the blocks of Ing", "ing:10s+3x5s", "time_settings", "11s", "14 0"},
		{"no clock", "none", "time_settings", "1s", ""},
		{"a program that cannot be told", "absolute:10m", "", "1s", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := must(t, tt.settings)
			c := New(s)
			for _, m := range strings.Fields(tt.spend) {
				d, _ := time.ParseDuration(m)
				c.Spend(d)
			}
			args, ok := s.Announce(knows(strings.Fields(tt.commands)...)).TimeLeft(c)
			if got := strings.Join(args, " "); got != tt.want || ok != (tt.want != "") {
				t.Errorf("%q, %v; want %q", got, ok, tt.want)
			}
		})
	}
}

// TestToldAndUnderstood sends time controls through GTP and back.
func TestToldAndUnderstood(t *testing.T) {
	for _, text := range []string{"none", "absolute:10m", "byoyomi:10m+5x30s", "canadian:10m+25/5m", "fischer:5m+2.5s"} {
		s := must(t, text)
		a := s.Announce(knows("kata-time_settings"))
		back, err := FromKGS(a.Args)
		if err != nil || back != s {
			t.Fatalf("%v is understood as %v, %v", s, back, err)
		}
		referee, engine := New(s), New(back)
		for i := range 25 {
			if !referee.Spend(time.Duration(i) * time.Second) {
				t.Fatalf("%v lost at move %d", s, i)
			}
			engine.Spend(time.Minute) // the engine's own count is corrected
			args, ok := a.TimeLeft(referee)
			if !ok {
				break
			}
			left, stones, err := ParseTimeLeft(args)
			if err != nil {
				t.Fatal(err)
			}
			engine.SetLeft(left, stones)
			if engine.Left() != referee.Left() {
				t.Fatalf("%v, move %d: the engine believes %+v, the referee %+v", s, i, engine.Left(), referee.Left())
			}
		}
	}
}
