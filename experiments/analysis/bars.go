package analysis

import (
	"encoding/json"

	"github.com/tengen-go/tengen/experiments/opinion"
)

const barProblem = "Must be a list of dicts with subfields 'player', 'moves', 'untilDepth'"

// readBars reads avoidMoves or allowMoves.
func (q *query) readBars(o object) error {
	field, only := "avoidMoves", false
	if o.has("allowMoves") {
		if o.has("avoidMoves") {
			return fieldErrorf("allowMoves", "Cannot specify both allowMoves and avoidMoves")
		}
		field, only = "allowMoves", true
	}
	if !o.has(field) {
		return nil
	}
	items, ok := o.list(field)
	if !ok {
		return fieldErrorf(field, barProblem)
	}
	for _, raw := range items {
		b, err := q.readBar(field, raw)
		if err != nil {
			return err
		}
		b.Only = only
		for _, other := range q.bars {
			if only && other.Color == b.Color {
				return fieldErrorf(field, "Cannot specify allowMoves more than once for the same player")
			}
		}
		q.bars.Add(b)
	}
	return nil
}

func (q *query) readBar(field string, raw json.RawMessage) (b opinion.Bar, err error) {
	var o object
	if json.Unmarshal(raw, &o) != nil || !o.has("moves") || !o.has("untilDepth") || !o.has("player") {
		return b, fieldErrorf(field, barProblem)
	}
	if b.Color, err = o.player("player"); err != nil {
		return b, err
	}
	if b.Points, err = o.vertices("moves", q.size); err != nil {
		return b, err
	}
	var until int64
	err = o.integer("untilDepth", &until, 1, 1e9, "Must be a positive integer")
	b.Until = int(until)
	return b, err
}
