package plots

import (
	"errors"
	"fmt"
	"math"
)

// Figure is one picture.
type Figure struct {
	Title    string
	Subtitle string // what the reader must know besides, in one line; may be empty
	X, Y     Axis
	Series   []Series
	Marks    []Mark
	LegendAt Corner
}

// Axis is an axis of a figure.
type Axis struct {
	Label    string  // with its unit, such as "Komi (points)"
	Min, Max float64 // of the range shown; both zero: as the data have it
	Log      bool    // logarithmic, for values above 0
	Ticks    []Tick  // where the usual ones will not do
}

// Tick is a labeled position on an axis; without a label a small one.
type Tick struct {
	At    float64
	Label string
}

// Corner is where the legend goes.
type Corner uint8

// The corners.
const (
	TopRight Corner = iota
	TopLeft
	BottomRight
	BottomLeft
)

// Kind is how a series is drawn.
type Kind uint8

// The kinds. A Line has its intervals as a band around it, Dots and LineDots as error
// bars. Bars stand on zero and are as wide as Series.Width says.
const (
	Line Kind = iota
	Dots
	LineDots
	Bars
)

// Series are points that belong together.
type Series struct {
	Name   string // in the legend; without one the series has no entry there
	Kind   Kind
	Points []Point
	Color  int     // of the palette; series of one color belong together
	Dashed bool    // of a line
	Width  float64 // of bars, in units of the x axis; 0 means 1
}

// Point is a value with, perhaps, an interval.
type Point struct {
	X, Y   float64
	Lo, Hi float64 // interval of Y; both zero for none
	Weight float64 // of Dots: their area grows with it; 0 means that of a plain dot
	Label  string  // written above the point
}

// Mark is a straight line through the whole figure.
type Mark struct {
	Name     string // in the legend
	At       float64
	Vertical bool    // at an x; otherwise at a y
	Lo, Hi   float64 // interval, shown as a stripe; both zero for none
	Color    int
	Dashed   bool
}

// Validate reports what cannot be drawn.
func (f *Figure) Validate() error {
	var errs []error
	points := 0
	for i, s := range f.Series {
		for j, p := range s.Points {
			points++
			for _, v := range []float64{p.X, p.Y, p.Lo, p.Hi} {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					errs = append(errs, fmt.Errorf("series %d (%s), point %d: %v is no number that can be drawn", i, s.Name, j, p))
					break
				}
			}
			if f.X.Log && p.X <= 0 || f.Y.Log && (p.Y <= 0 || p.interval() && p.Lo <= 0) {
				errs = append(errs, fmt.Errorf("series %d (%s), point %d: %v has no place on a logarithmic axis", i, s.Name, j, p))
			}
		}
	}
	if points == 0 {
		errs = append(errs, errors.New("there are no points"))
	}
	if len(errs) > 0 {
		return fmt.Errorf("figure %q: %w", f.Title, errors.Join(errs...))
	}
	return nil
}

// interval reports whether the point has an interval.
func (p Point) interval() bool { return p.Lo != 0 || p.Hi != 0 }
