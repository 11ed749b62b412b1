package ruleset

import "testing"

// TestReflectIsAGroupOfPermutations: every symmetry is a permutation that
// keeps neighbors together, and no two are the same.
func TestReflectIsAGroupOfPermutations(t *testing.T) {
	for _, size := range []Size{Square(1), Square(4), Square(5), {W: 3, H: 5}} {
		images := map[string]bool{}
		for s := range size.Symmetries() {
			seen := map[int]bool{}
			image := ""
			for i := range size.Area() {
				j := size.Reflect(s, i)
				seen[j] = true
				image += string(rune('A' + j))
				for _, q := range size.PointAt(i).Neighbors() {
					if !size.Contains(q) {
						continue
					}
					near := false
					for _, r := range size.PointAt(j).Neighbors() {
						near = near || size.PointAt(size.Reflect(s, size.Index(q))) == r
					}
					if !near {
						t.Errorf("%v: symmetry %d tears %v and %v apart", size, s, size.PointAt(i), q)
					}
				}
			}
			if len(seen) != size.Area() || size.Reflect(s, size.Area()) != size.Area() {
				t.Errorf("%v: symmetry %d is no permutation", size, s)
			}
			images[image] = true
		}
		if size.Area() > 1 && len(images) != size.Symmetries() {
			t.Errorf("%v: %d symmetries differ, want %d", size, len(images), size.Symmetries())
		}
	}
}
