package fastboard

import (
	"fmt"

	"github.com/tengen-go/tengen/ruleset"
)

// panicIllegal reports a broken precondition. It is called only if checking is
// on.
func (b *Board) panicIllegal(method string, p Point) {
	panic(fmt.Sprintf("fastboard: %s(%v) by %v is illegal on\n%v", method, p, b.toPlay, b))
}

// CheckInvariants recomputes all derived fields in a slow and obvious way and
// reports the first that differs. It is meant for tests.
func (b *Board) CheckInvariants() error {
	if err := CheckSize(b.Size()); err != nil {
		return err
	}
	if !b.toPlay.IsPlayer() {
		return fmt.Errorf("fastboard: the player to move is %v", b.toPlay)
	}
	for _, check := range []func() error{b.checkColors, b.checkEmpties, b.checkChains, b.checkKo} {
		if err := check(); err != nil {
			return fmt.Errorf("fastboard: %w\n%v", err, b)
		}
	}
	return nil
}

// points returns the points on the board.
func (b *Board) points() []Point {
	var points []Point
	for _, p := range b.Size().Points() {
		points = append(points, FromRuleset(p))
	}
	return points
}

// checkColors compares colors, border, neighbor counters and hash.
func (b *Board) checkColors() error {
	var inside [NumPoints]bool
	hash, balance := uint64(0), int32(0)
	for _, p := range b.points() {
		inside[p] = true
		r := b.at(p)
		switch {
		case r.color() == ruleset.Border:
			return fmt.Errorf("%v is border", p)
		case (r.color() == ruleset.Black) != (r.chain[0] != 0), (r.color() == ruleset.White) != (r.chain[1] != 0):
			return fmt.Errorf("%v has color %v and chains %d and %d", p, r.color(), r.chain[0], r.chain[1])
		case r.color().IsPlayer():
			hash ^= ruleset.Zobrist(r.color(), p.Ruleset())
			balance += balanceOf(indexOf(r.color()))
		}
		around := uint32(r.color()) << aroundColor
		for _, q := range p.Neighbors() {
			switch b.At(q) {
			case ruleset.Empty:
				around += 1 << aroundEmpty
			case ruleset.Black:
				around += 1 << aroundBlack
			case ruleset.White:
				around += 1 << aroundWhite
			case ruleset.Border:
				around += 1<<aroundBlack | 1<<aroundWhite | 1<<aroundBorder
			}
		}
		if r.around != around {
			return fmt.Errorf("neighbors of %v are counted %#x, not %#x", p, r.around, around)
		}
	}
	for p := range At(0, int(b.height)+2) {
		if r := b.at(p); !inside[p] && (r.color() != ruleset.Border || r.chain != [2]Point{} || r.open != 0) {
			return fmt.Errorf("border point %d is marked as part of the board", p)
		}
	}
	if b.balance != balance {
		return fmt.Errorf("black stones less white ones are %d, not %d", b.balance, balance)
	}
	if b.hash != hash {
		return fmt.Errorf("hash is %#x, not %#x", b.hash, hash)
	}
	return nil
}

// checkEmpties compares the list of empty points and what is said about each.
func (b *Board) checkEmpties() error {
	n := 0
	for _, p := range b.points() {
		r := b.at(p)
		if r.color() != ruleset.Empty {
			if r.open != 0 {
				return fmt.Errorf("the stone at %v counts as a liberty", p)
			}
			continue
		}
		n++
		switch {
		case b.info[p] != delta(p) || r.open != delta(p) || b.next[p] != p:
			return fmt.Errorf("the empty point %v is not prepared for a stone", p)
		case int(b.slot[p]) >= b.EmptyCount() || b.EmptyAt(int(b.slot[p])) != p:
			return fmt.Errorf("the empty point %v is not in its place of the list", p)
		}
	}
	if n != b.EmptyCount() {
		return fmt.Errorf("%d empty points are listed, not %d", b.EmptyCount(), n)
	}
	return nil
}

// checkChains compares heads, circles and sums of liberties.
func (b *Board) checkChains() error {
	var seen [NumPoints]bool
	for _, p := range b.points() {
		c := b.At(p)
		if !c.IsPlayer() || seen[p] {
			continue
		}
		stones := []Point{p}
		seen[p] = true
		info := uint64(0)
		for i := 0; i < len(stones); i++ {
			for _, q := range stones[i].Neighbors() {
				switch b.At(q) {
				case ruleset.Empty:
					info += delta(q)
				case c:
					if !seen[q] {
						seen[q] = true
						stones = append(stones, q)
					}
				}
			}
		}
		head := b.head(p)
		var onCircle [NumPoints]bool
		length := 0
		for q := p; !onCircle[q&mask]; q = b.NextInChain(q) {
			onCircle[q&mask] = true
			length++
		}
		for _, q := range stones {
			if b.head(q) != head || !onCircle[q] {
				return fmt.Errorf("%v and %v are connected but not one chain", p, q)
			}
		}
		switch {
		case length != len(stones):
			return fmt.Errorf("the chain at %v lists %d stones, not %d", p, length, len(stones))
		case b.info[head] != info:
			return fmt.Errorf("the liberties of the chain at %v are summed as %#x, not %#x", p, b.info[head], info)
		case info == 0:
			return fmt.Errorf("the chain at %v has no liberty", p)
		}
	}
	return nil
}

func (b *Board) checkKo() error {
	if b.ko != NoPoint && !b.enclosed(b.ko, b.toPlay.Opponent()) {
		return fmt.Errorf("the ko point %v is not among stones of %v", b.ko, b.toPlay.Opponent())
	}
	return nil
}
