package ruleset

import (
	"fmt"
	"math/big"
)

// LegalPositions returns the number of legal positions of a board: those in
// which every chain has a liberty. Black and White may have any number of
// stones. Published for square boards as OEIS A094777.
//
// It goes through the board point by point and keeps, for every way in which
// the frontier of the last points can look, the number of fillings that look
// so; J. Tromp and G. Farnebäck, "Combinatorics of Go" (2006). Time and memory
// grow about tenfold with each step of the shorter side, which may be at most
// 8: 7x7 takes a second.
func LegalPositions(size Size) (*big.Int, error) {
	if err := size.Validate(); err != nil {
		return nil, err
	}
	const most = 8
	if min(size.W, size.H) > most {
		return nil, fmt.Errorf("legal positions of %v: too many to count here: one side must be at most %d", size, most)
	}
	width, height := min(size.W, size.H), max(size.W, size.H)
	states := map[frontier]*big.Int{emptyFrontier(width): big.NewInt(1)}
	for i := range width * height {
		next := make(map[frontier]*big.Int, len(states))
		for f, ways := range states {
			for _, c := range [...]Color{Empty, Black, White} {
				if g, ok := f.fill(i%width, i < width, i%width == 0, c, width); ok {
					if sum, known := next[g]; known {
						sum.Add(sum, ways)
					} else {
						next[g] = new(big.Int).Set(ways)
					}
				}
			}
		}
		states = next
	}
	total := new(big.Int)
	for f, ways := range states {
		if f.finished(width) {
			total.Add(total, ways)
		}
	}
	return total, nil
}

// frontier is what the later points need to know of the earlier ones: of each
// column the last point, and which of these stones belong to one chain that
// has no liberty yet. Chains are numbered in order of their first column, so
// that equal situations are equal values.
type frontier [MaxSide]cell

// cell is a point of the frontier.
type cell struct {
	color Color
	chain uint8 // 0: has a liberty, or is empty
}

func emptyFrontier(width int) frontier {
	var f frontier
	for i := range width {
		f[i].color = Border
	}
	return f
}

// fill puts c on the next point, in the given column. It fails if a chain is
// cut off from every later point without having a liberty.
func (f frontier) fill(col int, firstRow, firstCol bool, c Color, width int) (frontier, bool) {
	above, left := f[col], cell{color: Border}
	if firstRow {
		above.color = Border
	}
	if !firstCol {
		left = f[col-1]
	}
	if c == Empty {
		f.free(above)
		f.free(left)
		f[col] = cell{color: Empty}
		return f.renumbered(width), true
	}
	const fresh = 255
	f[col] = cell{color: c, chain: fresh}
	if above.color == Empty || left.color == Empty {
		f[col].chain = 0
	}
	f.join(col, above)
	f.join(col, left)
	if above.color.IsPlayer() && above.color != c && above.chain != 0 && !f.contains(above.chain, width) {
		return f, false
	}
	return f.renumbered(width), true
}

// free notes that the chain of a cell has a liberty.
func (f *frontier) free(c cell) {
	if !c.color.IsPlayer() || c.chain == 0 {
		return
	}
	f.rename(c.chain, 0)
}

// join makes the stone at col and its neighbor one chain if they have one
// color.
func (f *frontier) join(col int, neighbor cell) {
	here := f[col]
	if neighbor.color != here.color || neighbor.chain == here.chain {
		return
	}
	if neighbor.chain == 0 {
		f.rename(here.chain, 0)
		return
	}
	// The neighbor may have been renamed by an earlier join; then its old
	// number is no longer in use and nothing happens.
	f.rename(neighbor.chain, here.chain)
}

func (f *frontier) rename(from, to uint8) {
	for i := range f {
		if f[i].chain == from && f[i].color.IsPlayer() {
			f[i].chain = to
		}
	}
}

func (f *frontier) contains(chain uint8, width int) bool {
	for i := range width {
		if f[i].chain == chain {
			return true
		}
	}
	return false
}

// renumbered numbers the chains without liberty from 1 by first column.
func (f frontier) renumbered(width int) frontier {
	var (
		names [256]uint8
		next  uint8
	)
	for i := range width {
		if f[i].chain == 0 {
			continue
		}
		if names[f[i].chain] == 0 {
			next++
			names[f[i].chain] = next
		}
		f[i].chain = names[f[i].chain]
	}
	return f
}

// finished reports whether every chain has a liberty.
func (f frontier) finished(width int) bool {
	for i := range width {
		if f[i].chain != 0 {
			return false
		}
	}
	return true
}
