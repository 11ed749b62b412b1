package fastboard

import (
	"fmt"

	"github.com/tengen-go/tengen/ruleset"
)

// Board is a position that can be played on. The zero value is not usable:
// call Reset, Load or CopyFrom first, or take a Board from New.
//
// A Board holds no pointer, so it may be copied by assignment. It must not be
// used by several goroutines at once unless all of them only read.
type Board struct {
	// The position itself, together with the color of every record.
	width, height uint8
	toPlay        ruleset.Color
	passes        uint8 // in a row, at most 255
	ko            Point
	last          Point
	moves         int32

	// Derived: could be recomputed from the above, as CheckInvariants does.
	hash    uint64
	balance int32                             // black stones less white ones
	empties uint32                            // length of the list of empty points
	empty   [NumPoints]Point                  // that list
	slot    [NumPoints]uint16                 // where an empty point stands in it
	records [NumPoints + windowLen - 1]record // that of p is at p + here

	// info belongs to the chain whose head the point is: the sums over its
	// pseudo-liberties, see delta. At an empty point it is delta(p): just what
	// a new stone there has to give up when it counts its own liberties. At
	// other stones it means nothing.
	info [NumPoints]uint64

	// next is the following stone in the circular list of the chain. Empty
	// points follow themselves, border points are 0.
	next [NumPoints]Point
}

// window is the part of Board.records around one point.
type window = [windowLen]record

const (
	windowLen = 2*Stride + 3
	mask      = NumPoints - 1
)

// Where the neighbors are in a window. As the records begin here places before
// the record of point 0, the window around p begins at index p.
const (
	downLeft  = 0
	down      = 1
	downRight = 2
	left      = Stride
	here      = Stride + 1
	right     = Stride + 2
	upLeft    = 2 * Stride
	up        = 2*Stride + 1
	upRight   = 2*Stride + 2
)

// window returns the records around p.
func (b *Board) window(p Point) *window {
	return (*window)(b.records[uint(p)&mask:][:windowLen])
}

// at returns the record of p.
func (b *Board) at(p Point) *record { return &b.records[uint(p)&mask+here] }

// New returns an empty board. It panics if a side of size is not 1 to MaxSide:
// check a size that comes from outside with CheckSize.
func New(size ruleset.Size) *Board {
	b := new(Board)
	b.Reset(size)
	return b
}

// CheckSize reports a size that a Board cannot have.
func CheckSize(size ruleset.Size) error {
	if size.W < 1 || size.W > MaxSide || size.H < 1 || size.H > MaxSide {
		return fmt.Errorf("fastboard: board size %v: each side must be 1 to %d to be searched", size, MaxSide)
	}
	return nil
}

// Reset empties the board and gives it a size, Black to play. It panics if a
// side of size is not 1 to MaxSide: check a size that comes from outside with
// CheckSize.
func (b *Board) Reset(size ruleset.Size) {
	if err := CheckSize(size); err != nil {
		panic(err)
	}
	*b = Board{
		width:  uint8(size.W),
		height: uint8(size.H),
		toPlay: ruleset.Black,
	}
	for i := range b.records {
		// The four empty neighbors, which nobody asks for, are there to be
		// taken off when stones are played beside the border.
		b.records[i].around = uint32(ruleset.Border)<<aroundColor | 4<<aroundEmpty
	}
	b.info[0] = noChain
	for row := 1; row <= size.H; row++ {
		for col := 1; col <= size.W; col++ {
			border := uint32(0)
			for _, onEdge := range [4]bool{col == 1, col == size.W, row == 1, row == size.H} {
				if onEdge {
					border++
				}
			}
			p := At(col, row)
			*b.at(p) = record{
				open:   delta(p),
				around: border<<aroundBlack | border<<aroundWhite | (4-border)<<aroundEmpty | border<<aroundBorder,
			}
			b.info[p] = delta(p)
			b.next[p] = p
			b.addEmpty(p)
		}
	}
}

// CopyFrom makes b equal to src, without the parts of it that its size does
// not use. On 9x9 that is half the work of *b = *src.
func (b *Board) CopyFrom(src *Board) {
	b.width, b.height = src.width, src.height
	b.toPlay, b.passes = src.toPlay, src.passes
	b.ko, b.last, b.moves = src.ko, src.last, src.moves
	b.hash = src.hash
	b.balance = src.balance
	b.empties = src.empties
	copy(b.empty[:], src.empty[:src.empties&mask])
	used := At(0, int(src.height)+2) + 1 // the border row above and the point after it
	copy(b.records[here:here+used], src.records[here:here+used])
	copy(b.info[:used], src.info[:used])
	copy(b.next[:used], src.next[:used])
	copy(b.slot[:used], src.slot[:used])
}

// Size returns the number of columns and rows.
func (b *Board) Size() ruleset.Size {
	return ruleset.Size{W: int(b.width), H: int(b.height)}
}

// ToPlay returns the player to move.
func (b *Board) ToPlay() ruleset.Color { return b.toPlay }

// At returns the content of p, Border off the board.
func (b *Board) At(p Point) ruleset.Color { return b.at(p).color() }

// Hash returns the XOR of ruleset.Zobrist over all stones, as
// ruleset.Position.Hash does.
func (b *Board) Hash() uint64 { return b.hash }

// Ko returns the point that the player to move may not retake, or NoPoint.
func (b *Board) Ko() Point { return b.ko }

// LastMove returns the move made last, Pass included; NoPoint if none has been
// made since Reset or Load.
func (b *Board) LastMove() Point { return b.last }

// Passes returns how many passes were made in a row until now, at most 255.
func (b *Board) Passes() int { return int(b.passes) }

// Moves returns the number of moves, passes included, since Reset or Load.
func (b *Board) Moves() int { return int(b.moves) }

// EmptyCount returns the number of empty points.
func (b *Board) EmptyCount() int { return int(b.empties) }

// EmptyAt returns the empty point in place i of the list of empty points,
// 0 <= i < EmptyCount(). Every move may reorder the list.
func (b *Board) EmptyAt(i int) Point { return b.empty[i&mask] }

// SwapEmpty exchanges two places of the list of empty points. With it a policy
// draws points without replacement: it swaps a point that will not do behind
// those that are still in question.
func (b *Board) SwapEmpty(i, j int) {
	p, q := b.empty[i&mask], b.empty[j&mask]
	b.empty[i&mask], b.empty[j&mask] = q, p
	b.slot[q&mask], b.slot[p&mask] = uint16(i), uint16(j)
}

// addEmpty appends p to the list of empty points.
func (b *Board) addEmpty(p Point) {
	b.empty[b.empties&mask] = p
	b.slot[p&mask] = uint16(b.empties)
	b.empties++
}

// removeEmpty takes the point in the given slot off the list of empty points
// by moving the last one there.
func (b *Board) removeEmpty(slot uint16) {
	b.empties--
	moved := b.empty[b.empties&mask]
	b.empty[slot&mask] = moved
	b.slot[moved&mask] = slot
}
