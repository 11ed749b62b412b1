package lanes

import (
	"fmt"
	"math/bits"
	"unsafe"

	"golang.org/x/sys/cpu"
)

// kernel is one of the generated functions and what it works on.
type kernel struct {
	side         int
	heavy, trace bool
	step         func(groups, constants *uint64, count int)
	layout       layout
}

// layout says where the state of a group of eight games lies, counted in
// words. Word i of a plane is a vector at 8*i from its place, and a lane of a
// vector is a word; a flag is a bit per game in one word.
type layout struct {
	size                        int
	own, opp, empty, atari, ban int
	fresh, over                 int
	random, left, passes, post  int
	stone, front, pending       int
	moves, nth, drawn, index    int

	// With a trace.
	firstBlack, firstWhite, white int

	// Of heavy kernels.
	lastLiberty, attacked, candidates, counter  int
	limit, enabled, dice, last, played, waiting int
	notOwn, notOpp, codesOwn, codesOpp          int
	wanted, gathered, matches                   int
}

// HasKernels reports whether this processor runs the kernels.
var HasKernels = cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL &&
	cpu.X86.HasAVX512VBMI && cpu.X86.HasAVX512VBMI2 && cpu.X86.HasAVX512BITALG && cpu.X86.HasAVX512VPOPCNTDQ &&
	cpu.X86.HasBMI2

// vectorEngine plays a batch with a kernel.
type vectorEngine struct {
	kernel
	geo       *Geometry
	options   *Options
	groups    int
	memory    []uint64 // the state of the groups
	constants []uint64
}

// newVectorEngine returns an engine for the batch, or nil if the processor
// cannot run it.
func newVectorEngine(geo *Geometry, options *Options) engine {
	if !HasKernels {
		return nil
	}
	for _, k := range kernels {
		if k.side == geo.kernel && k.heavy == options.Heavy && k.trace == options.Trace {
			return makeVectorEngine(k, geo, options)
		}
	}
	return nil
}

func makeVectorEngine(k kernel, geo *Geometry, options *Options) *vectorEngine {
	groups := (options.Lanes + 7) / 8
	e := &vectorEngine{kernel: k, geo: geo, options: options, groups: groups}
	// The last round of a phase may run over groups that are not there. They get
	// memory; what the phase finds and leaves there is nobody's game.
	e.memory = alignedWords((groups+groupsAtOnce-1)/groupsAtOnce*groupsAtOnce*k.layout.size, fetchedAhead)
	e.constants = alignedWords(constSize, 0)
	e.fillConstants()
	for g := range groups {
		e.memory[g*k.layout.size+k.layout.over] = 0xff
	}
	return e
}

// noSpotLast stands for "no last move" in the kernels: so far off the board
// that all shifts by it give nothing.
const noSpotLast = 1 << 20

// fillConstants writes what all lanes share.
func (e *vectorEngine) fillConstants() {
	c, n := e.constants, uint64(e.geo.stride)
	copy(c[constMask:], e.geo.mask[:])
	copy(c[constEdge:], e.geo.edge[:])
	for i := range uint64(8) {
		c[constIndices+i] = i
		c[constPlaceOrigin+i] = n + 1 + 64*i
	}
	c[constZero], c[constOne], c[constTwo], c[constAllOnes] = 0, 1, 2, ^uint64(0)
	c[constMultiplier], c[constGateMultiplier] = mwcMultiplier, gateMultiplier
	die := func(k uint) uint64 { return 0xff << (8 * k) }
	c[constCapture], c[constPattern], c[constAnywhere] = die(captureDie), die(patternDie), die(anywhereDie)
	c[constSelfAtari], c[constSelfAtariStone] = die(selfAtariDie), die(selfAtariStoneDie)
	c[constAnySelfAtari] = die(selfAtariDie) | die(selfAtariStoneDie)

	// The window of 5x5 points begins at the point two rows and two columns
	// before the last move; the kernels count it from the word before.
	c[constNoSpot] = noSpotLast
	c[constWindowOrigin] = 64 - (2*n + 2)
	for row := range uint64(3) {
		c[constLowRows] |= 0x1f << (row * n)
	}
	// Neighborhood by neighborhood, where its bits lie in the window.
	bit := func(row, col int) uint64 {
		if 4*n+5 > 64 && row > 2 { // the upper rows fill gaps between the lower
			return uint64(row-2)*n + uint64(col) + 8
		}
		return uint64(row)*n + uint64(col)
	}
	for q, center := range neighborSteps {
		row, col := 2+center[0], 2+center[1]
		for k, step := range neighborSteps {
			c[constAround+q] |= bit(row+step[0], col+step[1]) << (8 * k)
		}
		for lane := range 8 {
			c[constCenters+lane] |= bit(row, col) << (8 * q)
		}
	}
	// Matches: three rows from the lower left of the last move.
	c[constRowBelow] = 7
	c[constLeftOf], c[constRightOf] = 1<<n, 4<<n
	c[constRowAbove] = 7 << (2 * n)
	for i, word := range e.options.Shapes.table {
		c[constShapes+i/2] |= uint64(word) << (32 * (i % 2))
	}
}

