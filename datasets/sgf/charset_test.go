package sgf

import (
	"bytes"
	"strings"
	"testing"
	"testing/iotest"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	utf "golang.org/x/text/encoding/unicode"
)

// encoded returns a record with these names in an encoding.
func encoded(t testing.TB, enc encoding.Encoding, head, black, white string) []byte {
	t.Helper()
	text := "(;GM[1]SZ[9]" + head + "PB[" + black + "]PW[" + white + "];B[ee];W[gc])"
	data, err := enc.NewEncoder().Bytes([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestCharsetIsSniffed(t *testing.T) {
	for _, c := range []struct {
		name         string
		enc          encoding.Encoding
		head         string
		black, white string
		charset      string
		problem      bool
	}{
		{"Chinese names without CA", simplifiedchinese.GBK, "", "柯洁", "朴廷桓", "gb18030", false},
		{"common Chinese names", simplifiedchinese.GBK, "", "古力", "李世石", "gb18030", false},
		{"Chinese event", simplifiedchinese.GBK, "EV[第三届中国围棋甲级联赛]", "常昊", "马晓春", "gb18030", false},
		{"Chinese that calls itself UTF-8", simplifiedchinese.GBK, "CA[UTF-8]", "黑棋", "白棋", "gb18030", true},
		{"Chinese that calls itself Latin-1", simplifiedchinese.GBK, "CA[ISO-8859-1]", "聂卫平九段", "马晓春九段", "gb18030", true},
		{"UTF-8 that calls itself GBK", utf.UTF8, "CA[GBK]", "黑棋", "白棋", "utf-8", true},
		{"traditional Chinese without CA", traditionalchinese.Big5, "EV[第五屆中環杯圍棋賽]", "張栩九段", "周俊勳", "big5", false},
		{"Japanese without CA, Shift_JIS", japanese.ShiftJIS, "EV[第三期名人戦]", "趙治勲", "小林光一", "shift_jis", false},
		{"Japanese without CA, EUC-JP", japanese.EUCJP, "EV[第三期名人戦リーグ]", "坂田栄男", "小林光一", "euc-jp", false},
		{"Korean without CA", korean.EUCKR, "EV[제5회 삼성화재배 결승]", "이창호", "조훈현", "euc-kr", false},
		{"Western names without CA", charmap.Windows1252, "", "Zoë Müller", "Jörg Šafář"[:5], "windows-1252", false},
		{"French event", charmap.Windows1252, "EV[Tournoi de Grenoble, été]", "André", "François", "windows-1252", false},
		{"Russian with CA", charmap.Windows1251, "CA[windows-1251]", "Чёрные", "Белые", "windows-1251", false},
		{"an unknown CA", simplifiedchinese.GBK, "CA[klingon]", "黑棋", "白棋", "gb18030", true},
		{"ISO-2022-JP", japanese.ISO2022JP, "", "趙治勲", "小林光一", "iso-2022-jp", false},
		{"UTF-16 with a mark", utf.UTF16(utf.LittleEndian, utf.UseBOM), "", "黑棋", "白棋", "utf-8", false},
		{"UTF-16 without a mark", utf.UTF16(utf.BigEndian, utf.IgnoreBOM), "", "黑棋", "白棋", "utf-8", false},
		{"Western names in UTF-8 with a wrong CA", utf.UTF8, "CA[GBK]", "Zoë", "Jörg", "utf-8", true},
		{"two-byte UTF-8 by chance", simplifiedchinese.GBK, "CA[GB2312]", "钱小石", "石千师", "gb18030", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			data := encoded(t, c.enc, c.head, c.black, c.white)
			collection, err := Parse(data, Options{})
			if err != nil {
				t.Fatal(err)
			}
			game := collection.Games[0]
			if game.Charset != c.charset {
				t.Errorf("read as %s, want %s", game.Charset, c.charset)
			}
			if got := game.Root.SimpleText("PB"); got != c.black {
				t.Errorf("black is %q, want %q", got, c.black)
			}
			if got := game.Root.SimpleText("PW"); got != c.white {
				t.Errorf("white is %q, want %q", got, c.white)
			}
			if HasProblem(game.Notes) != c.problem {
				t.Errorf("notes %v, want a problem: %t", game.Notes, c.problem)
			}
			if n, _ := game.Count(); n != 3 {
				t.Errorf("%d nodes, want 3", n)
			}
		})
	}
}

func TestOneBrokenCharacterInUTF8(t *testing.T) {
	data := []byte("(;GM[1]SZ[9]PB[\xe9\xbb\x91\xe6\xa3\x8b]PW[\xe7\x99\xbd\xe6\xa3]EV[第三届中国围棋赛];B[ee])")
	collection, err := Parse(data, Options{})
	if err != nil {
		t.Fatal(err)
	}
	game := collection.Games[0]
	if game.Charset != "utf-8" || game.Root.SimpleText("PB") != "黑棋" || !strings.HasPrefix(game.Root.SimpleText("PW"), "白") {
		t.Errorf("read as %s with names %q and %q", game.Charset, game.Root.SimpleText("PB"), game.Root.SimpleText("PW"))
	}
	if !HasProblem(game.Notes) {
		t.Error("the broken character is not noted")
	}
}

func TestEachGameHasItsOwnCharset(t *testing.T) {
	var file []byte
	file = append(file, encoded(t, simplifiedchinese.GBK, "CA[GB2312]", "黑棋", "功")...)
	file = append(file, encoded(t, traditionalchinese.Big5, "CA[Big5]", "黑棋", "功")...)
	file = append(file, encoded(t, utf.UTF8, "", "黑棋", "功")...)
	file = append(file, encoded(t, japanese.ShiftJIS, "CA[SJIS]", "黒", "ソ表")...)
	for _, chunk := range []string{"whole", "bytewise"} {
		r := NewReader(bytes.NewReader(file), Options{})
		if chunk == "bytewise" {
			r = NewReader(iotest.OneByteReader(bytes.NewReader(file)), Options{})
		}
		var got []string
		for game, err := range r.Games() {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, game.Charset+" "+game.Root.SimpleText("PB")+game.Root.SimpleText("PW"))
		}
		want := "gb18030 黑棋功, big5 黑棋功, utf-8 黑棋功, shift_jis 黒ソ表"
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: %v, want %s", chunk, got, want)
		}
	}
}

