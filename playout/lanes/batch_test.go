package lanes

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
)

// batches returns the ways to play that this processor has: with the kernels,
// if it can, and portably.
func batches(t *testing.T, geo *Geometry, options Options) map[string]*Batch {
	t.Helper()
	all := map[string]*Batch{}
	for name, portable := range map[string]bool{"kernels": false, "portable": true} {
		if !portable && !HasKernels {
			continue
		}
		options.Portable = portable
		b, err := NewBatch(geo, options)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = b
	}
	return all
}

// result is all there is to know of a finished playout.
type result struct {
	Outcome
	final        Position
	black, white Plane
}

// results plays the jobs and returns what came of each.
func results(b *Batch, jobs []Job) []result {
	all := make([]result, len(jobs))
	outcomes := make([]Outcome, len(jobs))
	b.Play(jobs, outcomes, func(job, lane int) {
		all[job].final = b.Final(lane)
		all[job].black, all[job].white = b.First(lane)
	})
	for i := range all {
		all[i].Outcome = outcomes[i]
	}
	return all
}

// jobs returns so many jobs, half of them from the middle of games.
func jobs(geo *Geometry, n int) []Job {
	all := make([]Job, n)
	for i := range all {
		all[i] = Job{Position: new(Position), Seed: uint64(i) * 3}
		if i%2 == 1 {
			all[i].Position = middle(geo, i)
		}
	}
	return all
}

// needKernels skips a test of the kernels where there are none.
func needKernels(t *testing.T) {
	t.Helper()
	if HasKernels {
		return
	}
	if os.Getenv("TENGEN_REQUIRE") == "1" {
		t.Fatal("this processor has no AVX-512, and TENGEN_REQUIRE=1 asks for it")
	}
	t.Skip("this processor has no AVX-512")
}

func TestKernelsPlayTheSamePlayoutsAsTheTwin(t *testing.T) {
	needKernels(t)
	for _, size := range []board{{7, 7, 600}, {9, 9, 600}, {13, 13, 150}, {19, 19, 60}, {5, 6, 400}, {3, 9, 300}, {12, 10, 100}, {18, 15, 40}} {
		if fewGames() {
			size.games /= 10
		}
		if *manyGames > 0 {
			size.games *= *manyGames / 100
		}
		geo := geometry(t, size.cols, size.rows)
		work := jobs(geo, size.games)
		for _, pol := range policies {
			for _, trace := range []bool{false, true} {
				both := batches(t, geo, Options{Chances: pol.Chances, Trace: trace})
				got, want := results(both["kernels"], work), results(both["portable"], work)
				for i := range work {
					got[i].final.Ko, got[i].final.Last, got[i].final.Passes = want[i].final.Ko, want[i].final.Last, want[i].final.Passes
					if got[i] != want[i] {
						t.Fatalf("%dx%d %s, trace %v: playout %d differs: %+v, portable %+v", size.cols, size.rows, pol.name, trace, i, got[i], want[i])
					}
				}
			}
		}
	}
}

// TestPlayoutDependsOnItsJobAlone plays the same jobs in other lanes, beside
// others, and on a larger kernel.
func TestPlayoutDependsOnItsJobAlone(t *testing.T) {
	const n = 200
	geo := geometry(t, 7, 6)
	work := jobs(geo, n)
	for _, pol := range policies[:3] {
		for name, b := range batches(t, geo, Options{Chances: pol.Chances, Heavy: true, Trace: true}) {
			want := results(b, work)
			for _, lanes := range []int{1, 3, 8, 24, 100} {
				other, err := NewBatch(geo, Options{Chances: pol.Chances, Heavy: true, Trace: true, Lanes: lanes, Portable: name == "portable"})
				if err != nil {
					t.Fatal(err)
				}
				backwards := make([]Job, n)
				for i := range work {
					backwards[n-1-i] = work[i]
				}
				for i, got := range results(other, backwards) {
					if got != want[n-1-i] {
						t.Fatalf("%s %s: with %d lanes, playout %d ends otherwise", pol.name, name, lanes, n-1-i)
					}
				}
			}
		}
	}
	for _, side := range kernelSides[1:] {
		larger := newGeometry(7, 6, side)
		moved := make([]Job, n)
		for i := range work {
			moved[i] = Job{Position: movePosition(work[i].Position, geo, larger), Seed: work[i].Seed}
		}
		for name, b := range batches(t, geo, Options{Chances: DefaultChances()}) {
			other, err := NewBatch(larger, Options{Chances: DefaultChances(), Portable: name == "portable"})
			if err != nil {
				t.Fatal(err)
			}
			got, want := results(other, moved), results(b, work)
			for i := range work {
				if got[i].Outcome != want[i].Outcome {
					t.Fatalf("%s: on the kernel of %d, playout %d ends with %v, not with %v", name, side, i, got[i].Outcome, want[i].Outcome)
				}
			}
		}
	}
}