// neighborSteps are the rows and columns from a point to its neighbors, in the
// order of a neighborhood.
var neighborSteps = [8][2]int{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}

// fetchedAhead is how many words behind the state of the groups nobody uses.
// The kernels go from group to group, so processors fetch what lies some groups
// ahead, and past the last what lies behind it. Where that was the state of another
// thread's batch, taken from it while it was written, that thread played its
// playouts at 60 % of its speed; from 12 KiB on it was not disturbed, whatever the
// kernel (Ice Lake, 64 lanes).
const fetchedAhead = 16 << 10 / 8

// alignedWords returns n words that begin at a cache line, as the kernels
// want them, with unused ones behind.
func alignedWords(n, unused int) []uint64 {
	const line = 8
	words := make([]uint64, line+n+unused)
	skip := 0
	for uintptr(unsafe.Pointer(&words[skip]))%(8*line) != 0 {
		skip++
	}
	return words[skip : skip+n : skip+n+unused]
}

// at is the index of word 0 of a field for a lane.
func (e *vectorEngine) at(lane, field int) int {
	return lane>>3*e.layout.size + field + lane&7
}

// plane reads a plane of a lane.
func (e *vectorEngine) plane(lane, field int) (p Plane) {
	words := e.memory[e.at(lane, field):]
	for i := range e.geo.words {
		p[i] = words[8*i]
	}
	return p
}

func (e *vectorEngine) load(lane int, p *Position, seed uint64, c *Chances) {
	l := &e.layout
	group := e.memory[lane>>3*l.size:][:l.size]
	lane &= 7
	own, opp := group[l.own+lane:], group[l.opp+lane:]
	empty, atari, ban := group[l.empty+lane:], group[l.atari+lane:], group[l.ban+lane:]
	for i := range e.geo.words {
		own[8*i], opp[8*i], atari[8*i] = p.Own[i], p.Opp[i], p.Atari[i]
		empty[8*i] = e.geo.mask[i] &^ (p.Own[i] | p.Opp[i])
		ban[8*i] = 0
	}
	if p.Ko != NoSpot {
		ban[8*(p.Ko/64)] = 1 << (p.Ko % 64)
	}
	bit := uint64(1) << lane
	// A playout may have been dropped in the middle, and a phase may have run
	// over an idle lane.
	for i := range e.geo.words {
		group[l.stone+8*i+lane], group[l.front+8*i+lane], group[l.pending+8*i+lane] = 0, 0, 0
	}
	group[l.random+lane] = uint64(newRandom(seed))
	group[l.left+lane] = uint64(e.options.MaxMoves)
	group[l.passes+lane] = uint64(p.Passes)
	group[l.post+lane] = 0
	if e.heavy {
		e.loadHeavy(group, lane, p, c)
	}
	if e.trace {
		for i := range e.geo.words {
			group[l.firstBlack+8*i+lane], group[l.firstWhite+8*i+lane] = 0, 0
		}
		group[l.white+lane] = 0
		if p.White {
			group[l.white+lane] = ^uint64(0)
		}
	}
	group[l.fresh] |= bit
	group[l.over] &^= bit
	if p.Passes >= 2 {
		group[l.passes+lane] = 2
		group[l.fresh] &^= bit
		group[l.over] |= bit
	}
}

