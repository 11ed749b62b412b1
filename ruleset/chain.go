package ruleset

import "iter"

// Chain returns the stones of the chain at pt and its liberties, or nothing
// if pt has no stone.
func (p *Position) Chain(pt Point) (stones, liberties []Point) {
	c := p.At(pt)
	if !c.IsPlayer() {
		return nil, nil
	}
	var seen [NumPoints]bool
	seen[pt] = true
	stones = []Point{pt}
	for i := 0; i < len(stones); i++ {
		for _, n := range stones[i].Neighbors() {
			if seen[n] {
				continue
			}
			switch p.stones[n] {
			case c:
				seen[n] = true
				stones = append(stones, n)
			case Empty:
				seen[n] = true
				liberties = append(liberties, n)
			}
		}
	}
	return stones, liberties
}

// Chains goes through all chains, each with its color and its stones.
func (p *Position) Chains() iter.Seq2[Color, []Point] {
	return func(yield func(Color, []Point) bool) {
		var seen [NumPoints]bool
		for _, pt := range p.size.Points() {
			if !p.stones[pt].IsPlayer() || seen[pt] {
				continue
			}
			stones, _ := p.Chain(pt)
			for _, stone := range stones {
				seen[stone] = true
			}
			if !yield(p.stones[pt], stones) {
				return
			}
		}
	}
}

// Alive reports whether there is a chain at pt that has a liberty.
func (p *Position) Alive(pt Point) bool {
	c := p.At(pt)
	if !c.IsPlayer() {
		return false
	}
	if p.nextToEmpty(pt) { // as a rule, and it saves clearing the lists
		return true
	}
	return p.chainAlive(pt, c)
}

func (p *Position) nextToEmpty(pt Point) bool {
	for _, n := range pt.Neighbors() {
		if p.stones[n] == Empty {
			return true
		}
	}
	return false
}

// chainAlive looks for a liberty of the chain of color c at pt.
func (p *Position) chainAlive(pt Point, c Color) bool {
	var (
		seen  [NumPoints]bool
		stack [NumPoints]Point
	)
	seen[pt] = true
	stack[0] = pt
	for height := 1; height > 0; {
		height--
		for _, n := range stack[height].Neighbors() {
			switch {
			case p.stones[n] == Empty:
				return true
			case p.stones[n] == c && !seen[n]:
				seen[n] = true
				stack[height] = n
				height++
			}
		}
	}
	return false
}

// Place puts a stone of color c at pt and takes off what then has no
// liberty: first the opponent's chains, which are captured, then the own
// chain, which is a suicide. It asks for no rule, and replaces a stone that
// is there already: this is how SGF says that a move is executed. Off the
// board it does nothing.
func (p *Position) Place(c Color, pt Point) (captured, suicide []Point) {
	if !p.size.Contains(pt) || !c.IsPlayer() {
		return nil, nil
	}
	p.Set(pt, c)
	for _, n := range pt.Neighbors() {
		if p.stones[n] == c.Opponent() && !p.Alive(n) {
			captured = append(captured, p.removeChain(n)...)
		}
	}
	if !p.Alive(pt) {
		suicide = p.removeChain(pt)
	}
	return captured, suicide
}

func (p *Position) removeChain(pt Point) []Point {
	stones, _ := p.Chain(pt)
	for _, s := range stones {
		p.Set(s, Empty)
	}
	return stones
}

// NoLiberty returns a stone without liberties, the first in the order of
// Size.Index, or NoPoint: a legal position has none.
func (p *Position) NoLiberty() Point {
	for row := p.size.H; row >= 1; row-- {
		for col := 1; col <= p.size.W; col++ {
			pt := At(col, row)
			if p.stones[pt].IsPlayer() && !p.Alive(pt) {
				return pt
			}
		}
	}
	return NoPoint
}