func TestOffsetsCountBytesOfTheFile(t *testing.T) {
	data := encoded(t, simplifiedchinese.GBK, "CA[GBK]C[围棋围棋围棋]", "黑棋", "白棋")
	data = append([]byte("  "), bytes.Replace(data, []byte(";W[gc]"), []byte(";W[zz]"), 1)...)
	collection, err := Parse(data, Options{File: "a.sgf"})
	if err != nil {
		t.Fatal(err)
	}
	line, err := collection.Games[0].Replay()
	if err != nil {
		t.Fatal(err)
	}
	want := int64(bytes.Index(data, []byte(";W[zz]")))
	if len(line.Notes) != 1 || line.Notes[0].Offset != want || line.Notes[0].File != "a.sgf" {
		t.Errorf("notes %v, want one at byte %d of a.sgf", line.Notes, want)
	}
}

func TestForcedCharset(t *testing.T) {
	data := encoded(t, charmap.KOI8R, "", "Чёрные", "Белые")
	collection, err := Parse(data, Options{Charset: "koi8-r"})
	if err != nil {
		t.Fatal(err)
	}
	if got := collection.Games[0].Root.SimpleText("PB"); got != "Чёрные" {
		t.Errorf("black is %q", got)
	}
	if _, err := Parse(data, Options{Charset: "klingon"}); err == nil {
		t.Error("an unknown name is accepted")
	}
}
