package fastboard

import "github.com/tengen-go/tengen/ruleset"

// InAtari reports whether the chain at p has exactly one liberty, and which.
// It is false where there is no stone.
func (b *Board) InAtari(p Point) (liberty Point, ok bool) {
	return onlyLiberty(b.info[b.head(p)&mask])
}

// onlyLiberty returns the point that all pseudo-liberties in info are, if they
// are one. The infos of no chain at all and of a captured one have none.
func onlyLiberty(info uint64) (p Point, ok bool) {
	n := info & infoCount
	sum := info >> infoSumShift & infoSumMask
	if n == 0 || n*(info>>infoSqShift) != sum*sum {
		return NoPoint, false
	}
	return Point(uint32(sum) / uint32(n)), true
}

// SelfAtari reports whether a legal move of the player to move at p would
// capture nothing and leave its own chain with exactly one liberty.
func (b *Board) SelfAtari(p Point) bool {
	const twoEmpty = 2 << aroundEmpty
	w := b.window(p)
	if w[here].around&aroundAnyEmpty >= twoEmpty {
		return false
	}
	us := indexOf(b.toPlay)
	if b.Captures(p, b.toPlay) {
		return false
	}
	// Add up the info of the chain that the move would make.
	d := w[here].open
	friends := w[here].around>>(4*us)&0xf - w[here].around>>aroundBorder
	info := w[down].open + w[left].open + w[right].open + w[up].open - uint64(friends)*d
	for _, head := range distinct(w[down].chain[us], w[left].chain[us], w[right].chain[us], w[up].chain[us]) {
		if head != 0 {
			info += b.info[head&mask]
		}
	}
	_, atari := onlyLiberty(info)
	return atari
}

// Captures reports whether a stone of c at the empty point p would take a
// chain off.
func (b *Board) Captures(p Point, c ruleset.Color) bool {
	w := b.window(p)
	d := w[here].open
	them := indexOf(c) ^ 1
	return onlyLibertyIs(b.info[w[down].chain[them]&mask], d) || onlyLibertyIs(b.info[w[left].chain[them]&mask], d) ||
		onlyLibertyIs(b.info[w[right].chain[them]&mask], d) || onlyLibertyIs(b.info[w[up].chain[them]&mask], d)
}

// NeighborCount returns how many of the four neighbors of p are stones of c.
func (b *Board) NeighborCount(p Point, c ruleset.Color) int {
	around := b.at(p).around
	return int(around>>(4*indexOf(c))&0xf - around>>aroundBorder&0xf)
}
