package fastboard_test

import (
	"fmt"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/ruleset"
)

func ExampleBoard_Play() {
	pos, err := ruleset.ParseBoard(`
		. X O .
		X O . O
		. X O .
		. . . .`)
	if err != nil {
		panic(err)
	}
	var b fastboard.Board
	if err := b.Load(&pos, ruleset.Black, ruleset.NoPoint, 0); err != nil {
		panic(err)
	}
	b.Play(fastboard.At(3, 3)) // takes B3
	fmt.Println(&b)
	liberty, atari := b.InAtari(fastboard.At(3, 3))
	fmt.Println("in atari:", atari, "at", liberty)
	fmt.Println("White may retake:", b.Legal(liberty))
	// Output:
	//    A B C D
	//  4 . X O . 4
	//  3 X . X O 3
	//  2 . X O . 2
	//  1 . . . . 1
	//    A B C D
	// W to play, ko at B3
	// in atari: true at B3
	// White may retake: false
}

// A search that must not repeat positions asks for the hash first.
func ExampleBoard_HashAfter() {
	b := fastboard.New(ruleset.Square(9))
	p := fastboard.At(5, 5)
	announced := b.HashAfter(p)
	b.Play(p)
	fmt.Println(b.Hash() == announced, b.Hash() == ruleset.Zobrist(ruleset.Black, p.Ruleset()))
	// Output: true true
}
