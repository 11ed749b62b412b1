package mcts

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tengen-go/tengen/ruleset"
)

// A reader reads out positions in which most of the board lives
// unconditionally (Benson): by exhaustive alpha-beta search it answers whether
// Black gets a margin, counted by area with all stones alive. It shares nothing
// with the search, not even the board; what is right in the tests of tactics
// comes from it.
//
// The points that are not decided, at most 32, are bits. A stone that is joined to
// a living one of its color lives too. Nobody plays at points that are decided,
// where a play gains nothing but time, which a pass gains too. Moves may not
// repeat a board of the line that is read (positional superko).
//
// A verdict for which superko forbade a move because of a board before the
// position is not stored for other lines. A stored one is used in all lines, also
// in those whose boards would forbid a move of it; positions of long kos are
// therefore argued, not read.
type reader struct {
	points []ruleset.Point
	near   [32]uint32              // the undecided neighbors of each
	wall   [2]uint32               // the points next to a living stone of Black, of White
	all    uint32                  // all undecided points
	base   int                     // Black's margin on the decided points
	table  []map[readKey]readEntry // by target
	owned  map[readBoard][2]uint32 // what of each side is decided on a board
	credit [2][33]int              // of moves that proved right, by player and point
	path   []readBoard             // the boards of the line, the current one last
	nodes  int
	limit  int // of nodes; 0 is none
}

// readBoard is the stones of Black and White on the undecided points.
type readBoard [2]uint32

// readState is a position.
type readState struct {
	board  readBoard
	ko     uint32 // the point that may not be retaken
	player uint8  // 0 Black, 1 White
	passes uint8
}

type readKey = readState

type readEntry struct {
	verdict verdict
	depth   uint8 // down to which an open verdict was searched
	best    uint8
}

// verdict says whether Black reaches the target.
type verdict uint8

const (
	open verdict = iota // not known at this depth
	yes
	no
)

const (
	readPass = 32 // the pass among the points
	deepest  = 80 // bounds the length of a line
)

var errTooLong = errors.New("too many positions to read")

// newReader prepares to read a position.
func newReader(position *ruleset.Position) (*reader, error) {
	r := &reader{owned: map[readBoard][2]uint32{}}
	decided := map[ruleset.Point]int{}
	for side, c := range [...]ruleset.Color{ruleset.Black, ruleset.White} {
		stones, area := ruleset.PassAlive(position, c)
		for _, p := range append(stones, area...) {
			decided[p] = side
			r.base += 1 - 2*side
		}
	}
	at := map[ruleset.Point]int{}
	for _, p := range position.Size().Points() {
		if _, ok := decided[p]; !ok {
			at[p] = len(r.points)
			r.points = append(r.points, p)
		}
	}
	if len(r.points) > 32 {
		return nil, fmt.Errorf("%d points are not decided, 32 can be read", len(r.points))
	}
	for i, p := range r.points {
		r.all |= 1 << i
		for _, q := range p.Neighbors() {
			if j, ok := at[q]; ok {
				r.near[i] |= 1 << j
			} else if side, ok := decided[q]; ok && position.At(q) == [...]ruleset.Color{ruleset.Black, ruleset.White}[side] {
				r.wall[side] |= 1 << i
			}
		}
	}
	r.table = make([]map[readKey]readEntry, 2*position.Size().Area()+1)
	return r, nil
}

// start is a position as the reader sees it.
func (r *reader) start(position *ruleset.Position, toPlay ruleset.Color) readState {
	var s readState
	for i, p := range r.points {
		switch position.At(p) {
		case ruleset.Black:
			s.board[0] |= 1 << i
		case ruleset.White:
			s.board[1] |= 1 << i
		}
	}
	if toPlay == ruleset.White {
		s.player = 1
	}
	return s
}

// around returns the undecided neighbors of a set.
func (r *reader) around(set uint32) uint32 {
	found := uint32(0)
	for ; set != 0; set &= set - 1 {
		found |= r.near[bits.TrailingZeros32(set)]
	}
	return found
}

// connected returns what is connected with seed inside a set.
func (r *reader) connected(seed, inside uint32) uint32 {
	seed &= inside
	for edge := seed; edge != 0; {
		edge = r.around(edge) & inside &^ seed
		seed |= edge
	}
	return seed
}

