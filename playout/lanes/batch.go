package lanes

import (
	"fmt"
	"math/bits"
)

// Options of a Batch. The zero value plays lightly, in as many games at a time
// as are fastest, with the kernels if the processor has what they need.
type Options struct {
	// Lanes is how many games are played at a time, 0 for DefaultLanes. The
	// kernels work on eight at once, so multiples of eight waste nothing, and
	// with less than 32 they have to wait for themselves.
	Lanes int
	// Chances makes the playouts heavy: how often each rule takes effect. A
	// job may bring chances of its own if Heavy is set.
	Chances Chances
	Heavy   bool // load the heavy kernel even if Chances are zero
	// Shapes is the set for the rule Pattern, nil for DefaultShapes.
	Shapes *Shapes
	// MaxMoves cuts a playout short, 0 for three times the area of the board.
	MaxMoves int
	// Trace keeps the sets First of points where each player played first.
	Trace bool
	// Portable plays in plain golang even where there are kernels. The
	// playouts are the same.
	Portable bool
}

// DefaultLanes is how many games fill the processor: eight vectors of eight.
const DefaultLanes = 64

// Outcome is how a playout ended.
type Outcome struct {
	Margin int32 // area of Black minus area of White, komi not taken off
	Moves  int32 // moves of the playout, passes included
	Capped bool  // it was cut short, and counted as it stood
}

// Batch plays many playouts at once, each in a lane of its own. What a playout
// does depends on its position, seed and chances alone: not on the lane, nor
// on what runs beside it, nor on the processor.
//
// Load a position into a free lane; Step until a lane is finished; read its
// Outcome; load the next. Play does that for a whole queue. A Batch is for one
// goroutine at a time.
type Batch struct {
	geo     *Geometry
	options Options
	engine  engine
	playing []uint64 // the lanes that play, a bit each
	white   []uint64 // those that White began
	over    []uint64 // those that are over, a buffer
}

// engine plays the playouts of a batch.
type engine interface {
	// load begins a playout in a lane.
	load(lane int, p *Position, seed uint64, c *Chances)
	// run plays on until at least one of the given lanes is over, and sets over
	// to those that are.
	run(playing, over []uint64)
	// stones returns the stones of the player to move, of the other, and
	// those in atari.
	stones(lane int) (own, opp, atari Plane)
	// margin returns the area of the player to move less that of the other.
	margin(lane int) int
	// count returns the moves made so far and whether the playout was cut.
	count(lane int) (moves int, capped bool)
	// first returns the points where Black and White were first to play.
	first(lane int) (black, white Plane)
	// ending writes the stones of the player to move and of the other, and what
	// first returns, into planes: the words that are in use.
	ending(lane int, own, opp, black, white *Plane)
	// name says how it plays.
	name() string
}

// NewBatch returns a batch for boards of the given geometry.
func NewBatch(geo *Geometry, options Options) (*Batch, error) {
	if geo == nil {
		return nil, fmt.Errorf("lanes: a batch needs a board: make a Geometry first")
	}
	if options.Lanes < 0 || options.MaxMoves < 0 {
		return nil, fmt.Errorf("lanes: %d lanes and at most %d moves: neither can be negative", options.Lanes, options.MaxMoves)
	}
	if err := options.Chances.validate(); err != nil {
		return nil, err
	}
	if options.Lanes == 0 {
		options.Lanes = DefaultLanes
	}
	if options.MaxMoves == 0 {
		options.MaxMoves = 3 * geo.Area()
	}
	if options.Shapes == nil {
		options.Shapes = DefaultShapes()
	}
	options.Heavy = options.Heavy || options.Chances != Chances{}
	words := (options.Lanes + 63) / 64
	b := &Batch{
		geo: geo, options: options,
		playing: wordsApart(words), white: wordsApart(words), over: wordsApart(words),
	}
	if !options.Portable {
		b.engine = newVectorEngine(geo, &b.options)
	}
	if b.engine == nil {
		b.engine = newTwinEngine(geo, &b.options)
	}
	return b, nil
}

// wordsApart returns n words in cache lines of their own. Batches write their
// words for every playout; in one line, as small slices made one after the other
// are, two threads with a batch each are together hardly faster than one.
func wordsApart(n int) []uint64 {
	const apart = 128 / 8 // two lines, which some processors fetch together
	return make([]uint64, n, (n+apart-1)/apart*apart)
}

// Geometry returns the board that the batch plays on.
func (b *Batch) Geometry() *Geometry { return b.geo }

// Lanes returns the number of lanes.
func (b *Batch) Lanes() int { return b.options.Lanes }

// String says what plays the playouts: the kernel or plain golang.
func (b *Batch) String() string { return b.engine.name() }

// Load begins a playout in a lane, 0 to Lanes()-1, from a position that is
// copied. What went on in the lane before is dropped.
//
// The position must be one that Geometry.Check has nothing against. Load looks
// only for what would spoil other playouts: it panics if there is no such lane
// or the ko point is off the board.
func (b *Batch) Load(lane int, p *Position, seed uint64) {
	b.load(lane, p, seed, &b.options.Chances)
}

