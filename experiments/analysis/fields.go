package analysis

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/tengen-go/tengen/ruleset"
)

// fieldError is what is wrong with one field of a query.
type fieldError struct{ field, text string }

func (e *fieldError) Error() string { return e.field + ": " + e.text }

func fieldErrorf(field, format string, args ...any) error {
	return &fieldError{field, fmt.Sprintf(format, args...)}
}

// object is a JSON object whose values have not been read yet.
type object map[string]json.RawMessage

func (o object) has(field string) bool { _, ok := o[field]; return ok }

// text reads a string, and reports whether the field is one.
func (o object) text(field string) (string, bool) { return textOf(o[field]) }

func textOf(raw json.RawMessage) (text string, ok bool) {
	if len(raw) == 0 || raw[0] != '"' {
		return "", false
	}
	return text, json.Unmarshal(raw, &text) == nil
}

// integer reads a number without fraction if the field is there.
func (o object) integer(field string, into *int64, low, high int64, problem string) error {
	if !o.has(field) {
		return nil
	}
	n, err := strconv.ParseInt(string(o[field]), 10, 64)
	if err != nil || n < low || n > high {
		return fieldErrorf(field, "%s", problem)
	}
	*into = n
	return nil
}

// number reads a number if the field is there.
func (o object) number(field string, into *float64, low, high float64, problem string) error {
	if !o.has(field) {
		return nil
	}
	x, err := strconv.ParseFloat(string(o[field]), 64)
	if err != nil || !(x >= low && x <= high) {
		return fieldErrorf(field, "%s", problem)
	}
	*into = x
	return nil
}

// seconds reads a time if the field is there.
func (o object) seconds(field string, into *time.Duration) error {
	s := into.Seconds()
	err := o.number(field, &s, 0.001, 1e6, "Must be number of seconds from 0.001 to 1000000.0")
	*into = time.Duration(s * float64(time.Second))
	return err
}

// boolean reads true or false if the field is there.
func (o object) boolean(field string, into *bool) error {
	if !o.has(field) {
		return nil
	}
	switch string(o[field]) {
	case "true":
		*into = true
	case "false":
		*into = false
	default:
		return fieldErrorf(field, "Must be a boolean")
	}
	return nil
}

// player reads who plays.
func (o object) player(field string) (ruleset.Color, error) {
	text, _ := o.text(field)
	c, err := ruleset.ParseColor(text)
	if err != nil {
		return ruleset.Empty, fieldErrorf(field, "Must be \"b\" or \"w\"")
	}
	return c, nil
}

// list reads an array, and reports whether the field is one.
func (o object) list(field string) (items []json.RawMessage, ok bool) {
	raw := o[field]
	return items, len(raw) > 0 && raw[0] == '[' && json.Unmarshal(raw, &items) == nil
}

// integers reads an array of numbers without fraction.
func (o object) integers(field, problem string) ([]int64, error) {
	items, ok := o.list(field)
	if !ok {
		return nil, fieldErrorf(field, "%s", problem)
	}
	list := make([]int64, len(items))
	for i, raw := range items {
		n, err := strconv.ParseInt(string(raw), 10, 64)
		if err != nil {
			return nil, fieldErrorf(field, "%s", problem)
		}
		list[i] = n
	}
	return list, nil
}

const (
	movesProblem    = "Must be an array of pairs of the form: [\"b\" or \"w\", GTP board vertex]"
	verticesProblem = "Must be an array of GTP board vertices"
)

// moves reads an array of pairs of a player and a vertex.
func (o object) moves(field string, size ruleset.Size, passes bool) ([]ruleset.Move, error) {
	items, ok := o.list(field)
	if !ok {
		return nil, fieldErrorf(field, movesProblem)
	}
	moves := make([]ruleset.Move, len(items))
	for i, raw := range items {
		var pair []json.RawMessage
		if json.Unmarshal(raw, &pair) != nil || len(pair) != 2 {
			return nil, fieldErrorf(field, movesProblem)
		}
		player, isText := textOf(pair[0])
		vertex, isVertex := textOf(pair[1])
		if !isText || !isVertex {
			return nil, fieldErrorf(field, movesProblem)
		}
		color, err := ruleset.ParseColor(player)
		if err != nil {
			return nil, fieldErrorf(field, "Could not parse player: %s", player)
		}
		point, ok := parseVertex(vertex, size)
		if !ok || point == ruleset.Pass && !passes {
			return nil, fieldErrorf(field, "Could not parse board location: %s", vertex)
		}
		moves[i] = ruleset.Move{Color: color, Point: point}
	}
	return moves, nil
}

// vertices reads an array of vertices, passes included.
func (o object) vertices(field string, size ruleset.Size) (map[ruleset.Point]bool, error) {
	items, ok := o.list(field)
	if !ok {
		return nil, fieldErrorf(field, verticesProblem)
	}
	points := map[ruleset.Point]bool{}
	for _, raw := range items {
		text, ok := textOf(raw)
		if !ok {
			return nil, fieldErrorf(field, verticesProblem)
		}
		p, ok := parseVertex(text, size)
		if !ok {
			return nil, fieldErrorf(field, "Could not parse board location: %s", text)
		}
		points[p] = true
	}
	return points, nil
}

// parseVertex reads "D4", "pass", and "(3,15)": column and row from the upper
// left, both from 0.
func parseVertex(text string, size ruleset.Size) (ruleset.Point, bool) {
	if inner, ok := strings.CutPrefix(text, "("); ok {
		xText, yText, _ := strings.Cut(strings.TrimSuffix(inner, ")"), ",")
		x, errX := strconv.Atoi(strings.TrimSpace(xText))
		y, errY := strconv.Atoi(strings.TrimSpace(yText))
		if errX != nil || errY != nil || !strings.HasSuffix(inner, ")") || x < 0 || y < 0 || x >= size.W || y >= size.H {
			return ruleset.NoPoint, false
		}
		return ruleset.At(x+1, size.H-y), true
	}
	p, err := ruleset.ParsePoint(text)
	return p, err == nil && (p == ruleset.Pass || size.Contains(p))
}

// halfPoints reads komi.
func (o object) halfPoints(field string, into *ruleset.HalfPoints) error {
	const problem = "Must be a integer or half-integer from -400.0 to 400.0"
	x := into.Points()
	if err := o.number(field, &x, -400, 400, problem); err != nil {
		return err
	}
	if x*2 != math.Trunc(x*2) {
		return fieldErrorf(field, problem)
	}
	*into = ruleset.HalfPoints(x * 2)
	return nil
}
