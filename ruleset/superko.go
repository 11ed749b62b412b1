package ruleset

import "maps"

// Superko reports whether the ko rule forbids whole-board repetition.
func (k KoRule) Superko() bool {
	return k == KoPositional || k == KoSituational || k == KoNaturalSituational
}

// SuperkoKey returns the key under which the ko rule remembers the situation
// of a position hash and the player to move. Under superko, a play after
// which the key is among Game.SuperkoKeys is barred. Where the rules have no
// superko the key is the position hash.
func (r Rules) SuperkoKey(stones uint64, toPlay Color) uint64 {
	if toPlay == White && (r.Ko == KoSituational || r.Ko == KoNaturalSituational) {
		// Under natural situational superko the player who made the
		// position is the opponent of the player to move.
		return stones ^ sideKey
	}
	return stones
}

// SuperkoKeys returns the keys of every situation so far that a play may not
// make again, the current one included; nil without superko. A search starts
// its own check from them.
func (g *Game) SuperkoKeys() []uint64 {
	if !g.rules.Ko.Superko() {
		return nil
	}
	keys := make([]uint64, 0, len(g.turns)+1)
	if g.rules.Ko != KoNaturalSituational {
		keys = append(keys, g.rules.SuperkoKey(g.start.Hash(), g.firstToPlay))
	}
	for _, t := range g.turns {
		if key, ok := g.superkoKeyAfter(t.move, t.hash); ok {
			keys = append(keys, key)
		}
	}
	return keys
}

// superkoKeyAfter returns the key that a move leaves behind, if the ko rule
// remembers it. Natural situational superko remembers what plays made;
// passes make nothing.
func (g *Game) superkoKeyAfter(m Move, hash uint64) (key uint64, ok bool) {
	if !g.rules.Ko.Superko() || g.rules.Ko == KoNaturalSituational && m.Point == Pass {
		return 0, false
	}
	return g.rules.SuperkoKey(hash, m.Color.Opponent()), true
}

// occurrences remembers at which ply a key occurred first, so that undoing
// later plies leaves it in place.
type occurrences map[uint64]int

func (o occurrences) add(key uint64, ply int) {
	if _, known := o[key]; !known {
		o[key] = ply
	}
}

func (o occurrences) remove(key uint64, ply int) {
	if first, known := o[key]; known && first == ply {
		delete(o, key)
	}
}

// roomier returns the same occurrences with room for more.
func (o occurrences) roomier(more int) occurrences {
	larger := make(occurrences, len(o)+more)
	maps.Copy(larger, o)
	return larger
}
