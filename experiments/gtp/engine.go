package gtp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strconv"
	"strings"
	"time"

	"github.com/tengen-go/tengen/experiments/clock"
	"github.com/tengen-go/tengen/experiments/opinion"
	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/mcts"
	"github.com/tengen-go/tengen/playout"
	"github.com/tengen-go/tengen/ruleset"
)

// Config is what an Engine is made of. Searcher and Budget are needed, the
// rest has defaults.
type Config struct {
	// Name and Version are what the commands of these names answer. Clients
	// read things out of them: Lizzie uses kata-analyze if the name begins
	// with KataGo, and otherwise takes the version for that of Leela Zero; see
	// ClientVersion. Empty ones are "tengen" and ClientVersion("").
	Name, Version string

	// Description is the configuration of the Searcher in words, for
	// gomill-describe_engine.
	Description string

	Rules ruleset.Rules // at the start, komi included
	Size  ruleset.Size  // at the start; zero means 19x19

	// CheckSize reports board sizes that the Searcher cannot search; nil
	// means fastboard.CheckSize.
	CheckSize func(ruleset.Size) error

	Searcher opinion.Searcher // see there; it should keep its tree and collect ownership

	// Policy plays out what is asked about single moves, such as who owns the
	// points after one; see playout.ParsePolicy. Empty means uniform.
	Policy string

	// Budget limits the search for a move. With a clock, the time that is
	// allotted to the move limits it besides.
	Budget mcts.Budget

	// Lag is kept back of every move's time on the clock, for what lies
	// between the engine and the clock; 0 means 100 ms.
	Lag time.Duration

	// ResignBelow is the winrate under which genmove resigns; 0 never does.
	ResignBelow float64

	// Seed is where all random choice comes from: the same commands give the
	// same answers if the Searcher is repeatable and no clock is used.
	Seed uint64

	Source clock.Source // nil means clock.System
	Log    *slog.Logger // nil: no log

	// Gfx is where GoGui looks for live graphics: standard error. They are
	// off until the parameter live_gfx turns them on.
	Gfx io.Writer
}

const defaultPolicy = "uniform"

// Validate reports every field that an Engine cannot work with.
func (c *Config) Validate() error {
	var errs []error
	check := func(ok bool, format string, args ...any) {
		if !ok {
			errs = append(errs, fmt.Errorf("gtp: "+format, args...))
		}
	}
	check(c.Searcher != nil, "the engine needs a searcher")
	check(c.Budget.Playouts >= 0 && c.Budget.Time >= 0 && c.Budget != mcts.Budget{},
		"the engine needs a budget of playouts or time, not %+v", c.Budget)
	_, policyErr := playout.ParsePolicy(cmp.Or(c.Policy, defaultPolicy))
	check(policyErr == nil, "policy: %v", policyErr)
	check(c.ResignBelow >= 0 && c.ResignBelow < 1, "resign-below %v: write a number from 0 to 1", c.ResignBelow)
	check(c.Lag >= 0, "lag %v: write a duration, 0 for the default", c.Lag)
	check(!strings.ContainsAny(c.Name+c.Version, "\r\n"), "name and version have one line")
	if err := c.Rules.Validate(); err != nil {
		errs = append(errs, err)
	}
	if c.Size != (ruleset.Size{}) {
		if err := c.Size.Validate(); err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// minClientVersion is the lowest version of Leela Zero that Lizzie works with.
const minClientVersion = 15

// ClientVersion turns a version into one that Lizzie accepts. Lizzie reads the
// first word as the version of Leela Zero, and refuses one below 0.15 or
// without a dot; so "0.1.0" becomes "0.17 0.1.0", and 0.17 stands for the
// commands of that version, which the Engine has.
func ClientVersion(own string) string {
	first, _, _ := strings.Cut(own, " ")
	if parts := strings.Split(first, "."); len(parts) > 1 {
		if minor, err := strconv.Atoi(parts[1]); err == nil && minor >= minClientVersion {
			return own
		}
	}
	return strings.TrimSpace("0.17 " + own)
}

// Engine plays. It is a Handler for a Server and not safe for concurrent use.
type Engine struct {
	config   Config
	commands map[string]command
	log      *slog.Logger

	rules    ruleset.Rules // as they were asked for, komi included
	game     *ruleset.Game // see playing
	setup    ruleset.Setup // of the game
	replaced []saved       // games that gogui-setup replaced

	budget      mcts.Budget
	resignBelow float64
	liveGfx     bool
	settings    clock.Settings
	clocks      *clock.Pair

	games    uint64           // begun, for the seeds
	cpu      time.Duration    // of generating moves
	last     string           // explanation of the last generated move
	estimate *opinion.Opinion // the last search for an estimate
}

// saved is a game that can be gone back to.
type saved struct {
	game  *ruleset.Game
	setup ruleset.Setup
}

// NewEngine returns an engine with an empty board.
func NewEngine(config Config) (*Engine, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	if config.Name == "" {
		config.Name = "tengen"
	}
	if config.Version == "" {
		config.Version = ClientVersion("")
	}
	if config.Size == (ruleset.Size{}) {
		config.Size = ruleset.Square(19)
	}
	if config.CheckSize == nil {
		config.CheckSize = fastboard.CheckSize
	}
	config.Policy = cmp.Or(config.Policy, defaultPolicy)
	if config.Source == nil {
		config.Source = clock.System{}
	}
	if config.Lag == 0 {
		config.Lag = 100 * time.Millisecond
	}
	e := &Engine{
		config: config, log: config.Log, rules: config.Rules,
		budget: config.Budget, resignBelow: config.ResignBelow,
		clocks: clock.NewPair(clock.Settings{}, clock.Settings{}),
	}
	if e.log == nil {
		e.log = slog.New(slog.DiscardHandler)
	}
	e.register()
	if err := e.begin(config.Size, ruleset.Setup{}); err != nil {
		return nil, fmt.Errorf("gtp: %w", err)
	}
	return e, nil
}

// command is one command of the engine.
type command struct {
	run    func(ctx context.Context, c call) (string, error)
	stream bool // input ends it
}

// call is a command that is being run.
type call struct {
	Command
	stream *Stream
}

// Handle runs a command.
func (e *Engine) Handle(ctx context.Context, c Command, stream *Stream) (string, error) {
	known, ok := e.commands[c.Name]
	if !ok {
		return "", errors.New("unknown command")
	}
	return known.run(ctx, call{c, stream})
}

// Interruptible reports whether input ends the command: analysis without end.
func (e *Engine) Interruptible(name string) bool { return e.commands[name].stream }

// syntaxError is the protocol's word for arguments that make no sense.
func syntaxError(format string, args ...any) error {
	return fmt.Errorf("syntax error: "+format, args...)
}

// wantArgs checks the number of arguments.
func (c call) wantArgs(least, most int, usage string) error {
	if len(c.Args) < least || len(c.Args) > most {
		return syntaxError("%s %s", c.Name, usage)
	}
	return nil
}

// color reads the argument i as a player.
func (c call) color(i int) (ruleset.Color, error) {
	if i >= len(c.Args) {
		return ruleset.Empty, syntaxError("%s needs a color", c.Name)
	}
	color, err := ruleset.ParseColor(c.Args[i])
	if err != nil {
		return ruleset.Empty, syntaxError("%v", err)
	}
	return color, nil
}

// integer reads the argument i as a number.
func (c call) integer(i int) (int, error) {
	n, err := strconv.Atoi(c.Args[i])
	if err != nil {
		return 0, syntaxError("%q is no integer", c.Args[i])
	}
	return n, nil
}
