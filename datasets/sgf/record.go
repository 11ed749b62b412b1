package sgf

import (
	"fmt"

	"github.com/tengen-go/tengen/ruleset"
)

// Record is what is needed to write a game down. Zero fields are left out.
type Record struct {
	Rules ruleset.Rules
	Size  ruleset.Size
	Setup ruleset.Setup
	Moves []ruleset.Move

	Result       ruleset.Result // left out if the game is unfinished
	Black, White Player

	Name, Event, Round, Place, Date string

	// Application is the name and version of the program that writes.
	Application [2]string

	Comment  string   // of the game
	Comments []string // of the moves, by index; may be shorter than Moves

	// Extra are further properties of the root, in order.
	Extra []Prop
}

// NewRecord returns the record of a game as far as it was played.
func NewRecord(g *ruleset.Game) Record {
	start := g.Start()
	setup := ruleset.SetupOf(&start, g.FirstToPlay())
	setup.Handicap = g.Handicap()
	return Record{
		Rules: g.Rules(), Size: g.Size(), Setup: setup, Moves: g.Moves(), Result: g.Result(),
	}
}

// Tree returns the record as a game tree of one line. A point that is not on
// the board is an error.
func (r Record) Tree() (*Tree, error) {
	if err := r.Size.Validate(); err != nil {
		return nil, fmt.Errorf("sgf: record: %w", err)
	}
	t := NewTree()
	root := t.Root
	root.add("GM", "1")
	root.add("FF", "4")
	root.add("CA", "UTF-8")
	if r.Application[0] != "" {
		root.add("AP", Compose(r.Application[0], r.Application[1]))
	}
	root.add("SZ", formatSize(r.Size))
	root.add("RU", Escape(r.Rules.SGF()))
	root.add("KM", r.Rules.Komi.String())
	if r.Setup.Handicap > 1 {
		root.add("HA", fmt.Sprint(r.Setup.Handicap))
	}
	r.addTexts(root)
	root.Props = append(root.Props, r.Extra...)
	if err := r.addSetup(root); err != nil {
		return nil, err
	}
	if err := r.addMoves(root); err != nil {
		return nil, err
	}
	return t, nil
}

func (r *Record) addTexts(root *Node) {
	for _, text := range []struct{ id, text string }{
		{"PB", r.Black.Name}, {"BR", r.Black.Rank}, {"BT", r.Black.Team},
		{"PW", r.White.Name}, {"WR", r.White.Rank}, {"WT", r.White.Team},
		{"GN", r.Name}, {"EV", r.Event}, {"RO", r.Round}, {"PC", r.Place}, {"DT", r.Date},
		{"C", r.Comment},
	} {
		if text.text != "" {
			root.add(text.id, Escape(text.text))
		}
	}
	if r.Result.Ending != ruleset.Unfinished {
		root.add("RE", r.Result.String())
	}
}

func (r *Record) addSetup(root *Node) error {
	for _, side := range []struct {
		id     string
		points []ruleset.Point
	}{{"AB", r.Setup.Black}, {"AW", r.Setup.White}} {
		if len(side.points) == 0 {
			continue
		}
		values := make([]string, len(side.points))
		for i, p := range side.points {
			if !r.Size.Contains(p) {
				return fmt.Errorf("sgf: record: setup: %v is not on the board %v", p, r.Size)
			}
			values[i] = FormatPoint(p, r.Size)
		}
		root.add(side.id, values...)
	}
	if player := r.Setup.ToPlay; player.IsPlayer() && (player == ruleset.White || len(r.Setup.Black)+len(r.Setup.White) > 0) {
		root.add("PL", player.String())
	}
	return nil
}

// addMoves adds one node a move. The nodes come from one block.
func (r *Record) addMoves(root *Node) error {
	nodes := make([]Node, len(r.Moves))
	last := root
	for i, m := range r.Moves {
		if !m.Color.IsPlayer() || m.Point != ruleset.Pass && !r.Size.Contains(m.Point) {
			return fmt.Errorf("sgf: record: move %d: %v cannot be written for the board %v", i+1, m, r.Size)
		}
		n := &nodes[i]
		n.Parent = last
		last.Children = []*Node{n}
		n.add(m.Color.String(), FormatPoint(m.Point, r.Size))
		if i < len(r.Comments) && r.Comments[i] != "" {
			n.add("C", Escape(r.Comments[i]))
		}
		last = n
	}
	return nil
}

func formatSize(size ruleset.Size) string {
	if size.W == size.H {
		return fmt.Sprint(size.W)
	}
	return fmt.Sprintf("%d:%d", size.W, size.H)
}
