package stats

import "fmt"

// ClusteredWinRate is WinRate for games of which some belong together: those of
// one opening, or of one color-swapped pair. points[i] is what game i brought, 0,
// ½ or 1, and clusters[i] names where it belongs. The interval is Wilson's, for
// the number of independent wins and losses that would have the variance of the
// clusters (Liang and Zeger, Biometrika 73, 1986; Korn and Graubard, Survey
// Methodology 24, 1998). With fewer than about thirty clusters it is too narrow.
func ClusteredWinRate[C comparable](points []float64, clusters []C, confidence float64) (Interval, error) {
	if len(clusters) != len(points) {
		return Interval{}, fmt.Errorf("stats: %d games but %d clusters: each game needs one", len(points), len(clusters))
	}
	if len(points) == 0 {
		return Wilson(0, 0, confidence), nil
	}
	p := sum(points) / float64(len(points))
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
	squares := 0.0
	for _, d := range off {
		squares += d * d
	}
	return clustered(p, float64(len(points)), squares, float64(len(off)), confidence), nil
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
