package ruleset

// PassAlive returns the stones of c that cannot be captured even if c passes
// for the rest of the game, and the enclosed points that belong to them,
// opponent's stones inside included; both in the order of Size.Points.
//
// This is the theorem of D. B. Benson, "Life in the game of Go" (Information
// Sciences 10, 1976): a set of chains lives if every chain has two regions in
// which every empty point is its liberty, and these regions border no chain
// outside the set.
func PassAlive(position *Position, c Color) (stones, area []Point) {
	if !c.IsPlayer() {
		return nil, nil
	}
	b := newBenson(position, c)
	for b.dropChains() && b.dropRegions() {
	}
	for _, p := range position.Size().Points() {
		switch chain, region := b.chainAt[p], b.regionAt[p]; {
		case chain >= 0 && b.chainAlive[chain]:
			stones = append(stones, p)
		case region >= 0 && b.regionAlive[region] && b.vitalToAlive(region):
			area = append(area, p)
		}
	}
	return stones, area
}

// benson holds the chains of one color and the regions between them.
type benson struct {
	chainAt, regionAt [NumPoints]int // -1 where there is none
	chainAlive        []bool
	regionAlive       []bool
	borders           [][]int // of each region: the chains next to it
	vital             [][]int // of each region: the chains that have all its empty points as liberties
}

func newBenson(position *Position, c Color) *benson {
	b := &benson{}
	for i := range b.chainAt {
		b.chainAt[i], b.regionAt[i] = -1, -1
	}
	for _, p := range position.Size().Points() {
		if position.At(p) == c && b.chainAt[p] < 0 {
			stones, _ := position.Chain(p)
			for _, s := range stones {
				b.chainAt[s] = len(b.chainAlive)
			}
			b.chainAlive = append(b.chainAlive, true)
		}
	}
	for _, p := range position.Size().Points() {
		if position.At(p) != c && b.regionAt[p] < 0 {
			b.addRegion(position, c, p)
		}
	}
	return b
}

// addRegion floods the points around p that have no stone of c.
func (b *benson) addRegion(position *Position, c Color, p Point) {
	id := len(b.regionAlive)
	points := []Point{p}
	b.regionAt[p] = id
	empty := 0
	touches := map[int]int{} // chain: number of the region's empty points next to it
	var order []int
	for i := 0; i < len(points); i++ {
		var here []int
		for _, n := range points[i].Neighbors() {
			switch position.At(n) {
			case Border:
			case c:
				here = appendNew(here, b.chainAt[n])
			default:
				if b.regionAt[n] < 0 {
					b.regionAt[n] = id
					points = append(points, n)
				}
			}
		}
		isEmpty := position.At(points[i]) == Empty
		if isEmpty {
			empty++
		}
		for _, chain := range here {
			if _, known := touches[chain]; !known {
				touches[chain] = 0
				order = append(order, chain)
			}
			if isEmpty {
				touches[chain]++
			}
		}
	}
	var vital []int
	for _, chain := range order {
		if touches[chain] == empty {
			vital = append(vital, chain)
		}
	}
	b.regionAlive = append(b.regionAlive, true)
	b.borders = append(b.borders, order)
	b.vital = append(b.vital, vital)
}

func appendNew(list []int, x int) []int {
	for _, y := range list {
		if x == y {
			return list
		}
	}
	return append(list, x)
}

// dropChains drops the chains with fewer than two vital regions left, and
// reports whether there were any.
func (b *benson) dropChains() (dropped bool) {
	eyes := make([]int, len(b.chainAlive))
	for region, alive := range b.regionAlive {
		if !alive {
			continue
		}
		for _, chain := range b.vital[region] {
			eyes[chain]++
		}
	}
	for chain, alive := range b.chainAlive {
		if alive && eyes[chain] < 2 {
			b.chainAlive[chain] = false
			dropped = true
		}
	}
	return dropped
}

// dropRegions drops the regions next to a dropped chain, and reports whether
// there were any.
func (b *benson) dropRegions() (dropped bool) {
	for region, alive := range b.regionAlive {
		if !alive {
			continue
		}
		for _, chain := range b.borders[region] {
			if !b.chainAlive[chain] {
				b.regionAlive[region] = false
				dropped = true
			}
		}
	}
	return dropped
}

func (b *benson) vitalToAlive(region int) bool {
	for _, chain := range b.vital[region] {
		if b.chainAlive[chain] {
			return true
		}
	}
	return false
}
