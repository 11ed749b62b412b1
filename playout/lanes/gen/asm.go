package main

import (
	"fmt"
	"slices"
	"strings"
)

// A block is a stretch of straight code over values: vectors of eight 64-bit
// lanes and masks of as many bits as the operation has results. It is written down once, for one group of
// eight games; emit then interleaves the code of several groups, so that one
// group's instructions fill the gaps between those of another, and gives every
// value a register.
type block struct {
	ops    []*op
	loaded map[mem]*value // what a load of this place would give
}

// A class of values has registers of its own.
type class int

const (
	vector class = iota // Z0 to Z31
	mask                // K1 to K7; K0 cannot mask
	classes
)

// A mem is a place in memory: in a group's state if base is group, else in the
// constants, which all groups share.
type mem struct {
	base      string
	offset    int
	broadcast bool // one uint64 for all lanes
	bytes     bool // a byte for every lane
}

// The registers that hold the addresses.
const (
	group     = "AX"
	constants = "BX"
)

func (m mem) String() string { return fmt.Sprintf("%d(%s)", m.offset, m.base) }

// A value is the result of an operation.
type value struct {
	class class
	reg   int   // -1: in no register
	home  *mem  // a place in memory that holds the value, or nil
	uses  []int // positions of the operations that read it
}

type opKind int

const (
	compute opKind = iota
	ternary        // VPTERNLOGQ: any function of three bits
	store
	verbatim
)

// An op is one instruction.
type op struct {
	kind opKind
	name string // mnemonic, with an immediate operand if it has one
	dst  *value
	src  []*value // in the order of the manual: the last may be in memory
	// With a mask, lanes that it does not select keep the value of old, or
	// become zero if old is nil.
	mask, old *value
	table     uint8              // of a ternary op
	swap      bool               // the two sources may be exchanged
	noMemory  bool               // the last source must be in a register
	place     mem                // of a store
	lines     func(int) []string // of verbatim code, given the group's offset
}

func newBlock() *block { return &block{loaded: map[mem]*value{}} }

// load returns the value at m. The instruction appears where the value is
// first needed, or never, if it is needed once and can be read in place.
func (b *block) load(c class, m mem) *value {
	v := b.loaded[m]
	if v == nil {
		home := m
		v = &value{class: c, reg: -1, home: &home}
		b.loaded[m] = v
	}
	return v
}

// store writes v to m.
func (b *block) store(m mem, v *value) {
	b.ops = append(b.ops, &op{kind: store, src: []*value{v}, place: m})
	b.loaded[m] = v
}

func (b *block) add(o *op, c class) *value {
	o.dst = &value{class: c, reg: -1}
	b.ops = append(b.ops, o)
	return o.dst
}

// do applies an instruction to vectors. The sources are in the order of Intel's
// manual: VPANDNQ inverts the first of its two, VPSUBQ takes the second off.
func (b *block) do(name string, src ...*value) *value {
	return b.add(&op{name: name, src: src}, vector)
}

// doMasked applies an instruction in the lanes of k; the others keep old, or
// become zero if old is nil. With x for old it changes x in the lanes of k:
//
//	doMasked(k, x, "VPORQ", x, y)   adds the bits of y
//	doMasked(k, x, "VPANDNQ", y, x) takes the bits of y out
//	doMasked(k, x, "VPXORQ", x, x)  clears x, without a register that is zero
//	doMasked(k, x, "VMOVDQA64", y)  puts y in its place
func (b *block) doMasked(k, old *value, name string, src ...*value) *value {
	return b.add(&op{name: name, src: src, mask: k, old: old}, vector)
}

// Truth tables: the columns of the three inputs of a ternary operation. An
// expression in them is the table of that expression: A&^(B|C). In golang & and
// &^ bind closer than |, so that A|B&^C is what A has, and what B has without C.
const (
	A uint8 = 0xF0
	B uint8 = 0xCC
	C uint8 = 0xAA
)

// tern applies the function with the given truth table bit by bit.
func (b *block) tern(table uint8, x, y, z *value) *value {
	return b.add(&op{kind: ternary, table: table, src: []*value{x, y, z}}, vector)
}

// ternMasked is tern in the lanes of k; the other lanes keep x.
func (b *block) ternMasked(k *value, table uint8, x, y, z *value) *value {
	return b.add(&op{kind: ternary, table: table, src: []*value{x, y, z}, mask: k, old: x}, vector)
}

