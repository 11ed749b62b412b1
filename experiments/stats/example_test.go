package stats_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/tengen-go/tengen/experiments/stats"
)

// Games at three komi, and the komi at which both sides would score the same.
func ExampleFitLogistic() {
	fit, err := stats.FitLogistic([]stats.KomiCell{
		{Komi: 4, Black: stats.Tally{Wins: 560, Draws: 40, Losses: 400}},
		{Komi: 7, Black: stats.Tally{Wins: 480, Draws: 40, Losses: 480}},
		{Komi: 10, Black: stats.Tally{Wins: 400, Draws: 40, Losses: 560}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fair := fit.FairKomiProfile(0.95)
	fmt.Printf("fair komi %.2f (%.2f to %.2f), at 6½ Black scores %.1f %%\n",
		fair.Estimate, fair.Lo, fair.Hi, 100*fit.P(6.5))
	// Output: fair komi 7.00 (6.32 to 7.68), at 6½ Black scores 51.3 %
}

// The same games rescored at other komi. Margins are in half points.
func ExampleMargins_Shift() {
	rng := rand.New(rand.NewPCG(1, 2))
	margins := make([]int32, 1000)
	for i := range margins {
		margins[i] = 2 * (2*int32(3+6*rng.NormFloat64()) + 1)
	}
	m, err := stats.NewMargins(margins)
	if err != nil {
		fmt.Println(err)
		return
	}
	shift := m.Shift(stats.Bootstrap{}, rng)
	fmt.Println(shift.Lattice)
	fmt.Printf("fair komi within %.1f points: %v\n", (shift.Fair.Hi-shift.Fair.Lo)/2, shift.Fair.Lo < 7 && 7 < shift.Fair.Hi)
	fmt.Println("5½ and 6½ are the same game:", m.Tally(5.5) == m.Tally(6.5))
	// Output:
	// odd margins
	// fair komi within 0.9 points: true
	// 5½ and 6½ are the same game: true
}
