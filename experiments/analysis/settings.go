package analysis

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tengen-go/tengen/mcts"
)

// Set changes a setting, and reports whether there is one of that name: KataGo's
// names of limits, threads and the point of view, and the fields of mcts.Config
// by their JSON names. Whether the configuration is valid afterwards, Validate
// says.
func (c *Config) Set(name, value string) (known bool, err error) {
	switch name {
	case "maxVisits", "maxPlayouts":
		n, err := strconv.ParseInt(value, 10, 64)
		if err != nil || n < 1 || n > maxVisits {
			return true, fmt.Errorf("%s: write a number from 1 to 2^50", value)
		}
		c.Search.Playouts = int(min(n, mostPlayouts))
	case "maxTime":
		seconds, err := strconv.ParseFloat(value, 64)
		if err != nil || !(seconds > 0 && seconds < 1e9) {
			return true, fmt.Errorf("%s: write a number of seconds above 0", value)
		}
		c.Search.Time = time.Duration(seconds * float64(time.Second))
	case "numSearchThreads", "numSearchThreadsPerAnalysisThread":
		return true, setCount(&c.Search.Workers, value)
	case "numAnalysisThreads":
		return true, setCount(&c.Workers, value)
	case "analysisPVLen":
		return true, setCount(&c.PVLen, value)
	case "reportAnalysisWinratesAs":
		c.Perspective, err = ParsePerspective(value)
	default:
		return setSearch(&c.Search, name, value)
	}
	return true, err
}

func setCount(into *int, value string) error {
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 {
		return fmt.Errorf("%s: write a number from 1 on", value)
	}
	*into = n
	return nil
}

// ParseSettings reads settings as KataGo's configuration files have them: lines
// of "name = value" with comments after "#".
func ParseSettings(text string) (map[string]string, error) {
	settings := map[string]string{}
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		name, value, ok := strings.Cut(line, "=")
		if name = strings.TrimSpace(name); !ok || name == "" {
			return nil, fmt.Errorf("line %d: %q: write name = value", i+1, line)
		}
		settings[name] = strings.TrimSpace(value)
	}
	return settings, nil
}

// Apply sets all settings, and returns the names of those that nothing here
// uses.
func (c *Config) Apply(settings map[string]string) (unused []string, err error) {
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		known, err := c.Set(name, settings[name])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if !known {
			unused = append(unused, name)
		}
	}
	return unused, c.Validate()
}

// perServer are settings that a query cannot change.
var perServer = []string{"numAnalysisThreads", "analysisPVLen"}

// readSettings reads overrideSettings. Values may be written as strings, as in
// KataGo's configuration. What nothing here uses is a warning.
func (q *query) readSettings(o object) error {
	const field = "overrideSettings"
	if !o.has(field) {
		return nil
	}
	var values object
	if raw := o[field]; raw[0] != '{' || json.Unmarshal(raw, &values) != nil {
		return fieldErrorf(field, "Must be an object")
	}
	settings, unused := map[string]string{}, []string{}
	for name, raw := range values {
		text, ok := textOf(raw)
		if !ok {
			text = string(raw)
		}
		if slices.Contains(perServer, name) {
			unused = append(unused, name)
		} else {
			settings[name] = text
		}
	}
	more, err := q.config.Apply(settings)
	if err != nil {
		return fieldErrorf(field, "Could not set settings: %v", err)
	}
	if unused = append(unused, more...); len(unused) > 0 {
		slices.Sort(unused)
		q.warn(field, "Unknown config params, which nothing here uses: "+strings.Join(unused, ","))
	}
	return nil
}

// fixed are fields of mcts.Config that the protocol has other words for, or
// that the answers depend on.
var fixed = []string{"playouts", "time_ns", "workers", "reuse", "ownership", "resign_below", "memory_mib"}

// setSearch sets a field of the search by its JSON name.
func setSearch(config *mcts.Config, name, value string) (known bool, err error) {
	if slices.Contains(fixed, strings.ToLower(name)) {
		return false, nil
	}
	key, err := json.Marshal(name)
	if err != nil {
		return false, err
	}
	quoted, err := json.Marshal(value)
	if err != nil {
		return false, err
	}
	texts := [][]byte{quoted}
	if json.Valid([]byte(value)) {
		texts = [][]byte{[]byte(value), quoted}
	}
	for _, text := range texts {
		decoder := json.NewDecoder(bytes.NewReader(slices.Concat([]byte("{"), key, []byte(":"), text, []byte("}"))))
		decoder.DisallowUnknownFields()
		changed := *config
		if err = decoder.Decode(&changed); err == nil {
			*config = changed
			return true, nil
		}
		if strings.Contains(err.Error(), "unknown field") {
			return false, nil
		}
	}
	return true, fmt.Errorf("%s is not a value it takes", value)
}
