package komi

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"

	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/ruleset"
)

// PlanFormat names the layout of a stored study.
const PlanFormat = "tengen.komi/1"

// PlanFile is the name of the plan in the folder of a study.
const PlanFile = "study.json"

// Plan is everything that decides a study.
type Plan struct {
	Format string `json:"format"` // PlanFormat
	Engine int    `json:"engine"` // see experiments.Engine

	Rules     []ruleset.Rules          `json:"rules"`
	Sizes     []experiments.BoardSize  `json:"sizes"`
	Players   []experiments.PlayerSpec `json:"players"` // each against itself
	Handicaps []int                    `json:"handicaps"`

	// Komi are the komi that may be played, in half points; empty for all that
	// the board allows. With one alone the answer is the score shift.
	Komi []ruleset.HalfPoints `json:"komi_half_points"`

	Precision  float64 `json:"precision"`  // half width of the interval in points at which a setting is done
	Confidence float64 `json:"confidence"` // of all intervals
	Within     float64 `json:"within"`     // distance from one half that counts as balanced
	MaxGames   int     `json:"max_games"`  // of a setting
	Seed       uint64  `json:"seed,string"`

	Opening experiments.Opening `json:"opening"`
}

// Limits of a plan.
const (
	maxSettings = 200
	MinGames    = 40 // of a budget, for one setting: pilots and a few games more
)

// DefaultPlan is a study of 9x9 under Chinese rules, but for its seed.
func DefaultPlan() Plan {
	run := experiments.DefaultPlan()
	return Plan{
		Format: PlanFormat, Engine: experiments.Engine,
		Rules: []ruleset.Rules{run.Rules}, Sizes: []experiments.BoardSize{run.Size},
		Players: []experiments.PlayerSpec{run.Black}, Handicaps: []int{0},
		Precision: 1, Confidence: 0.95, Within: 0.01, MaxGames: 1000, Seed: 1,
		// No ply is drawn: the seeds of the searches make games differ, and a drawn move
		// that a player would not make is no part of the question. Of 200 games of 5x5
		// with 2000 playouts 164 differed so, and 170 with two drawn plies.
		Opening: experiments.Opening{Temperature: 0.5},
	}
}

// leastMoves is the limit of moves on boards so small that three times their
// points would cut games off: on 2x2 a game may pass through most of the 57 legal
// positions.
const leastMoves = 60

// Settings are the combinations of rules, sizes, players and handicaps, in
// this order.
func (p *Plan) Settings() []Setting {
	var all []Setting
	for _, rules := range p.Rules {
		for _, size := range p.Sizes {
			rules := rules
			if rules.MaxMoves == 0 {
				rules.MaxMoves = max(rules.MoveLimit(size.Size), leastMoves)
			}
			for _, player := range p.Players {
				for _, handicap := range p.Handicaps {
					all = append(all, Setting{Rules: rules, Size: size, Black: seatOf(player), White: seatOf(player), Handicap: handicap})
				}
			}
		}
	}
	return all
}

// Validate reports everything that cannot be studied, all at once.
func (p *Plan) Validate() error {
	var errs []error
	complain := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	if p.Format != PlanFormat {
		complain("format is %q: this program reads %q", p.Format, PlanFormat)
	}
	if p.Engine != experiments.Engine {
		complain("engine is %d: this program plays as engine %d and would give other games; use the version that began the study", p.Engine, experiments.Engine)
	}
	if !(p.Precision > 0) || math.IsInf(p.Precision, 0) {
		complain("precision is %v: it is the half width of the fair komi's interval in points, above 0, such as 0.5", p.Precision)
	}
	if !(p.Confidence >= 0.5 && p.Confidence < 1) {
		complain("confidence is %v: it must be 0.5 to less than 1, such as 0.95", p.Confidence)
	}
	if !(p.Within > 0 && p.Within < 0.5) {
		complain("within is %v: it is the distance from one half that counts as balanced, such as 0.01", p.Within)
	}
	if p.MaxGames < MinGames || p.MaxGames > experiments.MaxGames {
		complain("games is %d: a setting needs %d or more, at most %d", p.MaxGames, MinGames, experiments.MaxGames)
	}
	for _, list := range []struct {
		name string
		n    int
	}{{"rules", len(p.Rules)}, {"sizes", len(p.Sizes)}, {"players", len(p.Players)}, {"handicaps", len(p.Handicaps)}} {
		if list.n == 0 {
			complain("%s is empty: name at least one", list.name)
		}
	}
	settings := p.Settings()
	if len(settings) > maxSettings {
		complain("%d settings (rules x sizes x players x handicaps): at most %d", len(settings), maxSettings)
		return errors.Join(errs...)
	}
	seen := map[string]bool{}
	for _, setting := range settings {
		if key := setting.canonical(); seen[key] {
			complain("%s: the same setting twice (rulesets that differ in komi alone are one here)", setting.Name())
		} else {
			seen[key] = true
		}
		if err := p.checkSetting(setting); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", setting.Name(), err))
		}
	}
	return errors.Join(errs...)
}

