package ruleset

// situationKey identifies a board together with the player to move.
func situationKey(hash uint64, toPlay Color) uint64 {
	if toPlay == White {
		return hash ^ sideKey
	}
	return hash
}

// Repetition is a board that came back with the same player to move.
type Repetition struct {
	First, Again int    // plies after which the situation stood: 0 is the start
	Length       int    // plies of the cycle
	Captures     [2]int // stones taken in the cycle by Black and by White
	Kind         CycleKind
}

// CycleKind is the common name of a repetition.
type CycleKind uint8

// The kinds of cycles, told apart by what is captured in one round.
const (
	CyclePasses   CycleKind = iota // nothing: both sides passed
	CycleKos                       // single stones, as many by each side: triple ko, quadruple ko
	CycleEternal                   // as many stones by each side, two or more at once: eternal life, molasses ko
	CycleLopsided                  // more stones by one side: sending two, returning one
)

var cycleKindNames = []string{"passes", "multiple ko", "eternal life", "sending two, returning one"}

// String returns the name of the kind.
func (k CycleKind) String() string { return nameOf(cycleKindNames, k) }

// Repetition returns the first repetition of the game. Two passes repeat a
// situation as well; such a cycle has no captures.
func (g *Game) Repetition() (r Repetition, found bool) {
	first := map[uint64]int{situationKey(g.start.hash, g.firstToPlay): 0}
	for i, t := range g.turns {
		key := situationKey(t.hash, t.move.Color.Opponent())
		if ply, known := first[key]; known {
			return g.cycle(ply, i+1), true
		}
		first[key] = i + 1
	}
	return Repetition{}, false
}

// cycle describes the cycle between two plies.
func (g *Game) cycle(first, again int) Repetition {
	r := Repetition{First: first, Again: again, Length: again - first}
	most := 0 // stones taken at once
	for _, t := range g.turns[first:again] {
		if len(t.removed) > 0 {
			r.Captures[t.taker()-Black] += len(t.removed)
			most = max(most, len(t.removed))
		}
	}
	switch {
	case most == 0:
		r.Kind = CyclePasses
	case r.Captures[0] != r.Captures[1]:
		r.Kind = CycleLopsided
	case most == 1:
		r.Kind = CycleKos
	default:
		r.Kind = CycleEternal
	}
	return r
}

// cycles reports whether the last turn closed a cycle with captures.
func (g *Game) cycles() bool {
	ply := len(g.turns)
	first, known := g.situations[situationKey(g.Hash(), g.now.toPlay)]
	return known && first < ply && g.cycle(first, ply).Kind != CyclePasses
}

// ending returns how the ruling ends a game.
func (c OnCycle) ending() Ending {
	switch c {
	case CycleDraw:
		return ByDraw
	case CycleReplay:
		return ByReplay
	case CycleNoResult:
		return ByNoResult
	}
	return Unfinished
}
