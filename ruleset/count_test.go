package ruleset

import (
	"fmt"
	"strings"
	"testing"
)

// handCounted is a final position with everything in it: two black groups,
// one white one, a point that both reach, a dead stone.
//
// By hand: Black's upper group has 6 stones and the eyes A9 and C9, the lower
// one 10 stones and 25 points (seven on the third row, nine on the second,
// the dead stone's included, nine on the first). White has 17 stones, A6 and
// B6 and 18 points on the right. J4 is next to both. 8 + 35 + 37 + 1 = 81.
const handCounted = `
	. X . X O . . . .
	X X X X O . . . .
	O O O O O . . . .
	. . O . . . . . .
	O O O O O O O O O
	X X X X X X X X .
	. . . . . . . X X
	. . . . O . . . .
	. . . . . . . . .`

// handFacts: as many moves by each side, Black took one stone, White three.
var handFacts = Facts{Dead: []Point{At(5, 2)}, Method: Agreed, Captures: [2]int{1, 3}, Passes: [2]int{1, 1}, FirstPass: Black}

// Area is 43 to 37, and 6 points apart. Territory is 27 points, 1 prisoner
// and the dead stone against 20 points and 3 prisoners, 29 to 23: also 6
// apart, as it must be when both made as many moves. Group tax takes four
// points from Black's two groups and two from White's: 4 apart.
func TestOnePositionUnderEveryRuleset(t *testing.T) {
	position := mustBoard(t, handCounted)
	for _, c := range []struct {
		rules        string
		black, white float64
		result, zi   string
	}{
		{"chinese", 43.5, 37.5, "W+1.5", "白胜3/4子"},
		{"chinese-1949", 43.5, 37.5, "B+0.5", "黑胜1/4子"},
		{"chinese-no-komi", 43.5, 37.5, "B+6", "黑胜3子"},
		{"chinese-ancient", 39.5, 35.5, "B+4", "黑胜2子"},
		{"japanese", 29, 23, "W+0.5", "白胜1/4子"},
		{"korean", 29, 23, "W+0.5", "白胜1/4子"},
		{"japanese,seki=dame", 4, 3, "W+5.5", "白胜2又3/4子"}, // the letter: J4 makes seki of two groups
		{"ing", 43, 37, "W+2", "白胜1子"},
		{"wmsg", 43, 37, "W+0.5", "白胜1/4子"}, // Black passed first: komi 6.5
		{"aga", 43, 37, "W+1.5", "白胜3/4子"},
		{"aga,scoring=territory", 30, 24, "W+1.5", "白胜3/4子"},
		{"new-zealand", 43, 37, "W+1", "白胜1/2子"},
		{"tromp-taylor", 43, 37, "W+1.5", "白胜3/4子"},
		{"chinese,komi=6", 43.5, 37.5, "0", "和棋"},
		{"chinese,komi=6,tie=white", 43.5, 37.5, "W+0", "白胜(和棋判胜)"},
	} {
		t.Run(c.rules, func(t *testing.T) {
			count := mustRules(t, c.rules).Count(&position, handFacts)
			if count.Black.Points() != c.black || count.White.Points() != c.white {
				t.Errorf("%v to %v, want %v to %v\n%v", count.Black, count.White, c.black, c.white, count)
			}
			if got := count.Result().String(); got != c.result {
				t.Errorf("result %s, want %s", got, c.result)
			}
			if got := count.Result().Chinese(); got != c.zi {
				t.Errorf("in zi %s, want %s", got, c.zi)
			}
		})
	}
}

// A program that does not take dead stones off must say so: the method is in
// the count, and the count is another.
func TestDeadStonesLeftOnTheBoard(t *testing.T) {
	position := mustBoard(t, handCounted)
	count := mustRules(t, "tromp-taylor").Count(&position, Facts{})
	// The white stone at E2 makes Black's 24 lower points neutral.
	if count.Method != AllAlive || count.Black != WholePoints(18) || count.White != WholePoints(38) || count.Neutral != 25 {
		t.Errorf("count\n%v", count)
	}
}

func TestScoresCountsInThreeWays(t *testing.T) {
	position := mustBoard(t, handCounted)
	want := Margins{Area: WholePoints(6), Territory: WholePoints(6), Stone: WholePoints(4)}
	if got := Scores(&position, handFacts); got != want {
		t.Errorf("scores %+v, want %+v", got, want)
	}
}

