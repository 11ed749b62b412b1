package tune

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/experiments/match"
	"github.com/tengen-go/tengen/ruleset"
)

// PlanFormat names the layout of a stored plan.
const PlanFormat = "tengen.tune/1"

// PlanFile is the name of the plan in the folder of a tuning.
const PlanFile = "tune.json"

// Plan is everything that decides a tuning.
type Plan struct {
	Format string `json:"format"` // PlanFormat
	Engine int    `json:"engine"` // see experiments.Engine

	Player experiments.PlayerSpec `json:"player"` // as it is
	Params []Param                `json:"params"` // that may change
	Method Method                 `json:"method"`

	Games      int    `json:"games"`      // to look for better settings with
	Validation int    `json:"validation"` // games of what was found against the player as it is; 0 = none
	Seed       uint64 `json:"seed,string"`

	SPSA    SPSASettings    `json:"spsa"`
	Halving HalvingSettings `json:"halving"`

	Rules   ruleset.Rules         `json:"rules"`
	Size    experiments.BoardSize `json:"size"`
	Opening experiments.Opening   `json:"opening"` // of every pair
}

// Limits of a plan.
const (
	leastIterations = 10
	maxCandidates   = 1000
)

// DefaultPlan returns a plan that lacks its parameters.
func DefaultPlan() Plan {
	base, run := match.DefaultPlan(), experiments.DefaultPlan()
	return Plan{
		Format: PlanFormat, Engine: experiments.Engine,
		Player: run.Black, Games: 2000, Validation: 400, Seed: 1,
		SPSA:    SPSASettings{Pairs: 8, Perturbation: 0.2, Step: 0.3},
		Halving: HalvingSettings{Candidates: 16},
		Rules:   base.Rules, Size: base.Size, Opening: base.Opening,
	}
}

// Validate reports every field that cannot be played, all at once.
func (p *Plan) Validate() error {
	var errs []error
	complain := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	if p.Format != PlanFormat {
		complain("format is %q: this program reads %q", p.Format, PlanFormat)
	}
	if p.Validation < 0 || p.Validation%2 != 0 || p.Validation > match.MaxGames {
		complain("validation is %d: it must be an even number of games up to %d, or 0 for none", p.Validation, match.MaxGames)
	}
	switch {
	case p.Player.Search == nil:
		complain("player %s plays without search: it has no parameters that can be tuned", p.Player.Name)
	case p.Player.Validate() != nil:
		complain("player %s: %w", p.Player.Name, p.Player.Validate())
	case len(p.Params) == 0:
		complain("no parameter: name what may change with --param, such as --param rave=300:3000:log")
	}
	if len(errs) > 0 {
		return errors.Join(errs...)
	}
	names := map[string]bool{}
	for i := range p.Params {
		param := &p.Params[i]
		if names[param.Name] {
			complain("parameter %s is there twice: keep one of them", param.Name)
		}
		names[param.Name] = true
		if err := param.Validate(&p.Player); err != nil {
			errs = append(errs, err)
		}
	}
	if len(errs) > 0 {
		return errors.Join(errs...)
	}
	if err := p.checkMethod(); err != nil {
		return err
	}
	return p.checkMatches()
}

// checkMethod reports settings of the method that make no sense.
func (p *Plan) checkMethod() error {
	var errs []error
	complain := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	share := func(name string, x float64) {
		if !(x > 0 && x <= 1) {
			complain("%s is %v: it is a share of the range, above 0 and at most 1", name, x)
		}
	}
	switch p.Method {
	case SPSA:
		share("perturbation", p.SPSA.Perturbation)
		share("step", p.SPSA.Step)
		for i := range p.Params {
			if p.Params[i].listed() {
				complain("parameter %s is a list of values: spsa follows ranges of numbers; use --method halving, or compare the values with tengen match", p.Params[i].Name)
			}
		}
		if p.SPSA.Pairs < 1 {
			complain("pairs is %d: an iteration needs 1 or more", p.SPSA.Pairs)
		} else if least := leastIterations * 2 * p.SPSA.Pairs; p.Games < least {
			complain("games is %d: %d iterations of %d pairs are the least, %d games; give more, or fewer --pairs", p.Games, leastIterations, p.SPSA.Pairs, least)
		}
	case Halving:
		if p.Halving.Candidates < 2 || p.Halving.Candidates > maxCandidates {
			complain("candidates is %d: it must be 2 to %d", p.Halving.Candidates, maxCandidates)
			break
		}
		h := newHalving(p)
		if len(h.all) == 0 {
			complain("all candidates are the player as it is: give other values, or more --candidates")
		} else if least := 2 * h.rounds() * len(h.all); p.Games < least {
			complain("games is %d: %d candidates take %d at least, a pair each in the first of %d rounds", p.Games, len(h.all), least, h.rounds())
		}
		for _, candidate := range h.all {
			if _, err := p.player(candidate.Setting); err != nil {
				errs = append(errs, err)
			}
		}
	}
	return errors.Join(errs...)
}

// checkMatches reports what keeps a round or the validation from being played.
func (p *Plan) checkMatches() error {
	first, err := p.match(p.newMethod().next())
	if err != nil {
		return err
	}
	return first.Validate()
}

// match is the plan of a round.
func (p *Plan) match(r *round) (*match.Plan, error) {
	m := match.DefaultPlan()
	m.Engine, m.Kind, m.Games, m.Seed = p.Engine, r.kind, 2*r.pairs, experiments.GameSeed(p.Seed, r.number)
	m.Rules, m.Size, m.Opening = p.Rules, p.Size, p.Opening
	m.Opening.Book = rotated(p.Opening.Book, r.number*r.pairs)
	for _, entrant := range r.players {
		player, err := p.player(entrant.setting)
		if err != nil {
			return nil, err
		}
		m.Players = append(m.Players, match.Player{Name: entrant.name, Player: &player})
	}
	return &m, nil
}

// rotated begins a book at another line, so that rounds do not all play the
// first ones.
func rotated(book [][]string, by int) [][]string {
	if len(book) == 0 {
		return nil
	}
	by = (by%len(book) + len(book)) % len(book)
	return append(book[by:len(book):len(book)], book[:by]...)
}

// validation is the match of what was found against the player as it is. Its
// openings are those of no round.
func (p *Plan) validation(found Setting) (*match.Plan, error) {
	return p.match(&round{number: -2, kind: match.RoundRobin, pairs: p.Validation / 2, players: []entrant{{"found", found}, {"start", p.start()}}})
}

// Canonical returns the plan as canonical JSON, which PlanFile holds.
func (p *Plan) Canonical() []byte {
	data, err := experiments.CanonicalJSON(p)
	if err != nil {
		panic(fmt.Sprintf("tune: a plan cannot be written: %v", err)) // only plain fields: a bug
	}
	return data
}

// Parse reads a plan, or a part of one over the fields that p already holds.
// Unknown keys are errors.
func (p *Plan) Parse(data []byte) error { return experiments.ParseStrict("tune", data, p) }

// Is reports whether dir is the folder of a tuning.
func Is(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, PlanFile))
	return err == nil
}

// Load reads the plan of the tuning in dir.
func Load(dir string) (*Plan, error) {
	plan := new(Plan)
	if err := experiments.LoadStored(dir, PlanFile, "tuning", "tune", plan); err != nil {
		return nil, err
	}
	return plan, nil
}
