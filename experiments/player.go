package experiments

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/mcts"
	"github.com/tengen-go/tengen/playout"
	"github.com/tengen-go/tengen/ruleset"
)

// PlayerSpec describes a player completely: a policy that plays without
// looking ahead, or a tree search.
type PlayerSpec struct {
	Name   string       `json:"name"`             // how the player was asked for, and how tables name it
	Policy string       `json:"policy,omitempty"` // without search: the text of a playout.Policy
	Search *mcts.Config `json:"search,omitempty"` // with search
}

// presets are the players known by name. Everything after a colon changes
// fields of them.
var presets = map[string]func() PlayerSpec{
	"uniform":  func() PlayerSpec { return PlayerSpec{Policy: "uniform"} },
	"tactical": func() PlayerSpec { return PlayerSpec{Policy: "tactical"} },
	"light":    func() PlayerSpec { return searchSpec("uniform") },
	"default":  func() PlayerSpec { return searchSpec("tactical") },
	"strong":   strongSpec,
}

// strongSpec is the player for long searches, one at a time.
func strongSpec() PlayerSpec {
	spec := searchSpec("tactical")
	spec.Search.Playouts, spec.Search.MemoryMiB = 20_000, 1024
	return spec
}

func searchSpec(policy string) PlayerSpec {
	config := mcts.DefaultConfig()
	config.Policy = policy
	config.Workers = 1
	return PlayerSpec{Search: &config}
}

// PlayerNames lists the presets.
func PlayerNames() []string {
	var names []string
	for name := range presets {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// ParsePlayer reads a player as users write it: the name of a preset, then
// after a colon the fields of mcts.Config that differ, by their JSON names:
// "default", "light:playouts=2000,lanes=1", and the chances of tactical playouts,
// "default:pattern=200". The policy players uniform and
// tactical choose moves without search and take the options of their policy.
func ParsePlayer(text string) (PlayerSpec, error) {
	name, options, hasOptions := strings.Cut(text, ":")
	preset, ok := presets[name]
	if !ok {
		return PlayerSpec{}, fmt.Errorf("unknown player %q: %s", name, ruleset.Suggest(name, PlayerNames()))
	}
	spec := preset()
	spec.Name = text
	if !hasOptions {
		return spec, spec.Validate()
	}
	if spec.Search == nil {
		spec.Policy += ":" + options
		return spec, spec.Validate()
	}
	for option := range strings.SplitSeq(options, ",") {
		key, value, ok := strings.Cut(option, "=")
		if !ok {
			return PlayerSpec{}, fmt.Errorf("player %q: option %q has no value: write %s=VALUE", text, option, option)
		}
		if err := setField(spec.Search, key, value); err != nil {
			return PlayerSpec{}, fmt.Errorf("player %q: %w", text, err)
		}
	}
	return spec, spec.Validate()
}

// With returns the player with another value of one of its Settings.
func (s PlayerSpec) With(key, value string) (PlayerSpec, error) {
	if s.Search == nil {
		return s, fmt.Errorf("%s plays without search: it has no %s", s.Name, key)
	}
	search := *s.Search // the preset may be shared by others
	s.Search = &search
	return s, setField(s.Search, key, value)
}

// Settings returns what options of a player with search change, by their names:
// the fields of mcts.Config, and the chances of tactical playouts if it plays
// those. It is nil without search.
func (s PlayerSpec) Settings() map[string]any {
	if s.Search == nil {
		return nil
	}
	settings := map[string]any{}
	value := reflect.ValueOf(*s.Search)
	for _, field := range reflect.VisibleFields(value.Type()) {
		if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name != "" && name != "-" {
			settings[name] = value.FieldByIndex(field.Index).Interface()
		}
	}
	if policy, ok := tacticalOf(s.Search); ok {
		for name, chance := range policy.Chances() {
			settings[name] = chance
		}
	}
	return settings
}

// tacticalOf returns the policy of a search's playouts if they are tactical.
func tacticalOf(config *mcts.Config) (playout.Tactical, bool) {
	policy, err := playout.ParsePolicy(config.Policy)
	if err != nil {
		return playout.Tactical{}, false
	}
	tactical, ok := policy.(playout.Tactical)
	return tactical, ok
}

// setField sets one of the Settings of a player that searches with config, from
// text.
func setField(config *mcts.Config, key, value string) error {
	tactical, isTactical := tacticalOf(config)
	if _, isChance := tactical.Chances()[key]; isChance {
		if !isTactical {
			return fmt.Errorf("option %s is one of tactical playouts, and these are %s", key, config.Policy)
		}
		changed, err := tactical.With(key, value)
		if err != nil {
			return err
		}
		config.Policy = changed.String()
		return nil
	}
	keys := slices.Sorted(maps.Keys(PlayerSpec{Search: config}.Settings()))
	if !slices.Contains(keys, key) {
		return fmt.Errorf("unknown option %q: %s", key, ruleset.Suggest(key, keys))
	}
	if json.Unmarshal([]byte(value), new(float64)) != nil && value != "true" && value != "false" {
		quoted, err := json.Marshal(value)
		if err != nil {
			return err
		}
		value = string(quoted)
	}
	if err := strictUnmarshal([]byte(fmt.Sprintf("{%q: %s}", key, value)), config); err != nil {
		return fmt.Errorf("option %s: %s is not a value it takes", key, value)
	}
	return nil
}

func strictUnmarshal(data []byte, v any) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	return decoder.Decode(v)
}

// UnmarshalJSON reads the object that a plan stores, or the text that
// ParsePlayer reads.
func (s *PlayerSpec) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		spec, err := ParsePlayer(text)
		*s = spec
		return err
	}
	type plain PlayerSpec // without this method
	var spec plain
	if err := strictUnmarshal(data, &spec); err != nil {
		return fmt.Errorf("player: %w", err)
	}
	*s = PlayerSpec(spec)
	return nil
}

