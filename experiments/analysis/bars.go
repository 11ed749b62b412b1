package analysis

import (
	"encoding/json"

	"github.com/tengen-go/tengen/ruleset"
)

// bar is an element of avoidMoves or allowMoves: points where a player may not
// play, or the only ones where he may, in the first moves of the search.
type bar struct {
	color  ruleset.Color
	points map[ruleset.Point]bool
	only   bool
	until  int64 // number of moves from the root
}

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
		if b.only = only; only {
			for _, other := range q.bars {
				if other.color == b.color {
					return fieldErrorf(field, "Cannot specify allowMoves more than once for the same player")
				}
			}
		}
		q.bars = append(q.bars, b)
	}
	return nil
}

func (q *query) readBar(field string, raw json.RawMessage) (b bar, err error) {
	var o object
	if json.Unmarshal(raw, &o) != nil || !o.has("moves") || !o.has("untilDepth") || !o.has("player") {
		return b, fieldErrorf(field, barProblem)
	}
	if b.color, err = o.player("player"); err != nil {
		return b, err
	}
	if b.points, err = o.vertices("moves", q.size); err != nil {
		return b, err
	}
	return b, o.integer("untilDepth", &b.until, 1, 1e9, "Must be a positive integer")
}

// allowed is what mcts.Search.Restrict wants to know; nil without bars.
func (q *query) allowed() func(depth int, m ruleset.Move) bool {
	if len(q.bars) == 0 {
		return nil
	}
	return func(depth int, m ruleset.Move) bool {
		for _, b := range q.bars {
			if b.color == m.Color && int64(depth) < b.until && b.points[m.Point] != b.only {
				return false
			}
		}
		return true
	}
}
