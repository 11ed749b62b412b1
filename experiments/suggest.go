package experiments

import "strings"

// suggest names the known word nearest to the unknown one, and all of them.
func suggest(word string, known []string) string {
	best, least := "", len(word)/2+2
	for _, candidate := range known {
		if d := distance(strings.ToLower(word), candidate); d < least {
			best, least = candidate, d
		}
	}
	list := "known are " + strings.Join(known, ", ")
	if best == "" {
		return list
	}
	return "did you mean " + best + "? (" + list + ")"
}

// distance is the number of letters to insert, delete or change to turn a into
// b (Levenshtein).
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
