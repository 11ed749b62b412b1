package sgf

import (
	"fmt"
	"strings"

	"github.com/tengen-go/tengen/ruleset"
)

// Result is what RE says. Its Ending is Unfinished where RE is empty, unknown
// or names a winner without saying how: then Winner is set.
type Result struct {
	ruleset.Result
	HasMargin bool // whether RE says by how much; always for a draw
}

// Known reports whether RE says anything about the outcome.
func (r Result) Known() bool { return r.Ending != ruleset.Unfinished || r.Winner.IsPlayer() }

// String returns the result as the format writes it.
func (r Result) String() string {
	if r.Winner.IsPlayer() && (r.Ending == ruleset.Unfinished || r.Ending == ruleset.ByScore && !r.HasMargin) {
		return r.Winner.String() + "+"
	}
	return r.Result.String()
}

var (
	draw = Result{Result: ruleset.Result{Ending: ruleset.ByScore}, HasMargin: true}
	void = Result{Result: ruleset.Result{Ending: ruleset.ByNoResult}}
)

// ParseResult reads the value of RE: the forms of the format (B+3.5, W+R, 0,
// Draw, Void, ?) in any case, and the wordings of Chinese, Japanese, Korean and
// English records, such as 黑胜3/4子 or 白中盘胜. The note says what was converted
// or left out; "" for nothing. Text that says nothing gives the zero Result.
func ParseResult(re string) (r Result, note string) {
	text := normalize(SimpleText(re))
	if text == "" || text == "?" {
		return Result{}, ""
	}
	if winner, rest, ok := cutWinner(text); ok {
		r, note = parseReason(winner, rest)
	} else if a, rest, isNumber := scanAmount(text); isNumber && a.value == 0 && rest == "" {
		return draw, ""
	} else {
		r, note = parseWording(text)
	}
	if note != "" {
		note = fmt.Sprintf("result %q: %s", clip(re), note)
	}
	return r, note
}

// cutWinner reads the "B+" of a result.
func cutWinner(text string) (winner ruleset.Color, rest string, ok bool) {
	who, rest, found := strings.Cut(text, "+")
	if !found {
		return ruleset.Empty, text, false
	}
	switch strings.TrimSpace(who) {
	case "b", "black", "黑":
		return ruleset.Black, strings.TrimSpace(rest), true
	case "w", "white", "白":
		return ruleset.White, strings.TrimSpace(rest), true
	}
	return ruleset.Empty, text, false
}

// parseReason reads what follows "B+".
func parseReason(winner ruleset.Color, text string) (Result, string) {
	won := func(how ruleset.Ending) Result { return Result{Result: ruleset.Result{Ending: how, Winner: winner}} }
	if text == "" || text == "?" {
		return won(ruleset.Unfinished), ""
	}
	if a, rest, ok := scanAmount(text); ok {
		r, note := scored(winner, a)
		if rest = strings.TrimSpace(rest); rest != "" && note == "" {
			note = fmt.Sprintf("%q is left out", clip(rest))
		}
		return r, note
	}
	switch text[0] {
	case 'r':
		return won(ruleset.ByResignation), ""
	case 't':
		return won(ruleset.ByTime), ""
	case 'f', 'i': // forfeit, illegal move
		return won(ruleset.ByForfeit), ""
	}
	if how := wordedEnding(text); how != ruleset.Unfinished {
		return won(how), ""
	}
	return won(ruleset.Unfinished), fmt.Sprintf("%q is not understood", clip(text))
}

// scored returns a win by an amount.
func scored(winner ruleset.Color, a amount) (Result, string) {
	r := Result{Result: ruleset.Result{Ending: ruleset.ByScore, Winner: winner}}
	note := ""
	if a.unit == noUnit && a.isQuarter() {
		a.unit = zi
	}
	const mostZi = 100 // more is the count of one side, not the difference
	half, exact := a.halfPoints()
	switch {
	case a.value < 0:
		return r, "the margin is negative"
	case a.unit == zi && a.value > mostZi:
		return r, "the count of one side does not say the margin"
	case !exact:
		return r, "the margin is no multiple of half a point and is left out"
	case a.unit == zi:
		note = fmt.Sprintf("%v zi are %v points", a.value, ruleset.HalfPoints(half))
	}
	if half == 0 {
		note = "a win by nothing: the rules must give ties to one side"
	}
	r.Margin, r.HasMargin = ruleset.HalfPoints(half), true
	if winner == ruleset.White {
		r.Margin = -r.Margin
	}
	return r, note
}

