package fastboard

import "github.com/tengen-go/tengen/ruleset"

// TaxedScore is AreaScore under the group tax of stone scoring: each group
// pays two points, or as many as it surrounds if these are fewer. A group is
// the stones of one color that are connected by stones and by empty regions
// that touch no other color. So ruleset.Rules.Count counts a board as it
// stands, as long as no seki rule takes points away.
func (b *Board) TaxedScore() int {
	var (
		owner [NumPoints]ruleset.Color
		seen  PointSet
		stack [MaxSide * MaxSide]Point
		score int
	)
	b.Owners(&owner)
	for row := 1; row <= int(b.height); row++ {
		for col := 1; col <= int(b.width); col++ {
			p := At(col, row)
			c := owner[p&mask]
			if !c.IsPlayer() || seen.Has(p) {
				continue
			}
			points, surrounded := 0, 0
			seen.Add(p)
			stack[0] = p
			for n := 1; n > 0; {
				n--
				q := stack[n]
				points++
				if b.At(q) == ruleset.Empty {
					surrounded++
				}
				for _, r := range q.Neighbors() {
					if owner[r&mask] == c && !seen.Has(r) {
						seen.Add(r)
						stack[n] = r
						n++
					}
				}
			}
			points -= min(2, surrounded)
			if c == ruleset.White {
				points = -points
			}
			score += points
		}
	}
	return score
}
