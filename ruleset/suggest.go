package ruleset

import (
	"fmt"
	"strings"
)

// Suggest is the remedy for an unknown word: the nearest of the known ones, if
// one is near, and all of them.
func Suggest(word string, known []string) string {
	list := "known are " + strings.Join(known, ", ")
	if best := nearest(word, known); best != "" {
		return fmt.Sprintf("did you mean %s? (%s)", best, list)
	}
	return list
}

// didYouMean returns ": did you mean X?" if a known word is near enough.
func didYouMean(word string, known []string) string {
	best := nearest(word, known)
	if best == "" {
		return ""
	}
	return fmt.Sprintf(": did you mean %q?", best)
}

// nearest returns the known word that is nearest to a misspelled one, empty if
// none is near.
func nearest(word string, known []string) string {
	best, least := "", len(word)/2+1
	for _, k := range known {
		if d := editDistance(squash(word), squash(k)); d < least {
			best, least = k, d
		}
	}
	return best
}

// editDistance is the number of letters to insert, delete or replace
// (Levenshtein).
func editDistance(a, b string) int {
	from, to := []rune(a), []rune(b)
	row := make([]int, len(to)+1)
	for j := range row {
		row[j] = j
	}
	for i := range from {
		diagonal := row[0]
		row[0] = i + 1
		for j := range to {
			cost := diagonal
			if from[i] != to[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(to)]
}
