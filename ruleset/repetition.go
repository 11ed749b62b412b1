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
}

// Repetition returns the first repetition of the game. Two passes repeat a
// situation as well; such a cycle has no captures.
func (g *Game) Repetition() (r Repetition, found bool) {
	key := situationKey(g.start.hash, g.firstToPlay)
	first := map[uint64]int{key: 0}
	for i, t := range g.turns {
		key = situationKey(t.hash, t.move.Color.Opponent())
		ply, known := first[key]
		if known {
			return g.cycle(ply, i+1), true
		}
		first[key] = i + 1
	}
	return Repetition{}, false
}

// cycle describes the cycle between two plies.
func (g *Game) cycle(first, again int) Repetition {
	r := Repetition{First: first, Again: again, Length: again - first}
	for _, t := range g.turns[first:again] {
		if len(t.removed) > 0 {
			r.Captures[t.taker()-Black] += len(t.removed)
		}
	}
	return r
}

// cycles reports whether the last turn closed a cycle with captures.
func (g *Game) cycles() bool {
	ply := len(g.turns)
	first := g.situations[situationKey(g.Hash(), g.now.toPlay)]
	return first < ply && g.cycle(first, ply).Captures != [2]int{}
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