// movePosition returns the position for the same board in another kernel.
func movePosition(p *Position, from, to *Geometry) *Position {
	spot := func(s Spot) Spot {
		if s == NoSpot {
			return NoSpot
		}
		return to.Spot(from.ColRow(s))
	}
	plane := func(p *Plane) (moved Plane) {
		for s := range p.Spots {
			moved.Add(spot(s))
		}
		return moved
	}
	return &Position{Own: plane(&p.Own), Opp: plane(&p.Opp), Atari: plane(&p.Atari), Ko: spot(p.Ko), Last: spot(p.Last), White: p.White, Passes: p.Passes}
}

// TestHeavyWithoutChancesIsLight plays light playouts on the heavy kernel.
func TestHeavyWithoutChancesIsLight(t *testing.T) {
	geo := geometry(t, 9, 9)
	work := jobs(geo, 200)
	light := batches(t, geo, Options{Trace: true})
	for name, heavy := range batches(t, geo, Options{Trace: true, Heavy: true}) {
		got, want := results(heavy, work), results(light[name], work)
		for i := range work {
			if got[i] != want[i] {
				t.Fatalf("%s: playout %d differs: %+v, light %+v", name, i, got[i], want[i])
			}
		}
	}
}

func TestJobsBringTheirChances(t *testing.T) {
	geo := geometry(t, 9, 9)
	defaults, none := DefaultChances(), Chances{}
	work := jobs(geo, 90)
	for name, b := range batches(t, geo, Options{Chances: Chances{Capture: 100}}) {
		for i := range work {
			work[i].Chances = []*Chances{nil, &defaults, &none}[i%3]
		}
		got := results(b, work)
		for k, options := range []Options{{Chances: Chances{Capture: 100}}, {Chances: defaults}, {Heavy: true}} {
			options.Portable = name == "portable"
			alone, err := NewBatch(geo, options)
			if err != nil {
				t.Fatal(err)
			}
			for i := range work {
				work[i].Chances = nil
			}
			want := results(alone, work)
			for i := k; i < len(work); i += 3 {
				if got[i] != want[i] {
					t.Fatalf("%s: playout %d, with chances of its own, differs", name, i)
				}
			}
		}
	}
}

// TestNineByNineIsAsKnown compares with what other programs of the same rule
// find from the empty board: mean length 111.06, and how often Black is ahead
// with komi 0, 6.5 and 7.5.
func TestNineByNineIsAsKnown(t *testing.T) {
	geo := geometry(t, 9, 9)
	for name, b := range batches(t, geo, Options{}) {
		n := 200_000
		if name == "portable" {
			n = 10_000
		}
		if fewGames() {
			n /= 10
		}
		work := make([]Job, n)
		for i := range work {
			work[i] = Job{Position: new(Position), Seed: uint64(i)}
		}
		outcomes := make([]Outcome, n)
		b.Play(work, outcomes, nil)
		moves, capped := 0.0, 0
		ahead := map[float64]float64{0: 0, 6.5: 0, 7.5: 0}
		for _, o := range outcomes {
			moves += float64(o.Moves)
			if o.Capped {
				capped++
			}
			for komi := range ahead {
				switch margin := float64(o.Margin) - komi; {
				case margin > 0:
					ahead[komi]++
				case margin == 0:
					ahead[komi] += 0.5
				}
			}
		}
		near := func(what string, got, want, deviation float64) {
			// The known figures are rounded to a unit of their last digit.
			if sigma := deviation / math.Sqrt(float64(n)); math.Abs(got-want) > 4*sigma+0.0006 {
				t.Errorf("%s: %s is %.4f, want %.4f +- %.4f", name, what, got, want, sigma)
			}
		}
		near("mean length", moves/float64(n), 111.06, 16)
		for komi, want := range map[float64]float64{0: 0.525, 6.5: 0.447, 7.5: 0.422} {
			near("the share of games that Black wins", ahead[komi]/float64(n), want, 0.5)
		}
		if capped > 0 {
			t.Errorf("%s: %d of %d playouts were cut short", name, capped, n)
		}
	}
}

