package main

import (
	"fmt"
	"strings"
)

// A kernel is the code that takes every game of a batch one step further. Its
// phases run one after the other, each over all groups, so that the many
// independent groups hide how long each chain of instructions takes.
type kernel struct {
	name   string
	side   int
	heavy  bool // plays by the rules of the heavy policy
	trace  bool // keeps who was first to play where
	floods int  // flood steps in each step of the kernel
	// How many groups each phase interleaves.
	groupsChoose, groupsPlace, groupsFlood, groupsSettle int

	words  int
	stride int
	*layout

	text      strings.Builder
	labels    int
	spillRoom int // slots in a group for values without a register
	frame     frame
}

// A plane is a set of points, as one vector per word. Its words are computed
// when they are asked for, close to their use.
type plane func(i int) *value

// coder writes code about planes into a block.
type coder struct {
	*block
	k *kernel
}

func (k *kernel) coder() *coder { return &coder{newBlock(), k} }

// plane loads a plane of the group's state, as it is at this point.
func (c *coder) plane(name string) plane {
	now := make([]*value, c.k.words)
	for i := range now {
		now[i] = c.load(vector, c.k.at(name, i))
	}
	return func(i int) *value { return now[i] }
}

// number loads a number, flag a flag of the group's state.
func (c *coder) number(name string) *value { return c.load(vector, c.k.at(name, 0)) }
func (c *coder) flag(name string) *value   { return c.load(mask, c.k.at(name, 0)) }

func (c *coder) constant(name string) *value { return c.load(vector, constant(name, 0)) }
func (c *coder) board(name string, i int) *value {
	return c.load(vector, constant(name, i))
}

// keep stores a plane.
func (c *coder) keep(name string, p plane) {
	for i := range c.k.words {
		c.store(c.k.at(name, i), p(i))
	}
}

// each returns the plane whose words f computes, each once, when it is first
// asked for.
func (c *coder) each(f func(i int) *value) plane {
	known := make([]*value, c.k.words)
	return func(i int) *value {
		if known[i] == nil {
			known[i] = f(i)
		}
		return known[i]
	}
}

// up returns word i of p with every point moved n bits up.
func (c *coder) up(p plane, i, n int) *value {
	if i == 0 {
		return c.do(fmt.Sprintf("VPSLLQ $%d", n), p(0))
	}
	return c.do(fmt.Sprintf("VPSHLDQ $%d", n), p(i), p(i-1))
}

// down returns word i of p with every point moved n bits down.
func (c *coder) down(p plane, i, n int) *value {
	if i == c.k.words-1 {
		return c.do(fmt.Sprintf("VPSRLQ $%d", n), p(i))
	}
	return c.do(fmt.Sprintf("VPSHRDQ $%d", n), p(i), p(i+1))
}

// around returns two sets whose union are the points next to p: three sides,
// and the fourth. A ternary operation can join the two with what follows.
func (c *coder) around(p plane, i int) (three, fourth *value) {
	three = c.tern(A|B|C, c.up(p, i, c.k.stride), c.down(p, i, c.k.stride), c.up(p, i, 1))
	return three, c.down(p, i, 1)
}

// beside returns the set of points next to p.
func (c *coder) beside(p plane, i int) *value {
	three, fourth := c.around(p, i)
	return c.or(three, fourth)
}

// any returns the union of the words, to be tested for zero.
func (c *coder) any(p plane) *value {
	z := p(0)
	i := 1
	for ; i+1 < c.k.words; i += 2 {
		z = c.tern(A|B|C, z, p(i), p(i+1))
	}
	if i < c.k.words {
		z = c.or(z, p(i))
	}
	return z
}

// count returns the number of points in p.
func (c *coder) count(p plane) *value {
	n := c.do("VPOPCNTQ", p(0))
	for i := 1; i < c.k.words; i++ {
		n = c.sum(n, c.do("VPOPCNTQ", p(i)))
	}
	return n
}

