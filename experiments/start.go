package experiments

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/datasets/sgf"
	"github.com/tengen-go/tengen/ruleset"
)

// Start is the position from which every game of a plan begins, drawn or as
// lists of points.
type Start struct {
	// Rows is the board drawn from the top, X for Black, O for White and . for
	// an empty point.
	Rows []string `json:"rows,omitempty"`
	// Black and White are stones as GTP vertices, besides those of Rows.
	Black []string `json:"black,omitempty"`
	White []string `json:"white,omitempty"`
	// ToPlay is B or W; without it White in a handicap game, and otherwise whom
	// the rules let begin.
	ToPlay string `json:"to_play,omitempty"`
}

// setup converts the start to the referee's form.
func (s *Start) setup(size ruleset.Size) (ruleset.Setup, error) {
	var setup ruleset.Setup
	if len(s.Rows) > 0 {
		position, err := ruleset.ParseBoard(strings.Join(s.Rows, "\n"))
		if err != nil {
			return setup, fmt.Errorf("setup.rows: %w", err)
		}
		if position.Size() != size {
			return setup, fmt.Errorf("setup.rows: the drawn board is %v, the plan's %v", position.Size(), size)
		}
		setup = ruleset.SetupOf(&position, ruleset.Empty)
	}
	for _, side := range []struct {
		name     string
		vertices []string
		points   *[]ruleset.Point
	}{{"black", s.Black, &setup.Black}, {"white", s.White, &setup.White}} {
		for _, vertex := range side.vertices {
			point, err := ruleset.ParsePoint(vertex)
			if err != nil {
				return setup, fmt.Errorf("setup.%s: %w", side.name, err)
			}
			*side.points = append(*side.points, point)
		}
	}
	if s.ToPlay != "" {
		color, err := ruleset.ParseColor(s.ToPlay)
		if err != nil {
			return setup, fmt.Errorf("setup.to_play: %w", err)
		}
		setup.ToPlay = color
	}
	return setup, nil
}

// Start returns what stands on the board before the first move of each game.
//
// Handicap stones stand on the fixed points, also under rules that let Black
// place them freely: a player's own placement would be a part of its play. Other
// points come from Setup, whose stones are then the handicap, and Handicap is the
// number for which White is compensated.
func (p *Plan) Start() (ruleset.Setup, error) {
	if p.Setup == nil {
		if p.Handicap == 0 {
			return ruleset.Setup{}, nil
		}
		setup, err := p.Rules.Handicap(p.Size.Size, p.Handicap, nil)
		if err != nil {
			return setup, fmt.Errorf("%w; 0 is an even game, other stones come from setup", err)
		}
		return setup, nil
	}
	setup, err := p.Setup.setup(p.Size.Size)
	if err != nil {
		return setup, err
	}
	if p.Handicap < 0 || p.Handicap == 1 || p.Handicap > len(setup.Black) {
		return setup, fmt.Errorf("handicap is %d: with a setup it is how many of its %d black stones White is compensated for, 0 or 2 and more", p.Handicap, len(setup.Black))
	}
	setup.Handicap = p.Handicap
	return setup, nil
}

// Begin returns game number index after its opening, which follows the start.
func (p *Plan) Begin(index int) (*ruleset.Game, error) {
	start, err := p.Start()
	if err != nil {
		return nil, err
	}
	return p.Opening.begin(p.Rules, p.Size.Size, start, index)
}

// startText says in a few words how the games start; "" for the start of the
// rules.
func (p *Plan) startText() string {
	switch {
	case p.Setup != nil && p.Handicap > 0:
		return fmt.Sprintf(", from a setup with %d handicap stones", p.Handicap)
	case p.Setup != nil:
		return ", from a setup"
	case p.Handicap > 0:
		return fmt.Sprintf(", %d handicap stones", p.Handicap)
	}
	return ""
}

// ReadStart reads the start of games from a file: SGF, of which the first
// game's setup, player to move and handicap are taken, or a drawn board. The
// start is nil for a record that has only the number of handicap stones.
func ReadStart(path string) (start *Start, size ruleset.Size, handicap int, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, size, 0, err
	}
	if !bytes.Contains(data, []byte("(")) {
		position, err := ruleset.ParseBoard(strings.TrimPrefix(string(data), "\xef\xbb\xbf"))
		if err != nil {
			return nil, size, 0, fmt.Errorf("%s: neither SGF, which starts with (;, nor a drawn board of . X O: %w", path, err)
		}
		return &Start{Rows: drawnRows(&position)}, position.Size(), 0, nil
	}
	collection, err := sgf.Parse(data, sgf.Options{File: path})
	if err != nil {
		return nil, size, 0, err
	}
	tree := collection.Games[0]
	info, err := tree.Info()
	if err != nil {
		return nil, size, 0, err
	}
	line, err := tree.Replay() // all of it, since the first move tells who begins
	if err != nil {
		return nil, size, 0, err
	}
	root, err := tree.ReplayTo(tree.Root)
	if err != nil {
		return nil, size, 0, err
	}
	switch {
	case root.BadPoints > 0 && len(root.Notes) > 0:
		return nil, size, 0, fmt.Errorf("%v; put the stones of the setup on the board", root.Notes[0])
	case root.StartError != nil:
		return nil, size, 0, fmt.Errorf("%s: %w", path, root.StartError)
	}
	empty := line.Start.Count(ruleset.Empty) == info.Size.Area()
	switch {
	case empty && info.Handicap > 1:
		return nil, info.Size, info.Handicap, nil
	case empty && line.FirstPlayer != ruleset.White:
		return nil, size, 0, fmt.Errorf("%s: the root of game 1 sets no stones: write them as AB and AW", path)
	}
	return &Start{Rows: drawnRows(&line.Start), ToPlay: line.FirstPlayer.String()}, info.Size, info.Handicap, nil
}

// drawnRows draws a board as ParseBoard reads it, without coordinates.
func drawnRows(position *ruleset.Position) []string {
	size := position.Size()
	rows := make([]string, size.H)
	for i := range size.Area() {
		sign := "."
		switch position.At(size.PointAt(i)) {
		case ruleset.Black:
			sign = "X"
		case ruleset.White:
			sign = "O"
		}
		rows[i/size.W] += sign
	}
	return rows
}

// errStart says that a game does not start as its plan has it.
var errStart = errors.New("its start is not that of the plan")

// sameStart reports whether a row starts as another.
func sameStart(row, want *startColumns) bool {
	return slices.Equal(row.black, want.black) && slices.Equal(row.white, want.white) &&
		row.toPlay == want.toPlay && row.handicap == want.handicap
}

// startColumns are the columns of a game's row that say how it starts.
type startColumns struct {
	black, white []int16
	toPlay       string
	handicap     int16
}

// startOf returns the columns of a game.
func startOf(game *ruleset.Game) startColumns {
	start, size := game.Start(), game.Size()
	columns := startColumns{toPlay: game.FirstToPlay().String(), handicap: int16(game.Handicap())}
	for i := range size.Area() {
		switch start.At(size.PointAt(i)) {
		case ruleset.Black:
			columns.black = append(columns.black, int16(i))
		case ruleset.White:
			columns.white = append(columns.white, int16(i))
		}
	}
	return columns
}
