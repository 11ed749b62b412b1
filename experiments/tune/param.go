package tune

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/mcts"
	"github.com/tengen-go/tengen/ruleset"
)

// Param is a setting of the player, a field of its search or a chance of its
// playouts, that a tuning may change: a range of numbers, or a list of values.
type Param struct {
	Name   string   `json:"name"` // as experiments.PlayerSpec.Settings has it
	Low    float64  `json:"low,omitempty"`
	High   float64  `json:"high,omitempty"`
	Log    bool     `json:"log,omitempty"`    // steps are factors
	Values []string `json:"values,omitempty"` // instead of a range
}

// ParseParam reads a parameter as users write it: "rave=300:3000:log",
// "priors=60:240", "reuse=true,false".
func ParseParam(text string) (Param, error) {
	name, rest, ok := strings.Cut(text, "=")
	p := Param{Name: strings.TrimSpace(name)}
	if !ok || p.Name == "" || rest == "" {
		return p, fmt.Errorf("parameter %q: write NAME=LOW:HIGH, NAME=LOW:HIGH:log or NAME=VALUE,VALUE, such as rave=300:3000:log", text)
	}
	parts := strings.Split(rest, ":")
	if strings.Contains(rest, ",") || len(parts) == 1 {
		p.Values = strings.Split(rest, ",")
		return p, nil
	}
	var errLow, errHigh error
	p.Low, errLow = strconv.ParseFloat(parts[0], 64)
	p.High, errHigh = strconv.ParseFloat(parts[1], 64)
	p.Log = len(parts) == 3 && parts[2] == "log"
	if errLow != nil || errHigh != nil || len(parts) > 3 || len(parts) == 3 && !p.Log {
		return p, fmt.Errorf("parameter %s: %q is no range: write LOW:HIGH or LOW:HIGH:log, such as %s=300:3000:log", p.Name, rest, p.Name)
	}
	return p, nil
}

// UnmarshalJSON reads an object, or the text that ParseParam reads.
func (p *Param) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		param, err := ParseParam(text)
		*p = param
		return err
	}
	type plain Param
	var param plain
	if err := experiments.ParseStrict("parameter", data, &param); err != nil {
		return err
	}
	*p = Param(param)
	return nil
}

// listed reports whether the parameter is a list of values.
func (p *Param) listed() bool { return len(p.Values) > 0 }

// Text is the parameter as ParseParam reads it.
func (p *Param) Text() string {
	switch {
	case p.listed():
		return p.Name + "=" + strings.Join(p.Values, ",")
	case p.Log:
		return fmt.Sprintf("%s=%v:%v:log", p.Name, p.Low, p.High)
	}
	return fmt.Sprintf("%s=%v:%v", p.Name, p.Low, p.High)
}

// fixed are the fields that no tuning changes, and why.
var fixed = map[string]string{
	"playouts":     "more of them are stronger: give both sides the same, such as --player default:playouts=400",
	"time_ns":      "searches that stop by the clock are not repeatable",
	"workers":      "a search within a game is repeatable with one worker only",
	"resign_below": "whether players resign is a matter of the run",
}

// settings are those of a player with search and tactical playouts that can be
// tuned.
var settings = tunable()

func tunable() map[string]any {
	config := mcts.DefaultConfig()
	list := experiments.PlayerSpec{Search: &config}.Settings()
	for name := range fixed {
		delete(list, name)
	}
	return list
}

// kind is the type of the parameter's values.
func (p *Param) kind() reflect.Type { return reflect.TypeOf(settings[p.Name]) }

// whole reports whether the parameter takes whole numbers only.
func (p *Param) whole() bool { return p.kind().Kind() != reflect.Float64 }

