package fastboard

import "github.com/tengen-go/tengen/ruleset"

// AreaScore returns Black's area minus White's, komi not counted: stones, and
// empty regions that touch stones of one color only. All stones count as
// alive, so the game should have been played to its end.
func (b *Board) AreaScore() int {
	score, large := int(b.balance), uint32(0)
	for _, p := range b.empty[:b.empties&mask] {
		// A region of one point needs no search. A point of a larger one adds
		// nothing here: fewer than four of its neighbors are of one color.
		around := b.at(p).around
		score += int(around>>aroundBlack>>2&1) - int(around>>aroundWhite>>2&1)
		large |= around & aroundAnyEmpty
	}
	if large != 0 { // seldom at the end of a playout
		score += b.largeRegions()
	}
	return score
}

// largeRegions is what the empty regions of two points or more add to the
// score.
func (b *Board) largeRegions() (score int) {
	var seen PointSet
	var region [MaxSide * MaxSide]Point
	for i := range b.EmptyCount() {
		p := b.EmptyAt(i)
		if b.at(p).around&aroundAnyEmpty == 0 || seen.Has(p) {
			continue
		}
		switch n, owner := b.findRegion(p, &seen, &region); owner {
		case ruleset.Black:
			score += n
		case ruleset.White:
			score -= n
		}
	}
	return score
}

// Owners sets owner, at every point of the board, to the player whose area it
// is as AreaScore counts, or to Empty. Other entries are left alone.
func (b *Board) Owners(owner *[NumPoints]ruleset.Color) {
	for row := 1; row <= int(b.height); row++ {
		for col := 1; col <= int(b.width); col++ {
			p := At(col, row)
			owner[p&mask] = b.At(p)
		}
	}
	var seen PointSet
	var region [MaxSide * MaxSide]Point
	for i := range b.EmptyCount() {
		p := b.EmptyAt(i)
		if seen.Has(p) {
			continue
		}
		n, c := b.findRegion(p, &seen, &region)
		for _, q := range region[:n] {
			owner[q&mask] = c
		}
	}
}

// findRegion fills region with the empty points connected to p and returns
// their number and the player whose stones alone they touch, Empty if there is
// none. It adds the points to seen.
func (b *Board) findRegion(p Point, seen *PointSet, region *[MaxSide * MaxSide]Point) (n int, owner ruleset.Color) {
	region[0], n = p, 1
	seen.Add(p)
	touches := ruleset.Empty // Black | White once both have been met
	for i := 0; i < n; i++ {
		for _, q := range region[i].Neighbors() {
			switch c := b.At(q); c {
			case ruleset.Black, ruleset.White:
				touches |= c
			case ruleset.Empty:
				if !seen.Has(q) {
					seen.Add(q)
					region[n] = q
					n++
				}
			}
		}
	}
	if !touches.IsPlayer() {
		return n, ruleset.Empty
	}
	return n, touches
}