// play returns the position after a move, and whether the move is possible.
func (r *reader) play(s readState, move int) (readState, bool) {
	us, them := s.player, s.player^1
	next := readState{board: s.board, player: them}
	if move == readPass {
		next.passes = s.passes + 1
		return next, true
	}
	stone := uint32(1) << move
	if stone&(s.board[0]|s.board[1]|s.ko) != 0 {
		return s, false
	}
	next.board[us] |= stone
	captured := uint32(0)
	for rest := r.near[move] & s.board[them]; rest != 0; {
		chain := r.connected(rest&-rest, s.board[them])
		rest &^= chain
		if !r.breathes(&next.board, chain, them) {
			captured |= chain
		}
	}
	next.board[them] &^= captured
	chain := r.connected(stone, next.board[us])
	if !r.breathes(&next.board, chain, us) {
		return s, false
	}
	if bits.OnesCount32(captured) == 1 && chain == stone && r.wall[us]&stone == 0 &&
		r.around(chain)&^(next.board[0]|next.board[1]) == captured {
		next.ko = captured
	}
	return next, true
}

// breathes reports whether a chain has a liberty or is joined to the living.
func (r *reader) breathes(b *readBoard, chain uint32, side uint8) bool {
	return chain&r.wall[side] != 0 || r.around(chain)&^(b[0]|b[1]) != 0
}

// decided returns the points that are each side's for sure.
func (r *reader) decided(b readBoard) [2]uint32 {
	known, ok := r.owned[b]
	if !ok {
		known = [2]uint32{r.aliveOf(b, 0), r.aliveOf(b, 1)}
		r.owned[b] = known
	}
	return known
}

// aliveOf returns the stones of a side that live for sure, and the enclosures
// between them in which the opponent cannot have two eyes: an eye needs a point
// that touches no living stone, and two eyes need two of these that are not
// neighbors.
func (r *reader) aliveOf(b readBoard, side uint8) uint32 {
	own := b[side]
	empty := r.all &^ (b[0] | b[1])
	joined := r.connected(r.wall[side], own)
	var chains, regions []uint32
	for rest := own &^ joined; rest != 0; {
		chain := r.connected(rest&-rest, own)
		rest &^= chain
		chains = append(chains, chain)
	}
	for rest := r.all &^ own; rest != 0; {
		region := r.connected(rest&-rest, r.all&^own)
		rest &^= region
		if region&r.wall[side^1] == 0 { // or it holds living stones of the opponent
			regions = append(regions, region)
		}
	}
	for changed := true; changed; {
		changed = false
		for i, chain := range chains {
			beside, vital := r.around(chain), 0
			for _, region := range regions {
				if region&empty&^beside == 0 && region&beside != 0 {
					vital++
				}
			}
			if chain == 0 || vital >= 2 {
				continue
			}
			chains[i], changed = 0, true
			for j, region := range regions {
				if region&beside != 0 {
					regions[j] = 0
				}
			}
		}
	}
	alive := joined
	for _, chain := range chains {
		alive |= chain
	}
	touched := r.around(alive) | r.wall[side]
	found := alive
	for rest := r.all &^ alive; rest != 0; {
		region := r.connected(rest&-rest, r.all&^alive)
		rest &^= region
		inner := region &^ touched
		if region&r.wall[side^1] == 0 && region&touched != 0 && bits.OnesCount32(inner) <= 2 && r.pairwise(inner) {
			found |= region
		}
	}
	return found
}

// pairwise reports whether the points of a set are all neighbors.
func (r *reader) pairwise(set uint32) bool {
	return bits.OnesCount32(set) < 2 || r.near[bits.TrailingZeros32(set)]&set != 0
}

// score is Black's margin with all stones alive.
func (r *reader) score(b readBoard) int {
	margin := r.base + bits.OnesCount32(b[0]) - bits.OnesCount32(b[1])
	empty := r.all &^ (b[0] | b[1])
	for rest := empty; rest != 0; {
		region := r.connected(rest&-rest, empty)
		rest &^= region
		beside := r.around(region)
		black, white := region&r.wall[0]|beside&b[0] != 0, region&r.wall[1]|beside&b[1] != 0
		if black && !white {
			margin += bits.OnesCount32(region)
		} else if white && !black {
			margin -= bits.OnesCount32(region)
		}
	}
	return margin
}

// reaches reports whether Black gets a margin of target or more.
func (r *reader) reaches(s readState, target int) (bool, error) {
	for depth := 2; depth <= deepest; depth += 2 {
		r.path = append(r.path[:0], s.board)
		v, _ := r.search(s, target, depth)
		switch {
		case v != open:
			return v == yes, nil
		case r.limit > 0 && r.nodes > r.limit:
			return false, errTooLong
		}
	}
	return false, errTooLong
}

