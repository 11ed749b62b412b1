package mcts

import (
	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/ruleset"
)

// ladder reads sequences of atari: the attacker keeps a chain in atari, the
// defender extends it or captures what touches it. It is exact for plain
// ladders and simple nets of atari; it does not see other ways to capture, nor
// a ko.
type ladder struct {
	boards []fastboard.Board // a stack; grows to the depth of the longest ladder
	left   int               // positions that may still be looked at
}

// ladderReading bounds the positions looked at in one reading. A chain not
// caught by then counts as escaped. A ladder right across 19x19 needs about
// 80.
const ladderReading = 100

// catches reports whether a move of the player to move on b, at a liberty of
// an enemy chain that has just one other, captures the chain in a ladder.
func (l *ladder) catches(b *fastboard.Board, move, other, chain fastboard.Point) bool {
	l.left = ladderReading
	return l.chased(b, move, other, chain, 0)
}

// saves reports whether a move of the player to move on b brings a chain of
// his that is in atari out of danger.
func (l *ladder) saves(b *fastboard.Board, move, chain fastboard.Point) bool {
	l.left = ladderReading
	return room(b, move, fastboard.NoPoint) >= 3 || l.escapes(b, move, chain, 0)
}

// after returns the position after a legal move, on the stack's board of the
// given depth.
func (l *ladder) after(b *fastboard.Board, move fastboard.Point, depth int) *fastboard.Board {
	l.left--
	if depth == len(l.boards) {
		// Boards further down the stack stay where they are in the old
		// array, and are looked at no more than before.
		l.boards = append(l.boards, fastboard.Board{})
	}
	next := &l.boards[depth]
	next.CopyFrom(b)
	next.Play(move)
	return next
}

// caught reports whether a chain of the player to move on b is lost if it is
// in atari; one that is not has escaped.
func (l *ladder) caught(b *fastboard.Board, chain fastboard.Point, depth int) bool {
	liberty, atari := b.InAtari(chain)
	if !atari || l.left <= 0 {
		return false
	}
	if room(b, liberty, fastboard.NoPoint) >= 3 || l.escapes(b, liberty, chain, depth) {
		return false
	}
	enemy := b.ToPlay().Opponent()
	for p := chain; ; {
		for _, q := range p.Neighbors() {
			if b.At(q) != enemy {
				continue
			}
			if capture, ok := b.InAtari(q); ok && capture != liberty && l.escapes(b, capture, chain, depth) {
				return false
			}
		}
		if p = b.NextInChain(p); p == chain {
			return true
		}
	}
}

// escapes reports whether a move saves a chain of the player to move on b.
func (l *ladder) escapes(b *fastboard.Board, move, chain fastboard.Point, depth int) bool {
	if !b.Legal(move) {
		return false
	}
	if !b.Captures(move, b.ToPlay()) {
		// The move extends the chain at its only liberty.
		switch extended(b, move, fastboard.NoPoint, chain) {
		case stuck:
			l.left--
			return false
		case away:
			l.left--
			return true
		}
	}
	next := l.after(b, move, depth)
	var liberties [3]fastboard.Point
	switch next.FirstLiberties(chain, liberties[:]) {
	case 1:
		return false
	case 2:
		x, y := liberties[0], liberties[1]
		return !l.chased(next, x, y, chain, depth+1) && !l.chased(next, y, x, chain, depth+1)
	}
	return true
}

// chased reports whether a chain with the liberties move and other is caught
// after an atari at move.
func (l *ladder) chased(b *fastboard.Board, move, other, chain fastboard.Point, depth int) bool {
	if l.left <= 0 || !b.Legal(move) {
		return false
	}
	if room(b, other, move) >= 3 {
		return false // it simply runs out there
	}
	if !b.Captures(move, b.ToPlay()) && extended(b, other, move, chain) == away {
		l.left -= 2 // the positions after the atari and after the reply
		return false
	}
	return l.caught(l.after(b, move, depth), chain, depth+1)
}

// prospect is what is known of a chain that has been extended.
type prospect int

const (
	unclear prospect = iota // it has to be read
	stuck                   // it is in atari again
	away                    // it has three liberties, or runs out whichever of two is taken
)

// extended returns what can be said of a chain without making the move that
// extends it at its only liberty p, once an enemy stone is at taken and has
// captured nothing. Copying boards is most of the work of reading, and this spares
// most copies. If the move at p captures, the chain may be better off than stuck.
func extended(b *fastboard.Board, p, taken, chain fastboard.Point) prospect {
	var liberties [3]fastboard.Point
	n := 0
	us := b.At(chain)
	for _, q := range p.Neighbors() {
		// As many as to leave three that are neither p nor taken.
		joined, m := [5]fastboard.Point{q}, 1
		switch c := b.At(q); {
		case c == us && !b.SameChain(q, chain):
			m = b.FirstLiberties(q, joined[:])
		case c != ruleset.Empty:
			continue
		}
		for _, r := range joined[:m] {
			if r == p || r == taken || n > 0 && r == liberties[0] || n > 1 && r == liberties[1] {
				continue
			}
			liberties[n] = r
			if n++; n == len(liberties) {
				return away
			}
		}
	}
	x, y := liberties[0], liberties[1]
	switch {
	case n < 2:
		return stuck
	case roomBeside(b, y, x, p, taken) >= 3 && roomBeside(b, x, y, p, taken) >= 3:
		return away
	}
	return unclear
}

// room returns how many liberties a stone at p would have at once, once there is
// a stone at taken.
func room(b *fastboard.Board, p, taken fastboard.Point) int {
	return roomBeside(b, p, taken, taken, taken)
}

// roomBeside is room where there are three more stones.
func roomBeside(b *fastboard.Board, p, x, y, z fastboard.Point) (n int) {
	for _, q := range p.Neighbors() {
		if q != x && q != y && q != z && b.At(q) == ruleset.Empty {
			n++
		}
	}
	return n
}
