package playout

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/ruleset"
)

// Policy chooses the moves of a playout.
//
// Move returns a legal move that does not fill an own eye in the sense of
// Board.EyeLike, or Pass if the policy finds none. Suicides are not legal, but
// for [Uniform], whose option they are. It may change the order of
// the list of empty points and nothing else of b. Its choice may depend on the
// board and on rng only: a Policy keeps no state, and goroutines may share it.
//
// String returns the text that ParsePolicy reads back to the same policy.
type Policy interface {
	Move(b *fastboard.Board, rng *RNG) fastboard.Point
	String() string
}

// ParsePolicy reads a policy: "uniform", which may be "uniform:suicide=true", or
// "tactical" with any of its chances, such as "tactical:pattern=200,anywhere=0". What is not named keeps the value
// of DefaultTactical.
func ParsePolicy(s string) (Policy, error) {
	name, options, hasOptions := strings.Cut(strings.TrimSpace(s), ":")
	switch strings.ToLower(name) {
	case "uniform":
		var u Uniform
		if hasOptions {
			if err := u.set(options); err != nil {
				return nil, fmt.Errorf("playout policy %q: %w", s, err)
			}
		}
		return u, nil
	case "tactical":
		t := DefaultTactical()
		if hasOptions {
			if err := t.set(options); err != nil {
				return nil, fmt.Errorf("playout policy %q: %w", s, err)
			}
		}
		return t, nil
	}
	return nil, fmt.Errorf("unknown playout policy %q: %s", s, ruleset.Suggest(name, []string{"uniform", "tactical"}))
}

// set reads chances as "name=value,name=value".
func (t *Tactical) set(options string) error {
	for option := range strings.SplitSeq(options, ",") {
		name, value, _ := strings.Cut(option, "=")
		changed, err := t.With(name, value)
		if err != nil {
			return err
		}
		*t = changed
	}
	return nil
}

// With returns t with a chance of another value, both as ParsePolicy reads them.
func (t Tactical) With(name, value string) (Tactical, error) {
	var names []string
	name = strings.ToLower(strings.TrimSpace(name))
	for _, c := range t.chances() {
		names = append(names, c.name)
		if c.name != name {
			continue
		}
		n, err := strconv.Atoi(strings.TrimSpace(value))
		if err != nil || n < 0 || n > Always {
			return t, fmt.Errorf("option %q: write %s=N with N from 0 (never) to %d (always)", name+"="+value, name, Always)
		}
		*c.value = uint16(n)
		return t, nil
	}
	return t, fmt.Errorf("unknown option %q: %s", name, ruleset.Suggest(name, names))
}

// Chances returns the chances by the names that ParsePolicy reads.
func (t Tactical) Chances() map[string]uint16 {
	chances := map[string]uint16{}
	for _, c := range t.chances() {
		chances[c.name] = *c.value
	}
	return chances
}
