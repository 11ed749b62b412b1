package rating_test

import (
	"fmt"

	"github.com/tengen-go/tengen/experiments/rating"
)

// Color-swapped pairs from shared openings, tested for 20 Elo against none.
func ExampleSPRT_Pairs() {
	pairs := rating.Pairs{20, 90, 210, 120, 40} // pairs that made 0, ½, 1, 1½ and 2 points
	status := rating.SPRT{Elo0: 0, Elo1: 20}.Pairs(pairs)
	fmt.Printf("%d pairs: llr %.2f of %.2f to %.2f, %v\n", status.N, status.LLR, status.Lower, status.Upper, status.Verdict)
	elo := pairs.Difference(0.95)
	fmt.Printf("%+.1f Elo (%.1f to %.1f), stronger with probability %.3f\n", elo.Estimate, elo.Lo, elo.Hi, pairs.LOS())
	// Output:
	// 480 pairs: llr 5.27 of -2.94 to 2.94, accept elo1
	// +25.4 Elo (10.4 to 40.3), stronger with probability 1.000
}

// A small tournament.
func ExampleTable_Rate() {
	var table rating.Table
	for range 10 {
		_ = table.AddPair("strong", "middle", rating.Win, rating.Draw)
		_ = table.AddPair("middle", "weak", rating.Win, rating.Draw)
		_ = table.AddPair("weak", "strong", rating.Win, rating.Loss)
	}
	ratings, err := table.Rate(rating.Options{Anchor: "weak"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("Points out of games:")
	fmt.Print(table.String())
	for _, p := range ratings.Players {
		fmt.Printf("%-6s %4.0f (%.0f to %.0f)\n", p.Name, p.Elo.Estimate, p.Elo.Lo, p.Elo.Hi)
	}
	// Output:
	// Points out of games:
	//                 1      2      3  points
	//   strong 1      -  15/20  10/20   25/40
	//   middle 2   5/20      -  15/20   20/40
	//     weak 3  10/20   5/20      -   15/40
	// strong  119 (43 to 195)
	// middle   60 (-10 to 130)
	// weak      0 (0 to 0)
}
