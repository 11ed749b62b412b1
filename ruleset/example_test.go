package ruleset_test

import (
	"errors"
	"fmt"

	"github.com/tengen-go/tengen/ruleset"
)

func ExampleParseRules() {
	rules, err := ruleset.ParseRules("chinese,komi=2¾zi,ko=situational")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(rules.Name, "with komi", rules.Komi, "and", rules.Ko, "superko")

	_, err = ruleset.ParseRules("tromptailor")
	fmt.Println(err)
	// Output:
	// chinese with komi 5.5 and situational superko
	// rules: no ruleset is named "tromptailor": did you mean "tromp-taylor"?; there are chinese, chinese-1949, chinese-no-komi, chinese-ancient, japanese, korean, ing, wmsg, aga, new-zealand, tromp-taylor, cgos, stone-scoring
}

func ExampleRules_String() {
	rules, _ := ruleset.ParseRules("tromp-taylor")
	fmt.Println(rules)
	// Output:
	// tromp-taylor,scoring=area,ko=positional,suicide=any,komi=7.5,first-pass=0,seki=counts,neutral=nobody,compensation=none,placement=free,start=empty,pass-stones=false,white-passes-last=false,passes=2,tie=draw,cycle=forbid,fill-in=none,max-moves=auto
}

func ExampleGame() {
	rules, _ := ruleset.ParseRules("chinese,komi=0.5")
	g, _ := ruleset.NewGame(rules, ruleset.Square(5), ruleset.Setup{})
	for _, vertex := range []string{"C3", "D3", "C2", "D2", "C4", "D4", "C1", "D1", "C5", "D5", "pass", "pass"} {
		p, _ := ruleset.ParsePoint(vertex)
		if err := g.Play(p); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Print(g.Position())
	fmt.Println(g.Result(), g.Result().Chinese())

	p, _ := ruleset.ParsePoint("A1")
	err := g.Play(p)
	fmt.Println(err, errors.Is(err, ruleset.ErrGameOver))
	// Output:
	//    A B C D E
	//  5 . . X O . 5
	//  4 . . X O . 4
	//  3 . . X O . 3
	//  2 . . X O . 2
	//  1 . . X O . 1
	//    A B C D E
	// B+4.5 黑胜2又1/4子
	// B A1: the game is over true
}

func ExampleGame_Score() {
	position, _ := ruleset.ParseBoard(`
		. . X O .
		. O X O .
		. . X O .
		. . X O .
		. . X O .`)
	rules, _ := ruleset.ParseRules("chinese")
	g, _ := ruleset.NewGame(rules, position.Size(), ruleset.SetupOf(&position, ruleset.Black))
	p, _ := ruleset.ParsePoint("B4")
	count := g.Score([]ruleset.Point{p}) // B4 is dead
	fmt.Print(count)
	// Output:
	// area count on 5x5, dead stones: agreed
	//                                Black   White
	// living stones                      5       5
	// surrounded points                 10       5
	// total                             15      10
	// komi 7.5, margin -2.5: W+2.5
	// in zi: Black 15, par 12.5, komi 3又3/4子: 白胜1又1/4子
}

func ExamplePassAlive() {
	position, _ := ruleset.ParseBoard(`
		. X . X O
		X X X X O
		O O O O .`)
	stones, area := ruleset.PassAlive(&position, ruleset.Black)
	fmt.Println(len(stones), "stones and", area)
	// Output: 6 stones and [A3 C3]
}

func ExampleFixedHandicap() {
	points, _ := ruleset.FixedHandicap(ruleset.Square(19), 5)
	fmt.Println(points)
	_, err := ruleset.FixedHandicap(ruleset.Square(8), 5)
	fmt.Println(err)
	// Output:
	// [D4 Q16 D16 Q4 K10]
	// fixed handicap of 5: board 8x8 offers 2 to 4
}

func ExampleJudge() {
	rules, _ := ruleset.ParseRules("chinese")
	g, _ := ruleset.NewGame(rules, ruleset.Square(9), ruleset.Setup{})
	judge := ruleset.Judge{Policy: ruleset.PolicySources}

	center, _ := ruleset.ParsePoint("E5")
	_ = g.Play(center)
	err := g.Play(center)
	if act, ok := ruleset.ActOf(err); ok {
		ruling, _ := judge.Apply(g, act, g.ToPlay())
		fmt.Println(ruling.Reason())
	}
	fmt.Println(g.Moves())
	// Output:
	// W: forbidden point: forfeit-turn (1 warning, sources)
	// [B E5 W pass]
}

func ExampleScores() {
	position, _ := ruleset.ParseBoard(`
		. X O .
		X X O O
		. X O .`)
	fmt.Printf("%+v\n", ruleset.Scores(&position, ruleset.Facts{Captures: [2]int{3, 1}}))
	// Output: {Area:0 Territory:2 Stone:0}
}
