package clock

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/tengen-go/tengen/ruleset"
)

// aliases are other names of the time controls.
var aliases = map[string]Kind{
	"no": None, "off": None, "absolute": Absolute, "sudden-death": Absolute, "包干": Absolute,
	"byo-yomi": Byoyomi, "japanese": Byoyomi, "读秒": Byoyomi, "讀秒": Byoyomi,
	"定时限步": Canadian, "定時限步": Canadian, "罚点": Ing, "罰點": Ing, "应氏": Ing, "應氏": Ing,
	"per-move": PerMove, "步时": PerMove, "步時": PerMove, "increment": Fischer,
}

// examples show how each time control is written.
var examples = [...]string{
	"none",
	"absolute:30m",
	"byoyomi:30m+5x30s, or byoyomi:30m,keep=5x30s where the periods are part of the 30 minutes",
	"canadian:10m+25/5m or canadian:10m+25/5m,carry",
	"ing:3h30m+3x35m or ing:3h30m+3x35m,penalty=2",
	"move:10s or move:10s,game=1h",
	"fischer:5m+10s",
}

// Parse reads a time control:
//
//	none
//	absolute:30m
//	byoyomi:30m+5x30s           30 minutes, then 5 periods of 30 seconds
//	byoyomi:30m,keep=5x30s      30 minutes, the periods are the last of them
//	canadian:10m+25/5m          10 minutes, then 25 moves every 5 minutes
//	canadian:10m+25/5m,carry    time left over goes to the next block
//	ing:3h30m+3x35m             up to three blocks, each at 2 points
//	ing:3h30m+3x35m,penalty=3
//	move:10s                    10 seconds a move
//	move:10s,game=1h            and not more than an hour in all
//	fischer:5m+10s              every move adds 10 seconds
//
// Durations are golang's, such as 1h30m or 500ms; a number alone is seconds.
// Every clock takes ",margin=50ms".
func Parse(text string) (Settings, error) {
	name, rest, hasRest := strings.Cut(strings.TrimSpace(text), ":")
	kind, err := parseKind(name)
	if err != nil {
		return Settings{}, err
	}
	s := Settings{Kind: kind}
	if kind == Ing {
		s.Penalty = DefaultPenalty
	}
	fail := func(err error) (Settings, error) {
		return Settings{}, fmt.Errorf("clock: %q: %w; write %s", text, err, examples[kind])
	}
	if kind == None {
		if hasRest {
			return fail(fmt.Errorf("no clock has no times"))
		}
		return s, nil
	}
	options := strings.Split(rest, ",")
	if err := s.parseTimes(options[0]); err != nil {
		return fail(err)
	}
	given := map[string]bool{}
	for _, option := range options[1:] {
		key, value, _ := strings.Cut(strings.TrimSpace(option), "=")
		if given[key] {
			return fail(fmt.Errorf("%s is given twice", key))
		}
		given[key] = true
		if err := s.parseOption(key, value); err != nil {
			return fail(err)
		}
	}
	if err := s.Validate(); err != nil {
		return fail(err)
	}
	return s, nil
}

func parseKind(name string) (Kind, error) {
	name = strings.ToLower(strings.TrimSpace(name))
	for k, n := range kindNames {
		if n == name {
			return Kind(k), nil
		}
	}
	if k, ok := aliases[name]; ok {
		return k, nil
	}
	return None, fmt.Errorf("clock: no time control is called %q: write one of %s", name, strings.Join(kindNames[:], ", "))
}

// parseTimes reads what follows the colon, up to the options.
func (s *Settings) parseTimes(text string) error {
	if s.Kind == PerMove {
		return parseDuration(text, &s.Period)
	}
	main, over, hasOver := strings.Cut(text, "+")
	if err := parseDuration(main, &s.Main); err != nil {
		return err
	}
	if !hasOver {
		return nil
	}
	switch s.Kind {
	case Byoyomi, Ing:
		return s.parsePeriods(over)
	case Canadian:
		stones, block, ok := strings.Cut(over, "/")
		if !ok {
			return fmt.Errorf("%q is no number of moves in a time", over)
		}
		if err := parseCount(stones, &s.Stones); err != nil {
			return err
		}
		return parseDuration(block, &s.Period)
	case Fischer:
		return parseDuration(over, &s.Period)
	}
	return fmt.Errorf("%v has no overtime %q", s.Kind, over)
}

// parsePeriods reads "5x30s".
func (s *Settings) parsePeriods(text string) error {
	count, period, ok := strings.Cut(text, "x")
	if !ok {
		return fmt.Errorf("%q is no number of periods", text)
	}
	if err := parseCount(count, &s.Periods); err != nil {
		return err
	}
	return parseDuration(period, &s.Period)
}

