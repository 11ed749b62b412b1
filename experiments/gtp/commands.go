package gtp

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/tengen-go/tengen/experiments/clock"
	"github.com/tengen-go/tengen/experiments/lifedeath"
	"github.com/tengen-go/tengen/ruleset"
)

// register fills in the table of commands.
func (e *Engine) register() {
	e.commands = map[string]command{}
	e.registerProtocol()
	e.registerSearch()
	e.registerSettings()
	e.registerClients()
}

// simple adds a command that needs neither time nor a stream.
func (e *Engine) simple(name string, run func(c call) (string, error)) {
	e.commands[name] = command{run: func(_ context.Context, c call) (string, error) { return run(c) }}
}

// long adds a command that searches.
func (e *Engine) long(name string, run func(ctx context.Context, c call) (string, error)) {
	e.commands[name] = command{run: run}
}

// text is a command that always answers the same.
func text(s string) func(call) (string, error) {
	return func(call) (string, error) { return s, nil }
}

// registerProtocol adds what the protocol describes, and what is close to it.
func (e *Engine) registerProtocol() {
	e.simple("protocol_version", text("2"))
	e.simple("name", text(e.config.Name))
	e.simple("version", text(e.config.Version))
	e.simple("known_command", e.knownCommand)
	e.simple("list_commands", func(call) (string, error) { return strings.Join(e.commandNames(), "\n"), nil })
	e.simple("quit", func(call) (string, error) { return "", ErrQuit })
	e.simple("cputime", func(call) (string, error) { return secondsText(cpuTime()), nil })

	e.simple("boardsize", e.boardSize)
	e.simple("rectangular_boardsize", e.boardSize)
	e.simple("clear_board", func(call) (string, error) { return "", e.begin(e.game.Size(), ruleset.Setup{}) })
	e.simple("set_position", e.setPosition)
	e.simple("komi", e.komi)
	e.simple("get_komi", func(call) (string, error) { return e.rules.Komi.String(), nil })
	e.simple("fixed_handicap", e.fixedHandicap)
	e.simple("place_free_handicap", e.placeFreeHandicap)
	e.simple("set_free_handicap", e.setFreeHandicap)
	e.simple("play", e.playCommand)
	e.simple("undo", func(call) (string, error) { return "", e.undo(1) })
	e.simple("gg-undo", e.undoMany)
	e.simple("showboard", func(call) (string, error) { return e.showBoard(), nil })
	e.simple("final_score", e.finalScore)
	e.simple("loadsgf", e.loadSGF)
	e.simple("printsgf", e.printSGF)
}

// registerSearch adds what asks for moves and opinions.
func (e *Engine) registerSearch() {
	e.long("genmove", e.genmove(order{}))
	e.long("reg_genmove", e.genmove(order{keep: true}))
	e.long("kgs-genmove_cleanup", e.genmove(order{cleanup: true}))
	e.long("cgos-genmove_analyze", e.cgosGenmove)
	for name, d := range map[string]dialect{"analyze": kata, "kata-analyze": kata, "lz-analyze": leela} {
		e.commands[name] = command{stream: true, run: func(ctx context.Context, c call) (string, error) { return e.analyze(ctx, c, d) }}
	}
	for name, d := range map[string]dialect{"genmove_analyze": kata, "kata-genmove_analyze": kata, "lz-genmove_analyze": leela} {
		e.long(name, func(ctx context.Context, c call) (string, error) { return e.genmoveAnalyze(ctx, c, d, false) })
	}
	e.long("kata-search", e.genmove(order{keep: true}))
	e.long("kata-search_analyze", func(ctx context.Context, c call) (string, error) { return e.genmoveAnalyze(ctx, c, kata, true) })
	e.simple("stop", text("")) // whatever ran has ended when it is read
	e.simple("clear_cache", e.clearCache)
	e.long("final_status_list", e.finalStatusList)
	e.long("tengen-estimate_score", e.estimateScore)
}

// registerSettings adds time, rules and parameters.
func (e *Engine) registerSettings() {
	e.simple("time_settings", e.timeSettings(clock.FromTimeSettings))
	e.simple("kgs-time_settings", e.timeSettings(clock.FromKGS))
	e.simple("kata-time_settings", e.timeSettings(clock.FromKGS))
	e.simple("kata-list_time_settings", text(strings.Join(clock.KataKinds(), " ")))
	e.simple("time_left", e.timeLeft)

	e.simple("kgs-rules", e.setRulesCommand)
	e.simple("kata-set-rules", e.setRulesCommand)
	e.simple("kata-set-rule", e.setRule)
	e.simple("kata-get-rules", e.getRules)
	e.simple("tengen-rules", e.tengenRules)

	e.simple("kata-list-params", func(call) (string, error) { return strings.Join(e.paramNames(), " "), nil })
	e.simple("kata-get-param", e.getParam)
	e.simple("kata-set-param", e.setParam)
	e.simple("tengen-param", e.goguiParam)
}