func (b *block) and(x, y *value) *value {
	return b.add(&op{name: "VPANDQ", src: []*value{x, y}, swap: true}, vector)
}

func (b *block) or(x, y *value) *value {
	return b.add(&op{name: "VPORQ", src: []*value{x, y}, swap: true}, vector)
}

func (b *block) xor(x, y *value) *value {
	return b.add(&op{name: "VPXORQ", src: []*value{x, y}, swap: true}, vector)
}

func (b *block) sum(x, y *value) *value {
	return b.add(&op{name: "VPADDQ", src: []*value{x, y}, swap: true}, vector)
}

// andNot returns x &^ y.
func (b *block) andNot(x, y *value) *value { return b.do("VPANDNQ", y, x) }

// choose returns x in the lanes of k and y in the others.
func (b *block) choose(k, x, y *value) *value {
	return b.add(&op{name: "VPBLENDMQ", src: []*value{y, x}, mask: k, old: y}, vector)
}

// only returns x in the lanes of k and zero in the others.
func (b *block) only(k, x *value) *value {
	return b.add(&op{name: "VMOVDQA64", src: []*value{x}, mask: k}, vector)
}

// spread returns all ones in the lanes of k.
func (b *block) spread(k *value) *value { return b.do("VPMOVM2Q", k) }

// test returns the lanes, among those of k if it is not nil, where x has a bit.
func (b *block) test(k, x *value) *value {
	return b.add(&op{name: "VPTESTMQ", src: []*value{x, x}, mask: k, noMemory: true}, mask)
}

// testZero returns the lanes, among those of k, where x has no bit.
func (b *block) testZero(k, x *value) *value {
	return b.add(&op{name: "VPTESTNMQ", src: []*value{x, x}, mask: k, noMemory: true}, mask)
}

// testAny returns the lanes, among those of k, where x and y have a bit in
// common.
func (b *block) testAny(k, x, y *value) *value {
	return b.add(&op{name: "VPTESTMQ", src: []*value{x, y}, mask: k}, mask)
}

// disjoint returns the lanes where x and y have no bit in common.
func (b *block) disjoint(x, y *value) *value {
	return b.add(&op{name: "VPTESTNMQ", src: []*value{x, y}}, mask)
}

// Comparisons of unsigned numbers, as the manual numbers them.
const (
	equal = iota
	less
	lessEqual
	notLess = 5
)

// compare returns the lanes, among those of k, where x and y compare as asked.
func (b *block) compare(k *value, how int, x, y *value) *value {
	return b.add(&op{name: fmt.Sprintf("VPCMPUQ $%d", how), src: []*value{x, y}, mask: k}, mask)
}

// kDo combines masks: KANDB, KORB, KANDNB.
func (b *block) kDo(name string, src ...*value) *value {
	return b.add(&op{name: name, src: src, noMemory: true}, mask)
}

func (b *block) kAnd(x, y *value) *value { return b.kDo("KANDB", x, y) }
func (b *block) kOr(x, y *value) *value  { return b.kDo("KORB", x, y) }

// kAndNot returns x &^ y.
func (b *block) kAndNot(x, y *value) *value { return b.kDo("KANDNB", y, x) }

// write appends instructions as they are, for each group; they get the offset
// of the group's state from AX. They may use the registers R8 to R15 and see
// what was stored before.
func (b *block) write(lines func(offset int) []string) {
	b.ops = append(b.ops, &op{kind: verbatim, lines: lines})
}

// emitter turns a block into text.
type emitter struct {
	out      *strings.Builder
	position int
	inReg    [classes][32]*value
	homes    map[mem][]*value // values that may still be read from memory
	frame    *frame
	groups   int
	spills   int // slots in use or freed
	freed    []mem
}

// A frame says where a group keeps what loses its register for a while. These
// places are part of the group's state, close to what is read beside them:
// elsewhere they came to lie a multiple of 4096 bytes from it, and the
// processor took reads for reads of what had just been written there.
type frame struct {
	size   int // of a group
	spills int // offset in the group
	used   int // slots that a group needs
}

