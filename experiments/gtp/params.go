package gtp

import (
	"fmt"
	"math"
	"sort"
	"strconv"
	"strings"
	"time"
)

// param is a setting that can be changed while the engine runs.
type param struct {
	kind string // of GoGui: [string] or [bool]
	get  func(e *Engine) string
	set  func(e *Engine, value string) error
}

// params are the settings by name. maxPlayouts and maxTime mean what they mean
// in KataGo: limits of the search for one move, 0 for none.
var params = map[string]param{
	"maxPlayouts": {
		kind: "[string]",
		get:  func(e *Engine) string { return strconv.Itoa(e.budget.Playouts) },
		set: func(e *Engine, value string) error {
			n, err := strconv.Atoi(value)
			if err != nil || n < 0 || n > math.MaxInt32 {
				return fmt.Errorf("maxPlayouts %q: write a number, 0 for no limit", value)
			}
			return e.setBudget(n, e.budget.Time)
		},
	},
	"maxTime": {
		kind: "[string]",
		get:  func(e *Engine) string { return strconv.FormatFloat(e.budget.Time.Seconds(), 'f', -1, 64) },
		set: func(e *Engine, value string) error {
			seconds, err := strconv.ParseFloat(value, 64)
			if err != nil || !(seconds >= 0 && seconds < 1e9) {
				return fmt.Errorf("maxTime %q: write seconds, 0 for no limit", value)
			}
			return e.setBudget(e.budget.Playouts, time.Duration(seconds*float64(time.Second)))
		},
	},
	"resign_below": {
		kind: "[string]",
		get:  func(e *Engine) string { return strconv.FormatFloat(e.resignBelow, 'f', -1, 64) },
		set: func(e *Engine, value string) error {
			x, err := strconv.ParseFloat(value, 64)
			if err != nil || !(x >= 0 && x < 1) {
				return fmt.Errorf("resign_below %q: write a winrate from 0, for never, to 1", value)
			}
			e.resignBelow = x
			return nil
		},
	},
	"live_gfx": {
		kind: "[bool]",
		get: func(e *Engine) string {
			if e.liveGfx {
				return "1"
			}
			return "0"
		},
		set: func(e *Engine, value string) error {
			on, err := strconv.ParseBool(value)
			if err != nil {
				return fmt.Errorf("live_gfx %q: write 1 or 0", value)
			}
			if on && e.config.Gfx == nil {
				return fmt.Errorf("live_gfx: there is nowhere to draw")
			}
			e.liveGfx = on
			return nil
		},
	},
}

// setBudget changes the budget; without any limit a move would take forever.
func (e *Engine) setBudget(playouts int, t time.Duration) error {
	if playouts == 0 && t == 0 {
		return fmt.Errorf("one of maxPlayouts and maxTime must be above 0")
	}
	e.budget.Playouts, e.budget.Time = playouts, t
	e.estimate = nil
	return nil
}

func (e *Engine) paramNames() []string {
	var names []string
	for name := range params {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

func (e *Engine) paramNamed(name string) (param, error) {
	p, ok := params[name]
	if !ok {
		return p, fmt.Errorf("unknown parameter %q: there are %s", name, strings.Join(e.paramNames(), ", "))
	}
	return p, nil
}

func (e *Engine) getParam(c call) (string, error) {
	if err := c.wantArgs(1, 1, "takes the name of a parameter"); err != nil {
		return "", err
	}
	p, err := e.paramNamed(c.Args[0])
	if err != nil {
		return "", err
	}
	return p.get(e), nil
}

func (e *Engine) setParam(c call) (string, error) {
	if err := c.wantArgs(2, 2, "takes the name of a parameter and a value"); err != nil {
		return "", err
	}
	p, err := e.paramNamed(c.Args[0])
	if err != nil {
		return "", err
	}
	return "", p.set(e, c.Args[1])
}

// goguiParam lists the parameters for GoGui's dialog, or sets one.
func (e *Engine) goguiParam(c call) (string, error) {
	if len(c.Args) > 0 {
		return e.setParam(c)
	}
	var lines []string
	for _, name := range e.paramNames() {
		lines = append(lines, fmt.Sprintf("%s %s %s", params[name].kind, name, params[name].get(e)))
	}
	return strings.Join(lines, "\n"), nil
}