// TestChoicesAreUniform draws the next two moves many times from positions in
// the middle of games, and compares how often each pair comes with what
// choosing uniformly twice gives: chi squared.
func TestChoicesAreUniform(t *testing.T) {
	for _, size := range []board{{4, 4, 0}, {9, 9, 0}, {13, 13, 0}, {19, 19, 0}} {
		geo := geometry(t, size.cols, size.rows)
		p := crowded(geo)
		expected := pairs(geo, p)
		draws := 400 * len(expected)
		if fewGames() {
			draws = 40 * len(expected)
		}
		for name, b := range batches(t, geo, Options{MaxMoves: 2}) {
			if name == "portable" && size.cols > 13 {
				continue
			}
			if got := pairDeviation(b, p, expected, draws); math.Abs(got) > 5 {
				t.Errorf("%dx%d, %s: chi squared is %.1f standard deviations off", size.cols, size.rows, name, got)
			}
		}
	}
}

// crowded returns a position late in a game, with few moves left but more than
// enough to choose from.
func crowded(geo *Geometry) *Position {
	for seed := uint64(1); ; seed++ {
		g := game{geo: geo}
		g.start(new(Position), seed, 3*geo.Area())
		for !g.over {
			moves := geo.Candidates(&g.pos)
			if n := moves.Len(); n >= 5 && n <= 14 && g.left < 2*geo.Area() {
				return &g.pos
			}
			g.turn(&Chances{}, nil)
		}
	}
}

// pairs returns the probability of every pair of moves from p, keyed by the
// position after them.
func pairs(geo *Geometry, p *Position) map[Position]float64 {
	probability := map[Position]float64{}
	first := geo.Candidates(p)
	for a := range first.Spots {
		after := *p
		geo.Play(&after, a)
		second := geo.Candidates(&after)
		if second.IsEmpty() {
			geo.Play(&after, NoSpot)
			probability[stonesOnly(&after)] += 1 / float64(first.Len())
			continue
		}
		for b := range second.Spots {
			end := after
			geo.Play(&end, b)
			probability[stonesOnly(&end)] += 1 / float64(first.Len()*second.Len())
		}
	}
	return probability
}

// stonesOnly returns the position with the stones alone.
func stonesOnly(p *Position) Position { return Position{Own: p.Own, Opp: p.Opp} }

// pairDeviation draws pairs of moves and returns how many standard deviations
// chi squared is from what it should be.
func pairDeviation(b *Batch, p *Position, expected map[Position]float64, draws int) float64 {
	work := make([]Job, draws)
	for i := range work {
		work[i] = Job{Position: p, Seed: uint64(i)}
	}
	seen := map[Position]float64{}
	b.Play(work, make([]Outcome, draws), func(_, lane int) {
		end := b.Final(lane)
		seen[stonesOnly(&end)]++
	})
	chi := 0.0
	for end, probability := range expected {
		want := probability * float64(draws)
		chi += (seen[end] - want) * (seen[end] - want) / want
		delete(seen, end)
	}
	if len(seen) > 0 {
		return math.Inf(1) // pairs that cannot be
	}
	free := float64(len(expected) - 1)
	return (chi - free) / math.Sqrt(2*free)
}