// emit writes the code of the block for so many groups at a time.
func (b *block) emit(out *strings.Builder, groups int, f *frame) {
	b.dropUnused()
	copies := make([][]*op, groups)
	shared := map[mem]*value{}
	for g := range copies {
		copies[g] = b.copyFor(g*f.size, shared)
	}
	var ops []*op
	for i := range b.ops {
		for g := range copies {
			ops = append(ops, copies[g][i])
		}
	}
	e := &emitter{out: out, frame: f, groups: groups, homes: map[mem][]*value{}}
	seen := map[*value]bool{}
	for i, o := range ops {
		for _, v := range o.reads() {
			if n := len(v.uses); n == 0 || v.uses[n-1] != i {
				v.uses = append(v.uses, i)
			}
			if v.home != nil && !seen[v] {
				seen[v] = true
				e.homes[*v.home] = append(e.homes[*v.home], v)
			}
		}
	}
	for i, o := range ops {
		e.position = i
		e.op(o)
		for _, v := range o.reads() {
			v.uses = slices.DeleteFunc(v.uses, func(u int) bool { return u <= i })
			if len(v.uses) == 0 {
				e.release(v)
			}
		}
	}
}

// dropUnused removes the operations whose result nobody reads.
func (b *block) dropUnused() {
	wanted := map[*value]bool{}
	kept := b.ops[:0:0]
	for _, o := range slices.Backward(b.ops) {
		if o.dst != nil && !wanted[o.dst] {
			continue
		}
		for _, v := range o.reads() {
			wanted[v] = true
		}
		kept = append(kept, o)
	}
	slices.Reverse(kept)
	b.ops = kept
}

// copyFor returns the operations with the group's state at the given offset.
// Constants are the same values in every copy.
func (b *block) copyFor(offset int, shared map[mem]*value) []*op {
	twins := map[*value]*value{}
	twin := func(v *value) *value {
		if v == nil {
			return nil
		}
		t := twins[v]
		if v.home != nil && v.home.base == constants {
			t = shared[*v.home]
		}
		if t == nil {
			t = &value{class: v.class, reg: -1}
			if v.home != nil {
				home := v.home.shifted(offset)
				t.home = &home
			}
			twins[v] = t
			if v.home != nil && v.home.base == constants {
				shared[*v.home] = t
			}
		}
		return t
	}
	ops := make([]*op, len(b.ops))
	for i, o := range b.ops {
		c := *o
		c.dst, c.mask, c.old = twin(o.dst), twin(o.mask), twin(o.old)
		c.src = make([]*value, len(o.src))
		for k, v := range o.src {
			c.src[k] = twin(v)
		}
		c.place = o.place.shifted(offset)
		if o.lines != nil {
			c.lines = func(int) []string { return o.lines(offset) }
		}
		ops[i] = &c
	}
	return ops
}

func (m mem) shifted(offset int) mem {
	if m.base == group {
		m.offset += offset
	}
	return m
}

// reads lists the values that an operation needs.
func (o *op) reads() []*value {
	all := slices.Clone(o.src)
	if o.mask != nil {
		all = append(all, o.mask)
	}
	if o.old != nil {
		all = append(all, o.old)
	}
	return all
}

func (e *emitter) line(format string, args ...any) {
	fmt.Fprintf(e.out, "\t"+format+"\n", args...)
}

func (v *value) name() string {
	if v.class == mask {
		return fmt.Sprintf("K%d", v.reg)
	}
	return fmt.Sprintf("Z%d", v.reg)
}

// dies reports whether the current operation is the last to read v.
func (e *emitter) dies(v *value) bool { return v.uses[len(v.uses)-1] <= e.position }

// nextUse returns how far ahead the next operation is that reads v, not
// counting the current one.
func (e *emitter) nextUse(v *value) int {
	for _, u := range v.uses {
		if u > e.position {
			return u - e.position
		}
	}
	return 1 << 30
}

func (e *emitter) release(v *value) {
	if v.reg >= 0 {
		if e.inReg[v.class][v.reg] == v { // else the result has taken it over
			e.inReg[v.class][v.reg] = nil
		}
		v.reg = -1
	}
	if v.home != nil && e.isSpill(*v.home) {
		e.freed = append(e.freed, *v.home)
		v.home = nil
	}
}

func (e *emitter) isSpill(m mem) bool {
	return m.base == group && m.offset%e.frame.size >= e.frame.spills
}

