package ruleset

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// newTestGame starts a game on a drawn board, Black to move.
func newTestGame(t testing.TB, rules, board string) *Game {
	t.Helper()
	position := mustBoard(t, board)
	g, err := NewGame(mustRules(t, rules), position.Size(), SetupOf(&position, Black))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// playAll plays vertices for the players in turn.
func playAll(t testing.TB, g *Game, vertices string) {
	t.Helper()
	for _, v := range strings.Fields(vertices) {
		if err := g.Play(mustPoint(t, v)); err != nil {
			t.Fatal(err)
		}
	}
}

func TestLegalReasons(t *testing.T) {
	const board = `
		. X O .
		X O . O
		X X O .
		. X . .`
	for _, c := range []struct {
		name, rules, before, play string
		want                      error
	}{
		{"an empty point", "ko=simple", "", "A1", nil},
		{"a pass", "ko=simple", "", "pass", nil},
		{"a stone is there", "ko=simple", "", "B4", ErrOccupied},
		{"right of the board", "ko=simple", "", "E1", ErrOffBoard},
		{"above the board", "ko=simple", "", "A5", ErrOffBoard},
		{"no point at all", "ko=simple", "", "none", ErrOffBoard},
		{"a suicide of White", "ko=simple", "pass", "A1", ErrSuicide},
		{"a suicide of one stone, two needed", "suicide=multi", "pass", "A1", ErrSuicide},
		{"a suicide where all are allowed", "suicide=any", "pass", "A1", nil},
		{"the same under positional superko", "suicide=any,ko=positional", "pass", "A1", ErrSuperko},
		{"retaking the ko at once", "ko=simple", "C3", "B3", ErrKo},
		{"the same without ko rule", "ko=none", "C3", "B3", nil},
		{"the same under positional superko", "ko=positional", "C3", "B3", ErrSuperko},
		{"the same under situational superko", "ko=situational", "C3", "B3", ErrSuperko},
		{"retaking the ko after a threat", "ko=simple", "C3 D1 C1", "B3", nil},
		{"retaking the ko after a threat, superko", "ko=positional", "C3 D1 C1", "B3", nil},
		{"retaking the ko after two passes", "ko=simple,passes=3", "C3 pass pass", "B3", nil},
		{"retaking the ko after two passes, superko", "ko=positional,passes=3", "C3 pass pass", "B3", ErrSuperko},
		{"after the end", "ko=simple", "pass pass", "A1", ErrGameOver},
		{"a pass after the end", "ko=simple", "pass pass", "pass", ErrGameOver},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := newTestGame(t, c.rules, board)
			playAll(t, g, c.before)
			p := NoPoint
			if c.play != "none" {
				p = mustPoint(t, c.play)
			}
			if err := g.Legal(p); !errors.Is(err, c.want) {
				t.Errorf("legal: %v, want %v", err, c.want)
			}
			before := *g
			err := g.Play(p)
			if !errors.Is(err, c.want) {
				t.Errorf("play: %v, want %v", err, c.want)
			}
			if err != nil && (g.position != before.position || g.now != before.now || len(g.turns) != len(before.turns)) {
				t.Error("a refused move changed the game")
			}
		})
	}
}

func TestIllegalMoveNamesItself(t *testing.T) {
	g := newTestGame(t, "chinese", "X .")
	if err := g.Play(At(1, 1)); err == nil || err.Error() != "B A1: the point is occupied" {
		t.Errorf("error %v", err)
	}
}

// What natural situational superko bars and what not: the player's own plays
// only, neither the start nor what the opponent made.
func TestNaturalSituationalSuperko(t *testing.T) {
	const board = `
		. X O .
		X O . O
		. X O .
		. . . .`
	g := newTestGame(t, "ko=natural-situational", board)
	playAll(t, g, "C3")
	if err := g.Legal(mustPoint(t, "B3")); err != nil {
		t.Errorf("the start was made by no play, but: %v", err)
	}
	g = newTestGame(t, "ko=natural-situational", board)
	playAll(t, g, "A1 D1 C3")
	if err := g.Legal(mustPoint(t, "B3")); !errors.Is(err, ErrSuperko) {
		t.Errorf("White made this board before, but: %v", err)
	}
}

