package gtp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/tengen-go/tengen/experiments/opinion"
	"github.com/tengen-go/tengen/mcts"
	"github.com/tengen-go/tengen/ruleset"
)

// dialect is a form of the lines of analysis: that of Leela Zero, with
// integers, or that of KataGo, with fractions. Sabaki's analyze is KataGo's
// with a decimal point in every fraction, which is how they are written here
// in any case.
type dialect uint8

const (
	leela dialect = iota
	kata
)

// analysis is what a client wants to see of a search.
type analysis struct {
	dialect            dialect
	color              ruleset.Color
	interval           time.Duration
	minMoves, maxMoves int
	bars               opinion.Bars

	// What lines of KataGo's dialect hold besides.
	ownership, ownershipStdev           bool
	movesOwnership, movesOwnershipStdev bool
	rootInfo, pvVisits, pvEdgeVisits    bool
	noResultValue                       bool

	after func(*opinion.Opinion, ruleset.Point) []float64 // who owns the points after a move; see owners
}

// Limits of the interval between two lines.
const (
	defaultInterval = time.Second
	minInterval     = 10 * time.Millisecond
	maxInterval     = time.Hour
)

// parseAnalysis reads [color] [centiseconds] and pairs of keys and values.
func (e *Engine) parseAnalysis(c call, d dialect) (analysis, error) {
	a := analysis{dialect: d, color: e.game.ToPlay(), interval: defaultInterval, maxMoves: math.MaxInt}
	args := c.Args
	if len(args) > 0 {
		if color, err := ruleset.ParseColor(args[0]); err == nil {
			a.color, args = color, args[1:]
		}
	}
	if len(args) > 0 {
		if _, err := strconv.ParseFloat(args[0], 64); err == nil {
			args = append([]string{"interval"}, args...)
		}
	}
	for len(args) > 0 {
		n, err := a.parseOption(args)
		if err != nil {
			return a, err
		}
		args = args[n:]
	}
	// Without superko, how often games end without a result is not known.
	a.noResultValue = a.noResultValue && e.rules.Ko.Superko()
	if a.pvVisits || a.pvEdgeVisits {
		if _, ok := e.config.Searcher.(opinion.LineSearcher); !ok {
			return a, errors.New("pvVisits is not supported")
		}
	}
	return a, nil
}

// parseOption reads the first option and returns how many words it has.
func (a *analysis) parseOption(args []string) (words int, err error) {
	key := strings.ToLower(args[0])
	if len(args) < 2 {
		return 0, syntaxError("%s needs a value", args[0])
	}
	switch key {
	case "avoid", "allow":
		return 4, a.parseBar(args)
	case "interval":
		centiseconds, err := strconv.ParseFloat(args[1], 64)
		if err != nil || !(centiseconds >= 0) {
			return 0, syntaxError("interval %q is no number of centiseconds", args[1])
		}
		a.interval = time.Duration(min(centiseconds*float64(10*time.Millisecond), float64(maxInterval)))
		a.interval = max(a.interval, minInterval)
		return 2, nil
	case "minmoves", "maxmoves":
		n, err := strconv.Atoi(args[1])
		if err != nil || n < 0 {
			return 0, syntaxError("%s %q is no number of moves", key, args[1])
		}
		if key == "minmoves" {
			a.minMoves = n
		} else {
			a.maxMoves = n
		}
		return 2, nil
	}
	flags := map[string]*bool{
		"ownership": &a.ownership, "ownershipstdev": &a.ownershipStdev,
		"movesownership": &a.movesOwnership, "movesownershipstdev": &a.movesOwnershipStdev,
		"rootinfo": &a.rootInfo, "pvvisits": &a.pvVisits, "pvedgevisits": &a.pvEdgeVisits, "noresultvalue": &a.noResultValue,
	}
	flag, known := flags[key]
	on, boolErr := strconv.ParseBool(strings.ToLower(args[1]))
	switch {
	case boolErr != nil && known:
		return 0, syntaxError("%s %q is neither true nor false", args[0], args[1])
	case known && (a.dialect == kata || !on):
		*flag = on
		return 2, nil
	case boolErr == nil && !on: // what is not wanted need not be known
		return 2, nil
	}
	return 0, syntaxError("%s is not supported", args[0])
}

