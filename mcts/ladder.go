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
	if room(b, other, move) >= 3 {
		return false // it simply runs out there
	}
	l.left = ladderReading
	next := l.after(b, move, 0)
	return l.caught(next, chain, 1)
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
	next := l.after(b, move, depth)
	var liberties [3]fastboard.Point
	switch libertiesOf(next, chain, &liberties) {
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
		return false
	}
	return l.caught(l.after(b, move, depth), chain, depth+1)
}

// room returns how many liberties a stone at p would have at once, once there is
// a stone at taken.
func room(b *fastboard.Board, p, taken fastboard.Point) (n int) {
	for _, q := range p.Neighbors() {
		if q != taken && b.At(q) == ruleset.Empty {
			n++
		}
	}
	return n
}

// libertiesOf finds the liberties of the chain at p, three at most, and
// returns their number.
func libertiesOf(b *fastboard.Board, p fastboard.Point, found *[3]fastboard.Point) int {
	n := 0
	for q := p; ; {
		for _, r := range q.Neighbors() {
			if b.At(r) != ruleset.Empty || n > 0 && r == found[0] || n > 1 && r == found[1] {
				continue
			}
			found[n] = r
			if n++; n == len(found) {
				return n
			}
		}
		if q = b.NextInChain(q); q == p {
			return n
		}
	}
}