// A search must be able to tell from the keys what the game tells.
func TestSuperkoKeysAgreeWithLegal(t *testing.T) {
	for _, ko := range []string{"simple", "positional", "situational", "natural-situational"} {
		g := newTestGame(t, "suicide=any,ko="+ko, ". X O .\nX O . O\n. X O .\n. . . .")
		playAll(t, g, "C3 A1 pass B3 D1 pass")
		keys := g.SuperkoKeys()
		if ko == "simple" {
			if keys != nil {
				t.Errorf("%s: keys %v", ko, keys)
			}
			continue
		}
		for _, p := range g.Size().Points() {
			if g.Position().At(p) != Empty {
				continue
			}
			next := *g.Position()
			next.Place(g.ToPlay(), p)
			barred := slices.Contains(keys, g.Rules().SuperkoKey(next.Hash(), g.ToPlay().Opponent()))
			if got := errors.Is(g.Legal(p), ErrSuperko); got != barred {
				t.Errorf("%s: %v barred by the game: %t, by the keys: %t", ko, p, got, barred)
			}
		}
	}
}

func TestKoPoint(t *testing.T) {
	g := newTestGame(t, "ko=simple", ". X O .\nX O . O\n. X O .\n. . . .")
	playAll(t, g, "C3")
	if g.KoPoint() != mustPoint(t, "B3") {
		t.Errorf("ko point %v, want B3", g.KoPoint())
	}
	// The ban is on White, not on Black, who may connect.
	if err := g.LegalMove(Move{Black, g.KoPoint()}); err != nil {
		t.Error(err)
	}
	playAll(t, g, "pass")
	if g.KoPoint() != NoPoint {
		t.Errorf("ko point %v after a pass", g.KoPoint())
	}
	g = newTestGame(t, "ko=simple", ". X X O .\nX O O . O\n. X X O .\n. . . . .")
	playAll(t, g, "D3")
	if g.KoPoint() != NoPoint {
		t.Errorf("ko point %v after two stones were taken", g.KoPoint())
	}
}

func TestCapturesAndSuicideCount(t *testing.T) {
	g := newTestGame(t, "suicide=any", ". O .\nO . .\n. . .")
	playAll(t, g, "A3")
	if g.Captures(Black) != 0 || g.Captures(White) != 1 {
		t.Errorf("captures %d and %d, want White to get the suicide", g.Captures(Black), g.Captures(White))
	}
	if g.Captures(Empty) != 0 || g.Passes(Border) != 0 {
		t.Error("nobody has captures")
	}
}

func TestTwoPassesEndAGame(t *testing.T) {
	for _, c := range []struct {
		name, rules, moves string
		over               bool
	}{
		{"one pass", "chinese", "A1 pass", false},
		{"two passes", "chinese", "pass pass", true},
		{"two passes with a play between", "chinese", "pass A1 pass", false},
		{"three wanted, two made", "chinese,passes=3", "pass pass", false},
		{"three wanted, three made", "chinese,passes=3", "pass pass pass", true},
		{"AGA, White passes last", "aga", "pass pass", true},
		{"AGA, Black passes last", "aga", "A1 pass pass", false},
		{"AGA, White passes once more", "aga", "A1 pass pass pass", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := newTestGame(t, c.rules, "...\n...\n...")
			playAll(t, g, c.moves)
			if g.Over() != c.over {
				t.Errorf("over %t, want %t", g.Over(), c.over)
			}
			if (g.Result() != Result{}) != c.over {
				t.Errorf("result %v", g.Result())
			}
		})
	}
}

