package sgf

import (
	"slices"

	"github.com/tengen-go/tengen/ruleset"
)

// SetTerritory marks in n, the node of the final position, whose every point
// is: TB and TW hold the empty points and the opponent's dead stones. Dead
// stones have no property of their own; this is how records show them.
func (n *Node) SetTerritory(game *ruleset.Game) {
	count, size, dead := game.Count(), game.Size(), game.Facts().Dead
	for _, side := range [...]struct {
		color ruleset.Color
		id    string
	}{{ruleset.Black, "TB"}, {ruleset.White, "TW"}} {
		var values []string
		for _, p := range size.Points() {
			stone := game.Position().At(p)
			if stone == ruleset.Empty && count.Owner(p) == side.color ||
				stone == side.color.Opponent() && slices.Contains(dead, p) {
				values = append(values, FormatPoint(p, size))
			}
		}
		n.Set(side.id, values...)
	}
}

// markedDead returns the stones of the chains that n marks as inside the
// opponent's territory, in ascending order.
func (n *Node) markedDead(position *ruleset.Position) []ruleset.Point {
	var owner [ruleset.NumPoints]ruleset.Color
	for _, prop := range n.Props {
		color := map[string]ruleset.Color{"TB": ruleset.Black, "TW": ruleset.White}[prop.ID]
		if color == ruleset.Empty {
			continue
		}
		for _, raw := range prop.Values {
			// A mark that cannot be read marks nothing; Replay has told of it.
			_ = eachPoint(raw, position.Size(), func(p ruleset.Point) { owner[p] = color })
		}
	}
	var dead []ruleset.Point
	for color, stones := range position.Chains() {
		if slices.ContainsFunc(stones, func(p ruleset.Point) bool { return owner[p] == color.Opponent() }) {
			dead = append(dead, stones...)
		}
	}
	slices.Sort(dead)
	return dead
}
