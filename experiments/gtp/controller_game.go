package gtp

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/tengen-go/tengen/experiments/clock"
	"github.com/tengen-go/tengen/ruleset"
)

// color writes a player as GTP does.
func color(c ruleset.Color) string { return strings.ToLower(c.String()) }

// BoardSize sets the size of the board, which is arbitrary afterwards: call
// ClearBoard.
func (c *Controller) BoardSize(ctx context.Context, size ruleset.Size) error {
	command, args := "boardsize", []string{strconv.Itoa(size.W)}
	if size.W != size.H {
		command, args = "rectangular_boardsize", append(args, strconv.Itoa(size.H))
		if !c.Has(command) {
			return c.fault(Refused, command, fmt.Sprintf("it knows no boards such as %v", size), nil)
		}
	}
	if _, err := c.Ask(ctx, command, args...); err != nil {
		return err
	}
	c.size = size
	return nil
}

// ClearBoard takes all stones off.
func (c *Controller) ClearBoard(ctx context.Context) error {
	_, err := c.Ask(ctx, "clear_board")
	return err
}

// Komi sets the komi.
func (c *Controller) Komi(ctx context.Context, komi ruleset.HalfPoints) error {
	_, err := c.Ask(ctx, "komi", komi.String())
	return err
}

// ToldRules is what a program could be told about the rules.
type ToldRules struct {
	Command string   // that told it; empty if it has none
	Lost    []string // what could not be told; without a Command everything
}

// kgsRules are the names of kgs-rules.
var kgsRules = map[string]string{
	"chinese": "chinese", "japanese": "japanese", "aga": "aga", "new-zealand": "new_zealand",
}

// Rules tells the program the rules as exactly as it allows. A program that
// refuses them is no error, since many know one ruleset only; its rules are
// then unknown. Komi is told by Komi.
func (c *Controller) Rules(ctx context.Context, rules ruleset.Rules) (ToldRules, error) {
	if c.Has("kata-set-rules") {
		object, _, lost := rules.KataGo()
		a, err := c.Do(ctx, "kata-set-rules", object)
		if err != nil || a.OK {
			return ToldRules{"kata-set-rules", lost}, err
		}
	}
	name, known := kgsRules[rules.Name]
	if known && c.Has("kgs-rules") {
		a, err := c.Do(ctx, "kgs-rules", name)
		if err != nil || a.OK {
			lost := []string{}
			if named, parseErr := ruleset.ParseRules(rules.Name); parseErr == nil {
				named.Komi, named.MaxMoves = rules.Komi, rules.MaxMoves
				if named != rules {
					lost = append(lost, "what differs from "+rules.Name)
				}
			}
			return ToldRules{"kgs-rules", lost}, err
		}
	}
	return ToldRules{Lost: []string{"all of " + rules.String()}}, nil
}

// TimeSettings tells the program about its clock, if it can be told. The
// announcement says how exactly, and is needed for TimeLeft.
func (c *Controller) TimeSettings(ctx context.Context, s clock.Settings) (clock.Announcement, error) {
	a := s.Announce(c.Has)
	if a.Command == "" {
		return a, nil
	}
	_, err := c.Ask(ctx, a.Command, a.Args...)
	return a, err
}

// TimeLeft tells the program what a player's clock shows.
func (c *Controller) TimeLeft(ctx context.Context, a clock.Announcement, player ruleset.Color, shown *clock.Clock) error {
	args, ok := a.TimeLeft(shown)
	if !ok || !c.Has("time_left") {
		return nil
	}
	_, err := c.Ask(ctx, "time_left", append([]string{color(player)}, args...)...)
	return err
}

// Play tells the program a move. That it refuses a legal one is the fault
// Refused: it has another board.
func (c *Controller) Play(ctx context.Context, m ruleset.Move) error {
	_, err := c.Ask(ctx, "play", color(m.Color), m.Point.String())
	return err
}

// Reply is the answer to genmove.
type Reply struct {
	Point  ruleset.Point // NoPoint if the program resigns
	Resign bool
	Took   time.Duration
}

