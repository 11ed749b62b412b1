package ruleset

import (
	"fmt"
	"strconv"
	"strings"
)

// ParseKomi reads a komi in points, "7.5", or in zi, where one zi is two
// points: "3.75zi", "3¾zi", "3又3/4子". Komi that is no multiple of half a
// point, which is a quarter zi, is an error.
func ParseKomi(s string) (HalfPoints, error) {
	text := strings.TrimSpace(s)
	for _, unit := range []string{"zi", "子"} {
		if number, ok := strings.CutSuffix(strings.ToLower(text), unit); ok {
			return parseZi(number)
		}
	}
	komi, err := ParseHalfPoints(text)
	if err != nil {
		if zi, ziErr := parseZi(text); ziErr == nil {
			return 0, fmt.Errorf("%w; if zi are meant, write %szi, which is %v points", err, text, zi)
		}
		return 0, err
	}
	return komi, nil
}

// ziFractions are the ways to write quarters.
var ziFractions = []struct {
	text     string
	quarters HalfPoints
}{
	{"1/4", 1}, {"1/2", 2}, {"2/4", 2}, {"3/4", 3}, {"¼", 1}, {"½", 2}, {"¾", 3},
	{"四分之一", 1}, {"二分之一", 2}, {"四分之三", 3},
}

// parseZi reads a number of zi, such as "3.75", "3¾", "3 3/4", "3又3/4", in
// half points: one zi is two points.
func parseZi(s string) (HalfPoints, error) {
	text := strings.TrimSpace(s)
	if positive, negative := strings.CutPrefix(text, "-"); negative && !strings.HasPrefix(positive, "-") {
		zi, err := parseZi(positive)
		return -zi, err
	}
	fail := func() (HalfPoints, error) {
		return 0, fmt.Errorf("%q is no number of zi in quarters: write for example 3.75zi or 3又3/4子", s)
	}
	for _, f := range ziFractions {
		whole, ok := strings.CutSuffix(text, f.text)
		if !ok {
			continue
		}
		whole = strings.TrimRight(whole, " 又")
		if whole == "" {
			return f.quarters, nil
		}
		n, err := strconv.Atoi(whole)
		if err != nil || n < 0 || n > MaxSide*MaxSide || strings.HasPrefix(whole, "+") {
			return fail()
		}
		return HalfPoints(4*n) + f.quarters, nil
	}
	zi, err := strconv.ParseFloat(text, 64)
	if err != nil || !(zi >= -MaxSide*MaxSide && zi <= MaxSide*MaxSide) || zi*4 != float64(int(zi*4)) {
		return fail()
	}
	return HalfPoints(zi * 4), nil
}

// Zi returns the value in zi as Chinese texts write it, without a sign: one
// zi is two points, so 7.5 points are "3又3/4子" and half a point is "1/4子".
func (h HalfPoints) Zi() string {
	quarters := max(h, -h)
	whole := strconv.Itoa(int(quarters / 4))
	fraction := [...]string{"", "1/4", "1/2", "3/4"}[quarters%4]
	switch {
	case fraction == "":
		return whole + "子"
	case quarters < 4:
		return fraction + "子"
	}
	return whole + "又" + fraction + "子"
}

// Chinese returns the result in the words of Chinese texts: "黑胜3/4子",
// "白中盘胜", "和棋", "无胜负" for a game without result, "未完" for an
// unfinished one.
func (r Result) Chinese() string {
	winner := map[Color]string{Black: "黑", White: "白"}[r.Winner]
	switch {
	case r.Ending == Unfinished:
		return "未完"
	case r.Draw():
		return "和棋"
	case winner == "":
		return "无胜负"
	}
	switch r.Ending {
	case ByResignation:
		return winner + "中盘胜"
	case ByTime:
		return winner + "超时胜"
	case ByForfeit:
		return winner + "胜(对方判负)"
	}
	if r.Margin == 0 {
		return winner + "胜(和棋判胜)"
	}
	return winner + "胜" + r.Margin.Zi()
}
