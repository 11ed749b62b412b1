package mcts

import (
	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/playout/lanes"
)

// grid translates between the points of fastboard and the bits of planes.
type grid struct {
	*lanes.Geometry
	spots  [fastboard.NumPoints]lanes.Spot // NoSpot for the pass
	points [64 * lanes.MaxWords]fastboard.Point
}

func newGrid(geometry *lanes.Geometry) (g grid) {
	g.Geometry = geometry
	for row := 1; row <= geometry.Rows(); row++ {
		for col := 1; col <= geometry.Cols(); col++ {
			p, s := fastboard.At(col, row), geometry.Spot(col, row)
			g.spots[p], g.points[s] = s, p
		}
	}
	return g
}

// spot returns the bit of a point, NoSpot for the pass.
func (g *grid) spot(p fastboard.Point) lanes.Spot { return g.spots[p%fastboard.NumPoints] }
