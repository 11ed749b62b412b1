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
	ownership          bool
	rootInfo           bool
	pvVisits           bool
	filter             moveFilter
}

// Limits of the interval between two lines.
const (
	defaultInterval = time.Second
	minInterval     = 10 * time.Millisecond
	maxInterval     = time.Hour
)

// moveFilter is what avoid and allow say. It restricts the first move of the
// player to move; deeper in the tree the search is free.
type moveFilter struct {
	avoid [2]map[ruleset.Point]bool
	allow [2]map[ruleset.Point]bool
}

func (f *moveFilter) allows(c ruleset.Color, p ruleset.Point) bool {
	i := c - ruleset.Black
	return !f.avoid[i][p] && (f.allow[i] == nil || f.allow[i][p])
}

func (f *moveFilter) add(list *[2]map[ruleset.Point]bool, c ruleset.Color, points []ruleset.Point) {
	i := c - ruleset.Black
	if list[i] == nil {
		list[i] = map[ruleset.Point]bool{}
	}
	for _, p := range points {
		list[i][p] = true
	}
}

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
	if a.pvVisits {
		if _, ok := e.config.Searcher.(LineSearcher); !ok {
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
		return 4, a.parseFilter(args)
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
	flags := map[string]*bool{"ownership": &a.ownership, "rootinfo": &a.rootInfo, "pvvisits": &a.pvVisits}
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

// parseFilter reads "avoid B D4,Q16 10".
func (a *analysis) parseFilter(args []string) error {
	if len(args) < 4 {
		return syntaxError("%s needs a color, vertices and a depth", args[0])
	}
	color, err := ruleset.ParseColor(args[1])
	if err != nil {
		return syntaxError("%v", err)
	}
	var points []ruleset.Point
	for text := range strings.SplitSeq(args[2], ",") {
		p, err := ruleset.ParsePoint(text)
		if err != nil {
			return syntaxError("%v", err)
		}
		points = append(points, p)
	}
	if depth, err := strconv.Atoi(args[3]); err != nil || depth < 1 {
		return syntaxError("depth %q is no number of moves", args[3])
	}
	if strings.EqualFold(args[0], "allow") {
		a.filter.add(&a.filter.allow, color, points)
	} else {
		a.filter.add(&a.filter.avoid, color, points)
	}
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
	_, err = e.search(ctx, a.color, mcts.Budget{}, a.interval, a.printer(c.stream))
	if ctx.Err() != nil {
		return "", nil
	}
	return "", err
}

// genmoveAnalyze prints lines while a move is generated, and then the move.
func (e *Engine) genmoveAnalyze(ctx context.Context, c call, d dialect) (string, error) {
	a, err := e.parseAnalysis(c, d)
	if err != nil {
		return "", err
	}
	if err := c.stream.Begin(); err != nil {
		return "", err
	}
	m, err := e.generate(ctx, order{color: a.color, filter: a.filter, interval: a.interval, show: a.printer(c.stream)})
	if err != nil {
		return "", err
	}
	return "play " + m.String(), nil
}

// printer returns a watch that prints a line, until nobody reads it.
func (a *analysis) printer(stream *Stream) watch {
	return func(l *look) bool {
		text := a.line(l)
		return text == "" || stream.Line(text) == nil
	}
}

// shown returns the children to print, the best move first.
func (a *analysis) shown(l *look) []mcts.Child {
	var visited, others []mcts.Child
	for _, c := range l.report.Children {
		switch {
		case !a.filter.allows(l.color, c.Point):
		case c.Point == l.best() && c.Visits > 0:
			visited = append([]mcts.Child{c}, visited...)
		case c.Visits > 0:
			visited = append(visited, c)
		default:
			others = append(others, c)
		}
	}
	if missing := a.minMoves - len(visited); missing > 0 {
		visited = append(visited, others[:min(missing, len(others))]...)
	}
	return visited[:min(len(visited), a.maxMoves)]
}

// line writes one line of analysis; "" if there is nothing to tell.
func (a *analysis) line(l *look) string {
	priors := 0.0
	for _, c := range l.report.Children {
		priors += priorWeight(c)
	}
	var parts []string
	for i, c := range a.shown(l) {
		m := childInfo{look: l, Child: c, order: i, prior: priorWeight(c) / max(priors, 1)}
		if a.dialect == leela {
			parts = append(parts, m.leela())
		} else {
			parts = append(parts, m.kata(a.pvVisits))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	if a.rootInfo {
		parts = append(parts, rootInfo(l))
	}
	if a.ownership && l.ownership != nil {
		parts = append(parts, "ownership "+ownershipText(l))
	}
	return strings.Join(parts, " ")
}

// priorWeight is what a move's prior is in proportion to: the imagined wins
// with which the search began it. A move without prior counts as one.
func priorWeight(c mcts.Child) float64 { return 1 + float64(c.PriorVisits)*c.PriorValue }

// childInfo is one move in a line of analysis.
type childInfo struct {
	look *look
	mcts.Child
	order int
	prior float64
}

// winrate is the value of the move, or what is believed of one without visits.
func (m *childInfo) winrate() float64 {
	switch {
	case m.Visits > 0:
		return m.Value
	case m.PriorVisits > 0:
		return m.PriorValue
	}
	return 0.5
}

// lcb is the lower end of an interval of three standard errors.
func (m *childInfo) lcb() float64 {
	w, n := m.winrate(), float64(m.Visits)
	return max(0, w-3*math.Sqrt((w*(1-w)+0.25/(n+1))/(n+1)))
}

func (m *childInfo) leela() string {
	moves, _ := m.look.line(m.Point)
	return fmt.Sprintf("info move %v visits %d winrate %d prior %d lcb %d order %d pv %s", m.Point, m.Visits,
		tenThousandth(m.winrate()), tenThousandth(m.prior), tenThousandth(m.lcb()), m.order, vertices(moves))
}

func tenThousandth(x float64) int { return int(math.Round(x * 10000)) }

// kata leaves out scoreStdev: the search does not know it.
func (m *childInfo) kata(pvVisits bool) string {
	moves, visits := m.look.line(m.Point)
	var b strings.Builder
	w, lcb := m.winrate(), m.lcb()
	fmt.Fprintf(&b, "info move %v visits %d utility %.6f winrate %.6f", m.Point, m.Visits, 2*w-1, w)
	if s := m.look.moves[m.Point]; s != nil {
		if area, ok := s.value(); ok {
			lead := m.look.lead(area)
			fmt.Fprintf(&b, " scoreMean %.6f scoreLead %.6f scoreSelfplay %.6f", lead, lead, lead)
		}
	}
	fmt.Fprintf(&b, " prior %.6f lcb %.6f utilityLcb %.6f weight %.1f order %d pv %s",
		m.prior, lcb, 2*lcb-1, float64(m.Visits), m.order, vertices(moves))
	if pvVisits && len(visits) == len(moves) {
		b.WriteString(" pvVisits")
		for _, n := range visits {
			fmt.Fprintf(&b, " %d", n)
		}
	}
	return b.String()
}

func rootInfo(l *look) string {
	text := fmt.Sprintf("rootInfo winrate %.6f visits %d utility %.6f", l.winrate(), l.visits(), 2*l.winrate()-1)
	if area, ok := l.score.value(); ok {
		text += fmt.Sprintf(" scoreLead %.6f scoreSelfplay %.6f", l.lead(area), l.lead(area))
	}
	return text
}

// mine returns the ownership for the player to move, in the order of
// Size.Index, in four decimals.
func (l *look) mine() []float64 {
	owned := make([]float64, len(l.ownership))
	for i, x := range l.ownership {
		if l.color == ruleset.White {
			x = -x
		}
		owned[i] = decimals(x) + 0 // no negative zero
	}
	return owned
}

func ownershipText(l *look) string {
	var b strings.Builder
	for i, x := range l.mine() {
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%.4f", x)
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
func cgosJSON(l *look) (string, error) {
	info := cgosInfo{Winrate: decimals(l.winrate()), Visits: l.visits(), Moves: []cgosMove{}}
	if area, ok := l.score.value(); ok {
		score := decimals(l.lead(area))
		info.Score = &score
	}
	a := analysis{maxMoves: cgosMoves}
	priors := 0.0
	for _, c := range l.report.Children {
		priors += priorWeight(c)
	}
	for _, c := range a.shown(l) {
		line, _ := l.line(c.Point)
		m := cgosMove{
			Move: c.Point.String(), Winrate: decimals(c.Value), Visits: c.Visits,
			Prior: decimals(priorWeight(c) / max(priors, 1)), PV: vertices(line[1:]),
		}
		if s := l.moves[c.Point]; s != nil {
			if area, ok := s.value(); ok {
				score := decimals(l.lead(area))
				m.Score = &score
			}
		}
		info.Moves = append(info.Moves, m)
	}
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	var owned strings.Builder
	for _, x := range l.mine() {
		owned.WriteByte(letters[int(math.RoundToEven((min(max(x, -1), 1)+1)/2*62))])
	}
	info.Ownership = owned.String()
	text, err := json.Marshal(info)
	return string(text), err
}

// decimals rounds to four decimals.
func decimals(x float64) float64 { return math.Round(x*1e4) / 1e4 }