func TestMoveLimitIsNoResult(t *testing.T) {
	g := newTestGame(t, "ko=none,komi=0.5", "...")
	for i := 0; !g.Over(); i++ {
		if i == 9 {
			t.Fatal("no end after three times the board")
		}
		// Never two passes in a row, and always something to play.
		for _, p := range append(g.LegalPoints(), Pass) {
			if g.Play(p) == nil {
				break
			}
		}
	}
	want := Result{Ending: ByMoveLimit}
	if g.Result() != want || g.Result().String() != "Void" || g.Result().Draw() || g.Ply() != 9 {
		t.Errorf("result %+v after %d plies, want %+v after 9", g.Result(), g.Ply(), want)
	}
	g = newTestGame(t, "ko=none,max-moves=2", "...")
	playAll(t, g, "A1 pass")
	if g.Result() != want {
		t.Errorf("result %+v after 2 plies of 2", g.Result())
	}
	g = newTestGame(t, "ko=none,max-moves=2,komi=0.5", "...")
	playAll(t, g, "pass pass")
	if g.Result().Ending != ByScore {
		t.Errorf("result %+v: passes at the limit still end the game", g.Result())
	}
}

func TestResignAndEnd(t *testing.T) {
	g := newTestGame(t, "chinese", "...")
	playAll(t, g, "A1")
	if err := g.Resign(Black); err != nil { // out of turn
		t.Fatal(err)
	}
	if got := g.Result(); got.String() != "W+R" || !g.Over() {
		t.Errorf("result %v", got)
	}
	if err := g.Resign(White); !errors.Is(err, ErrGameOver) {
		t.Errorf("second resignation: %v", err)
	}
	if err := g.Undo(); err != nil || g.Over() || g.Ply() != 1 {
		t.Errorf("undone: %v, over %t, ply %d", err, g.Over(), g.Ply())
	}
	for result, want := range map[Result]string{
		{Ending: ByTime, Winner: Black}:             "B+T",
		{Ending: ByForfeit, Winner: White}:          "W+F",
		{Ending: ByForfeit}:                         "Void",
		{Ending: ByDraw}:                            "0",
		{Ending: ByNoResult}:                        "Void",
		{Ending: ByScore, Winner: White, Margin: 9}: "B+0.5", // the board says who won
	} {
		g := newTestGame(t, "komi=2.5", "...")
		playAll(t, g, "A1")
		if err := g.End(result); err != nil {
			t.Fatal(err)
		}
		if got := g.Result().String(); got != want {
			t.Errorf("%+v is %s, want %s", result, got, want)
		}
	}
	if err := newTestGame(t, "chinese", "...").End(Result{}); err == nil {
		t.Error("a game ended as unfinished")
	}
	if err := newTestGame(t, "chinese", "...").Resign(Empty); err == nil {
		t.Error("nobody resigned")
	}
}

func TestUndoRestoresEverything(t *testing.T) {
	g := newTestGame(t, "chinese,passes=3", ". X O .\nX O . O\n. X O .\n. . . .")
	var before []uint64
	var states []state
	for _, v := range strings.Fields("C3 A1 pass B3 D1 pass pass") {
		before = append(before, g.FinalHash())
		states = append(states, g.now)
		playAll(t, g, v)
	}
	for i := len(before) - 1; i >= 0; i-- {
		if err := g.Undo(); err != nil {
			t.Fatal(err)
		}
		if g.FinalHash() != before[i] || g.now != states[i] {
			t.Fatalf("ply %d is not as it was", i)
		}
	}
	if err := g.Undo(); err == nil {
		t.Error("undone more than was played")
	}
	if len(g.barred) != 1 {
		t.Errorf("%d keys left, want that of the start", len(g.barred))
	}
}

func TestResumeAfterADispute(t *testing.T) {
	g := newTestGame(t, "chinese", "...\n...\n...")
	if err := g.Resume(); err == nil {
		t.Error("resumed what was not over")
	}
	playAll(t, g, "B2 pass pass")
	if err := g.Resume(); err != nil || g.Over() || g.PassesInRow() != 0 || g.ToPlay() != White {
		t.Errorf("resumed: %v, over %t, %d passes, %v to play", err, g.Over(), g.PassesInRow(), g.ToPlay())
	}
	playAll(t, g, "pass pass")
	if !g.Over() {
		t.Error("not over after two more passes")
	}
}