// Validate reports a parameter that the player does not have, or whose values it
// does not take.
func (p *Param) Validate(player *experiments.PlayerSpec) error {
	if why, no := fixed[p.Name]; no {
		return fmt.Errorf("parameter %s cannot be tuned: %s", p.Name, why)
	}
	_, known := settings[p.Name]
	_, has := player.Settings()[p.Name]
	switch {
	case !known:
		return fmt.Errorf("unknown parameter %q: %s", p.Name, ruleset.Suggest(p.Name, slices.Sorted(maps.Keys(settings))))
	case !has:
		return fmt.Errorf("parameter %s is one of tactical playouts, and %s has other ones", p.Name, player.Name)
	case p.listed() && (p.Low != 0 || p.High != 0 || p.Log):
		return fmt.Errorf("parameter %s has a range and a list: keep one of them", p.Name)
	case p.listed():
		return p.checkValues(player)
	}
	switch kind := p.kind().Kind(); {
	case p.kind() == reflect.TypeFor[time.Duration]():
		return fmt.Errorf("parameter %s is a time: list the values, in nanoseconds, such as %s=1000,2000", p.Name, p.Name)
	case kind == reflect.Bool:
		return fmt.Errorf("parameter %s is a switch: write %s=true,false", p.Name, p.Name)
	case kind == reflect.String:
		return fmt.Errorf("parameter %s is a text: list the values, such as policy=tactical,uniform", p.Name)
	case kind != reflect.Float64 && !p.kind().ConvertibleTo(reflect.TypeFor[int]()):
		return fmt.Errorf("parameter %s is no number: list its values", p.Name)
	}
	switch {
	case math.IsNaN(p.Low) || math.IsInf(p.Low, 0) || math.IsNaN(p.High) || math.IsInf(p.High, 0) || p.Low >= p.High:
		return fmt.Errorf("parameter %s: %v to %v is no range: the lower end comes first", p.Name, p.Low, p.High)
	case p.Log && p.Low <= 0:
		return fmt.Errorf("parameter %s: a range by factors (log) cannot begin at %v: begin above 0", p.Name, p.Low)
	case p.whole() && (p.Low != math.Trunc(p.Low) || p.High != math.Trunc(p.High)):
		return fmt.Errorf("parameter %s takes whole numbers: %v to %v is no range of them", p.Name, p.Low, p.High)
	}
	for _, end := range []float64{0, 1} {
		if err := p.try(player, p.value(end)); err != nil {
			return err
		}
	}
	if start := p.start(player); start < p.Low || start > p.High {
		return fmt.Errorf("parameter %s: the player has %v, outside of %v to %v: widen the range, or let the player begin within it (--player %s:%s=%v)",
			p.Name, start, p.Low, p.High, presetOf(player), p.Name, p.value(0.5))
	}
	return nil
}

func presetOf(player *experiments.PlayerSpec) string {
	name, _, _ := strings.Cut(player.Name, ":")
	return name
}

func (p *Param) checkValues(player *experiments.PlayerSpec) error {
	if len(p.Values) < 2 {
		return fmt.Errorf("parameter %s: one value leaves nothing to choose: write a range such as %s=LOW:HIGH, or several values", p.Name, p.Name)
	}
	for i, value := range p.Values {
		if slices.Contains(p.Values[:i], value) {
			return fmt.Errorf("parameter %s has the value %s twice", p.Name, value)
		}
		if err := p.try(player, value); err != nil {
			return err
		}
	}
	return nil
}

// try reports why the player cannot play with a value.
func (p *Param) try(player *experiments.PlayerSpec, value string) error {
	changed, err := player.With(p.Name, value)
	if err == nil {
		err = changed.Validate()
	}
	if err != nil {
		return fmt.Errorf("parameter %s: %w", p.Name, err)
	}
	return nil
}

// start is the number that the player begins with.
func (p *Param) start(player *experiments.PlayerSpec) float64 {
	value := reflect.ValueOf(player.Settings()[p.Name])
	if value.CanFloat() {
		return value.Float()
	}
	return float64(value.Convert(reflect.TypeFor[int]()).Int())
}

// number is the value at a place in the range, 0 its lower end and 1 its upper.
func (p *Param) number(at float64) float64 {
	if p.Log {
		return p.Low * math.Pow(p.High/p.Low, at)
	}
	return p.Low + (p.High-p.Low)*at
}

// place is the inverse of number.
func (p *Param) place(number float64) float64 {
	if p.Log {
		return math.Log(number/p.Low) / math.Log(p.High/p.Low)
	}
	return (number - p.Low) / (p.High - p.Low)
}

// value is the text of the value at a place: the nearest whole number, the
// nearest of four digits, or the one on the list.
func (p *Param) value(at float64) string { return p.rounded(at, 0.5) }

// rounded rounds a whole number up if its fraction is at least 1 - up. With an
// up drawn evenly from 0 to 1 the mean is that of number, so that small ranges
// of whole numbers are climbed as others are.
func (p *Param) rounded(at, up float64) string {
	switch {
	case p.listed():
		return p.Values[min(int(at*float64(len(p.Values))), len(p.Values)-1)]
	case p.whole():
		return strconv.FormatFloat(math.Floor(p.number(at)+up), 'f', -1, 64)
	}
	short, err := strconv.ParseFloat(strconv.FormatFloat(p.number(at), 'g', 4, 64), 64)
	if err != nil {
		panic(err) // it was written the line before
	}
	return strconv.FormatFloat(min(max(short, p.Low), p.High), 'f', -1, 64)
}

// current is the text of the value that the player begins with.
func (p *Param) current(player *experiments.PlayerSpec) string {
	value := reflect.ValueOf(player.Settings()[p.Name])
	if value.CanFloat() {
		return strconv.FormatFloat(value.Float(), 'f', -1, 64)
	}
	return fmt.Sprint(value.Interface())
}
