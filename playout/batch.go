package playout

import (
	"fmt"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/playout/lanes"
	"github.com/tengen-go/tengen/ruleset"
)

// BatchOptions direct a Batch. The zero value plays uniformly, with as many
// lanes as are fastest.
type BatchOptions struct {
	// Lanes is how many playouts are under way at a time; 0 is the fastest.
	Lanes int

	// Heavy plays by the rules of Tactical with its chances, instead of
	// uniformly. The chances must be valid even where nothing is played by
	// them.
	Heavy    bool
	Tactical Tactical

	// Trace keeps who played each point first.
	Trace bool

	// Portable leaves the vector instructions of the processor alone. The
	// playouts are the same, and slower.
	Portable bool
}

// Batch plays many playouts at once, eight to a vector register where the
// processor has AVX-512: load positions into lanes, step until some are
// finished, read their outcomes, load the next. A playout depends on its
// position and seed alone, not on what runs beside it nor on the processor.
//
// A Batch is not safe for concurrent use.
type Batch struct {
	size  ruleset.Size
	lanes *lanes.Batch
	spots []spot

	// Buffers, so that loading and playing do not allocate.
	loaded lanes.Position
	jobs   []int // of Play: what each lane plays
	done   []int
}

// spot is a point in both numberings.
type spot struct {
	point fastboard.Point
	lane  lanes.Spot
}

// NewBatch returns a Batch for boards of one size.
func NewBatch(size ruleset.Size, options BatchOptions) (*Batch, error) {
	geometry, err := lanes.NewGeometry(size.W, size.H)
	if err != nil {
		return nil, fmt.Errorf("playout: %w", err)
	}
	if err := options.Tactical.Validate(); err != nil {
		return nil, err
	}
	laneOptions := lanes.Options{Lanes: options.Lanes, Trace: options.Trace, Portable: options.Portable || portable.Load()}
	if options.Heavy {
		if laneOptions.Shapes, err = lanes.NewShapes(Shapes()...); err != nil {
			return nil, fmt.Errorf("playout: %w", err)
		}
		laneOptions.Heavy = true
		laneOptions.Chances = lanes.Chances(options.Tactical)
	}
	batch, err := lanes.NewBatch(geometry, laneOptions)
	if err != nil {
		return nil, fmt.Errorf("playout: %w", err)
	}
	b := &Batch{size: size, lanes: batch, jobs: make([]int, batch.Lanes()), done: make([]int, 0, batch.Lanes())}
	for row := 1; row <= size.H; row++ {
		for col := 1; col <= size.W; col++ {
			b.spots = append(b.spots, spot{fastboard.At(col, row), geometry.Spot(col, row)})
		}
	}
	return b, nil
}

// Size returns the size of the boards.
func (b *Batch) Size() ruleset.Size { return b.size }

// Lanes returns the number of lanes, numbered from 0.
func (b *Batch) Lanes() int { return b.lanes.Lanes() }

// String says what plays the playouts: which kernel, or plain golang.
func (b *Batch) String() string { return b.lanes.String() }

// Load begins a playout of the position of board, which must have the Batch's
// size, in a lane. What the lane held before is dropped.
func (b *Batch) Load(lane int, board *fastboard.Board, seed uint64) {
	b.loaded = b.position(board)
	b.lanes.Load(lane, &b.loaded, seed)
}

// position turns a board into planes.
func (b *Batch) position(board *fastboard.Board) (p lanes.Position) {
	mover := board.ToPlay()
	for _, s := range b.spots {
		color := board.At(s.point)
		if color == ruleset.Empty {
			continue
		}
		if color == mover {
			p.Own.Add(s.lane)
		} else {
			p.Opp.Add(s.lane)
		}
		if _, atari := board.InAtari(s.point); atari {
			p.Atari.Add(s.lane)
		}
	}
	p.White = mover == ruleset.White
	p.Ko, p.Last = b.spot(board.Ko()), b.spot(board.LastMove())
	p.Passes = uint8(board.Passes())
	return p
}

// spot returns the bit of a point, NoSpot for a pass or none.
func (b *Batch) spot(p fastboard.Point) lanes.Spot {
	if p == fastboard.Pass || p == fastboard.NoPoint {
		return lanes.NoSpot
	}
	return b.lanes.Geometry().Spot(p.Col(), p.Row())
}

// Step plays until at least one loaded lane is finished and appends the lanes
// that are to done, in ascending order; none if nothing is under way.
func (b *Batch) Step(done []int) []int { return b.lanes.Step(done) }

// Clear drops every playout that is under way.
func (b *Batch) Clear() { b.lanes.Clear() }

// Outcome returns how the playout of a finished lane ended.
func (b *Batch) Outcome(lane int) Outcome { return Outcome(b.lanes.Outcome(lane)) }

// AddTrace adds to trace who played each point first in the playout of a
// finished lane. The Batch must keep traces.
func (b *Batch) AddTrace(lane int, trace *Trace) {
	black, white := b.lanes.First(lane)
	for _, s := range b.spots {
		switch {
		case black.Has(s.lane):
			trace.Add(s.point, ruleset.Black)
		case white.Has(s.lane):
			trace.Add(s.point, ruleset.White)
		}
	}
}

// Final returns the stones at the end of the playout of a finished lane.
func (b *Batch) Final(lane int) ruleset.Position {
	position := ruleset.NewPosition(b.size)
	final := b.lanes.Final(lane)
	own, opp := ruleset.Black, ruleset.White
	if final.White {
		own, opp = opp, own
	}
	for _, s := range b.spots {
		switch {
		case final.Own.Has(s.lane):
			position.Set(s.point.Ruleset(), own)
		case final.Opp.Has(s.lane):
			position.Set(s.point.Ruleset(), opp)
		}
	}
	return position
}

// Play plays n playouts of one position with the seeds seed, seed+1, … and
// returns their outcomes in this order in outcomes, whose length is n. Lanes that
// were loaded before are dropped.
func (b *Batch) Play(board *fastboard.Board, seed uint64, outcomes []Outcome) {
	b.Clear()
	b.loaded = b.position(board)
	next := 0
	load := func(lane int) {
		if next < len(outcomes) {
			b.jobs[lane] = next
			b.lanes.Load(lane, &b.loaded, seed+uint64(next))
			next++
		}
	}
	for lane := range b.jobs {
		load(lane)
	}
	for done := b.done; ; {
		done = b.Step(done[:0])
		if len(done) == 0 {
			return
		}
		for _, lane := range done {
			outcomes[b.jobs[lane]] = b.Outcome(lane)
			load(lane)
		}
	}
}
