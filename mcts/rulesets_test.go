package mcts

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/ruleset"
)

// TestRulesets plays a game with few playouts under every ruleset.
func TestRulesets(t *testing.T) {
	texts := ruleset.RulesetNames()
	if testing.Short() {
		texts = []string{"japanese", "aga", "stone-scoring"}
	} else {
		texts = append(texts, "aga,scoring=territory", "japanese,passes=3", "tromp-taylor,suicide=multi", "chinese,ko=none", "japanese,komi=-3,ko=positional,cycle=none")
	}
	for _, text := range texts {
		rules := parseRules(t, text)
		size := ruleset.Square(5)
		if rules.Start == ruleset.StartDiagonal {
			size = ruleset.Square(7)
		}
		s := newSearch(t, func(c *Config) { c.Suicide = true })
		g := newGame(t, text, size)
		for !g.Over() {
			r := run(t, s, g, 60, uint64(g.Ply()))
			checkReport(t, r, g)
			if err := g.Play(r.Best); err != nil {
				t.Fatalf("%s: %v", text, err)
			}
		}
		if g.Result().Ending != ruleset.ByScore {
			t.Errorf("%s: ended by %v after %d moves", text, g.Result().Ending, g.Ply())
		}
	}
}

func checkReport(t *testing.T, r *Report, g *ruleset.Game) {
	t.Helper()
	visits := 0
	for _, c := range r.Children {
		visits += c.Visits
		if c.Value < 0 || c.Value > 1 {
			t.Errorf("%v: value %v", c.Point, c.Value)
		}
		if err := g.Legal(c.Point); err != nil {
			t.Error(err)
		}
	}
	if visits != r.Playouts+r.Reused || r.Value < 0 || r.Value > 1 || r.PV[0] != r.Best {
		t.Errorf("%d visits of %d and %d playouts, value %v, %v then %v", visits, r.Playouts, r.Reused, r.Value, r.Best, r.PV)
	}
	if math.Abs(r.BlackScore) > 3*float64(g.Size().Area()) {
		t.Errorf("Black's score %v", r.BlackScore)
	}
}

// TestTerritoryGamesEnd holds games under territory scoring to a reasonable
// length: nobody fills territory, and both pass.
func TestTerritoryGamesEnd(t *testing.T) {
	skipRaced(t)
	for _, c := range []struct{ side, playouts, games int }{{5, 30, 8}, {5, 100, 8}, {6, 60, 6}, {7, 60, 4}, {9, 40, 2}} {
		if testing.Short() && c.side > 5 {
			break
		}
		s := newSearch(t, nil)
		plies := 0
		for i := range c.games {
			s.Reset()
			g := newGame(t, "japanese", ruleset.Square(c.side))
			for !g.Over() {
				r := run(t, s, g, c.playouts, uint64(1000*i+g.Ply()))
				if err := g.Play(r.Best); err != nil {
					t.Fatal(err)
				}
			}
			if ending := g.Result().Ending; ending == ruleset.ByMoveLimit {
				t.Errorf("%dx%d, %d playouts: ended by %v", c.side, c.side, c.playouts, ending)
			}
			plies += g.Ply()
		}
		if plies > c.games*c.side*c.side {
			t.Errorf("%dx%d, %d playouts: %d moves a game", c.side, c.side, c.playouts, plies/c.games)
		}
	}
}

// invadedBoard is settled, with a dead stone of White's at D2. Black has 14
// points, the prisoner included, White has 8.
const invadedBoard = `
	. . O . . O .
	. O . O O . O
	O O O O O O O
	X X X X X X X
	X . . . . . X
	X . . O . X .
	. X X . X . X`

func TestTerritoryPassing(t *testing.T) {
	for _, c := range []struct {
		name   string
		rules  string
		board  string
		toPlay ruleset.Color
		passed bool
	}{
		{"the winner fills no territory", "japanese,komi=-2.5", dividedBoard, ruleset.Black, false},
		{"nor does the loser invade", "japanese,komi=-2.5", dividedBoard, ruleset.White, false},
		{"the loser passes after a pass", "japanese,komi=-20", dividedBoard, ruleset.White, true},
		{"dead stones stay", "japanese,komi=0.5", invadedBoard, ruleset.Black, false},
		{"dead stones stay after a pass", "japanese,komi=0.5", invadedBoard, ruleset.Black, true},
		{"dead stones stay, behind", "japanese,komi=30", invadedBoard, ruleset.Black, true},
		{"the side of the dead stones", "korean,komi=0.5", invadedBoard, ruleset.White, true},
		{"seki", "japanese,komi=0", sekiBoard, ruleset.Black, false},
		{"seki, behind", "japanese,komi=0", sekiBoard, ruleset.White, false},
	} {
		g := drawnGame(t, c.rules, c.board, c.toPlay)
		if c.passed {
			g = drawnGame(t, c.rules, c.board, c.toPlay.Opponent())
			play(t, g, "pass")
		}
		for seed := range uint64(3) {
			for _, playouts := range []int{60, 500} {
				r := run(t, newSearch(t, nil), g, playouts, seed)
				if r.Best != ruleset.Pass {
					t.Errorf("%s, %d playouts: %v at %.3f", c.name, playouts, r.Best, r.Value)
				}
			}
		}
	}
}

