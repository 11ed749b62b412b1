package lifedeath

import "github.com/tengen-go/tengen/ruleset"

// Proof is what Benson's theorem decides of a position.
type Proof struct {
	Dead []ruleset.Point // stones inside the pass-alive area of the opponent
	Open []ruleset.Point // points that it leaves undecided

	owners [ruleset.NumPoints]ruleset.Color
}

// Proven returns what is proved of a position: stones that cannot be captured
// whatever their owner does, the area they enclose, and the opponent's stones
// in it, which are dead.
func Proven(position *ruleset.Position) Proof {
	var proof Proof
	for _, color := range [...]ruleset.Color{ruleset.Black, ruleset.White} {
		stones, area := ruleset.PassAlive(position, color)
		for _, p := range stones {
			proof.owners[p] = color
		}
		for _, p := range area {
			proof.owners[p] = color
			if position.At(p) == color.Opponent() {
				proof.Dead = append(proof.Dead, p)
			}
		}
	}
	for _, p := range position.Size().Points() {
		if proof.owners[p] == ruleset.Empty {
			proof.Open = append(proof.Open, p)
		}
	}
	return proof
}

// Complete reports whether every point is decided: no play can change the
// count any more, and the method [ruleset.Proved] may be stored with it.
func (p *Proof) Complete() bool { return len(p.Open) == 0 }

// Owner returns whose a point is, Empty where that is not proved.
func (p *Proof) Owner(pt ruleset.Point) ruleset.Color {
	if int(pt) >= len(p.owners) {
		return ruleset.Empty
	}
	return p.owners[pt]
}