// take gives v a register. If there is none, the value that is needed last
// loses its own, except those of keep.
func (e *emitter) take(v *value, keep []*value) {
	first, last := 0, 31
	if v.class == mask {
		first, last = 1, 7
	}
	regs := &e.inReg[v.class]
	victim, worst := -1, -1
	for r := first; r <= last; r++ {
		held := regs[r]
		if held == nil {
			victim = r
			break
		}
		if slices.Contains(keep, held) {
			continue
		}
		distance := e.nextUse(held)
		if held.home != nil {
			distance += 60 // it costs no store
		}
		if distance > worst {
			victim, worst = r, distance
		}
	}
	if victim < 0 {
		panic("out of registers: an operation has too many operands")
	}
	if held := regs[victim]; held != nil {
		if held.home == nil {
			e.spill(held)
		}
		held.reg = -1
	}
	regs[victim], v.reg = v, victim
}

// spill stores a value that loses its register.
func (e *emitter) spill(v *value) {
	var m mem
	if n := len(e.freed); n > 0 {
		m, e.freed = e.freed[n-1], e.freed[:n-1]
	} else {
		group, slot := e.spills%e.groups, e.spills/e.groups
		m = mem{base: "AX", offset: group*e.frame.size + e.frame.spills + 64*slot}
		e.spills++
		e.frame.used = max(e.frame.used, slot+1)
	}
	v.home = &m
	if v.class == mask {
		e.line("KMOVQ %s, %s", v.name(), m)
	} else {
		e.line("VMOVDQA64 %s, %s", v.name(), m)
	}
}

// need brings v into a register.
func (e *emitter) need(v *value, keep []*value) {
	if v.reg >= 0 {
		return
	}
	if v.home == nil {
		panic("a value is read that was never computed")
	}
	e.take(v, keep)
	switch {
	case v.class == mask:
		e.line("KMOVQ %s, %s", v.home, v.name())
	case v.home.broadcast:
		e.line("VPBROADCASTQ %s, %s", v.home, v.name())
	case v.home.bytes:
		e.line("VPMOVZXBQ %s, %s", v.home, v.name())
	default:
		e.line("VMOVDQA64 %s, %s", v.home, v.name())
	}
}

// inPlace reports whether v is best read from memory by the instruction that
// needs it: if it is needed soon again, a register serves better.
func (e *emitter) inPlace(v *value) bool {
	return v.reg < 0 && v.home != nil && !v.home.bytes && v.class == vector && e.nextUse(v) > 80
}

func (e *emitter) op(o *op) {
	switch o.kind {
	case verbatim:
		for _, line := range o.lines(0) {
			e.line("%s", line)
		}
	case store:
		e.store(o)
	case ternary:
		e.ternary(o)
	default:
		e.compute(o)
	}
}

func (e *emitter) store(o *op) {
	v := o.src[0]
	// Values that live in this place and are still needed must leave it.
	for _, old := range e.homes[o.place] {
		if old != v && old.home != nil && *old.home == o.place {
			if e.needed(old) {
				e.need(old, nil)
			}
			old.home = nil
		}
	}
	e.need(v, nil)
	if v.class == mask {
		e.line("KMOVQ %s, %s", v.name(), o.place)
	} else {
		e.line("VMOVDQA64 %s, %s", v.name(), o.place)
	}
	if v.home == nil {
		home := o.place
		v.home = &home
		e.homes[home] = append(e.homes[home], v)
	}
}

func (e *emitter) needed(v *value) bool { return len(v.uses) > 0 && v.uses[len(v.uses)-1] > e.position }

// operand returns the text of a source in memory or in a register, and the
// suffix that its instruction needs.
func operand(v *value) (text, suffix string) {
	if v.reg >= 0 {
		return v.name(), ""
	}
	if v.home.broadcast {
		return v.home.String(), ".BCST"
	}
	return v.home.String(), ""
}

