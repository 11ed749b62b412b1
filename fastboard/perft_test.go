package fastboard_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/ruleset"
)

// perft counts the sequences of exactly depth moves under simple ko. Two
// passes end a game; a sequence counts at the second pass and goes no further.
// Each move is played on the board after the one it is played from.
func perft(boards []fastboard.Board, depth int, suicide ruleset.Suicide, passes bool) int {
	b, next := &boards[0], &boards[1]
	count := 0
	after := func() int {
		if next.Passes() == 2 {
			return 0
		}
		return perft(boards[1:], depth-1, suicide, passes)
	}
	for i := range b.EmptyCount() {
		p := b.EmptyAt(i)
		legal, stones := b.Legal(p), b.Suicide(p)
		switch {
		case !legal && (stones == 0 || suicide == ruleset.SuicideForbidden || suicide == ruleset.SuicideMulti && stones == 1):
		case depth == 1:
			count++
		default:
			next.CopyFrom(b)
			if legal {
				next.Play(p)
			} else {
				next.PlaySuicide(p)
			}
			count += after()
		}
	}
	switch {
	case !passes:
	case depth == 1:
		count++
	default:
		next.CopyFrom(b)
		next.Play(fastboard.Pass)
		count += after()
	}
	return count
}

// refereePerft is perft by the referee.
func refereePerft(t *testing.T, g *ruleset.Game, depth int, passes bool) int {
	moves := g.LegalPoints()
	if passes && !g.Over() {
		moves = append(moves, ruleset.Pass)
	}
	if depth == 1 {
		return len(moves)
	}
	count := 0
	for _, p := range moves {
		if err := g.Play(p); err != nil {
			t.Fatal(err)
		}
		if !g.Over() {
			count += refereePerft(t, g, depth-1, passes)
		}
		if err := g.Undo(); err != nil {
			t.Fatal(err)
		}
	}
	return count
}

// TestPerft counts games from the empty board. The numbers for depth 1, 2, 3 …
// were computed by two independent programs; the referee counts along as far as
// it can do quickly.
func TestPerft(t *testing.T) {
	tests := []struct {
		w, h    int
		suicide ruleset.Suicide
		passes  bool
		want    []int
	}{
		{1, 3, ruleset.SuicideForbidden, true, []int{4, 11, 22, 41, 66, 106, 176, 288, 460, 752}},
		{1, 3, ruleset.SuicideMulti, true, []int{4, 11, 22, 41, 74, 152, 326, 664, 1308, 2578}},
		{1, 3, ruleset.SuicideAny, false, []int{3, 6, 10, 14, 20, 34, 54, 76, 114, 190}},
		{2, 2, ruleset.SuicideForbidden, false, []int{4, 12, 24, 16, 32, 32, 32, 96, 192, 128, 256, 256, 256}},
		{2, 2, ruleset.SuicideForbidden, true, []int{5, 21, 68, 156, 316, 604, 1168, 2592, 5768, 12120, 24248, 47840}},
		{2, 2, ruleset.SuicideMulti, true, []int{5, 21, 68, 156, 316, 604, 1240, 3120, 8280, 21472, 51096, 112880}},
		{2, 3, ruleset.SuicideForbidden, true, []int{7, 43, 222, 934, 3242, 8666, 20760, 45332}},
		{2, 3, ruleset.SuicideAny, true, []int{7, 43, 222, 974, 3626, 11862, 36800, 109884}},
		{3, 3, ruleset.SuicideForbidden, true, []int{10, 91, 738, 5281, 33384, 179712, 842728}},
		{3, 3, ruleset.SuicideMulti, false, []int{9, 72, 504, 2976, 14720, 57040, 177936}},
		{3, 3, ruleset.SuicideAny, false, []int{9, 72, 504, 3032, 15368, 64336, 222656}},
		{5, 5, ruleset.SuicideForbidden, false, []int{25, 600, 13800, 303424, 6368416}},
		{5, 5, ruleset.SuicideAny, true, []int{26, 651, 15650, 361233, 7992928}},
		{9, 9, ruleset.SuicideForbidden, true, []int{82, 6643, 531522}},
	}
	boards := make([]fastboard.Board, 20)
	for _, test := range tests {
		size := ruleset.Size{W: test.w, H: test.h}
		t.Run(fmt.Sprintf("%v suicide %v passes %t", size, test.suicide, test.passes), func(t *testing.T) {
			most, mostByReferee := 10_000_000, 5_000
			if testing.Short() || raced {
				most, mostByReferee = 100_000, 500
			}
			var got []int
			for depth, want := range test.want {
				if want > most {
					break
				}
				boards[0].Reset(size)
				got = append(got, perft(boards, depth+1, test.suicide, test.passes))
				if want > mostByReferee {
					continue
				}
				g := newTwins(t, size, test.suicide).game
				if n := refereePerft(t, g, depth+1, test.passes); n != want {
					t.Errorf("the referee counts %d games of %d moves, want %d", n, depth+1, want)
				}
			}
			if !slices.Equal(got, test.want[:len(got)]) {
				t.Errorf("%v games, want %v", got, test.want)
			}
		})
	}
}
