package stats

import (
	"cmp"
	"slices"
)

// Holm returns the p-values adjusted for being several, in the same order: one
// of them below the level is significant, and the chance that any hypothesis is
// rejected wrongly stays below the level (Holm, Scandinavian Journal of
// Statistics 6, 1979). Nothing is assumed about how they depend on each other.
func Holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	adjusted := make([]float64, len(p))
	largest := 0.0
	for rank, i := range order {
		largest = max(largest, min(1, float64(len(p)-rank)*p[i]))
		adjusted[i] = largest
	}
	return adjusted
}
