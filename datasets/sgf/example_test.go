package sgf_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/tengen-go/tengen/datasets/sgf"
	"github.com/tengen-go/tengen/ruleset"
)

// A collection is read game by game, in the memory of one game.
func ExampleReader() {
	file := strings.NewReader(`Two games:
(;GM[1]SZ[9]PB[Li]PW[Wang]RU[Chinese]KM[375]RE[黑中盘胜];B[ee];W[cc])
(;GM[1]SZ[9]PB[Kim]PW[Ito]RU[Japanese]KM[6.5]RE[W+0.5];B[gg];W[cg];B[gg])
`)
	reader := sgf.NewReader(file, sgf.Options{File: "two.sgf"})
	for tree, err := range reader.Games() {
		if err != nil {
			fmt.Println(err)
			continue
		}
		info, err := tree.Info()
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%s - %s: %v, komi %v, %v\n", info.Black.Name, info.White.Name, info.Rules.Name, info.Komi, info.Result)
		for _, note := range info.Notes {
			fmt.Println("note:", note)
		}
		if _, _, err := tree.ToGame(sgf.GameOptions{}); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// Li - Wang: chinese, komi 7.5, B+R
	// note: two.sgf: game 1, node 1, byte 12: komi 375 is read as hundredths of zi: 7.5 points
	// Kim - Ito: japanese, komi 6.5, W+0.5
	// sgf: two.sgf: game 2, move 3, byte 151: the record cannot be refereed: B G3: the point is occupied
}

// A game that was played becomes a record, and a record a file.
func ExampleNewRecord() {
	rules, err := ruleset.ParseRules("chinese")
	if err != nil {
		fmt.Println(err)
		return
	}
	game, err := ruleset.NewGame(rules, ruleset.Square(9), ruleset.Setup{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, vertex := range []string{"E5", "G7", "C3"} {
		p, err := ruleset.ParsePoint(vertex)
		if err == nil {
			err = game.Play(p)
		}
		if err != nil {
			fmt.Println(err)
			return
		}
	}
	if err := game.Resign(ruleset.White); err != nil {
		fmt.Println(err)
		return
	}
	record := sgf.NewRecord(game)
	record.Black.Name, record.White.Name = "uniform", "tactical"
	record.Comments = []string{"the center"}
	tree, err := record.Tree()
	if err == nil {
		err = sgf.Write(os.Stdout, tree)
	}
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// (;FF[4]CA[UTF-8]GM[1]SZ[9]RU[Chinese]KM[7.5]PB[uniform]PW[tactical]RE[B+R]
	// ;B[ee]C[the center];W[gc];B[cg])
}

// The board of a record can be seen after any move, legal or not.
func ExampleReplay_PositionAt() {
	collection, err := sgf.Parse([]byte("(;SZ[5]AB[bb];W[dd];B[cc](;W[dc])(;W[cd]))"), sgf.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	line, err := collection.Games[0].Replay()
	if err != nil {
		fmt.Println(err)
		return
	}
	position := line.PositionAt(2)
	fmt.Print(&position)
	// Output:
	//    A B C D E
	//  5 . . . . . 5
	//  4 . X . . . 4
	//  3 . . X . . 3
	//  2 . . . O . 2
	//  1 . . . . . 1
	//    A B C D E
}