func TestMaxMovesCutsPlayouts(t *testing.T) {
	geo := geometry(t, 9, 9)
	for name, b := range batches(t, geo, Options{MaxMoves: 10}) {
		for i, r := range results(b, jobs(geo, 40)) {
			if r.Moves > 10 || r.Capped != (r.Moves == 10 && !endsByPasses(geo, r, i)) {
				t.Errorf("%s: playout %d has %d moves, capped %v", name, i, r.Moves, r.Capped)
			}
			if got := geo.Margin(&r.final); got != int(r.Margin) {
				t.Errorf("%s: playout %d: margin %d, its stones give %d", name, i, r.Margin, got)
			}
		}
	}
}

// endsByPasses reports whether playout i of jobs ended by two passes.
func endsByPasses(geo *Geometry, _ result, i int) bool {
	g := game{geo: geo}
	job := jobs(geo, i+1)[i]
	g.start(job.Position, job.Seed, 10)
	for !g.over {
		g.turn(&Chances{}, nil)
	}
	return g.pos.Passes >= 2
}

func TestPassesBeforeThePlayoutCount(t *testing.T) {
	geo := geometry(t, 5, 5)
	full := Position{Passes: 1, White: true}
	for row := 1; row <= 5; row++ {
		for col := 1; col <= 5; col++ {
			if (col+row)%2 == 0 || row != 3 {
				full.Opp.Add(geo.Spot(col, row))
			}
		}
	}
	geo.FindAtari(&full)
	over := full
	over.Passes = 2
	for name, b := range batches(t, geo, Options{}) {
		got := results(b, []Job{{Position: &over}, {Position: &full, Seed: 1}, {Position: &over, Seed: 2}})
		for i, moves := range []int32{0, 1, 0} {
			if got[i].Moves != moves || got[i].Margin != 25 || got[i].Capped {
				t.Errorf("%s: playout %d: %+v, want %d moves and 25 points for Black", name, i, got[i].Outcome, moves)
			}
		}
	}
}

func TestStepWithoutPlayoutsReturns(t *testing.T) {
	geo := geometry(t, 9, 9)
	for name, b := range batches(t, geo, Options{}) {
		if done := b.Step(nil); len(done) != 0 {
			t.Errorf("%s: lanes %v are finished and none was loaded", name, done)
		}
		b.Load(3, new(Position), 1)
		b.Load(3, new(Position), 2) // drops the first
		if done := b.Step(nil); len(done) != 1 || done[0] != 3 {
			t.Errorf("%s: lanes %v are finished, want 3", name, done)
		}
	}
}

func TestDroppedPlayoutsLeaveNoTrace(t *testing.T) {
	geo := geometry(t, 9, 9)
	for _, chances := range []Chances{{}, DefaultChances()} {
		for name, b := range batches(t, geo, Options{Chances: chances, Lanes: 8}) {
			for i := range 60 {
				if b.engine.(interface{ step() }) != nil {
					for lane := range 8 {
						b.Load(lane, middle(geo, i+lane), uint64(i+lane))
					}
					for range i {
						b.engine.(interface{ step() }).step()
					}
				}
			}
			work := jobs(geo, 30)
			got := results(b, work)
			fresh, err := NewBatch(geo, Options{Chances: chances, Portable: name == "portable"})
			if err != nil {
				t.Fatal(err)
			}
			for i, want := range results(fresh, work) {
				if got[i] != want {
					t.Fatalf("%s: playout %d is another after playouts were dropped", name, i)
				}
			}
		}
	}
}