// phase ends a block: its code runs over all groups, so many at a time.
func (k *kernel) phase(title string, c *coder, groups int) {
	k.labels++
	label := fmt.Sprintf("phase%d", k.labels)
	fmt.Fprintf(&k.text, "\n\t// %s.\n\tMOVQ groups+0(FP), AX\n\tMOVQ count+16(FP), CX\n\n%s:\n", title, label)
	c.emit(&k.text, groups, &k.frame)
	fmt.Fprintf(&k.text, "\tADDQ $%d, AX\n\tSUBQ $%d, CX\n\tJGT %s\n", groups*k.frame.size, groups, label)
}

// newKernel lays out the state of a kernel's groups.
func newKernel(side int, heavy, trace bool) *kernel {
	k := &kernel{side: side, stride: side + 1, heavy: heavy, trace: trace}
	k.name = fmt.Sprintf("light%d", side)
	if heavy {
		k.name = fmt.Sprintf("heavy%d", side)
	}
	if trace {
		k.name = strings.Replace(k.name, fmt.Sprint(side), fmt.Sprintf("Trace%d", side), 1)
	}
	k.words = (1 + side*k.stride + 63) / 64
	k.layout = newLayout(k.words)
	// What a playout is: the position, seen by the player to move; ban is what
	// may not be played, left the number of moves until it is cut short, and
	// post all ones or zero. See settle.go for the words.
	k.planes("own", "opp", "empty", "atari", "ban")
	k.flags("fresh", "over")
	k.numbers("random", "left", "passes", "post")
	// The move that is being worked on.
	k.planes("stone", "front", "pending")
	// From the vector to the scalar unit and back: a word of the moves, bit n,
	// the n-th of these moves, and which word of the plane that was.
	k.numbers("moves", "nth", "drawn", "index")
	if trace {
		k.planes("firstBlack", "firstWhite")
		k.numbers("white")
	}
	if heavy {
		// What the last move did, the candidates, and the enemy chains flooded so
		// far that may be captured in answer.
		k.planes("lastLiberty", "attacked", "candidates", "counter")
		// The chances, as Chances.packed gives them; the dice; the last move and
		// the one being made, as spots; waiting is all ones or zero.
		k.numbers("limit", "enabled", "dice", "last", "played", "waiting")
		// The neighborhoods around the last move: see windows and matchShapes.
		k.numbers("notOwn", "notOpp", "codesOwn", "codesOpp", "matches", "wanted")
		k.place("gathered", 3*64)
	}
	return k
}

// function writes the kernel as a function of the golang assembler. It does so
// twice: only then it is known how much room the groups need.
func (k *kernel) function() string {
	k.spillRoom = 1000
	k.phases()
	k.spillRoom, k.labels = k.frame.used, 0
	k.text.Reset()
	k.phases()
	return fmt.Sprintf("\n// func %s(groups, constants *uint64, count int)\nTEXT ·%s(SB), NOSPLIT, $0-24\n\tMOVQ constants+8(FP), BX\n%s\n\tVZEROUPPER\n\tRET\n",
		k.name, k.name, k.text.String())
}

func (k *kernel) phases() {
	k.frame.size, k.frame.spills = k.size+64*k.spillRoom, k.size
	if k.heavy {
		k.chooseByRules()
	} else {
		k.choose()
	}
	k.putStone()
	k.flood()
	k.settle()
}

// rawPhase is a phase of instructions written down one by one, for one group
// at a time; before runs once.
func (k *kernel) rawPhase(title string, before, lines []string) {
	k.labels++
	label := fmt.Sprintf("phase%d", k.labels)
	fmt.Fprintf(&k.text, "\n\t// %s.\n\tMOVQ groups+0(FP), AX\n\tMOVQ count+16(FP), CX\n", title)
	for _, line := range before {
		fmt.Fprintf(&k.text, "\t%s\n", line)
	}
	fmt.Fprintf(&k.text, "\n%s:\n", label)
	for _, line := range lines {
		if !strings.HasSuffix(line, ":") {
			line = "\t" + line
		}
		fmt.Fprintln(&k.text, line)
	}
	fmt.Fprintf(&k.text, "\tADDQ $%d, AX\n\tDECQ CX\n\tJNE %s\n", k.frame.size, label)
}
