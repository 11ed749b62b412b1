package tune_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/experiments/tune"
	"github.com/tengen-go/tengen/ruleset"
)

// A tuning of two parameters on a board so small that it takes no time; what is
// found there is of no use.
func ExampleRun() {
	dir, err := os.MkdirTemp("", "tuning")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)

	plan := tune.DefaultPlan()
	plan.Player, err = experiments.ParsePlayer("light:playouts=5")
	if err != nil {
		log.Fatal(err)
	}
	plan.Params = []tune.Param{
		{Name: "rave", Low: 300, High: 3000, Log: true},
		{Name: "exploration", Low: 0, High: 0.3},
	}
	plan.Size.Size, plan.Opening.Sampled = ruleset.Square(3), 1
	plan.Games, plan.SPSA.Pairs, plan.Validation = 20, 1, 0

	report, err := tune.Run(context.Background(), filepath.Join(dir, "first"), &plan, tune.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d games in %d rounds\n", report.Games, report.Rounds)
	for _, f := range report.Findings {
		fmt.Println(f.Param, "started at", f.Start)
	}
	fmt.Println(report.Conclusion)
	// Output:
	// 20 games in 10 rounds
	// rave=300:3000:log started at 1000
	// exploration=0:0.3 started at 0
	// not validated: whether what was found is better is not known; let it meet the player as it is (tengen match)
}
