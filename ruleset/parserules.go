package ruleset

import (
	"fmt"
	"strconv"
	"strings"
)

// ParseRules reads a named ruleset and options that override it, separated by
// commas: "chinese", "chinese,komi=5.5,ko=situational", or options alone, on
// top of the zero value. What Rules.String prints is read back.
func ParseRules(s string) (Rules, error) {
	var r Rules
	for i, part := range strings.Split(s, ",") {
		part = strings.ToLower(strings.TrimSpace(part))
		key, value, isOption := strings.Cut(part, "=")
		if !isOption {
			preset, known := presets[part]
			if i != 0 || !known {
				return Rules{}, fmt.Errorf("rules: %q is neither a ruleset nor an option key=value", part)
			}
			r = preset
			continue
		}
		if err := r.set(key, value); err != nil {
			return Rules{}, err
		}
	}
	return r, r.Validate()
}

func (r *Rules) set(key, value string) (err error) {
	switch key {
	case "komi":
		r.Komi, err = ParseHalfPoints(value)
	case "ko":
		err = setName(&r.Ko, koNames, key, value)
	case "scoring":
		err = setName(&r.Scoring, scoringNames, key, value)
	case "suicide":
		err = setName(&r.Suicide, suicideNames, key, value)
	case "max-moves":
		r.MaxMoves, err = strconv.Atoi(value)
	default:
		err = fmt.Errorf("rules: unknown option %q", key)
	}
	return err
}

func setName[E ~uint8](target *E, names []string, key, value string) error {
	for i, name := range names {
		if name == value {
			*target = E(i)
			return nil
		}
	}
	return fmt.Errorf("rules: %s=%s: write one of %s", key, value, strings.Join(names, ", "))
}
