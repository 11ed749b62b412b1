package match

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/experiments/clock"
	"github.com/tengen-go/tengen/experiments/rating"
	"github.com/tengen-go/tengen/ruleset"
)

// PlanFormat names the layout of a stored plan.
const PlanFormat = "tengen.match/1"

// PlanFile is the name of the stored plan in the folder of a match.
const PlanFile = "match.json"

// MaxGames is the largest number of games of a match.
const MaxGames = 200_000

// Plan is everything that decides the games of a match.
type Plan struct {
	Format string `json:"format"` // PlanFormat
	Engine int    `json:"engine"` // behavior of the program's own players, see experiments.Engine

	Players []Player `json:"players"` // two or more
	Kind    Kind     `json:"kind"`
	Games   int      `json:"games"`       // of any two players that meet: an even number
	Seed    uint64   `json:"seed,string"` // master seed

	Rules ruleset.Rules         `json:"rules"`
	Size  experiments.BoardSize `json:"size"`

	// Opening begins the games: a given line, and then plies that a search of
	// this program draws, the same for both games of a pair.
	Opening  experiments.Opening `json:"opening"`
	Handicap int                 `json:"handicap,omitempty"`
	Setup    *experiments.Start  `json:"setup,omitempty"`

	Resign   experiments.Resign `json:"resign"`    // of this program's players
	MoveTime Duration           `json:"move_time"` // of this program's players, instead of playouts; 0 = none
	Clock    clock.Settings     `json:"clock"`     // of every player that has no clock of its own

	Illegal   Policy   `json:"illegal"`    // how illegal acts are ruled
	OnCrash   OnCrash  `json:"on_crash"`   // what becomes of a game in which a program fails
	HaltAfter int      `json:"halt_after"` // stop when a program fails in so many games in a row; 0 = never
	Timeouts  Timeouts `json:"timeouts"`   // of other programs

	SPRT *SPRT `json:"sprt,omitempty"` // ends the match of two players early
}

// Timeouts are how long other programs are waited for before they count as
// hanging.
type Timeouts struct {
	Start Duration `json:"start"` // for the first answer
	Reply Duration `json:"reply"` // for other answers than moves
	Move  Duration `json:"move"`  // for moves without a clock
}

// SPRT are the hypotheses of a sequential test: that the first player is better
// by Elo0, or by Elo1.
type SPRT struct {
	Elo0  float64 `json:"elo0"`
	Elo1  float64 `json:"elo1"`
	Alpha float64 `json:"alpha"`
	Beta  float64 `json:"beta"`
}

// test is the test itself.
func (s SPRT) test() rating.SPRT {
	return rating.SPRT{Elo0: s.Elo0, Elo1: s.Elo1, Alpha: s.Alpha, Beta: s.Beta}
}

// DefaultPlan returns a plan that lacks its players.
func DefaultPlan() Plan {
	base := experiments.DefaultPlan()
	return Plan{
		Format: PlanFormat, Engine: base.Engine,
		Games: 100, Seed: 1, Rules: base.Rules, Size: base.Size,
		Opening: experiments.Opening{Sampled: 6, Temperature: 1}, Resign: base.Resign,
		HaltAfter: 3,
		Timeouts:  Timeouts{Start: Duration{time.Minute}, Reply: Duration{time.Minute}, Move: Duration{10 * time.Minute}},
	}
}

// base is the plan of self-play that has the same board, start and opening.
func (p *Plan) base() (*experiments.Plan, error) {
	base := experiments.DefaultPlan()
	spec, err := experiments.ParsePlayer(opener)
	if err != nil {
		return nil, err
	}
	base.Black, base.White = spec, spec
	base.Engine, base.Rules, base.Size, base.Opening = p.Engine, p.Rules, p.Size, p.Opening
	base.Handicap, base.Setup, base.Resign = p.Handicap, p.Setup, p.Resign
	return &base, nil
}

// Validate reports every field that cannot be played, all at once.
func (p *Plan) Validate() error {
	var errs []error
	complain := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	if p.Format != PlanFormat {
		complain("format is %q: this program reads %q", p.Format, PlanFormat)
	}
	if len(p.Players) < 2 {
		complain("%d players: a match needs two or more, each with --player, such as --player default --player \"gnugo=gnugo --mode gtp\"", len(p.Players))
	}
	names := map[string]bool{}
	for i := range p.Players {
		player := &p.Players[i]
		if err := player.Validate(); err != nil {
			errs = append(errs, err)
		}
		if names[player.Name] {
			complain("two players are named %s: give one another name, such as NAME=%s", player.Name, player.Name)
		}
		names[player.Name] = true
	}
	switch {
	case p.Games < 2 || p.Games%2 != 0:
		complain("games is %d: games come in pairs with colors swapped, so it must be an even number, 2 or more", p.Games)
	case p.Games > MaxGames || p.Total() > MaxGames:
		complain("%d games: a match has %d at most", max(p.Games, p.Total()), MaxGames)
	}
	if p.HaltAfter < 0 {
		complain("halt_after is %d: it must be 0 (never) or more", p.HaltAfter)
	}
	for _, d := range []struct {
		name string
		Duration
		least time.Duration
	}{
		{"move_time", p.MoveTime, 0}, {"timeouts.start", p.Timeouts.Start, 1},
		{"timeouts.reply", p.Timeouts.Reply, 1}, {"timeouts.move", p.Timeouts.Move, 1},
	} {
		if d.Duration.Duration < d.least || d.Duration.Duration > clock.MaxTime {
			complain("%s is %v: it must be a positive time, such as 30s", d.name, d.Duration)
		}
	}
	if err := checkClock(p.Clock); err != nil {
		errs = append(errs, err)
	}
	if p.SPRT != nil {
		if len(p.Players) > 2 {
			complain("sprt: the test is between two players, not %d", len(p.Players))
		}
		if err := p.SPRT.test().Validate(); err != nil {
			errs = append(errs, err)
		}
	}
	base, err := p.base()
	if err == nil {
		err = base.Validate()
	}
	return errors.Join(append(errs, err)...)
}

// Canonical returns the plan as canonical JSON, which PlanFile holds and Hash
// names.
func (p *Plan) Canonical() []byte {
	data, err := experiments.CanonicalJSON(p)
	if err != nil {
		panic(fmt.Sprintf("match: a plan cannot be written: %v", err)) // only plain fields: a bug
	}
	return data
}

// Hash returns the SHA-256 of the canonical plan, in hexadecimal.
func (p *Plan) Hash() string {
	sum := sha256.Sum256(p.Canonical())
	return hex.EncodeToString(sum[:])
}

// RunID is the short name of the match: the beginning of the plan's hash.
func (p *Plan) RunID() string { return p.Hash()[:12] }

// Parse reads a plan, or a part of one over the fields that p already holds.
// Unknown keys are errors.
func (p *Plan) Parse(data []byte) error { return experiments.ParseStrict("match", data, p) }

// Is reports whether dir is the folder of a match.
func Is(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, PlanFile))
	return err == nil
}

// Load reads the plan of the match in dir.
func Load(dir string) (*Plan, error) {
	plan := new(Plan)
	if err := experiments.LoadStored(dir, PlanFile, "match", "match", plan); err != nil {
		return nil, err
	}
	return plan, nil
}