// TestTerritoryOpenBorders holds both sides to playing on where the borders are
// open, whoever is ahead.
func TestTerritoryOpenBorders(t *testing.T) {
	const board = `
		. . . X . . X . .
		. . . . . X O . .
		. . . . X . X . .
		. . . . . . . . .
		. . O . . . O . .
		. . . . O O . . .
		. . . O . X O O .
		. . . . . . X . .
		. . . . . . X . .`
	for _, komi := range []string{"-20.5", "0.5", "20.5"} {
		for _, color := range []ruleset.Color{ruleset.Black, ruleset.White} {
			g := drawnGame(t, "japanese,komi="+komi, board, color.Opponent())
			play(t, g, "pass")
			for seed := range uint64(5) {
				if r := run(t, newSearch(t, nil), g, 100, seed); r.Best == ruleset.Pass {
					t.Errorf("komi %s, seed %d: %v passes at %.3f", komi, seed, color, r.Value)
				}
			}
		}
	}
}

// TestTerritoryTrustsVisits checks that early in a game no move of a few lucky
// visits takes the place of those that were searched.
func TestTerritoryTrustsVisits(t *testing.T) {
	skipRaced(t)
	g := newGame(t, "japanese", ruleset.Square(19))
	play(t, g, "Q16", "D4", "Q4", "D16", "R6", "F17", "C6", "O3", "D14", "C10")
	for seed := range uint64(3) {
		r := run(t, newSearch(t, nil), g, 4000, seed)
		chosen := slices.IndexFunc(r.Children, func(c Child) bool { return c.Point == r.Best })
		if got, most := r.Children[chosen].Visits, r.Children[0].Visits; scoreShare*got < most {
			t.Errorf("seed %d: %v has %d visits, the most visited move %d", seed, r.Best, got, most)
		}
	}
}

// TestScoreOfTheRules checks that reports speak of the points that the rules
// count, on boards where little is left to play. Means are off by what the
// plays cost that a search tries.
func TestScoreOfTheRules(t *testing.T) {
	for _, c := range []struct {
		rules, board string
		want         float64
	}{
		{"chinese", finishedBoard, 10},
		{"stone-scoring", finishedBoard, 10}, // both have one group
		{"stone-scoring", taxedBoard, 15},
		{"chinese", taxedBoard, 13},
		{"japanese", finishedBoard, 1}, // 4 points to 3
		{"japanese", invadedBoard, 6},
	} {
		g := drawnGame(t, c.rules, c.board, ruleset.White)
		r := run(t, newSearch(t, func(c *Config) { c.Policy = "uniform" }), g, 500, 1)
		if math.Abs(r.BlackScore-c.want) > 1.5 {
			t.Errorf("%s: Black's score %.2f, want %v\n%s", c.rules, r.BlackScore, c.want, c.board)
		}
	}
}

// taxedBoard has one group of Black's, 31 points, and two of White's, 18.
const taxedBoard = `
	. O X X X O .
	O O X . X O O
	. O X X X O .
	O O X X X O O
	O X X X X X O
	X X X . X X X
	. X X X X X X`

// TestSuicide looks for suicides among the children.
func TestSuicide(t *testing.T) {
	// White's B1 takes two stones of his own off, A5 would take one.
	const board = `
		. X . . .
		X X . . .
		. . . . .
		X X . . .
		O . X . .`
	b1, a5 := ruleset.At(2, 1), ruleset.At(1, 5)
	children := func(g *ruleset.Game, suicide bool) (points []ruleset.Point) {
		s := newSearch(t, func(c *Config) { c.Suicide = suicide })
		for _, c := range run(t, s, g, 500, 1).Children {
			points = append(points, c.Point)
		}
		return points
	}
	for _, c := range []struct {
		rules string
		on    bool
		want  bool
	}{
		{"tromp-taylor", true, true},
		{"tromp-taylor", false, false},
		{"chinese", true, false},
		{"chinese,suicide=multi", true, true},
		{"japanese,suicide=any", true, true},
	} {
		got := children(drawnGame(t, c.rules, board, ruleset.White), c.on)
		if slices.Contains(got, b1) != c.want || slices.Contains(got, a5) {
			t.Errorf("%s, suicide searched: %t: children %v", c.rules, c.on, got)
		}
	}
	// Here B1 would bring the first board back.
	g := drawnGame(t, "tromp-taylor", strings.Replace(board, "O", ".", 1), ruleset.White)
	play(t, g, "A1", "pass")
	if got := children(g, true); slices.Contains(got, b1) {
		t.Errorf("the suicide repeats a position: children %v", got)
	}
}

func TestLine(t *testing.T) {
	s := newSearch(t, nil)
	if moves, visits := s.Line(ruleset.At(3, 3)); moves != nil || visits != nil {
		t.Errorf("a line without a search: %v %v", moves, visits)
	}
	g := newGame(t, "chinese", ruleset.Square(5))
	r := run(t, s, g, 2000, 1)
	for _, c := range r.Children {
		moves, visits := s.Line(c.Point)
		if len(moves) == 0 || len(moves) != len(visits) || moves[0] != c.Point || visits[0] != c.Visits {
			t.Errorf("%v with %d visits: line %v %v", c.Point, c.Visits, moves, visits)
		}
		if !slices.IsSortedFunc(visits, func(a, b int) int { return b - a }) {
			t.Errorf("%v: visits %v grow", c.Point, visits)
		}
		if c.Point == r.Best && !slices.Equal(moves, r.PV) {
			t.Errorf("the line of the best move is %v, the principal variation %v", moves, r.PV)
		}
	}
	for _, p := range []ruleset.Point{ruleset.NoPoint, ruleset.At(6, 1), ruleset.At(21, 1)} {
		if moves, _ := s.Line(p); moves != nil {
			t.Errorf("a line after %v: %v", p, moves)
		}
	}
}
