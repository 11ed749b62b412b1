package playout

import (
	"flag"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/ruleset"
)

// midGames is for the thorough run: go test ./playout -run AgreesWithRunner -positions 1000 -v
var midGames = flag.Int("positions", 0, "positions from the middle of games from which batch and scalar playouts are compared, 0 for the usual number")

// Batch and Runner play by the same rules: from positions in the middle of
// games their mean scores agree within sampling error. Each difference of two
// means in units of its standard error has a mean square of one, about; their
// sum over all positions is as chi squared.
func TestBatchAgreesWithRunner(t *testing.T) {
	positions, playouts := 20, 400
	if *midGames > 0 {
		positions = *midGames
	}
	sizes := []ruleset.Size{ruleset.Square(9), {W: 7, H: 5}, ruleset.Square(13), {W: 11, H: 13}, ruleset.Square(19)}
	for _, test := range []struct {
		name    string
		options BatchOptions
		policy  Policy
	}{
		{"uniform", BatchOptions{}, Uniform{}},
		{"tactical", BatchOptions{Heavy: true, Tactical: DefaultTactical()}, DefaultTactical()},
	} {
		rng := NewRNG(5)
		var margins, lengths deviations
		for i := range positions {
			board := midGame(sizes[i%len(sizes)], &rng)
			batch, err := NewBatch(board.Size(), test.options)
			if err != nil {
				t.Fatal(err)
			}
			outcomes := make([]Outcome, playouts)
			batch.Play(board, uint64(1000*i), outcomes)
			runner := Runner{Policy: test.policy}
			var margin, length [2]moments // in lanes, one game at a time
			for _, inLanes := range outcomes {
				copied := *board
				alone := runner.Run(&copied, &rng, nil)
				margin[0].add(float64(inLanes.Margin))
				margin[1].add(float64(alone.Margin))
				length[0].add(float64(inLanes.Moves))
				length[1].add(float64(alone.Moves))
			}
			margins.add(margin)
			lengths.add(length)
		}
		for name, d := range map[string]*deviations{"margins": &margins, "lengths": &lengths} {
			t.Logf("%s, %s: differences of %d means are %.2f standard errors in the mean square, %.2f at most", test.name, name, positions, math.Sqrt(d.squares/d.n), d.worst)
			if off := (d.squares - d.n) / math.Sqrt(2*d.n); math.Abs(off) > 5 || d.worst > 5.5 {
				t.Errorf("%s: %s differ: chi squared is %.1f standard deviations off, the largest difference %.1f standard errors", test.name, name, off, d.worst)
			}
		}
	}
}

// midGame plays some random moves on an empty board.
func midGame(size ruleset.Size, rng *RNG) *fastboard.Board {
	board := fastboard.New(size)
	for range rng.Intn(uint32(size.Area())) {
		board.Play(Uniform{}.Move(board, rng))
		if board.Passes() > 0 {
			break
		}
	}
	return board
}

// deviations add up how far pairs of means are apart.
type deviations struct{ n, squares, worst float64 }

func (d *deviations) add(pair [2]moments) {
	// Where all playouts end alike there is no error and nothing to compare.
	variance := pair[0].variance()/pair[0].n + pair[1].variance()/pair[1].n
	if variance == 0 && pair[0].mean() == pair[1].mean() {
		return
	}
	z := math.Abs(pair[0].mean()-pair[1].mean()) / math.Sqrt(variance)
	d.n++
	d.squares += z * z
	d.worst = max(d.worst, z)
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

// Play drops what was loaded before: none of it comes among its outcomes.
func TestBatchPlayDropsWhatWasLoaded(t *testing.T) {
	size := ruleset.Square(9)
	for _, portable := range []bool{false, true} {
		batch, err := NewBatch(size, BatchOptions{Portable: portable})
		if err != nil {
			t.Fatal(err)
		}
		rng := NewRNG(3)
		board := midGame(size, &rng)
		for n := range 3 {
			want, got := make([]Outcome, n), make([]Outcome, n)
			batch.Play(board, 1, want)
			for lane := range batch.Lanes() {
				batch.Load(lane, fastboard.New(size), uint64(lane))
			}
			batch.Play(board, 1, got)
			if !slices.Equal(got, want) {
				t.Errorf("%s: %d playouts end with %v, before anything was loaded with %v", batch, n, got, want)
			}
		}
	}
}

func TestNewBatchRefusesChances(t *testing.T) {
	for _, heavy := range []bool{false, true} {
		_, err := NewBatch(ruleset.Square(9), BatchOptions{Heavy: heavy, Tactical: Tactical{Pattern: Always + 1}})
		if err == nil || !strings.Contains(err.Error(), "pattern=257") {
			t.Errorf("heavy %v: a chance of 257 gives the error %v", heavy, err)
		}
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
