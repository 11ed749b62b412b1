package sgf

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// Write writes games as FF[4] in UTF-8, and says so in the root. Everything
// else is written as it is in the tree: reading it back gives the same nodes,
// properties and values.
func Write(w io.Writer, trees ...*Tree) error {
	out := writer{w: bufio.NewWriter(w)}
	for i, t := range trees {
		if t == nil || t.Root == nil {
			return fmt.Errorf("sgf: write: game %d has no node", i+1)
		}
		if err := out.tree(t.Root); err != nil {
			return fmt.Errorf("sgf: write: game %d: %w", i+1, err)
		}
	}
	if err := out.w.Flush(); err != nil {
		return fmt.Errorf("sgf: write: %w", err)
	}
	return nil
}

// String returns the game as Write writes it; text that says so if it cannot be
// written.
func (t *Tree) String() string {
	var b strings.Builder
	if err := Write(&b, t); err != nil {
		return err.Error()
	}
	return b.String()
}

// writer writes trees without recursion. Errors of the underlying writer stay
// in the bufio.Writer until Flush.
type writer struct {
	w      *bufio.Writer
	column int
}

// lineLength is where a line is broken, before the next node.
const lineLength = 72

// step is a node still to be written, or the end of a variation.
type step struct {
	node      *Node // nil for the end
	variation bool
}

func (out *writer) tree(root *Node) error {
	out.text("(")
	waiting := []step{{}, {node: root}}
	for len(waiting) > 0 {
		s := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		if s.node == nil {
			out.text(")")
			continue
		}
		if s.variation {
			out.text("(")
		}
		if err := out.node(s.node); err != nil {
			return err
		}
		children := s.node.Children
		if len(children) == 1 {
			waiting = append(waiting, step{node: children[0]})
			continue
		}
		for i := len(children) - 1; i >= 0; i-- {
			waiting = append(waiting, step{}, step{node: children[i], variation: true})
		}
	}
	out.text("\n")
	out.column = 0
	return nil
}

func (out *writer) node(n *Node) error {
	// No line starts with a parenthesis, because that is how a reader knows
	// that a new game starts in a file with an unclosed one.
	if out.column > lineLength {
		out.text("\n")
		out.column = 0
	}
	out.text(";")
	if n.Parent == nil {
		out.text("FF[4]CA[UTF-8]")
	}
	for _, p := range n.Props {
		if n.Parent == nil && (p.ID == "FF" || p.ID == "CA") || len(p.Values) == 0 {
			continue
		}
		if !validID(p.ID) {
			return fmt.Errorf("property %q: identifiers are capital letters and digits, a letter first", clip(p.ID))
		}
		out.text(p.ID)
		for _, raw := range p.Values {
			out.text("[")
			out.text(wellFormed(raw))
			out.text("]")
		}
	}
	return nil
}

func (out *writer) text(s string) {
	_, _ = out.w.WriteString(s) // Flush reports
	out.column += len(s)
}

func validID(id string) bool {
	for i := range len(id) {
		if !isIdentByte(id[i], i) || id[i] >= 'a' {
			return false
		}
	}
	return id != ""
}