func TestSettle(t *testing.T) {
	g := newTestGame(t, "komi=0", `
		. X . . .
		X X . O .
		. X . . .`)
	if err := g.Settle([]Point{mustPoint(t, "D2")}, Agreed); err == nil {
		t.Error("settled before the end")
	}
	playAll(t, g, "pass pass")
	if got := g.Result().String(); got != "B+5" { // 4 stones and 2 eyes against 1 stone
		t.Errorf("as it stands: %s", got)
	}
	if err := g.Settle([]Point{mustPoint(t, "E1")}, Agreed); err == nil {
		t.Error("an empty point is dead")
	}
	if err := g.Settle([]Point{mustPoint(t, "D2")}, Estimated); err != nil {
		t.Fatal(err)
	}
	if got := g.Result().String(); got != "B+15" {
		t.Errorf("settled: %s", got)
	}
	if f := g.Facts(); f.Method != Estimated {
		t.Errorf("method %v", f.Method)
	}
	clone := g.Clone()
	if err := g.Undo(); err != nil || g.Facts().Dead != nil {
		t.Errorf("undone: %v, dead %v", err, g.Facts().Dead)
	}
	if got := clone.Result().String(); got != "B+15" {
		t.Errorf("the clone changed: %s", got)
	}
}

func TestCloneIsIndependent(t *testing.T) {
	g := newTestGame(t, "chinese", "...\n...\n...")
	playAll(t, g, "B2 A1")
	clone := g.Clone()
	playAll(t, g, "C3 C1")
	if clone.Ply() != 2 || clone.Position().At(mustPoint(t, "C3")) != Empty {
		t.Error("the clone went along")
	}
	playAll(t, clone, "C1")
	if len(clone.barred) != 4 || len(g.barred) != 5 {
		t.Errorf("%d and %d keys", len(clone.barred), len(g.barred))
	}
}

func TestHistoryAndFinalHash(t *testing.T) {
	a := newTestGame(t, "chinese", "...\n...\n...")
	b := newTestGame(t, "chinese", "...\n...\n...")
	playAll(t, a, "A1 B2 C3")
	playAll(t, b, "C3 B2 A1")
	if a.Hash() != b.Hash() || a.FinalHash() == b.FinalHash() {
		t.Error("two ways to one position: want equal hashes and different final hashes")
	}
	if h := a.History(); len(h) != 4 || h[0] != 0 || h[3] != a.Hash() {
		t.Errorf("history %x", h)
	}
	c := newTestGame(t, "chinese", "...\n...")
	if c.FinalHash() == newTestGame(t, "chinese", "...\n...\n...").FinalHash() {
		t.Error("two sizes have one final hash")
	}
}

func TestSetupErrors(t *testing.T) {
	for _, c := range []struct {
		name  string
		size  Size
		setup Setup
		want  string
	}{
		{"a stone off the board", Square(9), Setup{Black: []Point{At(10, 1)}}, "B K1"},
		{"a pass as a stone", Square(9), Setup{Black: []Point{Pass}}, "B pass"},
		{"two stones on a point", Square(9), Setup{Black: []Point{At(1, 1)}, White: []Point{At(1, 1)}}, "W A1"},
		{"a chain without liberties", Square(3), Setup{Black: []Point{At(1, 1)}, White: []Point{At(2, 1), At(1, 2)}}, "A1 has no liberty"},
		{"a board too large", Square(26), Setup{}, "each side must be 1 to 25"},
		{"no player to move", Square(9), Setup{ToPlay: Border}, "to play"},
		{"fewer stones than none", Square(9), Setup{Handicap: -1}, "handicap"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := NewGame(Rules{}, c.size, c.setup)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want one with %q", err, c.want)
			}
		})
	}
	if _, err := NewGame(Rules{Ko: 99}, Square(9), Setup{}); err == nil {
		t.Error("a game under invalid rules")
	}
}