// search reads to a depth. Beside the verdict it returns the place in path of
// the earliest board that forbade a move.
func (r *reader) search(s readState, target, depth int) (verdict, int) {
	const none = math.MaxInt
	if s.passes >= 2 {
		if r.score(s.board) >= target {
			return yes, none
		}
		return no, none
	}
	owned := r.decided(s.board)
	sure := [2]int{bits.OnesCount32(owned[0]), bits.OnesCount32(owned[1])}
	undecided := len(r.points) - sure[0] - sure[1]
	switch margin := r.base + sure[0] - sure[1]; {
	case margin-undecided >= target:
		return yes, none
	case margin+undecided < target:
		return no, none
	}
	table := r.table[target+len(r.table)/2]
	if table == nil {
		table = map[readKey]readEntry{}
		r.table[target+len(r.table)/2] = table
	}
	known, seen := table[s]
	if known.verdict != open || seen && int(known.depth) >= depth {
		return known.verdict, none
	}
	r.nodes++
	if depth == 0 || r.limit > 0 && r.nodes > r.limit {
		return open, none
	}
	good, bad := yes, no // for the player to move
	if s.player == 1 {
		good, bad = no, yes
	}
	best := readPass
	if seen {
		best = int(known.best)
	}
	var order [33]int
	result, earliest := bad, none
	for _, move := range r.moves(s, owned[0]|owned[1], best, &order) {
		next, ok := r.play(s, move)
		if !ok {
			continue
		}
		if move != readPass {
			if at := slices.Index(r.path, next.board); at >= 0 {
				earliest = min(earliest, at)
				continue
			}
			r.path = append(r.path, next.board)
		}
		v, since := r.search(next, target, depth-1)
		if move != readPass {
			r.path = r.path[:len(r.path)-1]
		}
		if v == good {
			result, best, earliest = good, move, since
			r.credit[s.player][move] += depth
			break
		}
		earliest = min(earliest, since)
		if v == open {
			result = open
		}
	}
	if result == open || earliest >= len(r.path)-1 {
		table[s] = readEntry{result, uint8(depth), uint8(best)}
		earliest = none
	}
	return result, earliest
}

// moves lists what may be tried, in the order in which moves have proved right.
func (r *reader) moves(s readState, decided uint32, first int, order *[33]int) []int {
	list := order[:0]
	for rest := r.all &^ (s.board[0] | s.board[1] | decided); rest != 0; rest &= rest - 1 {
		list = append(list, bits.TrailingZeros32(rest))
	}
	list = append(list, readPass)
	credit := &r.credit[s.player]
	slices.SortFunc(list, func(x, y int) int {
		switch {
		case x == y:
			return 0
		case x == first:
			return -1
		case y == first:
			return 1
		}
		return cmp.Or(cmp.Compare(credit[y], credit[x]), cmp.Compare(x, y))
	})
	return list
}

// move is a point as the reader numbers it, the pass included.
func (r *reader) move(p ruleset.Point) int {
	if i := slices.Index(r.points, p); i >= 0 {
		return i
	}
	return readPass
}

// TestReaderAgreesWithReferee plays at random inside the positions that are
// read, on both boards.
func TestReaderAgreesWithReferee(t *testing.T) {
	for i, c := range tactics(t) {
		if !c.read {
			continue
		}
		rng := rand.New(rand.NewPCG(uint64(i), 1))
		g := c.game(t)
		r, err := newReader(g.Position())
		if err != nil {
			t.Fatalf("%s: %v", c.id(), err)
		}
		s := r.start(g.Position(), c.play)
		// Dead stones are the opponent's for the reader, the referee wants
		// them taken off.
		noneDead := marginOf(g) == r.score(s.board)
		for range 60 {
			move := rng.IntN(len(r.points) + 1)
			p := ruleset.Pass
			if move == len(r.points) {
				move = readPass
			} else {
				p = r.points[move]
			}
			next, possible := r.play(s, move)
			switch err := g.Legal(p); {
			case possible && errors.Is(err, ruleset.ErrSuperko):
				continue // which the reader sees along its line
			case possible != (err == nil):
				t.Fatalf("%s: %v is possible for the reader: %v; the referee says %v\n%v", c.id(), p, possible, err, g.Position())
			case !possible:
				continue
			}
			if err := g.Play(p); err != nil {
				t.Fatal(err)
			}
			if s = next; s.board != r.start(g.Position(), g.ToPlay()).board {
				t.Fatalf("%s: the boards differ after %v\n%v", c.id(), p, g.Position())
			}
			if got, want := r.score(s.board), marginOf(g); noneDead && got != want {
				t.Fatalf("%s: %d points for the reader, %d for the referee\n%v", c.id(), got, want, g.Position())
			}
			if g.Over() {
				break
			}
		}
	}
}

// marginOf is Black's margin in points, without komi.
func marginOf(g *ruleset.Game) int {
	count := g.Score(nil)
	return int(count.Black-count.White) / int(ruleset.WholePoints(1))
}