// LoadHeavy is Load with chances of its own, each 0 to 256, or nil for those of
// the batch. The batch must have been made for heavy playouts: a light one
// ignores the chances. LoadHeavy panics if a chance is none.
func (b *Batch) LoadHeavy(lane int, p *Position, seed uint64, c *Chances) {
	if c == nil || !b.options.Heavy {
		c = &b.options.Chances // of a light batch: none
	} else if err := c.validate(); err != nil {
		panic(err)
	}
	b.load(lane, p, seed, c)
}

func (b *Batch) load(lane int, p *Position, seed uint64, c *Chances) {
	if uint(lane) >= uint(b.options.Lanes) {
		panic(fmt.Sprintf("lanes: lane %d of a batch of %d lanes, which are numbered from 0", lane, b.options.Lanes))
	}
	if p.Ko != NoSpot && !b.geo.Contains(p.Ko) {
		panic(b.geo.noPoint("the ko point", p.Ko))
	}
	word, bit := lane/64, uint64(1)<<(lane%64)
	b.playing[word] |= bit
	b.white[word] &^= bit
	if p.White {
		b.white[word] |= bit
	}
	b.engine.load(lane, p, seed, c)
}

// Step plays on until a loaded lane is finished, and appends the lanes that
// are, in ascending order. It appends none if no lane is playing.
func (b *Batch) Step(done []int) []int {
	busy := uint64(0)
	for _, lanes := range b.playing {
		busy |= lanes
	}
	if busy == 0 {
		return done
	}
	b.engine.run(b.playing, b.over)
	for i, over := range b.over {
		b.playing[i] &^= over
		for ; over != 0; over &= over - 1 {
			done = append(done, 64*i+bits.TrailingZeros64(over))
		}
	}
	return done
}

// Drop ends the playout of a lane, which then can be loaded again.
func (b *Batch) Drop(lane int) { b.playing[lane/64] &^= 1 << (lane % 64) }

// Clear drops every playout that is under way.
func (b *Batch) Clear() { clear(b.playing) }

// whiteToMove reports whether White would be to move at the end of a playout.
func (b *Batch) whiteToMove(lane, moves int) bool {
	return (b.white[lane/64]>>(lane%64)^uint64(moves))&1 != 0
}

// Outcome returns how the playout of a lane ended.
func (b *Batch) Outcome(lane int) Outcome {
	moves, capped := b.engine.count(lane)
	margin := b.engine.margin(lane)
	if b.whiteToMove(lane, moves) {
		margin = -margin
	}
	return Outcome{Margin: int32(margin), Moves: int32(moves), Capped: capped}
}

// Final returns the position at the end of the playout of a lane: the stones
// and who would be to move.
func (b *Batch) Final(lane int) (p Position) {
	p.Own, p.Opp, p.Atari = b.engine.stones(lane)
	moves, _ := b.engine.count(lane)
	p.White = b.whiteToMove(lane, moves)
	return p
}

// First returns the points where Black and White were the first to play in
// the playout of a lane. It is empty unless the batch keeps a trace.
func (b *Batch) First(lane int) (black, white Plane) { return b.engine.first(lane) }

// Ending is what a playout leaves behind.
type Ending struct {
	FirstBlack, FirstWhite Plane // see Batch.First
	Black, White           Plane // the stones of the final board
}

// Ending writes the ending of a lane's playout into e and returns its outcome.
// It is the quick way to all of it. e must be fresh, or have served for boards of
// the same size: the words of planes that are not in use are left alone.
func (b *Batch) Ending(lane int, e *Ending) Outcome {
	moves, capped := b.engine.count(lane)
	own, opp, sign := &e.Black, &e.White, 1
	if b.whiteToMove(lane, moves) {
		own, opp, sign = opp, own, -1
	}
	b.engine.ending(lane, own, opp, &e.FirstBlack, &e.FirstWhite)
	return Outcome{Margin: int32(sign * b.geo.ownMargin(own, opp)), Moves: int32(moves), Capped: capped}
}

// Job is a playout to be played.
type Job struct {
	Position *Position
	Seed     uint64
	Chances  *Chances // as LoadHeavy takes them: nil for those of the batch
}

// Play plays the jobs, refilling the lanes as they finish, and stores the
// outcome of jobs[i] in outcomes[i]. If visit is not nil, it is called for
// each finished job while its lane can still be asked for Final and First.
//
// Lanes that were loaded before are dropped.
func (b *Batch) Play(jobs []Job, outcomes []Outcome, visit func(job, lane int)) {
	jobOf := make([]int, b.Lanes())
	next := 0
	load := func(lane int) {
		if next >= len(jobs) {
			return
		}
		job := &jobs[next]
		jobOf[lane] = next
		b.LoadHeavy(lane, job.Position, job.Seed, job.Chances)
		next++
	}
	b.Clear()
	for lane := range jobOf {
		load(lane)
	}
	done := make([]int, 0, b.Lanes())
	for {
		done = b.Step(done[:0])
		if len(done) == 0 {
			return
		}
		for _, lane := range done {
			job := jobOf[lane]
			outcomes[job] = b.Outcome(lane)
			if visit != nil {
				visit(job, lane)
			}
			load(lane)
		}
	}
}