func TestWhoStarts(t *testing.T) {
	for _, c := range []struct {
		name, rules string
		setup       Setup
		want        Color
	}{
		{"an empty board", "chinese", Setup{}, Black},
		{"the ancient start", "chinese-ancient", Setup{}, White},
		{"handicap", "chinese", Setup{Black: []Point{At(3, 3), At(7, 7)}, Handicap: 2}, White},
		{"one stone of handicap is only the first move", "chinese", Setup{Handicap: 1}, Black},
		{"as said", "chinese", Setup{ToPlay: White}, White},
		{"as said, ancient", "chinese-ancient", Setup{ToPlay: Black}, Black},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, err := NewGame(mustRules(t, c.rules), Square(9), c.setup)
			if err != nil {
				t.Fatal(err)
			}
			if g.ToPlay() != c.want || g.FirstToPlay() != c.want {
				t.Errorf("%v to play, want %v", g.ToPlay(), c.want)
			}
		})
	}
}

func TestDiagonalStart(t *testing.T) {
	g, err := NewGame(mustRules(t, "chinese-ancient"), Square(19), Setup{})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]Color{"D4": Black, "Q16": Black, "D16": White, "Q4": White} {
		if got := g.Position().At(mustPoint(t, name)); got != want {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
	if n := g.Position().Count(Empty); n != 357 {
		t.Errorf("%d empty points", n)
	}
	if _, err := NewGame(mustRules(t, "chinese-ancient"), Square(6), Setup{}); err == nil || !strings.Contains(err.Error(), "start=empty") {
		t.Errorf("on 6x6: %v", err)
	}
	if _, err := NewGame(mustRules(t, "chinese-ancient,start=empty"), Square(6), Setup{}); err != nil {
		t.Error(err)
	}
}

func TestFixedHandicap(t *testing.T) {
	for _, c := range []struct {
		size Size
		most int
	}{
		{Square(19), 9}, {Square(13), 9}, {Square(9), 9}, {Square(25), 9}, {Square(7), 4}, {Square(8), 4}, {Square(18), 4},
		{Square(6), 0}, {Square(1), 0}, {Size{9, 13}, 9}, {Size{9, 12}, 4}, {Size{9, 5}, 0}, {Size{}, 0},
	} {
		if got := MaxFixedHandicap(c.size); got != c.most {
			t.Errorf("%v offers %d, want %d", c.size, got, c.most)
		}
		for n := -1; n <= 10; n++ {
			points, err := FixedHandicap(c.size, n)
			if (err == nil) != (n >= 2 && n <= c.most) || err == nil && len(points) != n {
				t.Errorf("%v, %d stones: %v, %v", c.size, n, points, err)
			}
			if err == nil {
				if _, err := HandicapSetup(c.size, points); err != nil {
					t.Errorf("%v, %d stones: %v", c.size, n, err)
				}
			}
		}
	}
	if _, err := HandicapSetup(Square(9), []Point{At(1, 1)}); err == nil {
		t.Error("a handicap of one stone")
	}
	if _, err := HandicapSetup(Square(9), []Point{At(1, 1), At(1, 1)}); err == nil {
		t.Error("a handicap of one stone twice")
	}
}

func TestPlayMoveOutOfTurn(t *testing.T) {
	g := newTestGame(t, "chinese", "...\n...\n...")
	for _, v := range []string{"A1", "B2"} {
		if err := g.PlayMove(Move{White, mustPoint(t, v)}); err != nil {
			t.Fatal(err)
		}
	}
	if g.ToPlay() != Black || g.Position().Count(White) != 2 {
		t.Errorf("%v to play on\n%v", g.ToPlay(), g.Position())
	}
	if !slices.Equal(g.Moves(), []Move{{White, At(1, 1)}, {White, At(2, 2)}}) {
		t.Errorf("moves %v", g.Moves())
	}
	if err := g.PlayMove(Move{Empty, At(3, 3)}); err == nil {
		t.Error("nobody played")
	}
}

// A tie is a draw: neither player's win by nothing.
func TestTieIsADraw(t *testing.T) {
	for rules, want := range map[string]string{"komi=3": "0", "komi=3,tie=black": "B+0", "komi=3,tie=white": "W+0"} {
		g := newTestGame(t, rules, "...")
		playAll(t, g, "B1 pass pass")
		if got := g.Result(); got.String() != want || got.Draw() != (want == "0") || got.Margin != 0 {
			t.Errorf("%s: result %v, draw %t", rules, got, got.Draw())
		}
	}
}

// However one asks for the score, it is the same count.
func TestOneScoringFunction(t *testing.T) {
	for _, rules := range RulesetNames() {
		g := newTestGame(t, rules+",start=empty", ". . X O .\n. . X O .\n. . X O .")
		before := g.Score(nil)
		playAll(t, g, "pass pass")
		for !g.Over() { // AGA: White passes last
			playAll(t, g, "pass")
		}
		if g.Result() != g.Score(nil).Result() || g.Result() != g.Count().Result() {
			t.Errorf("%s: result %v, score %v", rules, g.Result(), g.Score(nil).Result())
		}
		if before.Black != g.Score(nil).Black && !g.Rules().PassStones {
			t.Errorf("%s: passing changed the count", rules)
		}
	}
}

func TestHandicapFollowsThePlacement(t *testing.T) {
	chosen := []Point{At(5, 5), At(3, 3)}
	for _, c := range []struct {
		rules  string
		n      int
		chosen []Point
		ok     bool
	}{
		{"chinese", 2, nil, true}, {"chinese", 2, chosen, true}, {"chinese", 3, chosen, false}, {"chinese", 10, nil, false},
		{"japanese", 2, nil, true}, {"japanese", 2, chosen, false}, {"japanese,placement=free", 2, chosen, true},
	} {
		setup, err := mustRules(t, c.rules).Handicap(Square(9), c.n, c.chosen)
		if (err == nil) != c.ok || c.ok && (setup.Handicap != c.n || setup.ToPlay != White) {
			t.Errorf("%s, %d stones, chosen %v: %+v, %v", c.rules, c.n, c.chosen, setup, err)
		}
	}
}

func TestPenalties(t *testing.T) {
	g := newTestGame(t, "ing", "...")
	playAll(t, g, "B1")
	margin := g.Score(nil).Margin
	if err := g.Penalize(White, WholePoints(2)); err != nil {
		t.Fatal(err)
	}
	if got := g.Score(nil).Margin; got != margin+WholePoints(2) {
		t.Errorf("margin %v, want two points more than %v", got, margin)
	}
	if text := g.Score(nil).String(); !strings.Contains(text, "penalties 0 and 2") {
		t.Error(text)
	}
	undo(t, g)
	if g.Facts().Penalty != [2]HalfPoints{} {
		t.Error("the penalty stayed")
	}
	if g.Penalize(Empty, 1) == nil || g.Penalize(Black, -1) == nil {
		t.Error("a penalty of nobody or of less than nothing")
	}
}

// TestReserveChangesNothing: a game with room reserved goes the same way.
func TestReserveChangesNothing(t *testing.T) {
	for _, rules := range []string{"chinese", "japanese", "aga"} {
		plain, roomy := newTestGame(t, rules, fiveByFive), newTestGame(t, rules, fiveByFive)
		roomy.Reserve(10)
		roomy.Reserve(0)
		for i, p := range []Point{At(3, 3), At(2, 2), Pass, At(4, 4), At(2, 3), At(3, 2)} {
			if i == 3 {
				roomy.Reserve(40)
			}
			if a, b := plain.Play(p), roomy.Play(p); (a == nil) != (b == nil) {
				t.Fatalf("%s, move %d: %v and %v", rules, i, a, b)
			}
		}
		if plain.FinalHash() != roomy.FinalHash() || plain.Ending() != roomy.Ending() {
			t.Errorf("%s: the games differ", rules)
		}
		for roomy.Ply() > 0 {
			if err := roomy.Undo(); err != nil {
				t.Fatal(err)
			}
		}
		if start := roomy.Start(); *roomy.Position() != start {
			t.Errorf("%s: undone, the board is not the start", rules)
		}
	}
}

const fiveByFive = `
	. . . . .
	. . . . .
	. . . . .
	. . . . .
	. . . . .`