func TestCountText(t *testing.T) {
	position := mustBoard(t, handCounted)
	for rules, want := range map[string]string{
		"chinese": `
area count on 9x9, dead stones: agreed
                               Black   White
living stones                     16      17
surrounded points                 27      20
half of 1 shared points          0.5     0.5
total                           43.5    37.5
komi 7.5, margin -1.5: W+1.5
in zi: Black 43.5, par 40.5, komi 3又3/4子: 白胜3/4子
`,
		"japanese": `
territory count on 9x9, dead stones: agreed
                               Black   White
surrounded points                 27      20
stones taken in play               1       3
dead stones taken off              1       0
total                             29      23
neutral points: 1
komi 6.5, margin -0.5: W+0.5
`,
		"chinese-ancient": `
stone count on 9x9, dead stones: agreed
                               Black   White
living stones                     16      17
surrounded points                 27      20
half of 1 shared points          0.5     0.5
tax of 2 and 1 groups             -4      -2
total                           39.5    35.5
komi 0, margin 4: B+4
in zi: Black 39.5, par 40.5, komi 0子: 黑胜2子
`,
	} {
		count := mustRules(t, rules).Count(&position, handFacts)
		if got := "\n" + count.String(); got != want {
			t.Errorf("%s: got%swant%s", rules, got, want)
		}
	}
}

// strip fills a 19x19 board from the lower left: Black owns the first black
// points, the next shared ones are open to both, White owns the rest. Each
// side has one eye and no more, so that every chain has a liberty.
func strip(black, shared int) Position {
	position := NewPosition(Square(19))
	points := position.Size().Points()
	for i, p := range points {
		switch {
		case i == 0 || i == len(points)-1:
		case i < black:
			position.Set(p, Black)
		case i >= black+shared:
			position.Set(p, White)
		}
	}
	return position
}

// The numbers of the Chinese texts: of 361 points Black needs 184¼ with 3¾ zi
// of komi, so 185 wins by ¾ zi, 184½ by ¼, and 184 loses by ¼; White wins
// from 177.
func TestChineseTextsNumbers(t *testing.T) {
	for _, c := range []struct {
		rules         string
		black, shared int
		result, zi    string
	}{
		{"chinese", 185, 0, "B+1.5", "黑胜3/4子"},
		{"chinese", 184, 1, "B+0.5", "黑胜1/4子"}, // 184½
		{"chinese", 184, 0, "W+0.5", "白胜1/4子"},
		{"chinese", 361 - 177, 0, "W+0.5", "白胜1/4子"},
		{"chinese", 361 - 176, 0, "B+1.5", "黑胜3/4子"},
		{"chinese-1949", 184, 0, "B+1.5", "黑胜3/4子"},
		{"chinese-1949", 183, 0, "W+0.5", "白胜1/4子"},
		{"chinese-no-komi", 180, 1, "0", "和棋"}, // 180½, the par
		{"chinese-no-komi", 181, 0, "B+1", "黑胜1/2子"},
		{"chinese-no-komi", 180, 0, "W+1", "白胜1/2子"},
		{"chinese-ancient", 181, 0, "B+1", "黑胜1/2子"}, // both pay for one group
		{"chinese-ancient", 180, 0, "W+1", "白胜1/2子"},
	} {
		position := strip(c.black, c.shared)
		count := mustRules(t, c.rules).Count(&position, Facts{})
		if got := count.Result().String(); got != c.result {
			t.Errorf("%s, Black %d, shared %d: %s, want %s", c.rules, c.black, c.shared, got, c.result)
		}
		if got := count.Result().Chinese(); got != c.zi {
			t.Errorf("%s, Black %d, shared %d: %s, want %s", c.rules, c.black, c.shared, got, c.zi)
		}
	}
}

// black - komi - n²/2 in zi is half the margin in points, whatever is shared.
func TestZiFormula(t *testing.T) {
	rules := mustRules(t, "chinese")
	for black := 100; black <= 250; black++ {
		for shared := range 4 {
			position := strip(black, shared)
			count := rules.Count(&position, Facts{})
			if count.Black+count.White != WholePoints(361) {
				t.Fatalf("Black %v and White %v are not the whole board", count.Black, count.White)
			}
			// All in quarters of a zi: a point is four of them.
			quarters := 4*black + 2*shared - 15 - 722
			if int(count.Margin) != quarters {
				t.Fatalf("Black %d, shared %d: margin %v, want %d quarter zi", black, shared, count.Margin, quarters)
			}
		}
	}
}

// White gets back N points, N-1, or nothing for N handicap stones; komi is
// another matter.
func TestHandicapCompensation(t *testing.T) {
	for _, c := range []struct {
		rules  string
		stones int
		want   HalfPoints
	}{
		{"chinese", 9, 18}, {"chinese", 2, 4}, {"chinese", 1, 0}, {"chinese", 0, 0}, {"ing", 4, 8}, {"aga", 4, 6}, {"aga", 2, 2},
		{"new-zealand", 4, 0}, {"tromp-taylor", 4, 0}, {"japanese", 4, 0}, {"korean", 4, 0}, {"wmsg", 4, 0},
	} {
		rules := mustRules(t, c.rules+",komi=0.5")
		size := Square(19)
		var setup Setup
		if c.stones > 1 {
			points, err := FixedHandicap(size, c.stones)
			if err != nil {
				t.Fatal(err)
			}
			if setup, err = HandicapSetup(size, points); err != nil {
				t.Fatal(err)
			}
		}
		setup.Handicap = c.stones
		g, err := NewGame(rules, size, setup)
		if err != nil {
			t.Fatal(err)
		}
		count := g.Score(nil)
		if count.Compensation != c.want || count.Komi != 1 {
			t.Errorf("%s, %d stones: compensation %v and komi %v, want %v and 0.5", c.rules, c.stones, count.Compensation, count.Komi, c.want)
		}
		if count.Margin != count.Black-count.White-1-c.want {
			t.Errorf("%s, %d stones: margin %v", c.rules, c.stones, count.Margin)
		}
	}
}

