package lanes

import (
	"fmt"
	"testing"
	"time"
)

// BenchmarkPlay plays playouts from the empty board through the queue, on one
// goroutine, and reports how many a second and what a move takes.
func BenchmarkPlay(b *testing.B) {
	for _, policy := range []struct {
		name    string
		options Options
	}{
		{"light", Options{}},
		{"light-trace", Options{Trace: true}},
		{"heavy", Options{Chances: DefaultChances()}},
		{"light-portable", Options{Portable: true}},
		{"heavy-portable", Options{Portable: true, Chances: DefaultChances()}},
	} {
		for _, side := range []int{7, 9, 13, 19} {
			b.Run(fmt.Sprintf("%s/%dx%d", policy.name, side, side), func(b *testing.B) {
				benchmarkPlay(b, side, policy.options)
			})
		}
	}
}

func benchmarkPlay(b *testing.B, side int, options Options) {
	geo, err := NewGeometry(side, side)
	if err != nil {
		b.Fatal(err)
	}
	batch, err := NewBatch(geo, options)
	if err != nil {
		b.Fatal(err)
	}
	jobs := make([]Job, 1024)
	outcomes := make([]Outcome, len(jobs))
	start := new(Position)
	playouts, moves := 0, 0
	began := time.Now()
	b.ReportAllocs()
	for b.Loop() {
		for i := range jobs {
			jobs[i] = Job{Position: start, Seed: uint64(playouts + i)}
		}
		batch.Play(jobs, outcomes, nil)
		playouts += len(jobs)
		for i := range outcomes {
			moves += int(outcomes[i].Moves)
		}
	}
	spent := time.Since(began)
	b.ReportMetric(float64(playouts)/spent.Seconds(), "playouts/s")
	b.ReportMetric(float64(spent.Nanoseconds())/float64(moves), "ns/move")
	b.ReportMetric(0, "ns/op")
}
