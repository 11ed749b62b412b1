package sgf

import (
	"fmt"
	"strings"
)

// parser turns the text of one game into a tree. Nodes, properties, values and
// lists of children come from blocks, and strings are parts of the text, so
// that a game costs a handful of allocations. Nesting lives on a stack of its
// own: no depth can overflow the goroutine's.
type parser struct {
	text string
	pos  int
	opts *Options

	tree    *Tree
	current *Node   // the node to which the next one is a child
	open    *Node   // the node that properties belong to; nil right after a parenthesis
	forks   []*Node // for every open parenthesis, the node before it
	count   int     // nodes so far

	// The blocks, as far as they are not used yet. The first propCount of
	// props are those of the newest node.
	blocks
	propCount int
	values    int

	// offsets of the notes, in the order of the notes
	noteAt []int
}

// blocks are memory from which a game is made.
type blocks struct {
	nodes    []Node
	children []*Node
	texts    []string
	props    []Prop

	newest *blocks // the largest of each, to be used again; nil if they are not
}

// parse reads the text, which starts with a parenthesis. It takes memory from
// the blocks, and leaves larger ones there for the next game; nil allocates.
func parse(text string, where Where, opts *Options, reuse *blocks) (*Tree, []int, error) {
	p := parser{text: text, opts: opts, tree: &Tree{where: where, Charset: "utf-8"}}
	if reuse != nil {
		p.blocks = *reuse
		p.newest = reuse
	}
	if err := p.run(); err != nil {
		return nil, nil, err
	}
	if p.tree.Root == nil {
		p.problem(0, "the game has no node")
	}
	return p.tree, p.noteAt, nil
}

func (p *parser) run() error {
	for p.pos < len(p.text) {
		switch c := p.text[p.pos]; {
		case c == ';':
			if err := p.startNode(p.pos); err != nil {
				return err
			}
			p.pos++
		case c == '(':
			p.openVariation()
		case c == ')':
			p.closeVariation()
		case isIdentByte(c, 0):
			if err := p.property(); err != nil {
				return err
			}
		case c == '[':
			p.problem(p.pos, "a value without property is left out")
			p.pos = valueEnd(p.text, p.pos+1)
			p.skip(']')
		case isBlank(c):
			p.pos++
		default:
			p.junk()
		}
	}
	if missing := len(p.forks); missing > 0 {
		p.problem(len(p.text), fmt.Sprintf("the game is not closed: %d closing parentheses are missing; the end of the file may be cut off", missing))
	}
	return nil
}

// skip moves over one byte if it is c.
func (p *parser) skip(c byte) {
	if p.pos < len(p.text) && p.text[p.pos] == c {
		p.pos++
	}
}

// junk moves over bytes that mean nothing.
func (p *parser) junk() {
	start := p.pos
	for p.pos < len(p.text) && !isIdentByte(p.text[p.pos], 0) && strings.IndexByte(";()[", p.text[p.pos]) < 0 && !isBlank(p.text[p.pos]) {
		p.pos++
	}
	if p.text[start:p.pos] == "\uFEFF" {
		return
	}
	p.problem(start, fmt.Sprintf("%q is left out: it is no part of a node", clip(p.text[start:p.pos])))
}

