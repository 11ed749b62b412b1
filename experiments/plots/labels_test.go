package plots

import (
	"testing"

	"gonum.org/v1/plot/vg"
)

// Games at every half point, whose intervals are long: so many numbers that, all written above
// the intervals, they would run into each other.
func TestLabelsDoNotOverlap(t *testing.T) {
	var at, boxes []vg.Rectangle
	var sizes []vg.Point
	for i := range 19 {
		x, high := vg.Length(9*i), vg.Length(200-5*i+13*(i%3))
		at = append(at, vg.Rectangle{Min: vg.Point{X: x, Y: high - 60}, Max: vg.Point{X: x, Y: high}})
		sizes = append(sizes, vg.Point{X: vg.Length(9 + 9*(i%2)), Y: 8})
	}
	page := vg.Rectangle{Max: vg.Point{X: 200, Y: 300}}
	boxes = placeLabels(at, sizes, at, page)
	for i, box := range boxes {
		if !freeOf(box, boxes[:i], at[i], at) {
			t.Errorf("label %d at %v overlaps another one or an interval", i, box)
		}
		if box.Min.Y < page.Min.Y || box.Max.Y > page.Max.Y {
			t.Errorf("label %d at %v leaves the page", i, box)
		}
		if size := box.Size(); size != sizes[i] {
			t.Errorf("label %d is %v wide and high, not %v", i, size, sizes[i])
		}
	}
	if alone := placeLabels(at[:1], sizes[:1], at[:1], page); alone[0].Min.Y != at[0].Max.Y+labelGap {
		t.Errorf("a label with room above its interval is at %v", alone[0])
	}
	crowded := placeLabels(make([]vg.Rectangle, 2), sizes[:2], nil, vg.Rectangle{})
	if crowded[0].Min.Y != labelGap {
		t.Errorf("without any room a label stays above its point: %v", crowded)
	}
}
