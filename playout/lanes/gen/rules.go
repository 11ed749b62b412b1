package main

import "fmt"

// The heavy policy in lanes. The candidates are found as for light playouts;
// the rules then offer sets of moves, and the first that has any of them and
// takes effect replaces the candidates by its own.

// chooseByRules is choose for the heavy policy.
func (k *kernel) chooseByRules() {
	c := k.coder()
	c.keep("candidates", c.candidates())
	c.windows()
	k.phase("Choose: the candidates, and what lies around the last move", c, k.groupsChoose)

	k.matchShapes()

	c = k.coder()
	c.draw(c.restrict(c.throwDice()))
	k.phase("Choose: the rules, and a move at random", c, k.groupsChoose)
}

// throwDice turns the random number into one byte per rule, all ones if the
// rule may take effect in this attempt. Where a move is being worked on, the
// dice stay as they fell.
func (c *coder) throwDice() *value {
	high := c.do("VPSRLQ $32", c.number("random"))
	dice := c.do("VPMULLQ", high, c.constant("gateMultiplier"))
	low := c.add(&op{name: "VPCMPUB $2", src: []*value{dice, c.number("limit")}}, mask)
	allowed := c.do("VPMOVM2B", low)
	return c.doMasked(c.flag("fresh"), c.number("dice"), "VPANDQ", allowed, c.number("enabled"))
}

// restrict returns the moves to choose from. The rules are gone through from
// the last to the first, each replacing the choice of those behind it.
func (c *coder) restrict(dice *value) plane {
	candidates := c.plane("candidates")
	opp, atari := c.plane("opp"), c.plane("atari")
	moves := candidates
	offer := func(rule plane, die string) (taken *value) {
		taken = c.testAny(c.test(nil, c.any(rule)), dice, c.constant(die))
		before := moves
		moves = c.each(func(i int) *value { return c.doMasked(taken, before(i), "VMOVDQA64", rule(i)) })
		return taken
	}

	// Anywhere: next to an enemy chain in atari.
	weak := c.each(func(i int) *value { return c.and(opp(i), atari(i)) })
	offer(c.each(func(i int) *value {
		three, fourth := c.around(weak, i)
		return c.tern((A|B)&C, three, fourth, candidates(i))
	}), "anywhere")

	// Pattern: the points around the last move where a shape was found.
	found := c.placeMatches()
	offer(c.each(func(i int) *value {
		low, high := found(i)
		return c.tern((A|B)&C, low, high, candidates(i))
	}), "pattern")

	// Capture: the last liberties of the chain just played, of the chains it
	// put in atari, and of the enemy chains in atari beside these. The latter,
	// counter, are flooded a few steps; a game that needs more waits, and goes on
	// from there with the next step of the kernel. It has not taken its random
	// number, so its dice then fall as they did now.
	attacked, lastLiberty, known := c.plane("attacked"), c.plane("lastLiberty"), c.plane("counter")
	escapes := c.each(func(i int) *value { return c.beside(attacked, i) })
	counter := c.each(func(i int) *value { return c.tern(A&B|C, escapes(i), weak(i), known(i)) })
	for range counterFloods {
		before := counter
		counter = c.each(func(i int) *value {
			three, fourth := c.around(before, i)
			return c.or(before(i), c.tern((A|B)&C, three, fourth, weak(i)))
		})
	}
	besideCounter := c.each(func(i int) *value { return c.beside(counter, i) })
	rest := c.each(func(i int) *value { return c.tern(A&B&^C, besideCounter(i), weak(i), counter(i)) })
	fresh := c.flag("fresh")
	waiting := c.test(fresh, c.any(rest))
	c.store(c.k.at("waiting", 0), c.spread(waiting))
	c.keep("counter", c.each(func(i int) *value { return c.only(waiting, counter(i)) }))
	fresh = c.kAndNot(fresh, waiting)
	c.store(c.k.at("fresh", 0), fresh)
	answers := offer(c.each(func(i int) *value {
		points := c.tern(A|B|C, escapes(i), besideCounter(i), lastLiberty(i))
		return c.and(points, candidates(i))
	}), "capture")

	// Answers are always checked for self-atari.
	c.store(c.k.at("dice", 0), c.doMasked(c.kAnd(answers, fresh), dice, "VPORQ", dice, c.constant("anySelfAtari")))
	return moves
}

