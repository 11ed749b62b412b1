package ruleset

import (
	"slices"
	"strings"
	"testing"
)

func mustBoard(t testing.TB, text string) Position {
	t.Helper()
	p, err := ParseBoard(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func mustPoint(t testing.TB, name string) Point {
	t.Helper()
	p, err := ParsePoint(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestBoardRoundTrip(t *testing.T) {
	for _, text := range []string{
		".",
		"X.O",
		". X O .\nX O . O\n. X O .\n. . . .",
		strings.Repeat(strings.Repeat("X.", 12)+"O\n", 25),
	} {
		p := mustBoard(t, text)
		if got := mustBoard(t, p.String()); got != p {
			t.Errorf("board\n%sreads back as\n%s", p.String(), got.String())
		}
	}
}

func TestBoardString(t *testing.T) {
	p := mustBoard(t, "X . O\n. X .")
	const want = `   A B C
 2 X . O 2
 1 . X . 1
   A B C
`
	if got := p.String(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestParseBoardErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "no rows",
		"X.\nX":                         "line 2 has 1 points",
		"X?":                            "column 2",
		strings.Repeat(".", 26):         "each side must be",
		strings.Repeat(".\n", 26) + ".": "each side must be",
	} {
		if _, err := ParseBoard(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want one with %q", text, err, want)
		}
	}
}

func TestPositionOutsideTheBoard(t *testing.T) {
	for _, size := range []Size{{1, 1}, {9, 9}, {25, 25}, {3, 7}, {26, 1}, {}} {
		p := NewPosition(size)
		before := p
		for pt := range Point(NumPoints + 5) {
			if size.Validate() == nil && size.Contains(pt) {
				continue
			}
			if p.At(pt) != Border {
				t.Fatalf("%v: at %v is %v", size, pt, p.At(pt))
			}
			if stones, _ := p.Chain(pt); stones != nil || p.Alive(pt) {
				t.Fatalf("%v: a chain at %v", size, pt)
			}
			p.Set(pt, Black)
			p.Place(White, pt)
		}
		if p != before {
			t.Errorf("%v: a stone off the board changed it", size)
		}
	}
	p := NewPosition(Square(3))
	p.Set(At(2, 2), Border)
	if p.At(At(2, 2)) != Empty {
		t.Error("a point became border")
	}
}

func TestPlaceCapturesTheOpponentFirst(t *testing.T) {
	// Black at A1 leaves White's chain and Black's own without liberties.
	p := mustBoard(t, `
		X X .
		O X X
		. O X`)
	captured, suicide := p.Place(Black, At(1, 1))
	if len(captured) != 2 || suicide != nil {
		t.Errorf("captured %v, suicide %v; want the two white stones", captured, suicide)
	}
	p = mustBoard(t, `
		. O .
		O . .
		. . .`)
	captured, suicide = p.Place(Black, At(1, 3))
	if captured != nil || !slices.Equal(suicide, []Point{At(1, 3)}) || p.At(At(1, 3)) != Empty {
		t.Errorf("captured %v, suicide %v; want the played stone to go", captured, suicide)
	}
}

func TestPlaceReplacesAStone(t *testing.T) {
	p := mustBoard(t, "X . O")
	p.Place(White, At(1, 1))
	if want := mustBoard(t, "O . O"); p != want {
		t.Errorf("board is\n%s", p.String())
	}
}

func TestHashIsTheXOROfItsStones(t *testing.T) {
	p := NewPosition(Square(5))
	if p.Hash() != 0 {
		t.Error("an empty board has a hash")
	}
	p.Set(At(2, 3), Black)
	p.Set(At(4, 4), White)
	if want := Zobrist(Black, At(2, 3)) ^ Zobrist(White, At(4, 4)); p.Hash() != want {
		t.Errorf("hash %x, want %x", p.Hash(), want)
	}
	p.Set(At(2, 3), White)
	p.Set(At(2, 3), Empty)
	if want := Zobrist(White, At(4, 4)); p.Hash() != want {
		t.Errorf("hash %x, want %x", p.Hash(), want)
	}
}

func TestZobristNumbersDiffer(t *testing.T) {
	seen := map[uint64]bool{0: true, sideKey: true}
	for _, c := range []Color{Black, White} {
		for p := range Point(NumPoints) {
			n := Zobrist(c, p)
			if seen[n] {
				t.Fatalf("number %x of %v at %v occurs twice", n, c, p)
			}
			seen[n] = true
		}
	}
	if Zobrist(Empty, At(1, 1)) != 0 || Zobrist(Border, At(1, 1)) != 0 || Zobrist(Black, NumPoints) != 0 {
		t.Error("something that is no stone has a number")
	}
}

// Stored hashes depend on these numbers: they may never change.
func TestZobristIsStable(t *testing.T) {
	for _, c := range []struct {
		color Color
		point string
		want  uint64
	}{
		{Black, "A1", 0x9ade6673cc6c522b},
		{White, "T19", 0xd289a78d39c08ec5},
		{Black, "Z25", 0x1c3662906dc6347e},
	} {
		if got := Zobrist(c.color, mustPoint(t, c.point)); got != c.want {
			t.Errorf("%v %s has %#x, want %#x", c.color, c.point, got, c.want)
		}
	}
}

func TestPointNames(t *testing.T) {
	for _, size := range []Size{{19, 19}, {25, 25}, {3, 7}} {
		for i, p := range size.Points() {
			got, err := ParsePoint(strings.ToLower(p.String()))
			if err != nil || got != p {
				t.Fatalf("%v reads back as %v, %v", p, got, err)
			}
			if size.PointAt(size.Index(p)) != p {
				t.Fatalf("%v is not at its index %d (point %d)", p, size.Index(p), i)
			}
		}
	}
	for _, bad := range []string{"", "A", "I5", "A0", "A26", "A+1", "A-1", "AA1", "A1 ", "5A", "A100"} {
		if p, err := ParsePoint(bad); err == nil {
			t.Errorf("%q reads as %v", bad, p)
		}
	}
	if p := mustPoint(t, "PASS"); p != Pass {
		t.Errorf("PASS reads as %v", p)
	}
}

func TestParseSize(t *testing.T) {
	for text, want := range map[string]Size{"9": {9, 9}, "9x13": {9, 13}, "9X13": {9, 13}, "7:6": {7, 6}, "25": {25, 25}, "1": {1, 1}} {
		if got, err := ParseSize(text); err != nil || got != want {
			t.Errorf("%q reads as %v, %v", text, got, err)
		}
	}
	for _, bad := range []string{"", "0", "26", "9x", "x9", "9x9x9", "nine", "-5"} {
		if got, err := ParseSize(bad); err == nil {
			t.Errorf("%q reads as %v", bad, got)
		}
	}
}

func TestParseHalfPoints(t *testing.T) {
	for text, want := range map[string]HalfPoints{"7.5": 15, "-3": -6, " 0.5 ": 1, "0": 0, "6.50": 13} {
		if got, err := ParseHalfPoints(text); err != nil || got != want {
			t.Errorf("%q reads as %v, %v", text, got, err)
		}
	}
	for _, bad := range []string{"", "x", "6.25", "NaN", "Inf", "1e9"} {
		if got, err := ParseHalfPoints(bad); err == nil {
			t.Errorf("%q reads as %v", bad, got)
		}
	}
}