// parseBar reads "avoid B D4,Q16 10".
func (a *analysis) parseBar(args []string) error {
	if len(args) < 4 {
		return syntaxError("%s needs a color, vertices and a depth", args[0])
	}
	color, err := ruleset.ParseColor(args[1])
	if err != nil {
		return syntaxError("%v", err)
	}
	bar := opinion.Bar{Color: color, Points: map[ruleset.Point]bool{}, Only: strings.EqualFold(args[0], "allow")}
	for text := range strings.SplitSeq(args[2], ",") {
		p, err := ruleset.ParsePoint(text)
		if err != nil {
			return syntaxError("%v", err)
		}
		bar.Points[p] = true
	}
	if bar.Until, err = strconv.Atoi(args[3]); err != nil || bar.Until < 1 {
		return syntaxError("depth %q is no number of moves", args[3])
	}
	a.bars.Add(bar)
	return nil
}

// analyze prints lines until input comes.
func (e *Engine) analyze(ctx context.Context, c call, d dialect) (string, error) {
	a, err := e.parseAnalysis(c, d)
	if err != nil {
		return "", err
	}
	if err := c.stream.Begin(); err != nil {
		return "", err
	}
	a.after = e.owners(ctx)
	defer a.bars.Restrict(e.config.Searcher)()
	_, err = e.search(ctx, a.color, mcts.Budget{}, a.interval, a.printer(c.stream))
	if ctx.Err() != nil {
		return "", nil
	}
	return "", err
}

// owners returns a function that finds out who owns the points after a move,
// once for each; nil after the end of ctx.
func (e *Engine) owners(ctx context.Context) func(*opinion.Opinion, ruleset.Point) []float64 {
	known := map[ruleset.Point][]float64{}
	seed := e.seed()
	return func(o *opinion.Opinion, p ruleset.Point) []float64 {
		if known[p] == nil && ctx.Err() == nil {
			known[p] = opinion.OwnersAfter(o.Game, p, e.config.Policy, seed)
		}
		return known[p]
	}
}

// genmoveAnalyze prints lines while a move is generated, and then the move,
// which is not made if keep is set.
func (e *Engine) genmoveAnalyze(ctx context.Context, c call, d dialect, keep bool) (string, error) {
	a, err := e.parseAnalysis(c, d)
	if err != nil {
		return "", err
	}
	if err := c.stream.Begin(); err != nil {
		return "", err
	}
	a.after = e.owners(ctx)
	m, err := e.generate(ctx, order{color: a.color, keep: keep, bars: a.bars, interval: a.interval, show: a.printer(c.stream)})
	if err != nil {
		return "", err
	}
	return "play " + m.String(), nil
}

// printer returns a watch that prints a line, until nobody reads it.
func (a *analysis) printer(stream *Stream) opinion.Watch {
	return func(l *opinion.Opinion) bool {
		text := a.line(l)
		return text == "" || stream.Line(text) == nil
	}
}

// shown returns the moves to print, the best move first.
func (a *analysis) shown(o *opinion.Opinion) []opinion.Move {
	moves := o.Moves(func(p ruleset.Point) bool { return a.bars.Allowed(0, ruleset.Move{Color: o.Color, Point: p}) }, a.minMoves)
	return moves[:min(len(moves), a.maxMoves)]
}