// counterFloods is how many steps of the flood along enemy chains in atari are
// made at a time.
const counterFloods = 1

// selfAtari returns the games that give their move up: it leaves its chain with
// one liberty, captures nothing, and the dice are against it.
func (c *coder) selfAtari(first, count *value, chain, stone, dead plane) *value {
	quiet := c.testZero(first, c.any(dead))
	risky := c.compare(quiet, equal, count, c.constant("one"))
	others := c.any(c.each(func(i int) *value { return c.andNot(chain(i), stone(i)) }))
	dice := c.number("dice")
	return c.kOr(
		c.testAny(c.test(risky, others), dice, c.constant("selfAtari")),
		c.testAny(c.testZero(risky, others), dice, c.constant("selfAtariStone")))
}

// notePlayed keeps the number of the point that a fresh game plays at.
func (c *coder) notePlayed() {
	drawn := c.number("drawn")
	below := c.do("VPOPCNTQ", c.sum(drawn, c.constant("allOnes"))) // bits below the one drawn
	spot := below
	if c.k.words > 1 {
		spot = c.sum(below, c.do("VPSLLQ $6", c.number("index")))
	}
	c.store(c.k.at("played", 0), c.doMasked(c.flag("fresh"), c.number("played"), "VMOVDQA64", spot))
}

// windows cuts the 5x5 points around the last move out of the planes of what is
// no own and no enemy stone, into one word each. A window begins two rows and
// two columns before the last move; what lies off the board is zero.
//
// A row of the window begins a stride, n, after the one below. Where five rows do
// not fit a word, on 19x19, the upper two fill gaps between the lower three, eight
// bits above their second and third (n is 20; a dot is a bit that nobody reads):
//
//	bit  0     5    20    25   28    33   40    45   48    53   64
//	     row 0 .... row 1 .... row 3 .... row 2 .... row 4 ....
//
// They come there as the word that begins with row 2, moved up eight bits.
func (c *coder) windows() {
	k := c.k
	// The window begins in the word before b, so that b is never negative.
	origin := c.sum(c.number("last"), c.constant("windowOrigin")) // plus 64
	b := c.do("VPSRLQ $6", origin)
	starts := make([]*value, k.words+1)
	for i := range starts {
		starts[i] = c.compare(nil, equal, b, c.board("indices", i))
	}
	for _, w := range []struct{ stones, window string }{{"own", "notOwn"}, {"opp", "notOpp"}} {
		stones := c.plane(w.stones)
		// Word n of the plane, counted from the one where the window begins.
		word := func(n int) (v *value) {
			for i, here := range starts {
				if j := i - 1 + n; j >= 0 && j < k.words {
					v = c.doMasked(here, v, "VPANDNQ", stones(j), c.board("mask", j))
				}
			}
			return v
		}
		low, high := word(0), word(1)
		window := c.funnel(low, high, origin)
		if !k.oneWindow() {
			upper := c.do(fmt.Sprintf("VPSHRDQ $%d", 2*k.stride), window, c.funnel(high, word(2), origin))
			window = c.tern(A&C|B&^C, window, c.do("VPSLLQ $8", upper), c.constant("lowRows"))
		}
		c.store(k.at(w.window, 0), window)
	}
}

// funnel returns the word that begins at bit n of low, and goes on in high.
func (c *coder) funnel(low, high, n *value) *value {
	return c.add(&op{name: "VPSHRDVQ", src: []*value{high, n}, old: low}, vector)
}

// oneWindow reports whether five rows of five points fit a word.
func (k *kernel) oneWindow() bool { return 4*k.stride+5 <= 64 }