// Playouts is the number of playouts a move, 0 for a player without search.
func (s *PlayerSpec) Playouts() int {
	if s.Search == nil {
		return 0
	}
	return s.Search.Playouts
}

// SetPlayouts gives a player with search that many playouts a move; it leaves a
// player without search, or one whose own options say how many, alone.
func (s *PlayerSpec) SetPlayouts(playouts int) error {
	if s.Search == nil || strings.Contains(s.Name, "playouts=") {
		return nil
	}
	search := *s.Search // the preset may be shared by both players
	search.Playouts = playouts
	s.Search = &search
	return s.Validate()
}

// same reports whether two players are alike but for their names.
func (s *PlayerSpec) same(other *PlayerSpec) bool {
	if s.Search == nil || other.Search == nil {
		return s.Search == other.Search && s.Policy == other.Policy
	}
	return *s.Search == *other.Search
}

// Text is the player and all of its settings in one line, as tables hold it.
func (s *PlayerSpec) Text() string {
	if s.Search == nil {
		return s.Policy
	}
	settings, err := CanonicalJSON(s.Search)
	if err != nil {
		panic(fmt.Sprintf("experiments: a player cannot be written: %v", err)) // only plain fields: a bug
	}
	return s.Name + " " + string(settings)
}

// Label is the player in a few words: "default, 400 playouts".
func (s *PlayerSpec) Label() string {
	if s.Search == nil {
		return s.Policy + " without search"
	}
	return fmt.Sprintf("%s, %d playouts", s.Name, s.Search.Playouts)
}

// Validate reports a player that cannot play in a repeatable run.
func (s *PlayerSpec) Validate() error {
	if (s.Search == nil) == (s.Policy == "") {
		return errors.New("a player has either a policy or a search")
	}
	if s.Search == nil {
		_, err := playout.ParsePolicy(s.Policy)
		return err
	}
	if err := s.Search.Validate(); err != nil {
		return err
	}
	if s.Search.Playouts < 1 {
		return fmt.Errorf("playouts is %d: a search needs at least 1", s.Search.Playouts)
	}
	if s.Search.Workers != 1 {
		return fmt.Errorf("workers is %d: a search within a game is repeatable with one worker only; many games are played at once instead (--workers)", s.Search.Workers)
	}
	if s.Search.ResignBelow != 0 {
		return errors.New("resign_below is set: whether players resign is a matter of the run, so use --resign or the plan's field resign")
	}
	if s.Search.Time != 0 {
		return errors.New("time is set: a search that stops by the clock is not repeatable; give playouts instead")
	}
	return nil
}

// Decision is what a player answers: a point, or to resign.
type Decision struct {
	Point  ruleset.Point
	Report *mcts.Report // nil without search
}

// Player chooses moves. A Player is used by one goroutine and for one game at
// a time; Reset makes it forget the game before.
type Player interface {
	Reset()
	// Choose returns the move for the side to move of g. Everything random in
	// it follows from seed.
	Choose(ctx context.Context, g *ruleset.Game, seed uint64) (Decision, error)
}

// New returns a player as described.
func (s *PlayerSpec) New() (Player, error) { return s.newIn(nil) }

// newIn returns a player whose searches share a pool with others, nil for one
// of its own.
func (s *PlayerSpec) newIn(pool *playout.Pool) (Player, error) {
	if s.Search == nil {
		policy, err := playout.ParsePolicy(s.Policy)
		if err != nil {
			return nil, err
		}
		return &policyPlayer{policy: policy}, nil
	}
	search, err := mcts.NewIn(*s.Search, pool)
	if err != nil {
		return nil, err
	}
	return &searchPlayer{search: search, budget: mcts.Budget{Playouts: s.Search.Playouts}}, nil
}

// policyPlayer plays the moves of a playout policy.
type policyPlayer struct {
	policy playout.Policy
	board  fastboard.Board
}

func (p *policyPlayer) Reset() {}

// Choose draws a move from the policy. A playout knows simple ko only, so a
// move that repeats an earlier position is drawn again, and after many such
// draws the player passes.
func (p *policyPlayer) Choose(_ context.Context, g *ruleset.Game, seed uint64) (Decision, error) {
	if err := p.board.Load(g.Position(), g.ToPlay(), g.KoPoint(), g.PassesInRow()); err != nil {
		return Decision{}, err
	}
	rng := playout.NewRNG(seed)
	for range 100 {
		point := p.policy.Move(&p.board, &rng).Ruleset()
		if g.Legal(point) == nil {
			return Decision{Point: point}, nil
		}
	}
	return Decision{Point: ruleset.Pass}, nil
}

// searchPlayer plays the move that a tree search prefers.
type searchPlayer struct {
	search *mcts.Search
	budget mcts.Budget
}

func (p *searchPlayer) Reset() { p.search.Reset() }

func (p *searchPlayer) Choose(ctx context.Context, g *ruleset.Game, seed uint64) (Decision, error) {
	report, err := p.search.Run(ctx, g, p.budget, seed)
	if err != nil {
		return Decision{}, err
	}
	return Decision{Point: report.Best, Report: report}, nil
}