// checkSetting reports what keeps a setting from being played.
func (p *Plan) checkSetting(setting Setting) error {
	limit := ruleset.WholePoints(setting.area())
	for _, komi := range p.Komi {
		if komi > limit || komi < -limit {
			return fmt.Errorf("komi %v is out of range: the board has %d points", komi, setting.area())
		}
	}
	if setting.Rules.Start == ruleset.StartDiagonal {
		if _, err := ruleset.DiagonalStart(setting.Size.Size); err != nil {
			return fmt.Errorf("%w, such as --rules ancient,start=empty", err)
		}
	}
	run := p.run(setting, Round{Komi: 0, Games: 1})
	return run.Validate()
}

// sample is a setting before its first game.
func (p *Plan) sample(setting Setting) (*sample, error) {
	s := newSample(setting, p.Confidence)
	s.precision, s.monitor.Planned = p.Precision, nil
	return s, s.close()
}

// Round is one self-play run of a setting.
type Round struct {
	Number int                `json:"number"` // from 0
	Stage  Stage              `json:"stage"`
	Komi   ruleset.HalfPoints `json:"komi_half_points"`
	Games  int                `json:"games"`
	Reason string             `json:"reason"`
}

// Stage is what a round is for.
type Stage string

// The stages of a setting.
const (
	Pilot    Stage = "pilot"
	Shift    Stage = "shift"
	Listed   Stage = "listed"
	Separate Stage = "separate"
)

// shardGames is how many games a part holds. A study that runs out of time uses
// whole parts.
const shardGames = 32

// run is the plan of a round.
func (p *Plan) run(setting Setting, round Round) *experiments.Plan {
	run := experiments.DefaultPlan()
	run.Rules, run.Size = setting.Rules, setting.Size
	run.Rules.Komi = round.Komi
	for _, player := range p.Players {
		if seatOf(player) == setting.Black {
			run.Black, run.White = player, player
		}
	}
	run.Handicap = setting.Handicap
	run.Opening = p.Opening
	run.Games, run.ShardGames = round.Games, shardGames
	run.Seed = experiments.GameSeed(setting.seed(p.Seed), round.Number)
	return &run
}

// Canonical is the plan as PlanFile holds it.
func (p *Plan) Canonical() []byte {
	data, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		panic(fmt.Sprintf("komi: a plan cannot be written: %v", err)) // only plain fields: a bug
	}
	return append(data, '\n')
}

// Parse reads a plan, or a part of one over the fields that p already holds.
// Unknown keys are errors.
func (p *Plan) Parse(data []byte) error { return experiments.ParseStrict("study", data, p) }

// IsStudy reports whether dir holds a study.
func IsStudy(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, PlanFile))
	return err == nil
}

// LoadPlan reads the plan of the study in dir.
func LoadPlan(dir string) (*Plan, error) {
	plan := new(Plan)
	if err := experiments.LoadStored(dir, PlanFile, "study", "komi", plan); err != nil {
		return nil, err
	}
	return plan, nil
}

// names are the folder names of the settings: their own, numbered where two are
// alike.
func names(settings []Setting) []string {
	var all []string
	for _, setting := range settings {
		name := setting.Name()
		for n := 2; slices.Contains(all, name); n++ {
			name = fmt.Sprintf("%s-%d", setting.Name(), n)
		}
		all = append(all, name)
	}
	return all
}
