package ruleset

import (
	"strings"
	"testing"
)

// cycles are games in which nobody gives way, in moves that simple ko allows.
var cycles = []struct {
	name, board, moves string
	kind               CycleKind
	length             int
	captures           [2]int
}{
	{
		name: "triple ko",
		board: `
			O O O O O O O
			O X O . O . O
			X . X O X O X
			X X X X X X X
			O O O O O O O
			. . . . . . .`,
		moves: "D5 B4 F5 D4 B5 F4",
		kind:  CycleKos, length: 6, captures: [2]int{3, 3},
	},
	{
		name: "eternal life",
		board: `
			. . . . . . . .
			O O O O O O . .
			X X X X X O . .
			X O O O X X O O
			. O . X . O X .`,
		moves: "C1 E1 D1 F1",
		kind:  CycleEternal, length: 4, captures: [2]int{2, 2},
	},
	{
		name: "sending two, returning one",
		board: `
			. . . . .
			. . X X X
			X X X O O
			X O O O .
			X O . O X
			X O X X .`,
		moves: "E3 E1 E2 pass",
		kind:  CycleLopsided, length: 4, captures: [2]int{1, 2},
	},
	{
		name:  "two passes",
		board: "...\n...\n...",
		moves: "pass pass",
		kind:  CyclePasses, length: 2,
	},
}

func TestRepetitionKinds(t *testing.T) {
	for _, c := range cycles {
		t.Run(c.name, func(t *testing.T) {
			g := newTestGame(t, "ko=simple,passes=3", c.board)
			if _, found := g.Repetition(); found {
				t.Error("a repetition before the first move")
			}
			playAll(t, g, c.moves)
			r, found := g.Repetition()
			want := Repetition{First: 0, Again: c.length, Length: c.length, Captures: c.captures, Kind: c.kind}
			if !found || r != want {
				t.Errorf("%+v, want %+v", r, want)
			}
		})
	}
}

func TestRulingsOnCycles(t *testing.T) {
	for _, c := range cycles {
		for ruling, want := range map[string]Ending{
			"none": Unfinished, "draw": ByDraw, "replay": ByReplay, "no-result": ByNoResult,
		} {
			t.Run(c.name+" "+ruling, func(t *testing.T) {
				g := newTestGame(t, "ko=simple,passes=3,cycle="+ruling, c.board)
				playAll(t, g, c.moves)
				if c.kind == CyclePasses {
					want = Unfinished // passing is no repetition
				}
				if got := g.Result().Ending; got != want {
					t.Errorf("ending %v, want %v", got, want)
				}
				if err := g.Undo(); err != nil || g.Over() {
					t.Errorf("undone: %v, over %t", err, g.Over())
				}
			})
		}
	}
}

func TestSuperkoForbidsCycles(t *testing.T) {
	for _, c := range cycles[:3] {
		g := newTestGame(t, "ko=positional", c.board)
		stopped := false
		for range 2 {
			for _, v := range strings.Fields(c.moves) {
				if g.Play(mustPoint(t, v)) != nil {
					stopped = true
				}
			}
		}
		if !stopped {
			t.Errorf("%s went round twice", c.name)
		}
	}
}
