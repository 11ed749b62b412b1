package ruleset

// region is a connected set of empty points.
type region struct {
	points  []Point
	borders [3]bool // indexed by Color: whether a stone of that color is next to it
}

// owner returns the only color that borders the region, or Empty.
func (r region) owner() Color {
	switch {
	case r.borders[Black] && !r.borders[White]:
		return Black
	case r.borders[White] && !r.borders[Black]:
		return White
	}
	return Empty
}

// contested reports whether both colors border the region.
func (r region) contested() bool { return r.borders[Black] && r.borders[White] }

// emptyRegions returns the empty regions, in the order of their first point
// in Size.Points.
func (p *Position) emptyRegions() []region {
	var (
		regions []region
		seen    [NumPoints]bool
	)
	for row := 1; row <= p.size.H; row++ {
		for col := 1; col <= p.size.W; col++ {
			pt := At(col, row)
			if p.stones[pt] != Empty || seen[pt] {
				continue
			}
			seen[pt] = true
			r := region{points: []Point{pt}}
			for i := 0; i < len(r.points); i++ {
				for _, n := range r.points[i].Neighbors() {
					switch c := p.stones[n]; {
					case c.IsPlayer():
						r.borders[c] = true
					case c == Empty && !seen[n]:
						seen[n] = true
						r.points = append(r.points, n)
					}
				}
			}
			regions = append(regions, r)
		}
	}
	return regions
}

// group is a connected set of stones of one color and of the points that
// only they surround.
type group struct {
	color        Color
	stones       int
	surrounded   []Point
	eyes         int  // separate surrounded regions
	largestEye   int  // points of the largest of them
	touchesShare bool // a stone is next to a neutral region
}

// groups returns the groups of a board from which the dead stones are gone.
func (p *Position) groups(regions []region) []group {
	var (
		groups    []group
		owner     [NumPoints]Color
		contested [NumPoints]bool
		regionOf  [NumPoints]int
		seen      [NumPoints]bool
		stack     []Point
		counted   = make([]bool, len(regions))
	)
	for i, r := range regions {
		for _, pt := range r.points {
			owner[pt], contested[pt], regionOf[pt] = r.owner(), r.contested(), i
		}
	}
	points := p.size.Points()
	for _, pt := range points {
		if p.stones[pt].IsPlayer() {
			owner[pt] = p.stones[pt]
		}
	}
	for _, pt := range points {
		if !p.stones[pt].IsPlayer() || seen[pt] {
			continue
		}
		g := group{color: owner[pt]}
		seen[pt] = true
		stack = append(stack[:0], pt)
		for len(stack) > 0 {
			at := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if p.stones[at] == Empty {
				g.surrounded = append(g.surrounded, at)
				if i := regionOf[at]; !counted[i] { // it belongs to this group alone, being surrounded
					counted[i] = true
					g.eyes++
					g.largestEye = max(g.largestEye, len(regions[i].points))
				}
			} else {
				g.stones++
			}
			for _, n := range at.Neighbors() {
				if contested[n] && p.stones[at].IsPlayer() {
					g.touchesShare = true
				}
				if owner[n] == g.color && !seen[n] {
					seen[n] = true
					stack = append(stack, n)
				}
			}
		}
		groups = append(groups, g)
	}
	return groups
}

// twoEyes reports whether the surrounded points are two eyes or can become
// two: separate regions, or one of at least four points, the smallest space
// that a play inside cannot reduce to one eye when it is straight.
func (g group) twoEyes() bool { return g.eyes >= 2 || g.largestEye >= 4 }