// GenMove lets the program choose and make a move. If limit is above zero, it
// is what the clock allows: the program is waited for somewhat longer, so that
// a late answer is a matter of the clock and no hang. An answer that is no
// vertex is a protocol error, a vertex off the board an illegal move.
func (c *Controller) GenMove(ctx context.Context, player ruleset.Color, limit time.Duration) (Reply, error) {
	return c.move(ctx, "genmove", player, limit)
}

// RegGenMove lets the program choose a move without making it.
func (c *Controller) RegGenMove(ctx context.Context, player ruleset.Color, limit time.Duration) (Reply, error) {
	return c.move(ctx, "reg_genmove", player, limit)
}

func (c *Controller) move(ctx context.Context, name string, player ruleset.Color, limit time.Duration) (Reply, error) {
	timeout := c.program.MoveTimeout
	if limit > 0 {
		timeout = limit + c.program.Timeout
	}
	command := name + " " + color(player)
	a, err := c.do(ctx, timeout, name, color(player))
	if err != nil {
		return Reply{}, err
	}
	text, err := c.succeeded(a, command)
	if err != nil {
		return Reply{}, err
	}
	reply := Reply{Took: a.Took}
	text = strings.TrimSpace(text)
	if strings.EqualFold(text, "resign") {
		reply.Resign = true
		return reply, nil
	}
	if reply.Point, err = ruleset.ParsePoint(text); err != nil {
		return reply, c.fail(Protocol, command, "", err)
	}
	if reply.Point != ruleset.Pass && !c.size.Contains(reply.Point) {
		return reply, c.Illegal(ruleset.Move{Color: player, Point: reply.Point}, ruleset.ErrOffBoard)
	}
	return reply, nil
}

// Undo takes back one move.
func (c *Controller) Undo(ctx context.Context) error {
	_, err := c.Ask(ctx, "undo")
	return err
}

// Handicap puts handicap stones on the empty board.
func (c *Controller) Handicap(ctx context.Context, stones []ruleset.Point) error {
	args := make([]string, len(stones))
	for i, p := range stones {
		args[i] = p.String()
	}
	if c.Has("set_free_handicap") {
		_, err := c.Ask(ctx, "set_free_handicap", args...)
		return err
	}
	return c.stones(ctx, ruleset.Setup{Black: stones})
}

// Setup puts stones on the empty board. A program without set_position gets
// them as moves, in an order in which none is captured: that of the board.
func (c *Controller) Setup(ctx context.Context, setup ruleset.Setup) error {
	if !c.Has("set_position") {
		return c.stones(ctx, setup)
	}
	var args []string
	for _, p := range setup.Black {
		args = append(args, "b", p.String())
	}
	for _, p := range setup.White {
		args = append(args, "w", p.String())
	}
	_, err := c.Ask(ctx, "set_position", args...)
	return err
}

// stones puts stones on the board as moves.
func (c *Controller) stones(ctx context.Context, setup ruleset.Setup) error {
	for _, side := range []struct {
		color  ruleset.Color
		points []ruleset.Point
	}{{ruleset.Black, setup.Black}, {ruleset.White, setup.White}} {
		for _, p := range side.points {
			if err := c.Play(ctx, ruleset.Move{Color: side.color, Point: p}); err != nil {
				return err
			}
		}
	}
	return nil
}

// FinalScore asks the program for the result.
func (c *Controller) FinalScore(ctx context.Context) (string, error) {
	text, err := c.Ask(ctx, "final_score")
	return strings.TrimSpace(text), err
}

// FinalStatus asks the program for the stones that are alive, seki or dead.
func (c *Controller) FinalStatus(ctx context.Context, status string) ([]ruleset.Point, error) {
	text, err := c.Ask(ctx, "final_status_list", status)
	if err != nil {
		return nil, err
	}
	var points []ruleset.Point
	for _, word := range strings.Fields(text) {
		p, err := ruleset.ParsePoint(word)
		if err != nil || !c.size.Contains(p) {
			return nil, c.fault(Protocol, "final_status_list "+status, fmt.Sprintf("%q is no vertex of the board", word), nil)
		}
		points = append(points, p)
	}
	return points, nil
}
