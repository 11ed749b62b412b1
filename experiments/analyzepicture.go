package experiments

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/experiments/plots"
	"github.com/tengen-go/tengen/ruleset"
)

// SavePicture draws the board with the best moves and the ownership into an SVG
// or PNG file, as its name ends.
func (a *Analysis) SavePicture(path string) error {
	picture := a.picture()
	var data []byte
	var err error
	switch strings.ToLower(filepath.Ext(path)) {
	case ".svg":
		data, err = picture.SVG()
	case ".png":
		data, err = picture.PNG()
	default:
		return CheckPicture(path)
	}
	if err != nil {
		return err
	}
	return datasets.WriteFileAtomic(path, data)
}

// CheckPicture reports a name that SavePicture does not know what to do with.
func CheckPicture(path string) error {
	switch extension := strings.ToLower(filepath.Ext(path)); extension {
	case ".svg", ".png":
		return nil
	default:
		return fmt.Errorf("%s: a picture is an .svg or a .png file, not %q", path, extension)
	}
}

func (a *Analysis) picture() *plots.Board {
	size := a.game.Size()
	player := playerName(a.ToPlay)
	b := &plots.Board{
		Title: fmt.Sprintf("%s plays %s\nwins %.1f %%, %s", player, a.Best, 100*a.Winrate, leadText(player, a.Lead)),
		Best:  -1, Last: -1, Columns: size.W, Rows: size.H, Owners: a.owned,
		Stones: make([]int, size.Area()), Marks: make([]string, size.Area()),
	}
	for x := range size.W {
		b.Letters = append(b.Letters, columnName(size.PointAt(x)))
	}
	for _, p := range starPoints(size) {
		b.Stars = append(b.Stars, size.Index(p))
	}
	position := a.game.Position()
	for i := range b.Stones {
		switch position.At(size.PointAt(i)) {
		case ruleset.Black:
			b.Stones[i] = 1
		case ruleset.White:
			b.Stones[i] = 2
		}
	}
	for i, m := range a.Moves {
		if m.point == ruleset.Pass {
			continue
		}
		if b.Marks[size.Index(m.point)] = mark(i); i == 0 {
			b.Best = size.Index(m.point)
		}
	}
	if moves := a.game.Moves(); len(moves) > 0 && moves[len(moves)-1].Point != ruleset.Pass {
		b.Last = size.Index(moves[len(moves)-1].Point)
	}
	return b
}

// starPoints are the points that boards of a size have dots on, which are those
// of handicap stones: nine on large boards, five on others.
func starPoints(size ruleset.Size) []ruleset.Point {
	dots := ruleset.MaxFixedHandicap(size)
	if min(size.W, size.H) < 15 {
		dots = min(dots, 5)
	}
	points, err := ruleset.FixedHandicap(size, dots)
	if err != nil {
		return nil // small boards have none
	}
	return points
}
