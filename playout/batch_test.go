package playout

import (
	"math"
	"testing"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/ruleset"
)

// Batch and Runner play by the same rules: from positions in the middle of
// games their mean scores and lengths agree within sampling error.
func TestBatchAgreesWithRunner(t *testing.T) {
	const positions, playouts = 12, 400
	for _, test := range []struct {
		name    string
		options BatchOptions
		policy  Policy
	}{
		{"uniform", BatchOptions{}, Uniform{}},
		{"tactical", BatchOptions{Heavy: true, Tactical: DefaultTactical()}, DefaultTactical()},
	} {
		rng := NewRNG(5)
		worst := 0.0
		for i := range positions {
			size := []ruleset.Size{{W: 9, H: 9}, {W: 7, H: 5}, {W: 11, H: 13}}[i%3]
			var board fastboard.Board
			board.Reset(size)
			for range rng.Intn(uint32(size.Area())) {
				board.Play(Uniform{}.Move(&board, &rng))
				if board.Passes() > 0 {
					break
				}
			}
			batch, err := NewBatch(size, test.options)
			if err != nil {
				t.Fatal(err)
			}
			outcomes := make([]Outcome, playouts)
			batch.Play(&board, uint64(1000*i), outcomes)
			var lanes, scalar moments
			for _, o := range outcomes {
				lanes.add(float64(o.Margin))
			}
			runner := Runner{Policy: test.policy}
			for range playouts {
				copied := board
				scalar.add(float64(runner.Run(&copied, &rng, nil).Margin))
			}
			z := math.Abs(lanes.mean()-scalar.mean()) / math.Sqrt(lanes.variance()/playouts+scalar.variance()/playouts+1e-9)
			worst = max(worst, z)
		}
		t.Logf("%s: largest difference of %d means: %.2f standard errors", test.name, positions, worst)
		if worst > 4 {
			t.Errorf("%s: means differ by %.1f standard errors", test.name, worst)
		}
	}
}

// moments add up a mean and a variance.
type moments struct{ n, sum, squares float64 }

func (m *moments) add(x float64)     { m.n++; m.sum += x; m.squares += x * x }
func (m *moments) mean() float64     { return m.sum / m.n }
func (m *moments) variance() float64 { return m.squares/m.n - m.mean()*m.mean() }

// What a lane reports is consistent: the final stones give the margin, and
// every stone that came in the playout was played first by somebody.
func TestBatchFinalAndTrace(t *testing.T) {
	size := ruleset.Square(9)
	batch, err := NewBatch(size, BatchOptions{Lanes: 16, Trace: true})
	if err != nil {
		t.Fatal(err)
	}
	board := fastboard.New(size)
	for lane := range batch.Lanes() {
		batch.Load(lane, board, uint64(lane))
	}
	finished := 0
	for {
		done := batch.Step(nil)
		if len(done) == 0 {
			break
		}
		for _, lane := range done {
			finished++
			position := batch.Final(lane)
			var final fastboard.Board
			if err := final.Load(&position, ruleset.Black, ruleset.NoPoint, 0); err != nil {
				t.Fatal(err)
			}
			if got := batch.Outcome(lane).Margin; int(got) != final.AreaScore() {
				t.Errorf("lane %d: margin %d, the stones give %d", lane, got, final.AreaScore())
			}
			var trace Trace
			batch.AddTrace(lane, &trace)
			for _, p := range size.Points() {
				if position.At(p).IsPlayer() && trace.First(fastboard.FromRuleset(p)) == ruleset.Empty {
					t.Errorf("lane %d: nobody played %v first", lane, p)
				}
			}
		}
	}
	if finished != batch.Lanes() {
		t.Errorf("%d of %d lanes finished", finished, batch.Lanes())
	}
}

func BenchmarkBatch(b *testing.B) {
	for _, heavy := range []bool{false, true} {
		name := map[bool]string{false: "policy=uniform", true: "policy=tactical"}[heavy]
		b.Run(name, func(b *testing.B) {
			batch, err := NewBatch(ruleset.Square(9), BatchOptions{Heavy: heavy, Tactical: DefaultTactical()})
			if err != nil {
				b.Fatal(err)
			}
			board := fastboard.New(ruleset.Square(9))
			outcomes := make([]Outcome, 1000)
			for b.Loop() {
				batch.Play(board, 1, outcomes)
			}
			b.ReportMetric(float64(b.N)*1000/b.Elapsed().Seconds(), "playouts/s")
		})
	}
}