// registerClients adds what only certain servers, match programs and graphical
// clients send.
func (e *Engine) registerClients() {
	e.simple("kgs-game_over", text(""))
	e.simple("cgos-gameover", text(""))
	e.simple("gomill-describe_engine", func(call) (string, error) { return e.describe(), nil })
	e.simple("gomill-cpu_time", func(call) (string, error) { return secondsText(e.cpu), nil })
	e.simple("gomill-explain_last_move", func(call) (string, error) { return e.last, nil })

	e.simple("gogui-interrupt", text(""))
	e.simple("gogui-title", text(e.config.Name+" "+e.config.Version))
	e.simple("gogui-analyze_commands", text(analyzeCommands))
	e.simple("gogui-play_sequence", e.playSequence)
	e.simple("gogui-setup", e.goguiSetup)
	e.simple("gogui-undo_setup", e.goguiUndoSetup)
	e.long("tengen-ownership", e.ownershipBoard)
	e.long("tengen-moves", e.movesGfx)
	e.long("tengen-visits", e.visitsPairs)
	e.long("tengen-variation", e.variation)
}

func (e *Engine) commandNames() []string {
	var names []string
	for name := range e.commands {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

func (e *Engine) knownCommand(c call) (string, error) {
	if err := c.wantArgs(1, 1, "takes the name of a command"); err != nil {
		return "", err
	}
	_, known := e.commands[c.Args[0]]
	return strconv.FormatBool(known), nil
}

func (e *Engine) clearCache(call) (string, error) {
	e.config.Searcher.Reset()
	e.estimate = nil
	return "", nil
}

// boardSize reads "19", "9 13" and "9:13". The board is empty afterwards.
func (e *Engine) boardSize(c call) (string, error) {
	if err := c.wantArgs(1, 2, "takes a size, or columns and rows"); err != nil {
		return "", err
	}
	size, err := ruleset.ParseSize(strings.Join(c.Args, "x"))
	if err == nil {
		err = e.begin(size, ruleset.Setup{})
	}
	if err != nil {
		e.log.Info("unacceptable size", "reason", err)
		return "", errors.New("unacceptable size")
	}
	return "", nil
}

// setPosition puts stones on an empty board, with no history.
func (e *Engine) setPosition(c call) (string, error) {
	moves, err := parseMoves(c.Args)
	if err != nil {
		return "", err
	}
	var setup ruleset.Setup
	for _, m := range moves {
		if m.Color == ruleset.Black {
			setup.Black = append(setup.Black, m.Point)
		} else {
			setup.White = append(setup.White, m.Point)
		}
	}
	return "", e.begin(e.game.Size(), setup)
}

// parseMoves reads pairs of a color and a vertex.
func parseMoves(args []string) ([]ruleset.Move, error) {
	if len(args)%2 != 0 {
		return nil, syntaxError("pairs of a color and a vertex are needed")
	}
	var moves []ruleset.Move
	for i := 0; i < len(args); i += 2 {
		color, err := ruleset.ParseColor(args[i])
		if err != nil {
			return nil, syntaxError("%v", err)
		}
		point, err := ruleset.ParsePoint(args[i+1])
		if err != nil {
			return nil, syntaxError("%v", err)
		}
		moves = append(moves, ruleset.Move{Color: color, Point: point})
	}
	return moves, nil
}

// komi changes the komi, also in the middle of a game. A number beyond the
// board is refused: it is komi in another unit, such as 375 for 3.75 zi.
func (e *Engine) komi(c call) (string, error) {
	if err := c.wantArgs(1, 1, "takes a number of points"); err != nil {
		return "", err
	}
	points, err := strconv.ParseFloat(c.Args[0], 64)
	if err != nil || points*2 != math.Trunc(points*2) {
		return "", syntaxError("komi %q is no multiple of half a point", c.Args[0])
	}
	if most := float64(max(e.game.Size().Area(), 361)); !(math.Abs(points) <= most) {
		return "", fmt.Errorf("komi of %v points is beyond the %v points of a board", points, most)
	}
	rules := e.rules
	rules.Komi = ruleset.HalfPoints(points * 2)
	if rules == e.rules {
		return "", nil
	}
	return "", e.setRules(rules)
}

var (
	errNotEmpty = errors.New("board not empty")
	errStones   = errors.New("invalid number of stones")
	errVertices = errors.New("bad vertex list")
)

// empty reports whether nothing has happened on the board.
func (e *Engine) empty() bool {
	position := e.game.Position()
	return e.game.Ply() == 0 && position.Count(ruleset.Empty) == e.game.Size().Area()
}

// handicap starts a game with handicap stones.
func (e *Engine) handicap(stones []ruleset.Point) error {
	setup, err := ruleset.HandicapSetup(e.game.Size(), stones)
	if err != nil {
		return err
	}
	return e.begin(e.game.Size(), setup)
}

func (e *Engine) handicapCount(c call) (int, error) {
	if err := c.wantArgs(1, 1, "takes a number of stones"); err != nil {
		return 0, err
	}
	n, err := c.integer(0)
	switch {
	case err != nil:
		return 0, err
	case !e.empty():
		return 0, errNotEmpty
	}
	return n, nil
}

func (e *Engine) fixedHandicap(c call) (string, error) {
	n, err := e.handicapCount(c)
	if err != nil {
		return "", err
	}
	stones, err := ruleset.FixedHandicap(e.game.Size(), n)
	if err != nil {
		return "", errStones
	}
	return vertices(stones), e.handicap(stones)
}

// placeFreeHandicap chooses the fixed points. The protocol lets an engine
// place fewer stones than asked for.
func (e *Engine) placeFreeHandicap(c call) (string, error) {
	n, err := e.handicapCount(c)
	if err != nil {
		return "", err
	}
	if n >= e.game.Size().Area() {
		return "", errStones
	}
	stones, err := ruleset.FixedHandicap(e.game.Size(), min(n, ruleset.MaxFixedHandicap(e.game.Size())))
	if err != nil {
		return "", errStones
	}
	return vertices(stones), e.handicap(stones)
}

func (e *Engine) setFreeHandicap(c call) (string, error) {
	if !e.empty() {
		return "", errNotEmpty
	}
	var stones []ruleset.Point
	for _, text := range c.Args {
		p, err := ruleset.ParsePoint(text)
		if err != nil || p == ruleset.Pass {
			return "", errVertices
		}
		stones = append(stones, p)
	}
	if err := e.handicap(stones); err != nil {
		e.log.Info("bad vertex list", "reason", err)
		return "", errVertices
	}
	return "", nil
}

func (e *Engine) playCommand(c call) (string, error) {
	if err := c.wantArgs(2, 2, "takes a color and a vertex"); err != nil {
		return "", err
	}
	moves, err := parseMoves(c.Args)
	if err != nil {
		return "", err
	}
	return "", e.play(moves[0])
}

// undoMany takes back a number of moves, or one.
func (e *Engine) undoMany(c call) (string, error) {
	n := 1
	if err := c.wantArgs(0, 1, "takes a number of moves"); err != nil {
		return "", err
	}
	if len(c.Args) == 1 {
		var err error
		if n, err = c.integer(0); err != nil {
			return "", err
		}
	}
	return "", e.undo(n)
}

// showBoard draws the board and says what the board does not show.
func (e *Engine) showBoard() string {
	g := e.game
	var b strings.Builder
	fmt.Fprintf(&b, "\n%v", g.Position())
	fmt.Fprintf(&b, "%s to play, move %d", colorName(g.ToPlay()), g.Ply()+1)
	if moves := g.Moves(); len(moves) > 0 {
		fmt.Fprintf(&b, ", last %v", moves[len(moves)-1])
	}
	fmt.Fprintf(&b, "\ncaptured by Black %d, by White %d", g.Captures(ruleset.Black), g.Captures(ruleset.White))
	fmt.Fprintf(&b, "\nkomi %v, rules %s", e.rules.Komi, e.rulesName())
	if g.Handicap() > 0 {
		fmt.Fprintf(&b, ", handicap %d", g.Handicap())
	}
	return b.String()
}

func colorName(c ruleset.Color) string {
	if c == ruleset.White {
		return "White"
	}
	return "Black"
}

// genmove answers with a move.
func (e *Engine) genmove(o order) func(context.Context, call) (string, error) {
	return func(ctx context.Context, c call) (string, error) {
		if err := c.wantArgs(1, 1, "takes a color"); err != nil {
			return "", err
		}
		color, err := c.color(0)
		if err != nil {
			return "", err
		}
		o := o
		o.color = color
		m, err := e.generate(ctx, o)
		return m.String(), err
	}
}

func (e *Engine) cgosGenmove(ctx context.Context, c call) (string, error) {
	color, err := c.color(0)
	if err != nil {
		return "", err
	}
	m, err := e.generate(ctx, order{color: color})
	if err != nil {
		return "", err
	}
	info, err := cgosJSON(m.look)
	return "\n" + info + "\nplay " + m.String(), err
}

// finalScore counts the board as it stands; a game that ended otherwise than
// by a count has another answer.
func (e *Engine) finalScore(call) (string, error) {
	r, err := e.result()
	if err != nil {
		return "", fmt.Errorf("cannot score: %w", err)
	}
	switch r.Ending {
	case ruleset.ByScore, ruleset.ByResignation, ruleset.ByDraw:
		return r.String(), nil
	}
	return "", fmt.Errorf("cannot score: the game has no result: %v", r.Ending)
}

// finalStatusList tells which stones are dead, alive or in seki, as package
// lifedeath finds out: by proof, by a search of sekis, and else by playouts.
func (e *Engine) finalStatusList(_ context.Context, c call) (string, error) {
	if err := c.wantArgs(1, 1, "takes a status: alive, seki or dead"); err != nil {
		return "", err
	}
	status := c.Args[0]
	if !slices.Contains([]string{"alive", "seki", "dead"}, status) {
		return "", syntaxError("status %q: write alive, seki or dead", status)
	}
	estimated, err := e.lifeAndDeath()
	if err != nil {
		return "", err
	}
	var lines []string
	for _, chain := range estimated.Chains {
		is := "alive"
		switch {
		case chain.Dead:
			is = "dead"
		case chain.Basis == lifedeath.BySeki:
			is = "seki"
		}
		if is == status {
			stones := slices.Sorted(slices.Values(chain.Stones))
			lines = append(lines, vertices(stones))
		}
	}
	return strings.Join(lines, "\n"), nil
}

// lifeAndDeath is an opinion on the stones of the current position, the same
// that tengen score --method estimate has.
func (e *Engine) lifeAndDeath() (*lifedeath.Estimated, error) {
	return lifedeath.Estimate(e.game, lifedeath.DefaultPlayouts, e.seed())
}

// estimateScore counts the board without the stones that are believed to be
// dead: an opinion, not the result.
func (e *Engine) estimateScore(context.Context, call) (string, error) {
	estimated, err := e.lifeAndDeath()
	if err != nil {
		return "", err
	}
	count := e.game.Rules().Count(e.game.Position(), estimated.Facts(e.game))
	dead := slices.Sorted(slices.Values(estimated.Dead))
	return fmt.Sprintf("%v estimated, dead: %s", count.Result(), orNone(vertices(dead))), nil
}

func orNone(text string) string {
	if text == "" {
		return "none"
	}
	return text
}

// timeSettings gives both players a time control.
func (e *Engine) timeSettings(read func([]string) (clock.Settings, error)) func(call) (string, error) {
	return func(c call) (string, error) {
		s, err := read(c.Args)
		if err != nil {
			return "", syntaxError("%v", err)
		}
		e.settings = s
		e.resetClocks()
		return "", nil
	}
}

func (e *Engine) timeLeft(c call) (string, error) {
	color, err := c.color(0)
	if err != nil {
		return "", err
	}
	left, stones, err := clock.ParseTimeLeft(c.Args[1:])
	if err != nil {
		return "", syntaxError("%v", err)
	}
	e.clocks.Of(color).SetLeft(left, stones)
	return "", nil
}

// secondsText writes a time as a plain number of seconds.
func secondsText(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 3, 64) }

// describe says what plays, and how.
func (e *Engine) describe() string {
	lines := []string{
		e.config.Name + " " + e.config.Version,
		"budget a move: " + budgetText(e.budget),
		fmt.Sprintf("seed: %d", e.config.Seed),
		"rules: " + e.rules.String(),
	}
	if e.settings.Kind != clock.None {
		lines = append(lines, "clock: "+e.settings.String())
	}
	if e.resignBelow > 0 {
		lines = append(lines, fmt.Sprintf("resigns below a winrate of %v", e.resignBelow))
	}
	if e.config.Description != "" {
		lines = append(lines, e.config.Description)
	}
	return strings.Join(lines, "\n")
}
