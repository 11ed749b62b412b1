package ruleset

import (
	"encoding/json"
	"math/big"
	"os"
	"path/filepath"
	"testing"
)

// readFacts reads facts.json, which names its sources.
func readFacts(t *testing.T) (facts struct {
	Square  struct{ Values map[string]string } `json:"legal_positions_square"`
	Rect    struct{ Values map[string]string } `json:"legal_positions_rect"`
	Games   struct{ Values map[string]int }    `json:"games"`
	Longest map[string]any                     `json:"longest_game_in_moves_same_convention"`
}) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(casesDir(), "facts.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &facts); err != nil {
		t.Fatal(err)
	}
	if len(facts.Square.Values) == 0 || len(facts.Rect.Values) == 0 || len(facts.Games.Values) == 0 {
		t.Fatal("facts are missing")
	}
	return facts
}

// OEIS A094777, and rectangles.
func TestLegalPositionsArePublished(t *testing.T) {
	facts := readFacts(t)
	for text, want := range facts.Square.Values {
		size, err := ParseSize(text)
		if err != nil {
			t.Fatal(err)
		}
		if size.W > 7 || size.W > 5 && testing.Short() {
			continue // hours, or a second
		}
		if got, err := LegalPositions(size); err != nil || got.String() != want {
			t.Errorf("%v has %v legal positions (%v), want %s", size, got, err, want)
		}
	}
	for text, want := range facts.Rect.Values {
		size, err := ParseSize(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range []Size{size, {size.H, size.W}} {
			if got, err := LegalPositions(s); err != nil || got.String() != want {
				t.Errorf("%v has %v legal positions (%v), want %s", s, got, err, want)
			}
		}
	}
	if _, err := LegalPositions(Square(9)); err == nil {
		t.Error("9x9 was counted")
	}
	if _, err := LegalPositions(Square(26)); err == nil {
		t.Error("26x26 was counted")
	}
}

// The same numbers by looking at every filling of the board.
func TestLegalPositionsOneByOne(t *testing.T) {
	for _, size := range []Size{{1, 1}, {1, 2}, {2, 1}, {2, 2}, {1, 7}, {2, 3}, {3, 3}, {2, 5}, {3, 4}} {
		if testing.Short() && size.Area() > 9 {
			continue
		}
		want, err := LegalPositions(size)
		if err != nil {
			t.Fatal(err)
		}
		if got := countFillings(NewPosition(size), size.Points()); want.Cmp(big.NewInt(got)) != 0 {
			t.Errorf("%v has %d legal positions, want %v", size, got, want)
		}
	}
}

func countFillings(position Position, open []Point) int64 {
	if len(open) == 0 {
		if position.NoLiberty() == NoPoint {
			return 1
		}
		return 0
	}
	var n int64
	for _, c := range []Color{Empty, Black, White} {
		position.Set(open[0], c)
		n += countFillings(position, open[1:])
	}
	return n
}

// Tromp and Farnebäck count the games of tiny boards in which either player
// may move at each step, passes are not shown, positional superko holds,
// suicide is allowed, and a game may stop anywhere.
func TestNumbersOfGames(t *testing.T) {
	facts := readFacts(t)
	rules := Rules{Ko: KoPositional, Suicide: SuicideAny, MaxMoves: NoMoveLimit}
	for text, want := range facts.Games.Values {
		size, err := ParseSize(text)
		if err != nil {
			t.Fatal(err)
		}
		if want > 1_000_000 {
			continue // 1x4 has 2 billion games
		}
		g, err := NewGame(rules, size, Setup{})
		if err != nil {
			t.Fatal(err)
		}
		games, longest := countGames(t, g)
		if games != want {
			t.Errorf("%v has %d games, want %d", size, games, want)
		}
		if most, ok := facts.Longest[text].(float64); ok && longest != int(most) {
			t.Errorf("the longest game on %v has %d moves, want %v", size, longest, most)
		}
	}
}

func countGames(t *testing.T, g *Game) (games, longest int) {
	games = 1 // the one that stops here
	longest = g.Ply()
	for _, p := range g.Size().Points() {
		for _, c := range []Color{Black, White} {
			if g.PlayMove(Move{c, p}) != nil {
				continue
			}
			more, ply := countGames(t, g)
			games, longest = games+more, max(longest, ply)
			undo(t, g)
		}
	}
	return games, longest
}

// The best result of both sides on tiny boards, by playing every game; see
// facts.json for the sources.
func TestSolvedBoards(t *testing.T) {
	for _, c := range []struct {
		size Size
		want int
	}{
		{Size{1, 1}, 0}, {Size{1, 2}, 0}, {Size{1, 3}, 3},
	} {
		for _, ko := range []KoRule{KoPositional, KoSituational, KoNaturalSituational} {
			g, err := NewGame(Rules{Ko: ko, MaxMoves: NoMoveLimit}, c.size, Setup{})
			if err != nil {
				t.Fatal(err)
			}
			if got := solve(t, g, -WholePoints(99), WholePoints(99)); got != WholePoints(c.want) {
				t.Errorf("%v under %v superko is worth %v, want %d", c.size, ko, got, c.want)
			}
		}
	}
}

// solve returns the margin of best play, if it lies between the bounds.
func solve(t *testing.T, g *Game, low, high HalfPoints) HalfPoints {
	if g.Over() {
		return g.Result().Margin
	}
	blackMoves := g.ToPlay() == Black
	for _, p := range append(g.LegalPoints(), Pass) {
		if err := g.Play(p); err != nil {
			t.Fatal(err)
		}
		value := solve(t, g, low, high)
		undo(t, g)
		if blackMoves {
			low = max(low, value)
		} else {
			high = min(high, value)
		}
		if low >= high {
			break
		}
	}
	if blackMoves {
		return low
	}
	return high
}
