package ruleset

import (
	"errors"
	"fmt"
	"strings"
)

// Act is something that a player or engine may not do.
type Act uint8

// The acts that the rule texts of matches name.
const (
	ForbiddenPoint Act = iota // a play on an occupied point, a suicide, a point off the board
	KoRetake                  // a ko taken back at once, or a position repeated under superko
	TwiceInRow                // a second move in a row
	WrongRemoval              // stones with liberties taken off: an engine whose board is another
	Overtime                  // out of time
	lastAct        = Overtime
)

var actNames = []string{"forbidden point", "ko retake", "twice in a row", "wrong removal", "overtime"}

// String returns a phrase such as "ko retake".
func (a Act) String() string { return nameOf(actNames, a) }

// Policy is how illegal acts are ruled.
type Policy uint8

// The policies.
const (
	// PolicyStrict: any illegal act loses at once. Matches between engines
	// usually have it.
	PolicyStrict Policy = iota

	// PolicySources follows the Chinese texts on refereeing: a play on a
	// forbidden point is void, counts as a pass and earns a warning; a ko
	// retake is void and counts as a pass; a wrong removal is put back and
	// earns a warning; two warnings in a game lose it. Moving twice in a row
	// and running out of time lose at once.
	PolicySources
)

var policyNames = []string{"strict", "sources"}

// String returns the word that ParsePolicy reads.
func (p Policy) String() string { return nameOf(policyNames, p) }

// ParsePolicy reads "strict" or "sources".
func ParsePolicy(s string) (Policy, error) {
	for i, name := range policyNames {
		if strings.EqualFold(strings.TrimSpace(s), name) {
			return Policy(i), nil
		}
	}
	return 0, fmt.Errorf("policy on illegal acts: %q is unknown: write one of %s", s, strings.Join(policyNames, ", "))
}

// Verdict is what follows from an act.
type Verdict uint8

// The verdicts.
const (
	Loses       Verdict = iota // the game is over
	ForfeitTurn                // the move is void and counts as a pass
	Restored                   // the board is put right and play goes on
)

var verdictNames = []string{"loses", "forfeit-turn", "restored"}

// String returns a word such as "forfeit-turn".
func (v Verdict) String() string { return nameOf(verdictNames, v) }

// Ruling is what a Judge decided.
type Ruling struct {
	By       Color
	Act      Act
	Verdict  Verdict
	Warning  bool // whether the act earned a warning
	Warnings int  // of this player in this game, this one included
	Policy   Policy
}

// Reason returns the ruling in words, to be stored with the game: "B:
// forbidden point: loses (2 warnings, sources)".
func (r Ruling) Reason() string {
	warnings := ""
	if r.Warning {
		warnings = fmt.Sprintf("%d warning, ", r.Warnings)
		if r.Warnings != 1 {
			warnings = fmt.Sprintf("%d warnings, ", r.Warnings)
		}
	}
	return fmt.Sprintf("%v: %v: %v (%s%v)", r.By, r.Act, r.Verdict, warnings, r.Policy)
}

// Judge rules on illegal acts and remembers the warnings of one game. The
// zero value is a strict judge.
type Judge struct {
	Policy   Policy
	warnings [2]int
}

// warningsToLose is the number of warnings in a game that lose it.
const warningsToLose = 2

// Warnings returns how many warnings c has.
func (j *Judge) Warnings(c Color) int {
	if !c.IsPlayer() {
		return 0
	}
	return j.warnings[c-Black]
}

// Rule decides on an act of c.
func (j *Judge) Rule(act Act, c Color) (Ruling, error) {
	if !c.IsPlayer() || act > lastAct {
		return Ruling{}, fmt.Errorf("ruling: %v by %v: no such act or player", act, c)
	}
	r := Ruling{By: c, Act: act, Policy: j.Policy}
	if j.Policy == PolicySources {
		switch act {
		case ForbiddenPoint:
			r.Verdict, r.Warning = ForfeitTurn, true
		case KoRetake:
			r.Verdict = ForfeitTurn
		case WrongRemoval:
			r.Verdict, r.Warning = Restored, true
		}
	}
	if r.Warning {
		j.warnings[c-Black]++
		if j.warnings[c-Black] >= warningsToLose {
			r.Verdict = Loses
		}
	}
	r.Warnings = j.warnings[c-Black]
	return r, nil
}

// Apply rules on an act of c and carries the ruling out: the game ends, or c
// is made to pass.
func (j *Judge) Apply(g *Game, act Act, c Color) (Ruling, error) {
	if g.Over() {
		return Ruling{}, fmt.Errorf("ruling on %v: %w", act, ErrGameOver)
	}
	r, err := j.Rule(act, c)
	if err != nil {
		return r, err
	}
	switch r.Verdict {
	case Loses:
		ending := ByForfeit
		if act == Overtime {
			ending = ByTime
		}
		return r, g.End(Result{Ending: ending, Winner: c.Opponent()})
	case ForfeitTurn:
		return r, g.PlayMove(Move{c, Pass})
	}
	return r, nil
}

// ActOf returns which act an error of Game.Play stands for; ok is false if it
// stands for none.
func ActOf(err error) (act Act, ok bool) {
	switch {
	case errors.Is(err, ErrKo), errors.Is(err, ErrSuperko):
		return KoRetake, true
	case errors.Is(err, ErrOffBoard), errors.Is(err, ErrOccupied), errors.Is(err, ErrSuicide):
		return ForbiddenPoint, true
	}
	return 0, false
}
