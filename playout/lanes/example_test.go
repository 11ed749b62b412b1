package lanes_test

import (
	"fmt"

	"github.com/tengen-go/tengen/playout/lanes"
)

// A thousand playouts after Black has played in the center of a 7x7 board.
func ExampleBatch_Play() {
	geo, err := lanes.NewGeometry(7, 7)
	if err != nil {
		fmt.Println(err)
		return
	}
	batch, err := lanes.NewBatch(geo, lanes.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	var p lanes.Position
	geo.Play(&p, geo.Spot(4, 4))

	jobs := make([]lanes.Job, 1000)
	for i := range jobs {
		jobs[i] = lanes.Job{Position: &p, Seed: uint64(i)}
	}
	outcomes := make([]lanes.Outcome, len(jobs))
	batch.Play(jobs, outcomes, nil)

	ahead := 0
	for _, o := range outcomes {
		if o.Margin > 9 {
			ahead++
		}
	}
	fmt.Printf("Black is ahead by more than 9 points in %d of %d playouts.\n", ahead, len(jobs))
	// Output: Black is ahead by more than 9 points in 422 of 1000 playouts.
}

// A search keeps the lanes full: it loads a leaf into every lane that is free.
func ExampleBatch_Step() {
	geo, _ := lanes.NewGeometry(9, 9)
	batch, err := lanes.NewBatch(geo, lanes.Options{Lanes: 8, Chances: lanes.DefaultChances()})
	if err != nil {
		fmt.Println(err)
		return
	}
	var start lanes.Position
	seed := uint64(0)
	for lane := range batch.Lanes() {
		batch.Load(lane, &start, seed)
		seed++
	}
	played, moves := 0, 0
	for done := make([]int, 0, batch.Lanes()); played < 100; {
		done = batch.Step(done[:0])
		for _, lane := range done {
			played++
			moves += int(batch.Outcome(lane).Moves)
			batch.Load(lane, &start, seed)
			seed++
		}
	}
	fmt.Println("moves of a heavy playout on 9x9, about:", (moves/played+5)/10*10)
	// Output: moves of a heavy playout on 9x9, about: 110
}
