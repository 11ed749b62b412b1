package main

import (
	"fmt"
	"strings"
)

// A layout places the state of a group of eight games in memory. A plane takes
// one vector per word: lane j of the vector is word i of game j. A number takes
// one vector. A flag is one bit per game, kept in the low byte of a word.
type layout struct {
	words   int
	offsets map[string]int
	names   []string // in order
	size    int
}

func newLayout(words int) *layout {
	return &layout{words: words, offsets: map[string]int{}}
}

func (l *layout) place(name string, size int) {
	l.offsets[name] = l.size
	l.names = append(l.names, name)
	l.size += size
}

func (l *layout) planes(names ...string) {
	for _, n := range names {
		l.place(n, 64*l.words)
	}
}

func (l *layout) numbers(names ...string) {
	for _, n := range names {
		l.place(n, 64)
	}
}

// flags places up to eight flags in one cache line.
func (l *layout) flags(names ...string) {
	for _, n := range names {
		l.place(n, 8)
	}
	l.size = (l.size + 63) &^ 63
}

// at is the place of a number, a flag or word i of a plane.
func (l *layout) at(name string, i int) mem {
	offset, ok := l.offsets[name]
	if !ok {
		panic("no such field: " + name)
	}
	return mem{base: group, offset: offset + 64*i}
}

// constantNames are the numbers that all lanes share. Before them lie four
// arrays: the planes mask and edge, the numbers 0 to 7, and where each word
// stands when matches are placed.
var constantNames = []string{"zero", "one", "two", "allOnes", "multiplier", "gateMultiplier", "capture", "pattern", "anywhere", "selfAtari", "selfAtariStone", "anySelfAtari",
	"noSpot", "windowOrigin", "lowRows", "rowBelow", "leftOf", "rightOf", "rowAbove"}

// arrayWords is the room of each array of constants.
const arrayWords = 8

// constant is the place of a constant.
func constant(name string, i int) mem {
	m := mem{base: constants, broadcast: true}
	switch name {
	case "mask":
		m.offset = 8 * i
	case "edge":
		m.offset = 8 * (arrayWords + i)
	case "indices":
		m.offset = 8 * (2*arrayWords + i)
	case "placeOrigin":
		m.offset = 8 * (3*arrayWords + i)
	default:
		for k, n := range constantNames {
			if n == name {
				m.offset = 8 * (4*arrayWords + k)
				return m
			}
		}
		panic("no such constant: " + name)
	}
	return m
}

// After the numbers lie, aligned, the vectors of bytes and the table of shapes.
var (
	vectorOffset = (8*(4*arrayWords+len(constantNames)) + 63) &^ 63
	vectorNames  = []string{"around", "centers"}
)

const shapeBytes = 1 << 16 / 8

// vectorConstant is the place of a vector of 64 bytes.
func vectorConstant(name string) mem {
	for k, n := range vectorNames {
		if n == name {
			return mem{base: constants, offset: vectorOffset + 64*k}
		}
	}
	panic("no such vector: " + name)
}

// shapesAt is where the table of shapes lies.
func shapesAt() int { return vectorOffset + 64*len(vectorNames) }

// goLiteral writes the layout as a golang literal, offsets counted in words of
// eight bytes.
func (l *layout) goLiteral(size int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "layout{\n\tsize: %d,\n", size/8)
	for _, n := range l.names {
		fmt.Fprintf(&b, "\t%s: %d,\n", n, l.offsets[n]/8)
	}
	b.WriteString("}")
	return b.String()
}
