package sgf

import (
	"bytes"
	"testing"

	"golang.org/x/text/encoding/simplifiedchinese"
)

// FuzzParse holds reading to: no panic, and what was written once is read and
// written again to the same bytes, with the same nodes and values.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"(;GM[1]FF[4]SZ[9]KM[7.5]RU[Chinese]RE[B+R];B[ee](;W[cc];B[])(;W[tt]C[a\\]b]))",
		"(;SZ[9:13]AB[aa:cc]AW[dd]AE[bb]HA[2]PL[W];W[ee])",
		"junk(GM[1]B[aa]W[bb];gm[1]Black[cc]\n(;GM[1];B[aa]C[",
		"(;CA[GBK]PB[\xba\xda])(;CA[Big5]PB[\xa5\\])",
		"(;KM[3又3/4子]RE[黑胜3/4子]RU[中国规则]PB[\x1b$B)",
		"\xff\xfe(\x00;\x00)\x00",
	} {
		f.Add([]byte(text))
	}
	for _, name := range []string{"黑棋围棋", "第三届"} {
		data, err := simplifiedchinese.GBK.NewEncoder().Bytes([]byte("(;PB[" + name + "])"))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		collection, err := Parse(data, Options{})
		if err != nil {
			return
		}
		for _, game := range collection.Games {
			if line, err := game.Replay(); err == nil {
				line.PositionAt(len(line.Moves) / 2)
			}
			_, _, _ = game.ToGame(GameOptions{})
		}
		var once, twice bytes.Buffer
		if err := Write(&once, collection.Games...); err != nil {
			t.Fatal(err)
		}
		again, err := Parse(once.Bytes(), Options{})
		if err != nil {
			t.Fatalf("what was written cannot be read: %v\n%q", err, once.Bytes())
		}
		if len(again.Games) != len(collection.Games) {
			t.Fatalf("%d games became %d in %q", len(collection.Games), len(again.Games), once.Bytes())
		}
		for i, game := range again.Games {
			if err := sameTree(collection.Games[i], game); err != nil {
				t.Fatal(err)
			}
		}
		if err := Write(&twice, again.Games...); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(once.Bytes(), twice.Bytes()) {
			t.Fatalf("written as %q, then as %q", once.Bytes(), twice.Bytes())
		}
	})
}

// FuzzTexts holds the readers of komi, results and rules to not panicking, and
// to values that can be written.
func FuzzTexts(f *testing.F) {
	for _, text := range []string{"3又3/4子", "B+3.5", "黑胜半目", "Chinese,ko=simple", "375", "百十一", "¾"} {
		f.Add(text, "foxwq", "Chinese")
	}
	f.Fuzz(func(t *testing.T, text, app, rules string) {
		_, _, _ = ParseKomi(text, app, rules)
		ParseRules(text)
		r, _ := ParseResult(text)
		again, _ := ParseResult(r.String())
		if again.String() != r.String() {
			t.Errorf("%q is read as %v, and that as %v", text, r, again)
		}
	})
}
