package ruleset

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
)

// perft counts the sequences of exactly depth plies. A game that two passes
// end counts at the ply of the second.
func perft(t testing.TB, g *Game, depth int, passes bool) int {
	counts := make([]int, depth)
	addPerft(t, g, counts, passes, 1)
	return counts[depth-1]
}

// addPerft adds to counts[i] the number of sequences of i+1 plies, each
// weight times. The last ply is not played, only asked about.
func addPerft(t testing.TB, g *Game, counts []int, passes bool, weight int) {
	if g.Over() || len(counts) == 0 {
		return
	}
	visit := func(p Point) {
		if g.Position().At(p) == Black || g.Position().At(p) == White || g.Legal(p) != nil {
			return
		}
		counts[0] += weight
		if len(counts) > 1 {
			playAndAddPerft(t, g, p, counts[1:], passes, weight)
		}
	}
	size := g.Size()
	for row := 1; row <= size.H; row++ {
		for col := 1; col <= size.W; col++ {
			visit(At(col, row))
		}
	}
	if passes {
		visit(Pass)
	}
}

func playAndAddPerft(t testing.TB, g *Game, p Point, counts []int, passes bool, weight int) {
	if err := g.Play(p); err != nil {
		t.Fatal(err)
	}
	addPerft(t, g, counts, passes, weight)
	undo(t, g)
}

// emptyBoardPerft returns the numbers of sequences of 1 to depth plies, two
// or more, from the empty board. Of first pairs of moves that the symmetries
// of the board turn into each other it goes on from one.
func emptyBoardPerft(t testing.TB, rules Rules, size Size, depth int, passes bool) []int {
	g, err := NewGame(rules, size, Setup{})
	if err != nil {
		t.Fatal(err)
	}
	counts := make([]int, depth)
	pairs := map[[2]Point]int{}
	moves := size.Points()
	if passes {
		moves = append(moves, Pass)
	}
	for _, first := range moves {
		if g.Play(first) != nil {
			continue
		}
		counts[0]++
		for _, second := range moves {
			if g.Legal(second) == nil {
				counts[1]++
				pairs[leastSymmetric(size, [2]Point{first, second})]++
			}
		}
		undo(t, g)
	}
	for pair, weight := range pairs {
		if err := g.Play(pair[0]); err != nil {
			t.Fatal(err)
		}
		playAndAddPerft(t, g, pair[1], counts[2:], passes, weight)
		undo(t, g)
	}
	return counts
}

func undo(t testing.TB, g *Game) {
	if err := g.Undo(); err != nil {
		t.Fatal(err)
	}
}

// leastSymmetric returns the least of what the symmetries of the board make
// of two points.
func leastSymmetric(size Size, pair [2]Point) [2]Point {
	least := pair
	for symmetry := range 8 {
		if symmetry >= 4 && size.W != size.H {
			break
		}
		image := [2]Point{transformed(size, pair[0], symmetry), transformed(size, pair[1], symmetry)}
		if slices.Compare(image[:], least[:]) < 0 {
			least = image
		}
	}
	return least
}

// transformed mirrors p at the vertical axis, at the horizontal axis and at
// the diagonal, as the three bits of symmetry say.
func transformed(size Size, p Point, symmetry int) Point {
	if p == Pass {
		return p
	}
	col, row := p.Col(), p.Row()
	if symmetry&1 != 0 {
		col = size.W + 1 - col
	}
	if symmetry&2 != 0 {
		row = size.H + 1 - row
	}
	if symmetry&4 != 0 {
		col, row = row, col
	}
	return At(col, row)
}

func TestCasesPerft(t *testing.T) {
	// -short leaves out the depths of more sequences than this.
	const shortMost = 10_000
	readLines(t, "perft.jsonl", func(line []byte) {
		var row struct {
			Size        caseSize
			Ko, Suicide string
			Passes      bool
			Counts      []int
		}
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		name := fmt.Sprintf("%v ko %s suicide %s passes %t", row.Size.Size, row.Ko, row.Suicide, row.Passes)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want := row.Counts
			if testing.Short() {
				for len(want) > 2 && want[len(want)-1] > shortMost {
					want = want[:len(want)-1]
				}
			}
			rules, err := caseRules{Ko: row.Ko, Suicide: row.Suicide}.resolve()
			if err != nil {
				t.Fatal(err)
			}
			if got := emptyBoardPerft(t, rules, row.Size.Size, len(want), row.Passes); !slices.Equal(got, want) {
				t.Errorf("sequences of 1, 2, ... plies: %v, want %v", got, want)
			}
		})
	})
}
