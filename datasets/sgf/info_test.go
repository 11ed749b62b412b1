package sgf

import (
	"errors"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/ruleset"
)

func TestParseKomi(t *testing.T) {
	for _, c := range []struct {
		km, app, rules string
		want           string // "" for an error
		converted      bool
	}{
		{km: "7.5", want: "7.5"},
		{km: "0", want: "0"},
		{km: "-7.5", want: "-7.5"},
		{km: ".5", want: "0.5"},
		{km: "7.", want: "7"},
		{km: "７．５", want: "7.5"},
		{km: "5½", want: "5.5"},
		{km: "7 1/2", want: "7.5"},
		{km: "6.5 points", want: "6.5"},
		{km: "七目半", want: "7.5"},
		{km: "コミ6目半", want: "6.5"},
		{km: "6집반", want: "6.5"},
		{km: "倒贴5.5", want: "-5.5"},
		{km: "3.75", want: "7.5", converted: true},
		{km: "3¾", want: "7.5", converted: true},
		{km: "3.75子", want: "7.5", converted: true},
		{km: "黑贴3又3/4子", want: "7.5", converted: true},
		{km: "三又四分之三子", want: "7.5", converted: true},
		{km: "23/4子", want: "5.5", converted: true},
		{km: "325", want: "6.5", converted: true},
		{km: "650", want: "6.5", converted: true},
		{km: "350", app: "foxwq", want: "7", converted: true},
		{km: "350", rules: "Chinese", want: "7", converted: true},
		{km: "350", app: "foxwq", rules: "Japanese", want: "3.5", converted: true},
		{km: "50", rules: "Japanese", want: "0.5", converted: true},
		{km: "50", app: "foxwq", want: "0.5", converted: true},
		{km: "50", app: "CGoban:3", want: "50"},
		{km: "24", want: "24"},
		{km: ""},
		{km: "none"},
		{km: "6.3"},
		{km: "1e2"},
		{km: "7 and a half"},
		{km: "99999999999"},
	} {
		komi, note, err := ParseKomi(c.km, c.app, c.rules)
		if c.want == "" {
			if err == nil {
				t.Errorf("KM[%s] is read as %v, want an error", c.km, komi)
			}
			continue
		}
		if err != nil || komi.String() != c.want || (note != "") != c.converted {
			t.Errorf("KM[%s] AP[%s] RU[%s] is read as %v with note %q and error %v, want %s", c.km, c.app, c.rules, komi, note, err, c.want)
		}
	}
}

func TestParseResult(t *testing.T) {
	for text, want := range map[string]string{
		"B+R": "B+R", "w+resign": "W+R", "B+T": "B+T", "W+Forfeit": "W+F", "B+3.5": "B+3.5", "W+3,5": "W+3.5", "B + 5": "B+5",
		"0": "0", "Draw": "0", "jigo": "0", "Void": "Void", "?": "?", "": "?", "B+": "B+", "W+1 1/2": "W+1.5", "W+.5": "W+0.5",
		"黑胜3/4子": "B+1.5", "黑胜 1 又 3/4 子": "B+3.5", "白胜２３／４子": "W+5.5", "黑胜八子半": "B+17", "黑胜半目": "B+0.5",
		"白四目半胜": "W+4.5", "黑中盘胜": "B+R", "白中盤勝": "W+R", "W+中押": "W+R", "黑超时负": "W+T", "黑超时胜": "B+T",
		"黑方弃权": "W+F", "和棋": "0", "无勝負": "Void", "打挂": "?", "白方胜": "W+", "黑185子胜": "B+", "黑赢": "B+",
		"黒中押し勝ち": "B+R", "白番6目半勝ち": "W+6.5", "黒時間切れ負け": "W+T", "ジゴ": "0",
		"흑 불계승": "B+R", "백 반집승": "W+0.5", "흑 시간승": "B+T", "흑 기권승": "B+F", "무승부": "0",
		"Black wins by resignation": "B+R", "white won on time": "W+T", "Black resigns": "W+R", "white wins by 12.5 points": "W+12.5",
		"Left unfinished": "?", "no idea": "?", "B+2.75": "B+5.5", "B+6.3": "B+", "B+99999999999": "B+",
	} {
		if got, note := ParseResult(text); got.String() != want {
			t.Errorf("RE[%s] is read as %v (%s), want %s", text, got, note, want)
		}
	}
	if r, _ := ParseResult("W+3.5"); r.Margin != -7 || !r.HasMargin {
		t.Errorf("the margin of W+3.5 is %v, want -3.5: margins are Black's", r.Margin)
	}
}