func (s *Settings) parseOption(key, value string) error {
	switch {
	case key == "margin":
		return parseDuration(value, &s.Margin)
	case key == "carry" && value == "" && s.Kind == Canadian:
		s.Carry = true
		return nil
	case key == "game" && s.Kind == PerMove:
		return parseDuration(value, &s.Main)
	case key == "penalty" && s.Kind == Ing:
		points, err := ruleset.ParseHalfPoints(value)
		s.Penalty = points
		return err
	case key == "keep" && s.Kind == Byoyomi && s.Periods == 0:
		if err := s.parsePeriods(value); err != nil {
			return err
		}
		kept := time.Duration(s.Periods) * s.Period
		if kept > s.Main {
			return fmt.Errorf("%v are to be kept of %v", kept, s.Main)
		}
		s.Main -= kept
		return nil
	}
	return fmt.Errorf("%v has no option %q", s.Kind, key)
}

func parseDuration(text string, to *time.Duration) error {
	text = strings.TrimSpace(text)
	d, err := time.ParseDuration(text)
	if seconds, numberErr := strconv.ParseFloat(text, 64); numberErr == nil {
		if !(seconds >= 0 && seconds <= MaxTime.Seconds()) {
			return fmt.Errorf("%q is no duration of at most a year", text)
		}
		d, err = time.Duration(seconds*float64(time.Second)), nil
	}
	if err != nil || d < 0 || d > MaxTime {
		return fmt.Errorf("%q is no duration such as 1h30m, 30s or 500ms", text)
	}
	*to = d
	return nil
}

func parseCount(text string, to *int) error {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n < 1 || n > maxCount {
		return fmt.Errorf("%q is no number from 1 to %d", text, maxCount)
	}
	*to = n
	return nil
}

// String returns the text that Parse reads back to the same value.
func (s Settings) String() string {
	var b strings.Builder
	b.WriteString(s.Kind.String())
	switch s.Kind {
	case None:
		return b.String()
	case Absolute:
		fmt.Fprintf(&b, ":%s", short(s.Main))
	case Byoyomi, Ing:
		fmt.Fprintf(&b, ":%s+%dx%s", short(s.Main), s.Periods, short(s.Period))
	case Canadian:
		fmt.Fprintf(&b, ":%s+%d/%s", short(s.Main), s.Stones, short(s.Period))
	case PerMove:
		fmt.Fprintf(&b, ":%s", short(s.Period))
		if s.Main > 0 {
			fmt.Fprintf(&b, ",game=%s", short(s.Main))
		}
	case Fischer:
		fmt.Fprintf(&b, ":%s+%s", short(s.Main), short(s.Period))
	}
	if s.Carry {
		b.WriteString(",carry")
	}
	if s.Kind == Ing && s.Penalty != DefaultPenalty {
		fmt.Fprintf(&b, ",penalty=%v", s.Penalty)
	}
	if s.Margin > 0 {
		fmt.Fprintf(&b, ",margin=%s", short(s.Margin))
	}
	return b.String()
}

// short writes a duration without the zero units at its end: 1h30m, not
// 1h30m0s.
func short(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

// MarshalText writes what String returns.
func (s Settings) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads what Parse reads.
func (s *Settings) UnmarshalText(text []byte) error {
	parsed, err := Parse(string(text))
	if err != nil {
		return err
	}
	*s = parsed
	return nil
}

// SGF returns the values of SGF's TM and OT: the main time in seconds and the
// overtime in words, both empty where there is nothing to say.
func (s Settings) SGF() (tm, ot string) {
	if s.Kind == None {
		return "", ""
	}
	if s.Main > 0 || s.Kind != PerMove {
		tm = seconds(s.Main)
	}
	switch s.Kind {
	case Byoyomi:
		ot = fmt.Sprintf("%dx%s byo-yomi", s.Periods, seconds(s.Period))
	case Canadian:
		ot = fmt.Sprintf("%d/%s Canadian", s.Stones, seconds(s.Period))
	case Ing:
		ot = fmt.Sprintf("%dx%s Ing, %v points each", s.Periods, seconds(s.Period), s.Penalty)
	case PerMove:
		ot = seconds(s.Period) + " per move"
	case Fischer:
		ot = seconds(s.Period) + " fischer"
	}
	return tm, ot
}

// seconds writes a duration as a plain number of seconds.
func seconds(d time.Duration) string {
	return strconv.FormatFloat(d.Seconds(), 'f', -1, 64)
}
