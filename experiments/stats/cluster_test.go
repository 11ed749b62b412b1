package stats

import (
	"math"
	"testing"
)

func TestClusteredWinRate(t *testing.T) {
	var points []float64
	var own, pair []int
	var tally Tally
	for i := range 100 {
		// Both games of a pair have the same result.
		one := []float64{1, 1, 0.5, 0}[i/2%4]
		points, own, pair = append(points, one), append(own, i), append(pair, i/2)
		switch one {
		case 1:
			tally.Wins++
		case 0.5:
			tally.Draws++
		default:
			tally.Losses++
		}
	}
	alone, err := ClusteredWinRate(points, own, 0.95)
	want := WinRate(tally, 0.95)
	if err != nil || !near(alone.Lo, want.Lo, 1e-12) || !near(alone.Hi, want.Hi, 1e-12) {
		t.Errorf("independent games: got %+v, want %+v", alone, want)
	}
	// Twice the same is once: half of the games.
	half := Tally{tally.Wins / 2, tally.Draws / 2, tally.Losses / 2}
	pairs, _ := ClusteredWinRate(points, pair, 0.95)
	if want := WinRate(half, 0.95); !near(pairs.Lo, want.Lo, 0.002) || !near(pairs.Hi, want.Hi, 0.002) {
		t.Errorf("doubled games: got %+v, want about %+v", pairs, want)
	}
	// Pairs that always split leave no doubt that the share is one half; each
	// counts once.
	split, _ := ClusteredWinRate([]float64{1, 0, 0, 1}, []string{"a", "a", "b", "b"}, 0.95)
	if want := Wilson(1, 2, 0.95); split != want {
		t.Errorf("split pairs: got %+v, want %+v", split, want)
	}
	if _, err := ClusteredWinRate(points, own[1:], 0.95); err == nil {
		t.Error("a cluster missing: no error")
	}
	if none, _ := ClusteredWinRate(nil, own[:0], 0.95); none.Lo != 0 || none.Hi != 1 {
		t.Errorf("no games: %+v", none)
	}
}

func TestClusteredSignTestByHand(t *testing.T) {
	for _, test := range []struct {
		name     string
		points   []float64
		clusters []int
		want     float64
	}{
		{"eight wins, each for itself: 2/2⁸", []float64{1, 1, 1, 1, 1, 1, 1, 1}, []int{0, 1, 2, 3, 4, 5, 6, 7}, 2.0 / 256},
		{"eight wins in two clusters: 2/2²", []float64{1, 1, 1, 1, 1, 1, 1, 1}, []int{0, 0, 0, 0, 1, 1, 1, 1}, 0.5},
		{"six wins and two losses in pairs count as three and one", []float64{1, 1, 1, 1, 1, 1, 0, 0}, []int{0, 0, 1, 1, 2, 2, 3, 3}, 0.625},
		{"draws alone", []float64{0.5, 0.5}, []int{0, 1}, 1},
		{"no games", nil, nil, 1},
	} {
		if got, err := ClusteredSignTest(test.points, test.clusters); err != nil || math.Abs(got-test.want) > 1e-12 {
			t.Errorf("%s: p = %v, %v; want %v", test.name, got, err, test.want)
		}
	}
	if _, err := ClusteredSignTest([]float64{1}, []int{}); err == nil {
		t.Error("a game without cluster is taken")
	}
}