func TestParseRules(t *testing.T) {
	for text, want := range map[string]string{
		"Japanese": "japanese", "japanese rules": "japanese", "日本ルール": "japanese", "Japanese, 6.5 komi": "japanese", "Nihon Kiin": "japanese",
		"Chinese": "chinese", "中国规则": "chinese", "中國規則": "chinese", "Chinese (area)": "chinese", "数子法": "chinese",
		"Korean": "korean", "한국": "korean", "AGA": "aga", "BGA": "aga", "NZ": "new-zealand", "New Zealand": "new-zealand",
		"GOE": "ing", "Ing": "ing", "应氏规则": "ing", "Tromp-Taylor": "tromp-taylor", "座子": "chinese-ancient", "古棋": "chinese-ancient",
		"": "", "house rules": "", "unknown": "",
	} {
		rules, ok := ParseRules(text)
		if rules.Name != want || ok != (want != "") {
			t.Errorf("RU[%s] is read as %q, want %q", text, rules.Name, want)
		}
	}
	if rules, ok := ParseRules("koSITUATIONALscoreAREAtaxNONEsui1"); !ok || rules.Ko != ruleset.KoSituational {
		t.Errorf("the compact form is read as %v, %t", rules, ok)
	}
	if rules, ok := ParseRules("chinese,ko=simple"); !ok || rules.Ko != ruleset.KoSimple {
		t.Errorf("options are read as %v, %t", rules, ok)
	}
}

func TestInfo(t *testing.T) {
	info, err := mustParse(t, `(;GM[1]SZ[9:13]RU[Chinese]KM[3.75]HA[3]PB[A\]]BR[9p]BT[X]PW[B]WR[1k]RE[黑胜3/4子]AP[foxwq]C[a
b])`).Info()
	if err != nil {
		t.Fatal(err)
	}
	if info.Size != (ruleset.Size{W: 9, H: 13}) || info.Komi != 15 || !info.HasKomi || info.Handicap != 3 ||
		info.Rules.Name != "chinese" || info.Rules.Komi != 15 || info.Black != (Player{"A]", "9p", "X"}) || info.White.Rank != "1k" ||
		info.Result.Margin != 3 || info.Comment != "a\nb" {
		t.Errorf("read as %+v", info)
	}
	if len(info.Notes) != 2 || HasProblem(info.Notes) {
		t.Errorf("notes %v, want one on komi and one on the result", info.Notes)
	}
}

func TestInfoErrors(t *testing.T) {
	for _, c := range []struct {
		text string
		want error
	}{
		{"(;GM[2])", ErrOtherGame},
		{"(;SZ[0])", ErrSize}, {"(;SZ[abc])", ErrSize}, {"(;SZ[])", ErrSize}, {"(;SZ[9:])", ErrSize}, {"(;SZ[53])", ErrSize}, {"(;SZ[9:99])", ErrSize},
	} {
		if _, err := mustParse(t, c.text).Info(); !errors.Is(err, c.want) {
			t.Errorf("%s: error %v, want %v", c.text, err, c.want)
		}
	}
	for _, text := range []string{"(;SZ[9]KM[99])", "(;SZ[9]KM[x])", "(;HA[none])", "(;SZ[9]HA[100])", "(;RU[house])", "(;RE[who knows])"} {
		info, err := mustParse(t, text).Info()
		if err != nil || !HasProblem(info.Notes) || info.HasKomi || info.Handicap != 0 {
			t.Errorf("%s: %+v, %v, want a problem and no value", text, info, err)
		}
	}
}

func TestLargeBoards(t *testing.T) {
	game := mustParse(t, "(;SZ[37];B[Aa])")
	if info, err := game.Info(); err != nil || info.Size != ruleset.Square(37) {
		t.Errorf("size %v, error %v", info.Size, err)
	}
	if _, err := game.Replay(); !errors.Is(err, ErrSize) || !strings.Contains(err.Error(), "1 to 25") {
		t.Errorf("error %v, want one that gives the limits", err)
	}
	if _, _, err := game.ToGame(GameOptions{}); !errors.Is(err, ErrSize) {
		t.Errorf("error %v", err)
	}
	if !strings.Contains(game.String(), "B[Aa]") {
		t.Errorf("written as %s", game)
	}
	line, err := mustParse(t, "(;SZ[25];B[ya];W[tt])").Replay()
	if err != nil || line.Moves[0].String() != "B Z25" || line.Moves[1].String() != "W U6" || line.Passes != 0 {
		t.Errorf("moves %v, error %v", line.Moves, err)
	}
}
