package gtp

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tengen-go/tengen/experiments/clock"
	"github.com/tengen-go/tengen/experiments/freeplay"
	"github.com/tengen-go/tengen/experiments/opinion"
	"github.com/tengen-go/tengen/mcts"
	"github.com/tengen-go/tengen/ruleset"
)

// order is how a move is to be generated.
type order struct {
	color   ruleset.Color
	cleanup bool         // take dead stones off before passing, and do not resign
	keep    bool         // only say the move, do not make it
	bars    opinion.Bars // moves that the client does not want

	interval time.Duration // of what is shown
	show     opinion.Watch // nil: nothing is shown
}

// generated is a move as it was found.
type generated struct {
	point  ruleset.Point
	resign bool
	look   *opinion.Opinion
}

// String returns the move as genmove answers it.
func (m generated) String() string {
	if m.resign {
		return "resign"
	}
	return m.point.String()
}

// generate searches for a move, and makes it unless only asked for it.
func (e *Engine) generate(ctx context.Context, o order) (generated, error) {
	started, cpu := e.config.Source.Now(), cpuTime()
	defer o.bars.Restrict(e.config.Searcher)()
	l, err := e.search(ctx, o.color, e.moveBudget(o.color), o.interval, e.withGfx(&o))
	if err != nil {
		return generated{}, fmt.Errorf("cannot generate a move: %w", err)
	}
	m := generated{point: e.choose(l, o), look: l}
	m.resign = e.resignBelow > 0 && l.Report.Resign(e.resignBelow) && !o.cleanup && !o.keep && l.Visits() > 0
	spent := e.config.Source.Now().Sub(started)
	e.cpu += cpuTime() - cpu
	e.last = e.explain(m, spent)
	if o.keep {
		return m, nil
	}
	if e.settings.Kind != clock.None {
		e.clocks.Of(o.color).Spend(spent)
	}
	if m.resign {
		if err := freeplay.Reopen(e.game); err != nil {
			return m, err
		}
		return m, e.game.Resign(o.color)
	}
	return m, e.play(ruleset.Move{Color: o.color, Point: m.point})
}

// choose returns the best move that is legal in the game, and not barred
// out; a pass if there is none.
func (e *Engine) choose(l *opinion.Opinion, o order) ruleset.Point {
	allowed := func(p ruleset.Point) bool {
		return o.bars.Allowed(0, ruleset.Move{Color: l.Color, Point: p}) && e.legal(ruleset.Move{Color: o.color, Point: p})
	}
	best := ruleset.Pass
	if allowed(l.Best()) {
		best = l.Best()
	} else {
		for _, c := range l.Report.Children {
			if c.Visits > 0 && allowed(c.Point) {
				best = c.Point
				break
			}
		}
	}
	if best == ruleset.Pass && o.cleanup {
		return e.capture(l, o.color, allowed)
	}
	return best
}

// capture returns the most visited move next to a stone of the opponent that
// is believed to be dead; a pass if there is none.
func (e *Engine) capture(l *opinion.Opinion, color ruleset.Color, allowed func(ruleset.Point) bool) ruleset.Point {
	position := l.Game.Position()
	liberties := map[ruleset.Point]bool{}
	estimated, err := e.lifeAndDeath()
	if err != nil {
		return ruleset.Pass
	}
	for _, p := range estimated.Dead {
		if position.At(p) == color.Opponent() {
			_, around := position.Chain(p)
			for _, q := range around {
				liberties[q] = true
			}
		}
	}
	for _, c := range l.Report.Children {
		if liberties[c.Point] && allowed(c.Point) {
			return c.Point
		}
	}
	return ruleset.Pass
}

// explain says in a few lines how a move came about.
func (e *Engine) explain(m generated, spent time.Duration) string {
	l, r := m.look, m.look.Report
	var b strings.Builder
	fmt.Fprintf(&b, "%v %v: winrate %.1f %% for %v after %d playouts in %v", l.Color, m, 100*l.Winrate(), l.Color,
		l.Playouts, spent.Round(time.Millisecond))
	if r.Reused > 0 {
		fmt.Fprintf(&b, ", %d visits known before", l.Visits()-l.Playouts)
	}
	if score := l.Score(); score.Known {
		fmt.Fprintf(&b, ", score %+.1f", score.Lead)
	}
	if len(r.PV) > 0 {
		fmt.Fprintf(&b, "\nvariation %s", vertices(r.PV))
	}
	for _, c := range r.Children[:min(len(r.Children), 5)] {
		if c.Visits > 0 {
			fmt.Fprintf(&b, "\n%v: %d visits, winrate %.1f %%", c.Point, c.Visits, 100*c.Value)
		}
	}
	if r.TreeFull {
		b.WriteString("\nthe tree reached its memory limit")
	}
	return b.String()
}

// vertices writes points with blanks between them.
func vertices(points []ruleset.Point) string {
	texts := make([]string, len(points))
	for i, p := range points {
		texts[i] = p.String()
	}
	return strings.Join(texts, " ")
}

// estimated returns what a search of the current position says, for commands
// that ask for an opinion: a search of the configured budget, kept as long as
// the position is the same.
func (e *Engine) estimated(ctx context.Context) (*opinion.Opinion, error) {
	color := e.game.ToPlay()
	if l := e.estimate; l != nil && l.Color == color && slices.Equal(l.Game.Moves(), e.game.Moves()) {
		return l, nil
	}
	l, err := e.search(ctx, color, e.budget, 0, nil)
	if err != nil {
		return nil, err
	}
	// The position may be searched and changed in place: keep it as it is.
	l.Game = l.Game.Clone()
	if ctx.Err() == nil {
		e.estimate = l
	}
	return l, nil
}

// budgetText writes a budget in words.
func budgetText(b mcts.Budget) string {
	var parts []string
	if b.Playouts > 0 {
		parts = append(parts, fmt.Sprintf("%d playouts", b.Playouts))
	}
	if b.Time > 0 {
		parts = append(parts, b.Time.String())
	}
	return strings.Join(parts, " or ")
}