// The words of results in one language: longer ones come first, because the
// replacer takes the first that fits.
var wordings = strings.NewReplacer(
	"no result", "无胜负", "void", "无胜负", "annulled", "无胜负", "ノーゲーム", "无胜负", "无승부", "和棋", "무승부", "和棋", "무효", "无胜负",
	"draw", "和棋", "jigo", "和棋", "tie", "和棋", "ジゴ", "和棋", "持碁", "和棋", "持棋", "和棋", "引き分け", "和棋", "빅", "和棋", "平局", "和棋", "和局", "和棋", "芇", "和棋",
	"unfinished", "打挂", "suspended", "打挂", "adjourned", "打挂", "봉수", "打挂",
	"black", "黑", "white", "白", "흑", "黑", "백", "白",
	"resignation", "中盘", "resigns", "认输", "resigned", "认输", "resign", "中盘", "中押し", "中盘", "中押", "中盘", "불계", "中盘", "投降", "认输", "投了", "认输", "投子", "认输",
	"timeout", "超时", "on time", "超时", "by time", "超时", "时间切れ", "超时", "时间", "超时", "시간", "超时", "시간패", "超时负",
	"forfeit", "弃权", "不战", "弃权", "기권", "弃权", "반칙", "犯规", "反则", "犯规",
	"wins", "胜", "won", "胜", "win", "胜", "승", "胜", "赢", "胜", "贏", "胜", "loses", "负", "lost", "负", "败", "负", "패", "负",
)

// parseWording reads a result in words.
func parseWording(text string) (Result, string) {
	text = wordings.Replace(text)
	switch {
	case containsAny(text, "无胜负", "无效", "作废"):
		return void, ""
	case strings.Contains(text, "和棋") || text == "和" || text == "平":
		return draw, ""
	case containsAny(text, "打挂", "封棋", "未完"):
		return Result{}, ""
	}
	winner := wordedWinner(text)
	if winner == ruleset.Empty {
		return Result{}, "not understood"
	}
	if how := wordedEnding(text); how != ruleset.Unfinished {
		return Result{Result: ruleset.Result{Ending: how, Winner: winner}}, ""
	}
	for i := range text {
		if a, _, ok := scanAmount(text[i:]); ok && (a.unit != noUnit || a.integer || a.value > 0) {
			return scored(winner, a)
		}
	}
	return Result{Result: ruleset.Result{Winner: winner}}, ""
}

// wordedWinner finds the color that stands before the word for winning or,
// without one, the opponent of the color before a word for losing.
func wordedWinner(text string) ruleset.Color {
	if i := strings.Index(text, "胜"); i >= 0 {
		if c := lastColor(text[:i]); c != ruleset.Empty {
			return c
		}
		return lastColor(text)
	}
	for _, word := range []string{"负", "认输", "弃权", "超时", "犯规"} {
		if i := strings.Index(text, word); i >= 0 {
			if c := lastColor(text[:i]); c != ruleset.Empty {
				return c.Opponent()
			}
		}
	}
	return ruleset.Empty
}

func lastColor(text string) ruleset.Color {
	black, white := strings.LastIndex(text, "黑"), strings.LastIndex(text, "白")
	switch {
	case black > white:
		return ruleset.Black
	case white > black:
		return ruleset.White
	}
	return ruleset.Empty
}

func wordedEnding(text string) ruleset.Ending {
	text = wordings.Replace(text)
	switch {
	case containsAny(text, "中盘", "认输", "不计"):
		return ruleset.ByResignation
	case containsAny(text, "超时"):
		return ruleset.ByTime
	case containsAny(text, "弃权", "犯规", "判负", "缺席"):
		return ruleset.ByForfeit
	}
	return ruleset.Unfinished
}

func containsAny(text string, words ...string) bool {
	for _, word := range words {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}
