package stats

import (
	"fmt"
	"math"
)

// ClusteredWinRate is WinRate for games of which some belong together: those of
// one opening, or of one color-swapped pair. points[i] is what game i brought, 0,
// ½ or 1, and clusters[i] names where it belongs. The interval is Wilson's, for
// the number of independent wins and losses that would have the variance of the
// clusters (Liang and Zeger, Biometrika 73, 1986; Korn and Graubard, Survey
// Methodology 24, 1998). With fewer than about thirty clusters it is too narrow.
func ClusteredWinRate[C comparable](points []float64, clusters []C, confidence float64) (Interval, error) {
	p, squares, count, err := offBy(points, clusters)
	if err != nil {
		return Interval{}, err
	}
	if len(points) == 0 {
		return Wilson(0, 0, confidence), nil
	}
	return clustered(p, float64(len(points)), squares, count, confidence), nil
}

// ClusteredSignTest is SignTest for games of which some belong together, given as for
// ClusteredWinRate. Wins and losses are made fewer by how much the clusters raise the
// variance (the design effect of Kish, Survey Sampling, 1965), so that the p-value
// and the interval of ClusteredWinRate speak of the same number of games. What is rounded is
// rounded towards even chances.
func ClusteredSignTest[C comparable](points []float64, clusters []C) (float64, error) {
	counting, err := CountingGames(points, clusters)
	if err != nil || len(points) == 0 {
		return 1, err
	}
	var decided [2]float64 // losses, wins
	for _, p := range points {
		if p != 0.5 {
			decided[int(math.Round(p))]++
		}
	}
	share := counting / float64(len(points))
	fewer, more := math.Ceil(min(decided[0], decided[1])*share), math.Floor(max(decided[0], decided[1])*share)
	return SignTest(int(max(fewer, more)), int(fewer)), nil
}

// CountingGames is how many independent games say as much as these ones, of which some
// belong together: at most their number. If clusters do not differ at all the variance
// is unknown, and each counts as one.
func CountingGames[C comparable](points []float64, clusters []C) (float64, error) {
	p, together, count, err := offBy(points, clusters)
	if err != nil || len(points) == 0 {
		return 0, err
	}
	if !(together > 0) {
		return count, nil
	}
	alone := 0.0
	for _, x := range points {
		alone += (x - p) * (x - p)
	}
	return float64(len(points)) * min(alone/together, 1), nil
}

// offBy is the mean of points, and by how much the sums of clusters are off it: their squares
// added up, and the number of clusters.
func offBy[C comparable](points []float64, clusters []C) (p, squares, count float64, err error) {
	if len(clusters) != len(points) {
		return 0, 0, 0, fmt.Errorf("stats: %d games but %d clusters: each game needs one", len(points), len(clusters))
	}
	p = sum(points) / float64(len(points))
	var off []float64 // of each cluster, in the order of the games: a sum over a map would round at random
	index := map[C]int{}
	for i, cluster := range clusters {
		at, known := index[cluster]
		if !known {
			at = len(off)
			index[cluster] = at
			off = append(off, 0)
		}
		off[at] += points[i] - p
	}
	for _, d := range off {
		squares += d * d
	}
	return p, squares, float64(len(off)), nil
}

// clustered is Wilson's interval of a share p of n games, whose clusters are off
// by the given sum of squares. If they are not off at all the variance is unknown,
// and each cluster counts as one observation.
func clustered(p, n, squares, clusters, confidence float64) Interval {
	effective := clusters
	if squares > 0 {
		effective = p * (1 - p) * n * n / squares
	}
	return Wilson(p*effective, effective, confidence)
}
