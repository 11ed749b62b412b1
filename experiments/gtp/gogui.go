package gtp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/tengen-go/tengen/experiments/freeplay"
	"github.com/tengen-go/tengen/experiments/opinion"
	"github.com/tengen-go/tengen/ruleset"
)

// analyzeCommands tells GoGui what it can show: type, label and command. See
// the chapter on analyze commands of GoGui's manual.
const analyzeCommands = `gfx/Moves Considered/tengen-moves
var/Principal Variation/tengen-variation
pspairs/Visits/tengen-visits
dboard/Ownership/tengen-ownership
plist/Dead Stones (estimate)/final_status_list dead
string/Score (as it stands)/final_score
string/Score (estimate)/tengen-estimate_score
hstring/Last Move/gomill-explain_last_move
string/Rules/tengen-rules
hstring/Engine/gomill-describe_engine
param/Parameters/tengen-param`

// playSequence makes several moves, or none if one of them is illegal.
func (e *Engine) playSequence(c call) (string, error) {
	moves, err := parseMoves(c.Args)
	if err != nil {
		return "", err
	}
	g := e.game.Clone()
	for _, m := range moves {
		if err := freeplay.Play(g, m); err != nil {
			e.log.Info("illegal move", "move", m.String(), "reason", err)
			return "", errIllegal
		}
	}
	e.replace(saved{g, e.setup})
	return "", nil
}

// goguiSetup changes stones without a move: a new game begins there, which
// gogui-undo_setup takes back.
func (e *Engine) goguiSetup(c call) (string, error) {
	if len(c.Args)%2 != 0 {
		return "", syntaxError("pairs of a color and a vertex are needed")
	}
	position := *e.game.Position()
	for i := 0; i < len(c.Args); i += 2 {
		color := ruleset.Empty
		if text := strings.ToLower(c.Args[i]); text != "e" && text != "empty" {
			var err error
			if color, err = ruleset.ParseColor(c.Args[i]); err != nil {
				return "", syntaxError("%v", err)
			}
		}
		p, err := ruleset.ParsePoint(c.Args[i+1])
		if err != nil || !e.game.Size().Contains(p) {
			return "", syntaxError("%q is no vertex of the board", c.Args[i+1])
		}
		position.Set(p, color)
	}
	setup := ruleset.SetupOf(&position, e.game.ToPlay())
	setup.Handicap = e.game.Handicap()
	setup.Captures = [2]int{e.game.Captures(ruleset.Black), e.game.Captures(ruleset.White)}
	g, err := ruleset.NewGame(freeplay.Rules(e.rules), e.game.Size(), setup)
	if err != nil {
		return "", err
	}
	e.replaced = append(e.replaced, saved{e.game, e.setup})
	e.replace(saved{g, setup})
	return "", nil
}

func (e *Engine) goguiUndoSetup(call) (string, error) {
	if len(e.replaced) == 0 || e.game.Ply() > 0 {
		return "", errors.New("cannot undo setup")
	}
	last := len(e.replaced) - 1
	before := e.replaced[last]
	// Komi and rules may have changed since.
	g, err := freeplay.Replay(e.rules, before.game.Size(), before.setup, before.game.Moves())
	if err != nil {
		return "", fmt.Errorf("cannot undo setup: %w", err)
	}
	e.replaced = e.replaced[:last]
	e.replace(saved{g, before.setup})
	return "", nil
}

// ownershipBoard answers with numbers from -1 for White to +1 for Black, row
// by row from the top.
func (e *Engine) ownershipBoard(ctx context.Context, _ call) (string, error) {
	l, err := e.estimated(ctx)
	if err != nil {
		return "", err
	}
	if l.Ownership == nil {
		return "", errors.New("the search does not tell who owns the points")
	}
	var b strings.Builder
	for i, x := range l.Ownership {
		if i%e.game.Size().W == 0 {
			b.WriteByte('\n')
		} else {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%5.2f", x)
	}
	return b.String(), nil
}

func (e *Engine) movesGfx(ctx context.Context, _ call) (string, error) {
	l, err := e.estimated(ctx)
	if err != nil {
		return "", err
	}
	return strings.Join(gfx(l), "\n"), nil
}

func (e *Engine) visitsPairs(ctx context.Context, _ call) (string, error) {
	l, err := e.estimated(ctx)
	if err != nil {
		return "", err
	}
	var pairs []string
	for _, c := range l.Report.Children {
		if c.Visits > 0 && c.Point != ruleset.Pass {
			pairs = append(pairs, fmt.Sprintf("%v %d", c.Point, c.Visits))
		}
	}
	return strings.Join(pairs, "\n"), nil
}

func (e *Engine) variation(ctx context.Context, _ call) (string, error) {
	l, err := e.estimated(ctx)
	if err != nil {
		return "", err
	}
	return vertices(l.Report.PV), nil
}

// shownMoves is how many moves are drawn.
const shownMoves = 10

// gfx draws what a search considers: squares as large as the share of visits,
// winrates as labels, and the variation.
func gfx(l *opinion.Opinion) []string {
	a := analysis{maxMoves: shownMoves}
	var influence, labels []string
	for _, c := range a.shown(l) {
		if c.Point == ruleset.Pass {
			continue
		}
		share := float64(c.Visits) / float64(max(l.Visits(), 1))
		if l.Color == ruleset.White {
			share = -share
		}
		influence = append(influence, fmt.Sprintf("%v %.2f", c.Point, share))
		labels = append(labels, fmt.Sprintf("%v %.0f%%", c.Point, 100*c.Value))
	}
	var lines []string
	if len(influence) > 0 {
		lines = append(lines, "INFLUENCE "+strings.Join(influence, " "), "LABEL "+strings.Join(labels, " "))
	}
	if len(l.Report.PV) > 1 {
		lines = append(lines, "VAR "+coloredLine(l.Color, l.Report.PV))
	}
	return append(lines, fmt.Sprintf("TEXT %d visits, winrate %.1f %% for %s", l.Visits(), 100*l.Winrate(), colorName(l.Color)))
}

// coloredLine writes a variation as GoGui's VAR wants it.
func coloredLine(c ruleset.Color, line []ruleset.Point) string {
	var parts []string
	for _, p := range line {
		text := p.String()
		if p == ruleset.Pass {
			text = "PASS"
		}
		parts = append(parts, strings.ToLower(c.String())+" "+text)
		c = c.Opponent()
	}
	return strings.Join(parts, " ")
}

// gfxInterval is the time between two live graphics.
const gfxInterval = 500 * time.Millisecond

// withGfx adds live graphics to what an order shows.
func (e *Engine) withGfx(o *order) opinion.Watch {
	if !e.liveGfx || e.config.Gfx == nil {
		return o.show
	}
	if o.show == nil {
		o.interval = gfxInterval
	}
	show := o.show
	return func(l *opinion.Opinion) bool {
		e.drawLive(gfx(l))
		return show == nil || show(l)
	}
}

// drawLive sends graphics commands to GoGui, which reads them from standard
// error after a line of its own up to an empty one. If nobody reads them, the
// move is generated all the same.
func (e *Engine) drawLive(lines []string) {
	text := "gogui-gfx:\n" + strings.Join(lines, "\n") + "\n\n"
	if _, err := io.WriteString(e.config.Gfx, text); err != nil {
		e.log.Info("live graphics", "error", err)
	}
}
