package mcts

import (
	"math/bits"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/playout/lanes"
	"github.com/tengen-go/tengen/ruleset"
)

// scorer adds up the weights of the features of moves. The search wants nothing
// but the sum, for every child of every node, so the weights lie here where a
// sum is a few loads: by code of a shape, by columns and rows between two moves,
// by point. What it is the sum of, look.features says.
type scorer struct {
	*weightsByCode
	size  ruleset.Size // that lines are for
	lines [fullCount][fastboard.NumPoints]int16
	open  [fastboard.NumPoints]int16 // of lonely points
	opens bool                       // these are not all 0

	// Of the position looked at.
	line     *[fastboard.NumPoints]int16
	last     *farWeights // of the last move, none if there is none
	own      *farWeights // of the own move before
	fromLast int         // far of the last move, taken from the middle of the table
	fromOwn  int
}

// weightsByCode are weights of one file that are the same on all boards.
type weightsByCode struct {
	*weights
	shapes    [1 << 16]int16 // by code of Board.Pattern3x3, in the view of Black
	last, own farWeights
	steps     [stepCount + 1]int // by how many of look.steps have the point
}

// farWeights are weights by how far a move is from another, see far.
type farWeights [2*farMiddle + 1]int16

// noFarWeights are those where there is no other move.
var noFarWeights farWeights

// far numbers points such that the difference of two tells how many columns and
// rows lie between them, as that of the points themselves does not.
func far(p fastboard.Point) int { return int(farTable[p%fastboard.NumPoints]) }

const (
	farStride = 2 * fastboard.MaxSide
	farMiddle = fastboard.NumPoints / fastboard.Stride * farStride // no two points differ by more
)

var farTable = func() (table [fastboard.NumPoints]int16) {
	for p := range fastboard.Point(fastboard.NumPoints) {
		table[p] = int16(p.Row()*farStride + p.Col())
	}
	return table
}()

func newWeightsByCode(w *weights) *weightsByCode {
	s := &weightsByCode{weights: w}
	for code, class := range shapeClasses {
		s.shapes[code] = w[shapeFeature+int(class)]
	}
	for dy := -fastboard.MaxSide + 1; dy < fastboard.MaxSide; dy++ {
		for dx := -fastboard.MaxSide + 1; dx < fastboard.MaxSide; dx++ {
			d := distanceOf(dx, dy)
			at := farMiddle + dy*farStride + dx
			s.last[at], s.own[at] = w[lastFeature+d], w[ownFeature+d]
		}
	}
	for i := range stepCount {
		s.steps[stepCount-i] = int(w[stepFeature+i]) // each plane is part of the next
	}
	return s
}

// resize prepares the scorer for a size of board.
func (s *scorer) resize(size ruleset.Size) {
	if s.size == size {
		return
	}
	s.size, s.weightsByCode, s.opens = size, weightsFor(size), false
	for row := 1; row <= size.H; row++ {
		for col := 1; col <= size.W; col++ {
			p := fastboard.At(col, row)
			s.open[p] = s.weights[openFeature+openClass(p, size)]
			s.opens = s.opens || s.open[p] != 0
			for full := range s.lines {
				s.lines[full][p] = s.weights[lineFeature+full*lineCount+lineOf(p, size)-1]
			}
		}
	}
}

// begin prepares the scorer for moves on what l looks at, whose position is given too.
func (s *scorer) begin(l *look, position *lanes.Position) {
	if s.opens {
		l.markLonely(position)
	}
	s.line = &s.lines[fullness(l.Board)]
	s.last, s.own, s.fromLast, s.fromOwn = &noFarWeights, &noFarWeights, farMiddle, farMiddle
	if isPlay(l.LastMove()) {
		s.last, s.fromLast = &s.weightsByCode.last, farMiddle-far(l.LastMove())
	}
	if isPlay(l.before) {
		s.own, s.fromOwn = &s.weightsByCode.own, farMiddle-far(l.before)
	}
}

// score is the sum of the weights of the features of a move.
func (s *scorer) score(l *look, p fastboard.Point) int {
	code := seenBy(l.ToPlay(), l.Pattern3x3(p))
	at := far(p)
	sum := int(s.shapes[code]) + int(s.line[p%fastboard.NumPoints]) + int(s.last[s.fromLast+at]) + int(s.own[s.fromOwn+at])
	spot := l.grid.spot(p)
	word, bit := spot/64, spot%64
	near := l.steps[0][word]>>bit&1 + l.steps[1][word]>>bit&1 + l.steps[2][word]>>bit&1
	sum += s.steps[near]
	if l.lonely[word]>>bit&1 != 0 {
		sum += int(s.open[p%fastboard.NumPoints])
	}
	if touchesStones(code) {
		for set := l.tactics(p); set != 0; set &= set - 1 {
			sum += int(s.weights[tacticFeature+bits.TrailingZeros16(uint16(set))])
		}
	}
	return sum
}