func TestWMSGKomiDependsOnTheFirstPass(t *testing.T) {
	for moves, want := range map[string]HalfPoints{
		"A1 pass pass":         15, // White first
		"A1 B1 pass pass":      13, // Black first
		"A1 pass B1 pass pass": 15,
		"":                     15,
	} {
		g := newTestGame(t, "wmsg", "...\n...\n...")
		playAll(t, g, moves)
		if got := g.Score(nil).Komi; got != want {
			t.Errorf("%q: komi %v, want %v", moves, got, want)
		}
	}
}

func TestIngFillIn(t *testing.T) {
	position := strip(185, 0)
	count := mustRules(t, "ing").Count(&position, Facts{})
	if text := count.String(); !strings.Contains(text, "filled in with 180 stones each: Black has 5 points open, White has 4 stones too many") {
		t.Error(text)
	}
}

func TestGroupTaxBelowTwoPoints(t *testing.T) {
	// A group of one eye pays one point, in seki none is left to pay.
	position := mustBoard(t, `
		X X . O O
		. X . O .
		X X . O O`)
	for rules, want := range map[string]HalfPoints{
		"scoring=stone": WholePoints(5), "scoring=stone,seki=dame": WholePoints(5), "scoring=area": WholePoints(6), "scoring=area,seki=dame": WholePoints(5),
	} {
		count := mustRules(t, rules).Count(&position, Facts{})
		if count.Black != want || count.White != want {
			t.Errorf("%s: %v to %v, want %v each", rules, count.Black, count.White, want)
		}
	}
}

// Japanese counting gives nothing to eyes in seki, and keeps the territory of
// living groups next to neutral points that nobody filled.
func TestJapaneseSeki(t *testing.T) {
	seki := mustBoard(t, `
		X X . O O
		. X . O .
		X X . O O`)
	if m := Scores(&seki, Facts{Captures: [2]int{2, 0}}); m.Territory != WholePoints(2) {
		t.Errorf("seki: territory %v, want the two prisoners", m.Territory)
	}
	alive := mustBoard(t, `
		. X . O O
		X X . O .
		. X . O O`)
	if m := Scores(&alive, Facts{}); m.Territory != WholePoints(2) {
		t.Errorf("two eyes against one: territory %v, want 2", m.Territory)
	}
}

func TestResultText(t *testing.T) {
	for r, want := range map[Result][2]string{
		{}: {"?", "未完"},
		{Ending: ByScore, Winner: Black, Margin: 7}:   {"B+3.5", "黑胜1又3/4子"},
		{Ending: ByScore, Winner: White, Margin: -12}: {"W+6", "白胜3子"},
		{Ending: ByScore}:                      {"0", "和棋"},
		{Ending: ByScore, Winner: Black}:       {"B+0", "黑胜(和棋判胜)"},
		{Ending: ByResignation, Winner: White}: {"W+R", "白中盘胜"},
		{Ending: ByTime, Winner: Black}:        {"B+T", "黑超时胜"},
		{Ending: ByForfeit, Winner: Black}:     {"B+F", "黑胜(对方判负)"},
		{Ending: ByMoveLimit}:                  {"Void", "无胜负"},
		{Ending: ByNoResult}:                   {"Void", "无胜负"},
		{Ending: ByReplay}:                     {"Void", "无胜负"},
		{Ending: ByDraw}:                       {"0", "和棋"},
		{Ending: ByTime}:                       {"Void", "无胜负"},
	} {
		if got := [2]string{r.String(), r.Chinese()}; got != want {
			t.Errorf("%+v is %v, want %v", r, got, want)
		}
	}
	if got := fmt.Sprint(ByMoveLimit, " ", Ending(99)); got != "move-limit unknown(99)" {
		t.Error(got)
	}
}

// Two empty points or none: whatever the board, every point is somebody's,
// shared or neutral.
func TestCountOfEmptyAndFullBoards(t *testing.T) {
	for _, board := range []string{".", "...\n...", "X.", ".O\n.."} {
		position := mustBoard(t, board)
		count := mustRules(t, "tromp-taylor").Count(&position, Facts{})
		if count.Black+count.White+WholePoints(count.Neutral) != WholePoints(position.Size().Area()) {
			t.Errorf("%q: %v", board, count)
		}
	}
	empty := NewPosition(Square(5))
	if m := Scores(&empty, Facts{}); m != (Margins{}) {
		t.Errorf("an empty board has %+v", m)
	}
}
