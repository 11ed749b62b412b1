package sgf

import "iter"

// Prop is one property of a node: an identifier such as AB and its values.
type Prop struct {
	ID     string
	Values []string // raw: escapes as in the file, see Text
}

// Node is one node of a game tree.
type Node struct {
	Props    []Prop  // in the order of the file; an identifier may come twice in faulty files
	Children []*Node // the first is the main line
	Parent   *Node   // nil in the root

	offset int32 // bytes from the start of the game
	number int32 // from 1, in the order of the file; 0 if made by hand
}

// Tree is one game: a tree of nodes and what was noticed when it was read.
type Tree struct {
	Root    *Node
	Charset string // the encoding that the game was read from, such as "utf-8"
	Notes   []Note

	where Where
}

// Where returns where the game starts.
func (t *Tree) Where() Where { return t.where }

// at returns the place of a node.
func (t *Tree) at(n *Node) Where {
	w := t.where
	switch {
	case n == nil:
	case n.number > 0:
		w.Node = int(n.number)
		w.Offset += int64(n.offset)
	default:
		w.Offset = -1
	}
	return w
}

// NewTree returns a tree of one node without properties.
func NewTree() *Tree {
	return &Tree{Root: &Node{}, Charset: "utf-8", where: Where{Offset: -1}}
}

// Has reports whether the node has the property.
func (n *Node) Has(id string) bool {
	_, ok := n.Get(id)
	return ok
}

// Get returns the first raw value of a property.
func (n *Node) Get(id string) (raw string, ok bool) {
	for i := range n.Props {
		if n.Props[i].ID == id && len(n.Props[i].Values) > 0 {
			return n.Props[i].Values[0], true
		}
	}
	return "", false
}

// Text returns the first value of a property as text with line breaks, ""
// without the property.
func (n *Node) Text(id string) string {
	raw, _ := n.Get(id)
	return Text(raw)
}

// SimpleText returns the first value of a property as text of one line, ""
// without the property.
func (n *Node) SimpleText(id string) string {
	raw, _ := n.Get(id)
	return SimpleText(raw)
}

// Set gives the property these raw values, in the place where it was or at the
// end; without values it removes the property.
func (n *Node) Set(id string, raw ...string) {
	kept := n.Props[:0:0]
	placed := len(raw) == 0
	for _, p := range n.Props {
		switch {
		case p.ID != id:
			kept = append(kept, p)
		case !placed:
			kept = append(kept, Prop{id, raw})
			placed = true
		}
	}
	if !placed {
		kept = append(kept, Prop{id, raw})
	}
	n.Props = kept
}

// SetText gives the property one value and escapes the text.
func (n *Node) SetText(id, text string) { n.Set(id, Escape(text)) }

// add appends a property without looking for an older one.
func (n *Node) add(id string, raw ...string) { n.Props = append(n.Props, Prop{id, raw}) }

// AddChild appends a new child and returns it.
func (n *Node) AddChild() *Node {
	child := &Node{Parent: n}
	n.Children = append(n.Children, child)
	return child
}

// Next returns the first child, or nil at the end of the line.
func (n *Node) Next() *Node {
	if len(n.Children) == 0 {
		return nil
	}
	return n.Children[0]
}

// Path returns the nodes from the root to n.
func (n *Node) Path() []*Node {
	depth := 0
	for p := n; p != nil; p = p.Parent {
		depth++
	}
	path := make([]*Node, depth)
	for p := n; p != nil; p = p.Parent {
		depth--
		path[depth] = p
	}
	return path
}

// MainLine returns the nodes from the root along the first children.
func (t *Tree) MainLine() iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		for n := t.Root; n != nil; n = n.Next() {
			if !yield(n) {
				return
			}
		}
	}
}

// End returns the last node of the main line.
func (t *Tree) End() *Node {
	var end *Node
	for n := range t.MainLine() {
		end = n
	}
	return end
}

// Nodes returns every node of the tree in the order of the file. It does not
// recurse, however deep the tree is.
func (t *Tree) Nodes() iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		var waiting []*Node
		for n := t.Root; n != nil; {
			if !yield(n) {
				return
			}
			for i := len(n.Children) - 1; i > 0; i-- {
				waiting = append(waiting, n.Children[i])
			}
			n = n.Next()
			if last := len(waiting) - 1; n == nil && last >= 0 {
				n, waiting = waiting[last], waiting[:last]
			}
		}
	}
}

// Count returns the number of nodes, and of lines: nodes without children.
func (t *Tree) Count() (nodes, lines int) {
	for n := range t.Nodes() {
		nodes++
		if len(n.Children) == 0 {
			lines++
		}
	}
	return nodes, lines
}
