package sgf

import (
	"fmt"
	"strings"

	"github.com/tengen-go/tengen/ruleset"
)

// ParseKomi reads the value of KM with what else the record says: the
// application that wrote it (AP) and its rules (RU). Servers and books write
// komi in several ways, and a value that was converted comes with a note that
// says so:
//
//   - 3.75, 2.75 and other quarters are zi of Chinese counting: twice as many
//     points;
//   - 375, 275, 650, 750 are hundredths, of zi or of points; so is 50, which is
//     half a point;
//   - units, fractions and Chinese, Japanese or Korean words are understood:
//     "3又3/4子", "6目半".
//
// Text that is no number is an error, and so is a number that is no multiple of
// half a point.
func ParseKomi(km, app, rules string) (komi ruleset.HalfPoints, note string, err error) {
	sign, text := trimKomiWords(normalize(SimpleText(km)))
	a, rest, ok := scanAmount(text)
	if !ok || !isKomiEnd(rest) {
		return 0, "", fmt.Errorf("komi %q is no number: write points, such as 7.5", clip(km))
	}
	a.value *= float64(sign)
	how := ""
	switch {
	case a.unit == zi:
		how = "zi of Chinese counting"
	case a.unit == points:
	case a.isQuarter():
		a.unit, how = zi, "zi of Chinese counting"
	case a.isHundredths(app):
		how = a.fromHundredths(app, rules)
	}
	half, exact := a.halfPoints()
	if !exact {
		return 0, "", fmt.Errorf("komi %q cannot be kept: komi is a multiple of half a point", clip(km))
	}
	komi = ruleset.HalfPoints(half)
	if how != "" {
		note = fmt.Sprintf("komi %s is read as %s: %v points", clip(km), how, komi)
	}
	return komi, note, nil
}

// Fox is the name that the Fox server gives itself in AP.
func isFox(app string) bool { return strings.Contains(strings.ToLower(app), "fox") }

// isHundredths reports whether a number without unit counts hundredths. No
// komi of 100 points or more was ever played. Half a point, 50, is written so
// by servers after handicap games; it is believed unless another application
// signed the record.
func (a amount) isHundredths(app string) bool {
	size := max(a.value, -a.value)
	switch {
	case !a.integer:
		return false
	case size >= 100:
		return int(size)%25 == 0
	case size == 50 || size == 25 || size == 75:
		return isFox(app) || app == "" && size == 50
	}
	return false
}

// fromHundredths divides by 100 and finds the unit: what is then a quarter is
// zi, and under Chinese rules, or from a server that writes so, every amount up
// to 4 is.
func (a *amount) fromHundredths(app, rules string) string {
	a.value /= 100
	known, isKnown := ParseRules(rules)
	isArea := isKnown && known.Scoring == ruleset.AreaScoring
	size := max(a.value, -a.value)
	if a.isQuarter() || (isArea || isFox(app) && !isKnown) && 1 <= size && size <= 4 {
		a.unit = zi
		return "hundredths of zi"
	}
	return "hundredths of points"
}

// trimKomiWords takes off words that say "komi", and the sign of a reverse
// komi.
func trimKomiWords(text string) (sign int, rest string) {
	sign = 1
	for {
		before := text
		if after, found := strings.CutPrefix(text, "倒贴"); found {
			sign, text = -sign, after
		}
		for _, word := range []string{"黑", "贴", "还", "komi", "コミ", "덤", ":", "="} {
			text = strings.TrimLeft(strings.TrimPrefix(text, word), " ")
		}
		if text == before {
			return sign, text
		}
	}
}

// isKomiEnd reports whether nothing but a word that says "komi" is left.
func isKomiEnd(rest string) bool {
	switch strings.TrimSpace(rest) {
	case "", ".", "コミ", "贴", "덤", "komi":
		return true
	}
	return false
}
