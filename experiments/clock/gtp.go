package clock

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// GTP knows time controls in three dialects: time_settings of version 2 of the
// protocol, which is Canadian overtime; kgs-time_settings of the KGS client,
// which adds byo-yomi; and kata-time_settings of KataGo, which adds Fischer and
// fractions of seconds.
// See docs/GTP_Extensions.md of lightvector/KataGo for the last two.

// FromTimeSettings reads the arguments of time_settings: main time, overtime
// and number of stones. Overtime without stones means no limit. All zero would
// leave no time for a first move; clients write it for "no clock", and so it
// is read.
func FromTimeSettings(args []string) (Settings, error) {
	if len(args) != 3 {
		return Settings{}, errors.New("time_settings takes main time, overtime and number of stones")
	}
	main, err := argSeconds("main time", args[0])
	if err != nil {
		return Settings{}, err
	}
	over, err := argSeconds("overtime", args[1])
	if err != nil {
		return Settings{}, err
	}
	stones, err := argCount("number of stones", args[2])
	if err != nil {
		return Settings{}, err
	}
	switch {
	case stones > 0 && over > 0:
		return checked(Settings{Kind: Canadian, Main: main, Period: over, Stones: stones})
	case over > 0 || main == 0:
		return Settings{}, nil
	}
	return checked(Settings{Kind: Absolute, Main: main})
}

// FromKGS reads the arguments of kgs-time_settings and kata-time_settings.
func FromKGS(args []string) (Settings, error) {
	if len(args) == 0 {
		return Settings{}, fmt.Errorf("name a time control: %s", strings.Join(KataKinds(), ", "))
	}
	want := map[string]int{"none": 0, "absolute": 1, "fischer": 2, "canadian": 3, "byoyomi": 3, "byo-yomi": 3}
	kind := strings.ToLower(args[0])
	n, known := want[kind]
	if !known {
		return Settings{}, fmt.Errorf("no time control %q: name one of %s", args[0], strings.Join(KataKinds(), ", "))
	}
	if len(args) != n+1 {
		return Settings{}, fmt.Errorf("%s takes %d numbers, not %d", kind, n, len(args)-1)
	}
	var times [2]time.Duration
	for i := range min(n, 2) {
		d, err := argSeconds("time", args[i+1])
		if err != nil {
			return Settings{}, err
		}
		times[i] = d
	}
	s := Settings{Main: times[0], Period: times[1]}
	count := 0
	if n == 3 {
		var err error
		if count, err = argCount("number", args[3]); err != nil {
			return Settings{}, err
		}
	}
	switch kind {
	case "none":
		return Settings{}, nil
	case "absolute":
		s.Kind = Absolute
	case "fischer":
		s.Kind = Fischer
	case "canadian":
		s.Kind, s.Stones = Canadian, count
	default:
		s.Kind, s.Periods = Byoyomi, count
	}
	// Servers describe main time without overtime as overtime of nothing.
	if n == 3 && (count == 0 || s.Period == 0) {
		s = Settings{Kind: Absolute, Main: s.Main}
	}
	return checked(s)
}

// KataKinds lists the time controls that FromKGS reads, for
// kata-list_time_settings.
func KataKinds() []string { return []string{"none", "absolute", "byoyomi", "canadian", "fischer"} }

func checked(s Settings) (Settings, error) { return s, s.Validate() }

func argSeconds(what, text string) (time.Duration, error) {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || !(f >= 0) || math.IsInf(f, 0) {
		return 0, fmt.Errorf("%s %q is no number of seconds", what, text)
	}
	return time.Duration(min(f, MaxTime.Seconds()) * float64(time.Second)), nil
}

func argCount(what, text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > maxCount {
		return 0, fmt.Errorf("%s %q is no number from 0 to %d", what, text, maxCount)
	}
	return n, nil
}

// SetLeft takes over what time_left says: the time left and the number of
// stones, which is 0 in main time. With Byoyomi the number is that of the
// periods left, as the KGS client sends it.
func (c *Clock) SetLeft(left time.Duration, stones int) {
	left = min(max(left, 0), MaxTime)
	c.lost = false
	switch s := c.settings; {
	case stones == 0:
		c.left = Left{Time: left, Periods: s.Periods}
	case s.Kind == Byoyomi:
		c.left = Left{Time: left, Overtime: true, Periods: stones}
	default:
		c.left = Left{Time: left, Overtime: true, Stones: stones}
	}
}

// Announcement is how a program is told about its clock.
type Announcement struct {
	Command string // empty if the program cannot be told
	Args    []string

	// Exact says that the program knows the time control as it is. If not,
	// what it is told leaves it less time than it has, and time_left keeps it
	// up to date.
	Exact bool

	settings Settings
	dialect  dialect
}