func isBlank(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' || c == 0 }

func (p *parser) openVariation() {
	p.forks = append(p.forks, p.current)
	p.open = nil
	p.pos++
}

func (p *parser) closeVariation() {
	if p.justOpened() {
		p.problem(p.pos, "an empty variation is left out")
	}
	if last := len(p.forks) - 1; last >= 0 {
		p.current, p.forks = p.forks[last], p.forks[:last]
	}
	p.open = nil
	p.pos++
}

// justOpened reports whether the parenthesis at pos closes the one right
// before it.
func (p *parser) justOpened() bool {
	i := p.pos - 1
	for i >= 0 && isBlank(p.text[i]) {
		i--
	}
	return i >= 0 && p.text[i] == '('
}

// startNode makes a new node the current one.
func (p *parser) startNode(at int) error {
	if p.count == p.opts.maxNodes() {
		return fmt.Errorf("%w: more than the %d nodes that one game may have; split it", ErrLimit, p.count)
	}
	if len(p.nodes) == 0 {
		p.nodes = make([]Node, p.blockSize(';'))
		if p.newest != nil {
			p.newest.nodes = p.nodes
		}
	}
	n := &p.nodes[0]
	p.nodes = p.nodes[1:]
	p.count++
	*n = Node{number: int32(p.count), offset: int32(at)}
	p.props, p.propCount = p.props[p.propCount:], 0
	if p.tree.Root == nil {
		p.tree.Root = n
	} else {
		p.addChild(p.current, n)
	}
	p.current, p.open = n, n
	return nil
}

// blockSize guesses how many more things that start with the given byte the
// text has. The bound keeps a text full of such bytes from claiming memory
// that it never uses.
func (p *parser) blockSize(mark byte) int {
	const most = 2048
	if p.newest != nil {
		return most
	}
	rest := p.text[p.pos:]
	return min(strings.Count(rest[:min(len(rest), 64*most)], string(mark))+1, most)
}

func (p *parser) addChild(parent, child *Node) {
	child.Parent = parent
	if parent.Children != nil {
		parent.Children = append(parent.Children, child)
		return
	}
	if len(p.children) == 0 {
		p.children = make([]*Node, p.blockSize(';'))
		if p.newest != nil {
			p.newest.children = p.children
		}
	}
	p.children[0] = child
	parent.Children = p.children[:1:1]
	p.children = p.children[1:]
}

// property reads an identifier and its values.
func (p *parser) property() error {
	start := p.pos
	id, n := identifier(p.text[p.pos:])
	p.pos += n
	p.skipBlanks()
	if p.pos == len(p.text) || p.text[p.pos] != '[' {
		p.problem(start, fmt.Sprintf("%q is left out: no value in brackets follows", clip(p.text[start:start+n])))
		return nil
	}
	if p.open == nil {
		p.problem(start, "the semicolon before the node is missing")
		if err := p.startNode(start); err != nil {
			return err
		}
	}
	if hasNoCapital(p.text[start : start+n]) {
		p.problem(start, fmt.Sprintf("%q is read as %s: identifiers are written in capitals", clip(p.text[start:start+n]), id))
	}
	p.checkTwice(start, id)
	return p.addProp(id)
}

func (p *parser) skipBlanks() {
	for p.pos < len(p.text) && isBlank(p.text[p.pos]) {
		p.pos++
	}
}

func isMove(id string) bool { return id == "B" || id == "W" }

func hasNoCapital(id string) bool {
	for i := range len(id) {
		if 'A' <= id[i] && id[i] <= 'Z' {
			return false
		}
	}
	return true
}

// checkTwice notes a property that the node already has, and a second move. It
// looks at a bounded number of properties: a node with a million of them is read
// in linear time.
func (p *parser) checkTwice(at int, id string) {
	props := p.open.Props
	for i := range props[:min(len(props), 32)] {
		switch {
		case isMove(id) && isMove(props[i].ID):
			p.problem(at, "a second move in one node: the semicolon before it may be missing")
			return
		case props[i].ID == id:
			p.problem(at, fmt.Sprintf("%s comes twice in one node; text is taken from the first, points from both", id))
			return
		}
	}
}

// addProp reads the values at pos into a new property of the open node.
func (p *parser) addProp(id string) error {
	n := 0 // values so far, at the start of texts
	for p.pos < len(p.text) && p.text[p.pos] == '[' {
		if p.values == p.opts.maxValues() {
			return fmt.Errorf("%w: more than the %d values that one game may have; split it", ErrLimit, p.values)
		}
		p.values++
		if n == len(p.texts) {
			p.growTexts(n)
		}
		end := valueEnd(p.text, p.pos+1)
		p.texts[n] = p.text[p.pos+1 : end]
		if end == len(p.text) {
			p.problem(p.pos, "a value is not closed by ]; the end of the file may be cut off")
			p.texts[n] = wellFormed(p.text[p.pos+1:])
		}
		n++
		p.pos = end
		p.skip(']')
		p.skipBlanks()
	}
	if p.propCount == len(p.props) {
		p.growProps()
	}
	p.props[p.propCount] = Prop{id, p.texts[:n:n]}
	p.propCount++
	p.open.Props = p.props[:p.propCount:p.propCount]
	p.texts = p.texts[n:]
	return nil
}

// growTexts starts a new block with the n values of the property being read.
func (p *parser) growTexts(n int) {
	block := make([]string, max(p.blockSize('['), 2*n))
	copy(block, p.texts)
	p.texts = block
	if p.newest != nil {
		p.newest.texts = block
	}
}

// growProps starts a new block with the properties of the newest node.
func (p *parser) growProps() {
	block := make([]Prop, max(p.blockSize('['), 2*p.propCount))
	copy(block, p.props)
	p.props = block
	if p.newest != nil {
		p.newest.props = block
	}
}

// valueEnd returns the index of the bracket that closes the value at pos, or
// the length of the text.
func valueEnd(text string, pos int) int {
	for i := pos; i < len(text); i++ {
		switch text[i] {
		case ']':
			return i
		case '\\':
			i++
		}
	}
	return len(text)
}

func (p *parser) problem(at int, text string) {
	w := p.tree.where
	w.Node = p.count
	before := len(p.tree.Notes)
	p.tree.Notes = addNote(p.tree.Notes, Note{Where: w, Problem: true, Text: text})
	if len(p.tree.Notes) > before {
		p.noteAt = append(p.noteAt, at)
	}
}