// loadHeavy loads what only heavy playouts need into a lane of a group.
func (e *vectorEngine) loadHeavy(group []uint64, lane int, p *Position, c *Chances) {
	l := &e.layout
	lastLiberty, attacked := e.geo.threats(p)
	for i := range e.geo.words {
		group[l.lastLiberty+8*i+lane], group[l.attacked+8*i+lane], group[l.counter+8*i+lane] = 0, attacked[i], 0
	}
	if lastLiberty != NoSpot {
		group[l.lastLiberty+8*int(lastLiberty/64)+lane] = 1 << (lastLiberty % 64)
	}
	group[l.last+lane], group[l.waiting+lane] = noSpotLast, 0
	if p.Last != NoSpot {
		group[l.last+lane] = uint64(p.Last)
	}
	group[l.limit+lane], group[l.enabled+lane] = c.packed()
}

func (e *vectorEngine) run(playing, over []uint64) {
	// Groups behind the last that plays are left out. The kernels may run over
	// some of them: load cleans up.
	last := len(playing) - 1
	for last > 0 && playing[last] == 0 {
		last--
	}
	count := max(8*last+(bits.Len64(playing[last])+7)/8, 1)
	for !e.anyOver(playing, over, count) {
		e.kernel.step(&e.memory[0], &e.constants[0], count)
	}
}

// anyOver sets over to the lanes of the first groups that are over, of the given
// ones, and reports whether there is any.
func (e *vectorEngine) anyOver(playing, over []uint64, groups int) bool {
	any, at := uint64(0), e.layout.over
	for i, lanes := range playing {
		now := uint64(0)
		for shift := 0; shift < 64 && groups > 0; shift += 8 {
			now |= e.memory[at] & 0xff << shift
			at += e.layout.size
			groups--
		}
		over[i] = now & lanes
		any |= over[i]
	}
	return any != 0
}

// step takes every lane one step further.
func (e *vectorEngine) step() { e.kernel.step(&e.memory[0], &e.constants[0], e.groups) }

func (e *vectorEngine) stones(lane int) (own, opp, atari Plane) {
	l := &e.layout
	return e.plane(lane, l.own), e.plane(lane, l.opp), e.plane(lane, l.atari)
}

func (e *vectorEngine) margin(lane int) int {
	own := e.memory[e.at(lane, e.layout.own):]
	opp := e.memory[e.at(lane, e.layout.opp):]
	var a, b Plane
	for i := range e.geo.words {
		a[i], b[i] = own[8*i], opp[8*i]
	}
	return e.geo.ownMargin(&a, &b)
}

func (e *vectorEngine) count(lane int) (moves int, capped bool) {
	left := int(e.memory[e.at(lane, e.layout.left)])
	return e.options.MaxMoves - left, left == 0 && e.memory[e.at(lane, e.layout.passes)] < 2
}

func (e *vectorEngine) first(lane int) (black, white Plane) {
	if !e.trace {
		return black, white
	}
	return e.plane(lane, e.layout.firstBlack), e.plane(lane, e.layout.firstWhite)
}

func (e *vectorEngine) ending(lane int, own, opp, black, white *Plane) {
	l, group := &e.layout, e.memory[lane>>3*e.layout.size:][:e.layout.size]
	lane &= 7
	stones, others := group[l.own+lane:], group[l.opp+lane:]
	for i := range e.geo.words {
		own[i], opp[i] = stones[8*i], others[8*i]
	}
	if !e.trace {
		return
	}
	blacks, whites := group[l.firstBlack+lane:], group[l.firstWhite+lane:]
	for i := range e.geo.words {
		black[i], white[i] = blacks[8*i], whites[8*i]
	}
}

func (e *vectorEngine) name() string {
	policy := "light"
	if e.heavy {
		policy = "heavy"
	}
	return fmt.Sprintf("AVX-512, %s %dx%d", policy, e.side, e.side)
}
