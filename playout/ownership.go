package playout

import (
	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/ruleset"
)

// Ownership sums up who owned each point at the end of many playouts. The zero
// value is empty.
type Ownership struct {
	sum   [fastboard.NumPoints]int32 // times Black minus times White
	count int32
}

// Reset forgets all boards.
func (o *Ownership) Reset() { *o = Ownership{} }

// Add counts the final board of a playout; owners are as Board.AreaScore
// counts.
func (o *Ownership) Add(b *fastboard.Board) {
	var owner [fastboard.NumPoints]ruleset.Color
	b.Owners(&owner)
	for p, c := range owner {
		switch c {
		case ruleset.Black:
			o.sum[p]++
		case ruleset.White:
			o.sum[p]--
		}
	}
	o.count++
}

// Merge adds what other has counted, such as that of another goroutine.
func (o *Ownership) Merge(other *Ownership) {
	for p, n := range other.sum {
		o.sum[p] += n
	}
	o.count += other.count
}

// Count returns the number of boards added.
func (o *Ownership) Count() int { return int(o.count) }

// At returns the mean owner of p, from -1 if it was always White's to +1 if it
// was always Black's; 0 before the first board.
func (o *Ownership) At(p fastboard.Point) float64 {
	if o.count == 0 {
		return 0
	}
	return float64(o.sum[p%fastboard.NumPoints]) / float64(o.count)
}