// matchShapes looks the neighborhoods of the eight points around the last move
// up in the table of shapes. Of the 64 points of a group, those that are empty
// and belong to a game about to draw are gathered first, for looking up sixteen
// neighborhoods takes as long as fifty other instructions.
//
// Point q of game g, both 0 to 7, is bit 8*g+q of wanted and of matches. Its
// neighborhood has 16 bits (see Shapes): the low byte from codesOwn, the high
// byte from codesOpp.
func (k *kernel) matchShapes() {
	at := func(name string, offset int) string { return fmt.Sprintf("%d(AX)", k.offsets[name]+offset) }

	// For every game, the bits around each of the eight points: one instruction
	// picks 64 bits of the window, byte q of them for point q.
	//
	// Unpacking, below, puts the bytes of two vectors side by side, in each 128
	// bits by themselves: those of the lower 64 bits in one result, those of the
	// upper in another. For one to hold the games 0 to 3 and the other 4 to 7,
	// they are stored in this order:
	//
	//	128 bits     0      1      2      3
	//	slot       0   1  2   3  4   5  6   7
	//	game       0   4  1   5  2   6  3   7
	//	in result  Z2 Z3  Z2 Z3  Z2 Z3  Z2 Z3
	var lines []string
	for lane := range 8 {
		slot := 2 * lane
		if lane >= 4 {
			slot = 2*(lane-4) + 1
		}
		for i, w := range []struct{ window, codes string }{{"notOwn", "codesOwn"}, {"notOpp", "codesOpp"}} {
			z, kr := 2+2*(lane%4)+i, 1+(2*lane+i)%6
			lines = append(lines,
				fmt.Sprintf("VPBROADCASTQ %s, Z%d", at(w.window, 8*lane), z),
				fmt.Sprintf("VPSHUFBITQMB Z0, Z%d, K%d", z, kr),
				fmt.Sprintf("KMOVQ K%d, %s", kr, at(w.codes, 8*slot)))
		}
	}
	// Wanted are the points with neither stone, of fresh games. Fresh is a bit per
	// game, and wanted a byte: PDEP moves bit g to bit 8*g, and 255 times a byte
	// that is 1 is a byte of ones.
	lines = append(lines,
		"VMOVDQA64 "+at("notOwn", 0)+", Z10",
		"VPANDQ "+at("notOpp", 0)+", Z10, Z10",
		"VPSHUFBITQMB Z1, Z10, K7",
		"KMOVQ K7, R8",
		"MOVQ "+at("fresh", 0)+", R9",
		"PDEPQ R10, R9, R9",
		"IMUL3Q $255, R9, R9",
		"ANDQ R9, R8",
		"MOVQ R8, "+at("wanted", 0))
	k.rawPhase("Shapes: the neighborhoods, and which of them are wanted", []string{
		fmt.Sprintf("VMOVDQU64 %s, Z0", vectorConstant("around")),
		fmt.Sprintf("VMOVDQU64 %s, Z1", vectorConstant("centers")),
		"MOVQ $0x0101010101010101, R10",
	}, lines)

	// Sixteen bits each, the wanted ones one after the other: first those of the
	// games 0 to 3, R9 in number, and behind them those of 4 to 7.
	k.rawPhase("Shapes: gather the wanted", nil, []string{
		"VMOVDQA64 " + at("codesOwn", 0) + ", Z0",
		"VMOVDQA64 " + at("codesOpp", 0) + ", Z1",
		"MOVQ " + at("wanted", 0) + ", R8",
		"VPUNPCKLBW Z1, Z0, Z2", // games 0 to 3
		"VPUNPCKHBW Z1, Z0, Z3", // games 4 to 7
		"KMOVD R8, K1",
		"MOVL R8, R9",
		"POPCNTL R9, R9",
		"SHRQ $32, R8",
		"KMOVD R8, K2",
		"VPCOMPRESSW.Z Z2, K1, Z4",
		"VPCOMPRESSW.Z Z3, K2, Z5",
		"VMOVDQA64 Z4, " + at("gathered", 0),
		"VMOVDQU64 Z5, " + at("gathered", 0) + "(R9*2)",
	})

	// Look them up as bits of a table of 32-bit words, sixteen at a time: the word
	// rotated by the neighborhood has the bit lowest. PDEP then moves result n to
	// the n-th bit of wanted, where the neighborhood came from; results beyond
	// those, of what was left in gathered, fall away. There are seldom more than
	// 32 wanted.
	lookUp := func(part int) []string {
		code, index, bits, kr := 2*part, 8+2*part, 16+2*part, 1+part
		r := fmt.Sprintf("R%d", 10+part)
		lines := []string{
			fmt.Sprintf("VPMOVZXWD %s, Z%d", at("gathered", 32*part), code),
			fmt.Sprintf("VPSRLD $5, Z%d, Z%d", code, index),
			fmt.Sprintf("KXNORW K0, K0, K%d", kr),
			fmt.Sprintf("VPXORQ Z%d, Z%d, Z%d", bits, bits, bits),
			fmt.Sprintf("VPGATHERDD (DI)(Z%d*4), K%d, Z%d", index, kr, bits),
			fmt.Sprintf("VPRORVD Z%d, Z%d, Z%d", code, bits, bits),
			fmt.Sprintf("VPTESTMD Z31, Z%d, K%d", bits, kr),
			fmt.Sprintf("KMOVW K%d, %s", kr, r),
		}
		if part > 0 {
			lines = append(lines, fmt.Sprintf("SHLQ $%d, %s", 16*part, r), fmt.Sprintf("ORQ %s, R10", r))
		}
		return lines
	}
	few := fmt.Sprintf("few%d", k.labels+1)
	lines = append(lookUp(0), lookUp(1)...)
	lines = append(lines,
		"MOVQ "+at("wanted", 0)+", R8",
		"POPCNTQ R8, R9",
		"CMPQ R9, $32",
		"JLE "+few)
	lines = append(lines, lookUp(2)...)
	lines = append(lines, lookUp(3)...)
	lines = append(lines,
		few+":",
		"PDEPQ R8, R10, R10",
		"MOVQ R10, "+at("matches", 0))
	k.rawPhase("Shapes: the table", []string{
		fmt.Sprintf("LEAQ %d(BX), DI", shapesAt()),
		"MOVL $1, R8",
		"VPBROADCASTD R8, Z31",
	}, lines)
}

