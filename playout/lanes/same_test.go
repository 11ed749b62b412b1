package lanes

import (
	"flag"
	"testing"
)

var samePlayouts = flag.Int("same", 0, "compare so many playouts of kernels and twin on 9x9, a twentieth on 19x19, light and heavy")

// TestKernelsAndTwinAreTheSame compares whole playouts, from the empty board and
// from the middle of games in turn. The thorough run, some minutes on one core:
//
//	go test ./playout/lanes -run AreTheSame -same 1000000 -timeout 60m -v
func TestKernelsAndTwinAreTheSame(t *testing.T) {
	needKernels(t)
	n := *samePlayouts
	if n == 0 {
		n = 2000
	}
	if fewGames() {
		n /= 10
	}
	const atOnce = 10_000
	for _, size := range []board{{9, 9, n}, {19, 19, n / 20}} {
		geo := geometry(t, size.cols, size.rows)
		for _, pol := range policies {
			if pol.name != "light" && pol.name != "default" {
				continue
			}
			both := batches(t, geo, Options{Chances: pol.Chances, Trace: true})
			captured, passed := 0, 0
			for first := 0; first < size.games; first += atOnce {
				work := make([]Job, min(atOnce, size.games-first))
				for i := range work {
					number := first + i
					work[i] = Job{Position: new(Position), Seed: uint64(number)}
					if number%2 == 1 {
						work[i].Position = middle(geo, number)
					}
					if work[i].Position.Ko != NoSpot {
						captured++
					}
					if work[i].Position.Passes > 0 {
						passed++
					}
				}
				got, want := results(both["kernels"], work), results(both["portable"], work)
				for i := range work {
					got[i].final.Ko, got[i].final.Last, got[i].final.Passes = want[i].final.Ko, want[i].final.Last, want[i].final.Passes
					if got[i] != want[i] {
						t.Fatalf("%dx%d %s: playout %d differs: %+v, portable %+v", size.cols, size.rows, pol.name, first+i, got[i], want[i])
					}
				}
			}
			t.Logf("%dx%d %s: %d playouts are the same, half of them from the middle of games: %d with a ko to begin with, %d after a pass",
				size.cols, size.rows, pol.name, size.games, captured, passed)
		}
	}
}
