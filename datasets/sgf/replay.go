package sgf

import (
	"fmt"

	"github.com/tengen-go/tengen/ruleset"
)

// Replay is one line of a record, executed as the format says: setup stones
// are put down without captures, moves are played whether legal or not, what
// they leave without liberties goes, the opponent's stones first. It is for
// reading records; Tree.Game referees them.
type Replay struct {
	Size  ruleset.Size
	Start ruleset.Position // with the setup stones of the root

	// StartError says which chain of the start has no liberty; nil normally.
	StartError error

	// Moves are the moves in order. One that is unreadable or off the board
	// has NoPoint and changes nothing. Nodes are the nodes that they come from.
	Moves []ruleset.Move
	Nodes []*Node

	Passes      int
	FirstPlayer ruleset.Color // of the first move or, without moves, whose turn it is
	LaterSetup  bool          // setup stones come after the root
	BadPoints   int           // points of moves and setup that are unreadable or off the board

	// IllegalAt is the index in Moves of the first move that is off the board,
	// on a stone, a suicide or takes a ko back at once; -1 if there is none.
	// Illegal says why, and wraps an error of the ruleset.
	IllegalAt int
	Illegal   error

	Position ruleset.Position // at the end
	Captures [2]int           // stones taken by Black and by White
	Notes    []Note

	tree *Tree
	path []*Node

	opening     ruleset.Position // before the first move
	bad         *Error           // the first unreadable point
	changedLate *Node            // the first node with setup stones after a move
}

// maxSetupPoints bounds the setup points of one line, which compressed lists
// could blow up to billions: it is 70,000 full diagrams of 19x19.
const maxSetupPoints = 25_000_000

// Replay executes the main line.
func (t *Tree) Replay() (*Replay, error) { return t.ReplayTo(t.End()) }

// ReplayTo executes the line from the root to a node of the tree.
func (t *Tree) ReplayTo(end *Node) (*Replay, error) {
	info, err := t.Info()
	if err != nil {
		return nil, err
	}
	return t.execute(end, info, true)
}

// execute executes the line to a node, or only reads the moves of it, where
// somebody else will make them: then the board stays as it was set up.
func (t *Tree) execute(end *Node, info Info, play bool) (*Replay, error) {
	if err := playable(info.Size); err != nil {
		return nil, &Error{t.at(t.Root), err}
	}
	r := &Replay{Size: info.Size, tree: t, path: end.Path(), IllegalAt: -1}
	r.Moves, r.Nodes = make([]ruleset.Move, 0, len(r.path)), make([]*Node, 0, len(r.path))
	e := newExecution(r)
	e.play = play
	for i, n := range r.path {
		e.setup(n)
		if i == 0 {
			r.Start = e.position
			if p := r.Start.NoLiberty(); p != ruleset.NoPoint {
				r.StartError = fmt.Errorf("the setup leaves the chain at %v without a liberty", p)
				e.problem(n, r.StartError)
			}
		}
		e.moves(n)
	}
	if len(r.Moves) == 0 {
		r.opening = e.position
	}
	r.Position, r.Captures = e.position, e.captures
	r.FirstPlayer = firstPlayer(r, info)
	return r, nil
}

// PositionAt returns the position after the given number of moves, setup
// stones on the way included.
func (r *Replay) PositionAt(moves int) ruleset.Position {
	again := &Replay{Size: r.Size, tree: r.tree, IllegalAt: -1}
	e := newExecution(again)
	for i, n := range r.path {
		if i > 0 && len(again.Moves) >= moves {
			break
		}
		e.setup(n)
		if moves > 0 {
			e.moves(n)
		}
	}
	return e.position
}

// firstPlayer says who begins: the one who does; else whom PL names; else
// White in a handicap game.
func firstPlayer(r *Replay, info Info) ruleset.Color {
	if len(r.Moves) > 0 {
		return r.Moves[0].Color
	}
	color := ruleset.Empty
	for _, n := range r.path {
		if c, ok := toPlay(n); ok {
			color = c
		}
	}
	switch {
	case color != ruleset.Empty:
		return color
	case info.Handicap > 1:
		return ruleset.White
	}
	return info.Rules.FirstPlayer()
}

// toPlay reads PL.
func toPlay(n *Node) (c ruleset.Color, ok bool) {
	raw, ok := n.Get("PL")
	if !ok {
		return ruleset.Empty, false
	}
	switch normalize(raw) {
	case "b", "black", "1", "黑":
		return ruleset.Black, true
	case "w", "white", "2", "白":
		return ruleset.White, true
	}
	return ruleset.Empty, false
}

// execution is the state while a line is executed.
type execution struct {
	replay   *Replay
	play     bool // moves are made, and not only read
	position ruleset.Position
	captures [2]int
	setups   int

	ko    ruleset.Point // barred to koFor
	koFor ruleset.Color
}