func TestPlayoutsDoNotAllocate(t *testing.T) {
	geo := geometry(t, 9, 9)
	start := middle(geo, 9)
	for _, options := range []Options{{}, {Trace: true, Chances: DefaultChances()}} {
		for name, b := range batches(t, geo, options) {
			done := make([]int, 0, b.Lanes())
			for lane := range b.Lanes() {
				b.Load(lane, start, uint64(lane))
			}
			seed := uint64(1000)
			moves := int32(0)
			allocations := testing.AllocsPerRun(50, func() {
				done = b.Step(done[:0])
				for _, lane := range done {
					moves += b.Outcome(lane).Moves
					b.Final(lane)
					b.First(lane)
					b.Load(lane, start, seed)
					seed++
				}
			})
			if allocations != 0 {
				t.Errorf("%s: %v allocations a step", name, allocations)
			}
		}
	}
}

// TestLoadRefuses loads what would spoil other playouts. Kernels and twin refuse
// it alike, and say why.
func TestLoadRefuses(t *testing.T) {
	geo := geometry(t, 5, 5)
	start, above := new(Position), &Chances{Pattern: 257}
	for name, b := range batches(t, geo, Options{Lanes: 3, Heavy: true}) {
		for _, test := range []struct {
			what, why string
			load      func()
		}{
			{"a lane too high", "lane 3 of a batch of 3", func() { b.Load(3, start, 1) }},
			{"a lane of the same group", "lane 5 of a batch of 3", func() { b.LoadHeavy(5, start, 1, nil) }},
			{"a negative lane", "lane -1 of a batch of 3", func() { b.Load(-1, start, 1) }},
			{"a ko behind the plane", "the ko point at spot 500", func() { b.Load(0, &Position{Ko: 500}, 1) }},
			{"a ko off the board", "the ko point at spot 6", func() { b.Load(0, &Position{Ko: geo.Spot(6, 1)}, 1) }},
			{"a chance above 256", "a chance of 257", func() { b.LoadHeavy(0, start, 1, above) }},
			{"a job with such a chance", "a chance of 257", func() {
				b.Play([]Job{{Position: start, Chances: above}}, make([]Outcome, 1), nil)
			}},
		} {
			if got := panicOf(test.load); !strings.Contains(got, test.why) {
				t.Errorf("%s: %s: panic %q, want one that says %q", name, test.what, got, test.why)
				b.Clear()
			}
			if done := b.Step(nil); len(done) != 0 {
				t.Errorf("%s: %s: it is played all the same, in lanes %v", name, test.what, done)
			}
		}
	}
}

// panicOf calls f and returns what it panics with, as text.
func panicOf(f func()) (text string) {
	defer func() {
		if r := recover(); r != nil {
			text = fmt.Sprint(r)
		}
	}()
	f()
	return ""
}

// TestLoadHeavyWithoutChances plays by the chances of the batch; a light batch
// plays by none, whatever it is given.
func TestLoadHeavyWithoutChances(t *testing.T) {
	geo := geometry(t, 9, 9)
	start, above := middle(geo, 40), &Chances{Pattern: 257}
	for _, test := range []struct {
		options Options
		given   *Chances
	}{{Options{Chances: DefaultChances()}, nil}, {Options{}, nil}, {Options{}, above}} {
		for name, b := range batches(t, geo, test.options) {
			play := func(load func()) Outcome {
				load()
				b.Step(nil)
				return b.Outcome(0)
			}
			want := play(func() { b.Load(0, start, 7) })
			if got := play(func() { b.LoadHeavy(0, start, 7, test.given) }); got != want {
				t.Errorf("%s, %+v: %+v, Load gives %+v", name, test.options.Chances, got, want)
			}
		}
	}
}

func TestNewBatchExplains(t *testing.T) {
	geo := geometry(t, 9, 9)
	for name, options := range map[string]Options{
		"negative lanes":   {Lanes: -1},
		"negative moves":   {MaxMoves: -1},
		"chance above 256": {Chances: Chances{Pattern: 257}},
	} {
		if _, err := NewBatch(geo, options); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := NewBatch(nil, Options{}); err == nil {
		t.Error("no geometry: no error")
	}
	for _, size := range [][2]int{{0, 5}, {5, 0}, {20, 3}, {3, 20}, {-1, -1}} {
		if _, err := NewGeometry(size[0], size[1]); err == nil {
			t.Errorf("board of %dx%d: no error", size[0], size[1])
		}
	}
}
