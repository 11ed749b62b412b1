package sgf

import (
	"strconv"
	"strings"
)

// Komi and results come in many dialects: 3.75, 375, "3又3/4子", "七目半",
// "6집반", full-width digits. Here such text becomes a number and a unit.

// unit is what an amount counts.
type unit uint8

const (
	noUnit unit = iota
	points
	zi // Chinese counting: one zi (子) makes a difference of two points
)

// amount is a number in text.
type amount struct {
	value   float64
	unit    unit
	integer bool // written with digits alone
}

// halfPoints returns the amount in half points; exact is false if it cannot be
// kept, as no multiple of them or as a number beyond any sense.
func (a amount) halfPoints() (half int, exact bool) {
	value := a.value * 2
	if a.unit == zi {
		value *= 2
	}
	const most = 1 << 20
	if value < -most || value > most {
		return 0, false
	}
	half = int(value)
	return half, float64(half) == value
}

// isQuarter reports whether the number has an odd number of quarters: such a
// number is zi whatever else the text says.
func (a amount) isQuarter() bool {
	quarters := a.value * 4
	return quarters == float64(int(quarters)) && int(quarters)%2 != 0
}

var normalizer = strings.NewReplacer(
	"勝", "胜", "黒", "黑", "盤", "盘", "負", "负", "時", "时", "間", "间", "無", "无", "認", "认", "輸", "输",
	"貼", "贴", "點", "点", "両", "两", "兩", "两", "棄", "弃", "權", "权", "規", "规", "則", "则", "韓", "韩", "國", "国",
	"國", "国", "應", "应", "還", "还", "頭", "头", "決", "决", "効", "效", "掛", "挂", "細", "细", "〇", "零",
	"\u3000", " ", "\u00A0", " ", "，", ",", "：", ":", "。", ".", "．", ".", "－", "-", "−", "-", "／", "/", "＋", "+",
)

// normalize brings variants of characters together: full width to ASCII,
// traditional and Japanese forms to simplified ones, capitals to small letters.
// Blanks around the text go.
func normalize(text string) string {
	if isPlain(text) {
		return text
	}
	text = strings.Map(func(r rune) rune {
		if '！' <= r && r <= '～' {
			return r - '！' + '!'
		}
		return r
	}, text)
	return strings.TrimSpace(strings.ToLower(normalizer.Replace(text)))
}

// isPlain reports whether normalize would change nothing.
func isPlain(text string) bool {
	for i := range len(text) {
		if c := text[i]; c <= ' ' || c >= 0x7F || 'A' <= c && c <= 'Z' {
			return false
		}
	}
	return true
}

// scanAmount reads an amount at the start of normalized text and returns what
// follows it.
func scanAmount(text string) (a amount, rest string, ok bool) {
	rest = text
	sign := 1.0
	switch {
	case strings.HasPrefix(rest, "-"):
		sign, rest = -1, strings.TrimLeft(rest[1:], " ")
	case strings.HasPrefix(rest, "+"):
		rest = strings.TrimLeft(rest[1:], " ")
	}
	if a.value, rest, ok = scanFraction(rest); !ok {
		a.value, a.integer, rest, ok = scanNumber(rest)
		if ok {
			if fraction, after, found := scanFraction(trimJoint(rest)); found && fraction < 1 {
				a.value, a.integer, rest = a.value+fraction, false, after
			}
		}
	}
	if !ok && !startsWithHalf(rest) {
		return amount{}, text, false
	}
	half := 0.5
	if after, found := cutHalf(rest); found {
		a.value, a.integer, rest = a.value+half, false, after
		half = 0
	}
	a.unit, rest = scanUnit(rest)
	if after, found := cutHalf(rest); found {
		a.value, a.integer, rest = a.value+half, false, after
	}
	a.value *= sign
	return a, rest, true
}

// trimJoint takes off what may stand between a number and its fraction.
func trimJoint(text string) string {
	text = strings.TrimLeft(text, " ")
	for _, joint := range []string{"又", "加", "+", "と"} {
		if after, found := strings.CutPrefix(text, joint); found {
			return strings.TrimLeft(after, " ")
		}
	}
	return text
}

func startsWithHalf(text string) bool {
	_, ok := cutHalf(text)
	return ok
}