func newExecution(r *Replay) *execution {
	return &execution{replay: r, play: true, position: ruleset.NewPosition(r.Size)}
}

func (e *execution) problem(n *Node, err error) {
	e.replay.Notes = addNote(e.replay.Notes, Note{Where: e.where(n), Problem: true, Text: err.Error()})
}

// badPoint counts a point that cannot be used and keeps the first.
func (e *execution) badPoint(n *Node, err error) {
	e.replay.BadPoints++
	if e.replay.bad == nil {
		e.replay.bad = &Error{e.where(n), err}
	}
}

// where returns the place of a node, with the number of the last move.
func (e *execution) where(n *Node) Where {
	w := e.replay.tree.at(n)
	w.Move = len(e.replay.Moves)
	return w
}

// setup executes AB, AW and AE of a node in their order.
func (e *execution) setup(n *Node) {
	for i := range n.Props {
		color, ok := setupColor(n.Props[i].ID)
		if !ok {
			continue
		}
		e.ko = ruleset.NoPoint
		e.replay.LaterSetup = e.replay.LaterSetup || n.Parent != nil
		if len(e.replay.Moves) > 0 && e.replay.changedLate == nil {
			e.replay.changedLate = n
		}
		for _, raw := range n.Props[i].Values {
			if e.setups > maxSetupPoints {
				e.problem(n, fmt.Errorf("%w: more than %d setup points in one line", ErrLimit, maxSetupPoints))
				return
			}
			err := eachPoint(raw, e.replay.Size, func(p ruleset.Point) {
				e.setups++
				e.position.Set(p, color)
			})
			if err != nil {
				e.badPoint(n, fmt.Errorf("%s: %w", n.Props[i].ID, err))
				e.problem(n, fmt.Errorf("%s: %w", n.Props[i].ID, err))
			}
		}
	}
}

func setupColor(id string) (c ruleset.Color, ok bool) {
	switch id {
	case "AB":
		return ruleset.Black, true
	case "AW":
		return ruleset.White, true
	case "AE":
		return ruleset.Empty, true
	}
	return ruleset.Empty, false
}

// moves executes the moves of a node: one, in a file as it should be.
func (e *execution) moves(n *Node) {
	for i := range n.Props {
		color, ok := moveColor(n.Props[i].ID)
		if !ok {
			continue
		}
		if len(n.Props[i].Values) > 1 {
			e.problem(n, fmt.Errorf("%s has %d values and is read as so many moves", n.Props[i].ID, len(n.Props[i].Values)))
		}
		for _, raw := range n.Props[i].Values {
			e.move(n, color, raw)
		}
	}
}

func moveColor(id string) (c ruleset.Color, ok bool) {
	switch id {
	case "B":
		return ruleset.Black, true
	case "W":
		return ruleset.White, true
	}
	return ruleset.Empty, false
}

func (e *execution) move(n *Node, color ruleset.Color, raw string) {
	r := e.replay
	if len(r.Moves) == 0 {
		r.opening = e.position
	}
	p, err := ParseMovePoint(raw, r.Size)
	r.Moves = append(r.Moves, ruleset.Move{Color: color, Point: p})
	r.Nodes = append(r.Nodes, n)
	switch {
	case err != nil:
		e.badPoint(n, fmt.Errorf("%v: %w", color, err))
		e.illegal(n, err)
		return
	case p == ruleset.Pass:
		r.Passes++
		e.ko = ruleset.NoPoint
		return
	case !e.play:
		return
	case e.position.At(p).IsPlayer():
		e.illegal(n, ruleset.ErrOccupied)
	case p == e.ko && color == e.koFor:
		e.illegal(n, ruleset.ErrKo)
	}
	captured, suicide := e.position.Place(color, p)
	if len(suicide) > 0 {
		e.illegal(n, ruleset.ErrSuicide)
	}
	e.captures[color-ruleset.Black] += len(captured)
	e.captures[color.Opponent()-ruleset.Black] += len(suicide)
	e.ko = ruleset.NoPoint
	if len(captured) == 1 {
		if stones, liberties := e.position.Chain(p); len(stones) == 1 && len(liberties) == 1 {
			e.ko, e.koFor = captured[0], color.Opponent()
		}
	}
}

// illegal records that the last move breaks the rules.
func (e *execution) illegal(n *Node, why error) {
	r := e.replay
	last := r.Moves[len(r.Moves)-1]
	if last.Point == ruleset.NoPoint {
		why = fmt.Errorf("%v: %w", last.Color, why)
	} else {
		why = fmt.Errorf("%v: %w", last, why)
	}
	e.problem(n, why)
	if r.IllegalAt < 0 {
		r.IllegalAt, r.Illegal = len(r.Moves)-1, why
	}
}
