package clock

import (
	"errors"
	"fmt"
	"time"

	"github.com/tengen-go/tengen/ruleset"
)

// Kind is the kind of a time control.
type Kind uint8

// The time controls.
const (
	None     Kind = iota // no clock
	Absolute             // main time only
	Byoyomi              // main time, then periods; only a period that is used up is lost
	Canadian             // main time, then blocks in which a number of moves is due
	Ing                  // main time, then blocks that cost points
	PerMove              // a time for each move, with or without a time for the game
	Fischer              // main time to which every move adds
)

var kindNames = [...]string{"none", "absolute", "byoyomi", "canadian", "ing", "move", "fischer"}

// String returns the word that Parse reads.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// Settings is a time control: plain data, compared with ==. The zero value is
// no clock.
type Settings struct {
	Kind Kind

	// Main is the time before overtime. With PerMove it limits all moves
	// together, and 0 means that there is no such limit.
	Main time.Duration

	// Period is one period of Byoyomi, one block of Canadian and Ing, the
	// time of one move with PerMove, what a move adds with Fischer.
	Period time.Duration

	Periods int // of Byoyomi; blocks of Ing
	Stones  int // moves in a block of Canadian

	// Carry lets time that is left of a Canadian block go to the next one.
	Carry bool

	// Penalty is what each block of Ing costs.
	Penalty ruleset.HalfPoints

	// Margin is how late a move may come without losing on time. It stands
	// for what lies between the player and whoever measures, and is no
	// thinking time: nobody is told about it.
	Margin time.Duration
}

// DefaultPenalty is what a block of Ing's overtime costs: two points.
const DefaultPenalty ruleset.HalfPoints = 4

// MaxTime bounds every duration of Settings: a year.
const MaxTime = 365 * 24 * time.Hour

// Validate reports every field that makes no sense.
func (s Settings) Validate() error {
	var errs []error
	check := func(ok bool, format string, args ...any) {
		if !ok {
			errs = append(errs, fmt.Errorf("clock: "+format, args...))
		}
	}
	if int(s.Kind) >= len(kindNames) {
		return fmt.Errorf("clock: kind %d is unknown", s.Kind)
	}
	uses := fieldsOf(s.Kind)
	duration := func(name string, d time.Duration, used, needed bool) {
		switch {
		case !used:
			check(d == 0, "%v has no %s", s.Kind, name)
		case needed:
			check(d > 0 && d <= MaxTime, "%v: %s of %v: write a duration above 0 and up to a year", s.Kind, name, d)
		default:
			check(d >= 0 && d <= MaxTime, "%v: %s of %v: write a duration from 0 to a year", s.Kind, name, d)
		}
	}
	number := func(name string, n int, used bool) {
		if !used {
			check(n == 0, "%v has no %s", s.Kind, name)
			return
		}
		check(n >= 1 && n <= maxCount, "%v: %d %s: write a number from 1 to %d", s.Kind, n, name, maxCount)
	}
	duration("main time", s.Main, s.Kind != None, s.Kind == Absolute || s.Kind == Fischer)
	duration("period", s.Period, uses.period, true)
	number("periods", s.Periods, uses.periods)
	number("stones", s.Stones, uses.stones)
	check(!s.Carry || s.Kind == Canadian, "%v has nothing to carry over", s.Kind)
	if s.Kind == Ing {
		check(s.Penalty >= 0 && s.Penalty <= 1000, "ing: penalty of %v points: write 0 or more", s.Penalty)
	} else {
		check(s.Penalty == 0, "%v has no penalty", s.Kind)
	}
	duration("margin", s.Margin, s.Kind != None, false)
	return errors.Join(errs...)
}

// maxCount bounds the numbers of periods and stones.
const maxCount = 1000

type fields struct{ period, periods, stones bool }

func fieldsOf(k Kind) fields {
	switch k {
	case Byoyomi, Ing:
		return fields{period: true, periods: true}
	case Canadian:
		return fields{period: true, stones: true}
	case PerMove, Fischer:
		return fields{period: true}
	}
	return fields{}
}