func cutHalf(text string) (rest string, ok bool) {
	trimmed := strings.TrimLeft(text, " ")
	for _, half := range []string{"半", "반"} {
		if rest, ok = strings.CutPrefix(trimmed, half); ok {
			return rest, true
		}
	}
	return text, false
}

// scanUnit reads a unit, if there is one.
func scanUnit(text string) (unit, string) {
	trimmed := strings.TrimLeft(text, " ")
	trimmed = strings.TrimPrefix(trimmed, "个")
	for _, u := range unitNames {
		if rest, found := strings.CutPrefix(trimmed, u.name); found {
			return u.unit, rest
		}
	}
	return noUnit, text
}

// unitNames has longer names before their beginnings.
var unitNames = []struct {
	name string
	unit unit
}{
	{"子", zi}, {"zi", zi},
	{"目", points}, {"点", points}, {"집", points}, {"호", points},
	{"points", points}, {"point", points}, {"pts", points}, {"pt", points}, {"moku", points},
}

// scanFraction reads 3/4, 四分之三 or ¾. Where the numerator is too large, as in
// 23/4 for two and three quarters, its first digits are the whole.
func scanFraction(text string) (value float64, rest string, ok bool) {
	for glyph, v := range map[string]float64{"¼": 0.25, "½": 0.5, "¾": 0.75} {
		if rest, found := strings.CutPrefix(text, glyph); found {
			return v, rest, true
		}
	}
	first, isInt, rest, ok := scanNumber(text)
	if !ok || !isInt {
		return 0, text, false
	}
	if after, found := strings.CutPrefix(rest, "分之"); found {
		numerator, _, rest, ok := scanNumber(after)
		if ok && first > 0 {
			return numerator / first, rest, true
		}
		return 0, text, false
	}
	after, found := strings.CutPrefix(rest, "/")
	if !found {
		return 0, text, false
	}
	denominator, isInt, rest, ok := scanNumber(after)
	if !ok || !isInt || denominator == 0 {
		return 0, text, false
	}
	if first > denominator && denominator < 10 {
		whole := float64(int(first) / 10)
		return whole + (first-10*whole)/denominator, rest, true
	}
	return first / denominator, rest, true
}

// scanNumber reads digits with an optional decimal point or comma, or a
// Chinese number up to 999.
func scanNumber(text string) (value float64, integer bool, rest string, ok bool) {
	n := digits(text)
	if n == 0 && (len(text) < 2 || text[0] != '.' || digits(text[1:]) == 0) {
		return scanChineseNumber(text)
	}
	const longest = 9
	if n > longest {
		return 0, false, text, false
	}
	literal, rest := text[:n], text[n:]
	if len(rest) > 0 && (rest[0] == '.' || rest[0] == ',') {
		decimals := digits(rest[1:])
		if decimals > longest {
			return 0, false, text, false
		}
		literal += "." + rest[1:1+decimals]
		rest = rest[1+decimals:]
	}
	value, err := strconv.ParseFloat(literal, 64)
	return value, len(literal) == n, rest, err == nil
}

func digits(text string) int {
	n := 0
	for n < len(text) && '0' <= text[n] && text[n] <= '9' {
		n++
	}
	return n
}

var chineseDigits = map[rune]int{
	'零': 0, '一': 1, '二': 2, '两': 2, '三': 3, '四': 4, '五': 5, '六': 6, '七': 7, '八': 8, '九': 9,
}

func scanChineseNumber(text string) (value float64, integer bool, rest string, ok bool) {
	total, digit, end := 0, -1, 0
	for i, r := range text {
		d, isDigit := chineseDigits[r]
		switch {
		case isDigit:
			digit = d
		case r == '十':
			total += 10 * one(digit)
			digit = -1
		case r == '百':
			total += 100 * one(digit)
			digit = -1
		default:
			end = i
		}
		if !isDigit && r != '十' && r != '百' {
			break
		}
		end = i + len(string(r))
	}
	if end == 0 {
		return 0, false, text, false
	}
	return float64(total + max(digit, 0)), true, text[end:], true
}

// one is the factor before 十 and 百, which may be left out.
func one(digit int) int {
	if digit < 0 {
		return 1
	}
	return digit
}
