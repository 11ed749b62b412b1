package playout_test

import (
	"fmt"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/playout"
	"github.com/tengen-go/tengen/ruleset"
)

func ExampleRunner_Run() {
	start := fastboard.New(ruleset.Square(9))
	runner := playout.Runner{Policy: playout.DefaultTactical()}
	rng := playout.NewRNG(1)

	var board fastboard.Board
	ahead := 0
	for range 1000 {
		board.CopyFrom(start)
		outcome := runner.Run(&board, &rng, nil)
		if ruleset.WholePoints(int(outcome.Margin)) > ruleset.WholePoints(7) {
			ahead++
		}
	}
	fmt.Printf("Black is ahead by more than a komi of 7 in %d %% of the playouts\n", (ahead+5)/10)
	// Output: Black is ahead by more than a komi of 7 in 42 % of the playouts
}

func ExampleParsePolicy() {
	policy, err := playout.ParsePolicy("tactical:pattern=200")
	fmt.Println(policy, err)

	_, err = playout.ParsePolicy("tactical:patern=200")
	fmt.Println(err)
	// Output:
	// tactical:capture=230,pattern=200,anywhere=128,selfatari=240,stone=128 <nil>
	// playout policy "tactical:patern=200": unknown option "patern": did you mean pattern? (known are capture, pattern, anywhere, selfatari, stone)
}

func ExampleOwnership() {
	pos, err := ruleset.ParseBoard(`
		. X . O .
		X X . O O
		. X . O .
		X X . O O
		. X . O .`)
	if err != nil {
		panic(err)
	}
	var start fastboard.Board
	if err := start.Load(&pos, ruleset.Black, ruleset.NoPoint, 0); err != nil {
		panic(err)
	}
	var board fastboard.Board
	var owners playout.Ownership
	var runner playout.Runner
	rng := playout.NewRNG(1)
	for range 100 {
		board.CopyFrom(&start)
		runner.Run(&board, &rng, nil)
		owners.Add(&board)
	}
	fmt.Println(owners.At(fastboard.At(1, 1)), owners.At(fastboard.At(5, 1)))
	// Output: 1 -1
}