// line writes one line of analysis; "" if there is nothing to tell.
func (a *analysis) line(o *opinion.Opinion) string {
	var parts []string
	for _, m := range a.shown(o) {
		if a.dialect == leela {
			parts = append(parts, leelaInfo(o, m))
		} else {
			parts = append(parts, a.kataInfo(o, m))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	if a.rootInfo {
		parts = append(parts, rootInfo(o))
	}
	if a.ownership && o.Ownership != nil {
		parts = append(parts, "ownership"+numbersText(o.Mine()))
	}
	if a.ownershipStdev && o.Ownership != nil {
		parts = append(parts, "ownershipStdev"+numbersText(opinion.Deviations(o.Mine())))
	}
	return strings.Join(parts, " ")
}

func leelaInfo(o *opinion.Opinion, m opinion.Move) string {
	moves, _ := o.Line(m.Point)
	return fmt.Sprintf("info move %v visits %d winrate %d prior %d lcb %d order %d pv %s", m.Point, m.Visits,
		tenThousandth(m.Winrate), tenThousandth(m.Prior), tenThousandth(m.LCB), m.Order, vertices(moves))
}

func tenThousandth(x float64) int { return int(math.Round(x * 10000)) }

func (a *analysis) kataInfo(o *opinion.Opinion, m opinion.Move) string {
	moves, visits := o.Line(m.Point)
	var b strings.Builder
	fmt.Fprintf(&b, "info move %v visits %d utility %.6f winrate %.6f", m.Point, m.Visits, 2*m.Winrate-1, m.Winrate)
	if m.Score.Known {
		fmt.Fprintf(&b, " scoreMean %.6f scoreStdev %.6f scoreLead %.6f scoreSelfplay %.6f",
			m.Score.Lead, m.Score.Stdev, m.Score.Lead, m.Score.Lead)
	}
	if a.noResultValue {
		b.WriteString(" noResultValue 0")
	}
	fmt.Fprintf(&b, " prior %.6f lcb %.6f utilityLcb %.6f weight %.1f order %d pv %s",
		m.Prior, m.LCB, 2*m.LCB-1, float64(m.Visits), m.Order, vertices(moves))
	// Visits are those of the edges: there are no transpositions.
	for _, wish := range []struct {
		on   bool
		name string
	}{{a.pvVisits, "pvVisits"}, {a.pvEdgeVisits, "pvEdgeVisits"}} {
		if wish.on && len(visits) == len(moves) {
			b.WriteString(" " + wish.name)
			for _, n := range visits {
				fmt.Fprintf(&b, " %d", n)
			}
		}
	}
	if !a.movesOwnership && !a.movesOwnershipStdev {
		return b.String()
	}
	owned := a.after(o, m.Point)
	if owned == nil {
		return b.String()
	}
	if a.movesOwnership {
		b.WriteString(" movesOwnership" + numbersText(owned))
	}
	if a.movesOwnershipStdev {
		b.WriteString(" movesOwnershipStdev" + numbersText(opinion.Deviations(owned)))
	}
	return b.String()
}

func rootInfo(o *opinion.Opinion) string {
	text := fmt.Sprintf("rootInfo winrate %.6f visits %d utility %.6f", o.Winrate(), o.Visits(), 2*o.Winrate()-1)
	if s := o.Score(); s.Known {
		text += fmt.Sprintf(" scoreLead %.6f scoreSelfplay %.6f scoreStdev %.6f", s.Lead, s.Lead, s.Stdev)
	}
	return text
}

// numbersText writes numbers with a blank before each.
func numbersText(list []float64) string {
	var b strings.Builder
	for _, x := range list {
		fmt.Fprintf(&b, " %.4f", decimals(x)+0) // no negative zero
	}
	return b.String()
}

// cgosMove and cgosInfo are the analysis that the Computer Go Server stores
// with a move; see "GTP tournament game expansion" in the wiki of zakki/cgos.
type cgosMove struct {
	Move    string   `json:"move"`
	Winrate float64  `json:"winrate"`
	Score   *float64 `json:"score,omitempty"`
	Prior   float64  `json:"prior"`
	PV      string   `json:"pv"`
	Visits  int      `json:"visits"`
}

type cgosInfo struct {
	Winrate   float64    `json:"winrate"`
	Score     *float64   `json:"score,omitempty"`
	Visits    int        `json:"visits"`
	Moves     []cgosMove `json:"moves"`
	Ownership string     `json:"ownership,omitempty"`
}

// cgosMoves is how many moves are told to the server.
const cgosMoves = 10

// cgosJSON writes what a search found, in one line.
func cgosJSON(l *opinion.Opinion) (string, error) {
	info := cgosInfo{Winrate: decimals(l.Winrate()), Visits: l.Visits(), Moves: []cgosMove{}}
	if s := l.Score(); s.Known {
		score := decimals(s.Lead)
		info.Score = &score
	}
	a := analysis{maxMoves: cgosMoves}
	for _, m := range a.shown(l) {
		line, _ := l.Line(m.Point)
		told := cgosMove{
			Move: m.Point.String(), Winrate: decimals(m.Winrate), Visits: m.Visits, Prior: decimals(m.Prior), PV: vertices(line[1:]),
		}
		if m.Score.Known {
			score := decimals(m.Score.Lead)
			told.Score = &score
		}
		info.Moves = append(info.Moves, told)
	}
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	var owned strings.Builder
	for _, x := range l.Mine() {
		owned.WriteByte(letters[int(math.RoundToEven((min(max(x, -1), 1)+1)/2*62))])
	}
	info.Ownership = owned.String()
	text, err := json.Marshal(info)
	return string(text), err
}

// decimals rounds to four decimals.
func decimals(x float64) float64 { return math.Round(x*1e4) / 1e4 }