func (e *emitter) compute(o *op) {
	src := slices.Clone(o.src)
	last := len(src) - 1
	if v := src[last]; o.name == "VMOVDQA64" && v.home != nil && v.home.broadcast {
		e.need(v, o.reads()) // a move cannot broadcast
	}
	if o.swap && e.inPlace(src[0]) && !e.inPlace(src[last]) {
		src[0], src[last] = src[last], src[0]
	}
	keep := o.reads()
	for i, v := range src {
		unique := slices.Index(src, v) == i && (i == 0 || !slices.Contains(src[:i], v)) && v != o.old
		if i == last && !o.noMemory && unique && e.inPlace(v) {
			continue
		}
		e.need(v, keep)
	}
	if o.mask != nil {
		e.need(o.mask, keep)
	}
	mnemonic, immediate, _ := strings.Cut(o.name, " ")
	var operands []string
	if immediate != "" {
		operands = append(operands, immediate)
	}
	for i := last; i >= 0; i-- {
		text, suffix := operand(src[i])
		operands = append(operands, text)
		mnemonic += suffix
	}
	if o.mask != nil {
		operands = append(operands, o.mask.name())
		if o.old == nil && o.dst.class == vector {
			mnemonic += ".Z"
		}
	}
	if o.old != nil && o.name != "VPBLENDMQ" {
		e.intoOld(o, keep)
	} else {
		e.giveUp(o)
		e.take(o.dst, e.kept(o))
	}
	e.line("%s %s", mnemonic, strings.Join(append(operands, o.dst.name()), ", "))
}

// giveUp frees the registers of the sources that the operation reads last, so
// that the result may take one of them.
func (e *emitter) giveUp(o *op) {
	for _, v := range o.reads() {
		if v.reg >= 0 && e.dies(v) {
			e.inReg[v.class][v.reg] = nil
		}
	}
}

// kept lists the sources that must keep their registers.
func (e *emitter) kept(o *op) (keep []*value) {
	for _, v := range o.reads() {
		if v.reg >= 0 && !e.dies(v) {
			keep = append(keep, v)
		}
	}
	return keep
}

// intoOld gives the result the register of o.old, or a copy of it if old is
// still needed.
func (e *emitter) intoOld(o *op, keep []*value) {
	e.need(o.old, keep)
	if e.dies(o.old) {
		r := o.old.reg
		o.old.reg = -1
		e.inReg[vector][r] = o.dst
		o.dst.reg = r
		return
	}
	e.take(o.dst, keep)
	e.line("VMOVDQA64 %s, %s", o.old.name(), o.dst.name())
}

// ternary emits VPTERNLOGQ, which overwrites its first source.
func (e *emitter) ternary(o *op) {
	order := []int{0, 1, 2}
	keep := o.reads()
	if o.mask != nil {
		e.need(o.mask, keep)
	}
	repeated := func(k int) bool {
		n := 0
		for _, v := range o.src {
			if v == o.src[k] {
				n++
			}
		}
		return n > 1
	}
	// One source may stay in memory: the last.
	for k, v := range o.src {
		if e.inPlace(v) && !repeated(k) && v != o.old {
			order[k], order[2] = order[2], order[k]
			break
		}
	}
	for _, k := range order[:2] {
		e.need(o.src[k], keep)
	}
	if v := o.src[order[2]]; !e.inPlace(v) || repeated(order[2]) || v == o.old {
		e.need(v, keep)
	}
	// The first is overwritten: best one that is not needed any more.
	if o.old == nil {
		for i, k := range order {
			v := o.src[k]
			if v.reg >= 0 && e.dies(v) && !repeated(k) {
				order[0], order[i] = order[i], order[0]
				break
			}
		}
		if o.src[order[0]].reg < 0 {
			order[0], order[1] = order[1], order[0]
		}
	} else if order[0] != 0 {
		i := slices.Index(order, 0)
		order[0], order[i] = order[i], order[0]
	}
	if o.src[order[1]].reg < 0 {
		order[1], order[2] = order[2], order[1]
	}
	table := permuted(o.table, order)
	first, second, third := o.src[order[0]], o.src[order[1]], o.src[order[2]]
	text, suffix := operand(third)
	middle := second.name()
	masked := ""
	if o.mask != nil {
		masked = o.mask.name() + ", "
	}
	c := *o
	c.old = first
	if repeated(order[0]) && e.dies(first) {
		// Its register is read as another source as well: keep it apart.
		e.take(o.dst, keep)
		e.line("VMOVDQA64 %s, %s", first.name(), o.dst.name())
	} else {
		e.intoOld(&c, keep)
	}
	e.line("VPTERNLOGQ%s $%d, %s, %s, %s%s", suffix, table, text, middle, masked, o.dst.name())
}

// permuted returns the truth table for the sources in another order.
func permuted(table uint8, order []int) (result uint8) {
	for inputs := range 8 {
		var original [3]int
		for position, k := range order {
			original[k] = inputs >> (2 - position) & 1
		}
		if table>>(original[0]<<2|original[1]<<1|original[2])&1 != 0 {
			result |= 1 << inputs
		}
	}
	return result
}