type dialect uint8

const (
	plain dialect = iota // time_settings
	kgs
	kata
)

// Announce chooses how to tell a program about the time control, given which
// commands it has.
func (s Settings) Announce(has func(command string) bool) Announcement {
	a := Announcement{settings: s, Exact: true}
	switch {
	case has("kata-time_settings"):
		a.Command, a.dialect = "kata-time_settings", kata
	case has("kgs-time_settings"):
		a.Command, a.dialect = "kgs-time_settings", kgs
	case has("time_settings"):
		a.Command = "time_settings"
	default:
		a.Exact = s.Kind == None
		return a
	}
	if a.dialect == plain {
		a.plain()
	} else {
		a.extended()
	}
	return a
}

// plain fills in the arguments of time_settings.
func (a *Announcement) plain() {
	s := a.settings
	main, over, stones := s.Main, time.Duration(0), 0
	switch s.Kind {
	case None:
		a.Args = []string{"0", "1", "0"}
		return
	case Absolute:
	case Byoyomi:
		over, stones = s.Period, 1
		a.Exact = s.Periods == 1
	case Canadian:
		over, stones = s.Period, s.Stones
		a.Exact = !s.Carry
	case PerMove:
		main, over, stones = 0, s.Period, 1
		a.Exact = s.Main == 0
	case Ing, Fischer:
		a.Exact = false
	}
	a.Args = []string{a.number(main), a.number(over), strconv.Itoa(stones)}
}

// extended fills in the arguments of the two other commands.
func (a *Announcement) extended() {
	s := a.settings
	switch s.Kind {
	case None:
		a.Args = []string{"none"}
	case Absolute:
		a.Args = []string{"absolute", a.number(s.Main)}
	case Byoyomi:
		a.Args = []string{"byoyomi", a.number(s.Main), a.number(s.Period), strconv.Itoa(s.Periods)}
	case Canadian:
		a.Args = []string{"canadian", a.number(s.Main), a.number(s.Period), strconv.Itoa(s.Stones)}
		a.Exact = a.Exact && !s.Carry
	case PerMove:
		a.Args = []string{"canadian", "0", a.number(s.Period), "1"}
		a.Exact = a.Exact && s.Main == 0
	case Ing:
		a.Args = []string{"absolute", a.number(s.Main)}
		a.Exact = false
	case Fischer:
		if a.dialect == kata {
			a.Args = []string{"fischer", a.number(s.Main), a.number(s.Period)}
			return
		}
		a.Args = []string{"absolute", a.number(s.Main)}
		a.Exact = false
	}
}

// number writes seconds: whole ones, rounded down, but for KataGo's dialect.
// What is above zero stays so, since zero has another meaning.
func (a *Announcement) number(d time.Duration) string {
	if a.dialect == kata || d%time.Second == 0 {
		return seconds(d)
	}
	a.Exact = false
	return strconv.FormatInt(max(int64(d/time.Second), 1), 10)
}

// TimeLeft returns the two numbers of time_left that tell a program what its
// clock shows, and false if there is nothing to tell.
func (a Announcement) TimeLeft(c *Clock) (args []string, ok bool) {
	s, left := a.settings, c.left
	if a.Command == "" || s.Kind == None {
		return nil, false
	}
	shown, stones := left.Time, 0
	switch {
	case s.Kind == PerMove:
		shown, _ = c.Limit()
		stones = 1
	case s.Kind == Ing && left.Overtime:
		shown, _ = c.Limit()
	case s.Kind == Byoyomi && left.Overtime:
		shown, stones = s.Period, 1
		if a.dialect != plain {
			stones = max(left.Periods, 1)
		}
	case s.Kind == Canadian && left.Overtime:
		stones = left.Stones
	}
	text := strconv.FormatInt(int64(shown/time.Second), 10)
	if a.dialect == kata {
		text = strconv.FormatFloat(shown.Truncate(time.Millisecond).Seconds(), 'f', -1, 64)
	}
	return []string{text, strconv.Itoa(stones)}, true
}

// ParseTimeLeft reads the two numbers of time_left, without the color.
func ParseTimeLeft(args []string) (left time.Duration, stones int, err error) {
	if len(args) != 2 {
		return 0, 0, errors.New("time_left takes a color, a time and a number of stones")
	}
	// Some controllers send a negative time when a move came late.
	if left, err = argSeconds("time", strings.TrimPrefix(args[0], "-")); err != nil {
		return 0, 0, err
	}
	if strings.HasPrefix(args[0], "-") {
		left = 0
	}
	stones, err = argCount("number of stones", args[1])
	return left, stones, err
}