// placeMatches turns the eight bits of a game into points around its last
// move: first into three rows of a window that begins at the lower left of the
// move, then shifted to where that is. The two results are to be united.
//
// The points are numbered from the lower left along the rows, the move itself
// left out; the rows of the window lie a stride, n, apart. So the row below is in
// its place, and the others are moved by the difference:
//
//	points  place in the window  moved by
//	0 1 2   0 1 2                0
//	3       n                    n-3
//	4       n+2                  n-2
//	5 6 7   2n 2n+1 2n+2         2n-5
//
// The window begins n+1 bits before the last move. Word i begins at bit 64*i, so
// in it the window is to be moved up by last-(n+1+64*i), which is last-origin, or
// down by the opposite; shifts by 64 or more, which a negative number is too,
// give nothing.
func (c *coder) placeMatches() func(i int) (low, high *value) {
	n := c.k.stride
	place := c.k.at("matches", 0)
	place.bytes = true
	bits := c.load(vector, place)
	rows := c.and(bits, c.constant("rowBelow"))
	for _, part := range []struct {
		name string
		by   int
	}{{"leftOf", n - 3}, {"rightOf", n - 2}, {"rowAbove", 2*n - 5}} {
		rows = c.tern(A|B&C, rows, c.do(fmt.Sprintf("VPSLLQ $%d", part.by), bits), c.constant(part.name))
	}
	last := c.number("last")
	return func(i int) (low, high *value) {
		origin := c.board("placeOrigin", i)
		up := c.do("VPSLLVQ", rows, c.do("VPSUBQ", last, origin))
		down := c.do("VPSRLVQ", rows, c.do("VPSUBQ", origin, last))
		return up, down
	}
}
